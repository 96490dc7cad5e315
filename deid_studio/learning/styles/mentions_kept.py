"""What is annotated in a report, wherever its characters have gone: what they mean, and the spans that they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from deid_studio.learning.styles.tracked import Mark, Phi, Tracked, joined
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import Meaning, meaning_in
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet

# What may come to stand inside a mention without cutting it: blanks, hyphens, marks of a print; no line end, no letter,
# and no separator, which by every convention makes two mentions of one.
_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_CUTS = re.compile(rf"[\w,;|^<>\"\t{_LINE_ENDS}]")


class Mentions:
    """The spans of one report, found again in any `Tracked` made of it."""

    def __init__(self, doc: Document, tagset: TagSet) -> None:
        self._text = doc.text
        self._spans = doc.spans
        self._tagset = tagset
        self._meanings = [meaning_in(tagset, span.phi_class) for span in doc.spans]
        self._owner: list[int] = [-1] * len(doc.text)
        for number, span in enumerate(doc.spans):
            for start, end in span.fragments:
                self._owner[start:end] = [number] * (end - start)

    def holds(self, part: Tracked) -> bool:
        """Whether any character of a text is of a mention."""
        return any(self._of(mark) is not None for mark in part.marks)

    def is_label(self, part: Tracked) -> bool:
        """Whether no character is of a mention but of labels, which some tag sets annotate."""
        owners = {self._of(mark) for mark in part.marks} - {None}
        return all(isinstance(own, int) and self._meanings[own].kind is Kind.LABEL for own in owners)

    def stretches(self, part: Tracked) -> Iterator[tuple[Tracked, Meaning | None]]:
        """A text cut where mentions begin and end, with what each stretch means; None: no mention."""
        owners = self._owners(part.marks)
        cuts = [0, *(at for at in range(1, len(owners)) if owners[at] != owners[at - 1]), len(owners)]
        for start, end in pairwise(cuts):
            if start < end:
                yield part[start:end], self._meaning(owners[start])

    def only(self, part: Tracked) -> Meaning | None:
        """What a text means that is one mention and hardly anything else."""
        found = [(len(piece), meaning) for piece, meaning in self.stretches(part) if meaning is not None]
        return found[0][1] if len(found) == 1 and found[0][0] * 5 >= len(part) * 3 else None

    def only_class(self, part: Tracked) -> str:
        """The class of the one mention that a text is; empty where it is none."""
        if self.only(part) is None:
            return ""
        own = next(own for own in map(self._of, part.marks) if own is not None)
        return own.phi_class if isinstance(own, Phi) else self._spans[own].phi_class

    def reworded(
        self,
        part: Tracked,
        outside: Callable[[Tracked], Tracked] | None = None,
        inside: Callable[[Tracked, Meaning], Tracked] | None = None,
    ) -> Tracked:
        """A text whose stretches outside of mentions, and whose mentions, are said otherwise."""
        parts = []
        for piece, meaning in self.stretches(part):
            if meaning is None:
                parts.append(outside(piece) if outside else piece)
            else:
                parts.append(inside(piece, meaning) if inside else piece)
        return joined(parts)

    def parted(self, part: Tracked) -> Tracked:
        """The text with a blank where a mention has run together with what is beside it, so that no token tells."""
        pieces = [piece for piece, _ in self.stretches(part) if piece]
        parts: list[Tracked | str] = [*pieces[:1]]
        for before, piece in pairwise(pieces):
            parts += [" ", piece] if _run_together(before.text[-1], piece.text[0]) else [piece]
        return joined(parts)

    def document(self, id: str, made: Tracked) -> Document:
        """The report that a text is, with its spans: mentions that are cut by line ends or separators in pieces."""
        places: dict[Mark, list[int]] = {}
        for at, mark in enumerate(made.marks):
            if mark is not None:
                places.setdefault(mark, []).append(at)
        found: dict[Span, None] = {}
        for span in self._spans:
            own = sorted(at for a, b in span.fragments for source in range(a, b) for at in places.get(source, ()))
            bare = not any(character.isalnum() for a, b in span.fragments for character in self._text[a:b])
            found.update(dict.fromkeys(_pieces(own, made.text, span.phi_class, bare)))
        for mark, own in places.items():
            if isinstance(mark, Phi):
                found.update(dict.fromkeys(_pieces(own, made.text, mark.phi_class, False)))
        return Document(id, made.text, tuple(sorted(found)))

    def _of(self, mark: Mark) -> int | Phi | None:
        if not isinstance(mark, int):
            return mark
        return None if self._owner[mark] < 0 else self._owner[mark]

    def _owners(self, marks: Sequence[Mark]) -> list[int | Phi | None]:
        """Whose each character is; what was put in between two of one mention is of it too."""
        owners = [self._of(mark) for mark in marks]
        last: int | None = None
        for at, mark in enumerate(marks):
            if mark is None:
                continue
            if last is not None and at - last > 1 and owners[last] is not None and owners[last] == owners[at]:
                owners[last:at] = [owners[last]] * (at - last)
            last = at
        return owners

    def _meaning(self, own: int | Phi | None) -> Meaning | None:
        if own is None:
            return None
        return meaning_in(self._tagset, own.phi_class) if isinstance(own, Phi) else self._meanings[own]


def _pieces(places: Sequence[int], text: str, phi_class: str, bare: bool) -> Iterable[Span]:
    """The spans over places: one as long as nothing cuts it; those without a letter or digit say nothing."""
    start = 0
    for at in range(1, len(places) + 1):
        if at < len(places) and not _cut(text, places[at - 1], places[at]):
            continue
        piece = text[places[start] : places[at - 1] + 1]
        if piece.strip() and (bare or any(character.isalnum() for character in piece)):
            left = places[start] + len(piece) - len(piece.lstrip())
            yield Span(left, left + len(piece.strip()), phi_class)
        start = at


def _cut(text: str, last: int, following: int) -> bool:
    """Whether two characters of a mention, one after the other, belong to two pieces of it."""
    ends = text[last] in _LINE_ENDS or text[following] in _LINE_ENDS
    return ends or _CUTS.search(text, last + 1, following) is not None


def _run_together(before: str, after: str) -> bool:
    letters = before.isalpha() and after.isalpha() and not (before.islower() and after.isupper())
    return letters or (before.isdigit() and after.isdigit())
