"""Indicators: the labels of header fields and what was counted after each in annotated reports (thesis, figure 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

NO_PHI = ""
# A label that was seen once says nothing; one whose values differ is no indicator.
_LEAST_COUNT = 2
_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Indicator:
    """A field's label, folded and as it is mostly written, and how many of its values were of each class.

    `counts` has the most frequent class first; `NO_PHI` counts the values that are no PHI. `whole` counts those that
    are PHI from end to end: after a label such as `Historia actual:` PHI stands somewhere in a sentence. `split` says
    that what commas part in a value is several spans (`Localidad: Úbeda, Jaén`).
    """

    label: str
    written: str
    counts: tuple[tuple[str, int], ...]
    whole: int
    split: bool = False

    @property
    def total(self) -> int:
        """How many fields had this label."""
        return sum(count for _, count in self.counts)

    @property
    def phi_class(self) -> str:
        """The class that whole values after this label have, `NO_PHI` when most have none or no class prevails."""
        phi_class, count = self.counts[0]
        prevails = min(count, self.whole) > self.total * _LEAST_SHARE
        return phi_class if prevails and self.total >= _LEAST_COUNT else NO_PHI

    @property
    def share(self) -> float:
        """How many of the values are of the most frequent class (0 to 1)."""
        return self.counts[0][1] / self.total


class Indicators:
    """The indicators of a corpus, the most frequent first; raises ValueError when a label has no counts."""

    def __init__(self, indicators: Iterable[Indicator] = ()) -> None:
        self._indicators = tuple(sorted(indicators, key=lambda one: (-one.total, one.label)))
        if any(not one.counts for one in self._indicators):
            raise ValueError("an indicator has no counts")
        self._by_label = {one.label: one for one in self._indicators}

    def __iter__(self) -> Iterator[Indicator]:
        return iter(self._indicators)

    def __len__(self) -> int:
        return len(self._indicators)

    def of(self, label: str) -> Indicator | None:
        """The indicator with a folded label, if it is known."""
        return self._by_label.get(label)

    def total(self, label: str) -> int:
        """How many fields had a folded label."""
        known = self._by_label.get(label)
        return known.total if known else 0

    def frequent(self) -> Indicators:
        """Those that decide anything; a label that was seen once may hold a name."""
        return Indicators(one for one in self if one.total >= _LEAST_COUNT)

    def to_json(self) -> list[dict[str, Any]]:
        """The indicators as JSON values."""
        return [
            {
                "label": one.label,
                "written": one.written,
                "counts": dict(one.counts),
                "whole": one.whole,
                "split": one.split,
            }
            for one in self
        ]

    @classmethod
    def from_json(cls, values: Any) -> Indicators:
        """The indicators that `to_json` gave; raises ValueError, KeyError, TypeError or AttributeError for others."""
        return cls(
            Indicator(
                str(fields["label"]),
                str(fields["written"]),
                tuple((str(phi_class), int(count)) for phi_class, count in fields["counts"].items()),
                int(fields["whole"]),
                bool(fields["split"]),
            )
            for fields in values
        )
