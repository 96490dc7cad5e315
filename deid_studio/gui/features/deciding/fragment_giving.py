"""FragmentGiving: makes the selected text a further fragment of the mention that was chosen before, or takes it out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent

from deid_studio.gui.words.wording import few_words
from deid_studio.gui.workbench import Workbench
from deid_studio.model.mentions import Mention
from deid_studio.model.span import Span

_NAMED = 30  # characters of a mention


class FragmentGiving(QObject):
    """Remembers the mention that was current before text was selected: one that the selected text lies in becomes
    current with it, and is not the one that was chosen. What the pointer presses on its way to a selection is not
    chosen either: the first click of two, and where a drag begins."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._chosen: int | None = None
        self._before_press: int | None = None
        self._pressed = False
        workbench.controller.current_changed.connect(self._follow)
        workbench.controller.report_opened.connect(self._forget)
        workbench.view.selection.changed.connect(self._follow_selection)
        workbench.view.viewport().installEventFilter(self)

    def toggle(self) -> None:
        """Give the selected text to the mention, or take it out of it."""
        mention, selected = self._mention, self._workbench.view.selection.range()
        if selected is None or mention is None:
            self._workbench.status.tell(self.tr("Choose a mention, then select what belongs to it."))
        elif not self._workbench.controller.toggle_fragment(mention.id, *selected):
            self._workbench.status.tell(self.tr("Nothing would be left of the mention: choose another one first."))

    def named(self) -> str:
        """The text of the mention in a few words; empty for none."""
        session, mention = self._workbench.controller.session, self._mention
        return "" if session is None or mention is None else few_words(mention.span.text(session.text), _NAMED)

    def takes_out(self) -> bool:
        """Whether the selected text is a part of the mention."""
        mention, selected = self._mention, self._workbench.view.selection.range()
        return mention is not None and selected is not None and mention.span.covers(Span(*selected, "selected"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.button() is Qt.MouseButton.LeftButton:
            if event.type() is QEvent.Type.MouseButtonPress:
                self._before_press = self._chosen
            self._pressed = event.type() is not QEvent.Type.MouseButtonRelease
        return super().eventFilter(watched, event)

    @property
    def _mention(self) -> Mention | None:
        return None if self._chosen is None else self._workbench.controller.desk.get(self._chosen)

    def _follow(self, mention: int | None) -> None:
        if mention is not None and self._workbench.view.selection.range() is None:
            self._chosen = mention

    def _follow_selection(self, selected: tuple[int, int] | None) -> None:
        if selected is None:
            self._follow(self._workbench.controller.current)
        elif self._pressed:
            self._chosen = self._before_press

    def _forget(self) -> None:
        self._chosen = self._before_press = self._workbench.controller.current
