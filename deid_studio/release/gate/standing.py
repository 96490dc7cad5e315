"""Standing: what of the PHI that was decided, or is known of the patient, still stands in a released text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import ahocorasick
import regex

from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Evidence
from deid_studio.model.tagset import TagSet
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.folding import fold
from deid_studio.people.kinship import names_in
from deid_studio.people.name_words import EPONYM_CUES, PARTICLES, TITLES
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.classes import in_classes_of
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.policy import Way
from deid_studio.release.released import Released
from deid_studio.release.surrogates.places import without_generic

LEAST = 4  # characters of a string that is looked for
_LEAST_CAPITAL = 3  # of a word of a name, where it stands with a capital
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
_NAME_WORD = regex.compile(r"[\p{L}\p{M}]+")
_CUE_BEFORE = regex.compile(r"([\p{L}\p{M}]+)(?:\s+(?:de|del|la|los|y|tipo|en))*\s*$")


@dataclass(frozen=True, slots=True)
class Standing:
    """A stretch of the released text (code points), what it is, and the class that it was decided as, if any."""

    start: int
    end: int
    kind: HeldKind
    phi_class: str = ""
    why: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wanted:
    kind: HeldKind
    phi_class: str
    ordinary: bool = True  # whether it may stand there as words that everybody uses
    small: bool = False  # whether it was written without any capital


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
    decided = list(_decided(doc, released, tagset))
    text = released.text
    folded = FoldedText(text)
    changes = [(c.start, c.end, r.way) for c, r in zip(released.rewriting.changes, released.replacements, strict=True)]
    replaced = [(start, end) for start, end, way in changes if way is not Way.KEEP]
    left_by_policy = [(start, end) for start, end, way in changes if way in (Way.KEEP, Way.GENERALISE)]
    found: list[Standing] = []
    for start, end, one in _strings(folded, dict(_wanted((*others, *decided), tagset))):
        if _is_nobody(text, start, end, one):
            continue
        # A surrogate was drawn so as not to be a word of these reports; a generic part of a place may be.
        inside = one.kind is HeldKind.NAME_WORD and any(a <= start and end <= b for a, b in replaced)
        if not (inside and fold(text[start:end]) in default_vocabulary()):
            found.append(Standing(start, end, one.kind, one.phi_class))
    found += _digits(text, decided, tagset)
    if fields is not None and fields.values:
        for suggestion in in_classes_of(tagset, PatientFieldsDetector().detect_with(Document("", text), fields), text):
            span = suggestion.span
            found.append(Standing(span.start, span.end, HeldKind.FIELD, span.phi_class, suggestion.evidence))
    found += _unmarked(text, replaced)
    return _widest(
        one for one in found if not any(start <= one.start and one.end <= end for start, end in left_by_policy)
    )


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
        else:  # of relatives that stay the names alone go
            yield from ((text[start:end], place.phi_class) for start, end in names_in(text))


def _wanted(decided: Iterable[tuple[str, str]], tagset: TagSet) -> Iterator[tuple[str, _Wanted]]:
    """The folded strings to look for, the words of names first: all of a text, where it is one, comes over them."""
    texts: list[tuple[str, _Wanted]] = []
    for text, phi_class in decided:
        kind = kind_of(tagset, phi_class, "number")
        if kind == "number" and not any(c.isdigit() for c in text):
            continue  # a word that stands for a group of people tells nobody
        if kind in ("person", "relative"):
            small = not any(c.isupper() for c in text)
            for word in _NAME_WORD.findall(text):
                if _is_searched(word, small and kind == "person"):
                    yield fold(word), _Wanted(HeldKind.NAME_WORD, phi_class, small=small)
        own = without_generic(text) if kind in ("centre", "institution") else text
        for string in {text, own}:
            folded = FoldedText(string).folded.strip()
            if len(folded) >= LEAST:
                texts.append((folded, _Wanted(HeldKind.TEXT, phi_class, ordinary=kind != "age")))
    yield from texts


def _is_searched(word: str, small: bool) -> bool:
    """Whether a word of a name is looked for by itself; `small`: no word of the name has a capital."""
    if fold(word) in PARTICLES or fold(word) in TITLES:
        return False
    return len(word) >= LEAST if small else word[0].isupper() and len(word) >= _LEAST_CAPITAL


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


def _is_nobody(text: str, start: int, end: int, wanted: _Wanted) -> bool:
    """Whether what stands there are ordinary words, or the name of a disease or a test."""
    own = text[start:end]
    words = _WORD.findall(own)
    telling_alone = wanted.kind is HeldKind.NAME_WORD or len(words) > 1
    if telling_alone and wanted.kind is HeldKind.NAME_WORD and len(own) < LEAST and not own[0].isupper():
        return True
    small = own.islower() or not telling_alone
    if wanted.ordinary and small and all(fold(word) in default_vocabulary() for word in words):
        return True
    if wanted.kind is HeldKind.NAME_WORD or len(words) == 1:
        cue = _CUE_BEFORE.search(text, max(start - 40, 0), start)
        if cue is not None and fold(cue.group(1)) in EPONYM_CUES:
            return True
    return False


def _digits(text: str, decided: Iterable[tuple[str, str]], tagset: TagSet) -> Iterator[Standing]:
    """Numbers that are still there with other signs between their digits."""
    numbers: dict[str, str] = {}
    for own, phi_class in decided:
        if kind_of(tagset, phi_class) in ("number", "phone", ""):
            digits = "".join(c for c in own if c.isdigit())
            if len(digits) >= _LEAST_DIGITS:
                numbers[digits] = phi_class
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
                yield Standing(start, end, HeldKind.DIGITS, phi_class)
            at = run.find(digits, at + 1)


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
            if not any(match.start() < end and start < match.end() for start, end in replaced):
                yield Standing(match.start(), match.end(), kind)


def _widest(found: Iterable[Standing]) -> list[Standing]:
    """The stretches in text order; one that lies within another is left out."""
    kept: list[Standing] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not (kept and one.end <= kept[-1].end):
            kept.append(one)
    return kept
