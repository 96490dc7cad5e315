"""Texts: what the program says to a person, once, in English; the catalogue of each language says it in its own words.

The English text is its id. `resources/i18n/LANGUAGE/LC_MESSAGES/messages.po` has the others, compiled by `make
i18n`; another language is another folder there, spoken once somebody checked it (`checked.txt`). What it lacks is said
in Spanish, and what Spanish lacks in English.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from deid_studio import paths

DOMAIN = "messages"
ENGLISH, SPANISH = "en", "es"
# What Windows calls languages in names of locales.
_WINDOWS_NAMES = {"spanish": "es", "english": "en", "catalan": "ca", "galician": "gl", "basque": "eu"}


class Text:
    """A text for a person, filled in with `params` by name; one of them may be a text too."""

    __slots__ = ("message", "params")

    def __init__(self, message: str, /, **params: Any) -> None:
        self.message = message
        self.params = params

    def said(self, language: str = ENGLISH) -> str:
        """The text in a language, or in the next that has it."""
        words = translated(self.message, language)
        if not self.params:
            return words
        return words.format(**{k: v.said(language) if isinstance(v, Text) else v for k, v in self.params.items()})

    def __str__(self) -> str:
        return self.said()

    def __repr__(self) -> str:
        return f"Text({self.said()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and (self.message, self.params) == (other.message, other.params)

    def __hash__(self) -> int:
        return hash(self.message)


def joined(texts: Iterable[Text | str], separator: str = ", ") -> Text:
    """Texts one behind the other, as one."""
    parts = list(texts)
    return Text(
        separator.join(f"{{part{at}}}" for at in range(len(parts))), **{f"part{n}": t for n, t in enumerate(parts)}
    )


def figures(shown: str) -> Text:
    """A number as Python writes it (`1,234.5`), with the signs of each language."""
    whole, point, part = shown.partition(".")
    thousands, comma, last = whole.rpartition(",")
    told = Text("{thousands},{rest}", thousands=figures(thousands), rest=last) if comma else whole
    return Text("{whole}.{part}", whole=told, part=part) if point else joined([told])


def day(iso: str) -> Text:
    """A day in ISO 8601 (`2026-03-09`), as each language writes it; what is none stays as it is."""
    parts = iso.split("-")
    if len(parts) != 3:
        return joined([iso])
    return Text("{year}-{month}-{day}", year=parts[0], month=parts[1], day=parts[2])


def translated(message: str, language: str) -> str:
    """An English text in a language, with its places to fill in."""
    return catalogue(language).gettext(message) if message else ""


def counted(one: str, many: str, count: int, language: str) -> str:
    """The form of an English text that fits a count, in a language, filled in with `count`."""
    return catalogue(language).ngettext(one, many, count).format(count=count)


def in_language(texts: Mapping[str, str], language: str) -> str:
    """The text for a language, of a tag set for example, else the Spanish or English one; empty where there is none."""
    return next((texts[one] for one in (language, SPANISH, ENGLISH) if texts.get(one)), "")


def languages() -> list[str]:
    """The codes of the languages that the program speaks (ISO 639-1), English first: those whose texts were checked."""
    folder = paths.resources() / "i18n"
    checked = (folder / "checked.txt").read_text(encoding="utf-8").split()
    return [ENGLISH, *(one for one in sorted(checked) if (folder / one / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file())]


def name_of(language: str) -> str:
    """What a language calls itself."""
    return translated("English", language)


def spoken(locales: Iterable[str]) -> str:
    """The first language of some locales (`es_MX.UTF-8`, `Spanish_Spain`) that the program speaks, else English."""
    known = languages()
    for locale in locales:
        code = _WINDOWS_NAMES.get(locale.lower().partition("_")[0], locale[:2].lower())
        if code in known:
            return code
    return ENGLISH


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """All texts in a language; what it lacks is in Spanish, which every text has, and else in English."""
    found = gettext.translation(DOMAIN, paths.resources() / "i18n", [language], fallback=True)
    if language not in (ENGLISH, SPANISH):
        found.add_fallback(catalogue(SPANISH))
    return found
