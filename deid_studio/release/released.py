"""Releasing one report: each decided span by the way that the policy has for its class, in one pass."""

from __future__ import annotations

import base64
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import pairwise

import regex

from deid_studio.detection.sections import Section, fields, sections
from deid_studio.detection.tokens import tokenizer
from deid_studio.errors import MarkedTextSurvivesError
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.lines import line_number
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.people.date_words import tells_birth
from deid_studio.people.folding import fold
from deid_studio.people.kinship import without_names
from deid_studio.people.misread import with_letters
from deid_studio.people.register import Register
from deid_studio.people.things import words_of
from deid_studio.release.coherence import Said, contradictions
from deid_studio.release.facts import Fact, fact_alone
from deid_studio.release.generalising import generalised
from deid_studio.release.own_words import NAMES_OF_RELATIVES, OF_WORDS
from deid_studio.release.policy import Generalisation, Policy, Scope, Treatment, Way
from deid_studio.release.report_year import ReportYear, report_year
from deid_studio.release.rewriting import Place, Rewriting, places_of, rewritten
from deid_studio.release.surrogates.dates_within import dates_within
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.surrogate_sets import SurrogateSets
from deid_studio.release.surrogates.surrogates import SurrogateOptions, Surrogates
from deid_studio.release.survivals import survivals
from deid_studio.release.treating import treatment_of
from deid_studio.release.world_facts import before_their_time
from deid_studio.release.written import said_before

_MASK = "█"
_SERVICE = regex.compile(r"(?i)^\s*(?:servicio|unidad|secci[oó]n|departamento)\b")
_SHORT_TAG = regex.compile(r"_(?:SUJETO|PERSONAL|ASISTENCIA|ASISTENCIAL|SANITARIO|SNS)\w*")
_CODE_BYTES = 5
_TURNS = 4  # how often something is drawn before a class tag stands there
_TOLD = frozenset((Way.KEEP, Way.GENERALISE))  # what stays by the policy's decision
_BESIDE = regex.compile(r"[ \t]*[-–,(]?[ \t]*")
_BEHIND = 24  # characters behind a mention that may tell what it counts
_OF_PROVINCE = 2  # figures of a postal code that tell the province
_LINE_END = regex.compile(r"\r\n|[\n\r]")


@dataclass(frozen=True, slots=True)
class Replacement:
    """What took the place of a stretch: where it stood, how it was treated, and the text that stands there now."""

    place: Place
    way: Way
    instead: str


class RemarkKind(StrEnum):
    """What a person may want to look at: a class tag because nothing else fitted, a surrogate whose gender or number
    may not fit the words around it, one that contradicts what the report says elsewhere, or a day of which no date
    tells the month, so that it may be moved by some days more or less than the others."""

    TAGGED = "tagged"
    AGREEMENT = "agreement"
    CONTRADICTION = "contradiction"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Remark:
    """A stretch of the released text (code points) to look at, and why; it holds nothing back."""

    start: int
    end: int
    kind: RemarkKind
    phi_class: str


@dataclass(frozen=True)
class Released:
    """A report as it leaves: its text, its spans there (BRAT), what was replaced and what to look at, in text order."""

    id: str
    rewriting: Rewriting
    replacements: tuple[Replacement, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def text(self) -> str:
        """The text that leaves."""
        return self.rewriting.text

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans of that text."""
        return self.rewriting.spans


class Releaser:
    """Releases the reports of a project by a policy.

    `patients` names the patient of a report, where it is known; reports without one are a patient of their own.
    `remembered` are a person's own surrogates, by scope, class and folded text. The same secret gives the same result.
    By `today` ages are reckoned in reports that do not tell when they were written.
    """

    def __init__(
        self,
        reports: Iterable[Document],
        policy: Policy,
        tagset: TagSet,
        secret: bytes,
        patients: Mapping[str, str] | None = None,
        remembered: Mapping[tuple[str, str, str], str] | None = None,
        today: date | None = None,
    ) -> None:
        self._today = today or date.today()
        self._year: tuple[Document, ReportYear] | None = None
        self.policy = policy
        self.tagset = tagset
        self.secret = secret
        self._patients = patients or {}
        self._remembered = remembered or {}
        self._by_scope: dict[str, list[Document]] = {}
        for doc in reports:
            self._by_scope.setdefault(self.scope_of(doc.id), []).append(doc)
        self._current: tuple[str, SurrogateSets, _Entities] | None = None
        people = [one for one in tagset if one.kind == Kind.PERSON]
        of_patient = [one for one in people if one.role == Role.PATIENT] or people
        self._patients_name = of_patient[0].name if of_patient else ""

    def scope_of(self, report: str) -> str:
        """The name of the scope that a report belongs to."""
        match self.policy.scope:
            case Scope.PROJECT:
                return "project"
            case Scope.PATIENT if report in self._patients:
                return f"patient:{self._patients[report]}"
        return f"report:{report}"

    def release(self, doc: Document) -> Released:
        """The report as it leaves; reports of one scope one after the other are the fastest.

        Raises `MarkedTextSurvivesError` when a piece of a marked text stands in what takes its place. What is drawn is
        drawn again before that (`_instead`), and then a class tag stands there.
        """
        sets, entities = self._of_scope(self.scope_of(doc.id))
        places = places_of(doc.spans, self._cuts(doc))
        treatments = [Treatment(Way.REMOVE) if place.span is None else self._treatment(doc, place) for place in places]
        made = [
            self._instead(doc, place, treatment, sets.of(doc, place), entities)
            for place, treatment in zip(places, treatments, strict=True)
        ]
        ways = [one.way for one in treatments]
        # A span of several lines, or within a longer one, is whole only now.
        left = self._surviving(doc, places, ways, [text for text, _ in made])
        for span in left:
            for at in _places_within(places, span):
                if ways[at] is not Way.GENERALISE:
                    made[at] = entities.tag(places[at].phi_class), RemarkKind.TAGGED
        instead = [text for text, _ in made]
        left = self._surviving(doc, places, ways, instead) if left else []
        if left:
            first = left[0]
            raise MarkedTextSurvivesError(
                report=doc.id, line=line_number(doc.text, first.start), phi_class=first.phi_class
            )
        rewriting = rewritten(doc.text, places, instead)
        contradicting = {
            *contradictions(self._said(doc, places, instead)),
            *(at for at in before_their_time(doc.text, places, instead) if self._is_moved(places[at], ways[at])),
        }
        remarks = tuple(
            Remark(change.start, change.end, kind, change.place.phi_class)
            for at, (change, (_, remark)) in enumerate(zip(rewriting.changes, made, strict=True))
            if (kind := remark or (RemarkKind.CONTRADICTION if at in contradicting else None)) is not None
        )
        replacements = tuple(map(Replacement, places, ways, instead))
        return Released(doc.id, rewriting, replacements, remarks)

    def _is_moved(self, place: Place, way: Way) -> bool:
        return way is Way.SURROGATE and self._kind_of(place.phi_class) == "date"

    def _said(self, doc: Document, places: Sequence[Place], instead: Sequence[str]) -> list[Said]:
        return [
            Said(
                self._kind_of(place.phi_class),
                doc.text[place.start : place.end],
                new,
                place.phi_class == self._patients_name,
                tells_birth(doc, place.start),
            )
            for place, new in zip(places, instead, strict=True)
        ]

    def _treatment(self, doc: Document, place: Place) -> Treatment:
        text, before = doc.text[place.start : place.end], said_before(doc, place.start)
        treatment = treatment_of(self.policy, self.tagset, place.phi_class, text, before)
        if treatment.way in _TOLD and self.policy.treatment(place.phi_class, self.tagset).way is Way.SURROGATE:
            # What stays says a fact alone: no part of it is marked as something else.
            for span in doc.spans:
                if span.start < place.end and place.start < span.end and span.phi_class != place.phi_class:
                    return Treatment(Way.TAG)
        return treatment

    def take_over(self, before: Releaser) -> None:
        """Take what an earlier releaser made of its last scope, if this one would make the same."""
        mine, its = ((one.secret, one.tagset, *_drawn_by(one.policy), one._by_scope) for one in (self, before))
        if before._current is not None and mine == its:
            scope, sets, entities = before._current
            self._current = scope, sets.remembering(self._own(scope)), entities

    def people_of(self, doc: Document) -> Register | None:
        """Who and what a report's scope mentions, where that is all reports of its patient and no others; else None."""
        scope = self.policy.scope
        if scope is Scope.PATIENT or (scope is Scope.REPORT and doc.id not in self._patients):
            return self._of_scope(self.scope_of(doc.id))[0].common.names.register
        return None

    def _own(self, scope: str) -> dict[tuple[str, str], str]:
        return {(c, t): new for (s, c, t), new in self._remembered.items() if s == scope}

    def _instead(
        self,
        doc: Document,
        place: Place,
        treatment: Treatment,
        surrogates: Surrogates,
        entities: _Entities,
    ) -> tuple[str, RemarkKind | None]:
        """What takes the place of a stretch, and what there is to remark on it.

        What is drawn is drawn anew while a piece of the original survives in it: the first turn is the one on which all
        mentions of the same thing agree, the others are this stretch's own.
        """
        text = doc.text[place.start : place.end]
        match treatment.way:
            case Way.KEEP:
                kept = self._kept(doc, place)
                if self._holds_dates(place.phi_class) and dates_within(kept):
                    moved = surrogates.dates.within(doc, place) if kept == text and self._moves_dates() else None
                    return (moved, None) if moved else (self._tag(doc, place, entities, True), RemarkKind.TAGGED)
                names = self._names_of_kept(place.phi_class)
                if names is None:
                    return kept, None
                if names is Way.SURROGATE:
                    nameless = surrogates.without_names(doc, place)
                else:
                    phi_class, numbered = place.phi_class, treatment.numbered
                    nameless = without_names(
                        text,
                        lambda name, _: entities.tag(phi_class, words_of(name) if numbered else None),
                        said_before(doc, place.start),
                    )
                if nameless is not None:
                    return nameless, None
            case Way.REMOVE:
                return "", None
            case Way.MASK:
                return _masked(text, treatment.length), None
            case Way.CODE:
                codes = (entities.code(place.phi_class, entities.key_of(doc, place), turn) for turn in range(_TURNS))
                return next((code for code in codes if not self._survives(doc, place, code)), ""), None
            case Way.TAG:
                return self._tag(doc, place, entities, treatment.numbered), None
            case Way.SURROGATE:
                for turn in range(_TURNS):
                    made = surrogates.of(doc, place, turn)
                    if made is not None and not self._survives(doc, place, made):
                        if not surrogates.agrees(doc, place, made):
                            return made, RemarkKind.AGREEMENT
                        return made, None if surrogates.dates.knows(doc, place) else RemarkKind.DAY
            case Way.GENERALISE:
                said = self._generalised(doc, place, treatment, surrogates)
                if said is not None:
                    return said, None
                # What cannot be told less exactly is named by its class: that is how such a policy is meant.
                return self._tag(doc, place, entities, treatment.numbered), None
        return self._tag(doc, place, entities, True), RemarkKind.TAGGED

    def _generalised(self, doc: Document, place: Place, treatment: Treatment, surrogates: Surrogates) -> str | None:
        """What a stretch says less exactly; a mention on several lines is read as one, and said on the first.

        `surrogates` know the day that it means where what follows tells it, and whether a place lies abroad.
        """
        own, span = doc.text[place.start : place.end], place.span
        pieces = () if span is None else span.fragments
        whole, first, last = own, place.start, place.end
        if (place.start, place.end) in pieces:
            whole, first, last = " ".join(doc.text[start:end] for start, end in pieces), pieces[0][0], pieces[-1][1]
        birth, before, after = tells_birth(doc, first), said_before(doc, first), doc.text[last : last + _BEHIND]
        day = surrogates.dates.told_by_next(doc, place)
        if day is not None:
            whole = f"{day:%d/%m/%Y}"
        if treatment.to is Generalisation.PROVINCE and surrogates.is_abroad(whole, place.phi_class):
            return None
        said = generalised(whole, treatment, self._year_of(doc), birth, before, after)
        if said is None or said == whole:
            return None if said is None else own
        if treatment.to is Generalisation.PROVINCE and own.isdigit() and self._is_said_behind(doc, place, said):
            return own[:_OF_PROVINCE] + "X" * (len(own) - _OF_PROVINCE)
        return said if place.start == first else ""

    def _is_said_behind(self, doc: Document, place: Place, province: str) -> bool:
        """Whether the place right behind a postal code becomes the province that the code would: `41010 Sevilla`."""
        gap = _BESIDE.match(doc.text, place.end)
        behind = next((span for span in doc.spans if gap is not None and span.start == gap.end()), None)
        if behind is None or self._kind_of(behind.phi_class) != "place":
            return False
        own = behind.text(doc.text)
        said = generalised(own, self.policy.treatment(behind.phi_class, self.tagset), self._year_of(doc))
        return said is not None and fold(said) == fold(province)

    def _holds_dates(self, phi_class: str) -> bool:
        """Whether a mention that stays may hold dates that do not: where it is a fact of a class that is replaced."""
        of_class = self.policy.treatment(phi_class, self.tagset)
        return of_class.way is Way.SURROGATE and self._kind_of(phi_class) in ("age", "profession")

    def _moves_dates(self) -> bool:
        dates = [one.name for one in self.tagset if one.kind == Kind.DATE]
        return bool(dates) and self.policy.treatment(dates[0], self.tagset).way is Way.SURROGATE

    def _kept(self, doc: Document, place: Place) -> str:
        """A stretch that stays; where its class gets surrogates, a fact stays without whom it names, and as it was
        before a scanner read it (`emp1eada`)."""
        text, kind = doc.text[place.start : place.end], self._kind_of(place.phi_class)
        if self.policy.treatment(place.phi_class, self.tagset).way is not Way.SURROGATE:
            return text
        meant = with_letters(text) if kind in OF_WORDS else text
        return fact_alone(meant, kind, said_before(doc, place.start)) or text

    def _names_of_kept(self, phi_class: str) -> Way | None:
        """What becomes of names in mentions of relatives that are kept, as of others' names; None: they stay too."""
        people = self.policy.way_of_names
        return people if self._kind_of(phi_class) == "relative" and people is not Way.KEEP else None

    def _tag(self, doc: Document, place: Place, entities: _Entities, numbered: bool) -> str:
        """The class of a stretch, numbered unless the number is in the stretch."""
        tag = entities.tag(place.phi_class, entities.key_of(doc, place) if numbered else None)
        return tag if not self._survives(doc, place, tag) else entities.tag(place.phi_class)

    def _survives(self, doc: Document, place: Place, instead: str) -> bool:
        """Whether a piece of a stretch stands in what takes its place."""
        text = doc.text[place.start : place.end]
        kind = self._judged_kind(place.phi_class, self._treatment(doc, place).way)
        return bool(survivals(text, _without_tag(instead, place.phi_class), kind, said_before(doc, place.start)))

    def _judged_kind(self, phi_class: str, way: Way) -> str:
        """By which reading a stretch is judged: where a mention of relatives gets surrogates, its names do."""
        kind = self._kind_of(phi_class)
        return NAMES_OF_RELATIVES if kind == "relative" and way is Way.SURROGATE else kind

    def _surviving(
        self, doc: Document, places: Sequence[Place], ways: Sequence[Way], instead: Sequence[str]
    ) -> list[Span]:
        """The spans of which a piece stands in what takes their places."""
        found = []
        for span in doc.spans:
            within = _places_within(places, span)
            own = " ".join(doc.text[start:end] for start, end in span.fragments)
            before = said_before(doc, span.start)
            judged = [at for at in within if ways[at] not in _TOLD]
            kind = self._judged_kind(span.phi_class, ways[judged[0]] if judged else Way.KEEP)
            if not judged and self._names_of_kept(span.phi_class) is not None:
                judged, kind = [at for at in within if ways[at] is Way.KEEP], NAMES_OF_RELATIVES
            there = " ".join(_without_tag(instead[at], places[at].phi_class) for at in judged)
            if survivals(own, there, kind, before):
                found.append(span)
        return found

    def _year_of(self, doc: Document) -> ReportYear:
        if self._year is None or self._year[0] is not doc:
            self._year = doc, report_year(doc, self._kind_of, self._today.year)
        return self._year[1]

    def _kind_of(self, phi_class: str) -> str:
        return self.tagset[phi_class].kind if phi_class in self.tagset else ""

    def _of_scope(self, scope: str) -> tuple[SurrogateSets, _Entities]:
        if self._current is None or self._current[0] != scope:
            draws = Draws(self.secret, scope)
            reports = self._by_scope.get(scope, [])
            options = SurrogateOptions(self.policy.dates, Fact.COUNTRY in self.policy.facts)
            sets = SurrogateSets(reports, self.tagset, draws, options, self.policy.repeat, self._own(scope))
            self._current = scope, sets, _Entities(draws, reports, sets.common.key_of)
        return self._current[1], self._current[2]

    def _cuts(self, doc: Document) -> list[tuple[int, int]]:
        """The parts that are trimmed: lines of header and footer, but for the one that names the service."""
        if not self.policy.trim:
            return []
        lines = tokenizer().lines(doc.text)
        kinds = sections(lines, [fields(line) for line in lines])
        part_at = {line.starts[0]: kind for line, kind in zip(lines, kinds, strict=True) if len(line)}
        starts = sorted(part_at)
        cuts = []
        edges = [0, *(match.end() for match in _LINE_END.finditer(doc.text)), len(doc.text)]
        for start, end in pairwise(edges):
            first = bisect_left(starts, start)
            inside = first < len(starts) and starts[first] < end
            # A blank line goes with what is before it.
            kind = part_at[starts[first]] if inside else part_at[starts[first - 1]] if first else Section.BODY
            if kind.value in self.policy.trim and not _SERVICE.match(doc.text[start:end]):
                cuts.append((start, end))
        return cuts


def _drawn_by(policy: Policy) -> tuple[object, ...]:
    """What of a policy decides which surrogates are drawn."""
    return policy.scope, policy.dates, policy.repeat, policy.facts


class _Entities:
    """What of one scope's spans is the same thing, for numbers of class tags and for codes."""

    def __init__(self, draws: Draws, reports: Sequence[Document], key_of: Callable[[Document, Place], str]) -> None:
        self._draws = draws
        self.key_of = key_of
        self._numbers: dict[str, dict[str, int]] = {}
        for doc in sorted(reports, key=lambda one: one.id):
            for place in places_of(doc.spans):
                self._number(place.phi_class, key_of(doc, place))

    def tag(self, phi_class: str, key: str | None = None) -> str:
        """The class in brackets, with the number of a thing in its scope."""
        name = tag_name(phi_class)
        return f"[**{name}**]" if key is None else f"[**{name} {self._number(phi_class, key)}**]"

    def code(self, phi_class: str, key: str, turn: int = 0) -> str:
        """A code that says nothing of a thing; the same for the same thing of a scope and turn."""
        drawn = self._draws.again(turn).random("code", phi_class, key).randbytes(_CODE_BYTES)
        return f"[[{base64.b32encode(drawn).decode()}]]"

    def _number(self, phi_class: str, key: str) -> int:
        known = self._numbers.setdefault(tag_name(phi_class), {})
        return known.setdefault(key, len(known) + 1)


def tag_name(phi_class: str) -> str:
    """What a class is called in the texts that leave; several classes may have one such name."""
    return _SHORT_TAG.sub("", phi_class) or phi_class


def _without_tag(instead: str, phi_class: str) -> str:
    """What stands instead without the class of a class tag, which is the same whatever it stands for."""
    return instead.replace(f"[**{tag_name(phi_class)}", "")


def _places_within(places: Sequence[Place], span: Span) -> list[int]:
    """The indices of the places that a span's fragments lie in."""
    return sorted(
        {bisect_right(places, start, key=lambda place: place.start) - 1 for start, end in span.fragments if start < end}
    )


def _masked(text: str, length: int) -> str:
    # Blanks and line ends stay where the length does: the layout tells no more than the length.
    return _MASK * length if length else "".join(c if c.isspace() else _MASK for c in text)
