"""An evaluation as text for a terminal, as JSON values, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from deid_studio.learning.evaluate import Evaluation
from deid_studio.learning.scores import MISSING, SPURIOUS, Counts
from deid_studio.texts import Text

_MEASURES = ("ner", "spans_strict", "spans_merged", "characters")
_SHOWN = 20  # confusions in the terminal; JSON and CSV hold all
_TITLES = {
    "ner": Text("NER (class and place)"),
    "spans_strict": Text("Spans, strict"),
    "spans_merged": Text("Spans, merged"),
    "characters": Text("Characters of PHI"),
    "header": Text("Header"),
    "body": Text("Body"),
    "footer": Text("Footer"),
    "all": Text("Overall"),
    "section": Text("Section (NER)"),
    "class": Text("Class (NER)"),
    "confusion": Text("Confusions at the same place (gold → system)"),
    "overlap": Text("Confusions by overlap (gold → system)"),
    MISSING: Text("not found"),
    SPURIOUS: Text("spurious"),
}  # fmt: skip


def to_json(evaluation: Evaluation) -> dict[str, Any]:
    """The evaluation as JSON values; precision, recall and F1 are fractions."""
    return {
        **{name: _fractions(getattr(evaluation, name)) for name in _MEASURES},
        "per_class": {name: _fractions(counts) for name, counts in evaluation.per_class.items()},
        "per_section": {name: _fractions(counts) for name, counts in evaluation.per_section.items()},
        "confusion": _nested(evaluation.confusion),
        "confusion_by_overlap": _nested(evaluation.overlap_confusion),
        "leak": evaluation.leak,
        "reports": evaluation.reports,
        "sentences": evaluation.sentences,
        "missing_reports": list(evaluation.missing),
        "unknown_reports": list(evaluation.unknown),
    }


def to_csv(evaluation: Evaluation) -> str:
    """One row a figure: table, name, precision, recall, F1, counts; then the confusions with their count in `tp`."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["table", "name", "system_class", "precision", "recall", "f1", "tp", "fp", "fn"])
    tables: Sequence[tuple[str, Mapping[str, Counts]]] = (
        ("overall", {name: getattr(evaluation, name) for name in _MEASURES}),
        ("class", evaluation.per_class),
        ("section", evaluation.per_section),
    )
    for table, entries in tables:
        for name, counts in entries.items():
            figures = [f"{value:.6f}" for value in (counts.precision, counts.recall, counts.f1)]
            rows.writerow([table, name, "", *figures, counts.tp, counts.fp, counts.fn])
    for table, pairs in (
        ("confusion", evaluation.confusion),
        ("confusion_by_overlap", evaluation.overlap_confusion),
    ):
        for (gold, system), count in pairs.items():
            rows.writerow([table, gold, system, "", "", "", count, "", ""])
    return out.getvalue()


def to_text(evaluation: Evaluation, language: str = "en") -> str:
    """The tables for a terminal, in `language` ("es" or "en"); fractions with four digits, as the official script."""
    title = {name: text.said(language) for name, text in _TITLES.items()}
    wide = max([32, *(len(name) for name in evaluation.per_class)])
    head = f"{'P':>8}{'R':>8}{'F1':>8}{'TP':>8}{'FP':>7}{'FN':>7}"

    def block(heading: str, entries: Mapping[str, Counts]) -> list[str]:
        return [f"{heading:<{wide}}{head}", *(_row(title.get(n, n), c, wide) for n, c in entries.items()), ""]

    size = Text("{reports} reports, {sentences} sentences", reports=evaluation.reports, sentences=evaluation.sentences)
    lines = [size.said(language), ""]
    lines += block(title["all"], {name: getattr(evaluation, name) for name in _MEASURES})
    lines += block(title["section"], evaluation.per_section)
    lines += block(title["class"], evaluation.per_class)
    for name, pairs in (("confusion", evaluation.confusion), ("overlap", evaluation.overlap_confusion)):
        wrong = sorted((pair for pair in pairs.items() if pair[0][0] != pair[0][1]), key=lambda pair: -pair[1])
        if wrong:
            lines.append(title[name])
            lines += [f"{count:>8}  {title.get(g, g)} → {title.get(s, s)}" for (g, s), count in wrong[:_SHOWN]]
            lines += ["       …"] if len(wrong) > _SHOWN else []
            lines.append("")
    lines.append(Text("leaks per sentence: {leak:.4f}", leak=evaluation.leak).said(language))
    return "\n".join(lines) + "\n"


def _row(name: str, counts: Counts, wide: int) -> str:
    figures = "".join(f"{value:>8.4f}" for value in (counts.precision, counts.recall, counts.f1))
    return f"{name:<{wide}}{figures}{counts.tp:>8}{counts.fp:>7}{counts.fn:>7}"


def _fractions(counts: Counts) -> dict[str, float | int]:
    return {
        "precision": counts.precision,
        "recall": counts.recall,
        "f1": counts.f1,
        "tp": counts.tp,
        "fp": counts.fp,
        "fn": counts.fn,
    }


def _nested(pairs: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for (gold, system), count in pairs.items():
        nested.setdefault(gold, {})[system] = count
    return nested
