"""A few damaged files for the readers that are quick; `tests/benchmarks/fuzz_readers.py` gives all of them hundreds."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from deid_studio.corpora.corpus_files import read_corpus_file
from deid_studio.corpora.layer_file import read_layer
from deid_studio.detection.judge.judge import read_weights
from deid_studio.detection.model_tagset import tagset_of
from deid_studio.detection.spacy_detector import SpacyDetector
from deid_studio.detection.suggester import suggester_of
from deid_studio.errors import DeidError, ModelDamagedError, ReportUnreadableError, TagSetError
from deid_studio.exchange.files_put import text_beside
from deid_studio.formats.parquet_table import column_names, rows_of
from deid_studio.formats.report_table import file_stem
from deid_studio.model.tagset import load_tagset
from deid_studio.plain_files import plain_bytes, toml_of
from deid_studio.review.journal.snapshots import Snapshot
from deid_studio.settings.administered import read_administered
from tests.benchmarks.fuzz_readers import GOOD, Case, Outcome, put, tried
from tests.benchmarks.fuzzing.readers import READERS, Reader

_SLOW = (
    "Word", "PDF", "model", "journal", "release", "vault", "expressions", "names", "profile", "corpus, filled",
    "shared corpus", "pipeline",
)  # fmt: skip
QUICK = [one for one in READERS if not one.name.startswith(_SLOW) and "parquet" not in one.name.lower()]
BY_NAME = {one.name: one for one in READERS}
FOLDERS = [BY_NAME[name] for name in ("journal and what is beside it", "released folder")]


def _outcome(reader: Reader, place: Path, case: Case) -> Outcome:
    sound, folder = place / "sound", place / "case"
    sound.mkdir()
    reader.make(sound)
    folder.mkdir()
    reader.make(folder)
    put(case, reader, sound, folder, ())
    return tried(reader, folder)


@pytest.mark.parametrize("reader", QUICK, ids=lambda one: one.name)
def test_damaged_files_are_read_or_refused_and_stay(reader: Reader, tmp_path: Path) -> None:
    for number, file in enumerate(reader.files * 4):
        place = tmp_path / str(number)
        place.mkdir()
        found = _outcome(reader, place, Case(file, number))
        assert found.kind in GOOD, found


@pytest.mark.parametrize(
    "reader", [*QUICK, BY_NAME["journal and what is beside it"], BY_NAME["released folder"]], ids=lambda one: one.name
)
@pytest.mark.parametrize("what", ["a pipe", "a device"])
def test_what_is_no_file_is_refused_at_once(reader: Reader, what: str, tmp_path: Path) -> None:
    assert _outcome(reader, tmp_path, Case(reader.files[0], 0, what)).kind in GOOD


def test_a_file_that_is_changed_by_reading_is_noticed(tmp_path: Path) -> None:
    sound = BY_NAME["report (.txt)"]
    harmful = Reader("x", sound.make, ("a.txt",), lambda folder: (folder / "a.ann").write_text("x"))
    assert _outcome(harmful, tmp_path, Case("a.txt", 1)).kind == "changed"


def test_an_exception_of_python_is_a_crash_and_text_in_an_error_is_told(tmp_path: Path) -> None:
    sound = BY_NAME["report (.txt)"]

    def telling(folder: Path) -> None:
        raise DeidError(detail=(folder / "a.txt").read_text())

    for number, (read, kind) in enumerate({(lambda folder: 1 / 0): "crash", telling: "told"}.items()):
        place = tmp_path / str(number)
        place.mkdir()
        assert _outcome(Reader("x", sound.make, ("a.ann",), read), place, Case("a.ann", 1)).kind == kind


def test_keys_of_a_hundred_parts_are_refused_at_once_and_dots_in_texts_are_not() -> None:
    with pytest.raises(ValueError, match="nested"):
        toml_of("[" + "a." * 100_000 + "a]\n")
    with pytest.raises(ValueError, match="nested"):
        toml_of("a = " + "[" * 100_000)
    assert toml_of('a.b = "' + "uno. dos... " * 50 + '"\n')["a"]["b"].startswith("uno.")


def test_a_file_that_is_too_long_or_has_no_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1234")
    assert plain_bytes(tmp_path / "a", 4) == b"1234"
    for path, most in ((tmp_path / "a", 3), (tmp_path, 9), (tmp_path / "b\0", 9), (tmp_path / "none", 9)):
        with pytest.raises(OSError, match=r".+"):
            plain_bytes(path, most)


@pytest.mark.parametrize(
    ("reader", "file", "bomb"),
    [
        ("settings (TOML)", "s.toml", "a megabyte of other words"),
        ("released folder", "out/reports.csv", "a megabyte of other numbers"),
    ],
)
def test_lines_of_which_no_two_are_alike_are_read_in_seconds(reader: str, file: str, bomb: str, tmp_path: Path) -> None:
    found = _outcome(BY_NAME[reader], tmp_path, Case(file, 0, bomb))
    assert found.kind in GOOD
    assert found.seconds < 20  # by the square of their number it would be minutes


def test_what_reads_a_small_file_refuses_a_large_one(tmp_path: Path) -> None:
    config, tagset = tmp_path / "config.cfg", tmp_path / "own.toml"
    for path in (config, tagset):
        path.write_bytes(b"# x\n" * 300_000)
    with pytest.raises(ModelDamagedError):
        SpacyDetector.load(tmp_path)
    with pytest.raises(TagSetError):
        load_tagset(tagset)


def test_pipes_in_the_place_of_a_models_and_a_journals_files_hold_nobody_up(tmp_path: Path) -> None:
    for name in ("manifest.json", "20260101T000000000000-1.gz"):
        os.mkfifo(tmp_path / name)
    assert tagset_of(tmp_path).name == "meddocan" and suggester_of(tmp_path).model_sha256 == ""
    with pytest.raises(OSError, match="regular"):
        list(Snapshot(tmp_path / "20260101T000000000000-1.gz", datetime.now(UTC), 1).lines())


def test_keys_of_many_parts_hold_up_no_file_of_a_corpus_or_an_administrator(tmp_path: Path) -> None:
    path = tmp_path / "layer.toml"
    path.write_text("[" + "a." * 100_000 + "a]\n")
    for read in (lambda: read_layer(tmp_path), lambda: read_corpus_file(path), lambda: read_administered(path)):
        begun = time.process_time()
        with pytest.raises(DeidError):
            read()
        assert time.process_time() - begun < 2


def test_an_empty_file_is_made_no_database_by_looking_for_a_corpus(tmp_path: Path) -> None:
    shared_corpus = pytest.importorskip("deid_studio.corpora.sharing.shared_corpus")
    (tmp_path / "team.db").touch()
    with shared_corpus.SharedCorpus(f"sqlite:///{tmp_path / 'team.db'}") as database:
        assert database.token() is None
    assert (tmp_path / "team.db").stat().st_size == 0


def test_a_table_that_is_no_parquet_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1" + bytes(40) + (20).to_bytes(4, "little") + b"PAR1")
    with pytest.raises(ReportUnreadableError):
        column_names(path)
    path.unlink()
    path.symlink_to(path)
    with pytest.raises(ReportUnreadableError):
        list(rows_of(path, ["id"]))


def test_values_that_no_number_or_name_can_be_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "j.json"
    path.write_text('{"intercept": 1' + "0" * 400 + ', "weights": {}}')
    with pytest.raises(DeidError):
        read_weights(path)
    assert text_beside(path, "x" * 70_000) is None and text_beside(path, "\0") is None
    assert file_stem("\ud800").isascii()


def test_what_is_no_file_is_put_aside_when_a_journal_is_recovered(tmp_path: Path) -> None:
    recovered = BY_NAME["journal, recovered"]
    found = _outcome(recovered, tmp_path, Case(recovered.files[1], 0, "a pipe"))
    assert found.kind in GOOD
    assert len([one for one in (tmp_path / "case").rglob("journal.log") if one.is_fifo()]) == 1
