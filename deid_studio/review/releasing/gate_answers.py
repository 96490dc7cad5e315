"""Gate answers: what a person says of held places, put together and kept with the project."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from deid_studio.release.gate.answers import Answer, answer_for
from deid_studio.release.gate.held import Harm, HeldKind, HeldPlace
from deid_studio.review.kept_settings import GATE_ANSWERS
from deid_studio.review.project import Project
from deid_studio.review.releasing.release_preparation import Checked, Prepared

Answers = Mapping[str, tuple[Answer, ...]]


@dataclass(frozen=True, slots=True)
class Allowed:
    """What is no personal data: texts, case and all, and stretches of reports (code points of the originals)."""

    texts: Collection[str] = ()
    places: Collection[tuple[str, int, int]] = ()

    def holds(self, report: Checked, place: HeldPlace) -> bool:
        """Whether it says so of a held place."""
        if report.released.text[slice(*place.there)] in self.texts:
            return True
        name = report.source.doc.id
        return any(one == name and start <= place.start and place.end <= end for one, start, end in self.places)


def now() -> str:
    """This moment, as answers hold it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def answers_by(allowed: Allowed, prepared: Prepared, who: str, reason: str = "") -> Answers:
    """The answers that what is allowed gives to the places that are held."""
    at = now()
    found = {
        one.source.doc.id: tuple(
            answer_for(place, one.source.doc, one.released, who, at, reason)
            for place in one.held
            if allowed.holds(one, place)
        )
        for one in prepared.reports
    }
    return {name: answers for name, answers in found.items() if answers}


def alike(report: Checked, place: HeldPlace) -> list[HeldPlace]:
    """The held places of a report that one answer is for: this one, and the same text in small letters seen alike.

    A capital makes a name of a word (`traje blanco`, `el señor Blanco`): each such place is asked about by itself.
    """
    text = report.released.text
    own = text[slice(*place.there)]
    if not own.islower() or place.harm is Harm.DIRECT or place.kind not in (HeldKind.DETECTED, HeldKind.DOUBT):
        return [place]
    seen = place.kind, place.phi_class, own
    return [one for one in report.held if (one.kind, one.phi_class, text[slice(*one.there)]) == seen]


def answered_with(
    known: Answers, report: Checked, place: HeldPlace, who: str, reason: str = ""
) -> dict[str, tuple[Answer, ...]]:
    """All answers with one more: that a held place, with those alike, is no personal data."""
    at = now()
    doc = report.source.doc
    more = tuple(answer_for(one, doc, report.released, who, at, reason) for one in alike(report, place))
    return together(known, {doc.id: more})


def together(known: Answers, more: Answers) -> dict[str, tuple[Answer, ...]]:
    """All answers; what is answered again is answered by the later one."""
    joined = dict(known)
    for name, answers in more.items():
        again = {(one.start, one.end, one.held_sha256) for one in answers}
        kept = (one for one in joined.get(name, ()) if (one.start, one.end, one.held_sha256) not in again)
        joined[name] = (*kept, *answers)
    return joined


def without(known: Answers, report: str, taken_back: Iterable[Answer]) -> dict[str, tuple[Answer, ...]]:
    """The answers without those of a report that are taken back."""
    gone = set(taken_back)
    return {**known, report: tuple(one for one in known.get(report, ()) if one not in gone)}


def keep(project: Project, more: Answers) -> dict[str, tuple[Answer, ...]]:
    """Keep answers with those that are there, and give all; raises `JournalError`."""
    answers = together(project.kept(GATE_ANSWERS), more)
    if more:
        project.keep(GATE_ANSWERS, answers)
    return answers
