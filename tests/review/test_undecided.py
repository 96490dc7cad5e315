"""Suggestions that nobody decided: where they stand in what leaves, whatever was replaced before them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.release.leak_check import Excuse, Leak, LeakKind
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser
from deid_studio.review.undecided import undecided, with_undecided

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
WORDS = ["Lucía", "vive", "en", "Villabrezo", "😀", "desde", "2021", "con", "Elvira"]
TEXT = " ".join(WORDS)
PLACES = [(TEXT.index(word), TEXT.index(word) + len(word)) for word in WORDS]
NAME, DATES = "NOMBRE_SUJETO_ASISTENCIA", "FECHAS"


def released(decided, policy):
    doc = Document("uno", TEXT, tuple(Span(*place, NAME) for place in decided))
    return Releaser([doc], policy, TAGSET, b"s" * 32).release(doc)


@given(st.sets(st.sampled_from(PLACES)), st.sets(st.sampled_from(PLACES)), st.sampled_from([Way.TAG, Way.MASK]))
def test_each_that_stays_is_found_where_it_stands_and_no_other(decided, suggested, way):
    policy = Policy("p", default=Treatment(way))
    made = released(decided, policy)
    found = undecided([Span(*place, DATES) for place in suggested], made, policy, TAGSET)
    assert [made.text[leak.start : leak.end] for leak in found] == [TEXT[a:b] for a, b in sorted(suggested - decided)]
    assert all(leak.kind is LeakKind.SUGGESTED and leak.excuse is None for leak in found)


def test_what_the_policy_keeps_is_none():
    policy = Policy("p", classes={DATES: Treatment(Way.KEEP)}, default=Treatment(Way.TAG))
    assert undecided([Span(0, 5, DATES)], released((), policy), policy, TAGSET) == []


def test_a_suggestion_takes_the_place_of_a_hit_within_it_but_not_of_an_excused_one():
    suggested = [Leak(10, 20, LeakKind.SUGGESTED, NAME)]
    number = Leak(12, 18, LeakKind.NUMBER)
    excused = Leak(12, 18, LeakKind.TEXT, NAME, Excuse.EPONYM)
    longer = Leak(8, 20, LeakKind.TEXT, NAME)
    assert with_undecided([number, excused, longer], suggested) == (longer, suggested[0], excused)
