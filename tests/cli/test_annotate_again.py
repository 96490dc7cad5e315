"""deid annotate, run again: what is done stays, what changed is done anew, and what somebody changed is left alone."""

from __future__ import annotations

import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.project import PRIVATE
from deid_studio.review.signing.machine_annotations import ANNOTATIONS

Run = Callable[..., Result]


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "informes"
    folder.mkdir()
    for name in ("1", "2", "3"):
        (folder / f"{name}.txt").write_text(f"Lucía Montero, cama {name}", encoding="utf-8")
    return folder


def annotated(done: Result) -> int:
    assert done.exit_code == 0, done.output
    found = re.search(r"(\d+) reports? annotated", done.stdout)
    assert found is not None
    return int(found[1])


def times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.suffix in (".ann", ".txt")}


@pytest.mark.parametrize("in_place", [False, True])
def test_what_is_done_and_unchanged_is_not_done_again(run: Run, reports: Path, tmp_path: Path, in_place: bool) -> None:
    out = reports if in_place else tmp_path / "out"
    assert annotated(run("annotate", reports, "--out", out)) == 3
    before = times(out)
    for more in ((), ("--force",)):
        again = run("annotate", reports, "--out", out, *more)
        assert annotated(again) == 0 and "3 reports were done before" in again.stdout
    assert times(out) == before
    (out / "2.ann").unlink()
    assert annotated(run("annotate", reports, "--out", out)) == 1
    assert (out / "2.ann").stat().st_size > 0


def test_a_report_whose_text_changed_or_that_is_new_is_done(run: Run, reports: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("annotate", reports, "--out", out)
    (reports / "2.txt").write_text("Ana Ruiz", encoding="utf-8")
    (reports / "4.txt").write_text("Eva Soto", encoding="utf-8")
    assert annotated(run("annotate", reports, "--out", out)) == 2
    assert (out / "2.txt").read_text(encoding="utf-8") == "Ana Ruiz"
    assert (out / "2.ann").read_text(encoding="utf-8").endswith("Ana Ruiz\n")


def test_other_classes_rules_or_fields_of_a_patient_make_it_anew(run: Run, reports: Path, tmp_path: Path) -> None:
    out, table = tmp_path / "out", tmp_path / "p.csv"
    assert annotated(run("annotate", reports, "--out", out)) == 3
    assert annotated(run("annotate", reports, "--out", out, "--tagset", "radiology")) == 3
    assert (out / "1.ann").read_text(encoding="utf-8").startswith("T1\tNAME ")
    assert annotated(run("annotate", reports, "--out", out, "--tagset", "radiology")) == 0
    options = ("--profile", "patient-fields", "--patients", table)
    table.write_text("informe;apellidos\n1;Montero\n2;Montero\n", encoding="utf-8")
    assert annotated(run("annotate", reports, "--out", out, *options)) == 3
    table.write_text("informe;apellidos\n1;Montero\n2;Otro\n", encoding="utf-8")
    assert annotated(run("annotate", reports, "--out", out, *options)) == 1
    assert b"Otro" not in (out / ANNOTATIONS).read_bytes()


@pytest.mark.parametrize("changed", ["2.ann", "2.txt"])
def test_what_somebody_changed_stays_without_force(run: Run, reports: Path, tmp_path: Path, changed: str) -> None:
    out = tmp_path / "out"
    run("annotate", reports, "--out", out)
    (out / changed).write_bytes(b"")
    again = run("annotate", reports, "--out", out, "--tagset", "radiology")
    assert annotated(again) == 2 and "1 report was changed by somebody" in again.stdout
    assert (out / changed).read_bytes() == b""
    assert annotated(run("annotate", reports, "--out", out, "--tagset", "radiology", "--force")) == 1
    assert (out / changed).read_bytes() != b""


def test_a_line_of_the_log_that_was_cut_short_costs_its_report_alone(run: Run, reports: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("annotate", reports, "--out", out)
    (out / "3.ann").unlink()
    (out / "3.txt").unlink()
    log = (out / ANNOTATIONS).read_bytes()
    (out / ANNOTATIONS).write_bytes(log[:-30])
    assert annotated(run("annotate", reports, "--out", out)) == 1
    assert annotated(run("annotate", reports, "--out", out)) == 0


def test_two_runs_do_not_write_into_one_folder(run: Run, reports: Path, tmp_path: Path) -> None:
    out = tmp_path / "nuevo" / "out"
    other = FolderLock(out, PRIVATE, "deid annotate")
    other.claim()
    refused = run("annotate", reports, "--out", out)
    assert refused.exit_code == 1 and "deid annotate (on this computer) has been at work in" in refused.stderr
    assert "--out" in refused.stderr
    other.leave(other)
    assert not out.exists() or not list(out.iterdir())
    assert annotated(run("annotate", reports, "--out", out)) == 3
    assert not (out / PRIVATE).exists()


class Annotating:
    """Runs of `deid annotate`, one after the other, each in a process of its own that can be killed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.run = 0  # the number of the process of the last one

    def begin(self, *arguments: Path | str | int) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([str(one) for one in arguments]) + "\n")
        self._process.stdin.flush()
        self.run = self._told()

    def ends(self, seconds: float) -> bool:
        """Whether it ends within some time."""
        return bool(select.select([self._process.stdout], [], [], seconds)[0])

    def ended(self) -> int:
        """How it ended, once it has."""
        return self._told()

    def _told(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())


@pytest.fixture(scope="module")
def annotating() -> Iterator[Annotating]:
    driver = Path(__file__).with_name("killed_annotating.py")
    with subprocess.Popen(
        [sys.executable, str(driver)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        env=os.environ | {"PYTHONPATH": str(driver.parents[2]), "LC_ALL": "C"},
    ) as process:  # fmt: skip
        yield Annotating(process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills by signals")
@pytest.mark.parametrize(("to", "jobs", "most"), [("brat", 1, 5), ("jsonl", 2, 2), ("brat", 2, 2), ("parquet", 2, 2)])
def test_killed_again_and_again_nothing_is_lost_nor_done_twice(
    annotating: Annotating, tmp_path: Path, to: str, jobs: int, most: int
) -> None:
    if to == "parquet":
        pytest.importorskip("pyarrow", reason="PyArrow (deid-studio[parquet]) is not installed")
    reports, out, notes, whole = (tmp_path / name for name in ("informes", "out", "notes", "entero"))
    reports.mkdir()
    for number in range(150):
        (reports / f"{number:03}.txt").write_text(f"Nombre: Ana Ruiz.\nCama {number}\n")
    kills, chance = 0, random.Random(jobs)
    while True:
        annotating.begin(reports, out, notes, to, jobs)
        stop_at = count(notes) + chance.randint(1, 100 // most)  # reports are left for every kill
        while kills < most and not annotating.ends(0.002):
            if count(notes) >= stop_at:
                time.sleep(chance.random() * 0.01)
                # The run alone, whose processes end by themselves, or all at once.
                os.kill(annotating.run, signal.SIGKILL) if kills % 2 else os.killpg(annotating.run, signal.SIGKILL)
                break
        ended = annotating.ended()
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
        kills += 1
    asked = Counter(notes.read_text().split())
    assert kills == most and len(asked) == 150
    at_once, being_written = 150 // (8 * jobs), 32
    # Those that it was at, and those that were written together.
    assert sum(asked.values()) - 150 <= kills * (at_once * (1 if jobs == 1 else 9 * jobs) + being_written)
    annotating.begin(reports, whole, tmp_path / "other notes", to, 1)
    assert annotating.ended() == 0
    assert files(out) == files(whole) and len(files(out)) >= (300 if to == "brat" else 1)
    assert b"Ana Ruiz" in b"".join(files(out).values()) and not list(out.glob(".deid-*"))


def count(notes: Path) -> int:
    return notes.read_bytes().count(b"\n") if notes.exists() else 0


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != ANNOTATIONS and path.is_file()}
