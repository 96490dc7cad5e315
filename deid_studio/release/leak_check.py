"""Leak check: what of the PHI that was decided, or is known of the patient, still stands in a released text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import ahocorasick
import regex

from deid_studio.detection.gazetteers import fold
from deid_studio.detection.grammar.folded_text import FoldedText
from deid_studio.detection.patient.detector import PatientFieldsDetector
from deid_studio.detection.patient.name_words import EPONYM_CUES
from deid_studio.detection.patient.vocabulary import default_vocabulary
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet
from deid_studio.release.places import without_generic
from deid_studio.release.policy import Way
from deid_studio.release.released import Released

LEAST = 4  # characters of a string that is looked for
_LEAST_DIGITS = 5
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
_NAME_WORD = regex.compile(r"\p{Lu}[\p{L}\p{M}]+")
_CUE_BEFORE = regex.compile(r"([\p{L}\p{M}]+)(?:\s+(?:de|del|la|los|y|tipo|en))*\s*$")


class LeakKind(StrEnum):
    """What was found: all of a decided text, a word of a name, its digits, a field of the patient's, what was suggested
    and not decided, or what nobody marked and looks like PHI."""

    TEXT = "text"
    NAME_WORD = "name-word"
    DIGITS = "digits"
    FIELD = "field"
    SUGGESTED = "suggested"
    EMAIL = "email"
    WEB = "web"
    NUMBER = "number"
    DATE = "date"


class Excuse(StrEnum):
    """Why a hit is no leak: an ordinary word in small letters, a disease's or a test's name, what the policy keeps or
    only makes coarser (a province), a person said so."""

    ORDINARY_WORD = "ordinary-word"
    EPONYM = "eponym"
    POLICY = "policy"
    ALLOWED = "allowed"


@dataclass(frozen=True, slots=True)
class Leak:
    """A stretch of the released text (code points), what it is, and why it is no leak (None: it is one)."""

    start: int
    end: int
    kind: LeakKind
    phi_class: str = ""
    excuse: Excuse | None = None


@dataclass(frozen=True, slots=True)
class _Wanted:
    kind: LeakKind
    phi_class: str
    ordinary: bool = True  # whether it may stand there as words that everybody uses


def leaks(
    doc: Document,
    released: Released,
    tagset: TagSet,
    fields: PatientFields | None = None,
    allowed: Iterable[str] = (),
) -> list[Leak]:
    """What still stands in the released text, in its order: leaks, and what has an excuse.

    Searched are the decided spans that were to be replaced (texts, words of names, digits without their signs; from
    four characters on, whatever the case and accents), the patient's fields in all spellings, and, in what nobody
    marked, long numbers, e-mail and web addresses. `allowed` are folded texts that a person says are none.
    """
    wanted = dict(_wanted(doc, released, tagset))
    text = released.text
    folded = FoldedText(text)
    permitted = frozenset(allowed)
    changes = [(c.start, c.end, r.way) for c, r in zip(released.rewriting.changes, released.replacements, strict=True)]
    replaced = [(start, end) for start, end, way in changes if way is not Way.KEEP]
    left_by_policy = [(start, end) for start, end, way in changes if way in (Way.KEEP, Way.GENERALISE)]
    found: list[Leak] = []
    for start, end, one in _strings(folded, wanted):
        excuse = _excuse(text, start, end, one)
        if one.kind is LeakKind.NAME_WORD and any(a <= start and end <= b for a, b in replaced) and excuse is None:
            # A surrogate was drawn so as not to be a word of these reports; a generic part of a place may be.
            excuse = Excuse.ORDINARY_WORD if fold(text[start:end]) in default_vocabulary() else None
        found.append(Leak(start, end, one.kind, one.phi_class, excuse))
    found += _digits(text, doc, released, tagset)
    if fields is not None and fields.values:
        for suggestion in PatientFieldsDetector().detect_with(Document("", text), fields):
            span = suggestion.span
            found.append(Leak(span.start, span.end, LeakKind.FIELD, span.phi_class))
    found += _unmarked(text, replaced)

    def excused(leak: Leak) -> Leak:
        if leak.excuse is None and fold(text[leak.start : leak.end]) in permitted:
            return replace(leak, excuse=Excuse.ALLOWED)
        if leak.excuse is None and any(start <= leak.start and leak.end <= end for start, end in left_by_policy):
            return replace(leak, excuse=Excuse.POLICY)
        return leak

    return [excused(leak) for leak in _widest(found)]


def _wanted(doc: Document, released: Released, tagset: TagSet) -> Iterator[tuple[str, _Wanted]]:
    """The folded strings to look for, the words of names first: all of a text, where it is one, comes over them."""
    texts: list[tuple[str, _Wanted]] = []
    for replacement in released.replacements:
        place = replacement.place
        kind = tagset[place.phi_class].kind if place.phi_class in tagset else "number"
        text = doc.text[place.start : place.end]
        if replacement.way is Way.KEEP or replacement.instead == text:
            continue
        if kind == "number" and not any(c.isdigit() for c in text):
            continue  # a word that stands for a group of people tells nobody
        if kind in ("person", "relative"):
            for word in _NAME_WORD.findall(text):
                if len(word) >= LEAST:
                    yield fold(word), _Wanted(LeakKind.NAME_WORD, place.phi_class)
        own = without_generic(text) if kind in ("centre", "institution") else text
        for string in {text, own}:
            folded = FoldedText(string).folded.strip()
            if len(folded) >= LEAST:
                texts.append((folded, _Wanted(LeakKind.TEXT, place.phi_class, ordinary=kind != "age")))
    yield from texts


def _strings(folded: FoldedText, wanted: dict[str, _Wanted]) -> Iterator[tuple[int, int, _Wanted]]:
    if not wanted:
        return
    automaton = ahocorasick.Automaton()
    for string, one in wanted.items():
        automaton.add_word(string, (len(string), one))
    automaton.make_automaton()
    text = folded.folded
    for last, (length, one) in automaton.iter(text):
        start, end = last - length + 1, last + 1
        if (start == 0 or not (text[start - 1].isalnum() and text[start].isalnum())) and (
            end == len(text) or not (text[end].isalnum() and text[end - 1].isalnum())
        ):
            yield *folded.to_text(start, end), one


def _excuse(text: str, start: int, end: int, wanted: _Wanted) -> Excuse | None:
    own = text[start:end]
    words = _WORD.findall(own)
    telling_alone = wanted.kind is LeakKind.NAME_WORD or len(words) > 1
    small = own.islower() or not telling_alone
    if wanted.ordinary and small and all(fold(word) in default_vocabulary() for word in words):
        return Excuse.ORDINARY_WORD
    if wanted.kind is LeakKind.NAME_WORD or len(words) == 1:
        cue = _CUE_BEFORE.search(text, max(start - 40, 0), start)
        if cue is not None and fold(cue.group(1)) in EPONYM_CUES:
            return Excuse.EPONYM
    return None


def _digits(text: str, doc: Document, released: Released, tagset: TagSet) -> Iterator[Leak]:
    """Numbers that are still there with other signs between their digits."""
    numbers: dict[str, str] = {}
    for replacement in released.replacements:
        place = replacement.place
        if replacement.way is not Way.KEEP and tagset_kind(tagset, place.phi_class) in ("number", "phone", ""):
            digits = "".join(c for c in doc.text[place.start : place.end] if c.isdigit())
            if len(digits) >= _LEAST_DIGITS:
                numbers[digits] = place.phi_class
    if not numbers:
        return
    places = [index for index, character in enumerate(text) if character.isdigit()]
    run = "".join(text[index] for index in places)
    for digits, phi_class in numbers.items():
        at = run.find(digits)
        while at >= 0:
            start, end = places[at], places[at + len(digits) - 1] + 1
            # Signs between the digits, but no words: else numbers that follow each other are taken for one.
            if not regex.search(r"[\p{L}\n]", text[start:end]):
                yield Leak(start, end, LeakKind.DIGITS, phi_class)
            at = run.find(digits, at + 1)


def tagset_kind(tagset: TagSet, phi_class: str) -> str:
    """The kind of a class; empty when it is not known."""
    return tagset[phi_class].kind if phi_class in tagset else ""


def _unmarked(text: str, replaced: list[tuple[int, int]]) -> Iterator[Leak]:
    for pattern, kind in (
        (_EMAIL, LeakKind.EMAIL), (_URL, LeakKind.WEB), (_DATE, LeakKind.DATE), (_SEVERAL_DIGITS, LeakKind.NUMBER)
    ):  # fmt: skip
        for match in pattern.finditer(text):
            if kind is LeakKind.NUMBER and not match.group().isdigit() and (
                sum(c.isdigit() for c in match.group()) < _LEAST_GROUPED
            ):
                continue
            if not any(match.start() < end and start < match.end() for start, end in replaced):
                yield Leak(match.start(), match.end(), kind)


def _widest(found: list[Leak]) -> list[Leak]:
    """The leaks in text order; one that lies within another of no better excuse is left out."""
    kept: list[Leak] = []
    for leak in sorted(found, key=lambda one: (one.start, -one.end, one.excuse is not None)):
        inside = kept and kept[-1].start <= leak.start and leak.end <= kept[-1].end
        if not (inside and (kept[-1].excuse is None or leak.excuse is not None)):
            kept.append(leak)
    return kept
