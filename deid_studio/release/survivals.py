"""Survivals: what of a marked text still stands in what takes its place.

A word of three letters and more, a run of three figures and more, or a number in words survives when it is the person's
own (`own_words`) and stands in the surrogate too: whatever its case, accents and signs, hyphens and blanks between its
figures, alone or run together with others. It asks no detector and takes no excuse, and nobody's lists of names.

Counted as the same:

- words: equal when folded, `ñ` like `n`, with the letters for which a scanner read figures (`L0ma`); a word of four
  letters also inside a longer one, and in codes (user names, addresses, numbers, what is of no kind) any four letters
  in a row;
- figures: in numbers of things and telephones any three in a row, over the signs between them and with those that are
  said in words, but the zeros that a number is filled up with and the code of a telephone's country; elsewhere a whole
  run;
- numbers in words: the same number, in words again. Two things stay as they are told: how many relatives there are, and
  the day of a date that was moved as a whole. An age that a date of birth tells may stand in figures instead.

What a policy keeps or says less exactly (`keep`, `generalise`) is its decision and no survival; class tags, masks and
codes are looked at without what they are for every text: the class's name, the brackets.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import regex

from deid_studio.people.folding import fold
from deid_studio.people.kinship import names_in
from deid_studio.people.misread import with_letters
from deid_studio.people.number_words import read_number
from deid_studio.release.calling_codes import without_calling_code
from deid_studio.release.own_words import LEAST_PART, OF_WORDS, Word, is_address_of_street, words_of

LEAST = 3  # letters of a word, figures of a run
_LEAST_CODE = 4  # letters in a row that two codes have in common
_LEAST_NUMBER = 2  # one is an article
_LEAST_YEAR = 100
_CODES = frozenset(("phone", "email", "web", "number", "other", ""))
_CODE_SIGN = regex.compile(r"[\p{Nd}@_]|\S[./-]\S")
_BEHIND_ORDINAL = regex.compile(r"(?<=[ªº])(?=\p{L})")
_UNSEEN = regex.compile(r"[\p{Cf}]")
_LETTERS = regex.compile(r"[\p{L}\p{M}]+")
_FIGURES = regex.compile(r"\p{Nd}+")
_SPELLED = regex.compile(r"(?<!\p{L})(?:\p{L}[ .\-_·]{1,2}){2,}\p{L}(?!\p{L})")
_COMPOUND = regex.compile(r"[\p{L}\p{M}]+(?:[-'’._·][\p{L}\p{M}]+)+")
_RESERVED = regex.compile(r"(?i)\.example(?![\p{L}\p{N}-])")


class Surviving(StrEnum):
    """What survives: a word, a run of figures, or a number in words."""

    WORD = "word"
    FIGURES = "figures"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Survival:
    """A piece of a marked text that stands in its surrogate, folded."""

    what: Surviving
    text: str


def survivals(text: str, instead: str, kind: str, before: str = "") -> tuple[Survival, ...]:
    """What of a marked text of a kind survives in what stands instead; `before` is what stands right before it."""
    old, new = _plain(text), _plain(instead)
    kind = "street" if kind == "place" and is_address_of_street(text) else kind
    if kind in OF_WORDS:
        old, new = with_letters(old), with_letters(new)
    if kind == "phone":
        old, new = without_calling_code(old), without_calling_code(new)
    if not old.strip() or not new.strip() or (kind not in _CODES and _bits(old).isdisjoint(_bits(new))):
        return ()
    words = words_of(old, kind, _plain(before))
    said_old, said_new = _said(old, words, kind, _plain(before)), _numbers(words_of(new, "", ""))
    found = [
        *_words(old, new, words, said_old, kind),
        *_figures(new, words, said_old, said_new, kind),
        *_spoken(words, said_old, said_new, kind),
    ]
    return tuple(dict.fromkeys(found))


def _plain(text: str) -> str:
    if text.isascii():
        return text
    # The sign of an ordinal becomes a letter, which is none of the word behind it: `5ºIzq`.
    return str(_UNSEEN.sub("", unicodedata.normalize("NFKC", _BEHIND_ORDINAL.sub(" ", text))))


def _bits(text: str) -> set[str]:
    """All that stands in a text three letters or figures long, over signs and blanks: what has none has no survival."""
    joined = "".join(filter(str.isalnum, fold(text)))
    return {joined[at : at + LEAST] for at in range(len(joined) - LEAST + 1)}


# --- words -------------------------------------------------------------------------------------------------------


def _words(old: str, new: str, words: list[Word], said: list[_Said], kind: str) -> Iterator[Survival]:
    numbers = {at for one in said for at in range(one.first, one.last)}
    own = {
        word.folded
        for at, word in enumerate(words)
        if word.own and at not in numbers and word.folded[0].isalpha() and len(word.folded) >= LEAST
    }
    own.update(_spelled(words))
    generic = Counter(word.folded for word in words if not word.own)  # it stays, and is no survival where it does
    new = str(_RESERVED.sub("", new)) if kind in ("email", "web") else new
    there = Counter(fold(one) for one in _LETTERS.findall(new))
    joined = {fold("".join(filter(str.isalpha, one))) for one in (*_COMPOUND.findall(new), *_SPELLED.findall(new))}
    for word in sorted(own):
        if (
            there[word] > generic[word]
            or word in joined
            or (len(word) >= LEAST_PART and any(word in one for one in (*there, *joined) if one != word))
            or (kind in _CODES and _CODE_SIGN.search(old) and _share(word, set(there)))
        ):
            yield Survival(Surviving.WORD, word)


def _spelled(words: list[Word]) -> Iterator[str]:
    """Words that are spelled letter by letter (`G a r c í a`)."""
    run: list[Word] = []
    for word in (*words, None):
        if word is not None and len(word.folded) == 1 and word.folded.isalpha():
            run.append(word)
            continue
        if len(run) >= LEAST and any(letter.own for letter in run):
            yield "".join(letter.folded for letter in run)
        run = []


def _share(word: str, others: set[str]) -> bool:
    """Whether some letters in a row of a word stand in one of the others."""
    return any(word[at : at + _LEAST_CODE] in other for at in range(len(word) - _LEAST_CODE + 1) for other in others)


# --- figures -----------------------------------------------------------------------------------------------------


def _figures(
    new: str, words: list[Word], said_old: list[_Said], said_new: list[_Said], kind: str
) -> Iterator[Survival]:
    if kind in _CODES:
        there = _streams(words_of(new, "", ""), said_new)
        for stream in _streams(words, said_old):
            zeros = len(stream) - len(stream.lstrip("0"))
            for at in range(max(zeros - LEAST + 1, 0), len(stream) - LEAST + 1):
                run = stream[at : at + LEAST]
                if any(run in (other if run.strip("0") else other[zeros:]) for other in there):
                    yield Survival(Surviving.FIGURES, run)
        return
    runs = _FIGURES.findall(new)
    if kind != "date":
        runs.append("".join(runs))
    for word in words:
        if word.own and word.folded[0].isdigit() and len(word.folded) >= LEAST and any(word.folded in r for r in runs):
            yield Survival(Surviving.FIGURES, word.folded)


def _streams(words: list[Word], said: list[_Said]) -> list[str]:
    """The figures of a number, whatever signs are between them, in words or not; another word ends a stream."""
    begins = {one.first: one for one in said}
    streams = [""]
    at = 0
    while at < len(words):
        one = begins.get(at)
        if one is not None:
            streams[-1] += str(one.number)
            at = one.last
            continue
        if words[at].folded[0].isdigit():
            streams[-1] += words[at].folded
        elif words[at].folded not in ("y", "o"):
            streams.append("")
        at += 1
    return [_without_country(stream) for stream in streams if len(stream) >= LEAST]


def _without_country(stream: str) -> str:
    """Without the prefix of Spain, which is nobody's."""
    for prefix in ("0034", "34"):
        if stream.startswith(prefix) and len(stream) == len(prefix) + 9:
            return stream.removeprefix(prefix)
    return stream


# --- numbers in words --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Said:
    """A number in words: the number, and its words' first and last place (the last exclusive)."""

    number: int
    first: int
    last: int


def _said(text: str, words: list[Word], kind: str, before: str) -> list[_Said]:
    """The numbers in words of a mention; surnames such as `Cien` and `Diez` are none."""
    if kind == "person":
        return []
    names = names_in(text, before) if kind == "relative" else []
    return [one for one in _numbers(words) if not any(start <= words[one.first].start < end for start, end in names)]


def _numbers(words: list[Word]) -> list[_Said]:
    folded = [word.folded for word in words]
    found: list[_Said] = []
    at = 0
    while at < len(folded):
        read = read_number(folded, at)
        if read is not None and (read[0] >= _LEAST_NUMBER or folded[at] in ("cero", "uno")):
            found.append(_Said(read[0], at, read[1]))
            at = read[1]
        else:
            at += 1
    return found


def _spoken(words: list[Word], old: list[_Said], new: list[_Said], kind: str) -> Iterator[Survival]:
    there = {one.number for one in new}
    others = sum(word.folded.isalpha() for word in words) - sum(one.last - one.first for one in old)
    dictated = kind in _CODES and (len(old) > others or any(word.folded[0].isdigit() for word in words))
    for one in old:
        if not words[one.first].own and not dictated:
            continue  # how many relatives they are; the particle of `dos Santos`
        if one.number in there and (kind != "date" or one.number >= _LEAST_YEAR):
            yield Survival(Surviving.NUMBER, str(one.number))
