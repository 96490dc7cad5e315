"""Progress without a terminal: a line now and then with count, rate and time left, and nothing of a report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio.cli.progress_bar import ProgressBar

Run = Callable[..., Result]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("what", ["", "reading"])
def test_a_line_now_and_then_tells_rate_and_time_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    clock = Clock()
    bar = ProgressBar("reports", clock)
    for done in range(1, 401):
        clock.now += 0.5
        bar.show(done, 400, what)
    bar.close()
    lines = capsys.readouterr().err.splitlines()
    first = "20 reports of 400, 2.0 a second, 0:03:10 left"
    assert lines[0] == (f"{what}: {first}" if what else first)
    assert len(lines) == 4 and lines[-1].endswith("2.0 a second, 0:00:10 left")


def test_short_work_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    bar = ProgressBar("reports", clock)
    for done in range(1, 19):
        clock.now += 0.5
        bar.show(done, 18)
    assert capsys.readouterr().err == ""


def test_annotating_without_a_terminal_tells_no_name_of_a_report(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if each report took a second.
    clock = iter(range(1000))
    monkeypatch.setattr("deid_studio.cli.annotate.ProgressBar", partial(ProgressBar, clock=lambda: float(next(clock))))
    for number in range(12):
        (tmp_path / f"Montero{number}.txt").write_text("Acude hoy.", encoding="utf-8")
    done = run("annotate", tmp_path, "--out", tmp_path / "out", "--jobs", "1")
    assert done.exit_code == 0 and "reports of 12" in done.stderr and " left" in done.stderr
    assert "Montero" not in done.stderr
