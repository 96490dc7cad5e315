"""deid doctor, as a person asks it: it shows, and writes only when that is wished."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

TEXT = "Nombre: Ana Ruiz. 😀\r\nVive en Soria.\r\n"
SOUND = "T1\tPACIENTE 8 16\tAna Ruiz\nT2\tLUGAR 29 34\tSoria\nA1\tDuda T2\n"
UTF_16 = "T1\tPACIENTE 8 16\tAna Ruiz\nT2\tLUGAR 30 35\tSoria\nA1\tDuda T2\n"
LOST = "T1\tPACIENTE 8 16\tEva Gil.\nT2\tLUGAR 29 34\tSoria\nA1\tDuda T1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    reports = tmp_path / "informes"
    reports.mkdir()
    for name, ann in (("sano", SOUND), ("utf16", UTF_16), ("perdido", LOST), ("nada", None)):
        (reports / f"{name}.txt").write_bytes(TEXT.encode())
        if ann is not None:
            (reports / f"{name}.ann").write_bytes(ann.encode())
    return reports


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_it_shows_each_line_with_the_words_around_it_and_writes_nothing(run, folder):
    before = files(folder)
    done = run("doctor", folder)
    assert done.exit_code == 1
    assert "utf16.ann: offsets counted in UTF-16 units" in done.output
    assert "- T2\tLUGAR 30 35\tSoria\n    + T2\tLUGAR 29 34\tSoria\n" in done.output
    assert "…Nombre: Ana Ruiz. 😀 ⏎ Vive en [Soria]. ⏎ …" in done.output
    assert "sano" not in done.output and "left out (--leave-out): 1, 3." in done.output
    assert "Nothing was written" in done.output and files(folder) == before


def test_it_repairs_what_is_certain_and_keeps_the_original(run, folder):
    before = files(folder)
    done = run("doctor", folder, "--write")
    assert done.exit_code == 1  # one line is not certain
    after = files(folder)
    assert after.pop("utf16.ann.original") == UTF_16.encode()
    assert after == before | {"utf16.ann": SOUND.encode()}
    assert run("doctor", folder / "utf16.ann", folder / "sano.txt").exit_code == 0


def test_lines_that_are_not_certain_are_left_out_when_that_is_wished(run, folder):
    assert run("doctor", folder, "--write", "--leave-out").exit_code == 0
    after = files(folder)
    assert after["perdido.ann"] == b"T2\tLUGAR 29 34\tSoria\n" and after["perdido.ann.original"] == LOST.encode()
    assert run("doctor", folder).exit_code == 0


def test_json_has_offsets_and_no_text(run, folder):
    done = run("doctor", folder, "--json")
    told = json.loads(done.output)
    assert told["healthy"] == 2 and [Path(one["ann"]).name for one in told["files"]] == ["perdido.ann", "utf16.ann"]
    assert told["files"][1]["lines"][0]["place"] == [[29, 34]]
    assert not {"Ana", "Soria", "Eva"} & set(done.output.replace('"', " ").split())


def test_a_file_that_is_no_text_is_named_and_stops_no_other(run, folder):
    (folder / "sano.ann").write_bytes(b"T1\tX 0 1\t\xff\n")
    done = run("doctor", folder, "--write")
    assert done.exit_code == 1 and "sano.ann" in done.output and (folder / "utf16.ann.original").exists()
