"""Planting: invented PHI shown in a report to measure what its reviewer sees; where it may stand, and what it is; pure.

A plant is shown and nothing else: it is in no text that is kept, searched, trained with or exported. The detectors
never see it, as they never see what they miss.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.detection.suggester import DETECTED
from deid_studio.learning.made.invented import InventedValues
from deid_studio.model.kinds import Kind as PhiKind
from deid_studio.model.kinds import Role, Subkind
from deid_studio.model.lines import LINE
from deid_studio.model.mentions import Mention
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.folding import fold

MOST = 3
LEAST_LINES = 12  # with text in them; in a shorter report a plant is all that there is to see
LARGEST = 200_000  # code points; in an enormous report three plants tell nothing, and places take long to find
_LINES_FOR_TWO, _LINES_FOR_THREE = 24, 48
_SHORTEST_LINE = 30  # of narrative
_LONGEST_FIELD = 90
_TRIES = 40
# A full stop that another sentence or the line's end follows, and the word before it.
_SENTENCE_END = re.compile(r"[a-záéíóúñ]{2}\)?\.(?=$| [A-ZÁÉÍÓÚÑ][^.\s])")
_LAST_WORD = re.compile(r"[^\W\d_]*[aeiouáéíóú][^\W\d_]*$")
_LONGEST_WORD = 30
_ABBREVIATIONS = frozenset("aprox tfno admon izda dcha prov avda depto serv urgs hosp resp trat ingr".split())
_FIELD = re.compile(r"[^\W\d_][^:.;]{1,40}:[ \t]*\S")
_YEAR = re.compile(r"\b(?:19[5-9]\d|20[0-3]\d)\b")
_WORD = re.compile(r"[^\W_]{4,}")
_NUMBER = re.compile(r"\d{4,}")
_CONTROL_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_HOSTS = ("hospital-{word}.es", "hospital{word}.es", "clinica-{word}.es", "correo.{word}.es", "salud{word}.org")
_DATES = ("{d:02}/{m:02}/{y}", "{d}/{m}/{y}", "{d:02}-{m:02}-{y}", "{d} de {n} de {y}", "{d} de {n} de {y}")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of PHI that is planted: all that it may be taken for, the first above all, and the words around it."""

    name: str
    means: tuple[Meaning, ...]
    sentences: tuple[str, ...]
    fields: tuple[str, ...]

    def classes(self, tagset: TagSet) -> tuple[str, ...]:
        """The classes that are right for it in a tag set, the expected one first; none where that is missing."""
        found = [class_for(meaning, tagset) for meaning in self.means]
        return tuple(dict.fromkeys(filter(None, found))) if found[0] else ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a plant may stand: after the code point before `offset`, which ends a sentence or a line with a field."""

    offset: int
    line: int
    is_field: bool


@dataclass(frozen=True, slots=True)
class Plant:
    """Invented text, shown at a code point offset of a report; `classes` are right for it, the first is expected."""

    offset: int
    text: str
    kind: str
    classes: tuple[str, ...]


class Planter:
    """Makes plants; what a report gets depends on the secret, its text and its mentions alone."""

    def __init__(self, kinds: Sequence[Kind], lists: Mapping[str, Sequence[str]], names: Mapping[str, Any]) -> None:
        self._kinds = {kind.name: kind for kind in kinds}
        self._lists = dict(lists)
        self._names = dict(names)

    @classmethod
    def load(cls, resources: Path) -> Planter:
        """A planter with the words and names of a resources folder."""
        data = tomllib.loads((resources / "augmentation" / "planted.toml").read_text(encoding="utf-8"))
        kinds = [
            Kind(one["name"], tuple(map(_meaning, one["means"])), tuple(one["sentences"]), tuple(one["fields"]))
            for one in data["kind"]
        ]
        return cls(kinds, data["lists"], data["names"])

    def plan(self, text: str, mentions: Iterable[Mention], tagset: TagSet, secret: str) -> tuple[Plant, ...]:
        """Up to `MOST` plants for a report, in text order; none where it is short, enormous or without a place for one.

        `mentions` are all that are on its desk.
        """
        if len(text) > LARGEST:
            return ()
        chance = _chance(secret, text, "plan")
        lines = sum(1 for line in LINE.finditer(text) if not line.group().isspace())
        if lines < LEAST_LINES:
            return ()
        wanted = chance.randint(1, 1 + (lines >= _LINES_FOR_TWO) + (lines >= _LINES_FOR_THREE))
        free = places(text, mentions)
        chance.shuffle(free)
        kinds = [name for name, kind in self._kinds.items() if kind.classes(tagset)]
        chance.shuffle(kinds)
        made: list[Plant] = []
        lines_taken: set[int] = set()
        for place in free:
            if len(made) == wanted or not kinds:
                break
            if lines_taken.intersection(range(place.line - 1, place.line + 2)):
                continue
            plant = self.plant(text, place, kinds[-1], tagset, secret)
            if plant is not None:
                kinds.pop()
                lines_taken.add(place.line)
                made.append(plant)
        return tuple(sorted(made, key=lambda plant: plant.offset))

    def again(self, text: str, planted: Iterable[tuple[int, str]], tagset: TagSet, secret: str) -> tuple[Plant, ...]:
        """The plants that a report had, made anew from their offsets and kinds; one that has no place any more is left
        out."""
        by_offset = {place.offset: place for place in places(text, ())}
        made = (
            self.plant(text, by_offset[offset], kind, tagset, secret)
            for offset, kind in planted
            if offset in by_offset and kind in self._kinds
        )
        return tuple(plant for plant in made if plant is not None)

    def plant(self, text: str, place: Place, kind: str, tagset: TagSet, secret: str) -> Plant | None:
        """The plant of a kind at a place; None where no class is for it, or every attempt resembled something there."""
        about = self._kinds[kind]
        right = about.classes(tagset)
        if not right:
            return None
        chance = _chance(secret, text, f"{place.offset} {kind}")
        values = InventedValues(
            self._lists, self._names, shipped_tagset(DETECTED), chance.getrandbits(64), unlisted=0.0
        )
        folded = fold(text)
        words = frozenset(_WORD.findall(folded))
        for _ in range(_TRIES):
            around = chance.choice(about.fields if place.is_field else about.sentences)
            if fold(around.partition("{")[0].strip()) in folded:
                continue  # a report says so once
            value = self._value(kind, values, chance, text)
            if not _resembles(fold(value), folded, words, kind):
                planted = around.format(value=value)
                if place.is_field and text[place.offset - 1] == ".":
                    planted = f" {planted.strip()}."
                return Plant(place.offset, planted, kind, right)
        return None

    def _value(self, kind: str, values: InventedValues, chance: random.Random, text: str) -> str:
        def names(count: int) -> str:
            return " ".join(dict.fromkeys(values.make("doctor_last")[0][0] for _ in range(count)))

        match kind:
            case "relative":
                return f"{values.make('relative_name')[0][0]} {names(2)}"
            case "doctor":
                return names(chance.randint(1, 2))
            case "date":
                year = max(map(int, _YEAR.findall(text)), default=2023) - chance.randint(0, 1)
                month = chance.randint(1, 12)
                named = self._lists["month"][month - 1]
                return chance.choice(_DATES).format(d=chance.randint(1, 28), m=month, n=named, y=year)
            case "phone":
                return _fitting(values, "phone", r"[679]\d\d(?: ?\d{3} ?\d{3}| \d\d \d\d \d\d)")
            case "record" if chance.random() < 0.3:
                number = chance.randint(10_000_000, 79_999_999)
                return f"{number}{_CONTROL_LETTERS[number % len(_CONTROL_LETTERS)]}"
            case "record":
                return _fitting(values, "record", r"\d{6,8}")
            case "email":
                # Nothing is ever sent; a domain that is reserved for examples would tell that it is no real address.
                user = values.make("email")[0][0].partition("@")[0]
                word = fold(names(1)).replace(" ", "").replace("-", "")
                return f"{user}@{chance.choice(_HOSTS).format(word=word)}"
            case _:
                return values.make(kind)[0][0]


@cache
def default_planter() -> Planter:
    """The planter with the words and names of the program."""
    return Planter.load(paths.resources())


def places(text: str, mentions: Iterable[Mention]) -> list[Place]:
    """Where a plant may stand in a report, in text order: outside of mentions and not beside one."""
    taken = sorted((m.span.start, m.span.end) for m in mentions)
    starts = [start for start, _ in taken]
    reach = list(accumulate((end for _, end in taken), max, initial=-1))  # of those that begin before
    found: list[Place] = []
    for number, line in enumerate(LINE.finditer(text)):
        content = line.group().rstrip()
        is_field = len(content) <= _LONGEST_FIELD and _FIELD.match(content) is not None
        if is_field:
            ends = [] if content.endswith((":", ",", "-")) else [len(content)]
        elif len(content) >= _SHORTEST_LINE:
            ends = [end.end() for end in _SENTENCE_END.finditer(content) if _ends_a_sentence(content, end)]
        else:
            ends = []
        found += [
            Place(offset, number, is_field)
            for offset in (line.start() + end for end in ends)
            if reach[bisect_right(starts, offset)] < offset
        ]
    return found


def is_chosen(secret: str, text: str, share: int) -> bool:
    """Whether a report is among the `share` percent that get plants."""
    return _chance(secret, text, "share").random() * 100 < share


def report_key(secret: str, text: str) -> str:
    """What a report is called where its plants are kept: nothing of it can be told from that without the secret."""
    return _digest(secret, text, "key").hex()[:32]


def _digest(secret: str, text: str, use: str) -> bytes:
    return hmac.digest(secret.encode(), f"{use}\0{text}".encode("utf-8", "surrogatepass"), hashlib.sha256)


def _chance(secret: str, text: str, use: str) -> random.Random:
    return random.Random(_digest(secret, text, use))


def _meaning(said: str) -> Meaning:
    """`number patient episode`, a `-` for what is not said."""
    kind, role, subkind, *_ = ("" if word == "-" else word for word in [*said.split(), "-", "-"])
    return Meaning(PhiKind(kind), Role(role), Subkind(subkind))


def _ends_a_sentence(line: str, end: re.Match[str]) -> bool:
    word = _LAST_WORD.search(line, max(end.start() - _LONGEST_WORD, 0), end.start() + 2)
    return word is not None and len(word.group()) >= 4 and fold(word.group()) not in _ABBREVIATIONS


def _fitting(values: InventedValues, slot: str, like: str) -> str:
    made = (values.make(slot)[0][0] for _ in range(_TRIES))
    return next(value for value in made if re.fullmatch(like, value))


def _resembles(value: str, text: str, words: frozenset[str], kind: str) -> bool:
    """Whether what is invented, folded, stands in the report, whole or by a word or number of it."""
    if value in text:
        return True
    if kind == "date":
        return False  # its year and month may well stand there
    named = frozenset(_WORD.findall(value)) - {"hospital", "clinica", "sanatorio", "general", "comarcal", "correo"}
    return not words.isdisjoint(named) or any(number in text for number in _NUMBER.findall(value))
