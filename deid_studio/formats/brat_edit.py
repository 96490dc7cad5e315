"""Editing BRAT standoff: the lines of an `.ann` made to hold exactly some spans, all else left in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from deid_studio.errors import BratSpanNeededError
from deid_studio.formats.brat_lines import NOTE_TYPE, AnnLine, text_bound, writable
from deid_studio.formats.report_text import ReportText
from deid_studio.model.span import Span

Bound = tuple[int, Span]  # the index of a text-bound line, and its span


def edited(
    lines: Sequence[AnnLine],
    spans: Iterable[Span],
    text: str,
    notes: Mapping[Span, str],
    ids: Mapping[Span, str],
    path: Path,
) -> tuple[AnnLine, ...]:
    """The lines of `AnnFile.with_spans`; `path` is for the error text."""
    report = ReportText(text)
    bound = [(index, line.span) for index, line in enumerate(lines) if line.span is not None]
    there = {span for _, span in bound}

    def as_written(span: Span) -> Span:
        return span if there and span in there else writable(span, report)

    wanted = sorted({as_written(span) for span in spans})
    notes = {as_written(span): note for span, note in notes.items()}
    ids = {as_written(span): id for span, id in ids.items()}

    staying = there.intersection(wanted)
    left = [(index, span) for index, span in bound if span not in staying]
    missing = [span for span in wanted if span not in there] if there else wanted
    taken = _taken_over(missing, left, lines, ids) if left else {}
    going_on = _with_twins(taken, left)
    gone = {index for index, _ in left} - going_on.keys()
    dropped = with_dependents(gone, lines)
    for index in sorted(dropped - gone):
        if lines[index].needs_targets:
            needed = {lines[one].id for one in dropped}
            span_id = next(target for target in lines[index].targets if target in needed)
            raise BratSpanNeededError(path=path, span_id=span_id, needed_by=lines[index].id)
    changed = {index: _changed(lines[index], span, report) for index, span in going_on.items()}

    kept = [changed.get(index, line) for index, line in enumerate(lines) if index not in dropped]
    end = next((line.end for line in lines if line.end), "\n")
    free = FreeIds(kept)
    strange = [span for span in missing if span not in taken] if taken else missing
    new = [text_bound(free.next("T"), span, report, "", end) for span in strange]
    return tuple(_with_notes([*ended(kept, end, bool(new)), *new], notes, free, end))


def moved(
    lines: Sequence[AnnLine], text: str, new_place: Callable[[Span], Span | None]
) -> tuple[tuple[AnnLine, ...], tuple[AnnLine, ...]]:
    """The lines of `AnnFile.moved`, and those that are lost."""
    report = ReportText(text)
    places = {
        index: None if place is None else writable(place, report)
        for index, line in enumerate(lines)
        if line.span is not None
        for place in (new_place(line.span),)
    }
    dropped = with_dependents({index for index, place in places.items() if place is None}, lines)
    carried: list[AnnLine] = []
    for index, line in enumerate(lines):
        place = places.get(index)
        if index in dropped:
            continue
        if place is None or place == line.span:
            carried.append(line)
        else:
            tail = line.tail if line.tail.startswith("\t") else ""
            carried.append(text_bound(line.id, place, report, tail, line.end))
    return tuple(carried), tuple(lines[index] for index in sorted(dropped))


def _taken_over(
    missing: Sequence[Span], left: Sequence[Bound], lines: Sequence[AnnLine], ids: Mapping[Span, str]
) -> dict[Span, int]:
    """Which new span continues which line that would otherwise go."""
    taken: dict[Span, int] = {}
    rest = dict(left)

    def take(span: Span, index: int) -> None:
        taken[span] = index
        del rest[index]

    by_id = {lines[index].id: index for index in reversed(rest)}
    for span in missing:
        index = by_id.get(ids.get(span, ""))
        if index in rest:
            take(span, index)
    by_place = {(span.start, span.end, span.gaps): index for index, span in reversed(rest.items())}
    for span in missing:
        index = by_place.get((span.start, span.end, span.gaps))
        if span not in taken and index in rest:
            take(span, index)
    old: dict[str, list[Bound]] = {}
    for index, span in sorted(rest.items(), key=lambda pair: pair[1]):
        old.setdefault(span.phi_class, []).append((index, span))
    new: dict[str, list[Span]] = {}
    for span in missing:
        if span not in taken:
            new.setdefault(span.phi_class, []).append(span)
    for phi_class in new.keys() & old.keys():
        for span, index in _overlapping(new[phi_class], old[phi_class]):
            take(span, index)
    return taken


def _with_twins(taken: Mapping[Span, int], left: Sequence[Bound]) -> dict[int, Span]:
    """The new span of each line that goes on: lines of one span follow it together, each with what speaks of it."""
    new = {index: span for span, index in taken.items()}
    goes_to = {span: new[index] for index, span in reversed(left) if index in new}
    return {index: new.get(index, goes_to[span]) for index, span in left if span in goes_to}


def _overlapping(new: Sequence[Span], old: Sequence[Bound]) -> Iterator[tuple[Span, int]]:
    """Pairs of overlapping spans, each used once; both sides are in text order."""
    at_new = at_old = 0
    while at_new < len(new) and at_old < len(old):
        index, span = old[at_old]
        if span.overlaps(new[at_new]):
            yield new[at_new], index
            at_new += 1
            at_old += 1
        elif span.end <= new[at_new].start:
            at_old += 1
        else:
            at_new += 1


def with_dependents(gone: set[int], lines: Sequence[AnnLine]) -> set[int]:
    """The lines that go, with those that speak of them."""
    times = Counter(line.id for line in lines)  # of a doubled id the other line still answers to it
    speaking_of: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        for target in line.targets:
            speaking_of.setdefault(target, []).append(index)
    dropped = set(gone)
    queue = list(gone)
    while queue:
        id = lines[queue.pop()].id
        times[id] -= 1
        if times[id]:
            continue
        for index in speaking_of.get(id, ()):
            if index not in dropped:
                dropped.add(index)
                queue.append(index)
    return dropped


def _changed(line: AnnLine, span: Span, report: ReportText) -> AnnLine:
    before = line.span
    assert before is not None
    if (before.start, before.end, before.gaps) == (span.start, span.end, span.gaps):
        rest = line.raw[len(line.id) + 1 + len(before.phi_class) :]
        return AnnLine(f"{line.id}\t{span.phi_class}{rest}", line.id, span, line.tail)
    return text_bound(line.id, span, report, line.tail if line.tail.startswith("\t") else "", line.end)


class FreeIds:
    """The lowest ids that no line has and none speaks of (a dangling reference must not find a new span)."""

    def __init__(self, lines: Iterable[AnnLine]) -> None:
        self._used = {id for line in lines for id in (line.id, *line.targets)}
        self._numbers: dict[str, int] = {}

    def next(self, prefix: str) -> str:
        number = self._numbers.get(prefix, 0) + 1
        while f"{prefix}{number}" in self._used:
            number += 1
        self._numbers[prefix] = number
        return f"{prefix}{number}"


def ended(lines: list[AnnLine], end: str, more: bool) -> list[AnnLine]:
    """The lines, the last one with a line end when more are to follow."""
    if more and lines and not lines[-1].end:
        last = lines[-1]
        lines[-1] = AnnLine(last.raw + end, last.id, last.span, last.tail, last.targets, last.note)
    return lines


def _with_notes(lines: list[AnnLine], notes: Mapping[Span, str], free: FreeIds, end: str) -> list[AnnLine]:
    if not notes:
        return lines
    of_span: dict[Span, list[str]] = {}
    of_id: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        if line.span is not None:
            of_span.setdefault(line.span, []).append(line.id)
        elif line.note is not None:
            of_id.setdefault(line.targets[0], []).append(index)
    changed: dict[int, AnnLine | None] = {}
    new: list[AnnLine] = []
    for span in sorted(notes.keys() & of_span.keys()):
        ids = dict.fromkeys(of_span[span])
        places = [index for id in ids for index in of_id.get(id, ())]
        if "\n".join(lines[index].note or "" for index in places) == notes[span]:
            continue
        note = " ".join(notes[span].split())
        if note and places:
            first = lines[places[0]]
            changed[places[0]] = _note(first.id, first.targets[0], note, first.end)
        elif note:
            new.append(_note(free.next("#"), of_span[span][0], note, end))
        changed |= dict.fromkeys(places[1 if note else 0 :])
    kept = [new_line for index, old in enumerate(lines) if (new_line := changed.get(index, old)) is not None]
    return [*ended(kept, end, bool(new)), *new]


def _note(id: str, target: str, note: str, end: str) -> AnnLine:
    return AnnLine(f"{id}\t{NOTE_TYPE} {target}\t{note}{end}", id, targets=(target,), note=note)
