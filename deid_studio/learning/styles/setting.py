"""Setting: what a style may ask for while it lays a report anew: chance, words, invented values, what is annotated."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from deid_studio.learning.made.invented import InventedValues
from deid_studio.learning.styles.mentions_kept import Mentions
from deid_studio.learning.styles.tracked import Tracked, joined

T = TypeVar("T")

# The case that a print is in.
Case = Callable[[str], str]
CAPITALS: Case = str.upper
SMALL: Case = str.lower
AS_IS: Case = str

MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
_WEEKDAYS = "lunes martes miércoles jueves viernes sábado domingo".split()
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Texts:
    """What styles are made of (`resources/augmentation/styles.toml`), and the labels of fields by slot (`es.toml`)."""

    styles: Mapping[str, Any]
    labels: Mapping[str, Sequence[str]]
    other_labels: Sequence[str]
    names: dict[str, Sequence[str]]


@cache
def read_texts(resources: Path) -> Texts:
    """The texts of a resources folder."""
    folder = resources / "augmentation"
    styles = tomllib.loads((folder / "styles.toml").read_text(encoding="utf-8"))
    layouts = tomllib.loads((folder / "es.toml").read_text(encoding="utf-8"))
    return Texts(styles, layouts["fields"], layouts["other_fields"]["labels"], layouts["names"])


@dataclass(frozen=True, slots=True)
class Setting:
    """One report's, for one run."""

    mentions: Mentions
    texts: Texts
    values: InventedValues
    random: Random

    def pick(self, choices: Sequence[T]) -> T:
        """One of them."""
        return self.random.choice(choices)

    def chance(self, share: float) -> bool:
        """True as often as `share` says."""
        return self.random.random() < share

    def words(self, style: str) -> Mapping[str, Any]:
        """A style's own texts."""
        own: Mapping[str, Any] = self.texts.styles[style]
        return own

    def invented(self, template: str) -> Tracked:
        """A template with its slots (`{doctor}`) filled by invented values, marked with their classes."""
        parts: list[Tracked | str] = []
        at = 0
        for match in _SLOT.finditer(template):
            parts.append(template[at : match.start()])
            parts += [Tracked.put_in(text, own) for text, own in self.values.make(match.group(1))]
            at = match.end()
        return joined([*parts, template[at:]])

    def day(self, forms: Sequence[str]) -> Tracked:
        """A day of these years in one of the forms (`%d/%m/%y`), as a mention; `%A` and `%B` are Spanish words."""
        day = date(2017, 1, 1) + timedelta(days=self.random.randrange(3650))
        form = self.pick(forms).replace("%A", _WEEKDAYS[day.weekday()]).replace("%B", MONTHS[day.month - 1])
        return Tracked.put_in(day.strftime(form), self.values.classes["date"])

    def slot_of(self, value: Tracked, among: Iterable[str]) -> str:
        """The slot that a value, which is one mention, may fill; empty where it is none."""
        slots = self.values.slots_for(self.mentions.only_class(value), value.text, among)
        return self.pick(slots) if slots else ""


def one_of(words: Iterable[str]) -> re.Pattern[str]:
    """An expression for any of these words or phrases as a whole, the longest first, in any case."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered))})(?!\w)", re.IGNORECASE)


def like(word: str, model: str) -> str:
    """A word with the case of another: all capitals, a capital at the beginning, or as it is."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
