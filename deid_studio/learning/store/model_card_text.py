"""The card of a version for a person, and where it is used, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from deid_studio.learning.store.choices import EVERYWHERE
from deid_studio.learning.store.model_card import Figure
from deid_studio.learning.store.model_store import Version
from deid_studio.learning.two_systems import TITLES
from deid_studio.texts import Text, figures, joined

_HEAD = (Text("Before"), Text("After"), Text("Change (95 %)"))
_ON = {"own": Text("reports to learn from"), "home": Text("reports of home")}
_WIDE = 60  # of what a figure is of
_OPTIONS = ("seed", "trust", "iterations", "augmented", "restyled", "members", "least_reports")


def to_text(version: Version, language: str) -> str:
    """The card: figures before and after, and a line for each thing that is known."""
    if version.problem is not None:
        return f"{version.problem.what(language)} {version.problem.remedy(language)}\n"
    rows = [(label.said(language), value.said(language)) for label, value in _rows(version)]
    wide = max(len(label) for label, _ in rows) + 2
    lines = [*_table(version.figures, language), ""] if version.figures else []
    lines += [f"{label:<{wide}}{value}" for label, value in rows]
    return "\n".join(lines) + "\n"


def summary(version: Version, language: str) -> str:
    """On how many reports it was trained, and what its audit said, in one line."""
    if version.problem is not None:
        return version.problem.what(language)
    reports = sum(one.reports for one in version.data)
    told = Text("{count} reports; audit: {audit}", count=reports, audit=_audit(version))
    return joined([told, Text("for all users")] if version.for_all else [told], "; ").said(language)


def places(used: Iterable[str], language: str) -> str:
    """The places where a version is used."""
    return ", ".join(place_text(Path(one) if one != EVERYWHERE else None, language) for one in used)


def place_text(folder: Path | None, language: str) -> str:
    """A folder of reports, or all that have no model of their own."""
    return Text("wherever none is chosen").said(language) if folder is None else str(folder)


def _rows(version: Version) -> Iterator[tuple[Text, Text]]:
    card, manifest = version.card, version.manifest
    yield Text("Version"), Text(version.id)
    if card.made:
        yield Text("Made on"), Text(card.made)
    if card.imported:
        yield Text("Origin"), Text("imported; what follows is its maker's word")
    if card.base:
        yield Text("Learned from"), Text(card.base)
    for one in version.data:
        yield (
            Text("Reports"),
            Text(
                "{reports} with {spans} mentions, SHA-256 {sha}", reports=one.reports, spans=one.spans, sha=one.sha256
            ),
        )
    if options := _options(manifest):
        yield Text("Options"), Text(options)
    if card.command:
        yield Text("Command"), Text(card.command)
    yield Text("Privacy audit"), _audit(version)
    if card.by:
        yield Text("Adopted by"), Text(card.by)
    if card.note:
        yield Text("Note"), Text(card.note)
    yield Text("Fingerprint"), Text(version.fingerprint)


def _options(manifest: Mapping[str, Any]) -> str:
    """The seed and the other options of the last training."""
    adapted = manifest.get("adapted")
    last = adapted[-1] if isinstance(adapted, list) and adapted else manifest.get("training")
    values = last if isinstance(last, dict) else {}
    return ", ".join(f"{name} {values[name]:g}" for name in _OPTIONS if type(values.get(name)) in (int, float))


def _audit(version: Version) -> Text:
    entry = version.manifest.get("audit")
    if not isinstance(entry, dict):
        return Text("not audited")
    return Text("clean") if version.clean else Text("not clean")


def _table(rows: Iterable[Figure], language: str) -> Iterator[str]:
    before, after, change = (one.said(language) for one in _HEAD)
    yield f"{'':<{_WIDE}}{before:>10}{after:>10}  {change}"
    for one in rows:
        before, after = (_number(value, ".3f", language) for value in (one.before, one.after))
        low, high = (_number(bound, "+.3f", language) for bound in (one.low, one.high))
        measure, on = TITLES.get(one.measure, Text(one.measure)), _ON.get(one.on, Text(one.on))
        yield f"{f'{measure.said(language)}, {on.said(language)}':<{_WIDE}}{before:>10}{after:>10}  {low} … {high}"


def _number(value: float | None, form: str, language: str) -> str:
    return "–" if value is None else figures(f"{value:{form}}").said(language)
