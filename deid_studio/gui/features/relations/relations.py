"""Relations: what is said of the current mention beside its class: seen, followed, added, changed and taken out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog

from deid_studio.formats.brat_types import types_for
from deid_studio.gui.features.relations.relations_panel import RelationsPanel
from deid_studio.gui.features.relations.statement_dialog import About, StatementDialog, Subject
from deid_studio.gui.features.relations.statement_rows import Row, rows_about, said_in_words
from deid_studio.gui.shell.messages import ask
from deid_studio.gui.words.wording import few_words
from deid_studio.gui.workbench import Workbench
from deid_studio.model.mentions import Decision, Mention
from deid_studio.model.statements import Change, Statement, Statements
from deid_studio.model.stating import revalued

_NAMED, _LISTED = 40, 4  # characters of a mention; things that are named when something is asked


class Relations(QObject):
    """What the panel and the keys do, and what is asked before something goes with a mention."""

    def __init__(self, workbench: Workbench, panel: RelationsPanel) -> None:
        super().__init__(workbench.window)
        self._workbench, self._controller, self._panel = workbench, workbench.controller, panel
        self._round: tuple[int, list[int]] = 0, []  # where the key led last, and all to which it leads in turn
        self._agreed = False  # whether the person was asked about what is being taken out
        controller = self._controller
        controller.asks_before = self._ask
        panel.add_wanted.connect(self.add)
        panel.going.connect(self._go)
        panel.removing.connect(self._remove)
        panel.changing.connect(self._change)
        for signal in (controller.report_opened, controller.report_failed, controller.said_changed):
            signal.connect(self._mark)
        for signal in (controller.current_changed, controller.desk_changed):
            signal.connect(self._show)
        controller.said_changed.connect(self._tell_gone)

    @property
    def statements(self) -> Statements:
        """All that is said of mentions of the report on the screen."""
        session = self._controller.session
        return Statements() if session is None else session.statements

    @property
    def rows(self) -> list[Row]:
        """What is said of the current mention."""
        mention = self._controller.mention
        return [] if mention is None else rows_about(self.statements, mention.id, self._named)

    # --- what is shown ---------------------------------------------------------------------------------------

    def _mark(self) -> None:
        self._round = 0, []
        self._workbench.view.set_spoken_of(self.statements.mentions)
        self._show()

    def show_now(self) -> None:
        """Show what is said of the current mention, as the panel comes into sight."""
        if self._panel.isVisible():
            self._show()

    def _show(self) -> None:
        if not self._panel.isVisible():
            return  # nothing is looked up for nobody
        mention, rows = self._controller.mention, self.rows
        if mention is None:
            about = self.tr("Choose a mention to see its relations, events and attributes.")
        elif rows:
            about = self.tr("Relations, events and attributes of “{text}”:").format(text=self._named(mention.id))
        else:
            about = self.tr("“{text}” has no relations, events or attributes.").format(text=self._named(mention.id))
        self._panel.show_rows(about, rows, mention is not None)

    def _named(self, mention_id: int) -> str:
        session = self._controller.session
        mention = None if session is None else session.desk.get(mention_id)
        return "–" if session is None or mention is None else few_words(mention.span.text(session.text), _NAMED)

    # --- what is done ----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Go to a mention that the current one has to do with, one further each time, and in the end back."""
        mention = self._controller.mention
        if mention is None:
            return
        led_to, others = self._round
        if mention.id != led_to:
            others = self._others(mention.id)
        if not others:
            self._workbench.status.tell(self.tr("This mention has no relation with another one."))
            return
        following = others[(others.index(mention.id) + 1) % len(others)]
        self._round = following, others
        self._controller.select(following, show=True)

    def _others(self, mention_id: int) -> list[int]:
        """The mentions that one has to do with, and last itself; none where there is no other."""
        rows = rows_about(self.statements, mention_id, self._named)
        found = dict.fromkeys(row.mention_id for row in rows if row.mention_id in self._controller.desk)
        others = [one for one in found if one is not None and one != mention_id]
        return [*others, mention_id] if others else []

    def _go(self, row: Row) -> None:
        if row.mention_id is not None and row.mention_id in self._controller.desk:
            self._controller.select(row.mention_id, show=True)

    def add(self) -> None:
        """Ask what is to be said of the current mention; returns at once."""
        session, mention = self._controller.session, self._controller.mention
        if session is None or mention is None or self._workbench.refuses():
            return
        if mention.decision is not Decision.ACCEPTED:
            self._workbench.status.tell(
                self.tr("Accept the mention first: relations and attributes are of accepted mentions.")
            )
            return
        others = [m for m in session.desk.accepted if m.id != mention.id]
        others.sort(key=lambda m: abs(m.span.start - mention.span.start))
        folder = self._controller.folder
        types = types_for(session.report.path.parent if folder is None else folder.project.folder)
        subjects = [self._subject(one) for one in others]
        about = About(self._subject(mention), subjects, session.statements, types, self._words_of)
        dialog = StatementDialog(about, self._workbench.window)
        dialog.wanted.connect(self._say)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _subject(self, mention: Mention) -> Subject:
        phi_class = mention.span.phi_class
        group = next((one.group for one in self._controller.tagset if one.name == phi_class), "")
        return Subject(mention.id, self._named(mention.id), (phi_class, group) if group else (phi_class,))

    def _words_of(self, statement: Statement) -> str:
        return said_in_words(statement, self.statements, self._named)

    def _say(self, change: Change) -> None:
        if self._controller.restate(change):
            self._workbench.docks.front("relations")

    def _remove(self, row: Row) -> None:
        if not self._workbench.refuses():
            self._controller.restate(row.removed(self.statements))

    def _change(self, row: Row) -> None:
        if not row.can_be_changed or self._workbench.refuses():
            return
        dialog = QInputDialog(self._workbench.window)
        dialog.setWindowTitle(row.statement.type)
        dialog.setLabelText(self.tr("Value; it may be left empty:"))
        dialog.setTextValue(row.statement.value)
        dialog.setOkButtonText(self.tr("Keep"))
        dialog.setCancelButtonText(self.tr("Cancel"))
        dialog.textValueSelected.connect(lambda value: self._controller.restate(revalued(row.statement, value)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # --- what goes with a mention ----------------------------------------------------------------------------

    def _ask(self, mention: Mention, change: Change, do: Callable[[], object]) -> None:
        """Ask whether what needs a mention may go with it."""
        needing = [one for one in change.gone if one.needs_targets]
        named = "; ".join(map(self._words_of, needing[:_LISTED]))
        if len(needing) > _LISTED:
            named = self.tr("{some} and {more} more").format(some=named, more=len(needing) - _LISTED)

        def agreed() -> None:
            self._agreed = True
            do()
            self._agreed = False

        text = self.tr("“{text}” is part of: {what}. Without the mention, they go too or lose that part.")
        ask(
            self._workbench.window,
            self.tr("Relations of the mention"),
            text.format(text=self._named(mention.id), what=named),
            self.tr("One undo brings everything back."),
            [(self.tr("Take out all of it"), agreed)],
            self.tr("Keep the mention"),
        )

    def _tell_gone(self, before: Statements, after: Statements) -> None:
        """Tell that something went with mentions that were rejected together, where nobody was asked."""
        desk = self._controller.desk
        accepted = {m.id for m in desk.accepted}
        gone = set(before) - set(after)
        went = [one for one in gone if any(isinstance(t, int) and t not in accepted for t in one.targets)]
        if not self._agreed and any(one.needs_targets for one in went):
            text = self.tr("Relations and events of those mentions went with them ({count}); undo brings them back.")
            self._workbench.status.tell(text.format(count=len(went)))
