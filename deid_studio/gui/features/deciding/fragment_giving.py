"""FragmentGiving: makes the selected text a further fragment of the mention that was chosen before, or takes it out."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.words.wording import few_words
from deid_studio.gui.workbench import Workbench

_NAMED = 30  # characters of a mention


class FragmentGiving(QObject):
    """Remembers the mention that was current last: none is while text beside it is being selected."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._mention: int | None = None
        workbench.controller.current_changed.connect(self._follow)
        workbench.controller.report_opened.connect(self._forget)

    def toggle(self) -> None:
        """Give the selected text to the mention, or take it out of it."""
        controller, selected = self._workbench.controller, self._workbench.view.selection.range()
        if selected is None or self._mention is None or self._mention not in controller.desk:
            self._workbench.status.tell(self.tr("Choose a mention, then select what belongs to it."))
        else:
            controller.toggle_fragment(self._mention, *selected)

    def named(self) -> str:
        """The text of the mention in a few words; empty for none."""
        session, mention = self._workbench.controller.session, self._mention
        if session is None or mention is None or mention not in session.desk:
            return ""
        return few_words(session.desk[mention].span.text(session.text), _NAMED)

    def _follow(self, mention: int | None) -> None:
        if mention is not None:
            self._mention = mention

    def _forget(self) -> None:
        self._mention = self._workbench.controller.current
