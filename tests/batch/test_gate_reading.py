"""A process reads for the gate what the same reader reads here, once for each text, and ends when it is told to."""

from __future__ import annotations

import pytest

from deid_studio import paths
from deid_studio.batch.gate_reading import BatchReader, GateReading, ReadingProcess
from deid_studio.errors import GateUnreadError, ModelMissingError, WorkerLostError
from deid_studio.release.gate.readers import gate_reader
from deid_studio.release.gate.sightings import Seen, Unread

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


class Answers:
    """Who answers a batch, and counts how often it begins and ends."""

    def __init__(self, lost: str | None = None) -> None:
        self.begun = self.ended = 0
        self._lost = lost

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ended += 1

    def start(self):
        self.begun += 1

    def each(self, questions):
        for key, one in questions:
            yield key, WorkerLostError(path=one.path) if one.path == self._lost else Seen()


def test_who_reads_a_batch_begins_with_the_first_report_and_ends_with_it():
    answers = Answers()
    reader = BatchReader(lambda: answers)
    assert not list(reader.each(())) and not answers.begun
    assert [key for key, _ in reader.each((name, Unread(name, TEXT)) for name in "abc")] == ["a", "b", "c"]
    assert reader.read(TEXT) == () == reader.read_released(TEXT)
    reader.close()
    assert (answers.begun, answers.ended) == (1, 1)


def test_a_report_that_nobody_could_read_is_an_error():
    reader = BatchReader(lambda: Answers(lost="b"))
    with pytest.raises(GateUnreadError, match="could not read b"):
        list(reader.each((name, Unread(name, TEXT)) for name in "abc"))


def test_other_lists_or_models_make_another_reading(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "user_gazetteers", lambda: tmp_path)
    made = GateReading(None).made_with()
    assert GateReading(None).made_with() == made != GateReading(tmp_path / "other").made_with()
    (tmp_path / "apellidos.txt").write_text("Ozorovich\n")
    assert GateReading(None).made_with() != made


def test_what_loading_raises_is_raised_by_reading(tmp_path):
    process = ReadingProcess(tmp_path / "nothing")
    with process, pytest.raises(ModelMissingError):
        process.read(TEXT)
