"""Handles: user names, hashtags and file names that are made of a decided person's name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from deid_studio.model.patient_fields import FIELD_MEANINGS, FieldKind, PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES, TITLES
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.classes import class_here
from deid_studio.release.gate.stretches import Stretch
from deid_studio.release.surrogates.name_lists import default_lists

_RUN = regex.compile(r"[@#]?[\p{L}\p{M}\p{N}]+(?:[._@\-]+[\p{L}\p{M}\p{N}]+)*_*")
_CHUNK = regex.compile(r"\p{L}+")
_NAME_WORD = regex.compile(r"[\p{L}\p{M}]+")
_LEAST = 4  # letters of the word that tells
_LEAST_BESIDE = 2  # of another one
_MOST_INITIALS = 3
_LEAST_DIGITS = 2  # one may be a footnote's


@dataclass(frozen=True, slots=True)
class _Name:
    """The folded words of one person's name, and which of them tell."""

    phi_class: str
    words: frozenset[str]

    @property
    def telling(self) -> list[str]:
        return [word for word in self.words if len(word) >= _LEAST]


def handles(text: str, names: Iterable[tuple[str, str]], covered: Sequence[Stretch]) -> Iterator[tuple[int, int, str]]:
    """Where a run without blanks is made of a name: start, end and the name's class, in text order.

    `names` are decided ones with their classes. A run tells that begins with `@` or `#` and has a long word of a name,
    that joins such a word with the name's other words or initials, or with an underscore or figures. What touches
    `covered` is left out.
    """
    known = [_Name(phi_class, words) for phi_class, words in {(c, _words(name)) for name, c in names} if words]
    telling = {word for name in known for word in name.telling}
    if not telling:
        return
    for match in _RUN.finditer(text):
        run = fold(match.group())
        if not any(word in run for word in telling):
            continue
        if any(start < match.end() and match.start() < end for start, end in covered):
            continue
        made = next((name.phi_class for name in known if _is_made_of(run, name)), None)
        if made is not None:
            yield *match.span(), made


def known_names(fields: PatientFields | None, tagset: TagSet) -> Iterator[tuple[str, str]]:
    """The names that are known of a patient, all theirs as one, with their classes."""
    if fields is None:
        return
    own = " ".join(fields.of(FieldKind.GIVEN_NAME, FieldKind.SURNAME, FieldKind.FULL_NAME))
    if own:
        yield own, class_here(FIELD_MEANINGS[FieldKind.FULL_NAME], tagset)
    relative = class_here(FIELD_MEANINGS[FieldKind.RELATIVE], tagset)
    yield from ((name, relative) for name in fields.of(FieldKind.RELATIVE))


def _words(name: str) -> frozenset[str]:
    folded = (fold(word) for word in _NAME_WORD.findall(name))
    return frozenset(w for w in folded if len(w) >= _LEAST_BESIDE and w not in PARTICLES and w not in TITLES)


def _is_made_of(run: str, name: _Name) -> bool:
    if run[0] in "@#":
        return any(word in run for word in name.telling)
    chunks = _CHUNK.findall(run)
    there = {chunk for chunk in chunks if chunk in name.words}
    tells = any(word in there for word in name.telling)
    joined = len(chunks) > 1 or len(run) > len(chunks[0])
    if tells and (len(there) > 1 or _has_initial(chunks, there, name)):
        return True
    if tells and ("_" in run or sum(character.isdigit() for character in run) >= _LEAST_DIGITS):
        return not there <= _ordinary(there)
    return any(_is_joined(chunk, name, joined) for chunk in chunks)


def _has_initial(chunks: Sequence[str], there: set[str], name: _Name) -> bool:
    initials = {word[0] for word in name.words - there}
    of_all = {word[0] for word in name.words}
    return any(chunk in initials or (1 < len(chunk) <= _MOST_INITIALS and set(chunk) <= of_all) for chunk in chunks)


def _ordinary(words: Iterable[str]) -> set[str]:
    return {word for word in words if word in default_vocabulary()}


def _is_joined(chunk: str, name: _Name, joined: bool) -> bool:
    """Whether words of a name run together within a chunk, or one with initials makes all of it.

    An initial and a name may be a word, or another name (`clara`, `arosa`): they count where more is joined to them.
    """
    for word in name.telling:
        others = name.words - {word}
        if any(word + other in chunk or other + word in chunk for other in others):
            return True
        start = chunk.find(word)
        if start < 0:
            continue
        rest = chunk[:start] + chunk[start + len(word) :]
        if 0 < len(rest) <= _MOST_INITIALS and set(rest) <= {other[0] for other in others}:
            return joined or (chunk not in default_vocabulary() and not default_lists().knows(chunk))
    return False
