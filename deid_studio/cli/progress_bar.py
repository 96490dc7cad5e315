"""ProgressBar: the progress of long work on standard error."""

from __future__ import annotations

import sys

from tqdm import tqdm

from deid_studio.cli.language import say


class ProgressBar:
    """A progress bar on standard error, if that is a terminal; one a stage."""

    def __init__(self) -> None:
        self._stage = ""
        self._bar: tqdm[object] | None = None

    def show(self, step: int, total: int, what: str) -> None:
        """One step of a stage."""
        if self._bar is None or what != self._stage:
            self.close()
            self._stage = what
            stage = say(what)
            self._bar = tqdm(total=total or None, desc=stage, file=sys.stderr, disable=None, leave=False)
        self._bar.update(step - self._bar.n)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
