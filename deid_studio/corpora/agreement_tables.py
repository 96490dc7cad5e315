"""Agreement as text for a terminal, and as JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deid_studio.corpora.annotator_agreement import Agreement, Figure, PairAgreement, Stretch
from deid_studio.learning.scores import MISSING, SPURIOUS
from deid_studio.texts import Text

_SHOWN = 12  # confusions of a pair in the terminal; JSON holds all
_PAIR = {
    "exact": Text("Spans, class and ends (F1)"),
    "overlap": Text("Spans, class and overlap (F1)"),
    "characters": Text("Characters of PHI (F1)"),
    "kappa": Text("Tokens (Cohen's κ)"),
}
_ALL = {
    "alpha": Text("Tokens by class (Krippendorff's α)"),
    "alpha_marked": Text("Tokens marked or not (Krippendorff's α)"),
}
_NOBODY = {MISSING: Text("only the first"), SPURIOUS: Text("only the second")}

Drifts = Mapping[str, Sequence[Stretch]]  # by annotator


def to_text(found: Agreement, drifts: Drifts | None = None, language: str = "en") -> str:
    """Tables for a terminal: all together, pair by pair, and how each went in time."""
    lines = [Text("{count} reports that two or more have read", count=found.reports).said(language)]
    lines += [_line(title.said(language), getattr(found, name)) for name, title in _ALL.items()]
    lines += [_line(f"  {name}"[:42], figure) for name, figure in sorted(found.alpha_of_class.items())]
    for pair in found.pairs:
        lines += ["", *_of_pair(pair, language)]
    if drifts:
        lines += ["", Text("In the order in which they signed (F1 of spans, class and ends)").said(language)]
        for name, stretches in drifts.items():
            parts = "   ".join(f"{one.first}–{one.last}: {one.f1:.4f}" for one in stretches)
            lines.append(f"  {name[:34]:<36}{parts or '–'}")
    return "\n".join(lines) + "\n"


def to_json(found: Agreement, drifts: Drifts | None = None) -> dict[str, Any]:
    """The same as JSON values; figures are fractions with their interval, None where they are not defined."""
    return {
        "reports": found.reports,
        **{name: _values(getattr(found, name)) for name in _ALL},
        "alpha_of_class": {name: _values(one) for name, one in found.alpha_of_class.items()},
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                **{name: _values(getattr(pair, name)) for name in _PAIR},
                "kappa_of_class": {name: _values(one) for name, one in pair.kappa_of_class.items()},
                "per_class": {name: counts.f1 for name, counts in pair.per_class.items()},
                "per_report": {name: counts.f1 for name, counts in pair.per_report.items()},
                "confusion": [[*classes, count] for classes, count in pair.confusion.items()],
            }
            for pair in found.pairs
        ],
        "drift": {
            name: [{"first": one.first, "last": one.last, "f1": one.f1} for one in stretches]
            for name, stretches in (drifts or {}).items()
        },
    }


def _of_pair(pair: PairAgreement, language: str) -> list[str]:
    count = len(pair.per_report)
    title = Text("{first} and {second}: {count} reports", first=pair.first, second=pair.second, count=count)
    lines = [title.said(language)]
    lines += [_line(text.said(language), getattr(pair, name)) for name, text in _PAIR.items()]
    for name, counts in pair.per_class.items():
        kappa = pair.kappa_of_class.get(name, Figure(None)).value
        tokens = "" if kappa is None else f"   κ {kappa:.4f}"
        lines.append(f"    {name[:38]:<40}{counts.f1:>8.4f}{tokens}   {counts.tp} + {counts.fn} + {counts.fp}")
    mixed = {classes: count for classes, count in pair.confusion.items() if classes[0] != classes[1]}
    for (one, other), times in sorted(mixed.items(), key=lambda pair: -pair[1])[:_SHOWN]:
        first, second = (_NOBODY[name].said(language) if name in _NOBODY else name for name in (one, other))
        lines.append(f"    {times:>5} × {first} → {second}")
    return lines


def _line(title: str, figure: Figure) -> str:
    if figure.value is None:
        return f"  {title:<42}{'–':>8}"
    interval = "" if figure.low is None or figure.high is None else f"   ({figure.low:.4f} – {figure.high:.4f})"
    return f"  {title:<42}{figure.value:>8.4f}{interval}"


def _values(figure: Figure) -> dict[str, float | None]:
    return {"value": figure.value, "low": figure.low, "high": figure.high}
