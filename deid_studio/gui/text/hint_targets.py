"""Where a person may want to jump to mark something, how far it goes, and the letters that lead there; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import regex

from deid_studio.gui.text.token_steps import Edges
from deid_studio.model.visible_words import VisibleWords

# In the order of how easily they are struck; the alphabet of Spanish and English keyboards alike, without I: in many a
# font it looks like J or L.
LETTERS = "fjdksalghrueowqptyvncmbxz"

_WORD = regex.compile(r"[\p{L}\p{N}]+")
# Nothing begins there; all other words of one or two small letters may be somebody's initials.
_SMALL = frozenset("a al de e el en es ha la le lo me mi ni no o se si su te tu u un y ya".split())
_NAME = r"(?:\p{Lu}(?:\.(?= ?\p{Lu})|[ªº]\.?|[\p{L}\p{M}'’·]*))"
_PARTICLE = r"(?:de|del|la|las|los|da|do|dos|van|von|y|e|i|d')"
_NAMES = rf"{_NAME}(?:(?: |\.(?<=\p{{Lu}}\.)| ?- ?)(?:{_PARTICLE} ){{0,2}}{_NAME})*(?!\p{{N}})"
_WAY = r"(?:[Cc]/|(?i:calle|avda\.?|av\.|avenida|plaza|pza\.?|paseo|pº|ctra\.?|carretera|ronda|camino))"
_DOOR = r"(?:,? (?:[Nn]\.?º ?)?\p{N}+(?:,? \p{N}{1,2} ?[ºª](?:,? ?\p{Lu}(?!\p{L}))?)?)"
_STRETCHES = tuple(
    regex.compile(pattern, regex.VERSION1)
    for pattern in (
        r"[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]*[\p{L}\p{N}]",
        r"(?:https?://|www\.)[^\s,;]*[\p{L}\p{N}/]",
        r"\p{N}{1,2} (?:de )?\p{L}{3,10}(?:,? (?:de |del )?\p{N}{4})?(?<=de \p{L}+|\p{N}{4})",
        r"\p{Ll}{4,10} (?:de|del) \p{N}{4}",
        r"\p{N}{1,3} (?:años?|meses|mes|semanas?|días?)(?!\p{L})",
        r"\+?\p{N}{2,}(?:[ .-]\p{N}{2,})+(?![\p{L}\p{N}])",
        r"\+?[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*(?:[./:-][\p{L}\p{N}]+)*",
        rf"{_WAY} ?(?:{_PARTICLE} ){{0,2}}{_NAMES}{_DOOR}?",
        _NAMES,
    )
)
_LONGEST = 200  # code points


@dataclass(frozen=True, slots=True)
class Target:
    """A stretch [start, end) that a jump selects; `likely` ones look like PHI and are worth a single letter. With a
    class it is held possible as a whole, and a jump marks it."""

    start: int
    end: int
    likely: bool
    phi_class: str = ""


def targets(
    text: str,
    edges: Edges,
    start: int,
    end: int,
    marked: Sequence[tuple[int, int]],
    possible: Sequence[Target] = (),
) -> list[Target]:
    """The unmarked words of [start, end), in order, each with the stretch that most likely belongs to it.

    `marked` are the stretches that are mentions already; what is held `possible`, in text order and apart, takes the
    place of what its first word leads to. Offsets are code points.
    """
    taken = sorted(marked)
    waiting = list(reversed(possible))
    found: list[Target] = []
    covered = 0  # the end of the last likely stretch: what lies in it is jumped to by its own letters, but unlikely
    for word in _words(text, edges, start, end):
        limit = _free_until(word, taken)
        while waiting and waiting[-1].end <= word[0]:
            waiting.pop()
        if limit is None:
            continue
        if waiting and waiting[-1].start < word[1]:
            found.append(waiting.pop())
            covered = found[-1].end
            continue
        reach = min(stretch_at(text, word[0], word[1], limit), limit)
        looks = _looks(text[word[0] : reach])
        inside = word[0] < covered
        if inside and not text[word[0] - 1].isspace():
            continue  # the month within a date written in figures
        if not looks and text[slice(*word)] in _SMALL:
            continue
        found.append(Target(word[0], reach, looks and not inside and not _begins_sentence(text, word[0], reach)))
        if looks and not inside:
            covered = reach
    return found


def stretch_at(text: str, start: int, end: int, limit: int) -> int:
    """Where the stretch that begins with the word [start, end) ends: a whole name, date, number or address."""
    line = text[: min(start + _LONGEST, limit)]
    best = end
    for pattern in _STRETCHES:
        match = pattern.match(line, start)
        if match is not None and match.end() > best:
            best = match.end()
            break
    return best


def further(words: VisibleWords, end: int) -> int:
    """The end of the word after `end`; signs between are passed over."""
    return words.end(end, 1) or end


def hints(found: Sequence[Target], caret: int, kept: Mapping[str, Target]) -> dict[str, Target]:
    """Letters for each target, no one's being the beginning of another's.

    The likely ones have a single letter, as many as leave two letters for all others: what is held possible, then what
    is nearest to the caret. Where most
    of what had letters before (`kept`) is there still, it keeps them, and what came has two that are free.
    """
    there = set(found)
    stay = {keys: one for keys, one in kept.items() if one in there}
    came = [one for one in found if one not in set(stay.values())]
    pairs = (first + second for first in LETTERS if first not in stay for second in LETTERS)
    free = [keys for keys in pairs if keys not in stay]
    if len(came) <= min(len(stay), len(free)):
        return {**stay, **dict(zip(free, came, strict=False))}
    size = len(LETTERS)
    near = sorted(
        (one for one in found if one.likely), key=lambda one: (not one.phi_class, abs(one.start - caret), one.start)
    )
    single = size - min(-(-max(len(found) - size, 0) // (size - 1)), size) if len(found) > size else size
    alone = near[: min(single, len(near))]
    given = dict(zip(LETTERS, sorted(alone, key=lambda one: one.start), strict=False))
    others = [one for one in found if one not in alone]
    if len(alone) + len(others) <= size:
        return {**given, **dict(zip(LETTERS[len(alone) :], others, strict=False))}
    pairs = (first + second for first in LETTERS[len(alone) :] for second in LETTERS)
    return {**given, **dict(zip(pairs, others, strict=False))}


def _words(text: str, edges: Edges, start: int, end: int) -> Iterator[tuple[int, int]]:
    for word in _WORD.finditer(text, start, end):
        at = word.start()
        while at < word.end():
            until = min(edges(at, 1), word.end())
            yield at, until
            at = until


def _free_until(word: tuple[int, int], taken: Sequence[tuple[int, int]]) -> int | None:
    """Where the next mention begins after a word; None for a word that a mention holds a part of."""
    limit = 1 << 60
    for start, end in taken:
        if start < word[1] and word[0] < end:
            return None
        if start >= word[1]:
            limit = min(limit, start)
    return limit


def _looks(stretch: str) -> bool:
    return any(c.isdigit() or c.isupper() for c in stretch) or "@" in stretch


def _begins_sentence(text: str, start: int, end: int) -> bool:
    """Whether a lone capitalised word merely begins a sentence, a line, or is a label before a colon."""
    word = text[start:end]
    if not word.isalpha():
        return False
    before = text[:start].rstrip(" \t")[-1:]
    return before in ("", "\n", "\r", ".", "¿", "¡") or text[end : end + 1] == ":"
