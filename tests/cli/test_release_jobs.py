"""deid release --jobs, --local-cluster: the same release as from one process, also when a process is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.kept_settings import RELEASE_SECRET
from deid_studio.review.project import Project

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kills by signals")]

PEOPLE = ("Nuria Belmonte", "Ramiro Iglesias", "Teresa Quintana")
CLASSES = "[entities]\nPERSONA\nDIA\n"  # not the shipped tag set's
REPORTS = 12


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with reports that were reviewed elsewhere, and a table of their patients."""
    place = tmp_path_factory.mktemp("release")
    reports = place / "informes"
    reports.mkdir()
    (reports / "annotation.conf").write_text(CLASSES)
    for number in range(REPORTS):
        name = PEOPLE[number % 3]
        text = f"Acude {name} el 12/03/2015.\n"
        marks = [(6, 6 + len(name), "PERSONA"), (text.index("12/"), text.index("12/") + 10, "DIA")]
        # One is not to leave: somebody is named whom nobody marked; of another the first who reads it dies.
        text += {4: "La trae Bruno Salas.\n", 7: "Episodio MORTAL.\n"}.get(number, "")
        lines = (f"T{at}\t{c} {a} {b}\t{text[a:b]}\n" for at, (a, b, c) in enumerate(marks, start=1))
        (reports / f"r{number:02}.txt").write_text(text)
        (reports / f"r{number:02}.ann").write_text("".join(lines))
    table = "".join(f"r{number:02};{1000 + number % 3}\n" for number in range(REPORTS))
    (place / "pacientes.csv").write_text(f"informe;nhc\n{table}")
    return place


@pytest.fixture(scope="module")
def alone(place: Path) -> dict[str, bytes]:
    """The release by one process."""
    return released(place, "--jobs", "1")[0]


def released(place: Path, *where: str) -> tuple[dict[str, bytes], int]:
    """What leaves, and in how many processes it was read."""
    out, notes, temporary = (place / f"{kind}{''.join(where)}" for kind in ("out", "notes", "tmp"))
    notes.mkdir()
    temporary.mkdir()
    if where[-1] == "1":
        (notes / "died").touch()  # there is nobody else to read it
    driver = Path(__file__).with_name("releasing_apart.py")
    done = subprocess.run(
        [sys.executable, driver, notes, "release", place / "informes", "--out", out, "--policy", "research",
         "--patients", place / "pacientes.csv", "--reviewed-by", "Ana Soto, dos lectores", "--quarantine", *where],
        capture_output=True, text=True, check=False, cwd=temporary,
        env=os.environ | {"PYTHONPATH": str(driver.parents[2]), "LC_ALL": "C", "TMPDIR": str(temporary)},
    )  # fmt: skip
    assert done.returncode == 3 and "Held back: 1" in done.stderr, done.stderr
    assert (notes / "died").exists()
    left = [path.read_bytes() for path in temporary.rglob("*") if path.is_file()]
    told = b"".join([*left, done.stdout.encode(), done.stderr.encode()])
    secret = secret_of(place / "informes")
    assert not any(one in told for one in (secret, secret.hex().encode(), *map(str.encode, PEOPLE)))
    return everything(out), len(list(notes.iterdir())) - 1


def secret_of(folder: Path) -> bytes:
    with closing(Project(folder, shipped_tagset("meddocan"), "")) as project:
        secret = project.kept(RELEASE_SECRET)
    assert secret is not None
    return secret


def everything(folder: Path) -> dict[str, bytes]:
    """The files of a release; of what is said of it what has no number or time of its own."""
    files = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    certificate = json.loads(files["certificate.json"])
    said = {key: certificate[key] for key in ("reports", "left_out", "gate", "contents_sha256")}
    own = {name: data for name, data in files.items() if not name.startswith("certificate")}
    return own | {"certificate": json.dumps(said, sort_keys=True).encode()}


def test_a_patient_is_one_person_in_all_reports(alone: dict[str, bytes]) -> None:
    assert len([name for name in alone if name.endswith(".txt")]) == REPORTS - 1 and "r04.txt" not in alone
    names: dict[int, set[bytes]] = {0: set(), 1: set(), 2: set()}
    for name, data in alone.items():
        if name.endswith(".ann"):
            names[int(name[1:3]) % 3].add(data.split(b"\n")[0].split(b"\t")[2])
    assert [len(found) for found in names.values()] == [1, 1, 1]


def test_a_release_by_several_processes_of_which_one_dies_is_that_of_one(place: Path, alone: dict[str, bytes]) -> None:
    release, processes = released(place, "--jobs", "2")
    assert release == alone and processes == 3


@pytest.mark.loopback
def test_a_release_on_a_cluster_that_loses_a_worker_is_that_of_one_process(
    place: Path, alone: dict[str, bytes]
) -> None:
    pytest.importorskip("distributed", reason="distributed (deid-studio[cluster]) is not installed")
    release, processes = released(place, "--local-cluster", "2")
    assert release == alone and processes >= 2
