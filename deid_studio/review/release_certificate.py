"""Certificate: what a release did and was checked for, without any PHI, to be kept by who gives and who receives it."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from string import Template
from typing import Any

from deid_studio import __version__
from deid_studio.model.tagset import TagSet
from deid_studio.release.policy import Policy, policy_values
from deid_studio.review.missed_bounds import clopper_pearson, rule_of_three
from deid_studio.review.original_documents import DocumentRemark

FORMAT = 1
CERTIFICATE = "certificate"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One released report: its name as released, the hashes of its file before and of its text after, who signed it and
    when, the share that was read, and how many hits of the check had an excuse.

    The hash before is an HMAC-SHA256 by the project's secret: with a plain one, who has the released text could try
    names in it until the hash is that of the original.
    """

    name: str
    hmac_sha256_before: str
    sha256_after: str
    reviewers: tuple[str, ...]
    signed_at: str
    read: float | None
    excused: int


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What second readers of a random share found: of `spans` that they signed, `missed` were not marked before."""

    reports: int = 0
    words: int = 0
    spans: int = 0
    missed: int = 0
    reports_with_missed: int = 0

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The share of PHI that a first reader misses, with 95 % confidence (Clopper and Pearson); None without any."""
        return clopper_pearson(self.missed, self.spans) if self.spans else None

    @property
    def at_most(self) -> float | None:
        """The share that is not exceeded, by the rule of three, where none was missed; else None."""
        return rule_of_three(self.spans) if self.spans and not self.missed else None


@dataclass(frozen=True, slots=True)
class VaultMark:
    """That there is a vault: the number that it and its release have in common, and how many people open it."""

    number: str
    people: int


@dataclass(frozen=True)
class Certificate:
    """What is certified. `classes` counts stretches by class and way; `decisions` mentions by what became of them.

    `remarks` are for the person who releases, and in no file.
    """

    policy: Policy
    tagset: TagSet
    reports: tuple[ReportLine, ...]
    left_out: Mapping[str, int]
    models: tuple[str, ...]
    decisions: Mapping[str, int]
    classes: Mapping[tuple[str, str], int]
    second: SecondReading
    vault: VaultMark | None = None
    made_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    remarks: tuple[DocumentRemark, ...] = ()

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Who signed any of the reports."""
        return tuple(sorted({name for line in self.reports for name in line.reviewers if name}))

    @property
    def lowest_read(self) -> float | None:
        """The least share of a report that was read (0 to 1); None where none was recorded."""
        return min((line.read for line in self.reports if line.read is not None), default=None)

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values."""
        bounds = self.second.bounds
        return {
            "format": FORMAT,
            "program": {"name": "Deid Studio", "version": __version__},
            "made_at": self.made_at,
            "policy": policy_values(self.policy),
            "tag_set": {"name": self.tagset.name, "version": self.tagset.version},
            "detectors": list(self.models),
            "reviewers": list(self.reviewers),
            "reports": [asdict(line) | {"reviewers": list(line.reviewers)} for line in self.reports],
            "left_out": dict(self.left_out),
            "decisions": dict(self.decisions),
            "replaced": [
                {"class": phi_class, "way": way, "count": count}
                for (phi_class, way), count in sorted(self.classes.items())
            ],
            "leak_check": {"leaks": 0, "excused": sum(line.excused for line in self.reports)},
            "vault": None if self.vault is None else asdict(self.vault),
            "second_reading": asdict(self.second)
            | {
                "missed_share_95": None if bounds is None else [round(bound, 6) for bound in bounds],
                "missed_share_at_most": self.second.at_most,
            },
        }


def vault_number_in(folder: Path) -> str:
    """The number of the vault that belongs to a release; empty when it has none, or is no release."""
    try:
        number = json.loads((folder / f"{CERTIFICATE}.json").read_bytes())["vault"]["number"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    return str(number)


def certificate_files(certificate: Certificate, language: str) -> dict[str, bytes]:
    """The certificate as `certificate.json` and, to be read and printed, `certificate.html` in a language."""
    values = json.dumps(certificate.values(), ensure_ascii=False, indent=1)
    return {"certificate.json": values.encode(), "certificate.html": _page(certificate, language).encode()}


_WORDS = {
    "title": ("Certificado de publicación", "Certificate of release"),
    "lead": ("$count informes, según la política «$policy».", "$count reports, by the policy “$policy”."),
    "lead_one": ("1 informe, según la política «$policy».", "1 report, by the policy “$policy”."),
    "made": ("Fecha", "Made at"), "program": ("Programa", "Program"), "detectors": ("Detectores", "Detectors"),
    "reviewers": ("Revisado por", "Reviewed by"), "nobody": ("no consta", "not recorded"),
    "read": ("Parte del texto leída, como mínimo", "Share of the text that was read, at least"),
    "left": ("No publicados", "Not released"), "check": ("Búsqueda de fugas", "Leak check"),
    "clean": (
        "Ninguna mención decidida ni dato conocido del paciente sigue en los textos. Coincidencias que no son fugas"
        " (palabras corrientes, epónimos o admitidas por una persona): $count.",
        "No decided mention and no known field of a patient is left in the texts. Hits that are no leaks (ordinary"
        " words, eponyms, or allowed by a person): $count.",
    ),
    "second": ("Segunda lectura al azar", "Second reading of a random share"),
    "second_none": (
        "No hubo: no se puede decir cuánto quedó sin ver.", "There was none: how much was missed cannot be told."
    ),
    "second_found": (
        "Informes: $reports. Menciones: $spans. No vistas en la primera lectura: $missed; con el 95 % de confianza,"
        " entre el $low y el $high de todas.",
        "Reports: $reports. Mentions: $spans. Missed by the first reader: $missed; with 95 % confidence between $low"
        " and $high of all.",
    ),
    "replaced": ("Qué se sustituyó", "What was replaced"), "class": ("Clase", "Class"), "way": ("Cómo", "How"),
    "count": ("Número", "Count"), "reports": ("Informes", "Reports"), "name": ("Informe", "Report"),
    "after": ("SHA-256 del texto publicado", "SHA-256 of the released text"), "signed": ("Firmado", "Signed"),
    "limits": (
        "Ningún procedimiento garantiza que no quede ningún dato. Este certificado dice qué se hizo y qué se comprobó.",
        "No procedure guarantees that nothing is left. This certificate tells what was done and what was checked.",
    ),
    "keep": ("se conserva", "kept"), "remove": ("se elimina", "removed"), "mask": ("se tapa", "masked"),
    "tag": ("etiqueta de clase", "class tag"), "surrogate": ("sustituto", "surrogate"),
    "code": ("código reversible", "reversible code"), "generalise": ("se generaliza", "generalised"),
    "not-signed": ("sin firmar", "not signed off"), "needs-second-reader": ("falta la segunda lectura",
    "awaiting a second reader"), "unreadable": ("no se pudieron leer", "could not be read"),
}  # fmt: skip

_SHEET = """
body { font: 15px/1.5 "Segoe UI", "Noto Sans", sans-serif; color: #1c2128; max-width: 60em; margin: 3em auto; padding: 0 2em; }
h1 { font-size: 1.7em; margin-bottom: .2em; } h2 { font-size: 1.1em; margin-top: 2em; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; color: #59626f; font-weight: 600; }
th, td { border-bottom: 1px solid #d9dde3; padding: .3em .8em .3em 0; vertical-align: top; }
td.hash { font: 12px monospace; word-break: break-all; } td.number { text-align: right; }
.note { color: #59626f; } @media print { body { margin: 0; } }
"""  # noqa: E501


def _day(moment: str, language: str) -> str:
    day = moment[:10]
    return "/".join(reversed(day.split("-"))) if language == "es" else day


def _moment(moment: str, language: str) -> str:
    return f"{_day(moment, language)} {moment[11:16]} UTC"


def _page(certificate: Certificate, language: str) -> str:
    def said(key: str, **values: object) -> str:
        text = _WORDS[key][language != "es"]
        return html.escape(Template(text).substitute({name: str(value) for name, value in values.items()}))

    def share(value: float) -> str:
        shown = f"{value * 100:.2f} %"
        return shown.replace(".", ",") if language == "es" else shown

    def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
        head = "".join(f"<th>{one}</th>" for one in heads)
        return f"<table><tr>{head}</tr>{''.join('<tr>' + ''.join(row) + '</tr>' for row in rows)}</table>"

    def cell(value: object, kind: str = "") -> str:
        return f'<td class="{kind}">{html.escape(str(value))}</td>' if kind else f"<td>{html.escape(str(value))}</td>"

    second, bounds = certificate.second, certificate.second.bounds
    lowest = certificate.lowest_read
    facts = [
        (said("made"), _moment(certificate.made_at, language)),
        (said("program"), f"Deid Studio {__version__}"),
        (said("detectors"), ", ".join(certificate.models) or said("nobody")),
        (said("reviewers"), ", ".join(certificate.reviewers) or said("nobody")),
        (said("read"), said("nobody") if lowest is None else share(lowest)),
    ]
    facts += [
        (said("left"), f"{count} ({said(why)})") for why, count in sorted(certificate.left_out.items()) if count
    ]
    excused = sum(line.excused for line in certificate.reports)
    reading = said("second_none")
    if bounds is not None:
        reading = said(
            "second_found",
            reports=second.reports,
            spans=second.spans,
            missed=second.missed,
            low=share(bounds[0]),
            high=share(bounds[1]),
        )
    titles = {one.name: one.title_in(language) for one in certificate.tagset}
    replaced = [
        [cell(titles.get(phi_class, phi_class) or "–"), f"<td>{said(way)}</td>", cell(count, "number")]
        for (phi_class, way), count in sorted(certificate.classes.items())
    ]
    reports = [
        [
            cell(line.name),
            cell(", ".join(line.reviewers)),
            cell(_day(line.signed_at, language)),
            cell(line.sha256_after, "hash"),
        ]
        for line in certificate.reports
    ]
    policy = certificate.policy.title_in(language)
    lead = "lead_one" if len(certificate.reports) == 1 else "lead"
    return "\n".join((
        "<!DOCTYPE html>",
        f'<html lang="{language}"><head><meta charset="utf-8"><title>{said("title")}</title>',
        f"<style>{_SHEET}</style></head><body>",
        f"<h1>{said('title')}</h1>",
        f"<p>{said(lead, count=len(certificate.reports), policy=policy)}</p>",
        table(("", ""), [[f"<th>{name}</th>", cell(value)] for name, value in facts]),
        f"<h2>{said('check')}</h2><p>{said('clean', count=excused)}</p>",
        f"<h2>{said('second')}</h2><p>{reading}</p>",
        f"<h2>{said('replaced')}</h2>",
        table((said("class"), said("way"), said("count")), replaced),
        f"<h2>{said('reports')}</h2>",
        table((said("name"), said("reviewers"), said("signed"), said("after")), reports),
        f'<p class="note">{said("limits")}</p></body></html>',
        "",
    ))  # fmt: skip
