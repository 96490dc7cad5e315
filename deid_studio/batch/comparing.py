"""ComparingProcess: a second worker that tells, report by report, what turning rules off would change."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from deid_studio.batch.worker import AskedProcess, Loaded, serve, working
from deid_studio.errors import DeidError, DetectionFailedError, WorkerLostError, WorkerNotStartedError
from deid_studio.formats.text import SIZE_LIMIT_MB, read_report
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet

if TYPE_CHECKING:
    from deid_studio.detection.pipeline import Pipeline

Both = tuple[list[Suggestion], list[Suggestion]]


def difference(before: Pipeline, after: Pipeline, doc: Document) -> Both | None:
    """The suggestions of both; None where every detector that they do not share finds the same.

    Both are made of the same one by `Pipeline.without`. A learned model, which has no rules, is shared, and is not
    asked about the reports in which nothing differs.
    """
    pairs = zip(before.detectors, after.detectors, strict=True)
    if all(one is other or one.detect(doc) == other.detect(doc) for one, other in pairs):
        return None
    return before.detect(doc), after.detect(doc)


@dataclass(frozen=True, slots=True)
class Compared:
    """A report's suggestions with the rules as they are and as they would be, of the text with that SHA-256.

    Not `changed`: both are the same, and neither is told.
    """

    name: str
    changed: bool = False
    text_sha256: str = ""
    before: tuple[Suggestion, ...] = ()
    after: tuple[Suggestion, ...] = ()


class ComparingProcess(AskedProcess):
    """Compares one report after the other with the rules `before` and `after` turned off, in the classes of a tag set
    (by default the model's)."""

    def __init__(
        self,
        model: Path,
        before: Collection[str],
        after: Collection[str],
        limit_mb: float = SIZE_LIMIT_MB,
        tagset: TagSet | None = None,
    ) -> None:
        super().__init__("comparing", _work, model, frozenset(before), frozenset(after), limit_mb, tagset)
        self._model = model

    def start(self, look: Callable[[], object] = lambda: None) -> None:
        """Start the process and wait until the model is loaded.

        `look` is called while it waits; what it raises ends the work. Raises why the model cannot be loaded, and
        `WorkerNotStartedError`.
        """
        self._begin()
        try:
            self._answer(look)
        except (EOFError, OSError) as error:
            raise WorkerNotStartedError(path=self._model.name) from error

    def compare(
        self, name: str, path: Path, known: PatientFields, look: Callable[[], object] = lambda: None
    ) -> Compared:
        """What would change in a report of whose patient that is known.

        `look` is as for `start`. Raises why the report cannot be read, and `WorkerLostError` when the process died on
        it, which is started anew for the next.
        """
        if not self._lives:
            self.start(look)
        try:
            answer = self._ask((name, path, known), look)
        except (EOFError, OSError) as error:
            raise WorkerLostError(path=name) from error
        assert isinstance(answer, Compared)
        return answer


def _work(
    pipe: Connection,
    model: Path,
    before: frozenset[str],
    after: frozenset[str],
    limit_mb: float,
    tagset: TagSet | None,
) -> None:
    with working(nice=10):  # the window comes first, then the suggestions that somebody waits for
        serve(pipe, lambda: _loaded(model, before, after, limit_mb, tagset))


def _loaded(
    model: Path, before: frozenset[str], after: frozenset[str], limit_mb: float, tagset: TagSet | None
) -> Loaded:
    # Imported here: the window, which imports this module, does not detect.
    from deid_studio.batch.suggesting import told_patient
    from deid_studio.detection.model_pipeline import load_pipeline

    whole = load_pipeline(model)
    whole = whole if tagset is None else whole.into(tagset)
    patient = told_patient(whole)
    one, other = whole.without(before), whole.without(after)
    one.detect(Document("", "-"))

    def compared(question: tuple[str, Path, PatientFields]) -> Compared | DeidError:
        name, path, known = question
        try:
            report = read_report(path, name, limit_mb)
            if patient is not None:
                patient.known = {report.document: known}
            found = difference(one, other, report.document)
            if found is None:
                return Compared(name, False, report.sha256)
            return Compared(name, True, report.sha256, tuple(found[0]), tuple(found[1]))
        except DeidError as error:
            return error
        except Exception as error:
            # The type alone, since a message might hold text of the report.
            return DetectionFailedError(path=name, detail=type(error).__name__)

    return None, compared
