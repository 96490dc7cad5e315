"""Prose: made reports of sentences in which names, organisations and occupations stand without a cue beside them."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from deid_studio.detection.gazetteers import read_gazetteer
from deid_studio.learning.context.recasing import small, upper
from deid_studio.learning.made.augment import Segment, background_lines, filled, joined
from deid_studio.learning.made.invented import InventedValues
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet

_SENTENCES = re.compile(r"(?<=\.) ")
_POINTS = re.compile(r"[.,;:()]")
_SHORTEST = 20  # characters of a sentence of an annotated report


class Prose:
    """Makes reports of sentences; the same seed and annotated reports give the same ones."""

    def __init__(self, values: InventedValues, lines: dict[str, Sequence[str]], seed: int) -> None:
        self._values = values
        self._lines = lines
        self._random = random.Random(seed)

    @classmethod
    def load(cls, resources: Path, tagset: TagSet, seed: int) -> Prose:
        """What makes reports with the sentences and gazetteers of a resources folder, in the classes of a tag set."""
        layouts, own = (_read(resources / "augmentation" / name) for name in ("es.toml", "prose.es.toml"))
        occupations = read_gazetteer(resources / "gazetteers" / "grammar" / "occupations.txt").entries
        names = layouts["names"] | own["names"] | {"professions": [*layouts["names"]["professions"], *occupations]}
        lines = {"prose": own["lines"], "narrative": layouts["narrative"]["lines"], "plain": own["plain"]}
        return cls(InventedValues.load(resources, names, tagset, seed), lines, seed)

    def reports(self, documents: Sequence[Document], count: int) -> list[Document]:
        """`count` reports with sentences without PHI of the annotated ones among those with invented values."""
        background = [part for line in background_lines(documents) for part in _SENTENCES.split(line)]
        background = [part for part in background if len(part) >= _SHORTEST] or list(self._lines["plain"])
        return [joined(f"prose-{number}", self._report(background)) for number in range(count)]

    def _report(self, background: Sequence[str]) -> list[Segment]:
        pick, chance = self._random.choice, self._random.random
        self._values.new_patient()
        between = pick((" ", " ", "\n", "\n\n", ". "))
        made: list[Segment] = []
        for _ in range(self._random.randint(4, 14)):
            way = chance()
            if way < 0.62:
                made += filled(pick(self._lines["prose" if way < 0.5 else "narrative"]), self._values)
            else:
                made.append((pick(self._lines["plain"] if way < 0.82 else background), ""))
            made.append((between, ""))
        way = chance()
        if way < 0.35 and chance() < 0.4:
            made = [(text if phi_class else _POINTS.sub("", text), phi_class) for text, phi_class in made]
        return list(self._cased(made, way))

    def _cased(self, made: Sequence[Segment], way: float) -> Iterator[Segment]:
        for text, phi_class in made:
            if way < 0.2 or (way < 0.36 and way >= 0.28 and phi_class):
                yield small(text), phi_class
            else:
                yield upper(text) if way < 0.28 else text, phi_class


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
