"""Leftovers: what stands unmarked of whom and what a report's own mentions name, behind labels, or by its form.

In a corpus of surrogates these are places in which real names and numbers may have stayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex
from stdnum.es import dni, nie

from deid_studio.corpora.checks.checked_corpus import LEAST_LIKELY, CheckedCorpus, CorpusFinding, FindingKind
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.register_detector import RegisterDetector
from deid_studio.detection.suggester import DETECTED
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import Meaning, class_for, mapping_between
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.behind_labels import labelled
from deid_studio.texts import Text

_MARKED, _FORM = (Evidence("decided"),), (Evidence("rule"),)
_BY_FORM = 0.9  # an address with an at sign, a number with its right control letter
_EMAIL = regex.compile(r"[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}")
_DNI = regex.compile(r"(?<![\p{L}\p{N}])([XYZ]?)(\d{7,8})[ -]?(\p{Lu})(?![\p{L}\p{N}])")
_BY_CHANCE = 1 / 23  # of control letters
_LEAST_NUMBERS = 20  # with a control letter, before their share of right ones tells anything


def leftovers(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Unmarked places that look like PHI, however the report's people and numbers are written there."""
    register = RegisterDetector(default_gazetteers(), default_vocabulary(), corpus.tagset)
    behind = Text("it looks like what its label says, and nothing is marked")
    again = Text("it is a form of what is marked elsewhere in the report")
    form = Text("it has the form of an address or of an identity number")
    for doc in corpus.documents:
        marked = [Suggestion(span, 1.0, _MARKED) for span in sorted(doc.spans) if not span.gaps]
        found: list[tuple[Suggestion, Text]] = []
        found += [(one, again) for one in register.detect_after(doc, marked)]
        found += [(one, form) for one in _by_form(doc.text, corpus.tagset)]
        found += [(one, behind) for one in _behind_labels(doc, corpus.tagset)]
        taken = list(doc.spans)
        for one, why in found:
            span = one.span
            if not any(span.overlaps(other) for other in taken):
                taken.append(span)
                place = span.start, span.end
                likely = max(one.confidence, LEAST_LIKELY)
                yield CorpusFinding(FindingKind.LEFTOVER, doc.id, *place, "", why, likely, span.phi_class, *place)


def right_control_letters(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Marked identity numbers whose control letter is right where most are not: those may be nobody's invention.

    How likely follows from how many more are right than chance would have. Where most are right, they were made so and
    nothing is told.
    """
    right: list[tuple[str, Span]] = []
    numbers = 0
    for doc in corpus.documents:
        for span in doc.spans:
            found = _DNI.fullmatch(span.text(doc.text))
            if found is not None:
                numbers += 1
                if _is_right(found.group()):
                    right.append((doc.id, span))
    part = len(right) / numbers if numbers else 0.0
    likely = 1 - _BY_CHANCE / part if part else 0.0
    if numbers < _LEAST_NUMBERS or part > 1 / 2 or likely < LEAST_LIKELY:
        return
    why = Text("its control letter is right, as {count} of {total} in the corpus are", count=len(right), total=numbers)
    for report, span in right:
        yield CorpusFinding(FindingKind.LEFTOVER, report, span.start, span.end, span.phi_class, why, likely)


def _by_form(text: str, tagset: TagSet) -> Iterator[Suggestion]:
    for form, meaning in ((_EMAIL, Meaning(Kind.EMAIL)), (_DNI, Meaning(Kind.NUMBER))):
        name = class_for(meaning, tagset)
        for found in form.finditer(text) if name else ():
            if form is _EMAIL or _is_right(found.group()):
                yield Suggestion(Span(found.start(), found.end(), name), _BY_FORM, _FORM)


def _behind_labels(doc: Document, tagset: TagSet) -> Iterable[Suggestion]:
    mapping = mapping_between(shipped_tagset(DETECTED), tagset)
    return labelled(doc.text) if mapping is None else mapping.suggestions(labelled(doc.text), doc.text)


def _is_right(number: str) -> bool:
    return bool(dni.is_valid(number) or nie.is_valid(number))
