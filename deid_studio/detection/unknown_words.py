"""UnknownWordsDetector: numbers and names by their looks alone, for reports unlike all that was learned from.

Long numbers and dates; capitalised words that no vocabulary holds; names of people and places in small letters that are
no words. Most precise detectors miss these in foreign layouts; this one errs on the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import regex

from deid_studio.detection.gazetteers import GazetteerIndex, fold
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps

_TIMEOUT_SECONDS = 0.2
_DATE = regex.compile(r"(?<![\d/.-])\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}(?![\d/-])")
_MAIL_OR_WEB = regex.compile(r"[^\s@<>()]{1,64}+@[^\s@<>()]{1,128}+|(?:https?://|www\.)[^\s<>()]{1,200}+")
# At least five digits, parted by single blanks and marks; letters may stand at its ends (`12345678Z`).
_NUMBER = regex.compile(
    r"(?<![\p{L}\p{N}.,])(?:\p{Lu}{1,3}[ -]?)?\d(?:[ ./-]?\d){4,20}(?:[ -]?\p{Lu})?(?![\p{L}\p{N}])"
)
_AMOUNT = regex.compile(r"\d{1,3}(?:[. ]\d{3})+|\d+\.\d+|(?:\d{1,3}[/-])+\d{1,3}")
_NAMES = frozenset("first_name last_name".split())
_PLACES = frozenset("town region country".split())
_NO_NAME_AFTER = frozenset("eponym_cue".split())


@dataclass(frozen=True, slots=True)
class LooksClasses:
    """The class that each kind of look gets; a look without one (empty) is not suggested."""

    date: str = "FECHAS"
    number: str = "OTRO_NUMERO_IDENTIF"
    address: str = "CORREO_ELECTRONICO"
    name: str = "NOMBRE_SUJETO_ASISTENCIA"
    place: str = "TERRITORIO"
    unknown: str = "OTROS_SUJETO_ASISTENCIA"


class UnknownWordsDetector:
    """Suggests what looks like PHI; `is_word` tells of a folded word whether it is one of the language.

    `confidence` is that of all its suggestions: low, so that any other detector's wins.
    """

    def __init__(
        self,
        index: GazetteerIndex,
        is_word: Callable[[str], bool],
        classes: LooksClasses | None = None,
        confidence: float = 0.2,
        name: str = "unknown-words",
    ) -> None:
        self.name = name
        self._index = index
        self._is_word = is_word
        self._classes = classes or LooksClasses()
        self._confidence = confidence

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for a report in text order, none overlapping another."""
        found: list[Suggestion] = []
        for line in tokenizer().lines(doc.text):
            found += self._numbers(doc.text, line)
            found += self._names(line)
        return without_overlaps(found)

    def _numbers(self, text: str, line: TokenLine) -> Iterator[Suggestion]:
        start, end = line.starts[0], line.ends[-1]
        for look, expression, phi_class in (
            ("address", _MAIL_OR_WEB, self._classes.address),
            ("date", _DATE, self._classes.date),
            ("number", _NUMBER, self._classes.number),
        ):
            try:
                for match in expression.finditer(text, start, end, timeout=_TIMEOUT_SECONDS):
                    if look != "number" or not (_AMOUNT.fullmatch(match.group()) or self._measured(text, match.end())):
                        yield from self._suggestion(match.start(), match.end(), phi_class, look)
            except TimeoutError:
                continue

    def _measured(self, text: str, end: int) -> bool:
        """Whether a number is followed by a unit."""
        after = regex.match(r"[ ]?([\p{L}%µ/]+)", text[end : end + 20])
        return after is not None and (
            after.group(1)[0] in "%/µ" or "unit" in self._index.kinds(fold(after.group(1).split("/")[0]))
        )

    def _names(self, line: TokenLine) -> Iterator[Suggestion]:
        folded = [fold(word) for word in line.words]
        looks = [self._look(line, folded, i) for i in range(len(line))]
        classes = {"name": self._classes.name, "place": self._classes.place, "word": self._classes.unknown}
        i = 0
        while i < len(looks):
            if not looks[i]:
                i += 1
                continue
            last = i
            while last + 1 < len(looks) and looks[last + 1] and line.words[last + 1] not in ".,":
                last += 1
            kinds = set(looks[i : last + 1])
            look = next(kind for kind in ("name", "place", "word") if kind in kinds)
            yield from self._suggestion(line.starts[i], line.ends[last], classes[look], look)
            i = last + 1

    def _look(self, line: TokenLine, folded: Sequence[str], i: int) -> str:
        """What a token looks like: "name", "place", "word" (capitalised and unknown) or nothing."""
        word = line.words[i]
        if len(word) < 3 or not word.isalpha() or self._is_word(folded[i]):
            return ""
        if self._after_eponym_cue(folded, i) or "eponym" in self._index.kinds(folded[i]):
            return ""
        kinds = set(self._index.kinds(folded[i]))
        if kinds & _NAMES:
            return "name"
        if kinds & _PLACES:
            return "place"
        # Without a gazetteer only the capital speaks; all capitals are mostly an abbreviation.
        if word[0].isupper() and not word.isupper() and len(word) > 3:
            return "word"
        return ""

    def _after_eponym_cue(self, folded: Sequence[str], i: int) -> bool:
        return any(not _NO_NAME_AFTER.isdisjoint(self._index.kinds(word)) for word in folded[max(i - 3, 0) : i])

    def _suggestion(self, start: int, end: int, phi_class: str, look: str) -> Iterator[Suggestion]:
        if phi_class:
            yield Suggestion(Span(start, end, phi_class), self._confidence, (Evidence("rule", "looks", look),))
