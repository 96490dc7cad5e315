"""Case: dictation in small letters and lines of capitals as they would be written ordinarily."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import ceil

import regex

from deid_studio.detection.readings.labels import labelled
from deid_studio.detection.readings.lexicon import Lexicon, words_folded
from deid_studio.detection.readings.reading import Edit, Reading
from deid_studio.people.pieces import LINE

_WORD = regex.compile(r"[^\W\d_]+")
_PARAGRAPH = regex.compile(r"[^\n\r]+(?:\r?\n(?=[^\n\r])[^\n\r]+)*+")
_LETTERS = regex.compile(r"[^\W\d_]")
_LEAST_LETTERS = 20  # of a paragraph without capitals
_LEAST_CAPITALS = 6  # of a line of them
_FEW_CAPITALS = 0.01  # of all letters: less than in any text that is written ordinarily
_SMALL = 0.1  # of the letters of a line of capitals
_JOINS = frozenset("de del la las los el y i e da do dos d san santa von van der".split())
_LONGEST_ORGANISATION = 6
_LONGEST_STREET = 5


def restored_case(text: str, lexicon: Lexicon) -> Reading:
    """The text with capitals where names, places and sentences begin, in paragraphs that have none."""
    edits: list[Edit] = []
    for start, end in _without_capitals(text):
        edits += _as_written(text, start, end, lexicon, capitals=False)
    return Reading(text, edits)


def labelled_fields(text: str, lexicon: Lexicon) -> Reading:
    """The text with colons behind the labels of fields, in paragraphs without capitals."""
    return Reading(text, (edit for line in _without_capitals(text) for edit in labelled(text, *line)))


def lowered_capitals(text: str, lexicon: Lexicon) -> Reading:
    """The text with small letters in lines of capitals, but for names, places, acronyms and beginnings."""
    edits: list[Edit] = []
    if any(a.isupper() for a in text):
        at = 0
        for line, whole in zip(text.splitlines(), text.splitlines(keepends=True), strict=True):
            if _of_capitals(line):
                edits += _as_written(text, at, at + len(line), lexicon, capitals=True)
            at += len(whole)
    return Reading(text, edits)


@lru_cache(maxsize=2)
def _without_capitals(text: str) -> tuple[tuple[int, int], ...]:
    """The lines of paragraphs without capitals: two readings ask for them, mostly of the same text."""
    return tuple(_lines_without_capitals(text))


def _lines_without_capitals(text: str) -> Iterator[tuple[int, int]]:
    letters = len(_LETTERS.findall(text)) if text.islower() else 0
    few = letters >= _LEAST_LETTERS or _few_capitals(text)
    for paragraph in _PARAGRAPH.finditer(text):
        whole = paragraph.group()
        if whole.islower() and (few or len(_LETTERS.findall(whole)) >= _LEAST_LETTERS):
            yield from (line.span() for line in LINE.finditer(text, *paragraph.span()))
        elif few:
            lines = LINE.finditer(text, *paragraph.span())
            yield from (line.span() for line in lines if line.group().islower())


def _few_capitals(text: str) -> bool:
    return not _has(ceil(_FEW_CAPITALS * len(text)), str.isupper, text)


def _has(count: int, test: Callable[[str], bool], text: str) -> bool:
    """Whether so many signs of a text pass a test: most texts tell in their beginning."""
    return not count or next(islice(filter(test, text), count - 1, None), None) is not None


def _of_capitals(line: str) -> bool:
    if _has(int(_SMALL * len(line)) + 1, str.islower, line):
        return False
    capitals = sum(map(str.isupper, line))
    return capitals >= _LEAST_CAPITALS and sum(map(str.islower, line)) <= _SMALL * capitals


def _as_written(text: str, start: int, end: int, lexicon: Lexicon, capitals: bool) -> Iterator[Edit]:
    """The words of a line that are to be written otherwise, letter by letter as long as before."""
    places = [word.span() for word in _WORD.finditer(text, start, end)]
    words = [text[slice(*place)] for place in places]
    folded = words_folded(words)
    big = _capitalised(text, places, folded, lexicon, capitals)
    for i, (at, to) in enumerate(places):
        word = words[i]
        if capitals and lexicon.is_acronym(folded[i]) and not big[i]:
            continue
        written = word[0].upper() + word[1:].lower() if big[i] else word.lower()
        if written != word and len(written) == len(word):
            yield Edit(at, to, written)


def _capitalised(
    text: str, places: Sequence[tuple[int, int]], folded: Sequence[str], lexicon: Lexicon, capitals: bool
) -> list[bool]:
    count = len(folded)
    big = [
        not lexicon.is_word(one) and (lexicon.is_name(one) or lexicon.is_place(one)) and one not in _JOINS
        for one in folded
    ]
    for i in lexicon.places(folded):
        big[i] = folded[i] not in _JOINS
    for i in range(count - 1):
        # `m puig`, `e rubio yagüe`
        alone = text[places[i][1] : places[i + 1][0]] in (" ", ". ", ".")
        if (
            len(folded[i]) == 1
            and alone
            and (big[i + 1] and lexicon.is_name(folded[i + 1]))
            and folded[i] not in "yoau"
        ):
            big[i] = folded[i] != "e" or i == 0
    for i in range(1, count):
        # Behind `dr`, `doña`, `hija` stands a name, even one that is a word; not behind the label `Madre:`.
        if lexicon.is_role(folded[i - 1]) and (lexicon.is_name(folded[i]) or lexicon.is_unknown(folded[i])):
            big[i] = True
        if capitals and lexicon.is_unknown(folded[i]):
            big[i] = True
    _spread(text, places, folded, big, lexicon)
    for i in range(count):
        if lexicon.is_organisation(folded[i]) or lexicon.is_street(folded[i]):
            longest = _LONGEST_ORGANISATION if lexicon.is_organisation(folded[i]) else _LONGEST_STREET
            last = _named(text, places, folded, i, longest, lexicon)
            for at in range(i, last + 1) if last > i else ():
                big[at] = folded[at] not in _JOINS or folded[at] in ("san", "santa")
    for i in range(count):
        before = text[places[i - 1][1] : places[i][0]] if i else "."
        if any(mark in before for mark in ".:;\t|") or "  " in before:
            big[i] = True
    return big


def _spread(
    text: str, places: Sequence[tuple[int, int]], folded: Sequence[str], big: list[bool], lexicon: Lexicon
) -> None:
    """Words beside a name that are names too (`rosa`, `de la cruz`), from left to right, then back."""
    count = len(folded)
    for order, step in ((range(count), 1), (range(count - 1, -1, -1), -1)):
        for i in order:
            if not big[i] or not (lexicon.is_name(folded[i]) or lexicon.is_unknown(folded[i])):
                continue
            at = i + step
            while 0 <= at < count and folded[at] in _JOINS and abs(at - i) <= 2:
                at += step
            if not 0 <= at < count or big[at]:
                continue
            between = text[places[min(i, at)][1] : places[max(i, at)][0]]
            apart = any(mark in between for mark in ",.;:()/\t") or any(sign.isdigit() for sign in between)
            joined = abs(at - i) == 1
            if not apart and (lexicon.is_name(folded[at]) or (joined and step == 1 and lexicon.is_unknown(folded[at]))):
                big[at] = True


def _named(
    text: str, places: Sequence[tuple[int, int]], folded: Sequence[str], i: int, longest: int, lexicon: Lexicon
) -> int:
    """The last word of the organisation or street that begins at a word: that itself where none seems named."""
    last = i
    for at in range(i + 1, min(i + longest, len(folded))):
        between = text[places[at - 1][1] : places[at][0]]
        if between.strip(" .'-") or len(between) > 2:
            break
        if folded[at] in _JOINS:
            continue
        named = lexicon.is_name(folded[at]) or lexicon.is_place(folded[at]) or lexicon.is_unknown(folded[at])
        if not named and (len(folded[at]) < 5 or NO_VERB.fullmatch(folded[at])):
            break
        last = at
    return last


# What follows a place of work in a sentence and is no part of its name.
NO_VERB = regex.compile(
    r".*(?:ado|ada|ados|adas|ido|ida|idos|ando|iendo|mente)|donde|desde|hasta|para|sobre|entre|segun|hace|cuando"
)
