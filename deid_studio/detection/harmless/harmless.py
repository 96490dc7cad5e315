"""Harmless: which words and numbers of a line are hardly PHI, or none at all, as long as no better witness says so.

What a list of names or places holds, and whatever may be part of an address, an age or an organisation, is left open,
but for eponyms where they stand as such (`signo de Murphy`, `Murphy negativo`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.flat_lines import LINE_END, FlatLines, flattened
from deid_studio.detection.gazetteers import GazetteerIndex
from deid_studio.detection.harmless.number_forms import harmless_numbers
from deid_studio.detection.harmless.word_weights import KNOWN, SIGN, Known, Weight, WordWeights
from deid_studio.detection.tokens import TokenLine
from deid_studio.people.vocabulary import Vocabulary

Weights = NDArray[np.uint8]
_NO_WORDS = Vocabulary(())
_REACH = 3
_LONGEST_SPEAKER = 20
_COLON, _STOP = SIGN[":"], SIGN["."]
_GLUE = SIGN["@"], SIGN["/"]  # the first and the last of the signs that join
_PARTING = _COLON, _STOP, SIGN["-"], SIGN["/"]  # signs within longer numbers
_ADDRESS = SIGN["_"]  # the last of those of addresses
_ORDINALS = SIGN["º"]  # the first of them
_WEIGHTS = tuple(Weight)
_CACHED_WORDS = 40_000


class Harmless:
    """Weighs the tokens of lines.

    `is_word` tells of a folded word whether it is one of the language, `no_names` are further folded words that are
    nobody's name by themselves. What is known of a word is kept.
    """

    def __init__(self, index: GazetteerIndex, is_word: Callable[[str], bool], no_names: Vocabulary = _NO_WORDS) -> None:
        self.is_word = is_word
        self.words = WordWeights(index, is_word, no_names)
        self._known: dict[str, Known] = {}

    def weights(self, lines: Sequence[TokenLine]) -> list[list[Weight]]:
        """The weights of the tokens of each of some lines."""
        if not lines:
            return []
        if len(self._known) > _CACHED_WORDS:
            self._known = {}
        flat, known = flattened(lines), self._known
        for word in set(flat.words).difference(known):
            known[word] = self.words.known(word)
        facts = np.array([known[word] for word in flat.words], dtype=KNOWN)
        weights = map(_WEIGHTS.__getitem__, self.weigh(flat, facts).tolist())
        return [list(islice(weights, size))[:-1] for size in flat.sizes.tolist()]

    @staticmethod
    def weigh(flat: FlatLines, known: NDArray[np.void]) -> Weights:
        """The weight of each place, of whose words this is `known` (`KNOWN`); that of the end of a line is open."""
        weights = np.where(np.repeat(_cased(flat, known), flat.sizes), known["cased"], known["alone"])
        # In the middle of a name words of reports are part of it: `Hospital de la Ribera Alta`.
        inside = known["title"][1:] & known["title"][:-1] & known["letters"][1:]
        weights[1:][inside & (weights[1:] == Weight.HARMLESS)] = Weight.PLAIN
        weights[_glued(flat, known)] = Weight.OPEN
        digits = known["digits"]
        for i in np.flatnonzero(known["sign"] >= _ORDINALS).tolist():
            numbered = digits[i - 1] or (flat.words[i - 1] != LINE_END and digits[i - 2])
            weights[i] = Weight.OPEN if numbered else Weight.HARMLESS
        with_figure = np.logical_or.reduceat(known["figure"], flat.begins)
        weights[harmless_numbers(flat, known["core"] & np.repeat(with_figure, flat.sizes))] = Weight.HARMLESS
        weights[[*_values(flat, known), *_eponyms(known)]] = Weight.HARMLESS
        labels = np.flatnonzero(known["sign"] == _COLON) - 1
        weights[labels[weights[labels] == Weight.PLAIN]] = Weight.HARMLESS
        return weights


def _cased(flat: FlatLines, known: NDArray[np.void]) -> NDArray[np.bool_]:
    """Of each line whether names have a capital in it, as far as its words tell behind the name of who speaks."""
    places = np.arange(len(flat.words))
    speaks = known["sign"] == _COLON
    speaks[:-1] &= flat.gaps[1:] > 0
    speaks &= places < np.repeat(flat.begins + _LONGEST_SPEAKER, flat.sizes)
    firsts = np.maximum(flat.begins, np.maximum.reduceat(np.where(speaks, places + 1, 0), flat.begins))
    named = known["title"] & (flat.bounds[:, 1] - flat.bounds[:, 0] > 1) & (places > np.repeat(firsts, flat.sizes))
    found: NDArray[np.bool_] = np.logical_or.reduceat(named, flat.begins)
    return found


def _glued(flat: FlatLines, known: NDArray[np.void]) -> NDArray[np.intp]:
    """The words that are part of a longer one, as in an address or code: `urg-24-0088316`, `vila-endocrino.example`."""
    sign, figure, letters, near = known["sign"], known["figure"], known["letters"], flat.gaps == 0
    at = np.flatnonzero((sign[:-1] >= _GLUE[0]) & (sign[:-1] <= _GLUE[1]) & near[:-1] & near[1:])
    address, stop = sign[at] <= _ADDRESS, sign[at] == _STOP
    before, after = at - 1, at + 1
    return np.concatenate(
        [one[address | figure[other] | (stop & letters[other])] for one, other in ((before, after), (after, before))]
    )


def _values(flat: FlatLines, known: NDArray[np.void]) -> Iterator[int]:
    """Short numbers behind what is measured, with short names of it: `Barthel 55`, `Na 138`."""
    between = known["between"]
    for i in np.flatnonzero(known["valued"]).tolist():
        at = i + 1
        while at <= i + _REACH and between[at]:
            at += 1
        if _is_value(flat, known, at):
            yield i
            yield at


def _is_value(flat: FlatLines, known: NDArray[np.void], at: int) -> bool:
    """Whether the token is a short number, no year, and no beginning of a date or telephone number."""
    if not known["value"][at]:
        return False
    glued = known["sign"][at + 1] in _PARTING and flat.gaps[at + 1] == flat.gaps[at + 2] == 0
    return not (glued and known["alnum"][at + 2])


def _eponyms(known: NDArray[np.void]) -> set[int]:
    """Names of signs, diseases, scales … that stand as such."""
    named, cues = (np.flatnonzero(known[name]).tolist() for name in ("eponym", "cue"))
    eponyms, telling = set(named), set(cues)
    found: set[int] = set()
    for i in eponyms.union(at for cue in cues for at in range(cue + 1, min(cue + 2 + _REACH, len(known)))):
        if known["term"][i] and (
            (i in eponyms and _is_found(known, i))
            or ((i in eponyms or not known["first_name"][i]) and _is_called(known, telling, i))
        ):
            found.add(i)
    if not found:
        return found
    # `Phalen y Tinel negativos`, `Hawkins-Kennedy`
    for order, step in ((named, -2), (reversed(named), 2)):
        for i in order:
            if i + step in found and known["joins"][i + step // 2]:
                found.add(i)
    return found


def _is_found(known: NDArray[np.void], i: int) -> bool:
    return bool(known["found"][i + 2 if known["opens"][i + 1] else i + 1])


def _is_called(known: NDArray[np.void], cues: Collection[int], i: int) -> bool:
    """Whether a cue stands before, with nothing but `de`, its complement and another name between."""
    if not known["of"][i - 1]:
        return i - 1 in cues
    for at in range(i - 2, i - 2 - _REACH, -1):
        if at in cues:
            return True
        if not known["bridge"][at]:
            return False
    return False
