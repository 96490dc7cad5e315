"""Dialogs: opens the window's dialogs and passes on what was chosen there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QInputDialog

from deid_studio import paths
from deid_studio.gui.actions import ACTIONS
from deid_studio.gui.dialogs.about_dialog import AboutDialog
from deid_studio.gui.dialogs.export_dialog import Chosen, ExportDialog, Which
from deid_studio.gui.dialogs.second_reader_dialog import SecondReaderDialog
from deid_studio.gui.dialogs.settings_dialog import SettingsDialog
from deid_studio.gui.dialogs.shortcuts_dialog import BETWEEN, ShortcutsDialog
from deid_studio.gui.dialogs.statistics_dialog import StatisticsDialog
from deid_studio.gui.key_table import native
from deid_studio.gui.keys import plain
from deid_studio.gui.messages import Kind, ask
from deid_studio.gui.waiting import WaitingSuggestions
from deid_studio.gui.wording import class_title, few_words, language, one_line
from deid_studio.model.mentions import Mention
from deid_studio.review.export import Exported, ExportRequest, export_copy
from deid_studio.review.project import ReportState
from deid_studio.review.session import OnDisk

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow

_LISTED = 30


class Dialogs(QObject):
    """Every method returns at once; a choice is carried out when it is made."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._disk_choice_open = False
        window.long_work.show_topic("export", self.tr("Exporting"), self._export_cancelled)

    def close_unsaved(self) -> None:
        """Ask whether to close although the `.ann` could not be written."""
        ask(
            self._window,
            self.tr("Not saved"),
            self.tr("The .ann could not be written."),
            self.tr("Your decisions are safe: the .ann is completed when this folder is opened again."),
            [(self.tr("Close anyway"), self._window.close_anyway)],
            self.tr("Stay"),
        )

    # --- other programs --------------------------------------------------------------------------------------

    def disk_choice(self, found: OnDisk) -> None:
        """Let the person choose between this program's version and another's."""
        if self._disk_choice_open:
            return
        saving = self._window.controller.saving
        if found.text_changed:
            box = ask(
                self._window,
                self.tr("The report has changed"),
                self.tr("Another program has changed the text of this report."),
                self.tr(
                    "Decisions stay where the text is the same. Until you choose, the report can only be read and"
                    " nothing is written."
                ),
                [(self.tr("Continue with the new text"), saving.use_new_text)],
                self.tr("Decide later"),
            )
        else:
            box = ask(
                self._window,
                self.tr("The annotations have changed"),
                self.tr("Another program has changed the .ann of this report."),
                self.tr(
                    "Using those of the file can be undone. Keeping those of this window puts the file aside in"
                    " .deid-studio/replaced. Nothing has been overwritten."
                ),
                [
                    (self.tr("Use those of the file"), saving.use_theirs),
                    (self.tr("Keep those of this window"), saving.keep_mine),
                ],
                self.tr("Decide later"),
            )
        self._disk_choice_open = True
        box.finished.connect(self._disk_choice_closed)

    def _disk_choice_closed(self) -> None:
        self._disk_choice_open = False

    def marks_lost(self, lost: tuple[tuple[Mention, str], ...], lines: tuple[str, ...]) -> None:
        """List the mentions that have no place in the new text, with the text that they had, and the other lines of
        the `.ann` that spoke of them."""
        window = self._window
        tagset = window.controller.tagset
        rows = [f"• {few_words(text)} ({class_title(tagset, mention.span.phi_class)})" for mention, text in lost]
        texts = [self.tr("Marks without a place in the new text: {count}.").format(count=len(lost))] if lost else []
        if lines:
            rows += [f"• {few_words(line)}" for line in lines]
            of_ann = self.tr("Lines of the .ann that spoke of such marks, kept in .deid-studio/replaced: {count}.")
            texts.append(of_ann.format(count=len(lines)))
        more = [f"… + {len(rows) - _LISTED}"] if len(rows) > _LISTED else []
        window.messages.tell("lost", " ".join(texts), "\n" + "\n".join(rows[:_LISTED] + more), kind=Kind.WARNING)

    # --- notes, settings, help -------------------------------------------------------------------------------

    def note(self) -> None:
        """Edit the note of the current mention."""
        mention = self._window.controller.mention
        if mention is None or self._window.read_only.refuses():
            return
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(self.tr("Note"))
        dialog.setLabelText(self.tr("Note on this mention; an empty one removes it:"))
        # One line, as in the .ann: Return keeps it, Tab leads to the buttons.
        dialog.setTextValue(one_line(mention.note).replace("⏎", " "))
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), dialog, dialog.accept)
        dialog.resize(460, dialog.sizeHint().height())
        dialog.setOkButtonText(self.tr("Keep"))
        dialog.setCancelButtonText(self.tr("Cancel"))
        dialog.textValueSelected.connect(self._window.controller.note)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def settings(self) -> None:
        """Edit the settings."""
        preferences = self._window.preferences
        ways = {spec.id: plain(spec.title) for spec in ACTIONS if spec.id}
        dialog = SettingsDialog(preferences.settings, _own_models(), ways, self._window)

        def accepted() -> None:
            values = dialog.values()
            if "reviewer" in values:
                preferences.reviewer_asked = True
            preferences.change(**values)

        dialog.accepted.connect(accepted)
        dialog.action_wanted.connect(lambda action: self._window.actions_by_id[action].trigger())
        dialog.open()

    def shortcuts(self) -> None:
        """Show all keys."""
        window = self._window
        in_text = [
            (self.tr("Go by letter, by word"), self.keys_in_words("Left", "Right", "Ctrl+Left", "Ctrl+Right")),
            (self.tr("Go by line, by page"), self.keys_in_words("Up", "Down", "PgUp", "PgDown")),
            (self.tr("To the begin or the end of the report"), self.keys_in_words("Ctrl+Home", "Ctrl+End")),
            (self.tr("Select a word further or back"), self.keys_in_words("Ctrl+Shift+Right", "Ctrl+Shift+Left")),
            (self.tr("Copy what is selected"), self.keys_in_words("Ctrl+C")),
        ]
        others = [(self.tr("In the text"), in_text), (self.tr("Second sweep"), window.sweep_bar.keys())]
        ShortcutsDialog(window.keys, others, window).open()

    def keys_in_words(self, *keys: str) -> str:
        """Keys as this computer's keyboard names them."""
        return BETWEEN.join(map(native, keys))

    def statistics(self) -> None:
        """Show how far the folder is and how right the detector was."""
        controller = self._window.controller
        if controller.folder is not None:
            StatisticsDialog(controller, self._window.theme, self._window).open()

    def second_reader(self) -> None:
        """Choose which reports another person is to read as well, and show what second readers found."""
        controller = self._window.controller
        if controller.folder is not None:
            SecondReaderDialog(controller, self._window).open()

    def about(self) -> None:
        """Tell what this program is."""
        AboutDialog(self._window.preferences.model, self._window.theme, self._window).open()

    # --- export ----------------------------------------------------------------------------------------------

    def export(self) -> None:
        """Ask what to export, and do it."""
        window = self._window
        folder, session = window.controller.folder, window.controller.session
        if folder is None:
            return
        # Those that need a second reader stay: what is exported leaves the house, and that reading is to come before.
        signed = tuple(n for n in folder.names if folder.standing(n).state is ReportState.SIGNED_OFF)
        current = () if session is None else (session.name,)
        names = {Which.ALL: folder.names, Which.SIGNED: signed, Which.CURRENT: current}
        done = frozenset(signed)
        chosen = {
            which: Chosen(len(of), sum(n not in done for n in of), sum(map(folder.is_blank, of)))
            for which, of in names.items()
        }
        dialog = ExportDialog(chosen, window)

        def accepted() -> None:
            if not window.controller.saving.now() or folder is not window.controller.folder:
                return
            request = ExportRequest(
                folder.project,
                names[dialog.which.currentData()],
                Path(dialog.folder.text()),
                dialog.pending.isChecked(),
                WaitingSuggestions(folder.results, folder.model.name),
                dialog.config.isChecked(),
                language(),
            )
            window.controller.jobs.run(
                "export",
                export_copy,
                request,
                done=lambda exported: self._exported(exported, request.folder),
                failed=lambda error: window.messages.tell_error("export", error),
            )

        dialog.accepted.connect(accepted)
        dialog.open()

    def _export_cancelled(self) -> None:
        self._window.messages.tell("export", self.tr("The export was cancelled; the copies made so far are whole."))

    def _exported(self, exported: Exported, folder: Path) -> None:
        text = self.tr("Reports copied to {folder}: {count}.").format(folder=folder, count=exported.copied)
        if exported.hindered:
            left_out = self.tr("Left out because they cannot be read: {count}.").format(count=len(exported.hindered))
            self._window.messages.tell("export", text, left_out, kind=Kind.WARNING)
        else:
            self._window.messages.tell("export", text)


def _own_models() -> list[str]:
    try:
        return sorted(p.name for p in paths.user_models().iterdir() if (p / "manifest.json").is_file())
    except OSError:
        return []
