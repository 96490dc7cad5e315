"""Addresses: streets, towns and e-mail addresses of a patient's fields."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

import regex

from deid_studio.last_texts import LastTexts
from deid_studio.model.patient_fields import FieldKind, FieldValue
from deid_studio.model.span import Evidence
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES
from deid_studio.people.report_words import ReportWords
from deid_studio.people.spelling import near, near_words
from deid_studio.people.spelt import Spelt
from deid_studio.people.vocabulary import Vocabulary
from deid_studio.people.word_lists import word_lists

_WAY = word_lists("places").words("street_ways")
_FILLERS = word_lists("places").words("behind_names")
_EMAIL = regex.compile(r"[^\s,;:<>()\[\]\"]{1,64}[ ]?(?:@|\(at\)|\barroba\b)[ ]?[^\s,;:<>()\[\]\"]{3,190}")
_USER = regex.compile(r"(?r)[^\s,;:<>()\[\]\"]{1,64}[ ]?")  # none begins before what stands before the first mark
_AT = ("@", "(at)", "arroba")
_PARTS = regex.compile("[0-9]+|[a-z]+")
_NEAR_GAP = 4
_LEAST_FUZZY_TOWN = 6
_PLACE_CUES = frozenset("en de del localidad provincia ciudad poblacion municipio domicilio residente reside".split())


def find_addresses(values: Sequence[FieldValue], words: ReportWords, vocabulary: Vocabulary) -> list[Spelt]:
    """Where the streets, towns and e-mail addresses among some values stand, some of which may overlap.

    A street is its name with the kind of way before it and the number, floor and door after it, as far as they stand
    there; a name of one ordinary word needs one of them. A town is written with a capital.
    """
    emails = {whose: value.text for whose, value in enumerate(values) if value.kind is FieldKind.EMAIL}
    found = list(_emails_of(emails, words.text))
    for whose, value in enumerate(values):
        if value.kind in (FieldKind.ADDRESS, FieldKind.TOWN):
            field = ReportWords(value.text)
            find = _street if value.kind is FieldKind.ADDRESS else _town
            places = list(find(field, words, vocabulary))
            if len(field) > 1:
                places += _verbatim(field, words)
            found += [_place(*place, value.kind, whose) for place in places]
    return found


def _street(field: ReportWords, words: ReportWords, vocabulary: Vocabulary) -> Iterator[tuple[int, int, int]]:
    name, rest = _street_name(field)
    ordinary = all(word in vocabulary for word in name) and len(name) < 2
    for first, last, edits in _phrases(name, words):
        start = first
        while start > 0 and words.folded[start - 1] in PARTICLES and words.gap(start - 1).isspace():
            start -= 1
        name_start = start
        while start > 0 and words.folded[start - 1] in _WAY and _close(words.gap(start - 1)):
            start -= 1
        if start == name_start:
            start = first
        end = _after_street(last, rest, words)
        if ordinary and start == first and end == last:
            continue
        bare = start == first and end == last
        if bare and (edits or len(name) < 2) and (len(name) < 2 if edits else not words.capital[first]):
            continue
        yield words.starts[start], words.ends[end], edits


def _street_name(field: ReportWords) -> tuple[list[str], list[str]]:
    """The words of the street's name, and what follows it."""
    folded = field.folded
    at = 0
    while at < len(folded) - 1 and folded[at] in _WAY:
        at += 1
    name: list[str] = []
    while at < len(folded) and not folded[at][:1].isdigit() and folded[at] not in _FILLERS:
        if folded[at] and folded[at] not in PARTICLES:  # a soft hyphen alone folds to nothing
            name.append(folded[at])
        at += 1
    return name, [piece for word in folded[at:] for piece in _PARTS.findall(word)]


def _after_street(last: int, rest: Sequence[str], words: ReportWords) -> int:
    """The last word of the street's number, floor and door, as far as they follow and are those of the field."""
    end = at = last
    left = list(rest)
    while left and at + 1 < len(words) and len(words.gap(at)) <= _NEAR_GAP and "\n" not in words.gap(at):
        pieces = _PARTS.findall(words.folded[at + 1])
        if not pieces:
            at += 1
            continue
        if all(piece in left for piece in pieces):
            for piece in pieces:
                left.remove(piece)
            end = at + 1
        elif words.folded[at + 1] not in _FILLERS:
            break
        at += 1
    return end


def _town(field: ReportWords, words: ReportWords, vocabulary: Vocabulary) -> Iterator[tuple[int, int, int]]:
    name = [word for word in field.folded if word not in PARTICLES]
    ordinary = all(word in vocabulary for word in name)
    for first, last, edits in _phrases(name, words):
        if not words.capital[first] or (edits and len("".join(name)) < _LEAST_FUZZY_TOWN):
            continue
        if ordinary and (edits or not _in_place(first, words)):
            continue
        if edits and all(words.folded[at] in vocabulary for at in range(first, last + 1)):
            continue
        start = first
        leading = [word for word in field.folded[: field.folded.index(name[0])] if word in PARTICLES]
        while leading and start and words.folded[start - 1] == leading[-1] and words.capital[start - 1]:
            start -= 1
            leading.pop()
        yield words.starts[start], words.ends[last], edits


def _in_place(first: int, words: ReportWords) -> bool:
    """Whether a capital at a word is not that of a sentence's beginning: after a number, a capital, inside a line."""
    if not first:
        return False
    before, gap = words.folded[first - 1], words.gap(first - 1)
    if before[0].isdigit() or (before in _PLACE_CUES and not words.shouted(first)):
        return True
    if words.shouted(first):
        return False
    if words.capital[first - 1]:
        return True
    return "\n" not in gap and not any(mark in gap for mark in ".!?:")


def _verbatim(field: ReportWords, words: ReportWords) -> Iterator[tuple[int, int, int]]:
    """Where all words of the field stand one after the other, beginning with a capital as the field does."""
    wanted = field.folded
    for first, folded in enumerate(words.folded):
        if folded == wanted[0] and words.folded[first : first + len(wanted)] == wanted and words.capital[first]:
            last = first + len(wanted) - 1
            if all(_close(words.gap(index)) for index in range(first, last)):
                yield words.starts[first], words.ends[last], 0


def _phrases(name: Sequence[str], words: ReportWords) -> Iterator[tuple[int, int, int]]:
    """Where the words of a name follow each other, each near its own: (first word, last word, edits of all)."""
    if not name:
        return
    places = words.places
    distinct = list(places)
    near_at: list[dict[int, int]] = [{} for _ in name]
    for number, word, edits in near_words(list(name), distinct):
        for index in places[distinct[word]]:
            near_at[number][index] = edits
    for first, edits in near_at[0].items():
        last, total = first, edits
        for wanted in near_at[1:]:
            at = last + 1
            while at < len(words) and words.folded[at] in PARTICLES and at not in wanted:
                at += 1
            if at not in wanted or not all(_close(words.gap(index)) for index in range(last, at)):
                break
            total += wanted[at]
            last = at
        else:
            yield first, last, total


def _close(gap: str) -> bool:
    return len(gap) <= _NEAR_GAP and "\n" not in gap


def emails_around(names: Sequence[Spelt], text: str) -> list[Spelt]:
    """Places of names of which those inside an e-mail address are the whole address."""
    if not names:
        return []
    addresses = _emails(text)
    found = []
    for name in names:
        at = bisect_right(addresses, name.start, key=lambda address: address[0]) - 1
        if at >= 0 and name.end <= addresses[at][1]:
            name = name._replace(start=addresses[at][0], end=addresses[at][1], kind=FieldKind.EMAIL)
        found.append(name)
    return found


@LastTexts
def _emails(text: str) -> tuple[tuple[int, int, str], ...]:
    """The e-mail addresses of a text, looked for in the lines that may have one: start, end, as written."""
    found: list[tuple[int, int, str]] = []
    places = {mark: at for mark in _AT if (at := text.find(mark)) >= 0}
    while places:
        mark = min(places.values())
        begin, end = text.rfind("\n", 0, mark) + 1, text.find("\n", mark)
        end = len(text) if end < 0 else end
        before = _USER.match(text, begin, mark)
        begin = mark if before is None else before.start()
        for match in _EMAIL.finditer(text, begin, end):
            written = match.group().rstrip(".")
            found.append((match.start(), match.start() + len(written), written))
        for one in [one for one, at in places.items() if at < end]:
            places[one] = text.find(one, end)
            if places[one] < 0:
                del places[one]
    return tuple(found)


def emails_in(text: str) -> Iterator[tuple[int, int, str]]:
    """The e-mail addresses of a text: (start, end, folded, without blanks and with `@`)."""
    return ((start, end, _plain_email(written)) for start, end, written in _emails(text))


def street_words(address: str) -> tuple[list[str], list[str]]:
    """The words of a street's name, folded, and the figures and letters after it (number, floor, door)."""
    return _street_name(ReportWords(address))


def _emails_of(wanted: Mapping[int, str], text: str) -> Iterator[Spelt]:
    """Where wanted addresses stand, by the place of the value; what is one of them is no misspelt other one."""
    if not wanted:
        return
    known: dict[str, int] = {}
    for whose, address in wanted.items():
        plain = _plain_email(address)
        if "@" in plain:
            known.setdefault(plain, whose)
    strange: list[tuple[int, int, str]] = []
    for start, end, plain in emails_in(text):
        if plain in known:
            yield _place(start, end, 0, FieldKind.EMAIL, known[plain])
        else:
            strange.append((start, end, plain))
    written = [plain for _, _, plain in strange]
    for plain, whose in known.items():
        for _, number, edits in near([plain], written, [2]):
            yield _place(*strange[number][:2], edits, FieldKind.EMAIL, whose)


def _plain_email(text: str) -> str:
    return "".join(fold(text).split()).replace("(at)", "@").replace("arroba", "@")


def _place(start: int, end: int, edits: int, kind: FieldKind, whose: int) -> Spelt:
    told = f"{edits} edit{'s' * (edits > 1)}" if edits else "exact"
    facts = (Evidence("patient", kind.value, told),)
    return Spelt(start, end, kind, whose, max(0.95 - 0.06 * edits, 0.6), facts)
