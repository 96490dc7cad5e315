"""ProgressBar: the progress of long work on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from deid_studio.cli.language import say
from deid_studio.progress import TimeLeft
from deid_studio.texts import figures

if TYPE_CHECKING:
    from tqdm import tqdm

_FIRST, _EVERY = 10.0, 60.0  # seconds until the first line, and from one to the next


class ProgressBar:
    """How far work is, with its rate and the time left: a bar on a terminal, one a stage, else a line now and then.

    Counts alone, so that a log of them tells nothing of a report. `unit` is what is counted.
    """

    def __init__(self, unit: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self._unit = unit
        self._clock = clock
        self._stage = ""
        self._bar: tqdm[object] | None = None
        self._left = TimeLeft(clock)
        self._line_at = clock() + _FIRST

    def show(self, step: int, total: int, what: str = "") -> None:
        """One step of a stage."""
        if sys.stderr.isatty():
            self._draw(step, total, what)
        else:
            self._write(step, total, what)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _draw(self, step: int, total: int, what: str) -> None:
        from tqdm import tqdm

        if self._bar is None or what != self._stage:
            self.close()
            self._stage = what
            unit = f" {self._unit}" if self._unit else "it"
            self._bar = tqdm(total=total or None, desc=say(what), unit=unit, file=sys.stderr, leave=False)
        self._bar.update(step - self._bar.n)

    def _write(self, step: int, total: int, what: str) -> None:
        if what != self._stage:
            self._stage = what
            self._left.restart()
        self._left.step(step, total)
        seconds, pace = self._left.seconds, self._left.pace
        if seconds is None or pace is None or self._clock() < self._line_at:
            return
        self._line_at = self._clock() + _EVERY
        told = say(
            "{done} of {total}, {pace} a second, {left} left",
            done=f"{step} {self._unit}".rstrip(), total=total, pace=figures(f"{pace:.1f}"),
            left=str(timedelta(seconds=round(seconds))),
        )  # fmt: skip
        click.echo(f"{say(what)}: {told}" if what else told, err=True)
