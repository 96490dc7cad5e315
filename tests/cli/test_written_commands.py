"""Every command that the manual and docs/ show can be typed as it stands, where somebody has what it names."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from deid_studio.batch.conversion import ConversionProcess
from deid_studio.formats.conversion.documents import convert
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.project import Project

ROOT = Path(__file__).parents[2]
PAGES = sorted([*(ROOT / "resources/manual").rglob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")])
NAMES = ("Nuria Belmonte", "Elena Sanchis", "Marta Quiroga", "Luisa Pedrosa", "Irene Cardona", "Paula Ferriol")
FOLDERS = (
    *("reports", "reviewed", "gold", "first", "second", "brat", "carmen"),
    *("informes", "revisados", "referencia", "primera", "segunda"),
)
RELEASES = {"reports": "released", "informes": "publicacion"}
# Tried elsewhere: with a server, several machines, a corpus that not everybody has, a signed file, the shipped model;
# or no command but how one is put together.
ELSEWHERE = re.compile(
    r"postgresql://|corpus sync|--scheduler|--local-cluster|CORPUS|ordinary|\.\./shared|update check|deid train|[\[…]"
)
WRITTEN = ("--out", "--sheet", "--json", "--errors", "--findings")


def commands() -> list[str]:
    """The commands that stand in a line of their own, each once, those of past figures and the reference left out."""
    found = []
    for page in PAGES:
        if page.name in ("experiments.md", "CHANGELOG.md", "commands.md"):
            continue
        text = page.read_text(encoding="utf-8").replace("\\\n", " ")
        found += [line.partition(" #")[0].strip() for line in re.findall(r"(?m)^    (deid .+)$", text)]
    return [line for line in dict.fromkeys(found) if not ELSEWHERE.search(line)]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands name, made as the pages say: signed reports, a release of them, and what attacked it."""
    here = tmp_path_factory.mktemp("written")
    tagset = shipped_tagset("meddocan")
    first = here / FOLDERS[0]
    first.mkdir()
    for number, name in enumerate(NAMES):
        text, end = f"Paciente: {name}\nIngresa el 1{number}/03/2015.\n", 10 + len(name)
        marks = (("NOMBRE_SUJETO_ASISTENCIA", 10, end), ("FECHAS", end + 12, end + 22))
        ann = [f"T{at}\t{what} {a} {b}\t{text[a:b]}\n" for at, (what, a, b) in enumerate(marks, start=1)]
        (first / f"a{number}.txt").write_text(text, encoding="utf-8")
        (first / f"a{number}.ann").write_text("".join(ann), encoding="utf-8")
    for other in FOLDERS[1:]:
        shutil.copytree(first, here / other)
    for folder in ("reports", "informes", "reviewed", "revisados"):
        with contextlib.closing(Project(here / folder, tagset, "Dra. Prueba")) as project:
            for entry in project.entries:
                project.open(entry.name).sign_off(read=1.0)
    (here / "carmen/annotation.conf").write_text("[entities]\nNOMBRE_SUJETO_ASISTENCIA\nFECHAS\n", encoding="utf-8")
    rows = "".join(f"a{number},{name},0{number + 1}/05/1950\n" for number, name in enumerate(NAMES))
    for table in ("table.csv", "tabla.csv", "patients.csv", "pacientes.csv"):
        (here / table).write_text(f"id,nombre,fecha de nacimiento\n{rows}", encoding="utf-8")
    return here


@pytest.fixture
def typed(run, world, tmp_path, monkeypatch):
    """Types a command line where all is that it names, and nothing yet of what it writes.

    What attacks a release reads its documents here, which elsewhere is done by a process of its own (test_attack.py).
    """
    here = tmp_path / "here"
    shutil.copytree(world, here)
    monkeypatch.chdir(here)
    monkeypatch.setattr(ConversionProcess, "convert", lambda _, raw, path: convert(raw, path))

    def typed(line: str):
        words = shlex.split(line)[1:]
        for option, value in pairwise(words):
            if option in WRITTEN:
                path = here / value
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        return run(*words)

    return typed


@pytest.fixture(scope="module")
def done_before(tmp_path_factory: pytest.TempPathFactory):
    """Does what comes before a command, or takes what it left in another test: it is the same for many commands."""
    kept = tmp_path_factory.mktemp("before")

    def done(name: str, work) -> None:
        if (kept / name).exists():
            shutil.copytree(kept / name, Path.cwd(), dirs_exist_ok=True)
        else:
            work()
            shutil.copytree(Path.cwd(), kept / name)

    return done


def prepared(typed, done_before, line: str) -> str:
    """Do what the pages have a person do before this command; the command, with the number of the release here."""
    if not re.search(r"attack|certify|ledger|released|publicacion", line) or "deid release" in line:
        return line
    for reports, released in RELEASES.items():
        if re.search(rf"\b{released}\b|\b{reports}/", line):
            done_before(released, lambda names=(reports, released): _released(typed, *names))
            if re.search(r"\.(csv|json)\b", line):
                done_before(f"{released}-attacked", lambda released=released: _attacked(typed, released))
    if "--show" in line:
        listed = typed("deid ledger reports/").output
        number = re.search(r"\b[0-9a-f]{4,}\b", listed)
        assert number is not None, listed
        line = line.replace("3f2a", number[0][:4])
    return line


def _released(typed, reports: str, released: str) -> None:
    assert typed(f"deid release {reports}/ --out {released}/ --policy research").exit_code == 0


def _attacked(typed, released: str) -> None:
    assert typed(f"deid attack {released}/ --patients patients.csv --json k.json --sheet sheet.csv").exit_code == 0
    sheet = (
        Path("sheet.csv").read_text(encoding="utf-8-sig").replace("reader;", "reader;Ana").replace("hours;", "hours;2")
    )
    filled = re.sub(r"(?m)^(a\d);;", r"\1;3;0", sheet.replace("sources;", "sources;press"))
    for name in ("sheet.csv", "filled.csv", "rellena.csv"):
        Path(name).write_text(filled, encoding="utf-8")
    assert typed(f"deid attack {released}/ --sheet-result filled.csv --json reader.json").exit_code == 0
    shutil.copy("reader.json", "lectora.json")


@pytest.mark.slow
@pytest.mark.parametrize("line", commands())
def test_a_written_command_does_what_it_says(typed, done_before, line: str) -> None:
    if "project-export.json" in line or "exportado.json" in line:
        assert typed("deid convert brat/ --to labelstudio --out made").exit_code == 0
        (exported,) = Path("made").glob("*.json")
        for name in ("project-export.json", "exportado.json"):
            shutil.copy(exported, name)
    if "--to parquet" in line:
        pytest.importorskip("pyarrow")
    done = typed(prepared(typed, done_before, line))
    assert done.exit_code == 0, done.output
    words = shlex.split(line)
    for option, value in pairwise(words):
        assert option not in WRITTEN or Path(value).exists(), done.output


def test_the_pages_show_commands_of_every_kind() -> None:
    verbs = {line.split()[1] for line in commands()}
    assert {"annotate", "attack", "certify", "convert", "doctor", "evaluate", "ledger", "release"} <= verbs
    assert len(commands()) > 40
