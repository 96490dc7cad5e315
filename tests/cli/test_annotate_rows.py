"""deid annotate --to: rows of JSON Lines or Parquet, one for each report, whole or not at all, in their order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from deid_studio.formats.parquet_table import rows_of

Run = Callable[..., Result]
TEXT = "Vista por Ana Ruiz.\r\n😷 Eva Soto"


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "informes"
    (folder / "planta").mkdir(parents=True)
    for name in ("1", "2", "planta/3"):
        (folder / f"{name}.txt").write_bytes(f"{TEXT} {name}".encode())
    return folder


def rows(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / "suggestions.jsonl").read_bytes().split(b"\n")[:-1]]


@pytest.mark.parametrize("classes", ["meddocan", "radiology"])
def test_each_report_is_a_row_with_its_text_and_spans(run: Run, reports: Path, tmp_path: Path, classes: str) -> None:
    out = tmp_path / "out"
    assert run("annotate", reports, "--out", out, "--to", "jsonl", "--tagset", classes).exit_code == 0
    assert [row["id"] for row in rows(out)] == ["1", "2", "planta/3"]
    for row in rows(out):
        assert row["text"] == f"{TEXT} {row['id']}"
        assert [span["text"] for span in row["spans"]] == ["Ana Ruiz", "Eva Soto"]
        for span in row["spans"]:
            assert row["text"][span["start"] : span["end"]] == span["text"]
            assert span["fragments"] == [[span["start"], span["end"]]] and 0 < span["confidence"] <= 1
            assert span["class"] == ("NAME" if classes == "radiology" else "NOMBRE_SUJETO_ASISTENCIA")
    assert sorted(path.name for path in out.iterdir()) == ["annotations.jsonl", "suggestions.jsonl"]
    assert (out / "suggestions.jsonl").stat().st_mode & 0o077 == 0
    # What was written is a table of reports itself.
    again = run("annotate", out / "suggestions.jsonl", "--out", tmp_path / "2", "--to", "jsonl", "--tagset", classes)
    assert again.exit_code == 0 and rows(tmp_path / "2") == rows(out)


@pytest.mark.slow
def test_cut_anywhere_a_run_goes_on_to_the_same_bytes(run: Run, reports: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("annotate", reports, "--out", out, "--to", "jsonl")
    table, log = out / "suggestions.jsonl", out / "annotations.jsonl"
    whole, lines = table.read_bytes(), log.read_bytes().splitlines(keepends=True)
    for cut in range(0, len(whole) + 1, 7):
        table.write_bytes(whole[:cut])
        # A line of the log comes before its row: there are as many as there are rows, and that of the one begun.
        log.write_bytes(b"".join(lines[: whole[:cut].count(b"\n") + 1]))
        done = run("annotate", reports, "--out", out, "--to", "jsonl")
        assert done.exit_code == 0, done.output
        left = 3 - whole[:cut].count(10)
        assert (f"{left} reports annotated" if left != 1 else "1 report annotated") in done.stdout
        assert table.read_bytes() == whole


def test_what_changed_takes_the_place_of_its_row_and_what_somebody_changed_stays(
    run: Run, reports: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run("annotate", reports, "--out", out, "--to", "jsonl")
    (reports / "1.txt").write_bytes(b"Eva Soto")
    (reports / "0.txt").write_bytes(b"")
    (reports / "2.txt").unlink()
    assert "2 reports annotated" in run("annotate", reports, "--out", out, "--to", "jsonl").stdout
    assert [row["id"] for row in rows(out)] == ["0", "1", "planta/3", "2"]
    assert rows(out)[1]["text"] == "Eva Soto"
    table = out / "suggestions.jsonl"
    changed = table.read_bytes().replace(b'"Eva Soto", "spans"', b'"Eva Sot", "spans"')
    table.write_bytes(changed)
    assert "1 report was changed by somebody" in run("annotate", reports, "--out", out, "--to", "jsonl").stdout
    assert table.read_bytes() == changed
    run("annotate", reports, "--out", out, "--to", "jsonl", "--force")
    assert rows(out)[1]["text"] == "Eva Soto"


@pytest.mark.parametrize("data", [b"nota", b"nota\n", b'{"id": "1"}\n', b"[1]\n"])
def test_a_file_of_somebody_else_stays_without_force(run: Run, reports: Path, tmp_path: Path, data: bytes) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "suggestions.jsonl").write_bytes(data)
    refused = run("annotate", reports, "--out", out, "--to", "jsonl")
    assert refused.exit_code == 1 and "--force" in refused.stderr
    assert (out / "suggestions.jsonl").read_bytes() == data
    assert run("annotate", reports, "--out", out, "--to", "jsonl", "--force").exit_code == 0
    assert len(rows(out)) == 3


def test_a_report_that_fails_has_no_row(run: Run, reports: Path, tmp_path: Path) -> None:
    (reports / "2.txt").write_bytes(b"FALLA Ana Ruiz")
    done = run("annotate", reports, "--out", tmp_path / "out", "--to", "jsonl")
    assert done.exit_code == 1 and "RuntimeError" in done.stderr and "Ana" not in done.output
    assert [row["id"] for row in rows(tmp_path / "out")] == ["1", "planta/3"]


@pytest.mark.parametrize("where", ["in", "out"])
def test_parquet_without_its_library_is_told(
    run: Run, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "t.parquet").write_bytes(b"PAR1")
    given, to = (tmp_path / "t.parquet", "brat") if where == "in" else (reports, "parquet")
    done = run("annotate", given, "--out", tmp_path / "out", "--to", to)
    assert done.exit_code == 1 and "needs pyarrow" in done.stderr and "deid-studio[parquet]" in done.stderr
    assert not (tmp_path / "out").exists()


def test_parquet_holds_what_json_lines_hold(run: Run, reports: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow (deid-studio[parquet]) is not installed")
    out = tmp_path / "out"
    (reports / "0.txt").write_bytes(b"")
    assert run("annotate", reports, "--out", out, "--to", "parquet").exit_code == 0
    table = out / "suggestions.parquet"
    assert list(rows_of(table, ["id", "text", "spans"])) == rows(out)
    before = table.read_bytes()
    assert "4 reports were done before" in run("annotate", reports, "--out", out, "--to", "parquet").stdout
    assert table.read_bytes() == before
    assert run("annotate", table, "--out", tmp_path / "2", "--to", "jsonl").exit_code == 0
    assert rows(tmp_path / "2") == rows(out)
    for data in (b"no table", before[:-9]):
        table.write_bytes(data)
        assert "damaged" in run("annotate", table, "--out", tmp_path / "3").stderr
        assert "--force" in run("annotate", reports, "--out", out, "--to", "parquet").stderr
        assert table.read_bytes() == data
