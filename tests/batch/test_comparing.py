"""The process that compares: what turning rules off changes in a report, with what is known of its patient."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.batch.comparing import ComparingProcess
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.errors import CancelledError, ModelMissingError, ReportBinaryError, WorkerLostError
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields

pytestmark = pytest.mark.skipif(not paths.default_model().is_dir(), reason="the default model is not there")

WITH = "Refiere arizubieta que no duerme. Llamar al teléfono de contacto 975123456.\n"
WITHOUT = "Sin hallazgos de interés.\n"
KNOWN = PatientFields((FieldValue(FieldKind.SURNAME, "Arrizubieta"),))


@pytest.mark.slow
def test_reports_are_compared_one_after_the_other(tmp_path: Path) -> None:
    for name, data in (("a", WITH.encode()), ("b", WITHOUT.encode()), ("c", b"\x00\x01" * 200)):
        (tmp_path / f"{name}.txt").write_bytes(data)
    whole = load_pipeline(paths.default_model(), {"a": KNOWN})
    before = tuple(whole.detect(Document("a", WITH)))
    rule = next(fact.rule for one in before for fact in one.evidence if fact.rule)
    with ComparingProcess(paths.default_model(), (), (rule,)) as process:
        process.start()
        compared = process.compare("a", tmp_path / "a.txt", KNOWN)
        assert compared.changed and len(compared.text_sha256) == 64
        assert compared.before == before
        assert any(fact.kind == "patient" for one in before for fact in one.evidence)
        assert compared.after == tuple(whole.without({rule}).detect(Document("a", WITH)))
        assert not process.compare("b", tmp_path / "b.txt", PatientFields()).changed
        with pytest.raises(ReportBinaryError):
            process.compare("c", tmp_path / "c.txt", PatientFields())
        worker = process._process
        os.kill(worker.pid, signal.SIGSTOP)
        with pytest.raises(WorkerLostError):
            process.compare("a", tmp_path / "a.txt", PatientFields(), worker.kill)
        assert not worker.is_alive()


def test_it_is_stopped_while_it_loads() -> None:
    workers = []

    def stop() -> None:
        workers.append(process._process)
        raise CancelledError

    with ComparingProcess(paths.default_model(), (), ()) as process, pytest.raises(CancelledError):
        process.start(stop)
    assert not workers[0].is_alive()


@pytest.mark.slow
def test_a_missing_model_is_told(tmp_path: Path) -> None:
    with ComparingProcess(tmp_path / "none", (), ()) as process, pytest.raises(ModelMissingError):
        process.start()
