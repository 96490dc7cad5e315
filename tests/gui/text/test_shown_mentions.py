"""Which mentions of a desk a person sees: what is looked up is what is not left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.text.marks.shown_mentions import ShownMentions
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion

CONFIDENCES = st.sampled_from([0.2, 0.6, 0.95])
DESKS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(1, 9), st.sampled_from(["PERSONA", "LUGAR"]), CONFIDENCES, st.booleans()),
    max_size=12,
)


def desk_of(rows: list[tuple[int, int, str, float, bool]]) -> Desk:
    mentions = []
    for number, (start, length, phi_class, confidence, accepted) in enumerate(rows, start=1):
        span = Span(start, start + length, phi_class)
        suggestion = Suggestion(span, confidence, (Evidence("crf", "modelo", ""),))
        decision = Decision.ACCEPTED if accepted else Decision.PENDING
        mentions.append(Mention(number, span, decision, Origin.DETECTOR, suggestion))
    return Desk(mentions)


@given(DESKS, CONFIDENCES, st.frozensets(st.sampled_from(["PERSONA", "LUGAR"])), st.integers(0, 40), st.integers(1, 9))
def test_what_is_found_is_what_is_not_left_out(
    rows: list[tuple[int, int, str, float, bool]], least: float, hidden: frozenset[str], start: int, length: int
) -> None:
    shown = ShownMentions()
    shown.hide(hidden)
    shown.leave_out_below(least)
    shown.take(desk_of(rows))
    meeting = [m for m in shown.desk.ordered if m.span.start < start + length and start < m.span.end]
    assert shown.meeting(start, start + length) == tuple(m for m in meeting if not shown.is_hidden(m))
    for mention in meeting:
        faint = mention.decision is Decision.PENDING and rows[mention.id - 1][3] < least
        assert shown.is_hidden(mention) == (faint or mention.span.phi_class in hidden)


def test_a_filter_that_changes_is_followed_at_once() -> None:
    shown = ShownMentions()
    shown.take(desk_of([(0, 3, "PERSONA", 0.6, False)]))
    assert shown.innermost(0, 1) is not None
    shown.leave_out_below(0.9)
    assert shown.innermost(0, 1) is None
    shown.leave_out_below(0.0)
    shown.hide(frozenset({"PERSONA"}))
    assert shown.innermost(0, 1) is None
    assert shown.not_rejected() == [(0, 3)]  # hidden is not undone
