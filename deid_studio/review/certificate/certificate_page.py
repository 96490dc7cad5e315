"""The certificate to be read: its contents as a page in a language, and that page as HTML."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from deid_studio import __version__
from deid_studio.detection.suggester import suggester_from
from deid_studio.release.facts import Fact
from deid_studio.release.policy import Way
from deid_studio.review.certificate.attack_figures import Attack
from deid_studio.review.certificate.certificate_words import WORDS
from deid_studio.review.certificate.left_out import LeftOut
from deid_studio.review.certificate.release_certificate import Certificate
from deid_studio.review.handover import Handover
from deid_studio.texts import Text, day, figures

_Said = Callable[..., str]


class Column(Enum):
    """What is in a column of a table, which decides how it is set."""

    TEXT = "text"
    SHORT = "short"
    NUMBER = "number"
    HASH = "hash"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the kind and head of each column, and the rows."""

    columns: tuple[tuple[Column, str], ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page: what it is called, and a text or a table."""

    title: str
    text: str = ""
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on a certificate: title, a sentence, what is known of it at a glance, parts, and a last remark."""

    language: str
    title: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    parts: tuple[Part, ...]
    remark: str


def certificate_page(certificate: Certificate, language: str) -> Page:
    """The certificate in a language."""

    def said(key: str, **values: object) -> str:
        return Text(WORDS[key].message, **values).said(language)

    def share(value: float) -> str:
        return f"{figures(f'{value * 100:.2f}').said(language)}\xa0%"

    second, bounds = certificate.second, certificate.second.bounds
    lowest = certificate.lowest_read
    handover = certificate.handover
    facts = [
        (said("made"), _moment(certificate.made_at, language)),
        *([(said("issued"), _moment(certificate.issued_at, language))] if certificate.issued_at else []),
        (said("program"), f"Deid Studio {__version__}"),
        (said("recipient"), handover.recipient or said("not_stated")),
        (said("purpose"), handover.purpose or said("not_stated")),
        (said("environment"), _environment(handover, said)),
        (said("expires"), _expiry(handover, language, said)),
        (said("detectors"), ", ".join(dict.fromkeys(_suggester(one) for one in certificate.models)) or said("nobody")),
        (said("reviewers"), ", ".join(certificate.reviewers) or said("nobody")),
        *([(said("elsewhere"), certificate.reviewed_by)] if certificate.reviewed_by else []),
        (said("read"), said("nobody") if lowest is None else share(lowest)),
        (said("k"), _k(certificate, said)),
        (said("vault"), _vault_words(certificate, said)),
    ]
    if reread := sum(certificate.to_read_over.values()):
        facts.append((said("reread"), str(reread)))
    left = sorted(certificate.left_out.items())
    facts += [(said("left"), f"{count} ({_left_words(why, language)})") for why, count in left if count]
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
    undone = None if certificate.vault is None else Way.CODE
    replaced = Table(
        ((Column.TEXT, said("class")), (Column.TEXT, said("way")), (Column.NUMBER, said("count"))),
        tuple(
            (titles.get(phi_class, phi_class) or "–", said("code_undone" if way == undone else way), str(count))
            for (phi_class, way), count in sorted(certificate.classes.items())
        ),
    )
    reports = Table(
        (
            (Column.TEXT, said("name")),
            (Column.TEXT, said("reviewers")),
            (Column.SHORT, said("signed")),
            (Column.HASH, said("after")),
        ),
        tuple(
            (line.name, ", ".join(line.reviewers), _day(line.signed_at, language), line.sha256_after)
            for line in certificate.reports
        ),
    )
    count = len(certificate.reports)
    return Page(
        language,
        said("title"),
        said("lead_one" if count == 1 else "lead", count=count, policy=certificate.policy.title_in(language)),
        tuple(facts),
        (
            *_claims(certificate, language, said),
            *_facts(certificate, said),
            _attacks(certificate, language, said, share),
            Part(said("check"), said("clean", count=sum(line.answered for line in certificate.reports))),
            Part(said("second"), reading),
            _decisions(certificate, titles, said),
            Part(said("replaced"), table=replaced),
            Part(said("reports"), table=reports),
            Part(said("sums"), table=_sums(certificate, said)),
        ),
        said("limits"),
    )


def _decisions(certificate: Certificate, titles: Mapping[str, str], said: _Said) -> Part:
    if not certificate.decisions_known:
        return Part(said("decisions"), said("decisions_unknown"))
    # Mentions that were there before, or that nobody has decided yet, are seldom among what leaves.
    groups = [one for one in _DECIDED if one[1][0] not in ("kept", "pending") or certificate.decided(one[1][0])]

    def row(title: str, phi_class: str | None) -> tuple[str, ...]:
        return title, *(str(sum(certificate.decided(kind, phi_class) for kind in kinds)) for _, kinds in groups)

    classes = sorted({phi_class for phi_class, _ in certificate.decisions}, key=lambda one: titles.get(one, one))
    table = Table(
        ((Column.TEXT, said("class")), *((Column.NUMBER, said(name)) for name, _ in groups)),
        (*(row(titles.get(one, one) or "–", one) for one in classes), row(said("all"), None)),
    )
    text = said("decisions_told")
    if certificate.unknown_decisions:
        text += " " + said("decisions_partly", count=certificate.unknown_decisions)
    return Part(said("decisions"), text, table)


def _left_words(why: str, language: str) -> str:
    return LeftOut(why).told.said(language)


def _suggester(line: str) -> str:
    one = suggester_from(line)
    return f"{one.model} ({one.profile})" if one.profile else one.model


def _environment(handover: Handover, said: _Said) -> str:
    seen = said("not_stated") if handover.environment is None else said(handover.environment.value)
    return f"{seen}: {handover.agreement}" if handover.agreement else seen


def _expiry(handover: Handover, language: str, said: _Said) -> str:
    if handover.expires is None:
        return said("not_stated")
    return said("until", day=_day(handover.expires.isoformat(), language))


def _k(certificate: Certificate, said: _Said) -> str:
    if not any(one.by is Attack.LINKAGE for one in certificate.attacks):
        return said("k_unknown")
    k = certificate.smallest_k
    return said("k_none") if k is None else str(k)


def _facts(certificate: Certificate, said: _Said) -> tuple[Part, ...]:
    """What of what happened stays as it is written, where anything gets surrogates."""
    if not certificate.policy.has_surrogates:
        return ()
    kept = ", ".join(said(f"fact_{fact}") for fact in Fact if fact in certificate.policy.facts)
    return (Part(said("facts"), f"{kept[:1].upper()}{kept[1:]}." if kept else said("no_facts")),)


def _claims(certificate: Certificate, language: str, said: _Said) -> tuple[Part, ...]:
    """What the policy says of itself; one that somebody changed claims nothing any more."""
    claims, denials = certificate.policy.claims_in(language)
    if not claims:
        return (Part(said("claims"), said("no_claims")),)
    return Part(said("claims"), claims), Part(said("claims_not"), denials)


def _attacks(certificate: Certificate, language: str, said: _Said, share: Callable[[float], str]) -> Part:
    if not certificate.attacks:
        return Part(said("attacks"), said("no_attacks"))
    lines = []
    for one in certificate.attacks:
        figures = dict(one.figures)
        if "hours" in figures:
            figures["hours"] = _decimal(figures["hours"], language)
        for name in ("mean_risk", "share_at_most"):
            if name in figures:
                figures[name] = "–" if figures[name] is None else share(figures[name])
        for name in ("readers", "sources"):
            figures[name] = ", ".join(figures.get(name, ()))
        figures["smallest_k"] = "–" if figures.get("smallest_k") is None else figures["smallest_k"]
        lines.append(said(f"by_{one.by.value}", **figures))
    table = Table(
        ((Column.SHORT, said("day")), (Column.TEXT, said("found"))),
        tuple((_day(one.at, language), line) for one, line in zip(certificate.attacks, lines, strict=True)),
    )
    return Part(said("attacks"), said("attacks_told"), table)


def _decimal(value: float, language: str) -> str:
    return figures(f"{value:g}").said(language)


def _sums(certificate: Certificate, said: _Said) -> Table:
    rows = [(said("sum_release", number=certificate.number), certificate.contents)]
    for line in certificate.models:
        one = suggester_from(line)
        rows.append((said("sum_model", name=one.model), one.model_sha256 or said("nobody")))
        if one.profile:
            rows.append((said("sum_profile", name=one.profile), one.profile_sha256))
    return Table(((Column.TEXT, said("of_what")), (Column.HASH, "SHA-256")), tuple(dict.fromkeys(rows)))


def _vault_words(certificate: Certificate, said: _Said) -> str:
    vault = certificate.vault
    if vault is None:
        coded = any(way == Way.CODE for _, way in certificate.classes)
        return said("vault_none_codes" if coded else "vault_none")
    return said("vault_one" if vault.people == 1 else "vault_two", number=vault.number)


def _day(moment: str, language: str) -> str:
    return day(moment[:10]).said(language)


def _moment(moment: str, language: str) -> str:
    return f"{_day(moment, language)} {moment[11:16]} UTC"


# --- HTML ----------------------------------------------------------------------------------------------------


def html_bytes(page: Page) -> bytes:
    """The page as HTML that needs nothing else."""
    title = html.escape(page.title)
    facts = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(said)}</td></tr>" for name, said in page.facts)
    return "\n".join((
        "<!DOCTYPE html>",
        f'<html lang="{page.language}"><head><meta charset="utf-8"><title>{title}</title>',
        f"<style>{_SHEET}</style></head><body>",
        f"<h1>{title}</h1>",
        f"<p>{html.escape(page.lead)}</p>",
        f'<table class="facts">{facts}</table>',
        *(_part(part) for part in page.parts),
        f'<p class="note">{html.escape(page.remark)}</p></body></html>',
        "",
    )).encode()  # fmt: skip


def _part(part: Part) -> str:
    text = f"<p>{html.escape(part.text)}</p>" if part.text else ""
    return f"<h2>{html.escape(part.title)}</h2>{text}{'' if part.table is None else _table(part.table)}"


def _table(table: Table) -> str:
    def row(tag: str, cells: Sequence[str]) -> str:
        return "".join(
            f'<{tag} class="{kind.value}">{html.escape(cell)}</{tag}>'
            for (kind, _), cell in zip(table.columns, cells, strict=True)
        )

    rows = "".join(f"<tr>{row('td', cells)}</tr>" for cells in table.rows)
    return f"<table><thead><tr>{row('th', [head for _, head in table.columns])}</tr></thead>{rows}</table>"


_SHEET = """
body { font: 15px/1.5 "Segoe UI", "Noto Sans", sans-serif; color: #1c2128; max-width: 60em; margin: 3em auto; padding: 0 2em; }
h1 { font-size: 1.7em; margin-bottom: .2em; } h2 { font-size: 1.1em; margin-top: 2em; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; color: #59626f; font-weight: 600; }
th, td { border-bottom: 1px solid #d9dde3; padding: .3em .8em .3em 0; vertical-align: top; }
td.hash { font: 12px monospace; word-break: break-all; } .number { text-align: right; }
.facts th { width: 16em; }
.note { color: #59626f; } @media print { body { margin: 0; } }
"""  # noqa: E501

_DECIDED = (
    ("as_suggested", ("accepted",)),
    ("changed", ("relabelled", "resized")),
    ("added", ("added",)),
    ("kept_before", ("kept",)),
    ("rejected", ("rejected",)),
    ("undecided", ("pending",)),
)
