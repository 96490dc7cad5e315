"""Bias as text for a terminal, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deid_studio.corpora.annotation_bias import Acceptance, Bias, Contrast, Rates
from deid_studio.corpora.annotator_agreement import Figure
from deid_studio.corpora.planted_suggestions import Answer, Slip
from deid_studio.texts import Text

SLIPS = {
    Slip.CLASS: Text("wrong class"),
    Slip.ENDS: Text("wrong ends"),
    Slip.SPURIOUS: Text("not PHI"),
}
_RATES = {
    "missed": Text("of gold, not marked at all"),
    "otherwise": Text("of gold, with another class or other ends"),
    "spurious": Text("of what was marked, not in gold"),
}


def to_text(found: Bias, language: str = "en") -> str:
    """Tables for a terminal: planted suggestions by annotator, then readings with suggestions and without."""
    lines = [Text("Planted wrong suggestions, and what was done with them (accepted: share, 95 %)").said(language)]
    for name, one in found.planted.items():
        lines += _of_planted(name, one, language)
    if not found.planted:
        lines.append("  " + Text("none was answered (deid corpus new --planted)").said(language))
    title = Text("Readings against gold, in %: blind, with suggestions, difference (95 %)")
    lines += ["", title.said(language)]
    for name, contrast in found.contrasts.items():
        lines += _of_contrast(name, contrast, language)
    if found.together is None:
        lines.append("  " + Text("nothing that was adjudicated has been signed").said(language))
    elif len(found.contrasts) > 1:
        lines += _of_contrast(Text("all together").said(language), found.together, language)
    return "\n".join(lines) + "\n"


def to_json(found: Bias) -> dict[str, Any]:
    """The same as JSON values; figures are fractions with their interval, None where they are not defined."""
    return {
        "planted": {name: _planted(one) for name, one in found.planted.items()},
        "readings": {name: _contrast(one) for name, one in found.contrasts.items()},
        "together": None if found.together is None else _contrast(found.together),
    }


def answers_text(one: Acceptance) -> Text:
    """How many planted suggestions got which answer."""
    return Text(
        "{accepted} accepted, {corrected} corrected, {rejected} rejected, {passed} passed over",
        accepted=one.of(Answer.ACCEPTED),
        corrected=one.of(Answer.CORRECTED),
        rejected=one.of(Answer.REJECTED),
        passed=one.of(Answer.PASSED),
    )


def percents(figure: Figure, signed: bool = False) -> str:
    """A figure in percent with its interval, with a sign where it is a difference."""
    if figure.value is None or figure.low is None or figure.high is None:
        return "–"
    sign = "+" if signed else ""
    value, low, high = (f"{100 * one:{sign}.1f}" for one in (figure.value, figure.low, figure.high))
    return f"{value} ({low} – {high})"


def _of_planted(name: str, one: Acceptance, language: str) -> Iterator[str]:
    yield f"  {name[:34]:<36}{percents(one.accepted):>24}   {answers_text(one).said(language)}"
    for slip, words in SLIPS.items():
        yield f"    {words.said(language)[:32]:<34}{percents(one.accepted_of(slip)):>24}"
    if one.right:
        yield "    " + Text("not counted, since gold has them: {count}", count=one.right).said(language)


def _of_contrast(name: str, one: Contrast, language: str) -> Iterator[str]:
    counts = Text("{blind} blind, {other} with", blind=one.blind.readings, other=one.suggested.readings)
    yield f"  {name} ({counts.said(language)})"
    for rate, words in _RATES.items():
        blind, suggested = (percents(getattr(rates, rate)) for rates in (one.blind, one.suggested))
        difference = percents(getattr(one.difference, rate), signed=True)
        yield f"    {words.said(language)[:42]:<44}{blind:>20}{suggested:>22}{difference:>24}"


def _planted(one: Acceptance) -> dict[str, Any]:
    return {
        "accepted": _values(one.accepted),
        "accepted_of": {slip.value: _values(one.accepted_of(slip)) for slip in Slip},
        "answers": [[slip.value, answer.value, count] for (slip, answer), count in sorted(one.answers.items())],
        "right": one.right,
    }


def _contrast(one: Contrast) -> dict[str, Any]:
    return {name: _rates(getattr(one, name)) for name in ("blind", "suggested", "difference")}


def _rates(one: Rates) -> dict[str, Any]:
    return {"readings": one.readings, **{name: _values(getattr(one, name)) for name in _RATES}}


def _values(figure: Figure) -> dict[str, float | None]:
    return {"value": figure.value, "low": figure.low, "high": figure.high}
