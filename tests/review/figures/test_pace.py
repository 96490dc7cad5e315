"""How long the rest of a folder is likely to take."""

from __future__ import annotations

from datetime import datetime, timedelta

from deid_studio.progress import Progress
from deid_studio.review.figures.pace import LEAST, Pace, PaceRequest, pace_of, read_pace

_BEGAN = datetime.fromisoformat("2026-03-04T09:00:00.000+00:00")


def _moments(reviewer: str, seconds: list[float]) -> list[tuple[str, str, str]]:
    at, moments = _BEGAN, [("first", _BEGAN.isoformat(), reviewer)]
    for number, took in enumerate(seconds):
        at += timedelta(seconds=took)
        moments.append((f"r{number}", at.isoformat(), reviewer))
    return moments


SIGNED = {f"r{number}" for number in range(20)}


def test_the_median_of_ones_own_reports():
    mine, others = _moments("Ana", [60, 20, 40, 30, 200]), _moments("Bea", [1] * 9)
    assert pace_of([*mine, *others], "Ana", SIGNED) == Pace(40, 5)
    assert Pace(40, 5).left(30) == 1200


def test_few_reports_say_nothing():
    assert pace_of(_moments("Ana", [60] * (LEAST - 1)), "Ana", SIGNED) is None
    assert pace_of(_moments("Ana", [60] * 9), "Ana", {"r0"}) is None  # the others are not signed
    assert pace_of([], "Ana", SIGNED) is None


def test_pauses_are_left_out():
    assert pace_of(_moments("Ana", [60, 60, 60, 60, 60, 3600]), "Ana", SIGNED) == Pace(60, 5)


def test_nothing_is_read_where_too_little_is_signed(open_project):
    project = open_project()
    assert read_pace(PaceRequest(project, "Ana", frozenset({"a1"})), Progress()) is None
    assert not project.journal_path.exists()
