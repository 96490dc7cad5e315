"""Noting: what workers of a cluster load in its tests; here, for each loads the module, and pytest is not little."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from deid_studio.batch.worker import Loaded


@dataclass(frozen=True)
class Noting:
    """Answers, and notes what was loaded and asked; dies of some questions."""

    notes: Path
    differs: bool = False
    run: int = os.getpid()

    def made_with(self) -> dict[str, str]:
        return {"program": "1", "profile": str(os.getpid() if self.differs else self.run)}

    def load(self) -> Loaded:
        self._note("loaded")
        return "loaded", self._answer

    def _answer(self, question: SimpleNamespace) -> str:
        tried = len(list(self.notes.glob(f"{question.path}-*")))
        self._note(question.path)
        if question.path == "always" or (question.path == "once" and not tried):
            os.kill(os.getpid(), signal.SIGKILL)
        return f"answer {question.path}"

    def _note(self, what: str) -> None:
        with (self.notes / f"{what}-{os.getpid()}").open("a") as note:
            note.write("x")
