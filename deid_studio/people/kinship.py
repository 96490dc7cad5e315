"""Kinship: how a mention of relatives is read, word by word: who they are to the patient, how many, how old, or a name.

By places, not by capitals: dictated reports have none. A word for a relative heads a description; once a name began,
words are names (`Luis Nieto Primo`), until a comma, a figure, an age or a `su` begins a description again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise

import regex

from deid_studio import paths
from deid_studio.people.decades import decade_in
from deid_studio.people.folding import fold
from deid_studio.people.kin_names import DOUBTFUL_KIN, KIN_SURNAMES, is_named_so, kin_before_sign
from deid_studio.people.misread import with_figures
from deid_studio.people.name_words import NOBLES, PARTICLES, TITLES
from deid_studio.people.number_words import read_number, read_spoken
from deid_studio.people.word_lists import listed, word_lists


class Part(StrEnum):
    """What a stretch of a mention of relatives is."""

    KIN = "kin"
    SAID = "said"  # what is said of them: the elder, the mother's
    LINK = "link"
    COUNT = "count"
    AGE = "age"
    UNIT = "unit"
    NUMBER = "number"  # too long for either: of a document, a telephone, a year
    TITLE = "title"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a mention (code points of it) and what it is."""

    start: int
    end: int
    part: Part


# Without those that are names as well (`Luis Santa`).
NAME_PARTICLES = PARTICLES - {"san", "santa", "sant"}
_WORDS = word_lists("relatives")
POSSESSIVES = _WORDS.words("possessives")
_LINKS = POSSESSIVES | _WORDS.words("links")
# No first word of a mention: `parte`, `Ella`.
_LINKS_BEHIND = _WORDS.words("links_behind")
_ASKING = POSSESSIVES | _WORDS.words("asking")
_COUNTED = frozenset("miembros personas grado grados generacion linea ultimos ultimas".split())
_SOME_MORE = frozenset("pico tantos tantas pocos pocas algo largos".split())  # `de treinta y pico`
_LEAST_NUMBER = 2  # one is an article
_PARENTS = frozenset("padre madre papa mama progenitor progenitora pare mare pai nai aita ama".split())
_OF_A_SIDE = regex.compile("(?:pa|ma)tern[oa]$")
_ABOUT, _ABOUT_WITH_DE = _WORDS.words("about"), _WORDS.words("about_with_de")
_UNITS = _WORDS.words("units")
_PARTS_OF_YEARS = _WORDS.words("parts_of_years")
_ORDINALS = _WORDS.words("ordinals")
_WORD = regex.compile(r"[^\P{L}ªº][\p{L}\p{M}ªº]*|\p{Nd}+")
_SEPARATOR = regex.compile(r"[,;:()\[\]/\r\n]|\s[-–—]|[-–—]\s")
_SMALL_BEFORE = regex.compile(r"(\p{Ll}+)[ \t]+$")
_WORD_BEFORE = regex.compile(r"([\p{L}\p{M}]+)[ \t]+$")
_LONGEST_PHRASE = 3
_OLDEST = 130  # years
_RUN = regex.compile(r"\p{Nd}+(?:[ .\-]{1,2}\p{Nd}+)*")
_LEAST_NUMBER_RUN = 7  # figures
_WITH_TILDE = frozenset(("doña", "ña", "ño"))
_ARTICLE = regex.compile(r"(?i)\b(?:la|el|su|mi|nire|bere|ene)\s+$")
_GENERATIONS = frozenset(("hijo", "hija", "padre", "madre"))


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    text: str
    folded: str

    @property
    def is_title(self) -> bool:
        """Whether it has a capital, and not capitals alone."""
        return self.text[:1].isupper() and (len(self.text) == 1 or not self.text.isupper())


@cache
def kin_words() -> frozenset[str]:
    """Folded words and phrases for relatives."""
    return listed(paths.resources() / "words" / "kin_words.txt")


@cache
def said_words() -> frozenset[str]:
    """Folded words that are said of relatives right behind the word for them."""
    return listed(paths.resources() / "words" / "said_of_relatives.txt")


def is_address(written: str) -> bool:
    """Whether a word is a form of address, and none for a relative, which may be a name (`Primo`); `Doña` is no Catalan
    `dona`."""
    folded = fold(written)
    return (folded in TITLES and folded not in kin_words()) or written.lower() in _WITH_TILDE


def is_noble(words: Sequence[str], at: int) -> bool:
    """Whether a word is a title and no surname: `el marqués de Soto`, but not `López Marqués` nor `CONDE SOTO`."""
    return (
        0 < at < len(words) - 1
        and fold(words[at]) in NOBLES
        and words[at].islower()
        and fold(words[at - 1]) in ("el", "la", "al", "del")
        and fold(words[at + 1]) in ("de", "del")
    )


def follows_title_of_noble(before: str) -> bool:
    """Whether what stands before a name ends with such a title: `el marqués de `."""
    words = _WORD.findall(before)
    return is_noble([*words, ""], len(words) - 2)


def read_relatives(text: str, before: str = "") -> list[Stretch]:
    """A mention of relatives in stretches, in order; what lies between them are blanks and signs.

    `before` is what stands right before it: after `su hermano` a name begins.
    """
    return list(_Reading(text, before).stretches())


def names_in(text: str, before: str = "") -> list[tuple[int, int]]:
    """The names in a mention of relatives: each from its first word to its last."""
    found: list[tuple[int, int]] = []
    joined = False
    for stretch in read_relatives(text, before):
        if stretch.part is Part.NAME:
            if joined:
                found[-1] = found[-1][0], stretch.end
            else:
                found.append((stretch.start, stretch.end))
            joined = True
        elif stretch.part is not Part.LINK or _SEPARATOR.search(text, found[-1][1] if found else 0, stretch.start):
            joined = False
    return found


def doubtful_kin(text: str, before: str = "") -> list[str]:
    """The words of a mention that are read as words for relatives and may be names: with a capital (`Primo`), or such
    as are both in small letters where an article stands before them (Basque `la andrea`)."""
    found = []
    for stretch in read_relatives(text, before):
        word = text[stretch.start : stretch.end]
        doubtful = fold(word) in DOUBTFUL_KIN and word.islower() and _ARTICLE.search(before + text[: stretch.start])
        if doubtful or (stretch.part is Part.KIN and fold(word) in KIN_SURNAMES and not word.islower()):
            found.append(word)
    return found


def without_names(text: str, name_of: Callable[[str, int], str | None], before: str = "", top: int = 0) -> str | None:
    """A mention of relatives as it is, but for the names in it, which go by `name_of`, told where each begins; None
    where it finds none, and where a number stands in it that is no age.

    Ages from `top` years on become one (`90+`; `nonagenaria`: `de 90+ años`); 0: none does.
    """
    instead = {(start, end): name_of(text[start:end], start) for start, end in names_in(text, before)}
    stretches = read_relatives(text, before)
    if any(stretch.part is Part.NUMBER for stretch in stretches):
        return None
    for stretch, after in pairwise((*stretches, None)) if top else ():
        assert stretch is not None
        unit = fold(text[after.start : after.end]) if after is not None and after.part is Part.UNIT else ""
        if (
            stretch.part is Part.AGE
            and unit not in _PARTS_OF_YEARS
            and _years(text[stretch.start : stretch.end]) >= top
        ):
            told = decade_in(text[stretch.start : stretch.end]) is None
            instead[(stretch.start, stretch.end)] = f"{top}+" if told else f"de {top}+ años"
    pieces: list[str] = []
    at = 0
    for (start, end), new in sorted(instead.items()):
        if new is None:
            return None
        pieces += text[at:start], new
        at = end
    return "".join((*pieces, text[at:]))


def _words(text: str) -> Iterator[_Word]:
    """The words and figures of a mention, these as a scanner should have read them (`7O años`)."""
    for match in _WORD.finditer(with_figures(text)):
        own = text[match.start() : match.end()]
        word = own if own.isalpha() else match.group()
        yield _Word(match.start(), match.end(), word, fold(word))


def _years(said: str) -> int:
    figures = with_figures(said)
    if figures.isdigit():
        return int(figures)
    read = read_spoken([fold(word) for word in _WORD.findall(said)])
    return (decade_in(said) or 0) if read is None else read[0]


class _Reading:
    """One mention, read from left to right."""

    def __init__(self, text: str, before: str) -> None:
        self._text, self._before = text, before
        self._words = list(_words(text))
        self._folded = [word.folded for word in self._words]
        self._at = 0
        self._in_name = False
        self._after_kin = _ends_with_kin(before) and not self._begins_with_kin()
        self._after_age = False
        self._mid = _is_mid_sentence(before)
        self._is_headed = self._after_kin  # whether a word for a relative stands before in this part of the mention
        self._began = False  # whether anything but links stands before in this part of the mention

    def stretches(self) -> Iterator[Stretch]:
        """The stretches, each once."""
        end = 0
        while self._at < len(self._words):
            word = self._words[self._at]
            if self._at and _SEPARATOR.search(self._text, end, word.start):
                self._in_name = self._after_kin = self._is_headed = self._began = False
            length, part = self._next(word)
            last = self._words[self._at + length - 1]
            yield Stretch(word.start, last.end, part)
            self._in_name = part in (Part.NAME, Part.TITLE) or (part is Part.LINK and self._in_name)
            self._after_kin = part in (Part.KIN, Part.SAID)
            self._is_headed = self._is_headed or part is Part.KIN
            self._after_age = part in (Part.AGE, Part.UNIT)
            self._began = self._began or part is not Part.LINK
            end = last.end
            self._at += length

    def _begins_with_kin(self) -> bool:
        """Whether its first word is one for a relative, and no name: `antecedentes familiares padre fallecido`."""
        first = self._words[0] if self._words else None
        return first is not None and first.text.islower() and first.folded in kin_words() - KIN_SURNAMES

    def _next(self, word: _Word) -> tuple[int, Part]:
        """How many words from here are what."""
        if word.text[0].isdigit():
            return 1, self._figure(1)
        if self._in_name and not self._ends_name(word):
            linking = word.folded in NAME_PARTICLES and self._has_next()
            return 1, Part.LINK if linking else Part.NAME
        self._in_name = False
        if word.folded in POSSESSIVES:
            return 1, Part.LINK
        number = self._number(word)
        is_named_so = number == 1 and self._after_kin and not self._is_unit(self._at + 1)  # `su primo Nueve`
        if number and not is_named_so and not self._is_name(word, number):
            return number, self._figure(number)
        if word.folded.isalpha() and decade_in(word.folded) is not None:
            return 1, Part.AGE  # `nonagenaria`
        if self._is_before_age(word):
            return 1, Part.LINK
        if self._after_age and (self._is_unit(self._at) or word.folded in ("de", "edad", "vida")):
            return 1, Part.UNIT
        if word.folded in _ORDINALS and self._is_counted(self._at + 1) and not self._words[self._at + 1].is_title:
            return 1, Part.COUNT  # `Primera hija`, but not `Segundo Nieto`
        if self._after_kin and not self._is_headed and (kin := self._kin(word)):
            return kin, Part.KIN  # `difunto esposo`
        if self._after_kin:
            if word.folded in said_words() and not (word.is_title and self._any_small()) and not self._is_surname(word):
                return 1, Part.SAID
            if word.folded in _LINKS and self._has_next():
                return 1, Part.LINK
            return 1, Part.TITLE if self._is_address(word) else Part.NAME
        kin = self._kin(word)
        if kin:
            return kin, Part.KIN
        if self._is_address(word):
            return 1, Part.TITLE
        if word.folded in TITLES:
            return 1, Part.KIN  # `su señora`, without a name
        if word.folded in _LINKS or (word.folded in _LINKS_BEHIND and self._follows_link()):
            return 1, Part.LINK
        if word.folded in said_words() and not word.is_title:
            return 1, Part.SAID
        return 1, Part.NAME

    def _ends_name(self, word: _Word) -> bool:
        """Whether a word behind a name is no part of it: `Ana y su padre`, `Ana con un hermano`."""
        if word.folded in POSSESSIVES or word.folded in ("con", "un", "una", "por", "otro", "otra"):
            return True
        after = self._words[self._at + 1] if self._at + 1 < len(self._words) else None
        if after is None:
            return word.folded in _GENERATIONS and word.text.islower()  # `José Soto hijo`
        return (
            word.folded in ("y", "e") and (after.folded in POSSESSIVES or after.folded in ("el", "la", "un", "una"))
        ) or (word.folded == "de" and after.text[0].isdigit())

    def _kin(self, word: _Word) -> int:
        """How many words from here are a word for a relative; 0: none is."""
        if self._began and word.is_title and not self._follows_possessive():
            return 0  # `hermano de Primo`
        if self._is_named_so(word):
            return 0  # `hermano, Primo`
        if word.is_title and not self._at and self._mid and word.folded in KIN_SURNAMES:
            return 0  # `vive con Nieto`
        for length in range(min(_LONGEST_PHRASE, len(self._words) - self._at), 0, -1):
            if " ".join(self._folded[self._at : self._at + length]) in kin_words() and self._is_together(length):
                return length
        return 0

    def _is_named_so(self, word: _Word) -> bool:
        """Whether a word for a relative is the name of one who stands before it, with a sign between."""
        if word.folded not in KIN_SURNAMES:
            return False
        signed = kin_before_sign(self._before + self._text[: word.start], kin_words(), said_words())
        after = self._words[self._at + 1 : self._at + 2]
        return signed is not None and is_named_so(word.text, after[0].text if after else "", signed)

    def _number(self, word: _Word) -> int:
        """How many words from here say a number above one; 0: none does.

        In other languages than Spanish short ones are names as well (`Deu`, `Nou`).
        """
        read = read_spoken(self._folded, self._at)
        if read is None or read[0] < _LEAST_NUMBER:
            return 0
        end = read[1]
        is_spanish = read_number(self._folded, self._at) == read
        if not is_spanish and word.is_title and not (self._is_unit(end) or self._is_counted(end)):
            return 0
        if end + 1 < len(self._words) and self._folded[end] in ("y", "i", "e") and self._folded[end + 1] in _SOME_MORE:
            end += 2
        return end - self._at

    def _is_before_age(self, word: _Word) -> bool:
        """Whether it is a word for about (`de más de 90 años`, `casi noventa`), and no surname."""
        with_de = word.folded in _ABOUT_WITH_DE and self._folded[self._at + 1 : self._at + 2] in (["de"], ["dels"])
        at = self._at + 1 + with_de
        if word.is_title or not (with_de or word.folded in _ABOUT) or at >= len(self._words):
            return False
        return self._words[at].text[0].isdigit() or read_spoken(self._folded, at) is not None

    def _is_name(self, word: _Word, number: int) -> bool:
        """Whether some number words are a surname: `Cien, Marta`; what counts relatives or years has them behind it."""
        at = self._at + number
        if self._is_unit(at) or self._is_counted(at):
            return False
        if at == len(self._words):
            return self._at > 0 and word.is_title and self._folded[self._at - 1] not in kin_words()
        after = self._words[at]
        describing = after.folded in kin_words() or after.folded in _LINKS or after.folded in said_words()
        return word.is_title or (after.text[0].isalpha() and not describing)

    def _is_surname(self, word: _Word) -> bool:
        """Whether `Paterna` and the like stand behind a parent: of whose side a parent is, nobody says."""
        return _OF_A_SIDE.match(word.folded) is not None and self._folded[self._at - 1] in _PARENTS

    def _is_unit(self, at: int) -> bool:
        return at < len(self._words) and self._folded[at] in _UNITS

    def _figure(self, length: int) -> Part:
        """What a number of some words is: how many relatives there are, an age, or more than an age can be."""
        if self._is_counted(self._at + length):
            return Part.COUNT
        word = self._words[self._at]
        figures = with_figures(word.text) if length == 1 else ""
        if not figures.isdigit() or self._is_unit(self._at + length):
            return Part.AGE
        is_long = int(figures) > _OLDEST or self._is_among_figures()
        return Part.NUMBER if is_long else Part.AGE

    def _is_among_figures(self) -> bool:
        """Whether a word is of a run of figures that is too long for ages (`600 12 34 56`, but not `40-50`)."""
        word = self._words[self._at]
        runs = (match for match in _RUN.finditer(self._text) if match.start() <= word.start < match.end())
        return any(sum(map(str.isdigit, run.group())) >= _LEAST_NUMBER_RUN for run in runs)

    def _is_counted(self, at: int) -> bool:
        while at < len(self._words) and (
            self._folded[at] in ("de", "los", "las", "ultimos", "ultimas") or self._folded[at] in _ORDINALS
        ):
            at += 1
        return at < len(self._words) and (self._folded[at] in kin_words() or self._folded[at] in _COUNTED)

    def _is_together(self, length: int) -> bool:
        words = self._words[self._at : self._at + length]
        return all(not _SEPARATOR.search(self._text, one.end, other.start) for one, other in pairwise(words)) and not (
            length > 1 and words[-1].is_title and not words[0].is_title
        )

    def _is_address(self, word: _Word) -> bool:
        """Whether it is a form of address before a name; a word for a relative is none here."""
        if is_noble([one.text for one in self._words], self._at):
            return True
        return (
            is_address(word.text)
            and self._has_next()
            and not _SEPARATOR.search(self._text, word.end, self._words[self._at + 1].start)
        )

    def _has_next(self) -> bool:
        return self._at + 1 < len(self._words)

    def _follows_possessive(self) -> bool:
        return self._at > 0 and self._folded[self._at - 1] in POSSESSIVES

    def _follows_link(self) -> bool:
        """Whether a word follows `de`, `por` or a number, and not as the first of a mention or of a part of it."""
        before = self._folded[self._at - 1] if self._at else ""
        return before in _LINKS or before in _ORDINALS or before in _LINKS_BEHIND or read_number([before]) is not None

    def _any_small(self) -> bool:
        """Whether anything before a word is written in small letters, so that its capital tells."""
        return any(not one.text.isupper() and one.text[0].isalpha() for one in self._words[: self._at]) or not self._at


def _is_mid_sentence(before: str) -> bool:
    """Whether a small word stands right before a mention that asks for no noun, as an article or a possessive does."""
    found = _SMALL_BEFORE.search(before)
    return found is not None and fold(found.group(1)) not in _ASKING


def _ends_with_kin(before: str) -> bool:
    """Whether what stands before a mention ends with a word for a relative, with nothing but blanks behind it."""
    found = _WORD_BEFORE.search(before)
    return found is not None and fold(found.group(1)) in kin_words()
