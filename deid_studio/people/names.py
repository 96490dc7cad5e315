"""Names: from hits that stand together to places of names, by what stands before, between and after them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import regex

from deid_studio.model.patient_fields import FieldKind
from deid_studio.model.span import Evidence
from deid_studio.people.folding import fold
from deid_studio.people.name_hits import NameHit, Strength, hits_of_people
from deid_studio.people.name_words import (
    ACRONYMS,
    BEFORE_PERSONS,
    EPONYM_CUES,
    KINSHIP,
    LABELS,
    PARTICLES,
    PERSON_VERBS,
    TITLES,
)
from deid_studio.people.report_words import ReportWords
from deid_studio.people.sought import Form, Sought
from deid_studio.people.spelt import Spelt
from deid_studio.people.vocabulary import Vocabulary

_BLANK = regex.compile(r"[^\S\n\r]{0,3}(?:[-\u2010-\u2015][^\S\n\r]?)?")
_AFTER_SHORT = regex.compile(r"[.ªº°]{0,2}[^\S\n\r]{0,3}(?:[-\u2010-\u2015][^\S\n\r]?)?")
_BREAK = regex.compile(r"\s*,\s*|\s*[\n\r]\s*|\s*[/_|]\s*")
_AFTER_LABEL = regex.compile(r"\s*[:.=(\"«“]{0,2}\s*")
_AFTER_TITLE = regex.compile(r"[.ªº]{0,2}\s{0,3}")
_BEFORE_INITIAL = regex.compile(r"\.?[^\S\n\r]{0,3}-?|, ?")
_INITIALS = 4
_SURE_INITIALS = 3  # letters; more are nobody else's by chance
_ALONE = (0.0, 0.0, 0.7, 0.75, 0.85)  # confidence in so many initials in one word, and in more
_REACH = 12
_LINE_ENDS = regex.compile(r"[.)\]]?[^\S\n\r]*(?:[\n\r]|$)")
_SIGNED_BEHIND = regex.compile(r"(?r)(?:[^\S\n\r]{2}|[\t|/(]|[.;,:][ ])[ ]*")
_CACHED = 1000  # kinds of evidence
_MOST_PARTICLES = 3
# Longer chains are lists or repetitions, and no name.
_LONGEST_NAME = 20
_BEFORE_VERB = frozenset(("no", "se", "le"))
_ARTICLES = frozenset("el la los las un una al del lo".split())


class _Chain(NamedTuple):
    """Hits of one person that stand together; a link tells whether the next hit goes on with the same span."""

    hits: list[NameHit]
    unbroken: list[bool]


def find_names(people: Sequence[Sought], words: ReportWords, vocabulary: Vocabulary) -> list[Spelt]:
    """Where names of people stand; those of different persons may overlap.

    A hit that is an ordinary word, or so near one that it may be meant, counts only where its place says that it is a
    name: beside another part of the name, after a title or label, before what only persons do.
    """
    found: list[Spelt] = []
    for whose, hits in enumerate(hits_of_people(people, words, vocabulary)):
        judge = _Judge(people[whose], whose, words)
        for chain in _with_initials(hits, people[whose], words):
            found += judge.places(chain)
    return [*found, *_initials_alone(people, words, vocabulary)]


def _with_initials(hits: Sequence[NameHit], person: Sought, words: ReportWords) -> Sequence[_Chain]:
    """The hits that stand together, with the initials of the person's other parts right before or after them."""
    taken = {index for hit in hits for index in range(hit.first, hit.last + 1)}
    more: list[NameHit] = []
    chains = list(_chains(hits, words))
    for chain in chains:
        used = {part for hit in chain.hits if hit.strength > Strength.WEAK or not hit.edits for part in hit.parts}
        left = [index for index in range(len(person.parts)) if index not in used]
        for step, edge in ((-1, _first_of_name(chain.hits[0], person, words)), (1, chain.hits[-1].last)):
            at = edge + step
            while left and 0 <= at < len(words) and at not in taken:
                gap = words.gap(min(at, at - step))
                parts = _initials(words, at, person, left)
                if not parts or not (_AFTER_SHORT if step < 0 else _BEFORE_INITIAL).fullmatch(gap):
                    break
                taken.add(at)
                left = [index for index in left if index not in parts]
                more.append(NameHit(at, at, parts, Form.INITIAL, 0, Strength.WEAK))
                at += step
    return list(_chains(sorted([*hits, *more], key=lambda h: h.first), words)) if more else chains


def _first_of_name(hit: NameHit, person: Sought, words: ReportWords) -> int:
    """The first word of a hit with the particles before it that the field has there too (`De Miguel`, `de la Cruz`)."""
    first = hit.first
    particles = person.parts[hit.parts[0]].particles
    while particles and first and words.folded[first - 1] == particles[-1] and words.gap(first - 1).isspace():
        first -= 1
        particles = particles[:-1]
    return first


def _initials(words: ReportWords, index: int, person: Sought, left: Sequence[int]) -> tuple[int, ...]:
    """The parts that a word's capitals are the initials of, each once; empty unless every letter is one."""
    letters = words.text[words.starts[index] : words.ends[index]].rstrip("ªº.")
    if len(letters) > _INITIALS or not letters.isupper():
        return ()
    free = list(left)
    parts = []
    for letter in fold(letters):
        part = next((i for i in free if person.parts[i].folded.startswith(letter)), None)
        if part is None:
            return ()
        free.remove(part)
        parts.append(part)
    return tuple(parts)


def _chains(hits: Sequence[NameHit], words: ReportWords) -> Iterator[_Chain]:
    chain = _Chain([], [])
    for hit in hits:
        if chain.hits:
            link = _link(chain.hits[-1], hit, words)
            if link is None:
                yield chain
                chain = _Chain([], [])
            else:
                chain.unbroken.append(link)
        chain.hits.append(hit)
    if chain.hits:
        yield chain


def _link(one: NameHit, other: NameHit, words: ReportWords) -> bool | None:
    """Whether two hits are one span (True), stand together (False) or do not (None)."""
    if other.first - one.last - 1 > _MOST_PARTICLES:  # asked first: what is between far ones is long
        return None
    if any(word not in PARTICLES for word in words.folded[one.last + 1 : other.first]):
        return None
    short = one.form in (Form.INITIAL, Form.ABBREVIATED)
    gaps = [words.gap(index) for index in range(one.last, other.first)]
    if (_AFTER_SHORT if short else _BLANK).fullmatch(gaps[0]) and all(map(_BLANK.fullmatch, gaps[1:])):
        return True
    return False if len(gaps) == 1 and _BREAK.fullmatch(gaps[0]) else None


class _Judge:
    """Decides on the chains of one person."""

    def __init__(self, person: Sought, whose: int, words: ReportWords) -> None:
        self._person = person
        self._whose = whose
        self._words = words

    def places(self, chain: _Chain) -> Iterator[Spelt]:
        chain = self._trimmed(chain)
        hits = chain.hits
        cue = self._cue(hits[0].first)
        if not self._is_name(chain, cue):
            return
        several = len(self._parts(hits)) > 1
        start = 0
        for end, goes_on in enumerate([*chain.unbroken, False], start=1):
            if not goes_on:
                run = hits[start:end]
                first_run, start = start == 0, end
                said = any(hit.strength > Strength.WEAK or self._words.capital[hit.first] for hit in run)
                if said or first_run:
                    yield self._place(run, several, cue)

    def _trimmed(self, chain: _Chain) -> _Chain:
        """The chain without ordinary words at its ends that are near a part which another hit already is.

        In lower case they are ordinary words beside all but a name of two other parts in lower case.
        """
        hits, unbroken = list(chain.hits), list(chain.unbroken)
        for end in (-1, 0):
            while 1 < len(hits) <= _LONGEST_NAME and hits[end].edits and hits[end].strength is Strength.WEAK:
                others = [hit for hit in hits if hit is not hits[end]]
                lower = not self._words.capital[hits[end].first]
                cased = any(self._words.capital[hit.first] for hit in others)
                new = self._is_missing(hits[end], others)
                # `Peña PARA SESIÓN`: capitals that the name does not have are not the name's.
                alone = self._words.shouted(hits[end].first) and not any(
                    self._words.shouted(hit.first) for hit in others
                )
                if new and not alone and not (lower and (cased or len(self._parts(others)) < 2)):
                    break
                del hits[end], unbroken[end]
        return _Chain(hits, unbroken)

    def _is_missing(self, hit: NameHit, others: Sequence[NameHit]) -> bool:
        """Whether other hits are not yet all that a hit may stand for; equal parts are several (`Casado Casado`)."""
        parts = self._person.parts
        said = Counter(parts[part].folded for other in others for part in other.parts)
        own = {parts[part].folded for part in hit.parts}
        return any(said[folded] < sum(part.folded == folded for part in parts) for folded in own)

    def _is_name(self, chain: _Chain, cue: bool) -> bool:
        hits = chain.hits
        full = [hit for hit in hits if hit.form is not Form.INITIAL]
        parts = self._parts(full)
        best = max(hit.strength for hit in full) if full else Strength.WEAK
        if len(parts) < 2 and not cue and self._after_eponym(hits[0].first):
            return False
        if best is Strength.ANCHOR:
            return True
        if not full:
            return False
        capital = self._words.capital[full[0].first]
        if cue and (capital or best is Strength.SUPPORT):
            return True
        supports = {part for hit in full if hit.strength is Strength.SUPPORT for part in hit.parts}
        if len(supports) > 1 or (supports and len(hits) > len(full)):
            return True
        like = len({self._words.capital[hit.first] for hit in full}) == 1
        if len(parts) > 1 and like and (supports or cue) and self._side_by_side(full):
            return True
        exact = [hit for hit in full if not hit.edits]
        if len(self._parts(exact)) > 1 and self._side_by_side(exact):
            # In a line of capitals, or with all of the name, two words that are names and words are the name.
            every = len(self._parts(exact)) == len(self._person.parts) > 2
            return every or all(self._words.capital[hit.first] for hit in exact)
        first, last = full[0].first, full[-1].last
        if capital and not self._words.shouted(first):
            return self._acts(first, last) or self._inside_sentence(first, last)
        return best is Strength.SUPPORT and not capital and self._acts(first, last)

    @staticmethod
    def _parts(hits: Sequence[NameHit]) -> set[int]:
        return {part for hit in hits for part in hit.parts}

    def _side_by_side(self, hits: Sequence[NameHit]) -> bool:
        """Whether nothing stands between the hits but particles that the field has there too (`DOLORES DE CABEZA`)."""
        for one, other in pairwise(hits):
            between = tuple(self._words.folded[one.last + 1 : other.first])
            if between and between != self._person.parts[other.parts[0]].particles:
                return False
        return True

    def _cue(self, first: int) -> bool:
        """Whether a title, a label or a kinship stands before a word; particles of the name may stand between."""
        words = self._words
        at = first - 1
        while at >= 0 and words.folded[at] in PARTICLES and first - at <= _MOST_PARTICLES and words.gap(at).isspace():
            if words.folded[at] in ("d", "da"):
                break
            at -= 1
        if at < 0:
            return False
        word, gap = words.folded[at], words.gap(at)
        if word in TITLES and _AFTER_TITLE.fullmatch(gap):
            # `da` and `d` are also words, and `D.` and `Dª` are not.
            return len(word) > 2 or words.capital[at] or "." in gap
        return (word in LABELS or word in KINSHIP) and bool(_AFTER_LABEL.fullmatch(gap))

    def _acts(self, first: int, last: int) -> bool:
        """Whether a verb of what only persons do stands before or after words."""
        words = self._words
        if first and words.folded[first - 1] in PERSON_VERBS and words.gap(first - 1).isspace():
            return True
        if last + 1 >= len(words) or not words.gap(last).isspace():
            return False
        verb = words.folded[last + 1]
        if verb in _BEFORE_VERB and last + 2 < len(words):
            verb = words.folded[last + 2]
        return verb in PERSON_VERBS

    def _inside_sentence(self, first: int, last: int) -> bool:
        """Whether capitalised words stand among lower-case ones, where an ordinary word has no capital.

        A capital after them makes them the beginning of another name (`Cruz Roja`), an article before them a thing's, a
        colon a label.
        """
        words = self._words
        before, after = first - 1, last + 1
        if before < 0 or words.gap(before) not in (" ", ", "):
            return False
        comma = words.gap(before) == ", "
        if words.capital[before] and words.folded[before] not in BEFORE_PERSONS:
            return False
        if not comma and (words.folded[before] in _ARTICLES or words.folded[before].isdigit()):
            return False
        if words.folded[before] in PARTICLES and (before == 0 or words.capital[before - 1]):
            return False
        gap = words.gap(last)
        if words.shouted(first) or words.text[words.ends[last] : words.ends[last] + 1] == ":":
            return False
        return after >= len(words) or not words.capital[after] or not gap.isspace() or "\n" in gap

    def _after_eponym(self, first: int) -> bool:
        words = self._words
        at = first - 1
        while at >= 0 and words.folded[at] in PARTICLES:
            at -= 1
        return at >= 0 and words.folded[at] in EPONYM_CUES and words.gap(at).isspace()

    def _place(self, hits: Sequence[NameHit], several: bool, cue: bool) -> Spelt:
        words = self._words
        first = _first_of_name(hits[0], self._person, words)
        exact = all(not hit.edits for hit in hits)
        confidence = (0.98 if several else 0.96 if cue else 0.93) if exact else 0.9 if several else 0.85
        confidence -= 0.03 * max(max(hit.edits for hit in hits) - 1, 0)
        if all(hit.strength is Strength.WEAK for hit in hits):
            confidence -= 0.15
        facts = tuple(dict.fromkeys(map(self._evidence, hits)))
        start, end = words.starts[first], words.ends[hits[-1].last]
        return Spelt(start, end, self._person.kind, self._whose, confidence, facts)

    def _evidence(self, hit: NameHit) -> Evidence:
        return _evidence(tuple([self._person.parts[part].kind for part in hit.parts]), hit.form, hit.edits)


@lru_cache(maxsize=_CACHED)
def _evidence(kinds: tuple[FieldKind, ...], form: Form, edits: int) -> Evidence:
    """What is told of a hit: of few fields there are few."""
    fields = dict.fromkeys(kind.value for kind in kinds)
    told = f"{edits} edit{'s' * (edits > 1)}" if edits else ""
    return Evidence("patient", " + ".join(fields), ", ".join(filter(None, (form.value, told))) or "exact")


def _initials_alone(people: Sequence[Sought], words: ReportWords, vocabulary: Vocabulary) -> Iterator[Spelt]:
    """The initials of people by themselves: at least three with full stops in the order of a name (`P.M.R.`), more or
    just these in capitals in one word, and two where somebody signs."""
    owners: dict[tuple[str, ...], list[int]] = defaultdict(list)
    as_word: dict[str, list[int]] = defaultdict(list)
    for whose, person in enumerate(people):
        for order in _orders(person):
            owners[order].append(whose)
            if len(order) > _SURE_INITIALS:
                as_word["".join(order)].append(whose)
        for word in _written_together(person):
            as_word[word].append(whose)
    lengths = sorted({len(order) for order in owners}, reverse=True)
    behind = [0] * len(people)
    likely = set(words.letters) if as_word else set[int]()
    if not as_word.keys().isdisjoint(words.folded):
        likely.update(at for at, word in enumerate(words.folded) if word in as_word)
    for at in sorted(likely):
        word = words.folded[at]
        if len(word) > 1:
            if words.shouted(at) and _may_be_initials(word, at, words, vocabulary):
                for whose in as_word[word]:
                    yield _initials_place(at, at, words, people[whose], whose, _ALONE[min(len(word), len(_ALONE) - 1)])
            continue
        if not words.capital[at]:
            continue
        for last in (at + length - 1 for length in lengths):
            for whose in owners.get(tuple(words.folded[at : last + 1]), ()):
                if at >= behind[whose] and all(
                    words.capital[index] and words.gap(index) in (".", ". ") for index in range(at, last)
                ):
                    yield _initials_place(at, last, words, people[whose], whose, 0.9)
                    behind[whose] = last + 1


def _written_together(person: Sought) -> set[str]:
    """The initials of names of two and three parts, and of a given name with the first surname, in their order."""
    found = set()
    for name in person.names:
        letters = "".join(person.parts[index].folded[0] for index in name)
        if 2 <= len(letters) <= _SURE_INITIALS:
            found |= {letters, letters[:2]}
    return found


def _may_be_initials(word: str, at: int, words: ReportWords, vocabulary: Vocabulary) -> bool:
    """Whether so short a word in capitals is nothing else: no word, no acronym, and if two letters, at the end of
    a line behind a column, a sentence or another name, where notes are signed."""
    if len(word) > _SURE_INITIALS:
        return True
    if word in vocabulary or word in ACRONYMS:
        return False
    start, end = words.starts[at], words.ends[at]
    return len(word) > 2 or bool(
        _LINE_ENDS.match(words.text, end) and _SIGNED_BEHIND.match(words.text, max(start - _REACH, 0), start)
    )


def _orders(person: Sought) -> set[tuple[str, ...]]:
    """The initials of a person's names of three parts and more, beginning with any of them."""
    names = [[person.parts[index].folded[0] for index in name] for name in person.names]
    return {(*name[at:], *name[:at]) for name in names for at in range(len(name)) if len(name) > 2}


def _initials_place(first: int, last: int, words: ReportWords, person: Sought, whose: int, confidence: float) -> Spelt:
    facts = (Evidence("patient", person.kind.value, "initials"),)
    return Spelt(words.starts[first], words.ends[last], person.kind, whose, confidence, facts)
