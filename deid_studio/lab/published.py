"""Published figures: what the paper behind a profile reports, printed beside one's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deid_studio import paths
from deid_studio.errors import ResourceError
from deid_studio.lab.token_scores import averages
from deid_studio.learning.evaluate import Evaluation
from deid_studio.learning.scores import Counts
from deid_studio.texts import Text, in_language

_MEASURES = {
    "ner": Text("NER (class and place)"),
    "spans_strict": Text("Spans, strict"),
    "spans_merged": Text("Spans, merged"),
    "characters": Text("Characters of PHI"),
    "words": Text("Words of PHI, global"),
}
_SECTIONS = {
    "header": Text("Header"),
    "body": Text("Body"),
    "footer": Text("Footer"),
    "all": Text("Overall"),
}
_AVERAGES = ("micro", "macro", "weighted")
Row = Sequence[float]


@dataclass(frozen=True, slots=True)
class Published:
    """A paper's figures: `figures` by kind ("f1", "recall", "precision") and measure (of an `Evaluation`, or "words",
    the global de-identification); `tables` by section and token label, with precision, recall, F1 and support."""

    source: Mapping[str, str]
    figures: Mapping[str, Mapping[str, float]]
    tables: Mapping[str, Mapping[str, Row]]


def measures(evaluation: Evaluation) -> dict[str, Counts]:
    """The counts of an evaluation by measure."""
    return {name: getattr(evaluation, name) for name in _MEASURES if hasattr(evaluation, name)}


def read_published(name: str) -> Published:
    """The shipped figures of a name; raises `ResourceError` when there are none or the file is not as it should be."""
    path = paths.resources() / "published" / f"{name}.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Published(
            dict(data["source"]),
            {kind: {str(n): float(v) for n, v in data[kind].items()} for kind in _KINDS if kind in data},
            {
                section: {str(label): [float(value) for value in row] for label, row in rows.items()}
                for section, rows in data.get("tables", {}).items()
            },
        )
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ResourceError(path=path, detail=str(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ResourceError(path=path, detail=f"missing or wrong: {error}") from error


_KINDS = ("precision", "recall", "f1")


def figures_text(published: Published, own: Mapping[str, Counts], language: str = "en") -> str:
    """Each published figure beside one's own, and their difference; `own` is keyed by measure."""
    lines = [_heading(published, language), f"{'':<34}{_word('own', language):>10}{_word('published', language):>12}"]
    for kind, figures in published.figures.items():
        for name, value in figures.items():
            found = float(getattr(own[name], kind))
            title = f"{_MEASURES[name].said(language)}: {_KIND_TITLES[kind].said(language)}"
            lines.append(f"{title:<34}{found:>10.4f}{value:>12.4f}{found - value:>+10.4f}")
    return "\n".join(lines) + "\n"


def tables_text(published: Published, own: Mapping[str, Mapping[str, Counts]], language: str = "en") -> str:
    """Per section the token labels with one's own precision, recall, F1 and support, and the published ones."""
    lines = [_heading(published, language)]
    head = f"{'P':>8}{'R':>7}{'F1':>7}{'N':>7}"
    wide = 3 + max(len(label) for rows in own.values() for label in (*rows, "weighted"))
    for section, rows in published.tables.items():
        counted = own.get(section, {})
        title = _SECTIONS[section].said(language)
        lines += ["", f"{title:<{wide}}{head}   |{head}   ({_word('published', language)})"]
        labels = sorted({*counted, *(label for label in rows if label not in _AVERAGES)}, key=lambda x: (x[2:], x))
        for label in labels:
            counts = counted.get(label, Counts())
            figures = (counts.precision, counts.recall, counts.f1, counts.tp + counts.fn)
            lines.append(f"{label:<{wide}}{_row(figures)}   |{_row(rows.get(label))}")
        support = sum(counts.tp + counts.fn for counts in counted.values())
        for name, average in averages(counted).items():
            lines.append(f"{name + ' avg':<{wide}}{_row((*average, support))}   |{_row(rows.get(name))}")
    return "\n".join(lines) + "\n"


_KIND_TITLES = {
    "precision": Text("precision"),
    "recall": Text("recall"),
    "f1": Text("F1"),
}


def _row(figures: Row | None) -> str:
    if figures is None:
        return f"{'–':>8}{'–':>7}{'–':>7}{'–':>7}"
    return f"{figures[0]:>8.2f}{figures[1]:>7.2f}{figures[2]:>7.2f}{figures[3]:>7.0f}"


def _heading(published: Published, language: str) -> str:
    return Text("Compared with: {source}", source=in_language(published.source, language)).said(language)


def _word(word: str, language: str) -> str:
    return {"own": Text("here"), "published": Text("published")}[word].said(language)
