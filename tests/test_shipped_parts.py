"""What is shipped beside our own: whose it is, under which licence, and whether two builds are the same."""

from __future__ import annotations

import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging" / "shipping"))

from audit import judge  # noqa: E402
from compare import differences  # noqa: E402
from inventory import Part, distribution, told  # noqa: E402
from library_table import BEGIN, END, write_table  # noqa: E402
from licence_folder import write_licences  # noqa: E402
from licence_terms import is_free  # noqa: E402

# Not frozen, with all that they alone need.
LEFT_OUT = {"scikit-learn", "spacy"}


def bundled() -> list[str]:
    """The libraries that the program needs, and those need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    todo = [Requirement(text) for text in project["dependencies"]]
    while todo:
        one = todo.pop()
        name = canonicalize_name(one.name)
        if name not in found | LEFT_OUT and (one.marker is None or one.marker.evaluate({"extra": ""})):
            found.add(name)
            todo += [Requirement(text) for text in metadata.requires(name) or ()]
    return sorted(found)


@pytest.mark.parametrize("name", bundled())
def test_a_library_may_be_shipped_and_has_its_licence(name: str) -> None:
    part = distribution(name)
    assert part.licence and is_free(part.licence)
    assert part.texts and all(text.is_file() for text in part.texts)


@pytest.mark.parametrize(
    ("expression", "free"),
    [
        ("MIT", True),
        ("LGPL-3.0-only OR GPL-2.0-only", True),
        ("GPL-3.0-only", False),
        ("AGPL-3.0-or-later OR GPL-3.0-only", False),
        ("GPL-3.0-or-later WITH GCC-exception-3.1", True),
        ("GPL-2.0-only AND (MIT OR BSD-3-Clause)", False),
        ("(GPL-2.0-only OR MIT) AND Apache-2.0", True),
    ],
)
def test_only_what_binds_the_whole_program_is_not_free(expression: str, free: bool) -> None:
    assert is_free(expression) is free


def test_what_is_said_of_system_packages_and_carried_libraries_is_free() -> None:
    carried = [one["licence"] for own in told()["libraries"].values() for one in own.get("carries", ())]
    assert all(map(is_free, [*told()["system"].values(), *carried]))


@pytest.fixture
def parts(tmp_path: Path) -> list[Part]:
    text = tmp_path / "LICENSE"
    text.write_text("As you like.")
    qt = ({"name": "Qt", "version": "6", "licences": "LGPL-3.0-only"},)
    return [
        Part("Large", "1", "MIT", "pkg:pypi/large@1", (text,), qt, 2_500_000),
        Part("small", "2", "0BSD", "pkg:pypi/small@2", (text,), (), 10_000),
    ]


def test_the_folder_of_licences_has_texts_and_says_what_lies_within(tmp_path: Path, parts: list[Part]) -> None:
    write_licences(tmp_path, parts)
    folder = tmp_path / "THIRD-PARTY-LICENCES"
    assert (folder / "Large" / "LICENSE").read_text() == (folder / "small" / "LICENSE").read_text() == "As you like."
    assert "Large 1: MIT\n    Qt 6: LGPL-3.0-only\nsmall 2: 0BSD\n" in (folder / "README.txt").read_text()


def test_the_table_of_libraries_is_written_between_its_marks(tmp_path: Path, parts: list[Part]) -> None:
    page = tmp_path / "shipping.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write_table(page, parts)
    written = page.read_text()
    assert "| Large | 1 | MIT | 2.5 |" in written and "**2.5**" in written
    assert written.startswith("before\n") and written.endswith("after\n") and "old" not in written
    assert BEGIN in (ROOT / "docs" / "shipping.md").read_text(encoding="utf-8")


def test_two_builds_are_compared_file_by_file_and_into_archives(tmp_path: Path) -> None:
    for name, content in (("one", "x"), ("same", "x"), ("other", "y")):
        folder = tmp_path / name
        (folder / "program").mkdir(parents=True)
        (folder / "program" / "file").write_text(content)
        (folder / "program" / "link").symlink_to("file")
        with zipfile.ZipFile(folder / "a.whl", "w") as wheel:
            wheel.writestr(zipfile.ZipInfo("inside"), content)
        with tarfile.open(folder / "a.tar", "w") as tar:
            entry = tarfile.TarInfo("folder")
            entry.mtime = ord(content)
            tar.addfile(entry)
    (tmp_path / "other" / "more").touch()
    own, other = tmp_path / "one", tmp_path / "other"
    assert differences(own, tmp_path / "same") == []
    assert differences(own, other) == [
        f"only in {other}: more",
        "differs: a.tar",
        "    differs: folder",
        "differs: a.whl",
        "    differs: inside",
        "differs: program/file",
    ]


def test_an_audit_tells_what_it_could_not_ask_about() -> None:
    fine = {"name": "a", "version": "1", "vulns": []}
    unknown = {"name": "b", "skip_reason": "not found"}
    weak = {"name": "c", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}
    assert judge({"dependencies": [fine]})[0] == 0
    code, lines = judge({"dependencies": [fine, unknown]})
    assert code == 2 and lines[-1].endswith(": b")
    code, lines = judge({"dependencies": [fine, unknown, weak]})
    assert code == 1 and lines[0] == "c 1 has CVE-1; mended in: 2"
