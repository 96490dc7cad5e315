"""Documents are read in a process of their own: one that hangs or crashes it costs that document alone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.errors import CancelledError, DocumentDamagedError, DocumentTooHardError

Make = Callable[..., bytes]


def test_documents_and_errors_come_back(docx: Make) -> None:
    with ConversionProcess() as conversion:
        assert conversion.convert(docx("Lucía"), Path("a.docx")).text == "Lucía\n"
        with pytest.raises(DocumentDamagedError) as raised:
            conversion.convert(b"x", Path("b.docx"))
        assert "b.docx" in raised.value.what()
        assert conversion.convert(docx("Ana"), Path("c.docx")).text == "Ana\n"


@pytest.mark.slow
def test_a_process_that_dies_is_started_anew(docx: Make) -> None:
    with ConversionProcess() as conversion:
        conversion.convert(docx("Lucía"), Path("a.docx"))
        os.kill(conversion._process.pid, signal.SIGSTOP)

        def kill() -> None:
            os.kill(conversion._process.pid, signal.SIGKILL)

        with pytest.raises(DocumentTooHardError):
            conversion.convert(docx("x"), Path("b.docx"), kill)
        assert conversion.convert(docx("Ana"), Path("c.docx")).text == "Ana\n"


@pytest.mark.slow
def test_a_document_that_takes_too_long_is_given_up(docx: Make) -> None:
    with ConversionProcess() as conversion:
        conversion.convert(docx("Lucía"), Path("a.docx"))
        os.kill(conversion._process.pid, signal.SIGSTOP)
        conversion._seconds = 0.2
        with pytest.raises(DocumentTooHardError) as raised:
            conversion.convert(docx("x"), Path("b.docx"))
        assert "b.docx" in raised.value.what()


def test_a_person_can_stop_it(docx: Make) -> None:
    def stop() -> None:
        raise CancelledError()

    with ConversionProcess() as conversion:
        conversion.convert(docx("Lucía"), Path("a.docx"))
        os.kill(conversion._process.pid, signal.SIGSTOP)
        with pytest.raises(CancelledError):
            conversion.convert(docx("x"), Path("b.docx"), stop)
        assert conversion._process is None
