"""Manual pages: the Markdown files in `resources/manual/`, their order, and which one tells of which feature."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import regex

from deid_studio import paths
from deid_studio.texts import ENGLISH, SPANISH

_PICTURE = regex.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = regex.compile(r"^#{1,3} (.+)$", regex.MULTILINE)


@dataclass(frozen=True, slots=True)
class ManualPage:
    """A page: its file, with its pictures beside it, and its Markdown, which begins with its title."""

    file: Path
    text: str

    @property
    def name(self) -> str:
        """By which others link to it."""
        return self.file.stem

    @property
    def title(self) -> str:
        """What its first line says."""
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def anchors(self) -> list[str]:
        """The anchors of its headings, in order."""
        return [anchor(heading) for heading in _HEADING.findall(self.text)]

    @property
    def pictures(self) -> list[str]:
        """The names of its pictures, which lie beside it."""
        return _PICTURE.findall(self.text)


def manual_folder() -> Path:
    """The folder of the manual: a folder for each language, and `pages.toml`."""
    return paths.resources() / "manual"


@cache
def manual_pages(language: str) -> tuple[ManualPage, ...]:
    """All pages in a language, in order; a page that it lacks is in Spanish, or else in English."""
    files = (_file(name, language) for name in _table()["order"])
    return tuple(ManualPage(file, file.read_text(encoding="utf-8")) for file in files)


def place_for(feature: str) -> str:
    """Where the manual tells of a feature, by the name of its folder: a page, or a page and a heading in English
    (`reviewing#the-final-check`); the first page for what it does not know."""
    return str(_table()["places"].get(feature, _table()["order"][0]))


def anchor(heading: str) -> str:
    """The anchor of a heading, as GitHub and Sphinx make it: lower case, hyphens for blanks, no other signs."""
    plain = regex.sub(r"[^\w\s-]", "", heading.lower()).strip()
    return regex.sub(r"\s", "-", plain)


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((manual_folder() / "pages.toml").read_text(encoding="utf-8"))


def _file(name: str, language: str) -> Path:
    files = [manual_folder() / one / f"{name}.md" for one in (language, SPANISH, ENGLISH)]
    return next((file for file in files if file.is_file()), files[-1])
