"""Looks at what reviewing, converting and training leave that are killed at a change of the file system; a line of JSON
for each.

python killed_writing.py FOLDER WORK…
"""

from __future__ import annotations

import gc
import getpass
import json
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from killed_release import CLASS, docx, forked, moments, tagset

from deid_studio import paths
from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.errors import DeidError
from deid_studio.formats.conversion.documents import convert
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.model_writing import write_model
from deid_studio.learning.train import TrainingOptions, train
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset
from deid_studio.progress import Progress
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.signing import retraining

DOCUMENT = "Paciente: Nuria Belmonte."


class Reviewing:
    """A report is decided on, saved and signed off."""

    def make(self, root: Path) -> None:
        (root / "informes").mkdir(parents=True)
        (root / "informes" / "a.txt").write_text("Paciente: Nuria Belmonte.\n")

    def work(self, root: Path) -> None:
        project = Project(root / "informes", tagset(), getpass.getuser())
        session = project.open("a")
        session.perform(Add(session.desk.next_id, Span(10, 15, CLASS)))
        session.save()
        session.sign_off()
        project.close()

    def start(self, root: Path) -> str:
        Project(root / "informes", tagset(), getpass.getuser()).close()
        return ""


class Converting(Reviewing):
    """A document's text is written beside it, in a folder with another report."""

    def make(self, root: Path) -> None:
        super().make(root)
        (root / "informes" / "carta.docx").write_bytes(docx(DOCUMENT))

    def work(self, root: Path) -> None:
        document = root / "informes" / "carta.docx"
        raw = document.read_bytes()
        ConversionRecord(root / "informes", PRIVATE).write(document, raw, convert(raw, document))


class Training:
    """A model takes the place of another one; the first moment is within CRFsuite."""

    def __init__(self) -> None:
        self._docs = Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 5).reports([], 4)
        self._model = self._trained(Progress())

    def _trained(self, progress: Progress) -> CrfModel:
        return train(self._docs, tagset(), TrainingOptions(iterations=2, augmented=0), progress)

    def make(self, root: Path) -> None:
        (root / "tmp").mkdir(parents=True)
        write_model(self._model, root / "m", extra={"MODEL_CARD.md": b"old"})
        tempfile.tempdir = str(root / "tmp")

        def die(step: int, total: int, phase: str) -> None:
            if phase == "training":
                os.kill(os.getpid(), signal.SIGKILL)

        assert os.WIFSIGNALED(forked(lambda: self._trained(Progress(die))))

    def work(self, root: Path) -> None:
        write_model(self._model, root / "m", replace=True, extra={"MODEL_CARD.md": b"new"})

    def start(self, root: Path) -> str:
        try:
            read_model(root / "m")
        except DeidError as error:
            return error.code
        card = (root / "m" / "MODEL_CARD.md").read_bytes()
        # Of another name: what was left is nobody's any more.
        write_model(self._model, root / "m2", replace=True)
        shutil.rmtree(root / "m2")
        return "" if card in (b"old", b"new") else "another model"


def rests(root: Path) -> list[str]:
    hidden = [path.name for path in root.rglob(".*") if path.name != PRIVATE]
    return hidden + [path.name for path in (root / "tmp").glob("*")]


def main() -> None:
    retraining.bio_text = lambda *_: ""  # what is learned from is no matter here, and a small process forks fast
    for work in sys.argv[2:]:
        look_at(work, Path(sys.argv[1]) / work)


def look_at(work: str, root: Path) -> None:
    case = {"review": Reviewing, "convert": Converting, "train": Training}[work]()
    ready, live = root / "ready", root / "live"
    case.make(ready)
    gc.freeze()  # no fork looks through, and so copies, what was there before
    for _ in moments(ready, live, lambda: case.work(live)):
        before = rests(live)
        wrong = case.start(live)
        if not wrong and rests(live):
            wrong = f"left: {rests(live)}"
        print(json.dumps({"work": work, "left": len(before), "wrong": wrong}), flush=True)


if __name__ == "__main__":
    main()
