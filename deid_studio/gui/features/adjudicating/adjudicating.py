"""Adjudicating: walks through the differences of the report on the screen, and decides them by sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from deid_studio.corpora.adjudication import open_differences, taking, taking_agreed
from deid_studio.corpora.layer_differences import Compared, Difference, Side
from deid_studio.errors import DeidError
from deid_studio.gui.features.adjudicating.sides_panel import Shown, SidesPanel
from deid_studio.gui.words.wording import class_title, few_words
from deid_studio.gui.workbench import Workbench
from deid_studio.model.span import Span


class Adjudicating(QObject):
    """What the panel shows follows the desk, so that undo, and what is decided in the text, bring it up to date."""

    shown = Signal(bool)  # whether the panel is of use in this folder

    def __init__(self, workbench: Workbench, panel: SidesPanel) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self._panel = panel
        self._layers: Compared | None = None
        self._of: tuple[str, str] | None = None  # the report and its text that the layers were read for
        self._open: tuple[Difference, ...] = ()  # as it was shown last
        self._told = ""
        self.current: Difference | None = None
        controller = self._controller
        controller.folder_opened.connect(self._folder_opened)
        controller.report_opened.connect(self._look)
        controller.report_leaving.connect(self._forget)
        controller.desk_changed.connect(self._look)
        controller.signed_changed.connect(self._look)
        panel.taken.connect(self.take)
        panel.stepped.connect(self.step)
        panel.class_given.connect(self._give_class)
        panel.left.connect(workbench.focus_report)
        panel.signing.connect(self._sign)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What is still to be decided in the report on the screen."""
        if self._layers is None or self._controller.session is None or self._controller.session.signed:
            return ()
        return open_differences(self._layers, self._controller.desk)

    def take(self, sides: Sequence[Side]) -> None:
        """Decide the difference that is shown by these sides (none: nothing is marked there), and go on."""
        if self.current is None or self._layers is None or self._workbench.refuses():
            return
        edit = taking(self._layers, self._controller.desk, self.current, sides)
        if edit is not None and self._controller.perform(edit):
            self.step(1)

    def step(self, by: int) -> None:
        """Show the difference that many further, round to the first; the end where none is left."""
        every = self.differences
        if self.current in every:
            self._show(every[(every.index(self.current) + by) % len(every)])
        elif self._layers is not None:
            after = self.current.start if self.current is not None else -1
            self._show(next((one for one in every if one.start > after), next(iter(every), None)))

    def _give_class(self, name: str) -> None:
        self._workbench.actions.of_classes[name].trigger()
        if self.current not in self.differences:
            self.step(1)

    def _sign(self) -> None:
        if self._layers is None or self._workbench.refuses():
            return
        edit = taking_agreed(self._layers, self._controller.desk)
        if edit is None or self._controller.perform(edit):
            self._workbench.actions.do("sign_off")

    def _folder_opened(self) -> None:
        self._forget()
        self.shown.emit(self._controller.adjudicating)

    def _forget(self) -> None:
        self._layers, self._of, self.current, self._told = None, None, None, ""
        self._panel.show_nothing()

    def _look(self, *_: object) -> None:
        session, folder = self._controller.session, self._controller.folder
        if session is None or folder is None or folder.layer is None or folder.layer.signed is None:
            return
        begins = self._of != (session.name, session.text_sha256)
        if begins:
            try:
                self._layers = folder.layer.signed.compared(session.name)
            except DeidError as error:
                self._controller.failed.emit(error)
                return
            self._of = session.name, session.text_sha256
        every = self.differences
        again = None if begins else next((one for one in every if one not in self._open), None)  # its step was undone
        if again is not None:
            self._show(again)
        elif begins or self.current is None:
            self.step(1)
        elif self.current not in every:
            # By keys of the review, of which several may be needed: it stays on the screen until one goes on.
            self._open = every
            self._panel.show_decided(len(every))
        elif every != self._open:
            self._show(self.current)
        if begins:
            self._panel.begin()

    def _show(self, difference: Difference | None) -> None:
        self.current = difference
        self._open = self.differences
        session = self._controller.session
        assert session is not None and self._layers is not None
        if difference is None:
            self._panel.show_agreed(len(self._layers.differences), len(self._layers.agreed), session.signed)
            self._tell()
            return
        sides = [
            Shown(
                side,
                ", ".join(side.layers),
                "; ".join(self._words_of(span, session.text) for span in side.spans) or self.tr("nothing"),
                side.spans[0].phi_class if side.spans else "",
                tuple(self._notes_of(side)),
            )
            for side in difference.sides
        ]
        self._panel.show_sides(self._open.index(difference) + 1, len(self._open), sides)
        self._tell()
        place = Span(difference.start, difference.end, "place")
        first = next(m for m in self._controller.desk.pending if m.span.overlaps(place))
        self._controller.select(first.id, show=True)

    def _words_of(self, span: Span, text: str) -> str:
        title, own = class_title(self._controller.tagset, span.phi_class), few_words(span.text(text))
        return self.tr("{title}: «{text}»").format(title=title, text=own)

    def _notes_of(self, side: Side) -> Iterator[str]:
        """What those who have a side noted on it."""
        told, noted = self.tr("{name} notes: {note}"), {} if self._layers is None else self._layers.notes
        for span in side.spans:
            notes = noted.get(span, {})
            yield from (told.format(name=who, note=notes[who]) for who in side.layers if who in notes)

    def _tell(self) -> None:
        """Have what the panel shows read out, once."""
        if self._panel.said != self._told:
            self._told = self._panel.said
            self._workbench.announcer.announce(self._told)
