"""OtherPrograms: what to do where another program has written a report or its `.ann`."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.shell.messages import Kind, ask
from deid_studio.gui.words.wording import class_title, few_words
from deid_studio.gui.workbench import Workbench
from deid_studio.model.mentions import Mention
from deid_studio.review.elsewhere.report_files import OnDisk

_LISTED = 30


class OtherPrograms(QObject):
    """Every method returns at once; a choice is carried out when it is made."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._disk_choice_open = False
        workbench.controller.saving.choice_wanted.connect(self.disk_choice)
        workbench.controller.saving.marks_lost.connect(self.marks_lost)

    def disk_choice(self, found: OnDisk) -> None:
        """Let the person choose between this program's version and another's."""
        if self._disk_choice_open:
            return
        saving = self._workbench.controller.saving
        if found.text_changed:
            box = ask(
                self._workbench.window,
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
                self._workbench.window,
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
        workbench = self._workbench
        tagset = workbench.controller.tagset
        rows = [f"• {few_words(text)} ({class_title(tagset, mention.span.phi_class)})" for mention, text in lost]
        texts = [self.tr("Marks without a place in the new text: {count}.").format(count=len(lost))] if lost else []
        if lines:
            rows += [f"• {few_words(line)}" for line in lines]
            of_ann = self.tr("Lines of the .ann that spoke of such marks, kept in .deid-studio/replaced: {count}.")
            texts.append(of_ann.format(count=len(lines)))
        more = [f"… + {len(rows) - _LISTED}"] if len(rows) > _LISTED else []
        workbench.messages.tell("lost", " ".join(texts), "\n" + "\n".join(rows[:_LISTED] + more), kind=Kind.WARNING)
