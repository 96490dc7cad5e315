"""Which reports are chosen for a second reader, and who that may be."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.journal import Signature, Summary
from deid_studio.review.second.second_policy import (
    Choice,
    Role,
    SecondPolicy,
    SecondReaders,
    draw,
    expected_leak,
    passages,
    read_twice,
    reader_key,
)

SECRET = "5a" * 32
NAMES = [f"informe-{number:03}" for number in range(200)]


def signed(*names: str, risk: float | None = None) -> tuple[Signature, ...]:
    return tuple(Signature(name, "2026-01-02T09:00:00+00:00", risk=risk) for name in names)


def summaries(risks: dict[str, float | None], by: str = "Ana") -> dict[str, Summary]:
    made = {}
    for name, risk in risks.items():
        made[name] = Summary(name, 3, 0, 1, 0, True, True, False, None, signed(by, risk=risk), by)
    return made


def readers(choice: Choice, share: float, risks: dict[str, float | None] | None = None) -> SecondReaders:
    return SecondReaders(SecondPolicy(choice, share, SECRET), summaries(risks or dict.fromkeys(NAMES, 0.1)))


def test_nothing_is_chosen_until_it_is_wanted():
    none = readers(Choice.OFF, 1.0)
    assert not none.chosen and none.role(NAMES[0], "Eva") is Role.NONE and not none.needed(NAMES[0])
    everything = readers(Choice.RANDOM, 1.0)
    assert everything.chosen == set(NAMES) and not everything.read


def test_a_greater_share_holds_the_smaller_one_and_each_folder_draws_its_own():
    shares = [readers(Choice.RANDOM, share).chosen for share in (0.05, 0.1, 0.5, 1.0)]
    assert all(small < great for small, great in pairwise(shares))
    assert 60 <= len(shares[2]) <= 140
    other = SecondReaders(SecondPolicy(Choice.RANDOM, 0.5, "c3" * 32), summaries(dict.fromkeys(NAMES, 0.1)))
    assert other.chosen != shares[2]


@given(st.text(max_size=30))
def test_a_draw_is_the_names_own(name):
    assert 0 <= draw(name, SECRET) < 1 and draw(name, SECRET) == draw(name, SECRET)
    assert draw(name, SECRET) != draw(f"{name}x", SECRET)


def test_the_riskiest_are_a_share_of_those_that_were_signed():
    risks = {"a": 0.1, "b": 2.0, "c": 0.7, "d": 0.0, "e": None}
    assert readers(Choice.RISKIEST, 0.2, risks).chosen == {"b"}
    assert readers(Choice.RISKIEST, 0.21, risks).chosen == {"b", "c"}
    assert readers(Choice.RISKIEST, 1.0, risks).chosen == {"a", "b", "c"}  # where nothing is left there is no passage
    known = SecondReaders(SecondPolicy(Choice.RISKIEST, 0.2, SECRET), summaries(risks), {"e": 5.0})
    assert known.chosen == {"e"}


def test_signing_one_more_may_put_another_out_of_the_share():
    both = readers(Choice.RISKIEST, 0.5, {"a": 0.3, "b": 0.1})
    assert both.chosen == {"a"}
    assert both.note("c", signed("Ana", risk=0.9)) == frozenset()
    assert both.chosen == {"a", "c"}
    assert both.note("d", signed("Ana", risk=0.5)) == {"a"}
    assert both.chosen == {"c", "d"}
    again = (*signed("Ana", risk=0.9), Signature("Eva", "", second=True, risk=0.0))
    assert both.note("c", again) == frozenset() and both.chosen == {"c", "d"}  # the first reader's risk counts
    assert both.read == {"c"}


def test_a_report_whose_text_changed_was_signed_by_nobody():
    drawn = readers(Choice.RANDOM, 1.0, {"a": 0.1})
    drawn.note("a", ())
    assert not drawn.chosen and drawn.role("a", "Eva") is Role.NONE and not drawn.needed("a") and not drawn.signed


def test_who_signed_is_the_first_reader_and_everybody_else_may_be_the_second():
    all_of = readers(Choice.RANDOM, 1.0, {"a": 0.1})
    assert all_of.role("a", "  aNA ") is Role.FIRST
    assert all_of.role("a", "Eva") is Role.SECOND and all_of.role("a", " ") is Role.UNNAMED
    assert all_of.first_reader("a") == "Ana" and all_of.first_reader("b") == ""
    all_of.note("a", signed("Ana", "Ana"))
    assert all_of.needed("a")
    all_of.note("a", signed("Ana", "Eva"))
    assert not all_of.needed("a") and all_of.role("a", "Ana") is Role.NONE
    all_of.note("a", signed("Ana", "Eva", "Ana"))
    assert not all_of.needed("a")  # two people have read it


def test_names_are_compared_as_people_write_them():
    assert reader_key("  Dra.  Ñúñez\u00a0Ríos ") == reader_key("dra. n\u0303u\u0301n\u0303ez ri\u0301os")
    assert reader_key("Ana") != reader_key("Ana M.")
    assert not read_twice(signed("Ana", "ANA ")) and not read_twice(signed("Ana", "")) and not read_twice(())
    assert read_twice(signed("", "Ana")) and read_twice(signed("Ana", "Ana", "Eva"))


def test_a_policy_is_kept_as_it_was():
    policy = SecondPolicy(Choice.RISKIEST, 0.25).with_secret()
    assert len(policy.secret) == 64 and policy.with_secret() is policy
    assert SecondPolicy.from_json(policy.to_json()) == policy
    assert SecondPolicy().with_secret().secret != policy.secret


@pytest.mark.parametrize(
    "kept",
    [None, "", "[]", "{}", '{"choice": "all", "share": 0.1, "secret": ""}',
     '{"choice": "random", "share": 7, "secret": "00"}', '{"choice": "random", "share": 0.1, "secret": "x"}'],
)  # fmt: skip
def test_what_cannot_be_understood_is_off(kept):
    assert SecondPolicy.from_json(kept).choice is Choice.OFF


def mention(number: int, start: int, decision: Decision, confidence: float | None) -> Mention:
    span = Span(start, start + 5, "FECHAS")
    if confidence is None:
        return Mention(number, span, decision, Origin.PERSON)
    return Mention(number, span, decision, Origin.DETECTOR, Suggestion(span, confidence, (Evidence("crf"),)))


def test_what_was_rejected_is_expected_to_leak_by_its_confidence():
    desk = Desk(
        [
            mention(1, 0, Decision.REJECTED, 0.7),
            mention(2, 10, Decision.REJECTED, 0.02),
            mention(3, 20, Decision.ACCEPTED, 0.9),
            mention(4, 30, Decision.REJECTED, 0.9),
            mention(5, 32, Decision.ACCEPTED, None),  # with better ends
        ]
    )
    assert expected_leak(desk) == expected_leak(desk, 1.0) == pytest.approx(0.72)
    # One of two accepted ones was added by hand: (1 + 1) / (2 + 2) of what the unread half holds.
    assert expected_leak(desk, 0.5) == pytest.approx(0.72 + 0.5 * 2 * 0.5)
    assert passages(desk) == (1,)
    assert expected_leak(Desk()) == expected_leak(Desk(), 0.0) == 0


@given(st.lists(st.tuples(st.sampled_from(list(Decision)), st.floats(0, 1)), max_size=8), st.floats(0, 1))
def test_less_read_is_never_less_risk(decided, read):
    desk = Desk([mention(n, n * 10, decision, confidence) for n, (decision, confidence) in enumerate(decided)])
    assert 0 <= expected_leak(desk) <= expected_leak(desk, read) <= expected_leak(desk, 0.0)
    assert set(passages(desk)) <= {m.id for m in desk if m.decision is Decision.REJECTED}


def test_policy_can_be_tried_without_changing_anything():
    off = readers(Choice.OFF, 0.1, {"a": 0.5, "b": 0.1})
    tried = off.with_policy(replace(off.policy, choice=Choice.RISKIEST, share=0.5))
    assert tried.chosen == {"a"} and not off.chosen and tried.signed == off.signed == 2
