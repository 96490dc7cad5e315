"""The private results of checks: what they come to, and the file that they are kept in."""

from __future__ import annotations

import json
import stat
from datetime import date
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import ChecksDamagedError
from deid_studio.review.reading.check_results import (
    CheckResult,
    CheckResults,
    Planted,
    Recall,
    delete_results,
    file_of,
    read_results,
    recall_by_class,
    recall_of,
    since,
    write_results,
)

_DAYS = st.dates(date(2024, 1, 1), date(2027, 1, 1))
_RESULTS = st.builds(
    CheckResult, _DAYS, st.sampled_from(["FECHAS", "HOSPITAL"]), st.booleans(), st.booleans(), st.integers(0, 9999)
)
_PLANTED = st.builds(
    Planted,
    st.lists(st.tuples(st.integers(0, 500), st.sampled_from(["date", "town"])), max_size=3).map(tuple),
    st.frozensets(st.integers(0, 500), max_size=3),
    st.frozensets(st.integers(0, 500), max_size=3),
)
_ALL = st.builds(
    CheckResults,
    st.just("secreto"),
    st.lists(_RESULTS, max_size=4).map(tuple),
    st.dictionaries(st.text("abc", min_size=1, max_size=4), _PLANTED, max_size=3),
    st.frozensets(st.text("abc", min_size=1, max_size=4), max_size=3),
)


@given(_ALL)
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, results: CheckResults) -> None:
    path = tmp_path_factory.getbasetemp() / "checks" / "some.json"
    write_results(path, results)
    assert read_results(path) == results


def test_nothing_is_there_before_the_first_result(tmp_path: Path) -> None:
    assert read_results(tmp_path / "none.json") is None


@pytest.mark.skipif(not hasattr(__import__("os"), "getuid"), reason="POSIX modes")
def test_the_folder_is_the_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "checks" / "a.json"
    write_results(path, CheckResults())
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_file_is_named_after_its_reviewer_without_their_name(tmp_path: Path) -> None:
    one = file_of(tmp_path, "Dra. Ejemplo")
    assert one == file_of(tmp_path, "  dra. EJEMPLO ") != file_of(tmp_path, "Dr. Otro")
    assert "jemplo" not in one.name.casefold()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"format": 2}', '{"format": 1}', "null", "[" * 100_000])
def test_a_damaged_file_is_told_and_can_be_deleted(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(damage, encoding="utf-8")
    with pytest.raises(ChecksDamagedError):
        read_results(path)
    delete_results(path)
    assert read_results(path) is None
    delete_results(path)


def test_a_report_signed_off_leaves_nothing_but_that_it_was(tmp_path: Path) -> None:
    results = CheckResults("s").with_planted("clave", Planted(((40, "date"),))).with_done("clave")
    write_results(tmp_path / "a.json", results)
    data = json.loads((tmp_path / "a.json").read_text())
    assert (data["planted"], data["done"]) == ({}, ["clave"])


def test_recall_is_counted_by_class_and_by_day() -> None:
    old, new = date(2026, 1, 1), date(2026, 3, 1)
    results = [
        CheckResult(old, "FECHAS", True, True, 10),
        CheckResult(new, "FECHAS", False),
        CheckResult(new, "HOSPITAL", True, False, 30),
    ]
    assert recall_of(results) == Recall(2, 3, 1, 20)
    assert recall_by_class(results) == {"FECHAS": Recall(1, 2, 1, 10), "HOSPITAL": Recall(1, 1, 0, 30)}
    assert since(results, new) == tuple(results[1:])
    assert recall_of([]).share is None


@given(st.integers(1, 60).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_interval_is_the_exact_one(counts: tuple[int, int]) -> None:
    seen, total = counts
    lower, upper = Recall(seen, total).interval
    assert 0 <= lower <= seen / total <= upper <= 1
    # With a share at an end, a result as far out as this one comes up 2.5 % of the time.
    if seen:
        assert at_least(seen, total, lower) == pytest.approx(0.025, abs=1e-6)
    if seen < total:
        assert 1 - at_least(seen + 1, total, upper) == pytest.approx(0.025, abs=1e-6)


def at_least(seen: int, total: int, share: float) -> float:
    """How probable it is that so many or more of all are seen, each with this probability."""
    return sum(comb(total, n) * share**n * (1 - share) ** (total - n) for n in range(seen, total + 1))
