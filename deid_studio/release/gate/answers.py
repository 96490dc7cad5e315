"""Answer: what a person said of a held place, bound to the report's text and to what stood there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from deid_studio.model.fragments import joined

# The project keeps answers: it is not to load all that releases.
if TYPE_CHECKING:
    from deid_studio.model.document import Document
    from deid_studio.release.gate.held import HeldPlace
    from deid_studio.release.gate.stretches import Stretch
    from deid_studio.release.released import Released


@dataclass(frozen=True, slots=True)
class Answer:
    """That a stretch of a report (code points) is no personal data: who said so when (ISO 8601, UTC) and why.

    It holds for this text of the report and for what was held there, case and all: `held_sha256` is of that text,
    which is the original's own, or what stood there as it was to leave.
    """

    start: int
    end: int
    text_sha256: str
    held_sha256: str
    who: str
    at: str
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """The answer as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Answer:
        """The answer that `to_json` gave; raises ValueError, KeyError or TypeError for others."""
        texts = {name: str(values[name]) for name in ("text_sha256", "held_sha256", "who", "at", "reason")}
        answer = cls(int(values["start"]), int(values["end"]), **texts)
        if not 0 <= answer.start < answer.end:
            raise ValueError("an answer needs 0 <= start < end")
        return answer


def sha_of(text: str) -> str:
    """The SHA-256 of a text as answers hold it."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def answer_for(place: HeldPlace, doc: Document, released: Released, who: str, at: str, reason: str = "") -> Answer:
    """The answer that a held place is no personal data."""
    held = released.text[slice(*place.there)]
    return Answer(place.start, place.end, sha_of(doc.text), sha_of(held), who, at, reason)


def fitting(answers: Iterable[Answer], text: str) -> tuple[Answer, ...]:
    """The answers that were given on this text of a report."""
    own = sha_of(text)
    return tuple(one for one in answers if one.text_sha256 == own and one.end <= len(text))


def unanswered(
    places: Iterable[HeldPlace],
    doc: Document,
    released: Released,
    answers: Iterable[Answer],
    rejected: Iterable[Stretch] = (),
) -> Iterator[HeldPlace]:
    """The held places, or what is left of them, that no answer that fits and no rejected mention covers.

    What shows only as it leaves, in place of a span, is answered by an answer to the very same.
    """
    from deid_studio.release.gate.stretches import telling_pieces

    known = fitting(answers, doc.text)
    same = {(one.start, one.end, one.held_sha256) for one in known}
    own = [(one.start, one.end) for one in known if sha_of(doc.text[one.start : one.end]) == one.held_sha256]
    covered = joined([*own, *rejected])
    for place in places:
        leaving = released.text[slice(*place.there)]
        if (place.start, place.end, sha_of(leaving)) in same:
            continue
        if leaving != doc.text[place.start : place.end]:
            yield place
            continue
        for start, end in telling_pieces((place.start, place.end), covered, doc.text):
            yield place.part(start, end)
