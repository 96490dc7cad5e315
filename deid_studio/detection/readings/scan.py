"""Scan: what a scanner or a careless copy made of letters, figures, words and lines, undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from deid_studio.detection.grammar.searching import SearchedExpression, SearchedText
from deid_studio.detection.readings.lexicon import Lexicon
from deid_studio.detection.readings.reading import Edit, Reading
from deid_studio.people.folding import fold
from deid_studio.people.word_lists import word_lists

_FIGURES = {"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", "S": "5", "B": "8", "Z": "2", "Q": "0", "D": "0"}
_LETTERS = {"0": "o", "1": "il", "5": "s", "8": "b", "|": "il", "3": "e", "6": "g"}
_TOKEN = regex.compile(r"[^\s,;()]+")
_TOKEN_BEFORE = regex.compile(r"(?r)[^\s,;()]+")
# A letter and a figure, a stroke for either, with one sign between at most; and the rest of the token.
_ODD = SearchedExpression(
    r"(?:[^\W\d_][/.:-]?[\d|]|\d[/.:-]?(?:[^\W\d_]|\|)|\|[/.:-]?(?:\d|[^\W\d_]))[^\s,;()]*", regex.VERSION0
)
# Figures with letters among them that look like figures: `l5/03/2O19`, `6O9 l23 456`.
_NUMBER = regex.compile(r"[(+]?(?=(?:[^\d]*\d){1})[\dOolISBZ|QD]+(?:[/.:-][\dOolISBZ|QD]+)*")
# Letters with figures among them: `G0nzález`, `Mar1a`, `Pati3nt`.
_MIXED = regex.compile(
    r"(?=[^\W\d_]*[01358|6])[^\W\d_](?:[^\W\d_]|[01358|6])*[^\W\d_]|[015|][^\W\d_]{3,}|[^\W\d_]{3,}[015|]"
)
_BROKEN = regex.compile(r"(?<=[^\W\d_]{2})(?:-|\u00ad)[ \t]*\r?\n[ \t]*(?=[^\W\d_]{2})|(?<=[^\W\d_])\u00ad(?=[^\W\d_])")
_BREAK = regex.compile(r"-[ \t]*\r?\n|\u00ad")  # what of it is quickly looked for
_WRAPPED = regex.compile(r"(?<=[^\n.:;?!|\t]{40}[^\W_,])[ \t]*\r?\n[ \t]*(?=[^\W_])")
_WORDS = regex.compile(r"[^\W\d_]+")
_PART = regex.compile(r"[^\W_|]+(?:\|[^\W_]+)?")
_PAIRS = (("rn", "m"), ("m", "rn"), ("li", "h"), ("cl", "d"), ("vv", "w"), ("ii", "u"), ("tt", "ft"), ("l", "i"))
# Capitals of which one or another was taken for an `l`: `HOSPlTAL`.
_CAPITALS_WITH_L = regex.compile(r"(?=.*l)(?=(?:.*\p{Lu}){2})[\p{Lu}l01358]{3,}")
_ALIKE = str.maketrans("01|l356", "oiiiesg")  # what a month is known by, however it was read
_MONTHS = frozenset(
    fold(month).translate(_ALIKE) for months in word_lists("dates").table("months").values() for month in months
)
_YEAR, _OF_YEAR = regex.compile(r"(?:19|20)\d\d"), 4
_LEAST_SIGNS = 2


def is_scanned(text: str) -> bool:
    """Whether wrong signs or broken words tell that a text was scanned: several of them, since codes look alike."""
    found = 0
    for word in _odd_tokens(text):
        found += _of_figures(word) is not None or _looks_misread(word)
        if found >= _LEAST_SIGNS:
            return True
    return _BREAK.search(text) is not None and len(_BROKEN.findall(text)) >= _LEAST_SIGNS


def _odd_tokens(text: str) -> Iterator[str]:
    """The tokens with a figure or a stroke beside a letter: in others nothing is misread."""
    for start, end in _ODD.places(SearchedText(text)):
        begun = _TOKEN_BEFORE.match(text, 0, start)
        yield text[begun.start() if begun else start : end]


def _looks_misread(word: str) -> bool:
    core = word.strip(".:;,()")
    return (
        _MIXED.fullmatch(core) is not None
        and len(core) > 4
        and (core[1:].islower() or sum(map(str.isdigit, core)) == 1)
    )


def rejoined(text: str, lexicon: Lexicon) -> Reading:
    """The text without the breaks inside words, by hyphens and stray blanks, and inside sentences."""
    edits = [Edit(found.start(), found.end(), "") for found in _BROKEN.finditer(text)]
    edits += [Edit(found.start(), found.end(), " ") for found in _WRAPPED.finditer(text)]
    edits += _stray_blanks(text, lexicon)
    return Reading(text, _disjoint(edits))


def right_signs(text: str, lexicon: Lexicon) -> Reading:
    """The text with figures for letters in numbers, letters for figures in words, and `m` for `rn` where known."""
    edits = []
    tokens = [(token.start(), token.group()) for token in _TOKEN.finditer(text)]
    for i, (start, word) in enumerate(tokens):
        beside = (tokens[i - 1][1] if i else "", tokens[i + 1][1] if i + 1 < len(tokens) else "")
        among = any(len(other) > 1 and _NUMBER.fullmatch(other.rstrip(".")) for other in beside)
        among = among or _counts(tokens[i + 1 : i + 3])
        figures = _of_figures(word.rstrip(".:"), among)
        if figures is not None:
            edits.append(Edit(start, start + len(figures), figures))
            continue
        for part in _PART.finditer(word):
            other = _of_letters(part.group(), lexicon)
            if other is not None and other != part.group():
                edits.append(Edit(start + part.start(), start + part.end(), other))
    return Reading(text, edits)


def _counts(behind: Sequence[tuple[int, str]]) -> bool:
    """Whether what stands before these tokens is the day of a month or an age."""
    words = [fold(word.rstrip(".")).translate(_ALIKE) for _, word in behind]
    return words[:1] == ["anos"] or (len(words) == 2 and words[0] == "de" and words[1] in _MONTHS)


def _of_figures(word: str, among: bool = False) -> str | None:
    """The figures that a word of figures and a few letters is misread from; None where it is none.

    `among`: a number stands beside it, as in `922 6O 2l 77`, or what it counts.
    """
    if _NUMBER.fullmatch(word) is None:
        return None
    digits = sum(map(str.isdigit, word))
    if len(word) == _OF_YEAR and _YEAR.fullmatch(figures := "".join(_FIGURES.get(sign, sign) for sign in word)):
        return figures if 1 < digits < _OF_YEAR else None
    letters = sum(map(str.isalpha, word)) + word.count("|")
    if among and letters == 1 and len(word) in (2, 3) and word[0] not in "BSDZIQ":
        return "".join(_FIGURES.get(sign, sign) for sign in word)
    if (
        not letters
        or digits < letters * (1 if len(word) > 5 else 2)
        or (len(word) < 4 and not (len(word) > 2 and word[0] in "lO"))
    ):
        return None
    if word[-1].isupper() and letters == 1 and digits >= 7:
        return None  # the letter of an identity card
    if word[0] in "BSDZIQ" and letters == 1:
        return None  # `B12345678`, `S1-2`
    return "".join(_FIGURES.get(sign, sign) for sign in word)


def _of_letters(word: str, lexicon: Lexicon) -> str | None:
    """The word that letters with figures or wrong pairs among them are misread from; None where it is none."""
    if _CAPITALS_WITH_L.fullmatch(word):
        capitals = word.replace("l", "I")
        return capitals if capitals.isalpha() else _of_letters(capitals, lexicon) or capitals
    folded = fold(word)
    if word.isalpha():
        if len(word) < 5 or lexicon.is_known(folded):
            return None
        return next((made for made in _paired(word) if lexicon.is_known(fold(made))), None)
    if len(word) < 4 or not _looks_misread(word):
        return None
    candidates = list(_lettered(word))
    return next((made for made in candidates if lexicon.is_known(fold(made))), candidates[0])


def _paired(word: str) -> Iterator[str]:
    for wrong, right in _PAIRS:
        at = word.find(wrong)
        while at >= 0:
            yield word[:at] + right + word[at + len(wrong) :]
            at = word.find(wrong, at + 1)


def _lettered(word: str) -> Iterator[str]:
    made = [""]
    capitals = sum(map(str.isupper, word)) > 1 and not any(map(str.islower, word))
    for at, sign in enumerate(word):
        choices = _LETTERS.get(sign, sign) if not sign.isalpha() else sign
        if capitals or (at == 0 and not sign.isalpha()):
            choices = choices.upper()
        made = [one + choice for one in made[:8] for choice in choices]
    yield from made


def _stray_blanks(text: str, lexicon: Lexicon) -> Iterator[Edit]:
    """The blanks between two pieces of which one is nothing, but both together are a word or a name."""
    before = None
    for word in _WORDS.finditer(text):
        if (
            before is not None
            and text[before.end() : word.start()] in (" ", "\n")
            and _one(before[0], word[0], lexicon)
        ):
            yield Edit(before.end(), word.start(), "")
            before = None
        else:
            before = word


def _one(left: str, right: str, lexicon: Lexicon) -> bool:
    if not (right[0].islower() or left.isupper()) or len(left + right) < 5 or max(len(left), len(right)) < 4:
        return False
    parts = (fold(left), fold(right))
    pieces = sum(len(one) < 3 or not lexicon.is_known(one) for one in parts)
    short = any(lexicon.is_word(one) and len(one) < 4 for one in parts)
    return lexicon.is_known(parts[0] + parts[1]) and (pieces == 2 or (pieces == 1 and not short))


def _disjoint(edits: list[Edit]) -> Iterator[Edit]:
    at = 0
    for edit in sorted(edits):
        if edit.start >= at:
            yield edit
            at = edit.end
