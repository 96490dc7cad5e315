"""A rehearsal as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from deid_studio.learning.rehearsal import Compared, Rehearsal, Verdict
from deid_studio.learning.scores import Counts
from deid_studio.learning.two_systems import to_text as differences_text
from deid_studio.texts import Text

VERDICTS = {
    Verdict.BETTER: Text(
        "Better: more of what these reports hold is suggested rightly, and nothing is forgotten beyond noise."
    ),
    Verdict.SAME: Text("The same: on reports like these it brings nothing that can be told from noise."),
    Verdict.WORSE: Text("Worse beyond noise: it is refused."),
}
_OWN = Text("Your reports, each read by what the others taught ({count})")
_HOME = Text("Reports of home, each read by what the others taught ({count})")
_NAMES = Text("before"), Text("after")


def to_text(rehearsal: Rehearsal, language: str = "en") -> str:
    """Both comparisons, by class and by report, and what they come to."""
    lines: list[str] = []
    for title, compared in ((_OWN, rehearsal.own), (_HOME, rehearsal.home)):
        lines += [title.said(language).format(count=compared.before.reports), "", *_of(compared, language)]
    lines += ["", *_by_report(rehearsal.own, language), "", VERDICTS[rehearsal.verdict].said(language)]
    return "\n".join(lines) + "\n"


def _of(compared: Compared, language: str) -> Iterator[str]:
    before, after = (name.said(language) for name in _NAMES)
    yield differences_text(tuple(compared.differences.values()), (before, after), language)
    names = sorted({*compared.before.per_class, *compared.after.per_class})
    wide = max(map(len, names), default=0) + 2
    yield f"{'':<{wide}}{before + ' P / R':>20}{after + ' P / R':>20}"
    for name in names:
        old, new = (side.per_class.get(name, Counts()) for side in (compared.before, compared.after))
        yield f"{name:<{wide}}{_shares(old):>20}{_shares(new):>20}"
    yield ""


def _shares(counts: Counts) -> str:
    return f"{counts.precision:.2f} / {counts.recall:.2f}"


def _by_report(compared: Compared, language: str) -> Iterator[str]:
    wide = max((len(one.id) for one in compared.before.per_report), default=0) + 2
    missed, wrong = Text("missed").said(language), Text("not PHI").said(language)
    yield f"{'':<{wide}}{missed:>20}{wrong:>20}"
    for old, new in zip(compared.before.per_report, compared.after.per_report, strict=True):
        gone, false = (f"{a} → {b}" for a, b in ((old.ner.fn, new.ner.fn), (old.ner.fp, new.ner.fp)))
        yield f"{old.id:<{wide}}{gone:>20}{false:>20}"
