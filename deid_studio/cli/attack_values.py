"""What `deid attack` writes into files: names of reports and files, ids of people, numbers; no text of a report."""

from __future__ import annotations

import csv
import io
from typing import Any

from deid_studio.release.attack.attack import Findings


def linkage_values(findings: Findings) -> dict[str, Any]:
    """What a list of people found, as JSON's values."""

    def score(one: Any) -> dict[str, Any] | None:
        if one is None:
            return None
        return {"known": one.known, "links": one.links, "correct": one.correct, "false": one.false,
                "precision": one.precision}  # fmt: skip

    def hit(one: Any) -> dict[str, Any]:
        return {"kind": one.kind.value, "file": one.file, "line": one.line, "worth": one.worth.value,
                "people": [findings.ids[at] for at in one.people[:10]], "fits": len(one.people)}  # fmt: skip

    bands = ("0", "1", "2-4", "5-10", "11+")
    return {
        "people": findings.people,
        "least_k": findings.least_k,
        "holds": findings.holds,
        "linked": len(findings.linked),
        "smallest_k": findings.smallest_k,
        "highest_risk": 1 / findings.smallest_k if findings.smallest_k else None,
        "mean_risk": findings.mean_risk,
        "below": findings.below,
        "k": dict(zip(bands, findings.distribution(), strict=True)),
        "k_if_believed": dict(zip(bands, findings.distribution(naive=True), strict=True)),
        "surrogate_classes": sorted(findings.surrogates),
        "clusters": [{"size": size, "count": count} for size, count in findings.sizes().items()],
        "k_intervals": findings.k_intervals(),
        "advice": [{"change": how.value, "reports": count} for how, count in findings.advice.items()],
        "truth": {"certain": score(findings.certain), "only_fit": score(findings.informed),
                  "believed": score(findings.naive), "among": findings.true_among},
        "elsewhere": [hit(one) for one in findings.elsewhere],
        "reports": [
            {
                "report": one.name,
                "linked": list(one.linked),
                "k": one.k,
                "k_if_believed": one.k_naive,
                "k_intervals": one.k_intervals,
                "only_fit": one.guess,
                "facts": sorted(one.facts),
                "together": one.together,
                "true_fits": one.true_fits,
                "hits": [hit(found) for found in one.hits],
            }
            for one in findings.reports
        ],
    }  # fmt: skip


def linkage_rows(findings: Findings) -> bytes:
    """A row for each report as CSV: k, and the person linked."""
    lines = io.StringIO(newline="")
    rows = csv.writer(lines)
    rows.writerow(("report", "person", "certain", "k", "k_if_believed", "k_intervals", "together"))
    for one in findings.reports:
        person = one.linked[0] if one.linked else one.guess or ""
        known = "" if one.k_intervals is None else one.k_intervals
        rows.writerow((one.name, person, int(bool(one.linked)), one.k, one.k_naive, known, one.together))
    return lines.getvalue().encode()
