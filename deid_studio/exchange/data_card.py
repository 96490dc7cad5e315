"""Data card: what is in a corpus, in figures, as Markdown; no text of a report is in it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from deid_studio.detection.sections import Section, fields, sections
from deid_studio.detection.tokens import tokenizer
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, each_told
from deid_studio.exchange.json_rows import json_bytes
from deid_studio.exchange.patient_split import PatientSplit
from deid_studio.exchange.plain_rows import PlainRows
from deid_studio.model.tagset import TagSet
from deid_studio.texts import Text

CARD = "DATA_CARD.md"


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What a card tells beside the reports themselves; `agreement` is a table of figures, for a terminal."""

    name: str
    format: str
    tagset: TagSet
    losses: Mapping[Loss, int]
    split: PatientSplit | None = None
    annotators: Sequence[str] = ()
    agreement: str = ""


def data_card(reports: Sequence[AnnotatedReport], facts: CardFacts, language: str = "en") -> bytes:
    """The card of a corpus in a language."""
    return "".join(f"{line}\n" for line in _lines(reports, facts, language)).encode(errors="backslashreplace")


def corpus_hash(reports: Sequence[AnnotatedReport]) -> str:
    """The SHA-256 of the reports with their spans and notes, in whatever order and form they are."""
    rows = sorted(json_bytes(PlainRows().row_of(one)) for one in reports)
    return hashlib.sha256(b"\n".join(rows)).hexdigest()


def _lines(reports: Sequence[AnnotatedReport], facts: CardFacts, language: str) -> Iterator[str]:
    def say(message: str, **params: object) -> str:
        return Text(message, **params).said(language)

    tagset, split = facts.tagset, facts.split
    spans = [span for one in reports for span in one.doc.spans]
    yield f"# {facts.name}"
    yield ""
    yield from _table(
        (say("What"), say("Value")),
        [
            (say("Reports"), len(reports)),
            (say("Spans"), len(spans)),
            (say("Reports without a span"), sum(not one.doc.spans for one in reports)),
            (say("Characters (code points) of a report: least, median, most"), _range(reports)),
            (say("Tokens"), sum(len(line) for one in reports for line in tokenizer().lines(one.doc.text))),
            (say("Layouts"), _layouts(reports, say("header of fields"), say("body"), say("footer"))),
            (say("Form"), facts.format),
            (say("Tag set"), f"{tagset.name} {tagset.version} ({len(tagset.classes)})"),
            (say("SHA-256 of reports and spans"), f"`{corpus_hash(reports)}`"),
        ],
    )
    yield from ("", f"## {say('Classes')}", "")
    counts = Counter(span.phi_class for span in spans)
    holding = Counter(name for one in reports for name in {span.phi_class for span in one.doc.spans})
    strings: dict[str, set[str]] = {name: set() for name in counts}
    for one in reports:
        for span in one.doc.spans:
            strings[span.phi_class].add(span.text(one.doc.text))
    yield from _table(
        (say("Class"), say("Title"), say("Spans"), say("Reports"), say("Different texts")),
        [
            (name, tagset[name].title_in(language) if name in tagset else "", count, holding[name], len(strings[name]))
            for name, count in counts.most_common()
        ],
    )
    if split is not None:
        by_id = {one.doc.id: len(one.doc.spans) for one in reports}
        yield from ("", f"## {say('Parts')}", "")
        yield say("Drawn by patient with the seed “{seed}”: no patient is in two parts.", seed=split.seed)
        if split.untold:
            yield say(
                "Reports that tell of no patient, each taken for one of its own: {count}.",
                count=split.untold,
            )
        yield ""
        yield from _table(
            (say("Part"), say("Reports"), say("Patients"), say("Spans")),
            [
                (part, len(ids), split.patients[part], sum(map(by_id.__getitem__, ids)))
                for part, ids in split.parts.items()
            ],
        )
    if facts.annotators:
        yield from ("", f"## {say('Annotators')}", "", ", ".join(facts.annotators))
    if facts.agreement:
        yield from ("", f"## {say('Agreement')}", "", "```", facts.agreement.rstrip("\n"), "```")
    if facts.losses:
        yield from ("", f"## {say('What this form does not hold')}", "")
        yield from (f"- {told.said(language)}" for told in each_told(facts.losses))


def _table(head: Sequence[object], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield "| " + " | ".join(" ".join(str(cell).replace("|", "\\|").split()) for cell in row) + " |"


def _range(reports: Sequence[AnnotatedReport]) -> str:
    sizes = [len(one.doc.text) for one in reports] or [0]
    return f"{min(sizes)}, {median(sizes):g}, {max(sizes)}"


def _layouts(reports: Sequence[AnnotatedReport], *words: str) -> str:
    """How many reports have which sections, the most frequent layout first."""
    names = dict(zip((Section.HEADER, Section.BODY, Section.FOOTER), words, strict=True))
    found: Counter[str] = Counter()
    for one in reports:
        lines = tokenizer().lines(one.doc.text)
        there = set(sections(lines, [fields(line) for line in lines]))
        found[" + ".join(name for section, name in names.items() if section in there) or "–"] += 1
    return "; ".join(f"{layout}: {count}" for layout, count in found.most_common())
