"""The project itself: what is built, locked, documented and forbidden."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from deid_studio import __version__
from deid_studio.cli.lab.verbs import VERBS as LAB
from deid_studio.cli.verbs import VERBS
from deid_studio.kernel import compiled

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
SYSTEM_PACKAGES = "packaging/system-packages.txt"


def tracked() -> list[Path]:
    """The files that git knows, or all of an unpacked source archive."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        return [p for p in ROOT.rglob("*") if p.is_file() and ".venv" not in p.parts and "work" not in p.parts]
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def texts(*suffixes: str) -> Iterator[tuple[str, str]]:
    """Relative name and text of the tracked files with one of the suffixes (all text files when none is given)."""
    return ((name, text) for name, text in every_text() if not suffixes or Path(name).suffix in suffixes)


@cache
def every_text() -> list[tuple[str, str]]:
    """Relative name and text of the tracked text files: thousands, which several tests look through."""
    found = []
    for path in tracked():
        with suppress(UnicodeDecodeError):
            found.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
    return found


# --- the wheel -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel holds, as the only place that the package can be imported from."""
    site = tmp_path_factory.mktemp("unpacked") / "site"
    zipfile.ZipFile(wheel).extractall(site)
    return site


@pytest.mark.slow
def test_wheel_holds_resources_and_icons(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in tracked():
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("resources/", "icons/")):
            assert f"deid_studio/{name}" in names
        elif name.startswith("deid_studio/"):
            assert name in names
    top = {name.split("/")[0] for name in names}
    assert top == {"deid_studio", f"deid_studio-{__version__}.dist-info"}


@pytest.mark.slow
def test_wheel_holds_the_kernel_where_it_was_compiled(wheel: Path) -> None:
    built = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith((".so", ".pyd"))]
    assert len(built) == (compiled.native is not None)
    assert ("-cp311-abi3-" if built else "-none-any") in wheel.name


def test_unpacked_wheel_finds_its_resources(unpacked: Path) -> None:
    code = "from deid_studio import paths; print(paths.resources()); print(paths.icons())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, 'site'); {code}"],
        cwd=unpacked.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    resources, icons = (Path(line) for line in done.stdout.splitlines())
    assert resources.samefile(unpacked / "deid_studio" / "resources")
    assert (resources / "tagsets" / "meddocan.toml").is_file()
    assert (icons / "app.svg").is_file()


# Ends the process at once where any code, a library's as well, turns to the network. Not "bind": loading urllib3, which
# spaCy loads, binds a socket to ::1 to learn whether there is IPv6.
_OFFLINE = """
import os, sys
NETWORK = {"socket." + verb for verb in ("connect", "getaddrinfo", "gethostbyname", "sendto", "sendmsg")}
sys.addaudithook(lambda event, _: event in NETWORK and os._exit(97))
"""
# spaCy's command line brings some, and is not loaded; others are extras, loaded when they are asked for.
_WITHOUT_LIBRARIES = """
import atexit
LIBRARIES = {"dask", "distributed", "httpx", "psycopg", "pyarrow", "requests", "sqlalchemy", "tornado", "urllib3"}
atexit.register(lambda: LIBRARIES & sys.modules.keys() and os._exit(98))
"""


@pytest.mark.loopback
def test_turning_to_the_network_would_be_noticed() -> None:
    code = "import socket; socket.create_connection(('127.0.0.1', 9), timeout=1)"
    assert subprocess.run([sys.executable, "-c", _OFFLINE + code], check=False).returncode == 97


@pytest.mark.slow
def test_unpacked_wheel_annotates_without_network(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "nota.txt").write_text("Nombre: Aurelia.\nEdad: 61 años.\n", encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(unpacked)!r}); from deid_studio.cli.main import main; main()"
    subprocess.run(
        [sys.executable, "-P", "-c", _OFFLINE + _WITHOUT_LIBRARIES + code, "annotate", "nota.txt", "--out", "out"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert "\tNOMBRE_SUJETO_ASISTENCIA 8 15\tAurelia\n" in (tmp_path / "out" / "nota.ann").read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", sorted((PROJECT["scripts"] | PROJECT["gui-scripts"]).items()))
def test_entry_point_exists(entry: tuple[str, str]) -> None:
    module, function = entry[1].split(":")
    tree = ast.parse((ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert function in names


# --- the lock ------------------------------------------------------------------------------------------------


def locked() -> dict[str, list[Requirement]]:
    pins: dict[str, list[Requirement]] = {}
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        pin = Requirement(line)
        pins.setdefault(canonicalize_name(pin.name), []).append(pin)
    return pins


def pinned_here() -> dict[str, Version]:
    return {
        name: Version(next(iter(pin.specifier)).version)
        for name, pins in locked().items()
        for pin in pins
        if pin.marker is None or pin.marker.evaluate()
    }


def declared() -> list[Requirement]:
    extras = PROJECT["optional-dependencies"].values()
    return [Requirement(text) for text in (*PROJECT["dependencies"], *(d for extra in extras for d in extra))]


def test_lock_pins_versions_and_names_no_place() -> None:
    for pins in locked().values():
        for pin in pins:
            assert [s.operator for s in pin.specifier] == ["=="]
            assert pin.url is None


@pytest.mark.parametrize("requirement", declared(), ids=str)
def test_lock_covers_declared_dependency(requirement: Requirement) -> None:
    assert pinned_here()[canonicalize_name(requirement.name)] in requirement.specifier


def test_lock_covers_what_the_dependencies_need() -> None:
    pins = pinned_here()
    lacking = set()
    for name in pins:
        try:
            needed = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue  # pinned for an extra that is not installed here
        for requirement in map(Requirement, needed):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                pin = pins.get(canonicalize_name(requirement.name))
                if pin is None or not requirement.specifier.contains(pin, prereleases=True):
                    lacking.add(f"{name} needs {requirement}")
    assert not lacking


def modules_of(distribution: str) -> set[str]:
    """The modules that an installed library brings."""
    told = metadata.distribution(distribution)
    tops = (told.read_text("top_level.txt") or "").split()
    return set(tops) or {file.parts[0].partition(".")[0] for file in told.files or ()}


@pytest.mark.slow
def test_every_import_is_a_declared_dependency() -> None:
    names = {canonicalize_name(requirement.name) for requirement in map(Requirement, PROJECT["dependencies"])}
    # sklearn-crfsuite needs python-crfsuite, and PySide6-Essentials brings the module PySide6 and shiboken6.
    names |= {"python-crfsuite", "shiboken6"}
    extras = {
        "deid_studio/batch/cluster.py": {"dask", "distributed"},
        "deid_studio/corpora/sharing/shared_corpus.py": {"sqlalchemy"},
    }
    brought = set().union(*map(modules_of, names))
    undeclared = {
        f"{name}: {module}"
        for name, module, _ in imports()
        if (top := module.split(".")[0]) not in sys.stdlib_module_names
        and top != "deid_studio"
        and top not in extras.get(name, ())
        and top not in brought
    }
    assert not undeclared


# --- what the package may import -----------------------------------------------------------------------------

NETWORK = re.compile(
    r"(socket|socketserver|ssl|http|ftplib|smtplib|imaplib|poplib|telnetlib|nntplib|xmlrpc|wsgiref|webbrowser|asyncio"
    r"|requests|httpx|urllib3|aiohttp|urllib\.(request|robotparser|response)|multiprocessing\.managers"
    r"|dask|distributed|psycopg|sqlalchemy|tornado"
    r"|PySide6\.(QtNetwork|QtNetworkAuth|QtWebSockets|QtWebEngine\w*|QtHttpServer|QtWebChannel|QtRemoteObjects))\b"
)


@cache
def modules() -> dict[str, tuple[str, list[ast.Import | ast.ImportFrom], set[str]]]:
    """Every file of the package, with its text, its imports and the strings in it."""
    found = {}
    for path in sorted((ROOT / "deid_studio").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(text)))
        imported = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        said = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        found[path.relative_to(ROOT).as_posix()] = text, imported, said
    return found


def imports() -> Iterator[tuple[str, str, int]]:
    """File, module and line of every import in the package."""
    for name, (_, imported, _) in modules().items():
        for node in imported:
            if isinstance(node, ast.Import):
                yield from ((name, alias.name, node.lineno) for alias in node.names)
            elif node.module:
                yield name, node.module, node.lineno
                yield from ((name, f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


@pytest.mark.slow
def test_no_network_module_is_imported() -> None:
    found = {(name, module.split(".")[0]) for name, module, _ in imports() if NETWORK.match(module)}
    # Loaded when a person asks for a cluster or a shared corpus: see the test of what is loaded without.
    assert found <= {
        ("deid_studio/batch/cluster.py", "dask"),
        ("deid_studio/batch/cluster.py", "distributed"),
        ("deid_studio/corpora/sharing/shared_corpus.py", "sqlalchemy"),
    }


def test_qt_is_imported_in_gui_only() -> None:
    outside = [
        (name, line)
        for name, module, line in imports()
        if module.split(".")[0] in ("PySide6", "shiboken6") and not name.startswith("deid_studio/gui/")
    ]
    assert outside == []


def test_import_contracts_hold() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([program, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


# --- one place for each fact ---------------------------------------------------------------------------------


def system_packages() -> list[str]:
    lines = (ROOT / SYSTEM_PACKAGES).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_system_packages_are_listed_once() -> None:
    packages = system_packages()
    assert packages == sorted(set(packages))
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", package) for package in packages)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, packages))})\b")
    # The expression tries each package at each place, and hardly any text has the letters of one.
    held = ((name, text) for name, text in texts() if any(package in text for package in packages))
    elsewhere = [name for name, text in held if name != SYSTEM_PACKAGES and pattern.search(text)]
    assert elsewhere == []


@pytest.mark.parametrize("name", [".ci/run", "README.md", "README.es.md", "packaging/bootstrap.sh"])
def test_system_packages_are_pointed_to(name: str) -> None:
    assert SYSTEM_PACKAGES in (ROOT / name).read_text(encoding="utf-8")


def test_no_absolute_path_of_a_machine() -> None:
    machine = re.compile(r"(?<![\w.~})/-])/(home|root|work|Users|mnt|opt)/\w")
    found = [
        f"{name}:{number}"
        for name, text in texts(".py", ".md", ".toml", ".sh", ".txt", ".lock", ".json", ".cfg", ".yml", "")
        if name != ".gitignore"
        and not (name.startswith("tests/foreign/") and name.endswith(".txt"))  # invented machines
        for number, line in enumerate(text.splitlines(), start=1)
        if machine.search(line)
    ]
    assert found == []


def test_no_report_of_the_corpus_is_named() -> None:
    corpus = re.compile(r"S\d{4}-\d{3}[\dX]{5,}")
    assert [name for name, text in texts() if corpus.search(name) or corpus.search(text)] == []


# --- documents that stay true --------------------------------------------------------------------------------

TARGETS = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_make_targets_named_in_documents_exist() -> None:
    named = {
        (name, target)
        for name, text in texts(".md")
        for target in re.findall(r"(?:`|^    |^)make ([a-z0-9]+)", text, re.MULTILINE)
    }
    assert {"run", "test"} <= {target for name, target in named if name == "README.md"}
    assert [f"{name}: make {target}" for name, target in named if target not in TARGETS] == []


def test_verbs_named_in_documents_exist() -> None:
    named = {
        (name, verb)
        for name, text in texts(".md")
        for verb in re.findall(r"(?:`|^    |^|[“«(])deid (lab [a-z]+|[a-z]+)", text, re.MULTILINE)
    }
    assert {"annotate", "lab ablation"} <= {verb for _, verb in named}
    known = {*VERBS, *(f"lab {verb}" for verb in LAB)}
    assert [f"{name}: deid {verb}" for name, verb in named if verb not in known] == []


def test_a_persons_verbs_come_before_those_of_research() -> None:
    first, *_, last = VERBS
    assert (first, last) == ("annotate", "lab")
    assert not VERBS.keys() & LAB.keys()


def test_links_in_documents_lead_somewhere() -> None:
    broken = []
    for name, text in texts(".md"):
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            elsewhere = "://" in target or target.startswith("mailto:")
            if not elsewhere and not (ROOT / name).parent.joinpath(target).exists():
                broken.append(f"{name}: {target}")
    assert broken == []


def test_continuous_integration_runs_what_the_readme_says() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_quick_tests_are_many_and_open_few_windows() -> None:
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "--quick", "-p", "no:cacheprovider"]
    files = ["cli/test_release.py", "cli/test_release_killed.py", "gui/test_first_use.py", "gui/test_keystrokes.py"]
    done = subprocess.run(
        [*collect, *(f"tests/{file}" for file in files)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    quick = Counter(line.split("::")[0] for line in done.stdout.splitlines() if "::" in line)
    assert quick["tests/cli/test_release.py"] > 10 and quick["tests/gui/test_first_use.py"] > 5, done.stdout[-500:]
    assert "tests/cli/test_release_killed.py" not in quick and "tests/gui/test_keystrokes.py" not in quick


def test_changelog_knows_the_version() -> None:
    assert re.search(
        rf"^## \[?({re.escape(__version__)}|Unreleased)\]?",
        (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )


def test_a_file_name_means_one_thing() -> None:
    # A verb may be called as what it does, and errors go by the themes of others.
    apart = ("cli", "errors", "gui")
    stems = Counter(
        path.stem
        for path in (ROOT / "deid_studio").rglob("*.py")
        if path.relative_to(ROOT / "deid_studio").parts[0] not in apart and path.stem != "__init__"
    )
    twice = {"handles", "names"}  # of people as they are read, and as they are drawn or held
    assert {stem for stem, times in stems.items() if times > 1} <= twice


def test_architecture_names_what_exists() -> None:
    text = "\n".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("architecture", "rooms"))
    package = ROOT / "deid_studio"
    named = set(re.findall(r"\b(?:[a-z_]+/)*[a-z_]+\.py\b", text)) | {
        f"{module}.py"
        for module in re.findall(r"\b(?:formats|detection|model|review|learning|batch)/[a-z_]+\b(?![./])", text)
    }
    assert sorted(name for name in named if not (package / name.removeprefix("deid_studio/")).exists()) == []
    rooms = {path.name for path in package.iterdir() if (path / "__init__.py").exists()}
    assert sorted(room for room in rooms if f"`{room}/`" not in text) == []


def test_no_module_knows_a_class_by_its_meddocan_name() -> None:
    data = tomllib.loads((ROOT / "resources" / "tagsets" / "meddocan.toml").read_text(encoding="utf-8"))
    names = {one["name"] for one in data["classes"]}
    long = re.compile(rf"\b(?:{'|'.join(name for name in names if '_' in name)})\b")
    found = []
    for path, (text, _, said) in modules().items():
        found += [f"{path}: {name}" for name in sorted(names & said)]
        found += [f"{path}: {name}" for name in long.findall(text)]
    assert not found
