"""The worker process: it loads once, takes the wanted report first, and survives what a report does to it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.batch import worker_ahead
from deid_studio.batch.preannotated import Preannotated
from deid_studio.batch.preannotation import Preannotator
from deid_studio.batch.worker_ahead import WorkerAhead
from deid_studio.detection import model_pipeline
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.pipeline import Pipeline
from deid_studio.errors import DeidError, ModelMissingError, ReportBinaryError, WorkerLostError
from deid_studio.formats.text import SIZE_LIMIT_MB
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset

WAIT = 60

pytestmark = pytest.mark.skipif(not paths.default_model().is_dir(), reason="the default model is not there")


class Listening:
    """A preannotator whose callbacks end in queues."""

    def __init__(self, model: Path, ahead: WorkerAhead | None = None) -> None:
        self.ready: queue.Queue[DeidError | None] = queue.Queue()
        self.results: queue.Queue[Preannotated] = queue.Queue()
        self.first: list[str] = []  # the names of what was submitted before the model was loaded, as they came
        self.worker = Preannotator(model, self.ready.put, self.results.put, ahead=ahead)
        self.worker.start()
        self.is_of_ahead = False  # it began with the process that was started ahead, which is nobody else's

    def names(self, count: int) -> list[str]:
        return [self.results.get(timeout=WAIT).name for _ in range(count)]


@pytest.fixture(scope="module")
def _loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    reports = written(tmp_path_factory.mktemp("first"))
    ahead = WorkerAhead(paths.default_model(), SIZE_LIMIT_MB)
    assert ahead._started is not None
    process = ahead._started[0]
    one = Listening(paths.default_model(), ahead)
    one.is_of_ahead = one.worker._process is process and ahead.taken(paths.default_model(), SIZE_LIMIT_MB) is None
    one.worker.submit(reports)
    one.worker.urgent(*reports[-1])
    assert one.ready.get(timeout=WAIT) is None
    one.first = one.names(len(reports))
    yield one
    one.worker.stop()


@pytest.fixture
def listening(_loaded: Listening) -> Listening:
    """A worker that has loaded and has nothing to do: one for all tests, since loading takes longer than they do."""
    assert _loaded.worker.left == 0
    assert _loaded.results.empty() and _loaded.ready.empty()
    return _loaded


@contextlib.contextmanager
def held(listening: Listening) -> Iterator[int]:
    """The number of the worker's process, which does nothing meanwhile: what is submitted is under way or waits."""
    process = listening.worker._process
    assert process is not None and process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    yield process.pid
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGCONT)


def written(folder: Path) -> list[tuple[str, Path]]:
    found = []
    for number in range(8):
        path = folder / f"r{number}.txt"
        path.write_text(f"Nombre: Elvira Sanjuán.\nNHC: 12345{number}.\nEdad: 61 años.\n", encoding="utf-8")
        found.append((path.stem, path))
    return found


@pytest.fixture
def reports(tmp_path: Path) -> list[tuple[str, Path]]:
    return written(tmp_path)


@pytest.mark.slow
def test_a_worker_started_ahead_works_for_whoever_wants_its_model(_loaded: Listening) -> None:
    assert _loaded.is_of_ahead, "one process works for one, and for nobody else"
    assert len(_loaded.first) == 8


@pytest.mark.slow
def test_what_is_wanted_before_the_model_is_loaded_comes_first(_loaded: Listening) -> None:
    assert _loaded.first[0] == "r7"
    assert sorted(_loaded.first) == [f"r{number}" for number in range(8)]


@pytest.mark.slow
def test_the_wanted_report_comes_before_those_that_wait(listening: Listening, reports: list[tuple[str, Path]]) -> None:
    with held(listening):
        listening.worker.submit(reports)
        listening.worker.urgent(*reports[-1])
    assert listening.names(len(reports)) == ["r0", "r1", "r7", "r2", "r3", "r4", "r5", "r6"]


@pytest.mark.slow
def test_what_waits_or_is_worked_on_is_not_done_twice(listening: Listening, reports: list[tuple[str, Path]]) -> None:
    with held(listening):
        listening.worker.urgent(*reports[0])
        listening.worker.submit(reports)
        listening.worker.submit(reports)
    assert listening.names(len(reports)) == [name for name, _ in reports]


@pytest.mark.slow
def test_suggestions_are_of_the_text_that_was_read(listening: Listening, reports: list[tuple[str, Path]]) -> None:
    listening.worker.submit(reports[:1])
    result = listening.results.get(timeout=WAIT)
    text = reports[0][1].read_text(encoding="utf-8")
    assert "Elvira Sanjuán" in {s.span.text(text) for s in result.suggestions}
    assert len(result.text_sha256) == 64


def test_a_report_that_cannot_be_read_does_not_stop_the_others(
    listening: Listening, reports: list[tuple[str, Path]]
) -> None:
    reports[0][1].write_bytes(b"\x00\x01\x02" * 100)
    listening.worker.submit(reports[:2])
    first, second = (listening.results.get(timeout=WAIT) for _ in range(2))
    assert isinstance(first.error, ReportBinaryError)
    assert second.error is None and second.suggestions


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced_and_the_rest_goes_on(
    listening: Listening, reports: list[tuple[str, Path]]
) -> None:
    with held(listening) as process:
        listening.worker.submit(reports)
        os.kill(process, signal.SIGKILL)
    results = [listening.results.get(timeout=WAIT) for _ in reports]
    assert [r.name for r in results if isinstance(r.error, WorkerLostError)] == ["r0"]
    assert sorted(r.name for r in results) == [name for name, _ in reports]
    assert listening.ready.empty()


def test_ctrl_c_in_the_terminal_is_not_the_workers(listening: Listening, reports: list[tuple[str, Path]]) -> None:
    process = listening.worker._process
    assert process is not None and process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    listening.worker.submit(reports[:1])
    assert listening.results.get(timeout=WAIT).error is None
    assert process is listening.worker._process


def test_cancel_forgets_what_waits(listening: Listening, reports: list[tuple[str, Path]]) -> None:
    with held(listening):
        listening.worker.submit(reports)
        listening.worker.cancel()
        listening.worker.submit(reports[-1:])
    assert listening.names(3) == ["r0", "r1", "r7"]


_ELVIRA = PatientFields((FieldValue(FieldKind.SURNAME, "Arrizubieta"),))
_MISSPELT = "Refiere arizubieta que no duerme.\n"


def _from_record(result: Preannotated, text: str) -> list[str]:
    kinds = [(s.span.text(text), {e.kind for e in s.evidence}) for s in result.suggestions]
    return [found for found, of in kinds if "patient" in of]


@pytest.mark.slow
def test_what_is_known_of_a_patient_is_searched_in_that_report_alone(listening: Listening, tmp_path: Path) -> None:
    reports = [(name, tmp_path / f"{name}.txt") for name in ("p1", "p2")]
    for _, path in reports:
        path.write_text(_MISSPELT, encoding="utf-8")
    listening.worker.know({"p1": _ELVIRA})
    listening.worker.submit(reports)
    first, second = (listening.results.get(timeout=WAIT) for _ in range(2))
    assert _from_record(first, _MISSPELT) == ["arizubieta"]
    assert _from_record(second, _MISSPELT) == []
    assert not first.fields_unused
    whole = load_pipeline(paths.default_model(), {"p1": _ELVIRA}).detect(Document("p1", _MISSPELT))
    assert first.suggestions == tuple(whole)
    listening.worker.know({"p1": PatientFields()})
    listening.worker.submit(reports[:1])
    assert _from_record(listening.results.get(timeout=WAIT), _MISSPELT) == []


def test_a_result_made_before_something_was_known_is_dropped_and_made_anew(
    listening: Listening, tmp_path: Path
) -> None:
    path = tmp_path / "p3.txt"
    path.write_text(_MISSPELT, encoding="utf-8")
    with held(listening):
        listening.worker.submit([("p3", path), ("p4", path)])  # both are under way, without fields
        listening.worker.know({"p3": _ELVIRA})
        listening.worker.urgent("p3", path)
    results = [listening.results.get(timeout=WAIT) for _ in range(2)]
    assert {r.name: _from_record(r, _MISSPELT) for r in results} == {"p3": ["arizubieta"], "p4": []}
    listening.worker.know({"p3": PatientFields()})


def test_fields_that_the_models_profile_does_not_search_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "p5.txt"
    path.write_text(_MISSPELT, encoding="utf-8")
    monkeypatch.setattr(model_pipeline, "load_pipeline", lambda model: Pipeline([]))
    ours, theirs = multiprocessing.Pipe()
    worker = threading.Thread(target=worker_ahead._work, args=(theirs, tmp_path, SIZE_LIMIT_MB))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(os, "nice", lambda _: 0)
    worker.start()
    ours.send(("p5", path, _ELVIRA, frozenset(), None))
    ours.send(("p6", path, PatientFields(), frozenset(), shipped_tagset("meddocan")))
    assert ours.recv() is None
    assert [ours.recv().fields_unused for _ in range(2)] == [True, False]
    ours.close()
    worker.join()


def test_suggestions_come_in_the_classes_of_the_folder(listening: Listening, tmp_path: Path) -> None:
    path = tmp_path / "p9.txt"
    path.write_text("Nombre: Elvira.\nApellidos: Sanjuán Tobes.\nEdad: 61 años.\n", encoding="utf-8")
    listening.worker.suggest_in(TagSet("coarse", "1", (PhiClass("QUIEN", {}, kind="person"),)))
    listening.worker.submit([("p9", path)])
    found = listening.results.get(timeout=WAIT)
    listening.worker.suggest_in(shipped_tagset("meddocan"))
    assert found.suggestions
    assert {one.span.phi_class for one in (*found.suggestions, *found.doubts)} == {"QUIEN"}


def test_a_missing_model_is_told_once(tmp_path: Path, reports: list[tuple[str, Path]]) -> None:
    one = Listening(tmp_path / "none")
    one.worker.submit(reports)
    assert isinstance(one.ready.get(timeout=WAIT), ModelMissingError)
    one.worker.stop()
    assert one.results.empty() and one.ready.empty()


# Starts a worker, gives it the report of its argument, tells the worker's number, and never ends by itself.
_PARENT = """
import sys, threading
from pathlib import Path
from deid_studio import paths
from deid_studio.batch.preannotation import Preannotator

if __name__ == "__main__":
    ready = threading.Event()
    worker = Preannotator(paths.default_model(), lambda error: ready.set(), lambda result: None)
    worker.start()
    ready.wait()
    worker.submit([("a", Path(sys.argv[1])), ("b", Path(sys.argv[1]))])
    print(worker._process.pid, flush=True)
    threading.Event().wait()
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_a_worker_whose_parent_was_killed_ends_quietly(tmp_path: Path) -> None:
    report = tmp_path / "largo.txt"
    report.write_text("Nombre: Elvira Sanjuán. Edad: 61 años.\n" * 500, encoding="utf-8")
    script = tmp_path / "parent.py"
    script.write_text(_PARENT, encoding="utf-8")
    root = Path(__file__).parents[2]
    with (tmp_path / "stderr").open("wb") as told:
        parent = subprocess.Popen(
            [sys.executable, script, report],
            stdout=subprocess.PIPE, stderr=told, env=os.environ | {"PYTHONPATH": str(root)},
        )  # fmt: skip
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()  # while the worker is at the first report: it has a result to send, and nobody to send it to
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + WAIT
    while _lives(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _lives(worker)
    assert (tmp_path / "stderr").read_text() == ""


def _lives(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_a_worker_started_ahead_for_another_model_ends(renamed_model: Path) -> None:
    ahead = WorkerAhead(paths.default_model(), SIZE_LIMIT_MB)
    assert ahead._started is not None
    process = ahead._started[0]
    assert ahead.taken(renamed_model, SIZE_LIMIT_MB) is None
    process.join(WAIT)
    assert not process.is_alive()


def test_no_worker_is_started_ahead_without_a_model(tmp_path: Path) -> None:
    assert WorkerAhead(tmp_path, SIZE_LIMIT_MB).taken(tmp_path, SIZE_LIMIT_MB) is None
