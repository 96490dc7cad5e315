"""Results: the suggestions of a folder's reports, kept small until a report is opened."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, KeysView, MutableMapping
from dataclasses import dataclass, replace

from deid_studio.batch.preannotated import Preannotated
from deid_studio.model.span import Evidence, Span, Suggestion

_LEVEL = 1  # a third larger than with the slowest level, in a tenth of its time


@dataclass(frozen=True, slots=True)
class _Packed:
    rest: Preannotated  # everything but these
    suggestions: bytes
    doubts: bytes


class Results(MutableMapping[str, Preannotated]):
    """What became of each report, by name; a report's suggestions take about 1 kB instead of 50.

    What is read is made anew at each reading, but for the report that came last and the one read last.
    """

    def __init__(self) -> None:
        self._kept: dict[str, _Packed | Preannotated] = {}
        self._newest: Preannotated | None = None
        self._last: Preannotated | None = None

    def __getitem__(self, name: str) -> Preannotated:
        kept = self._kept[name]
        if isinstance(kept, Preannotated):
            return kept
        if self._newest is not None and self._newest.name == name:
            return self._newest
        if self._last is None or self._last.name != name:
            self._last = _unpacked(kept)
        return self._last

    def __setitem__(self, name: str, result: Preannotated) -> None:
        self._forget(name)
        self._kept[name] = result if result.error is not None else _packed(result)
        self._newest = result

    def __delitem__(self, name: str) -> None:
        del self._kept[name]
        self._forget(name)

    def __contains__(self, name: object) -> bool:
        return name in self._kept

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def keys(self) -> KeysView[str]:
        # The mapping's own view would compare 20,000 names one by one.
        return self._kept.keys()

    def __len__(self) -> int:
        return len(self._kept)

    def succeeded(self, name: object) -> bool:
        """Whether there are suggestions for this report, or the detector found none."""
        kept = self._kept.get(name) if isinstance(name, str) else None
        return isinstance(kept, _Packed)

    def rests_on(self, name: str, rule: str) -> bool:
        """Whether a rule, by its id, speaks for a suggestion of this report; quicker than to read them."""
        kept = self._kept.get(name)
        return isinstance(kept, _Packed) and json.dumps(rule, ensure_ascii=False).encode() in zlib.decompress(
            kept.suggestions
        )

    def _forget(self, name: str) -> None:
        if self._last is not None and self._last.name == name:
            self._last = None
        if self._newest is not None and self._newest.name == name:
            self._newest = None

    def snapshot(self) -> Results:
        """What is known now, for work in another thread."""
        copy = Results()
        copy._kept = dict(self._kept)
        return copy


def _packed(result: Preannotated) -> _Packed:
    rest = replace(result, suggestions=(), doubts=())
    return _Packed(rest, pack(result.suggestions), pack(result.doubts))


def _unpacked(kept: _Packed) -> Preannotated:
    return replace(kept.rest, suggestions=unpack(kept.suggestions), doubts=unpack(kept.doubts))


def pack(suggestions: tuple[Suggestion, ...]) -> bytes:
    """Suggestions in few bytes."""
    rows = [
        (s.span.start, s.span.end, s.span.phi_class, s.span.gaps, s.confidence,
         [(fact.kind, fact.name, fact.detail, fact.rule) for fact in s.evidence])
        for s in suggestions
    ]  # fmt: skip
    return zlib.compress(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), _LEVEL)


def unpack(packed: bytes) -> tuple[Suggestion, ...]:
    """The suggestions that were packed."""
    return tuple(
        Suggestion(
            Span(start, end, phi_class, tuple((gap_start, gap_end) for gap_start, gap_end in gaps)),
            confidence,
            tuple(Evidence(*fact) for fact in evidence),
        )
        for start, end, phi_class, gaps, confidence, evidence in json.loads(zlib.decompress(packed))
    )
