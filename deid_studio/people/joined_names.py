"""Joined names: two people and more who are named together, as parents and siblings are: `Iñaki y Ane`.

Not so the two surnames that one person joins by `y` (`Ramón y Cajal`): behind it no given name stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from deid_studio.people.folding import fold
from deid_studio.people.kinship import is_address
from deid_studio.people.name_reading import ReadWord, read_words
from deid_studio.people.name_words import WRITTEN_OUT
from deid_studio.people.person import KnownNames

_WORD = regex.compile(r"[\p{L}\p{M}ª]+")
_AND = regex.compile(r"(?i)\s+(?:y|e|i)\s+")
_LINK = regex.compile(rf"{_AND.pattern}|\s*,\s*")
_SEVERAL = regex.compile(r"(?i)\b(?:d(?:octor|r)[ae]s|sres|señor[ae]s)\b\W*$")


def people_in(text: str, before: str, known: KnownNames, given: bool = False) -> list[tuple[int, int]]:
    """Where each of the people is named whom a text names; all of it where that is one. `before` stands right before
    it, `given` that one word alone is likelier a given name."""
    whole = [(0, len(text))]
    if not _AND.search(text):
        return whole
    for link in (_LINK, _AND):
        pieces = list(_between(link, text))
        read = [read_words(text[start:end]) for start, end in pieces]
        # `la Dra. Ruiz y el Dr. Gil`, but not `Soto y de la Cruz`.
        titled = all(
            words and words[0].start and any(map(is_address, _WORD.findall(text, start, start + words[0].end)))
            for words, (start, _) in zip(read[1:], pieces[1:], strict=True)
        )
        several = all(read) and _SEVERAL.search(before + text[: read[0][0].start])
        if all(read) and (titled or several or _are_people(read, known, given)):
            return pieces
    return whole


def _between(link: regex.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in link.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _are_people(read: Sequence[Sequence[ReadWord]], known: KnownNames, given: bool) -> bool:
    """Whether each of some names begins as a person's does."""
    alone = all(len(words) == 1 for words in read)
    if not all(_begins_person(words, known) for words in (read[:1] if alone and given else read)):
        return False
    # `Pilar Rosa y León` has two surnames, `Lucía y Martín` are two children.
    return alone or not any(len(words) == 1 and known.is_surname(words[0].folded) for words in read[1:])


def _begins_person(words: Sequence[ReadWord], known: KnownNames) -> bool:
    word = words[0]
    if word.is_initials:
        return len(words) > 1
    return not word.particles and known.is_given(WRITTEN_OUT.get(word.folded, fold(word.text)))
