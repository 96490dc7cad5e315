"""Standing: what of the PHI that was decided, or is known of the patient, still stands in a released text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import regex

from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Evidence
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.people.kinship import names_in
from deid_studio.people.name_words import EPONYM_CUES
from deid_studio.people.person import Marked
from deid_studio.people.register import traces_of
from deid_studio.people.traces import LEAST, Trace, TraceKind
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.classes import in_classes_of
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.gate.stretches import Stretch, touching
from deid_studio.release.namings import namings_in
from deid_studio.release.policy import Way
from deid_studio.release.released import Released
from deid_studio.release.surrogates.centres import without_generic

# Six digits and more in a row, or eight in groups; no thousands, no decimals, no ranges of years or doses.
_SEVERAL_DIGITS = regex.compile(
    r"(?<![\p{L}\p{N}.,/])(?!\d{1,4}-\d{1,4}(?!\d)(?![ .-]\d))"
    r"(?:\d{6,}|\d{1,9}(?:[ \-]\d{2,9})+)(?![\p{L}\p{N}]|[.,]\d)"
)
_LEAST_GROUPED = 8
_DATE = regex.compile(r"(?<![\p{N}/.-])\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d{2}(?!\d)")
_EMAIL = regex.compile(r"[\p{L}\p{N}._%+\-]+@[\p{L}\p{N}\-]+(?:\.[\p{L}\p{N}\-]+)*")
_URL = regex.compile(r"(?i)\b(?:https?://|www\.)\S+")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_CUE_BEFORE = regex.compile(r"([\p{L}\p{M}]+)(?:\s+(?:de|del|la|los|y|tipo|en))*\s*$")


@dataclass(frozen=True, slots=True)
class Standing:
    """A stretch of the released text (code points), what it is, and the class that it was decided as, if any."""

    start: int
    end: int
    kind: HeldKind
    phi_class: str = ""
    why: tuple[Evidence, ...] = ()


def standing(
    doc: Document,
    released: Released,
    tagset: TagSet,
    fields: PatientFields | None = None,
    others: Iterable[tuple[str, str]] = (),
) -> list[Standing]:
    """What still stands in the released text, in its order.

    Searched are the decided spans that were to be replaced (texts, words of names, digits without their signs; whatever
    the case and accents), the same of `others` (texts and classes decided in the patient's other reports), the
    patient's fields in all spellings, and, in what nobody marked, long numbers, full dates, e-mail and web addresses.
    Left out are ordinary words in small letters, names of diseases and tests, and what the policy itself leaves.
    """
    decided = [*others, *_decided(doc, released, tagset)]
    text = released.text
    changes = [(c.start, c.end, r.way) for c, r in zip(released.rewriting.changes, released.replacements, strict=True)]
    replaced = [(start, end) for start, end, way in changes if way is not Way.KEEP]
    left_by_policy = [(start, end) for start, end, way in changes if way in (Way.KEEP, Way.GENERALISE)]
    found: list[Standing] = []
    for one in traces_of(_marked(decided, tagset), tagset).find(text):
        if one.trace is not TraceKind.DIGITS and _is_nobody(text, one):
            continue
        # A surrogate was drawn so as not to be a word of these reports; a generic part of a place may be.
        inside = one.trace is TraceKind.NAME_WORD and _is_within((one.start, one.end), replaced)
        if not (inside and fold(text[one.start : one.end]) in default_vocabulary()):
            found.append(Standing(one.start, one.end, HeldKind(one.trace.value), one.marked.phi_class))
    if fields is not None and fields.values:
        for suggestion in in_classes_of(tagset, PatientFieldsDetector().detect_with(Document("", text), fields), text):
            span = suggestion.span
            found.append(Standing(span.start, span.end, HeldKind.FIELD, span.phi_class, suggestion.evidence))
    found += _unmarked(text, replaced)
    return _widest(one for one in found if not _is_within((one.start, one.end), left_by_policy))


def _decided(doc: Document, released: Released, tagset: TagSet) -> Iterator[tuple[str, str]]:
    """The texts that were to be replaced, with their classes."""
    for replacement in released.replacements:
        place = replacement.place
        text = doc.text[place.start : place.end]
        if replacement.instead == text:
            continue
        relatives = replacement.way is Way.SURROGATE and kind_of(tagset, place.phi_class) == "relative"
        if replacement.way is not Way.KEEP and not relatives:
            yield text, place.phi_class
        else:  # of relatives and other facts that stay the names alone go
            named = names_in(text) if kind_of(tagset, place.phi_class) == "relative" else namings_in(text)
            yield from ((text[start:end], place.phi_class) for start, end in named)


def _marked(decided: Iterable[tuple[str, str]], tagset: TagSet) -> Iterator[Marked]:
    """What was decided as it is looked for: centres and institutions also without what says what they are."""
    for place, (text, phi_class) in enumerate(decided):
        kind = kind_of(tagset, phi_class, "number")
        if kind == "number" and not any(c.isdigit() for c in text):
            continue  # a word that stands for a group of people tells nobody
        own = without_generic(text) if kind in ("centre", "institution") else text
        for string in dict.fromkeys((text, own)):
            yield Marked("", place, string, phi_class)


def _is_nobody(text: str, trace: Trace) -> bool:
    """Whether what stands there are ordinary words, or the name of a disease or a test."""
    own = text[trace.start : trace.end]
    words = _WORD.findall(own)
    is_name_word = trace.trace is TraceKind.NAME_WORD
    if is_name_word and len(own) < LEAST and not own[0].isupper():
        return True
    small = own.islower() or not (is_name_word or len(words) > 1)
    if trace.kind is not Kind.AGE and small and all(fold(word) in default_vocabulary() for word in words):
        return True
    if is_name_word or len(words) == 1:
        cue = _CUE_BEFORE.search(text, max(trace.start - 40, 0), trace.start)
        if cue is not None and fold(cue.group(1)) in EPONYM_CUES:
            return True
    return False


def kind_of(tagset: TagSet, phi_class: str, default: str = "") -> str:
    """The kind of a class; the default when it is not known."""
    return tagset[phi_class].kind if phi_class in tagset else default


def _unmarked(text: str, replaced: list[tuple[int, int]]) -> Iterator[Standing]:
    for pattern, kind in (
        (_EMAIL, HeldKind.EMAIL), (_URL, HeldKind.WEB), (_DATE, HeldKind.DATE), (_SEVERAL_DIGITS, HeldKind.NUMBER)
    ):  # fmt: skip
        for match in pattern.finditer(text):
            if (
                kind is HeldKind.NUMBER
                and not match.group().isdigit()
                and (sum(c.isdigit() for c in match.group()) < _LEAST_GROUPED)
            ):
                continue
            if not any(touching(match.span(), replaced)):
                yield Standing(match.start(), match.end(), kind)


def _is_within(stretch: Stretch, stretches: Sequence[Stretch]) -> bool:
    return any(start <= stretch[0] and stretch[1] <= end for start, end in touching(stretch, stretches))


def _widest(found: Iterable[Standing]) -> list[Standing]:
    """The stretches in text order; one that lies within another is left out."""
    kept: list[Standing] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not (kept and one.end <= kept[-1].end):
            kept.append(one)
    return kept
