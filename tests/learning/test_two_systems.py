"""Comparing two systems: what is told of a difference, and of none."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.cli.lab.compare import compare as verb
from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.learning.two_systems import compare
from deid_studio.library import write_brat
from deid_studio.model.document import Document
from deid_studio.model.span import Span

TEXT = "Ana Ruiz, c/ Mayor 3, Soria."
GOLD = (Span(0, 8, "NAME"), Span(10, 20, "STREET"), Span(22, 27, "LOCATION"))


def measured(*found: int) -> Evaluation:
    """A system that finds the first so many spans of each report."""
    many = dict(enumerate(found))
    docs = [Document(str(at), TEXT, GOLD) for at in many]
    return evaluate(docs, lambda doc: GOLD[: many[int(doc.id)]])


def test_what_is_better_on_every_report_is_told_as_such() -> None:
    by = {one.measure: one for one in compare(measured(*[1] * 30), measured(*[2] * 30), draws=500)}
    assert (by["direct_clean"].first, by["direct_clean"].second, by["direct_clean"].p) == (0.0, 1.0, 0.0)
    assert (by["clean"].more, by["clean"].p) == (0.0, 1.0)
    assert by["characters_recall"].low > 0.3
    assert by["ner"].first == pytest.approx(0.5)


def test_what_is_better_on_one_report_of_many_may_be_luck() -> None:
    one_more = compare(measured(*[1] * 30), measured(2, *[1] * 29), draws=2000)
    direct = next(one for one in one_more if one.measure == "direct_clean")
    assert direct.low == 0.0 < direct.high
    assert direct.p > 0.3


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12))
def test_the_other_way_round_the_difference_is_the_other_way_round(found: list[tuple[int, int]]) -> None:
    first, second = measured(*(a for a, _ in found)), measured(*(b for _, b in found))
    for one, other in zip(compare(first, second, 200), compare(second, first, 200), strict=True):
        assert (one.more, one.p) == (-other.more, other.p)
        assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
        assert one.low - 1e-9 <= one.more <= one.high + 1e-9 or len(found) < 12


def test_the_same_reports_are_asked_for() -> None:
    with pytest.raises(ValueError, match="same reports"):
        compare(measured(1), measured(1, 1))


def test_two_folders_are_compared_by_command(tmp_path) -> None:
    for folder, spans in (("gold", GOLD), ("one", GOLD[:1]), ("other", GOLD[:2])):
        for name in "abc":
            write_brat(Document(name, TEXT, spans), tmp_path / folder)
    result = CliRunner().invoke(verb, [str(tmp_path / one) for one in ("gold", "one", "other")] + ["--draws", "100"])
    assert result.exit_code == 0, result.output
    assert "+1.0000" in result.output.splitlines()[1]
