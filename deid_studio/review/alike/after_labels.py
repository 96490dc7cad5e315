"""After labels: what a report's decisions say of what stands after its labels and in its tables' columns; pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import regex

from deid_studio.model.mentions import Desk
from deid_studio.model.span import Span
from deid_studio.model.visible_words import VisibleWords
from deid_studio.people.folding import fold
from deid_studio.review.alike.labelled_values import cells_in, labels_in

_FIELD = regex.compile(r"[^|;,(\t\n]*?(?=[ \t]*(?:[|;,(\t\n]|[ \t]/[ \t]|\s{2}|[.](?:\s|\Z)|\Z))")
_NOTHING = regex.compile(r"(?:se )?(?:no|sin|ningun[oa]?|nadie|nada|niega|desconoc\w+)\b")


@dataclass(frozen=True, slots=True)
class AfterLabel:
    """What stands after a label, or in a column, of a report: its class (empty: no PHI), whether it is a word, or all
    of a field, and whether some of it has another class."""

    phi_class: str = ""
    is_word: bool = False
    is_field: bool = False
    is_mixed: bool = False


def after_labels(desk: Desk, text: str) -> Iterator[tuple[str, AfterLabel]]:
    """What stands after each label; where nothing is left to decide also what does so unmarked, and in columns."""
    marked = {m.span.start: m.span for m in desk.accepted}
    words, whole = VisibleWords(text), not desk.pending
    told: dict[str, set[AfterLabel]] = defaultdict(set)
    for label, start in labels_in(text):
        span = marked.get(start)
        if span is not None:
            ends = (words.end(start, 1), field_end(text, start))
            told[label].add(AfterLabel(span.phi_class, *(span.end == end for end in ends)))
        elif whole:
            told[label].add(AfterLabel())
    for label, said in told.items():
        if len({one.phi_class for one in said}) == 1:
            first = next(iter(said))
            yield (
                label,
                AfterLabel(first.phi_class, all(one.is_word for one in said), all(one.is_field for one in said)),
            )
        else:
            yield label, AfterLabel()
    if whole:
        yield from _in_columns(marked, text)


def _in_columns(marked: Mapping[int, Span], text: str) -> Iterator[tuple[str, AfterLabel]]:
    told: dict[str, list[Span | None]] = defaultdict(list)
    for column, (start, end) in cells_in(text, lambda _, cells: not any(start in marked for start, _ in cells)):
        value = text[start:end]
        if any(map(str.isalnum, value)) and not says_nothing(value):
            span = marked.get(start)
            told[column].append(span if span is not None and span.end == end else None)
    for column, spans in told.items():
        classes = Counter("" if span is None else span.phi_class for span in spans)
        if "" in classes:
            yield column, AfterLabel()
        else:
            most = max(sorted(classes), key=classes.__getitem__)
            yield column, AfterLabel(most, is_field=True, is_mixed=len(classes) > 1)


def says_nothing(value: str) -> bool:
    """Whether the value of a field begins like one that says that there is none (`no consta`)."""
    return _NOTHING.match(fold(value)) is not None


def field_end(text: str, start: int) -> int:
    """Where the field ends that begins at a place."""
    found = _FIELD.match(text, start)
    return start if found is None else found.end()
