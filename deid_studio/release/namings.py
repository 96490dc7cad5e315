"""Namings: whom and what a fact names, which goes while the fact stays: of `alcalde de Muxía` stays `alcalde`.

A fact is said by words that many say. What else stands behind them in its part of the mention names somebody or some
place: a word with a capital where the others have none, one that lists of names have, or that no dictionary has. All of
that part from there on goes, with what links it: to say less is still true, another name would be another case.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, takewhile

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import default_gazetteers, read_gazetteer
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES, TITLES
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.people.word_lists import word_lists
from deid_studio.release.countries import country_of

_WORDS = word_lists("namings")
_LINKS = _WORDS.words("links") | PARTICLES
_BEFORE_NAMES = _WORDS.words("before_names") | TITLES
_GROUPS, _OF_TRADES, _ACRONYMS, _ENGLISH = map(_WORDS.words, ("groups", "of_trades", "acronyms", "english_trades"))
_ENGLISH_WORDS = _ENGLISH | _WORDS.words("before_english_trades")
_WORD = regex.compile(r"[^\P{L}ªº][\p{L}\p{M}]*(?:['’][\p{L}\p{M}]+['’]?)*|\p{Nd}+")
_CLAUSE = regex.compile(r"[,;:/()\[\]|\r\n]|\s[-–—]\s|\s(?:y|e|i|o|u|luego|antes|despu[eé]s)\s")
_TRAILING = regex.compile(r"[\s,;:/(\[|–—-]+$|\s(?:y|e|i|o|u|luego|antes|despu[eé]s)$")
_LEADING = regex.compile(r"^(?:[\s,;:/|–—-]|(?:y|e|i|o|u|luego|antes|despu[eé]s)\s)+")
_EPONYM = regex.compile(r"(?i)\b([\p{L}\p{M}]+)\s+(?:de(?:\s+la|l)?\s+)?$")
_NAMES = frozenset(("first_name", "last_name", "company"))
_LISTS = (
    "lists/professions", "grammar/occupations", "grammar/occupations_in_context", "meddocan/known_profession",
    "lists/specialities", "lists/departments", "lists/nationalities", "lists/population_groups", "grammar/peoples",
)  # fmt: skip
_YEAR, _BEFORE_YEARS = regex.compile(r"(?:19|20)\d\d"), frozenset("de del desde en hasta a y entre ano".split())
_LEAST_FIGURES = 3  # of a number that tells which one of many
_LEAST_TELLING = 4  # letters of a word whose case tells how the others are written


def namings_in(text: str) -> list[tuple[int, int]]:
    """Where a fact names somebody or something, in text order."""
    return [(start, end) for _, start, end in _stretches(text)]


def _stretches(text: str) -> list[tuple[int, int, int]]:
    """Where what links a name to what is said before begins, where the name does, and where it ends."""
    words = list(_WORD.finditer(text))
    tells = _capitals_tell(words)
    found: list[tuple[int, int, int]] = []
    for start, end in _clauses(text):
        own = [word for word in words if start <= word.start() < end]
        said = _in_english(own) if own[:1] == words[:1] else 0
        first = next((n for n in range(said, len(own)) if _names(text, own, n, tells, own[n] is words[0])), None)
        if first is not None:
            link = first
            while link and fold(own[link - 1].group()) in _LINKS | TITLES:
                link -= 1
            found.append((own[link].start() if link else start, own[first].start(), end))
    return found


def without_namings(text: str) -> str | None:
    """What a fact says without whom and what it names; None where nothing is left, itself where it names nothing."""
    found = _stretches(text)
    if not found:
        return text
    pieces, at = [], 0
    for start, _, end in found:
        pieces.append(text[at:start].rstrip())
        at = end
    made = _LEADING.sub("", _closed("".join((*pieces, text[at:]))))
    while (shorter := _TRAILING.sub("", made)) != made:
        made = shorter
    left = [fold(word) for word in _WORD.findall(made)]
    if _is_english(list(_WORD.finditer(text))) and _ENGLISH.isdisjoint(left):
        return None  # what is left is no trade: `retired`
    return made if any(word not in _LINKS | TITLES for word in left) else None


def _is_english(words: list[regex.Match[str]]) -> bool:
    """Whether a trade is told in English behind what is said of it, and is nobody's name (`chófer de Cook`)."""
    tells = _capitals_tell(words)
    return any(
        fold(word.group()) in _ENGLISH and (word.group().islower() or not tells) and fold(before.group()) not in _LINKS
        for before, word in pairwise(words)
    )


def _in_english(words: list[regex.Match[str]]) -> int:
    """How many of the words with which a mention begins tell a trade in English; one alone may be a name (`Cook`)."""
    run = list(takewhile(_ENGLISH_WORDS.__contains__, (fold(word.group()) for word in words)))
    found = max((at for at, word in enumerate(run, 1) if word in _ENGLISH), default=0)
    return 0 if found == 1 and _listed(run[0]) else found


def says_group(text: str) -> bool:
    """Whether a text begins with the word for a people, a religion or the like, or with none that may be a name."""
    words = [fold(word) for word in _WORD.findall(text) if fold(word) not in PARTICLES]
    if not words or without_namings(text) is None:
        return False
    first = words[0]
    return first in _said() or country_of(first) != "" or (first in default_vocabulary() and not _listed(first))


def _names(text: str, words: list[regex.Match[str]], at: int, tells: bool, is_first: bool) -> bool:
    """Whether a word of a part of a mention names somebody; of the first word of a mention a capital tells nothing."""
    written, folded = words[at].group(), fold(words[at].group())
    if written.isdigit():
        is_year = _YEAR.fullmatch(written) and at and fold(words[at - 1].group()) in _BEFORE_YEARS
        return len(written) >= _LEAST_FIGURES and not is_year
    behind_title = at > 0 and fold(words[at - 1].group()) in _BEFORE_NAMES
    if folded in _LINKS or (folded in TITLES and at + 1 < len(words)):
        return False
    if behind_title and (not tells or written[0].isupper() or _listed(folded)):
        return True
    if folded in _said() or (folded in _ACRONYMS and written.isupper()) or country_of(written):
        return False
    if _is_eponym(text, words[at].start()):
        return False
    if at == 0 and (is_first or not written[0].isupper()):
        return (_listed(folded) or _is_english(words)) and folded not in default_vocabulary()
    return _listed(folded) or (tells and written[0].isupper()) or folded not in default_vocabulary()


def _is_eponym(text: str, start: int) -> bool:
    """Whether a word is of the name of a disease or a test: `síndrome de Down`."""
    cue = _EPONYM.search(text[:start])
    return cue is not None and "eponym_cue" in default_gazetteers().kinds(fold(cue.group(1)))


def _listed(folded: str) -> bool:
    return not _NAMES.isdisjoint(default_gazetteers().kinds(folded))


def _capitals_tell(words: list[regex.Match[str]]) -> bool:
    """Whether some word of weight is written small, so that a capital says something."""
    return any(len(word.group()) >= _LEAST_TELLING and word.group().islower() for word in words) or (
        len(words) > 0 and words[0].group().islower()
    )


def _clauses(text: str) -> list[tuple[int, int]]:
    between = [match.span() for match in _CLAUSE.finditer(text)]
    return list(zip((0, *(end for _, end in between)), (*(start for start, _ in between), len(text)), strict=True))


def _closed(text: str) -> str:
    """A text without a bracket of which the other went."""
    for opening, closing in ("()", "[]"):
        if text.count(opening) != text.count(closing):
            text = text.replace(opening, "").replace(closing, "")
    return str(regex.sub(r"\s{2,}|\(\s*\)|\[\s*\]", " ", text)).strip()


@cache
def _said() -> frozenset[str]:
    """Folded words that say what somebody does, or of which people or religion they are."""
    folder = paths.resources() / "gazetteers"
    entries = [fold(entry) for name in _LISTS for entry in read_gazetteer(folder / f"{name}.txt").entries]
    return frozenset(word for entry in entries for word in entry.split()) | _GROUPS | _OF_TRADES
