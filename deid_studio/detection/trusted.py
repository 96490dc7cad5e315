"""Trusted PHI: strings accepted as PHI in one part of a report, searched in the rest of it.

Source: Yang & Garibaldi (2015), as the sectioned hybrid's thesis takes it up (section 4.3.3), with its safeguards.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.sections import fields
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import classes_of
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold

# Kinds whose values are words of the language, or too short to mean one thing.
_NEVER = (Kind.SEX, Kind.AGE, Kind.RELATIVE, Kind.OTHER, Kind.PROFESSION, Kind.LABEL)
# Words before a name by which it is not a person's: `Hospital Rey Juan Carlos`, `enfermedad de Crohn`, `calle …`.
_GUARDS = frozenset("hospital_word health_centre_word institution_word street_kind eponym_cue".split())
_GUARD_WORDS = frozenset("hospital universidad universitario fundacion instituto colegio centro calle avenida".split())
_REACH = 6
_LONGEST = 12


def _never_common(folded: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Safeguards:
    """What a string must be to be trusted.

    At least `least_length` letters and digits (thesis: more than 3), at least `least_digits` when it holds no letters;
    no class of `never`; nothing that `is_common`, which is asked for each folded word. Of the classes `persons` each
    word is searched by itself too, but never after a word that makes it an organisation's, a street's or a disease's
    name; so with those of `places` behind a particle (`Hospital de Burgos`).
    """

    least_length: int = 4
    least_digits: int = 5
    least_confidence: float = 0.5
    never: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    is_common: Callable[[str], bool] = _never_common

    @classmethod
    def of(cls, tagset: TagSet, is_common: Callable[[str], bool] = _never_common) -> Safeguards:
        """What a string of these classes must be."""
        never, persons, places = (
            classes_of(tagset, kinds) for kinds in (_NEVER, (Kind.PERSON,), (Kind.PLACE, Kind.COUNTRY))
        )
        return cls(never=never, persons=persons, places=places, is_common=is_common)


@dataclass(frozen=True, slots=True)
class _Trusted:
    """The folded words of a trusted string and the suggestion it is from; `part`: one word of several."""

    words: tuple[str, ...]
    source: Suggestion
    part: bool


class TrustedPhi:
    """The trusted strings of one report, made from its suggestions."""

    def __init__(
        self, lines: Sequence[TokenLine], sources: Iterable[Suggestion], safeguards: Safeguards, index: GazetteerIndex
    ) -> None:
        self._lines = lines
        self._safeguards = safeguards
        self._index = index
        self._folded = [[fold(word) for word in line.words] for line in lines]
        self._line_starts = [line.starts[0] for line in lines]
        self._by_first: dict[str, list[_Trusted]] = {}
        for source in sources:
            for trusted in self._strings(source):
                own = self._by_first.setdefault(trusted.words[0], [])
                if all(other.words != trusted.words for other in own):
                    own.append(trusted)
        for own in self._by_first.values():
            own.sort(key=lambda trusted: -len(trusted.words))

    def suggestions(self, numbers: Iterable[int], taken: Sequence[Span]) -> list[Suggestion]:
        """Where trusted strings stand in the lines with these numbers, outside of the spans `taken`."""
        busy = sorted(taken)
        starts = [span.start for span in busy]
        found: list[Suggestion] = []
        for number in numbers if self._by_first else ():
            line = self._lines[number]
            hits = list(self._hits(number))
            for first, last, trusted in _joined(line, hits, self._safeguards.persons):
                span = Span(line.starts[first], line.ends[last], trusted.source.span.phi_class)
                at = bisect_right(starts, span.start)
                if not any(span.overlaps(other) for other in busy[max(at - 1, 0) : at + 1]):
                    confidence = trusted.source.confidence * (0.8 if trusted.part else 0.95)
                    of = next((fact.rule for fact in trusted.source.evidence if fact.rule), "")
                    evidence = Evidence("trusted", "", f"also in {self._place(trusted.source.span)}", of)
                    found.append(Suggestion(span, confidence, (evidence,)))
        return without_overlaps(found)

    def _strings(self, source: Suggestion) -> Iterator[_Trusted]:
        rules = self._safeguards
        span = source.span
        if span.phi_class in rules.never or source.confidence < rules.least_confidence or span.gaps:
            return
        number = bisect_right(self._line_starts, span.start) - 1
        if number < 0 or span.end > self._lines[number].ends[-1]:
            return
        line = self._lines[number]
        first, last = bisect_left(line.starts, span.start), bisect_left(line.ends, span.end)
        words = tuple(word for word in self._folded[number][first : last + 1])
        if not words or len(words) > _LONGEST:
            return
        if self._distinctive(words):
            yield _Trusted(words, source, part=False)
        if span.phi_class in rules.persons and len(words) > 1:
            for word in words:
                if word.isalpha() and self._distinctive((word,)):
                    yield _Trusted((word,), source, part=True)

    def _distinctive(self, words: tuple[str, ...]) -> bool:
        rules = self._safeguards
        signs = sum(len(word) for word in words if word.isalnum())
        if not any(word.isalpha() for word in words):
            return signs >= rules.least_digits
        return signs >= rules.least_length and not all(rules.is_common(word) or not word.isalpha() for word in words)

    def _hits(self, number: int) -> Iterator[tuple[int, int, _Trusted]]:
        line, folded = self._lines[number], self._folded[number]
        at = 0
        while at < len(folded):
            for trusted in self._by_first.get(folded[at], ()):
                end = at + len(trusted.words)
                if tuple(folded[at:end]) == trusted.words and self._stands_free(line, folded, at, end - 1, trusted):
                    yield at, end - 1, trusted
                    at = end - 1
                    break
            at += 1

    def _stands_free(self, line: TokenLine, folded: list[str], first: int, last: int, trusted: _Trusted) -> bool:
        """Whether the tokens are the whole string, not a part of a longer number, word or name of another kind."""
        if trusted.words[0].isdigit() and first and line.ends[first - 1] == line.starts[first]:
            before = line.words[first - 1]
            if before.isalnum() or (before in "-./," and first > 1 and line.words[first - 2].isdigit()):
                return False
        if trusted.words[-1].isdigit() and last + 1 < len(line) and line.starts[last + 1] == line.ends[last]:
            after = line.words[last + 1]
            if after.isalnum() or (after in "-./," and last + 2 < len(line) and line.words[last + 2].isdigit()):
                return False
        if trusted.source.span.phi_class in self._safeguards.places and first:
            kinds = self._index.kinds(folded[first - 1])
            return ("particle" not in kinds and _GUARDS.isdisjoint(kinds)) or not self._guarded(line, folded, first)
        if trusted.source.span.phi_class not in self._safeguards.persons:
            return True
        # A common word written small is that word, whoever bears it as a name.
        if not any(word[0].isupper() for word in line.words[first : last + 1]):
            return False
        return not self._guarded(line, folded, first)

    def _guarded(self, line: TokenLine, folded: list[str], first: int) -> bool:
        at = first - 1
        while at >= 0 and first - at <= _REACH:
            word = line.words[at]
            if not word[0].isalpha() or self._index.kinds(folded[at]) == ("title",):
                return False
            if folded[at] in _GUARD_WORDS or not _GUARDS.isdisjoint(self._index.kinds(folded[at])):
                return True
            if not word[0].isupper() and "particle" not in self._index.kinds(folded[at]):
                return False
            at -= 1
        return False

    def _place(self, span: Span) -> str:
        """Where a source stands: its field's label, else its line; never its text."""
        number = bisect_right(self._line_starts, span.start) - 1
        line = self._lines[number]
        for one in reversed(fields(line)):
            if one.start == 0 and line.starts[one.colon] < span.start and span.end <= line.ends[one.end - 1]:
                return f"`{' '.join(line.words[one.start : one.colon])}:`"
        return f"line {number + 1}"


class TrustedDetector:
    """Searches what the detectors before it found in the rest of the report."""

    def __init__(self, index: GazetteerIndex, safeguards: Safeguards, name: str = "trusted") -> None:
        self.name = name
        self._index = index
        self._safeguards = safeguards

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: without other suggestions no string is trusted."""
        return []

    def detect_after(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The trusted strings of `suggestions` elsewhere in the report, in text order."""
        lines = tokenizer().lines(doc.text)
        trusted = TrustedPhi(lines, suggestions, self._safeguards, self._index)
        return trusted.suggestions(range(len(lines)), [suggestion.span for suggestion in suggestions])


def _joined(
    line: TokenLine, hits: Sequence[tuple[int, int, _Trusted]], persons: frozenset[str]
) -> Iterator[tuple[int, int, _Trusted]]:
    """The hits with words of one person's name side by side as one (`Pedro` and `Jiménez` in `Pedro Jiménez`)."""
    current: tuple[int, int, _Trusted] | None = None
    for first, last, trusted in hits:
        if current is not None:
            phi_class = trusted.source.span.phi_class
            between = line.words[current[1] + 1 : first]
            if (
                phi_class in persons
                and phi_class == current[2].source.span.phi_class
                and all(word == "-" for word in between)
            ):
                current = (current[0], last, current[2])
                continue
            yield current
        current = (first, last, trusted)
    if current is not None:
        yield current
