"""What is shipped beside the program: pages of `man`, what a desktop is told, what a package depends on."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from deid_studio import __version__
from deid_studio.gui import app

ROOT = Path(__file__).parents[1]
LINUX = ROOT / "packaging" / "shipping" / "linux"
FACTS = {"VERSION": __version__, "DATE": "2026-01-01"}


@pytest.fixture
def man_pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "shipping"))
    return importlib.import_module("man_pages")


@pytest.fixture
def debian(man_pages: ModuleType) -> ModuleType:
    return importlib.import_module("debian")


@pytest.mark.parametrize("language", ["en", "es"])
def test_page_of_man_says_what_the_manual_says(man_pages: ModuleType, language: str) -> None:
    markdown = (ROOT / "resources" / "manual" / language / "commands.md").read_text(encoding="utf-8")
    page = man_pages.commands_page(markdown, language, FACTS)
    plain = re.sub(r"\\f[BR]", "", page).replace("\\-", "-").replace("\\e", "\\")
    for heading in re.findall(r"^## (.+)$", markdown, re.MULTILINE):
        assert f"\n.SS {heading}\n" in plain
    options = re.findall(r"^\| `(.+?)` \| (.+) \|$", markdown, re.MULTILINE)
    assert options
    for names, does in options:
        assert f"\n.TP\n{names}\n{does.replace('`', '')}\n" in plain
    assert "make docs" not in plain


@pytest.mark.parametrize("text", [".ann is a request", "'tis one", "\\n is a sign", "a - b\n  c"])
def test_text_of_a_page_is_text(man_pages: ModuleType, text: str) -> None:
    if shutil.which("groff") is None:
        pytest.skip("groff is not here")
    page = man_pages.commands_page(f"# C\n\nabout\n\nmade\n\n## deid x\n\n{text}", "en", FACTS)
    command = ["groff", "-man", "-Kutf8", "-Tutf8", "-P-c", "-ww"]
    done = subprocess.run(command, input=page, capture_output=True, text=True, check=True)
    assert " ".join(text.split()) in done.stdout.replace("’", "'").replace("−", "-")
    assert not done.stderr


@pytest.mark.parametrize("page", ["deid-studio.1", "deid-studio.es.1"])
def test_page_of_the_window_has_its_options(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["deid-studio", "--help"])
    with pytest.raises(SystemExit):
        app.main()
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
    told = (LINUX / page).read_text(encoding="utf-8").replace("\\-", "-")
    assert options == set(re.findall(r"--[a-z-]+", told))


def test_desktop_is_told_of_every_version(debian: ModuleType, tmp_path: Path) -> None:
    (changelog := tmp_path / "CHANGELOG.md").write_text(
        "# Changes\n\n## [Unreleased]\n\n- a\n\n## [1.10.0] – 2026-02-01\n\n- b\n\n## [1.9.0] – 2026-01-31\n\n- c\n"
    )
    assert list(debian.changes(changelog)) == [("1.10.0", "2026-02-01"), ("1.9.0", "2026-01-31")]
    assert __version__ in dict(debian.changes(ROOT / "CHANGELOG.md"))


def test_desktop_knows_the_window_by_its_name() -> None:
    entry = (LINUX / "deid-studio.desktop").read_text(encoding="utf-8")
    studio = (ROOT / "deid_studio" / "gui" / "application.py").read_text(encoding="utf-8")
    assert 'app.setDesktopFileName("deid-studio")' in studio
    assert "\nStartupWMClass=deid-studio\n" in entry
    (kinds,) = re.findall(r"^MimeType=(.*);$", entry, re.MULTILINE)
    assert f'type="{kinds}"' in (LINUX / "mime.xml").read_text(encoding="utf-8")
