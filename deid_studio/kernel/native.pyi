"""The compiled module (module.c), which is there where it was built."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

VERSION: int

# Tokens, fields, entries of lists, hits of rules with class and anchor, section, position, neighbours.
_Line = tuple[
    int,
    Sequence[tuple[str, int, int, int]],
    Sequence[tuple[int, int, str]],
    list[tuple[int, int, str, str]],
    bytes,
    bytes,
    bytes | None,
]

# Start, end, and of each group where it stood.
_Found = tuple[int, int, tuple[tuple[tuple[int, int], ...], ...]]

class Roots:
    def __new__(
        cls,
        nominal: list[bytes],
        verbal: list[bytes],
        spellings: list[bytes],
        vowels: list[bytes],
        clitics: list[bytes],
        bare: list[bytes],
        prefixes: list[bytes],
        sets: tuple[frozenset[str], ...],
        /,
    ) -> Roots: ...
    def are_listed(self, word: str, /) -> bool: ...

class Program:
    def __new__(cls, program: bytes, backwards: bool, /) -> Program: ...
    def match(self, text: bytes, start: int, end: int, /) -> _Found | None: ...
    def fullmatch(self, text: bytes, start: int, end: int, /) -> _Found | None: ...
    def search(self, outline: bytes, signs: bytes, text: bytes, start: int, end: int, /) -> _Found | None: ...

class Rules:
    # Rules by their numbers: of each node, then of each anchor by the kind of word behind it; of each node where each
    # shape leads.
    def __new__(
        cls,
        expressions: tuple[Any, ...],
        groups: list[list[int]],
        steps: list[list[int]],
        shapes: dict[str, int],
        anchors: dict[str, int],
        /,
    ) -> Rules: ...
    # Of each line tokens folded, shapes, starts, ends; found are line, rule, start, end, whether that is what it took.
    def hits(
        self, text: bytes, lines: list[tuple[list[str], list[str], list[int], list[int]]], /
    ) -> list[tuple[int, int, int, int, bool]]: ...

class Scores:
    def __new__(
        cls, names: list[bytes], tags: int, firsts: NDArray[Any], columns: NDArray[Any], weights: NDArray[Any], /
    ) -> Scores: ...
    # Words are any objects with the texts of `Word`; of the header its values, words in small letters, mail users.
    def score(
        self,
        edge: Any,
        total: NDArray[Any],
        words: Sequence[Any],
        starts: list[int],
        ends: list[int],
        lines: Sequence[_Line],
        header: tuple[dict[str, str], set[str], list[str]],
        /,
    ) -> None: ...
    def count(self) -> int: ...
    def forget(self) -> None: ...

class Chain:
    def __new__(cls, transitions: NDArray[Any], step: NDArray[Any], outside: int, inside: list[int], /) -> Chain: ...
    def odds(self, scores: NDArray[Any], odds: NDArray[Any], /) -> None: ...
    def posterior(
        self,
        scores: NDArray[Any],
        lengths: list[int],
        odds: NDArray[Any],
        forward: NDArray[Any],
        backward: NDArray[Any],
        scale: NDArray[Any],
        /,
    ) -> None: ...
    # Sequence, first and last token, tag, chance.
    def spans(
        self,
        scores: NDArray[Any],
        lengths: list[int],
        odds: NDArray[Any],
        forward: NDArray[Any],
        backward: NDArray[Any],
        scale: NDArray[Any],
        least: float,
        /,
    ) -> list[tuple[int, int, int, int, float]]: ...

class Keys:
    def __new__(cls, keys: list[bytes], /) -> Keys: ...
    def standing(self, text: bytes, /) -> list[tuple[int, int, int]]: ...

class Windows:
    # A rule: numbers of cues, zone, lines.
    def __new__(cls, cues: list[bytes], rules: list[tuple[list[int], int, int]], zones: int, /) -> Windows: ...
    def tell(self, number: int, outline: bytes, program: Program | None, /) -> None: ...
    def of(
        self,
        folded: bytes,
        marks: list[int],
        gains: list[int],
        signs: bytes,
        text: bytes | None,
        starts: list[int],
        zones: list[list[tuple[int, int]]],
        /,
    ) -> dict[int, list[tuple[int, int]]]: ...

class WordFacts:
    def __new__(
        cls,
        # What characters are, folding, words told by themselves, words of the language.
        words: tuple[bytes, Callable[[str], str], Mapping[str, int], tuple[frozenset[str], ...]],
        # Entries of lists, and by their kinds marks, whether such a word is one of the language or of both names.
        lists: tuple[dict[str, dict[str, int]], list[tuple[tuple[int, ...], bool, bool]]],
        # Entries and what they say of weight, roles of words, signs, endings of terms, no names, what is a word.
        weights: tuple[
            dict[str, dict[str, int]],
            list[int],
            dict[str, int],
            dict[str, int],
            list[bytes],
            tuple[frozenset[str], ...],
            Callable[[str], bool],
        ],
        # Marks of ordinary and unknown words and of both names, number of marks.
        marks: tuple[int, int, int, int],
        /,
    ) -> WordFacts: ...
    def learn(
        self,
        words: list[str],
        first: int,
        # Facts, what is marked, words folded, seconds of entries, keys, numbers of what is folded alike.
        table: tuple[NDArray[Any], NDArray[Any], list[str], list[Any], list[str], dict[str, int]],
        seconds_of: Callable[[str], Any],
        tell: Callable[[str, int], None],
        /,
    ) -> None: ...

def flat_rows(
    lines: tuple[Any, ...], rows: dict[str, int], into: NDArray[Any], bounds: NDArray[Any], /
) -> dict[str, int]: ...
def columns(
    text: str,
    # Facts, what is marked, words folded, seconds of entries, what gives all words of those that begin with one.
    table: tuple[NDArray[Any], NDArray[Any], list[str], list[Any], Callable[[str], dict[str, Any]]],
    # Numbers of flags and of kinds of phrases, shapes of an end of a line and of one before a gap.
    marks: tuple[tuple[int, ...], dict[str, int], int, int],
    spans: Callable[[str], list[tuple[int, int]]],
    places: tuple[NDArray[Any], NDArray[Any]],
    # Words, parts, shapes, marks.
    into: tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]],
    /,
) -> None: ...

# Places in texts and words, and how many edits are between.
def near(texts: list[str], words: list[str], edits: list[int], /) -> list[tuple[int, int, int]]: ...
def near_words(texts: list[str], words: list[str], edits: list[int], /) -> list[tuple[int, int, int]]: ...
def network_is_fast() -> bool: ...
def network_values(
    tables: tuple[NDArray[Any], ...],
    layers: list[tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], float, int]],
    columns: tuple[NDArray[Any], ...],
    values: NDArray[Any],
    tiles: bool = True,
    /,
) -> None: ...
def network_scores(
    weights: NDArray[Any], bias: NDArray[Any], values: NDArray[Any], tags: int, scores: NDArray[Any], /
) -> None: ...
def network_shares(odds: NDArray[Any], tags: int, /) -> None: ...
def outline_beside(
    before: bytes,
    after: bytes,
    signs: bytes,
    places: list[tuple[int, int, str, str]],
    number: int,
    start: int,
    end: int,
    /,
) -> int: ...
def tokens(
    text: str,
    known: dict[str, tuple[str, ...]],
    tell: Callable[[str], tuple[str, ...] | list[tuple[int, str]]],
    places: list[int],
    /,
) -> list[tuple[list[str], list[int], list[int]]]: ...

# Where words begin and end, as bytes of unsigned integers, the words folded, which have a capital, what was cut (first
# word, last word, folded), and which are one capital.
def report_words(
    text: bytes, kinds: bytes, folds: bytes, longest: int, /
) -> tuple[bytes, bytes, list[str], list[bool], list[tuple[int, int, str]], list[int]]: ...

# Where words stand, and which, in this order.
def word_places(text: str, words: list[str], /) -> list[tuple[int, int]]: ...

# Start, end, which number, edits.
def number_hits(
    text: bytes, kinds: bytes, plain: list[str], skeletons: list[str], edits: list[int], /
) -> list[tuple[int, int, int, int]]: ...

# Of words alone and of two together: which name, which word, edits.
def name_hits(
    names: list[str], edits: list[int], parted: list[int], words: list[str], capitals: list[bool], /
) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]: ...
def folded_pieces(text: bytes, kinds: bytes, folds: bytes, /) -> list[str]: ...
