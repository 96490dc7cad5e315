"""Statements in BRAT standoff: the lines of an `.ann` that speak of others, read, taken out and written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from deid_studio.errors import BratSpanNeededError
from deid_studio.formats.brat_edit import FreeIds, ended
from deid_studio.formats.brat_lines import NOTE_TYPE, AnnLine, target_places
from deid_studio.model.statements import Statement, StatementKind, Target

_EQUIVALENCE = StatementKind.EQUIVALENCE.value


def statement_of(line: AnnLine, names: Mapping[str, int]) -> Statement | None:
    """What a line says, `names` being the mentions of the spans' ids; None of a line that speaks of none.

    A person's note on a span is the mention's own (`Mention.note`), and no statement.
    """
    if not line.targets or (line.note is not None and line.targets[0].startswith("T")):
        return None
    parts: list[str] = []
    at = 0
    body = line.body
    for start, end in target_places(line.id, body):
        parts.append(body[at:start])
        at = end
    return Statement((*parts, body[at:]), tuple(names.get(target, target) for target in line.targets))


def restated(
    lines: Iterable[AnnLine], said: Mapping[Statement, bool], names: Mapping[str, int]
) -> tuple[tuple[AnnLine, ...], tuple[Statement, ...]]:
    """The lines without the statements that no longer hold, and those that are still to be written.

    One that comes in place of another, with its id, stands where that one stood.
    """
    coming = {one: None for one, holds in said.items() if holds}
    kept: list[tuple[AnnLine, Statement | None]] = []
    for line in lines:
        one = statement_of(line, names)
        coming.pop(one, None)  # type: ignore[arg-type]
        kept.append((line, one))
    ids: dict[Target, str] = {mention_id: id for id, mention_id in names.items()}
    found: list[AnnLine] = []
    for line, one in kept:
        if one is None or said.get(one, True):
            found.append(line)
            continue
        ids |= zip(one.targets, line.targets, strict=True)
        other = next((other for other in coming if _replaces(other, one, ids)), None)
        if other is not None:
            del coming[other]
            found.append(_line(other, [ids.get(target, str(target)) for target in other.targets], line.end))
    return tuple(found), tuple(coming)


def _replaces(new: Statement, old: Statement, known: Collection[Target]) -> bool:
    """Whether a statement stands where another one stood: it has its id, or one target at least where it has none."""
    same = new.id == old.id and (new.id != _EQUIVALENCE or not set(new.targets).isdisjoint(old.targets))
    return same and all(isinstance(target, str) or target in known for target in new.targets)


def with_statements(
    lines: Sequence[AnnLine], statements: Iterable[Statement], ids: Mapping[int, str], path: Path
) -> tuple[AnnLine, ...]:
    """The lines with further statements at the end, `ids` being those of the mentions' spans.

    Raises `BratSpanNeededError` when one speaks of a mention that has no span there.
    """
    end = next((line.end for line in lines if line.end), "\n")
    free, used = FreeIds(lines), {line.id for line in lines}
    new: list[AnnLine] = []
    for one in statements:
        if one.id in used and one.id != _EQUIVALENCE:  # another program took it meanwhile
            one = one.called(free.next(one.id[0]))
        used.add(one.id)
        for target in one.targets:
            if isinstance(target, int) and target not in ids:
                raise BratSpanNeededError(path=path, span_id=target, needed_by=one.id)
        names = [ids[target] if isinstance(target, int) else target for target in one.targets]
        new.append(_line(one, names, end))
    return (*ended(list(lines), end, bool(new)), *new)


def _line(statement: Statement, targets: Sequence[str], end: str) -> AnnLine:
    body = "".join(part + target for part, target in zip(statement.parts, (*targets, ""), strict=True))
    is_note = statement.kind is StatementKind.NOTE and statement.type == NOTE_TYPE
    note = statement.parts[-1].partition("\t")[2] if is_note else None
    return AnnLine(body + end, statement.id, targets=tuple(targets), note=note)
