"""Rules turned off and the reports under review: what goes, what stays, what the preview says of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.rule_ids import rests_on
from deid_studio.model.edits import Accept, Note, Reject
from deid_studio.model.mentions import Decision, Desk, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding.offering import offered
from deid_studio.review.deciding.rule_preview import Change, Fate, ReportChanges, changes, totals
from deid_studio.review.folder_journal import kept_in
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import Project

Opening = Callable[[], Project]
RULE, OTHER = "grammar:x/fecha", "grammar:x/otra"


def one(start: int, end: int, phi_class: str = "FECHAS", rule: str = RULE) -> Suggestion:
    return Suggestion(Span(start, end, phi_class), 0.9, (Evidence("rule", "fecha", "0.9", rule),))


def crf(suggestion: Suggestion) -> Suggestion:
    return replace(suggestion, evidence=(Evidence("crf", "", "0.9"),))


# --- the desk ------------------------------------------------------------------------------------------------


def test_pending_ones_of_a_rule_that_is_off_go_and_decisions_and_notes_stay() -> None:
    desk = desk_of([], [one(0, 3), one(5, 8), one(10, 13), one(15, 18), one(20, 23, rule=OTHER)])
    for edit in (Accept(1), Reject(2), Note(3, "mirar")):
        desk = edit.apply(desk)
    offer = offered(desk, [one(20, 23, rule=OTHER)], {RULE})
    assert [mention.id for mention in offer.gone] == [4] and not offer.fresh
    assert not offered(desk, [one(20, 23, rule=OTHER), crf(one(15, 18))], {RULE})  # somebody else finds it
    assert not offered(desk, [], ())  # a detector that finds less takes nothing away
    changed = offered(desk, [one(14, 19, rule=OTHER)], {RULE})
    assert [m.id for m in changed.gone] == [4] and [(m.id, m.span.start) for m in changed.fresh] == [(6, 14)]


def test_it_is_an_event_that_is_replayed_and_is_no_step(open_project: Opening) -> None:
    project = open_project()
    session = project.open("a1")
    session.offer([one(8, 14), one(29, 31), one(53, 57, rule=OTHER)], "m")
    session.perform(Accept(session.desk.ordered[0].id))
    assert not session.offer([one(8, 14), one(53, 57, rule=OTHER)], "m")
    assert session.offer([one(53, 57, rule=OTHER), one(60, 64, rule=OTHER)], "m", {RULE})
    spans = [(m.span.start, m.decision) for m in session.desk]
    assert spans == [(8, Decision.ACCEPTED), (53, Decision.PENDING), (60, Decision.PENDING)]
    assert len(session.history.done) == 1
    again = open_project().open("a1")
    assert again.desk == session.desk
    again.undo()
    assert [m.decision for m in again.desk] == [Decision.PENDING] * 3  # as it was before one's own decision
    assert again.offer([one(53, 57, rule=OTHER)], "m", {RULE})
    assert [m.span.start for m in again.desk] == [53, 60]
    assert open_project().open("a1").desk == again.desk


def test_undoing_decisions_on_what_went_since_brings_it_back_as_it_was(open_project: Opening) -> None:
    session = open_project().open("a1")
    session.offer([one(8, 14), one(29, 31)], "m")
    first, second = (m.id for m in session.desk)
    session.perform(Accept(first))
    session.perform(Accept(second))
    session.undo()
    session.undo()
    assert session.offer([], "m", {RULE}) and not len(session.desk)
    assert not session.history.undone  # nothing is left to redo on what is not there
    assert open_project().open("a1").desk == session.desk


def test_a_signed_off_report_is_left_alone(open_project: Opening) -> None:
    session = open_project().open("a2")
    session.offer([one(8, 14)], "m")
    session.perform(Accept(1))
    session.sign_off()
    assert not session.offer([], "m", {RULE}) and session.signed


def test_what_is_off_is_kept_in_the_folder(open_project: Opening, folder: Path) -> None:
    project = open_project()
    assert project.kept(RULES_OFF) == frozenset() and not (folder / ".deid-studio").exists()
    project.keep(RULES_OFF, {OTHER, RULE})
    assert open_project().kept(RULES_OFF) == kept_in(folder, RULES_OFF) == {RULE, OTHER}
    project.keep(RULES_OFF, ())
    assert kept_in(folder, RULES_OFF) == frozenset()
    project.journal().keep_setting("rules_off", "[1, {")
    assert project.kept(RULES_OFF) == frozenset()
    within = folder / "planta 2"
    assert kept_in(within, RULES_OFF) == frozenset() and not (within / ".deid-studio").exists()


# --- the preview ---------------------------------------------------------------------------------------------


def test_each_suggestion_has_its_fate() -> None:
    before = [one(0, 3), one(5, 8), one(10, 13), one(20, 23), one(30, 33, rule=OTHER)]
    stays = crf(one(20, 23))
    after = [one(5, 9, "TERRITORIO", OTHER), stays, one(30, 33, rule=OTHER), one(40, 43, rule=OTHER)]
    desk = desk_of([Span(10, 12, "FECHAS")], [])
    found = changes(desk, before, after, {RULE}, begun=False)
    assert found == (
        Change(Fate.GOES, Span(0, 3, "FECHAS")),
        Change(Fate.CHANGES, Span(5, 8, "FECHAS"), Span(5, 9, "TERRITORIO")),
        Change(Fate.DECIDED, Span(10, 13, "FECHAS")),
        Change(Fate.STAYS, Span(20, 23, "FECHAS"), left=stays.evidence),
        Change(Fate.COMES, Span(40, 43, "FECHAS")),
    )
    counted = totals([ReportChanges("a", "", found), ReportChanges("b", "", found[3:4])])
    assert counted.reports == 1
    assert counted.fates == Counter({Fate.STAYS: 2, **dict.fromkeys(set(Fate) - {Fate.STAYS}, 1)})


def test_what_stays_because_another_rule_finds_it_names_that_rule() -> None:
    both = Suggestion(Span(0, 3, "FECHAS"), 0.9, (*one(0, 3).evidence, *one(0, 3, rule=OTHER).evidence))
    (change,) = changes(Desk(), [both], [one(0, 3, rule=OTHER)], {RULE}, begun=False)
    assert change.fate is Fate.STAYS and [fact.rule for fact in change.left] == [OTHER]


spans = st.integers(0, 8).map(lambda n: n * 4)
suggestions = st.lists(
    st.builds(
        lambda at, phi_class, rule, longer: one(at, at + 2 + longer, phi_class, rule),
        spans, st.sampled_from(["FECHAS", "PAIS"]), st.sampled_from([RULE, OTHER, ""]), st.booleans(),
    ),
    unique_by=lambda s: s.span.start,
    max_size=8,
)  # fmt: skip
decisions = st.lists(st.sampled_from(["accept", "reject", ""]), min_size=8, max_size=8)


@given(suggestions, suggestions, decisions)
def test_the_preview_of_a_begun_review_is_what_then_happens(
    was: list[Suggestion], more: list[Suggestion], decided: list[str]
) -> None:
    desk = desk_of([], was)
    for mention, decision in zip(desk.ordered, decided, strict=False):
        desk = {"accept": Accept, "reject": Reject}[decision](mention.id).apply(desk) if decision else desk
    # The detector says the same without the rule, and something else where the rule left room.
    kept = [s for s in was if not rests_on(s, {RULE})]
    after = [*kept, *(s for s in more if not rests_on(s, {RULE}) and all(not s.span.overlaps(k.span) for k in kept))]
    told = changes(desk, was, after, {RULE}, begun=True)
    offer = offered(desk, after, {RULE})
    gone = {change.span for change in told if change.fate in (Fate.GOES, Fate.CHANGES)}
    assert gone == {mention.span for mention in offer.gone}
    comes = {change.span for change in told if change.fate is Fate.COMES}
    comes |= {change.becomes for change in told if change.becomes is not None}
    assert comes == {mention.span for mention in offer.fresh}
    left = {m for m in desk if m.decision is not Decision.PENDING}
    assert not left & set(offer.gone)


@given(suggestions, suggestions)
def test_every_suggestion_of_the_rule_has_a_fate(was: list[Suggestion], more: list[Suggestion]) -> None:
    after = [s for s in more if not rests_on(s, {RULE})]
    told = changes(Desk(), was, after, {RULE}, begun=False)
    own = {s.span for s in was if rests_on(s, {RULE})}
    assert own <= {change.span for change in told}
    assert not changes(Desk(), after, after, {RULE}, begun=False)
