"""Parts: a report as fields (`Label: value`), lines and sentences, of which other layouts are put together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from deid_studio.learning.styles.setting import Setting
from deid_studio.learning.styles.tracked import Tracked, joined

_LONGEST_VALUE = 90
# A label of letters that begins a line or a cell; what stands in it and what follows is looked at further on.
_LABEL = r"[^\W\d_][^\W\d_]*(?:[ ./ºª°'-]{1,2}[^\W\d_]+){0,4}[.ºª°)]?"
_SENTENCE_END = re.compile(r"(?<=\w\w\w[.?!])\s+(?=[A-ZÁÉÍÓÚÑ¿0-9])|[\n\r]+")
_SLUG = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Field:
    """A label and its value, both without what stands between them; a line of text has no label."""

    label: Tracked
    value: Tracked

    @property
    def short(self) -> bool:
        """Whether it is a field of a form: labelled, with a value that is no narrative."""
        return bool(self.label.text) and len(self.value) <= _LONGEST_VALUE


def fields_of(report: Tracked, setting: Setting) -> list[Field]:
    """The fields and lines of a report in order; only blanks and the marks between labels and values are left out."""
    found: list[Field] = []
    labels = _labels(tuple(setting.texts.other_labels) + tuple(w for own in setting.texts.labels.values() for w in own))
    for line in report.lines():
        places = [
            (match.start("label"), match.end("label"), match.end())
            for match in labels.finditer(line.text)
            if setting.mentions.is_label(line[match.start("label") : match.end("label")])
            and not setting.mentions.holds(line[match.end("label") : match.end()])
        ]
        first = places[0][0] if places else len(line)
        if line[:first].text.strip():
            found.append(Field(Tracked(), line[:first].strip()))
        for number, (start, end, value) in enumerate(places):
            close = places[number + 1][0] if number + 1 < len(places) else len(line)
            found.append(Field(line[start:end], _bare(line[value:close], setting)))
    return found


@cache
def _labels(known: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(sorted({re.escape(word) for word in known if len(word) > 2}, key=lambda word: (-len(word), word)))
    begins = r"(?:^|(?<=\t)|(?<=\s\s)|(?<=[|;] ))"
    return re.compile(rf"(?:{begins}|(?<=\s)(?=(?:{words})[ .]*:))(?P<label>{_LABEL})[ .]*:[ \t]*")


def _bare(value: Tracked, setting: Setting) -> Tracked:
    """Without blanks, and without a full stop or a bar at the end that is of no mention."""
    value = value.strip()
    while value and value.text[-1] in ".|;" and not setting.mentions.holds(value[len(value) - 1 :]):
        value = value[: len(value) - 1].strip()
    return value


def relaid(
    report: Tracked,
    setting: Setting,
    form: Callable[[Sequence[Field]], Tracked],
    text: Callable[[Tracked], Tracked] = lambda line: line,
) -> Tracked:
    """The report with each run of fields laid by `form`, and each other line by `text`."""
    parts: list[Tracked] = []
    run: list[Field] = []
    for field in [*fields_of(report, setting), Field(Tracked(), Tracked())]:
        if field.short:
            run.append(field)
            continue
        if run:
            parts.append(form(run))
            run = []
        parts.append(text(whole(field)))
    return joined([part for part in parts if part.text.strip()], "\n")


def whole(field: Field, separator: str = ": ") -> Tracked:
    """A field as a line."""
    return joined([field.label, field.value], separator) if field.label.text else field.value


def relabelled(field: Field, setting: Setting, labels: dict[str, Sequence[str]] | None = None) -> Field:
    """The field with another label that its value may have, of `labels` by slot; annotated labels stay."""
    known = setting.texts.labels if labels is None else labels
    slot = "" if setting.mentions.holds(field.label) else setting.slot_of(field.value, known)
    return Field(Tracked.put_in(setting.pick(known[slot])), field.value) if slot else field


def sentences(part: Tracked, setting: Setting) -> Iterator[Tracked]:
    """The sentences and lines of a text; no mention is cut."""
    at = 0
    for match in _SENTENCE_END.finditer(part.text):
        edge = part[max(match.start() - 1, 0) : match.end() + 1]
        if len(list(setting.mentions.stretches(edge))) == 1 and setting.mentions.holds(edge):
            continue
        if part[at : match.start()].text.strip():
            yield part[at : match.start()].strip()
        at = match.end()
    if part[at:].text.strip():
        yield part[at:].strip()


def slug(label: str, between: str = "_") -> str:
    """A label as the name of a key or tag."""
    return _SLUG.sub(between, label.strip().lower()).strip(between) or "campo"


def runs(fields: Sequence[Field], lengths: Callable[[], int]) -> Iterable[Sequence[Field]]:
    """The fields in rows of so many."""
    at = 0
    while at < len(fields):
        count = lengths()
        yield fields[at : at + count]
        at += count
