"""deid annotate --jobs: the same files from several processes as from one, and one lost costs one report."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result

from deid_studio.batch.pool import Pool
from deid_studio.errors import ModelMissingError, WorkerLostError, WorkerNotStartedError
from tests.cli.pooled import dying, unloadable, work

Run = Callable[..., Result]


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "informes"
    for number in range(12):
        path = folder / f"planta {number % 3}" / f"{number}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"Nombre: Ozorovic{'h' * (number % 2)}.\r\nVisto el {number}. Ozorovicz", encoding="utf-8")
    (folder / "malo.txt").write_bytes(b"\x00\x01")
    (folder / "carta.html").write_bytes(b"<p>Nombre: Ozorovich")
    return folder


@pytest.fixture
def table(reports: Path, tmp_path: Path) -> Path:
    path = tmp_path / "pacientes.csv"
    ids = [found.relative_to(reports).with_suffix("").as_posix() for found in sorted(reports.rglob("*.txt"))]
    path.write_text("informe;apellidos\n" + "".join(f"{id};Ozorovich\n" for id in ids[::2]), encoding="utf-8")
    return path


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files if path.suffix != ".jsonl"}


@pytest.mark.slow
@pytest.mark.parametrize("classes", ["meddocan", "radiology"])
def test_two_processes_write_the_same_files_as_one(
    run: Run, reports: Path, table: Path, tmp_path: Path, classes: str
) -> None:
    told = []
    for jobs in ("1", "2"):
        done = run(
            "annotate", reports, "--out", tmp_path / jobs, "--jobs", jobs, "--profile", "patient-fields",
            "--patients", table, "--tagset", classes,
        )  # fmt: skip
        assert done.exit_code == 1  # for the one that is not text
        told.append(done.output.replace(str(tmp_path / jobs), ""))
    one, two = everything(tmp_path / "1"), everything(tmp_path / "2")
    assert one == two and told[0] == told[1]
    assert sum(b"Ozorovic" in data for name, data in one.items() if name.endswith(".ann")) == 6


@pytest.mark.slow
def test_what_a_model_cannot_is_told_by_several_processes_as_by_one(run: Run, reports: Path, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        done = run(
            "annotate",
            reports,
            "--out",
            tmp_path / "out",
            "--jobs",
            jobs,
            "--profile",
            "recrf",
            "--model",
            tmp_path / "otro",
        )
        assert done.exit_code == 1 and "otro" in done.stderr
        assert not (tmp_path / "out").exists()


# --- the pool itself -----------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="kills by signals")
def test_what_kills_a_process_is_tried_twice_and_the_others_are_answered_in_order(tmp_path: Path) -> None:
    names = ["a", "always", "b", "once", *"cdefghijklmnopqrstuvwxyz"]
    taken: list[str] = []

    def questions() -> Iterator[tuple[str, SimpleNamespace]]:
        for name in names:
            taken.append(name)
            # Larger than a pipe holds, both ways.
            yield name, SimpleNamespace(path=name, size=300_000 if name in "ab" else 1, text="é" * 300_000)

    with Pool(2, "model", work, tmp_path) as pool:
        assert pool.start() == "loaded"
        found = []
        for name, answer in pool.each(questions()):
            assert len(taken) - len(found) <= 20, "questions are taken as they are needed"
            found.append(name)
            if name == "always":
                assert isinstance(answer, WorkerLostError) and answer.params["path"] == "always"
            else:
                assert str(answer).rstrip("á") == f"answer {name}"
        processes = [one._process.pid for one in pool._processes]
    assert found == names
    tries = {name: len(list(tmp_path.glob(f"{name}-*"))) for name in names}
    assert tries == {name: 2 if name in ("always", "once") else 1 for name in names}
    assert not any(Path(f"/proc/{process}").exists() for process in processes)


def test_why_nothing_can_be_loaded_is_told() -> None:
    with pytest.raises(ModelMissingError), Pool(2, "model", unloadable) as pool:
        pool.start()
    with pytest.raises(WorkerNotStartedError), Pool(2, "model", dying) as pool:
        pool.start()


def test_a_batch_that_is_left_ends_its_processes_at_once(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), Pool(2, "model", work, tmp_path) as pool:
        pool.start()
        processes = [one._process for one in pool._processes]
        for _ in pool.each((number, SimpleNamespace(path=f"{number}", size=1)) for number in range(1000)):
            raise KeyboardInterrupt
    assert all(process is not None and process.exitcode is not None for process in processes)


_BEGUN_AND_KILLED = """
import os, signal, sys, threading
from deid_studio.batch.pool import Pool
from tests.cli.pooled import work
pool = Pool(2, "model", work, sys.argv[1])
pool.__enter__()
assert pool.start() == "loaded"
print(*(type(one._process).__name__ for one in pool._processes), *(one._process.pid for one in pool._processes))
sys.stdout.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="elsewhere nothing is forked")
def test_forked_processes_end_when_who_forked_them_is_killed(tmp_path: Path) -> None:
    script = [sys.executable, "-c", _BEGUN_AND_KILLED, str(tmp_path)]
    done = subprocess.run(script, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    kinds, pids = done.stdout.split()[:2], done.stdout.split()[2:]
    assert kinds == ["ForkProcess", "ForkProcess"] and len(pids) == 2, done.stderr
    until = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in pids) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
