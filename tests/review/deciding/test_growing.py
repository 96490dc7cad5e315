"""Growing: nothing that is marked or suggested is lost, nothing accepted is struck through, and one undo is enough."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from deid_studio.errors import EditError
from deid_studio.model.edits import Accept, Edit, Note, Reject, Remove, Resize, Several, from_json, to_json
from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import ANNOTATORS, Evidence, Span, Suggestion
from deid_studio.review.deciding.cut_off import cut_off
from deid_studio.review.deciding.growing import Ground, Taken, grown, letting_go, marking, resizing, taken_in
from deid_studio.review.deciding.history import History
from deid_studio.review.figures.track_record import outcomes_of

TEXT = "Ana Soto Ríos, C. Ontoria R2; calle Mayor 3, 28001 Lugo"
CLASSES = ("WHO", "WHERE")


def at(text: str, phi_class: str = "WHO") -> Span:
    """The span of a text of the report."""
    start = TEXT.index(text)
    return Span(start, start + len(text), phi_class)


def suggested(*spans: Span) -> Desk:
    """A desk with these suggestions."""
    return desk_of((), [Suggestion(span, 0.9, (Evidence("crf"),)) for span in spans])


def ground(history: History, needed: frozenset[int] = frozenset()) -> Ground:
    """What the next growth is on."""
    return Ground(history.desk, TEXT, taken_in(history.done), needed)


def texts(desk: Desk, decision: Decision) -> list[str]:
    """The texts of the mentions with a decision."""
    return [m.span.text(TEXT) for m in desk if m.decision is decision]


def by_text(desk: Desk, text: str) -> Mention:
    """The mention of a text."""
    return next(m for m in desk if m.span.text(TEXT) == text)


def resized(history: History, text: str, wanted: Span) -> History:
    """The mention of a text with the ends of another one."""
    return history.performed(resizing(ground(history), by_text(history.desk, text), wanted).edit)


def test_a_mention_takes_in_what_it_grows_over_and_what_sticks_out_stays():
    before = History(suggested(at("Ana"), at("Soto Ríos"), at("calle Mayor 3", "WHERE"), at("Lugo", "WHERE")))
    after = resized(before, "Ana", at("Ana Soto Ríos, C. Ontoria R2; calle"))
    assert texts(after.desk, Decision.ACCEPTED) == ["Ana Soto Ríos, C. Ontoria R2; calle"]
    assert texts(after.desk, Decision.PENDING) == ["Mayor 3", "Lugo"]
    assert not texts(after.desk, Decision.REJECTED)
    assert after.stepped_back().desk == before.desk
    back = resized(after, "Ana Soto Ríos, C. Ontoria R2; calle", at("Ana Soto"))
    assert texts(back.desk, Decision.PENDING) == ["Ríos", "calle Mayor 3", "Lugo"]
    alone = resized(back, "Ana Soto", at("Ana"))
    assert [(m.id, m.span) for m in alone.desk.pending] == [(m.id, m.span) for m in before.desk.pending[1:]]
    assert outcomes_of(after) == {("WHO", "resized"): 2, ("WHERE", "pending"): 2}


def test_what_is_cut_off_the_end_of_a_suggestion_and_may_be_phi_stays_to_be_decided():
    street = "calle Mayor 3, 28001 Lugo"
    before = History(suggested(at(street, "WHERE")))
    after = resized(before, street, at("calle Mayor 3", "WHERE"))
    assert texts(after.desk, Decision.PENDING) == ["28001 Lugo"]
    assert after.stepped_back().desk == before.desk
    further = resized(after, "calle Mayor 3", at("calle Mayor", "WHERE"))
    assert texts(further.desk, Decision.PENDING) == ["3", "28001 Lugo"]
    again = resized(further, "calle Mayor", at(street, "WHERE"))
    assert (texts(again.desk, Decision.ACCEPTED), texts(again.desk, Decision.PENDING)) == ([street], [])
    cut = resized(again, street, at("calle Mayor 3", "WHERE"))
    assert texts(cut.desk, Decision.PENDING) == ["28001 Lugo"]
    decided = cut.performed(Reject(by_text(cut.desk, "28001 Lugo").id))
    assert texts(resized(decided, "calle Mayor 3", at("calle Mayor", "WHERE")).desk, Decision.PENDING) == ["3"]


def test_what_is_cut_off_word_by_word_is_one_piece_and_titles_and_small_words_are_none():
    history = History(suggested(at("Ana Soto Ríos, C. Ontoria R2; calle")))
    for wanted in ("Ana Soto Ríos, C. Ontoria R2", "Ana Soto Ríos, C. Ontoria", "Ana Soto Ríos, C.", "Ana Soto Ríos"):
        history = resized(history, next(iter(history.desk)).span.text(TEXT), at(wanted))
    assert texts(history.desk, Decision.PENDING) == ["C. Ontoria R2"]
    titled = resized(History(suggested(at("C. Ontoria"))), "C. Ontoria", at("Ontoria"))
    assert not titled.desk.pending


@pytest.mark.parametrize(
    ("whole", "kept", "rest"),
    [
        ("URRUTIA DE LA PEÑA Nombre", "URRUTIA DE LA PEÑA", []),
        ("MIKEL GARAI DE", "MIKEL GARAI", []),
        ("ANA SOTO Luis Gil", "ANA SOTO", ["Luis Gil"]),
        ("ANA SOTO DE LA PEÑA", "ANA SOTO", ["DE LA PEÑA"]),
    ],
)
def test_the_next_label_and_small_words_in_capitals_are_not_left_to_be_decided(whole, kept, rest):
    desk = desk_of((), [Suggestion(Span(0, len(whole), "WHO"), 0.8, (Evidence("crf"),))])
    now = Span(0, len(kept), "WHO")
    left = cut_off(Resize(1, now.start, now.end).apply(desk), whole, desk[1], now)
    assert [edit.mention.span.text(whole) for edit in left] == rest


def test_what_is_cut_off_what_annotators_marked_leaves_nothing():
    street = "calle Mayor 3, 28001 Lugo"
    signed = Suggestion(at(street, "WHERE"), 1.0, (Evidence(ANNOTATORS, detail="Ana"),))
    assert not resized(History(desk_of((), [signed])), street, at("calle Mayor 3", "WHERE")).desk.pending


def test_accepted_mentions_of_the_class_become_one_with_their_notes_and_others_are_told():
    desk = Several((Accept(1), Accept(2), Accept(3), Note(2, "mirar"))).apply(
        suggested(at("Ana"), at("Soto Ríos"), at("Lugo", "WHERE"))
    )
    before = History(desk)
    after = resized(before, "Ana", at("Ana Soto"))
    assert texts(after.desk, Decision.ACCEPTED) == ["Ana Soto Ríos", "Lugo"]
    assert after.desk[1].note == "mirar"
    told = grown(before.desk, after.desk, 1)
    assert (told.confirmed, told.taken, [m.id for m in told.merged], told.beneath) == (False, 0, [2], None)
    over_all = resized(after, "Ana Soto Ríos", Span(0, len(TEXT), "WHO"))
    assert texts(over_all.desk, Decision.ACCEPTED) == [TEXT, "Lugo"]
    assert grown(after.desk, over_all.desk, 1).beneath == over_all.desk[3]
    back = resized(after, "Ana Soto Ríos", at("Ana"))
    assert texts(back.desk, Decision.ACCEPTED) == ["Ana", "Soto Ríos", "Lugo"]  # as it was accepted
    needed = resizing(ground(before, frozenset({2})), desk[1], at("Ana Soto"))
    assert texts(needed.edit.apply(desk), Decision.ACCEPTED) == ["Ana Soto", "Soto Ríos", "Lugo"]


def test_a_part_of_an_accepted_mention_can_be_marked_in_it_and_the_very_one_not_again():
    desk = Accept(1).apply(suggested(at("Ana Soto Ríos")))
    assert texts(marking(Ground(desk, TEXT), at("Soto")).edit.apply(desk), Decision.ACCEPTED) == [
        "Ana Soto Ríos",
        "Soto",
    ]
    with pytest.raises(EditError):
        marking(Ground(desk, TEXT), at("Ana Soto Ríos"))


def test_a_gap_takes_nothing_in():
    desk = suggested(at("Ana"), at("Soto"), at("Ríos"))
    gapped = Span(0, 13, "WHO", ((4, 9),))
    after = resizing(Ground(desk, TEXT), desk[1], gapped).edit.apply(desk)
    assert texts(after, Decision.PENDING) == ["Soto"] and after[1].span == gapped


@pytest.mark.parametrize("edit", [Reject(1), Remove(1)])
def test_what_is_let_go_gives_back_what_it_took_in(edit: Edit):
    history = History(suggested(at("Ana"), at("Soto Ríos")))
    history = resized(history, "Ana", at("Ana Soto"))
    history = history.performed(letting_go(ground(history), history.desk[1], edit))
    assert texts(history.desk, Decision.PENDING) == ["Soto Ríos"]


def test_what_a_person_decided_of_a_piece_does_not_come_back():
    history = History(suggested(at("Ana"), at("Soto Ríos")))
    history = resized(history, "Ana", at("Ana Soto"))
    history = history.performed(Reject(by_text(history.desk, "Ríos").id))
    history = resized(history, "Ana Soto", at("Ana"))
    assert texts(history.desk, Decision.PENDING) == ["Soto"]
    history = resized(history, "Ana", Span(0, 2, "WHO"))
    assert texts(history.desk, Decision.PENDING) == ["Soto"] and texts(history.desk, Decision.REJECTED) == ["Ríos"]


def test_what_came_back_and_was_deleted_stays_deleted():
    desk = Desk(Mention(n, at(t), Decision.ACCEPTED, Origin.PERSON) for n, t in ((1, "Ana"), (2, "Soto")))
    history = resized(resized(History(desk), "Ana", at("Ana Soto")), "Ana Soto", at("Ana"))
    assert history.desk[2] == desk[2]
    history = resized(history.performed(Remove(2)), "Ana", Span(0, 2, "WHO"))
    assert texts(history.desk, Decision.ACCEPTED) == ["An"]


ENDS = st.lists(st.integers(0, len(TEXT)), min_size=2, max_size=2, unique=True).map(sorted)
SPANS = st.builds(lambda ends, phi_class: Span(*ends, phi_class), ENDS, st.sampled_from(CLASSES))
DECISIONS = st.sampled_from(Decision)


@st.composite
def desks(draw: st.DrawFn) -> Desk:
    """A desk as it may have come to be: disjoint suggestions in any state, and accepted mentions anywhere."""
    edges = sorted(draw(st.sets(st.integers(0, len(TEXT)), max_size=12)))
    spans = [Span(a, b, draw(st.sampled_from(CLASSES))) for a, b in zip(edges[::2], edges[1::2], strict=False)]
    desk = suggested(*(span for span in spans if span.text(TEXT) == span.text(TEXT).strip()))  # as detectors suggest
    for mention in desk:
        decision = draw(DECISIONS)
        desk = desk.with_mention(Mention(mention.id, mention.span, decision, mention.origin, mention.suggestion))
    for span in draw(st.lists(SPANS, max_size=2)):
        if not any(m.span == span for m in desk):
            desk = desk.with_mention(Mention(desk.next_id, span, Decision.ACCEPTED, Origin.PERSON))
    return desk


def letters(desk: Desk, *decisions: Decision) -> set[int]:
    """Where letters and digits are that mentions of these decisions hold."""
    held = {
        place for m in desk if m.decision in decisions for start, end in m.span.fragments for place in range(start, end)
    }
    return {place for place in held if TEXT[place].isalnum()}


@given(desks(), st.lists(SPANS, min_size=1, max_size=5))
def test_no_letter_is_lost_and_what_grew_lies_over_nothing_undecided(desk: Desk, spans: list[Span]) -> None:
    note(str(list(desk)))
    history, own = History(desk), None
    rejected = [m for m in desk if m.decision is Decision.REJECTED]
    for wanted in spans:
        before = history.desk
        try:
            if own is None:
                growth = marking(ground(history), wanted)
            else:
                span = Span(wanted.start, wanted.end, before[own].span.phi_class)
                growth = resizing(ground(history), before[own], span)
            after = history.performed(from_json(json.loads(json.dumps(to_json(growth.edit)))))
        except EditError:
            continue
        own = growth.mention_id
        note(f"{growth.edit}\n{list(after.desk)}")
        mention = after.desk[own]
        assert mention.decision is Decision.ACCEPTED and mention.span.covers(wanted)
        was = before.get(own)
        left = set() if was is None else letters(Desk([was]), was.decision)
        kept = Decision.ACCEPTED, Decision.PENDING
        assert letters(before, *kept) - left <= letters(after.desk, *kept)
        assert letters(desk, *kept) <= letters(after.desk, *kept) | left | letters(Desk([mention]), *kept)
        assert not any(m.span.shares(mention.span) for m in after.desk.pending)
        assert [m for m in after.desk if m.decision is Decision.REJECTED] == [m for m in rejected if m.id != own]
        assert after.stepped_back().desk == before
        history = after


@settings(suppress_health_check=[HealthCheck.filter_too_much])  # few of the desks have two pending mentions
@given(desks().filter(lambda desk: len(desk.pending) > 1), SPANS)
def test_who_goes_too_far_and_back_finds_all_as_it_was(desk: Desk, wanted: Span) -> None:
    mention = desk.pending[0]
    away = Span(wanted.start, wanted.end, mention.span.phi_class)
    here = Accept(mention.id).apply(desk)
    history = History(here)
    try:
        history = history.performed(resizing(ground(history), mention, away).edit)
        own = history.desk[mention.id]
        history = history.performed(resizing(ground(history), own, mention.span).edit)
    except EditError:
        return
    accepted = [m for m in here if m.decision is Decision.ACCEPTED]
    free = [m for m in here.pending if not any(m.span.shares(other.span) for other in accepted)]
    assert all(history.desk.get(m.id) == m for m in free)


@given(desks(), st.lists(st.tuples(SPANS, st.integers(0, 2)), max_size=6))
def test_what_was_taken_in_is_the_same_step_by_step_and_at_once(desk: Desk, steps: list[tuple[Span, int]]) -> None:
    history, taken = History(desk), Taken()
    for wanted, back in steps:
        with suppress(EditError):
            history = history.performed(marking(ground(history), wanted).edit)
        for _ in range(min(back, len(history.done))):
            history = history.stepped_back()
        taken = taken_in(history.done, taken)
        assert taken == taken_in(history.done) and taken.steps == history.done
