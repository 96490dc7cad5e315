"""Step: what is done in the tour, one after the other, and how it is seen that it was."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from deid_studio.gui.shell.key_table import KeyTable
from deid_studio.gui.words.wording import translate
from deid_studio.model.mentions import Decision, Mention, Origin
from deid_studio.review.session import ReviewSession

# In the tour's report (resources/tour): what the program finds and takes for something else, and what it does not find.
OTHERWISE, MISSED = "Chelo", "mercería"


class Step(Enum):
    """The steps in order. Each is done by the keys of daily work, and seen in what was decided on the report."""

    ACCEPT = 1
    CLASS = 2
    MARK = 3
    CHECK = 4
    SIGN = 5

    def is_done(self, session: ReviewSession, asked: bool) -> bool:
        """Whether it was done in the session of the tour's report; `asked`: to sign off, with nothing pending."""
        desk = session.desk
        match self:
            case Step.ACCEPT:
                return any(m.decision is Decision.ACCEPTED for m in desk)
            case Step.CLASS:
                return any(_has_another_class(m) for m in desk)
            case Step.MARK:
                return any(m.origin is Origin.PERSON for m in desk)
            case Step.CHECK:
                return session.signed or asked
        return session.signed

    def place(self, session: ReviewSession) -> int | None:
        """Where in the report the step is best done, if it is anywhere."""
        word = {Step.CLASS: OTHERWISE, Step.MARK: MISSED}.get(self, "")
        place = session.text.find(word) if word else -1
        return place if place >= 0 else None

    def title(self) -> str:
        """What is done, and which step it is."""
        titles = {
            Step.ACCEPT: translate("tour", "Accept"),
            Step.CLASS: translate("tour", "Give another class"),
            Step.MARK: translate("tour", "Mark what was missed"),
            Step.CHECK: translate("tour", "The check before signing"),
            Step.SIGN: translate("tour", "Sign off"),
        }
        told = translate("tour", "Step {number} of {count} · {title}.")
        return told.format(number=self.value, count=len(Step), title=titles[self])

    def words(self, table: KeyTable) -> str:
        """What there is to do, with the keys as they are now."""
        texts = {
            Step.ACCEPT: translate(
                "tour",
                "What the program found is marked; what has a frame is the current mention. {accept} accepts it,"
                " {discard} rejects what tells of nobody. Accept the first one.",
            ),
            Step.CLASS: translate(
                "tour",
                "“{otherwise}” is what they call the patient: a name. Press the key of its class, or {choose_class} to"
                " choose one. {undo} takes back whatever you did last.",
            ),
            Step.MARK: translate(
                "tour",
                "No program finds everything: “{missed}” tells who she is, too. Select it with the mouse, or press"
                " {jump} and its letters; then the key of its class, or {add} to choose one.",
            ),
            Step.CHECK: translate(
                "tour",
                "Decide on what is left with {accept} and {discard}; {accept_passage} accepts at one look all that has"
                " a light band. Then press {sign_off}: before you sign, what may have been missed is shown to you once"
                " more.",
            ),
            Step.SIGN: translate(
                "tour",
                "Look at what is asked, or leave it, and sign: {sign_off}. Only what somebody has signed can be"
                " released.",
            ),
        }
        commands = ("accept", "accept_passage", "discard", "choose_class", "undo", "jump", "add", "sign_off")
        keys = {command: table.shown(command) or "–" for command in commands}
        return texts[self].format(otherwise=OTHERWISE, missed=MISSED, **keys)


def step_of(session: ReviewSession, skipped: Collection[Step], asked: bool) -> Step | None:
    """The first step that is neither done nor skipped; none once all are, or the report is signed off."""
    left = [step for step in Step if step not in skipped and not step.is_done(session, asked)]
    return None if session.signed or not left else left[0]


def _has_another_class(mention: Mention) -> bool:
    suggestion = mention.suggestion
    return suggestion is not None and suggestion.span.phi_class != mention.span.phi_class
