"""Words: what is known of a word wherever it stands, and the features that depend on nothing else.

Because they do not, their scores can be kept per word and offset.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from deid_studio.detection.gazetteers import GazetteerIndex, Hit
from deid_studio.detection.induced_rules import word_shape
from deid_studio.people.folding import fold

REACH = 4
EDGE = "\n"  # stands for the places before a sequence's first and after its last token
# Kinds of gazetteers whose words say what stands near them.
CUES = frozenset(
    "title contact_cue hospital_word institution_word kinship age_word street_kind identifier_cue department"
    " profession_cue date_cue health_centre_word eponym_cue nationality duration_cue age_cue".split()
)
_LONGEST_WORD = 40
_CACHED_WORDS = 40_000


class Word:
    """What is known of one word wherever it stands: normal form, folded form, shape, gazetteer kinds, and the words
    that follow it in entries of several."""

    __slots__ = ("cue", "folded", "kinds", "normal", "seconds", "shape", "short_shape", "text")

    def __init__(self, text: str, index: GazetteerIndex) -> None:
        text = text[:_LONGEST_WORD]
        plain = text.isascii()
        self.text = text = text if plain else unicodedata.normalize("NFC", text)
        self.shape = shape = word_shape(text)
        number = shape[0] == "9"
        self.short_shape = "9" if number else shape
        self.folded = folded = text.lower() if plain else fold(text)
        self.normal = _normal_number(text) if number else folded if plain else text.lower()
        self.kinds, self.seconds = index.known(folded)
        self.cue = next(filter(CUES.__contains__, self.kinds), "") if self.kinds else ""

    def features(self) -> tuple[tuple[str, ...], ...]:
        """The features at distance 0, 1, 2, and 3 to REACH."""
        text = self.text
        word = "w=" + self.normal
        shape = "s=" + self.shape
        kinds = ["g=" + kind for kind in self.kinds]
        capital = "1" if self.shape[0] == "A" else "0"
        kinds += [f"g={kind}/{capital}" for kind in self.kinds]
        near = [word, shape, *kinds]
        own = [*near, f"l={min(len(text), 12)}{self.short_shape}"]
        if self.shape[0] in "aA":
            plain = self.folded
            affixes = [f"p={plain[:n]}" for n in (2, 3, 4) if len(plain) > n]
            affixes += [f"f={plain[-n:]}" for n in (2, 3, 4) if len(plain) > n]
            own += [*affixes, "W=" + text, "F=" + plain]
            near += [f"p={plain[:3]}", f"f={plain[-3:]}"]
        elif self.shape[0] == "9" and len(text) == 4:
            own.append("year=" + text[:2])
        far = [word, "S=" + self.short_shape]
        if self.cue:
            far.append("c=" + self.cue)
        return tuple(own), tuple(near), (word, shape, *kinds, "f=" + self.folded[-3:]), tuple(far)


def distance_tier(offset: int) -> int:
    """Which of a word's feature lists applies at an offset from it."""
    return min(abs(offset), 3)


class Words:
    """Every word met so far with what is known of it; forgets all when it has grown too large."""

    def __init__(self, index: GazetteerIndex) -> None:
        self.index = index
        self._known = _Known(index)

    def of(self, texts: Iterable[str]) -> list[Word]:
        """Words by their texts."""
        if len(self._known) > _CACHED_WORDS:
            self._known = _Known(self.index)
        return list(map(self._known.__getitem__, texts))

    def phrases(self, known: Sequence[Word], folded: Sequence[str]) -> list[Hit]:
        """The entries of two and more words in the words of a sequence, which are also there folded."""
        followed = zip(known, folded[1:], strict=False)
        begun = [at for at, (word, after) in enumerate(followed) if after in word.seconds]
        return [hit for at in begun for hit in self.index.phrases_at(folded, at)]

    def edge(self) -> Word:
        """What stands beyond the ends of a sequence."""
        return Word(EDGE, self.index)


class _Known(dict[str, Word]):
    """Words by their text, each looked at when it is first met."""

    def __init__(self, index: GazetteerIndex) -> None:
        super().__init__()
        self._index = index

    def __missing__(self, text: str) -> Word:
        word = self[text] = Word(text, self._index)
        return word


def _normal_number(text: str) -> str:
    if len(text) <= 2:
        return text
    return "year" if len(text) == 4 and text[:2] in ("19", "20") else "#" * min(len(text), 12)
