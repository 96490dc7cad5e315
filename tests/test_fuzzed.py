"""A few damaged files for the readers that are quick; `tests/benchmarks/fuzz_readers.py` gives all of them hundreds."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.errors import DeidError
from deid_studio.plain_files import plain_bytes, toml_of
from tests.benchmarks.fuzz_readers import GOOD, Case, Outcome, put, tried
from tests.benchmarks.fuzzing.readers import READERS, Reader

_SLOW = ("Word", "PDF", "model", "journal", "released", "vault", "expressions", "names", "profile")
QUICK = [one for one in READERS if not one.name.startswith(_SLOW) and "Parquet" not in one.name]
BY_NAME = {one.name: one for one in READERS}


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


@pytest.mark.parametrize("reader", [*QUICK, BY_NAME["journal and what is beside it"]], ids=lambda one: one.name)
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
