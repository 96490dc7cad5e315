"""Results: what is kept small comes back as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.batch.preannotated import Preannotated
from deid_studio.batch.results import Results, pack, unpack
from deid_studio.errors import DetectionFailedError
from deid_studio.model.span import Evidence, Span, Suggestion

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def _spans(draw: st.DrawFn) -> Span:
    cuts = sorted(draw(st.sets(st.integers(0, 500), min_size=2, max_size=6)))
    cuts = cuts[: len(cuts) // 2 * 2]
    gaps = tuple(zip(cuts[1:-1:2], cuts[2:-1:2], strict=True))
    return Span(cuts[0], cuts[-1], draw(st.sampled_from(["FECHAS", "ÑANDÚ"])), gaps)


_SUGGESTIONS = st.lists(
    st.builds(
        Suggestion,
        _spans(),
        st.floats(0, 1),
        st.lists(st.builds(Evidence, _TEXT, _TEXT, _TEXT), min_size=1, max_size=3).map(tuple),
    ),
    max_size=5,
).map(tuple)


@given(_SUGGESTIONS)
def test_suggestions_come_back_as_they_were(suggestions: tuple[Suggestion, ...]) -> None:
    assert unpack(pack(suggestions)) == suggestions


@pytest.mark.slow
@given(_SUGGESTIONS, _SUGGESTIONS, st.booleans())
def test_results_are_a_mapping(first: tuple[Suggestion, ...], then: tuple[Suggestion, ...], unused: bool) -> None:
    results, plain = Results(), {}
    failed = Preannotated("c", error=DetectionFailedError(path="c", detail="X"))
    for result in (
        Preannotated("a", first, "0f" * 32, None, unused, then, frozenset({"x"}), frozenset({"y"})),
        Preannotated("b", then, "00" * 32),
        failed,
    ):
        results[result.name] = plain[result.name] = result
    assert dict(results) == plain and len(results) == 3
    results["d"] = Preannotated("d")  # the one that came last is not read from what is kept
    assert results.pop("d").name == "d"
    before = results.snapshot()
    assert results["a"] == plain["a"]
    results["a"] = Preannotated("a", then, "aa" * 32)
    assert results["a"].suggestions == then, "what was read last is not shown for what came since"
    assert before["a"] == plain["a"]
    assert results.succeeded("a") and not results.succeeded("c") and not results.succeeded("d")
    assert results.pop("b") == plain["b"] and "b" not in results and results.pop("b", None) is None


def test_a_report_takes_little() -> None:
    facts = (Evidence("crf", "", "0.9731"), Evidence("rule", "fecha_numerica"))
    found = tuple(Suggestion(Span(40 * n, 40 * n + 10, "FECHAS"), 0.9731, facts) for n in range(30))
    assert len(pack(found)) < 1000
