"""A process reads for the gate what the same reader reads here, once for each text, and ends when it is told to."""

from __future__ import annotations

import pytest

from deid_studio import paths
from deid_studio.batch.gate_reading import ReadingProcess
from deid_studio.errors import ModelMissingError
from deid_studio.release.gate.readers import gate_reader

TEXT = "La paciente Nuria Belmonte Carrascosa acude el 12/03/2015.\n"


@pytest.mark.slow
def test_it_reads_what_is_read_here_and_starts_anew_when_it_died():
    here, process = gate_reader(paths.default_model()), ReadingProcess(paths.default_model())
    process._begin()
    process._process.kill()  # while it loads, which takes longest
    assert process.read(TEXT) == here.read(TEXT) != ()
    assert process.read(TEXT) is process.read(TEXT)
    assert process.read_released(TEXT) == here.read_released(TEXT)
    process.close()
    assert not process._lives


def test_what_loading_raises_is_raised_by_reading(tmp_path):
    process = ReadingProcess(tmp_path / "nothing")
    with process, pytest.raises(ModelMissingError):
        process.read(TEXT)
