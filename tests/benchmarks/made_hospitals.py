"""Reports of made hospitals: each has a layout and a staff of its own, and prose that no model has learned from.

A layout (`hospitals/NAME.txt`) has slots of invented values (`{slot}`, `learning/made/invented.py`), values of the
hospital's own forms (`<slot:form|form>`: `#` a figure, `@` a capital, a date's fields in braces) and the `{body}`:
paragraphs of an annotated report. Five people work there, and its patients live in six towns.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from deid_studio import paths
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.made.augment import Segment, joined, segments_of
from deid_studio.learning.made.invented import InventedValues
from deid_studio.learning.styles.setting import read_texts
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.folding import fold

HOSPITALS = Path(__file__).with_name("hospitals")
FOREIGN = Path(__file__).resolve().parents[1] / "foreign"
_SLOT = re.compile(r"\{(\w+)\}|<(\w+)(?::([^>]*))?>")
_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
_LETTERS = "ABCDEFGHJKLMNPRSTVXZ"
_OTHER_NUMBER = "OTRO_NUMERO_IDENTIF"


def bodies(which: Sequence[str]) -> list[list[Segment]]:
    """The prose of the reports of sets (`seventh/q`: whose names begin with `q`), marked."""
    found = []
    for one in which:
        folder, _, start = one.partition("/")
        for doc in read_corpus([FOREIGN / folder]):
            if doc.id.startswith(start) and (prose := list(_prose(doc))):
                found.append(prose)
    random.Random(1).shuffle(found)
    return found


def _prose(doc: Document) -> Iterator[Segment]:
    at = 0
    taken = 0
    for line in doc.text.split("\n"):
        start, end = at, at + len(line)
        at = end + 1
        if len(line) < 100 or any(s.start < end < s.end or s.start < start < s.end for s in doc.spans) or taken > 1500:
            continue
        taken += len(line)
        inside = tuple(
            Span(s.start - start, s.end - start, s.phi_class)
            for s in doc.spans
            if start <= s.start and s.end <= end and not s.gaps
        )
        yield from segments_of(Document(doc.id, line, inside))
        yield "\n", ""


class Hospital:
    """A made hospital; the same seed gives the same reports."""

    def __init__(self, layout: Path, seed: int = 1) -> None:
        self.name = layout.stem
        self._template = layout.read_text(encoding="utf-8")
        texts = read_texts(paths.resources())
        own = ord(self.name[0]) + seed
        self._values = InventedValues.load(paths.resources(), texts.names, shipped_tagset("meddocan"), own)
        self._random = random.Random(f"{self.name} {seed}")
        self._staff = [self._made("doctor") for _ in range(5)]
        self._towns = [self._made("town") for _ in range(6)]

    def reports(self, count: int, prose: Sequence[list[Segment]]) -> list[Document]:
        """So many reports, with these bodies in turn."""
        order = list(prose)
        self._random.shuffle(order)
        return [
            joined(f"{self.name}-{number:02}", list(self._report(order[number % len(order)])))
            for number in range(count)
        ]

    def _report(self, prose: list[Segment]) -> Iterator[Segment]:
        self._values.new_patient()
        at = 0
        for found in _SLOT.finditer(self._template):
            yield self._template[at : found.start()], ""
            at = found.end()
            plain, formed, forms = found.groups()
            if plain == "body":
                yield from prose[:-1]
            elif plain:
                yield from self._value(plain)
            else:
                yield self._formed(formed, forms or "")
        yield self._template[at:], ""

    def _value(self, slot: str) -> Iterator[Segment]:
        if slot.startswith("staff"):
            yield self._of_staff(slot)
        elif slot == "town":
            yield self._random.choice(self._towns), self._values.classes["town"]
        elif slot.endswith("_upper"):
            yield from ((text.upper(), own) for text, own in self._values.make(slot.removesuffix("_upper")))
        else:
            yield from self._values.make(slot)

    def _of_staff(self, slot: str) -> Segment:
        name = self._random.choice(self._staff)
        if slot.endswith("low"):
            name = name.lower()
        elif slot.endswith("initials"):
            name = "".join(word[0] for word in name.split())
        elif slot.endswith("first"):
            name = name.split()[0]
        elif slot.endswith("upper"):
            name = name.split()[1].upper()
        elif slot.endswith("user"):
            first, last = fold(name).split()[:2]
            return f"{first[0]}{last[:6]}{len(last) % 4 or ''}", self._values.classes["employee"]
        return name, self._values.classes["doctor"]

    def _formed(self, slot: str, forms: str) -> Segment:
        pick = self._random
        if slot.startswith("staff"):
            return self._of_staff(slot)
        form = pick.choice(forms.split("|"))
        if slot == "date":
            month = pick.randint(1, 12)
            year = pick.randint(1938, 2024)
            name = _MONTHS[month - 1]
            made = form.format(d=pick.randint(1, 28), m=month, y=year, s=year % 100, n=name, a=name[:3].upper())
        else:
            made = re.sub("#", lambda _: str(pick.randint(0, 9)), form)
            made = re.sub("@", lambda _: pick.choice(_LETTERS), made)
        if slot == "sin":
            return made, ""
        if slot == "institution_no":
            return made, _OTHER_NUMBER
        for article in ("la ", "el "):
            if slot == "kin" and made.startswith(article):
                made = made.removeprefix(article)
        return made, self._values.classes[slot]

    def _made(self, slot: str) -> str:
        return "".join(text for text, _ in self._values.make(slot))


def hospitals(letters: str, count: int, which: Sequence[str], seed: int = 1) -> dict[str, list[Document]]:
    """Reports of the hospitals whose layouts' names begin with these letters."""
    prose = bodies(which)
    share = len(prose) // len(letters)
    layouts = [path for path in sorted(HOSPITALS.glob("*.txt")) if path.stem[0] in letters]
    return {
        layout.stem: Hospital(layout, seed).reports(count, prose[n * share : (n + 1) * share])
        for n, layout in enumerate(layouts)
    }
