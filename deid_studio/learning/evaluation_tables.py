"""An evaluation as text for a terminal, as JSON values, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from deid_studio.learning.evaluate import Evaluation, Share
from deid_studio.learning.scores import MISSING, SPURIOUS, Counts
from deid_studio.texts import Text

_MEASURES = ("ner", "spans_strict", "spans_merged", "characters")
_OF_REPORT = ("characters", "direct")
_SHOWN = 20  # confusions in the terminal; JSON and CSV hold all
_TITLES = {
    "clean": Text("Wholly clean reports: every letter and digit is marked"),
    "direct": Text("Direct identifiers"),
    "phi": Text("All PHI"),
    "macro": Text("NER, mean of the classes"),
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
        "wholly_clean": {"all": _share(evaluation.clean), "direct": _share(evaluation.direct_clean)},
        **{name: _fractions(getattr(evaluation, name)) for name in _MEASURES},
        "macro_f1": evaluation.macro_f1,
        "per_class": {name: _fractions(counts) for name, counts in evaluation.per_class.items()},
        "per_section": {name: _fractions(counts) for name, counts in evaluation.per_section.items()},
        "confusion": _nested(evaluation.confusion),
        "confusion_by_overlap": _nested(evaluation.overlap_confusion),
        "per_report": {
            one.id: {name: _fractions(getattr(one, name)) for name in (*_MEASURES, "direct")}
            for one in evaluation.per_report
        },
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
    for name, share in (("all", evaluation.clean), ("direct", evaluation.direct_clean)):
        rows.writerow(["wholly_clean", name, "", "", f"{share.value:.6f}", "", share.count, "", share.of - share.count])
    rows.writerow(["macro", "ner", "", "", "", f"{evaluation.macro_f1:.6f}", "", "", ""])
    tables: Sequence[tuple[str, Mapping[str, Counts]]] = (
        ("overall", {name: getattr(evaluation, name) for name in _MEASURES}),
        ("class", evaluation.per_class),
        ("section", evaluation.per_section),
        *((f"report {name}", {one.id: getattr(one, name) for one in evaluation.per_report}) for name in _OF_REPORT),
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
    lines = [size.said(language), "", title["clean"]]
    lines += [
        _share_row(title[name], share, wide, language)
        for name, share in (("direct", evaluation.direct_clean), ("phi", evaluation.clean))
    ]
    lines.append("")
    lines += block(title["all"], {name: getattr(evaluation, name) for name in _MEASURES})
    lines[-1:] = [f"{title['macro']:<{wide}}{'':16}{evaluation.macro_f1:>8.4f}", ""]
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


def _share_row(name: str, share: Share, wide: int, language: str) -> str:
    low, high = share.interval
    told = Text(
        "{count} of {of} reports (95 %: {low} to {high})",
        count=share.count,
        of=share.of,
        low=f"{low:.0%}",
        high=f"{high:.0%}",
    )
    return f"{name:<{wide}}{share.value:>8.1%}  {told.said(language)}"


def _share(share: Share) -> dict[str, float | int]:
    low, high = share.interval
    return {"count": share.count, "of": share.of, "share": share.value, "low": low, "high": high}


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
