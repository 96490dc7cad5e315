"""What `deid attack --parrot` does, tells and writes: whoever has the released reports alone, and a tagger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deid_studio.cli.attack_words import share
from deid_studio.cli.language import language, say
from deid_studio.detection.profile import load_profile
from deid_studio.formats.place_lines import read_places
from deid_studio.formats.released_folder import ReleasedFolder
from deid_studio.learning.attack.parrot import LeaksFound, Reason, Suspect, leaks_found, suspects
from deid_studio.model.document import Document
from deid_studio.model.lines import line_number
from deid_studio.model.span import Span
from deid_studio.progress import Progress
from deid_studio.release.attack.attack import surrogate_classes
from deid_studio.release.attack.direct_linkage import MeaningOf
from deid_studio.release.surrogates.drawn_names import never_drawn
from deid_studio.texts import Text

_PROFILE = "hybrid"  # the strongest that there is: an attacker marks by hand, and sees more still
_SHOWN = 20


@dataclass(frozen=True)
class Parrot:
    """What the attack made of a folder: each marked place, the most suspected first, and the texts they are in.

    `annotated` says how many reports left with annotations, or without surrogates: there nothing hides. `found` is what
    of known leaks was pointed at, and `found_untagged` what by the parrot alone.
    """

    marked: tuple[Suspect, ...]
    texts: Mapping[str, str]
    annotated: int
    found: LeaksFound | None = None
    found_untagged: LeaksFound | None = None

    @property
    def pointed(self) -> tuple[Suspect, ...]:
        """What the attacker says leaked."""
        return tuple(one for one in self.marked if one.is_pointed_at)

    def line(self, one: Suspect) -> int:
        """The line of the released text in which a place begins."""
        return line_number(self.texts[one.report], one.span.start)


def attack_by_parrot(
    folder: ReleasedFolder, meaning_of: MeaningOf, leaks: Path | None, seed: int, progress: Progress
) -> Parrot:
    """Attack a folder; raises `PlaceLinesError` for what is wrong in the file of `leaks`."""
    texts = {report.name: report.texts[0] for report in folder.reports}
    known = read_places(leaks, {name: len(one.text) for name, one in texts.items()}) if leaks is not None else None
    hidden = bool(surrogate_classes(folder.certificate)) or not folder.certificate.get("replaced")
    annotated = {name: one.spans or () for name, one in texts.items() if one.spans is not None or not hidden}
    plain = {name: one.text for name, one in texts.items()}
    docs = marked_texts(plain, meaning_of, progress)
    marked = tuple(suspects(docs, annotated, never_drawn, progress, seed))
    if known is None:
        return Parrot(marked, plain, len(annotated))
    untagged = leaks_found(marked, known, lambda one: one.is_untagged)
    return Parrot(marked, plain, len(annotated), leaks_found(marked, known), untagged)


def marked_texts(texts: Mapping[str, str], meaning_of: MeaningOf, progress: Progress) -> list[Document]:
    """Texts with all that looks like PHI in them, as spans whose classes are kinds of things."""
    pipeline = load_profile(_PROFILE).pipeline()
    docs = []
    for name, text in progress.each(texts.items(), len(texts), "marking"):
        found = (suggestion.span for suggestion in pipeline.detect(Document("", text)))
        spans = (replace(span, phi_class=meaning_of(span.phi_class).kind or "other") for span in found)
        docs.append(Document(name, text, tuple(sorted(span for span in spans if not _is_tag(text, span)))))
    return docs


def _is_tag(text: str, span: Span) -> bool:
    """Whether a place is within a class tag, a code or a mask, which say for themselves what they are."""
    opened = max(text.rfind("[**", 0, span.end), text.rfind("[[", 0, span.end))
    closed = max(text.rfind("**]", 0, span.start), text.rfind("]]", 0, span.start))
    return opened > closed or "█" in text[span.start : span.end]


def parrot_values(parrot: Parrot) -> dict[str, Any]:
    """All of it as JSON's values: places, no text."""
    return {
        "marked": len(parrot.marked),
        "pointed": len(parrot.pointed),
        "untagged": sum(one.is_untagged for one in parrot.marked),
        "annotated": parrot.annotated,
        "suspects": [
            {
                "report": one.report,
                "start": one.span.start,
                "end": one.span.end,
                "line": parrot.line(one),
                "kind": one.span.phi_class,
                "suspicion": round(one.suspicion, 3),
                "chance": None if one.chance is None else round(one.chance, 4),
                "reasons": [reason.value for reason in one.reasons],
            }
            for one in parrot.pointed
        ],
        "leaks": _found_values(parrot.found),
        "leaks_untagged": _found_values(parrot.found_untagged),
    }


def _found_values(found: LeaksFound | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "leaks": found.leaks, "reports": found.reports, "pointed": found.pointed, "right": found.right,
        "found": found.found, "reports_found": found.reports_found, "recall": found.recall,
        "precision": found.precision, "by_chance": round(found.by_chance, 6),
    }  # fmt: skip


def parrot_sentences(parrot: Parrot) -> Iterator[str]:
    """The lines of the answer, for a person to read: places, no text."""
    marked, pointed = len(parrot.marked), parrot.pointed
    count, reports = len(pointed), len({one.report for one in pointed})
    yield say(
        "Parrot: {marked} places may be leaks among the surrogates; it points at {count}, in {reports} reports.",
        marked=marked,
        count=count,
        reports=reports,
    )
    if parrot.annotated:
        yield say(
            "In {annotated} reports it can be seen what was replaced (annotations, or tags only): what looks "
            "like data outside is pointed at without more ado.",
            annotated=parrot.annotated,
        )
    for one in pointed[:_SHOWN]:
        kind = _KINDS.get(one.span.phi_class, Text("item")).said(language())
        why = ", ".join(_REASONS[reason].said(language()) for reason in one.reasons)
        line = parrot.line(one)
        yield say("  {report}, line {line}: {kind} ({why})", report=one.report, line=line, kind=kind, why=why)
    if count > _SHOWN:
        rest = count - _SHOWN
        yield say("  … and {rest} more (see --json)", rest=rest)
    if parrot.found is not None and parrot.found_untagged is not None:
        yield from _found_sentences(parrot.found, parrot.found_untagged)


def _found_sentences(found: LeaksFound, untagged: LeaksFound) -> Iterator[str]:
    recall, precision, chance = _share(found.recall), _share(found.precision), _share(found.by_chance)
    yield say(
        "Of {leaks} leaks, in {reports} reports, it finds {found} ({recall}), in {reports_found} reports; "
        "{precision} of what it points at leaked (at random: {chance}).",
        leaks=found.leaks,
        reports=found.reports,
        found=found.found,
        recall=recall,
        reports_found=found.reports_found,
        precision=precision,
        chance=chance,
    )
    alone = _share(untagged.precision)
    yield say(
        "By what the parrot does not tag alone: {found} leaks; {alone} of it leaked.", found=untagged.found, alone=alone
    )


def _share(value: float | None) -> str:
    return "–" if value is None else share(value)


_REASONS = {
    Reason.NOT_ANNOTATED: Text("outside the surrogates"),
    Reason.NOT_REPLICATED: Text("the parrot does not tag it"),
    Reason.ALONE: Text("alone where others repeat"),
    Reason.REPEATED: Text("repeats where others do not"),
    Reason.NEW: Text("in no other report"),
    Reason.NEVER_DRAWN: Text("no surrogate has this name"),
}
_KINDS = {
    "person": Text("name"), "relative": Text("relative"), "date": Text("date"),
    "age": Text("age"), "sex": Text("sex"), "profession": Text("profession"),
    "place": Text("place"), "country": Text("country"), "street": Text("address"),
    "centre": Text("centre"), "institution": Text("institution"), "phone": Text("phone"),
    "email": Text("e-mail"), "web": Text("web address"), "number": Text("number"),
}  # fmt: skip
