"""SecondReading: tells whether the report on the screen needs a second reader, and leads one through the passages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from deid_studio.gui.shell.key_table import ANYWAY, key_sign
from deid_studio.gui.shell.messages import Action, Kind
from deid_studio.gui.words.wording import Counts
from deid_studio.gui.workbench import Workbench
from deid_studio.review.second.second_policy import Choice, Role, passages

_TOPIC, _LEFT = "second", "second_left"


class SecondReading(QObject):
    """The banner over a report that another person is to read as well; one report at a time, no widgets of its own."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._controller = workbench.controller
        self.passages: tuple[int, ...] = ()  # ids of the mentions to be looked at, in text order
        self._seen: set[int] = set()
        self._passed_over = False
        controller = workbench.controller
        controller.report_opened.connect(self._begin)
        controller.report_failed.connect(self._clear)
        controller.report_leaving.connect(self._clear)
        controller.signed_changed.connect(lambda: self.tell())
        controller.current_changed.connect(self._look)
        controller.folder_opened.connect(self._folder_opened)
        workbench.preferences.changed.connect(self._reviewer_changed)

    # --- who is who ------------------------------------------------------------------------------------------

    @property
    def role(self) -> Role:
        """What the reviewer is to the report on the screen."""
        return self._controller.role

    @property
    def tells(self) -> bool:
        """Whether it has more to say of a report that is signed off than that it is."""
        session = self._controller.session
        return self.role is Role.SECOND or (self.role is not Role.NONE and session is not None and session.signed)

    def _reviewer_changed(self) -> None:
        controller = self._controller
        if controller.folder is not None and controller.folder.project.reviewer != controller.reviewer:
            # What is decided from now on is the other person's, whoever opened the report.
            controller.folder.project.reviewer = controller.reviewer
            if controller.session is not None:
                controller.session.reviewer = controller.reviewer
                controller.signed_changed.emit(controller.session.signed)

    # --- telling ---------------------------------------------------------------------------------------------

    def _folder_opened(self) -> None:
        folder = self._controller.folder
        if folder is not None:
            folder.standing_changed.connect(self._standing_changed)

    def _standing_changed(self, name: str) -> None:
        if self._controller.session is not None and self._controller.session.name == name:
            self.tell()

    def _clear(self) -> None:
        self.passages = ()
        for topic in (_TOPIC, _LEFT):
            self._workbench.messages.clear(topic)

    def _begin(self) -> None:
        self._clear()
        self._seen.clear()
        self._passed_over = False
        self.tell()

    def tell(self) -> None:
        """Say what the reviewer is to the report on the screen, if it needs a second reader."""
        messages, folder, session = self._workbench.messages, self._controller.folder, self._controller.session
        if not self.tells or folder is None or session is None:
            self._clear()
            return
        if self.role is not Role.SECOND:
            self._tell_first(session.signatures[-1].reviewer)
            return
        if folder.second.policy.choice is not Choice.RISKIEST:
            self.passages = ()
        elif not self.passages:
            self.passages = passages(session.desk)
        name = folder.second.first_reader(session.name)
        text = self.tr("Second reading: {name} has signed it off.").format(name=name)
        detail = self.tr("Read it as if nobody had, and sign off.")
        actions: list[Action] = []
        if self.passages:
            detail = self._passages_in_words()
            actions = [self._next_passage]
        shown = messages.shown(_TOPIC)
        if shown is None or (shown.text, shown.detail) != (text, detail):
            messages.tell(_TOPIC, text, detail, kind=Kind.SECOND, actions=actions, closable=False)

    def _tell_first(self, signed_by: str) -> None:
        if self.role is Role.UNNAMED:
            text = self.tr("{name} has signed it off, and another person is to read it.").format(name=signed_by)
            detail = self.tr("Whoever that is first writes their name in the settings.")
        else:
            text = self.tr("You have signed it off. Now another person is to read it.")
            detail = self.tr("You cannot be its second reader. Editing withdraws your sign-off.")
        actions = [(self.tr("Withdraw"), self._controller.withdraw_sign_off)]
        self._workbench.messages.tell(_TOPIC, text, detail, kind=Kind.SECOND, actions=actions, closable=False)

    # --- passages --------------------------------------------------------------------------------------------

    @property
    def unseen(self) -> int:
        """How many passages the second reader has not looked at."""
        return len(self.passages) - len(self._seen.intersection(self.passages))

    @property
    def _next_passage(self) -> Action:
        return self._workbench.keys.table.with_hint(self.tr("Next passage"), "next_passage"), lambda: self.step(1)

    def _passages_in_words(self) -> str:
        if not self._seen.intersection(self.passages):
            told = self.tr("Suggestions that were rejected, and could be PHI all the same: {count}.")
            return told.format(count=len(self.passages))
        current = self._controller.current
        if current in self.passages:
            told = self.tr("Passage {at} of {count}: rejected, and PHI all the same?")
            return told.format(at=self.passages.index(current) + 1, count=len(self.passages))
        if self.unseen:
            return self.tr("Passages left to look at: {count}.").format(count=self.unseen)
        return self.tr("Every passage has been looked at. Sign off.")

    def _look(self, mention_id: int | None) -> None:
        if self.role is Role.SECOND and self.passages:
            if mention_id is not None and mention_id in self.passages:
                self._seen.add(mention_id)
            if not self.unseen:
                self._workbench.messages.clear(_LEFT)
            self.tell()

    def step(self, direction: int) -> None:
        """Go to the next passage (1) or the one before (-1) from where the person is, round the ends."""
        controller = self._controller
        there = [mention for id_ in self.passages if (mention := controller.desk.get(id_)) is not None]
        if self.role is not Role.SECOND or not there:
            return
        current = controller.mention
        # A passage that begins at the caret is the next one, unless it is the current mention.
        place = self._workbench.view.selection.caret() - direction if current is None else current.span.start
        beyond = [m for m in there if (m.span.start - place) * direction > 0]
        following = (beyond or there)[0] if direction > 0 else (beyond or there)[-1]
        controller.select(following.id, show=True)
        self._workbench.view.setFocus()

    def holds_back(self, _go_on: Callable[[], object]) -> bool:
        """Whether a sign-off is to wait for passages that nobody looked at; asked again, it goes to one of them."""
        if self.role is not Role.SECOND or self._passed_over or not self.unseen:
            return False
        if self._workbench.messages.shown(_LEFT) is not None:
            self._go_to_unseen()
            return True
        anyway = " ".join((self.tr("Sign off all the same"), key_sign(self._workbench.keys.table, ANYWAY))).rstrip()
        actions: list[Action] = [
            self._next_passage,
            (anyway, partial(self._workbench.actions.do, "sign_anyway")),
        ]
        text = Counts().passages_left(self.unseen)
        self._workbench.messages.tell(_LEFT, text, kind=Kind.WARNING, actions=actions)
        return True

    def pass_over(self) -> bool:
        """Let a sign-off that was held back go on without the passages that are left; False if none was."""
        if self._workbench.messages.shown(_LEFT) is None:
            return False
        self._passed_over = True
        self._workbench.messages.clear(_LEFT)
        return True

    def _go_to_unseen(self) -> None:
        unseen = next(one for one in self.passages if one not in self._seen)
        self._controller.select(unseen, show=True)
        self._workbench.view.setFocus()
