"""deid annotate on tables of reports: JSON Lines, gzipped or not, and CSV; ids are no paths, and bad lines are told."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.formats.report_table import file_stem

Run = Callable[..., Result]
TEXT = "Vista por Ana Ruiz.\r\n😷 Fin"


def lines(*rows: object) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def written(out: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in out.iterdir() if path.suffix in (".txt", ".ann")}


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".csv"])
def test_each_line_of_a_table_is_a_report(run: Run, tmp_path: Path, ending: str) -> None:
    table, out = tmp_path / f"informes{ending}", tmp_path / "out"
    if ending == ".csv":
        table.write_bytes(f'\ufeffnum;nota\r\n7;"{TEXT}"\r\n8;sin nombres\r\n'.encode())
    else:
        data = lines({"num": 7, "nota": TEXT}, {"num": "8", "nota": "sin nombres"})
        table.write_bytes(gzip.compress(data) if ending.endswith(".gz") else data)
    options = ("--id-column", "num", "--text-column", "nota")
    done = run("annotate", table, "--out", out, *options)
    assert done.exit_code == 0, done.output
    ann = "T1\tNOMBRE_SUJETO_ASISTENCIA 10 18\tAna Ruiz\n"
    assert written(out) == {"7.txt": TEXT, "7.ann": ann, "8.txt": "sin nombres", "8.ann": ""}
    assert "2 reports were done before" in run("annotate", table, "--out", out, *options).stdout


def test_a_long_cell_is_a_report_and_other_tables_keep_their_limit(run: Run, tmp_path: Path) -> None:
    before = csv.field_size_limit()
    (tmp_path / "a.csv").write_text(f"id,text\n1,{'a ' * 100_000}\n2,b\n", encoding="utf-8")
    assert run("annotate", tmp_path / "a.csv", "--out", tmp_path / "out").exit_code == 0
    assert (tmp_path / "out" / "1.txt").stat().st_size == 200_000
    assert csv.field_size_limit() == before


def test_bad_lines_are_told_with_their_number_and_without_their_text(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "informes.jsonl"
    table.write_bytes(
        lines({"id": "a", "text": TEXT}) + b"{Lucia Montero\n\n" + lines(["Lucia"], {"id": "b"}, {"text": "Lucia"})
        + lines({"id": "c", "text": "Lucia \ud800"}, {"id": "d", "text": "FALLA Lucia"}, {"id": "e", "text": "\x00"})
        + b"\xff\n" + lines({"id": "z", "text": "Ana Ruiz"})[:-1]
    )  # fmt: skip
    done = run("annotate", table, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert set(written(tmp_path / "out")) == {"a.txt", "a.ann", "z.txt", "z.ann"}
    for line in (2, 4, 5, 6, 7, 10):
        assert f"informes.jsonl, line {line}: " in done.stderr, line
    assert "informes.jsonl:8 (RuntimeError)" in done.stderr and "informes.jsonl:9 is not text" in done.stderr
    assert "--text-column" in done.stderr and "Lucia" not in done.output and "8 errors" in done.stderr


@pytest.mark.parametrize("ids", [("a", "a"), ("a", "A"), ("1", 1)])
def test_ids_given_twice_are_told_before_anything_is_written(run: Run, tmp_path: Path, ids: tuple[object, ...]) -> None:
    table = tmp_path / "informes.jsonl"
    table.write_bytes(lines(*({"id": id, "text": TEXT} for id in ids)))
    done = run("annotate", table, "--out", tmp_path / "out")
    assert done.exit_code == 1 and "informes.jsonl:1 and" in done.stderr and "informes.jsonl:2 would" in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.csv", b"id,texto\n1,x\n", "line 1: there is no column “text”"),
        ("a.csv", b'id,text\n1,"x\n', "quotes are not closed"),
        ("a.csv", b"id,text\n1,a\xf1o\n", "not UTF-8"),
        ("a.csv", b"", "no column “id”"),
        ("a.jsonl.gz", gzip.compress(lines({"id": "1", "text": "x"}), mtime=0)[:-9], "damaged"),
        ("a.jsonl.gz", b"no gzip", "damaged"),
    ],
)
def test_a_table_that_cannot_be_read_is_told(run: Run, tmp_path: Path, name: str, data: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(data)
    done = run("annotate", tmp_path / name, "--out", tmp_path / "out")
    assert done.exit_code == 1 and told in done.stderr and not (tmp_path / "out").exists()


def test_ids_never_lead_out_of_the_folder(run: Run, tmp_path: Path) -> None:
    ids = ["../fuera", "/etc/x", ".oculto", "CON", "a/b", "a%2Fb", "n" * 300, "áé" * 90]
    (tmp_path / "t.jsonl").write_bytes(lines(*({"id": id, "text": TEXT} for id in ids)))
    done = run("annotate", tmp_path / "t.jsonl", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert len(written(tmp_path / "out")) == 2 * len(ids)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "ajustes") == ["out", "t.jsonl"]


_IDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=200)


@given(_IDS, _IDS)
def test_a_file_name_is_safe_and_tells_its_id(one: str, other: str) -> None:
    stem = file_stem(one)
    assert Path(f"{stem}.txt").name == f"{stem}.txt" and Path(f"{stem}.txt").stem == stem
    assert not stem.startswith(".") and len(stem.encode()) <= 200 and not set(stem) & set('<>:"/\\|?*\x00\n')
    assert (stem == file_stem(other)) == (one == other)
