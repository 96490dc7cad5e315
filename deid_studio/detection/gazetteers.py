"""Gazetteers: lists of known names of one kind, looked up as sequences of folded tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from deid_studio import paths
from deid_studio.detection.kept_tables import kept_table
from deid_studio.errors import GazetteerError
from deid_studio.people.folding import fold
from deid_studio.people.pieces import pieces
from deid_studio.plain_files import plain_bytes

_HEAD = "kind:"


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Known names of one `kind` (e.g. `town`); `phi_class` is the class that its entries usually have, or empty."""

    kind: str
    phi_class: str
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """An entry, how many people bear it or live there, and of a given name the sex (`female`, `male` or empty)."""

    entry: str
    count: int
    sex: str = ""


class Hit(NamedTuple):
    """Tokens `[start, end)` of a sequence that are an entry of the gazetteer `kind`."""

    start: int
    end: int
    kind: str


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()


def read_gazetteer(path: Path) -> Gazetteer:
    """The gazetteer in a UTF-8 file; raises `GazetteerError` when its first line declares no kind.

    Form: `kind: town; class: TERRITORIO` first, then one entry a line; blank lines and lines that begin with `#` are
    skipped, and so is what follows a tab (see `read_counts`).
    """
    head, *rest = _lines(path)
    declared = dict(part.strip().partition(": ")[::2] for part in head.split(";"))
    if not declared.get("kind"):
        raise GazetteerError(path=path, detail=f"the first line does not begin with “{_HEAD}”")
    entries = dict.fromkeys(line.partition("\t")[0].strip() for line in rest if not line.startswith("#"))
    return Gazetteer(declared["kind"], declared.get("class", ""), tuple(filter(None, entries)))


def read_counts(path: Path) -> tuple[Counted, ...]:
    """The entries of a gazetteer's file that have a count, in its order; raises `GazetteerError`.

    Form: `ANA<tab>273319<tab>female`, the sex only where it is known. One entry may be there for each sex.
    """
    found = []
    for line in _lines(path)[1:]:
        entry, _, rest = line.partition("\t")
        count, _, sex = rest.partition("\t")
        if count.isdecimal() and not line.startswith("#"):
            found.append(Counted(entry, int(count), sex))
    return tuple(found)


def _lines(path: Path) -> list[str]:
    try:
        return _bytes(path).decode("utf-8").splitlines() or [""]
    except UnicodeDecodeError as error:
        raise GazetteerError(path=path, detail=str(error)) from error


def _bytes(path: Path) -> bytes:
    try:
        return plain_bytes(path)
    except OSError as error:
        raise GazetteerError(path=path, detail=str(error)) from error


def read_gazetteers(folder: Path) -> tuple[Gazetteer, ...]:
    """The gazetteers (`*.txt`) of a folder, in order of their names."""
    return tuple(read_gazetteer(path) for path in sorted(folder.glob("*.txt")))


@cache
def shipped_gazetteers(resources: Path) -> tuple[Gazetteer, ...]:
    """The gazetteers that models are trained with: others would change what a model's features mean."""
    return tuple(g for folder in _trained_with(resources) for g in read_gazetteers(folder))


# What an index is made of, as it can be kept: by the first word of entries what follows it, each with the number of its
# kinds among those that occur together, or that number alone where nothing does; the classes of kinds; the SHA-256 of
# all entries.
Packed = dict[str, Any]


def packed(gazetteers: Iterable[Gazetteer]) -> Packed:
    """The entries of gazetteers by their first words, folded, with the kinds they are of in the order of the lists."""
    classes: dict[str, str] = {}
    entries: set[str] = set()
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for gazetteer in gazetteers:
        entries.update(f"{gazetteer.kind}\t{entry}" for entry in gazetteer.entries)
        classes[gazetteer.kind] = gazetteer.phi_class
        for entry in gazetteer.entries:
            words = [fold(piece) for chunk in entry.split() for piece in pieces(chunk)]
            if words:
                own = found.setdefault(words[0], {})
                rest = " ".join(words[1:])
                if gazetteer.kind not in own.get(rest, ()):
                    own[rest] = (*own.get(rest, ()), gazetteer.kind)
    numbers: dict[tuple[str, ...], int] = {}
    first: dict[str, dict[str, int] | int] = {}
    for word, own in found.items():
        numbered = {rest: numbers.setdefault(kinds, len(numbers)) for rest, kinds in own.items()}
        first[word] = numbered[""] if [*numbered] == [""] else numbered
    return {
        "words": first,
        "kinds": [list(kinds) for kinds in numbers],
        "classes": classes,
        "sha256": hashlib.sha256("\n".join(sorted(entries)).encode()).hexdigest(),
    }


_NOTHING: dict[str, int] = {}
_NO_WORDS: frozenset[str] = frozenset()


class GazetteerIndex:
    """Finds entries of many gazetteers in token sequences, whatever their case and accents.

    A look-up costs one dictionary access a token unless an entry begins there. `sha256` tells indices with other
    entries apart, whatever the order of their files.
    """

    def __init__(self, gazetteers: Iterable[Gazetteer]) -> None:
        self._take(packed(gazetteers))

    @classmethod
    def of(cls, entries: Packed) -> GazetteerIndex:
        """The index of entries that are packed already."""
        index = cls.__new__(cls)
        index._take(entries)
        return index

    def _take(self, entries: Packed) -> None:
        self._kinds = [tuple(kinds) for kinds in entries["kinds"]]
        alone = [{"": number} for number in range(len(self._kinds))]  # shared by the most words, which are thousands
        self._words: dict[str, dict[str, int]] = {
            word: alone[own] if isinstance(own, int) else own for word, own in entries["words"].items()
        }
        self._classes: dict[str, str] = entries["classes"]
        self.sha256: str = entries["sha256"]
        self._seconds: dict[str, frozenset[str]] = {}  # of words that were met
        self._nodes: dict[str, dict[str, _Node]] = {}  # what follows those of them that an entry may begin with

    @property
    def entries(self) -> tuple[dict[str, dict[str, int]], list[tuple[str, ...]]]:
        """What follows the first words of entries, with the number of its kinds, and the kinds of each number."""
        return self._words, self._kinds

    def phi_class(self, kind: str) -> str:
        """The class that entries of `kind` usually have, or an empty string."""
        return self._classes.get(kind, "")

    def kinds(self, folded: str) -> tuple[str, ...]:
        """The kinds of the gazetteers in which one folded token is an entry by itself."""
        number = self._words.get(folded, _NOTHING).get("")
        return () if number is None else self._kinds[number]

    def known(self, folded: str) -> tuple[tuple[str, ...], Collection[str]]:
        """What `kinds` and `seconds` say of one folded token."""
        return (self.kinds(folded), self.seconds(folded)) if folded in self._words else ((), _NO_WORDS)

    @property
    def all_kinds(self) -> frozenset[str]:
        """The kinds of all gazetteers."""
        return frozenset(self._classes)

    def phrases(self, folded: Sequence[str]) -> list[Hit]:
        """The entries of two and more tokens in a sequence of folded tokens, the longest of each kind at each place."""
        words = self._words
        return [hit for at, word in enumerate(folded) if word in words for hit in self.phrases_at(folded, at)]

    def seconds(self, folded: str) -> Collection[str]:
        """The second tokens of the entries of two and more that begin with a folded one."""
        found = self._seconds.get(folded)
        if found is None:
            own = self._words.get(folded, _NOTHING)
            if len(own) == ("" in own):
                return _NO_WORDS
            found = self._seconds[folded] = frozenset([words[0] for rest in own if (words := rest.split(None, 1))])
        return found

    def phrases_at(self, folded: Sequence[str], start: int) -> Iterable[Hit]:
        """Those entries of two and more tokens that begin at one place of a sequence."""
        if start + 1 == len(folded) or folded[start + 1] not in self.seconds(folded[start]):
            return ()
        children = self.longer(folded[start])
        longest: dict[str, int] = {}
        for at in range(start + 1, len(folded)):
            node = children.get(folded[at])
            if node is None:
                break
            children = node.children
            for kind in node.kinds:
                longest[kind] = at + 1
        return [Hit(start, end, kind) for kind, end in longest.items()]

    def longer(self, word: str) -> dict[str, _Node]:
        """What follows a word in entries of two and more tokens that begin with it, as there are."""
        found = self._nodes.get(word)
        if found is None:
            root = _Node()
            for rest, number in self._words[word].items():
                node = root
                for other in rest.split():
                    node = node.children.setdefault(other, _Node())
                node.kinds = self._kinds[number]
            found = self._nodes[word] = root.children
        return found


def index_of(folders: Iterable[Path]) -> GazetteerIndex:
    """The index of the gazetteers in some folders, kept from one start to the next; raises `GazetteerError`."""
    files = [path for folder in folders for path in sorted(folder.glob("*.txt"))]
    name = f"index {' '.join(str(path.parent.name) for path in files)}"
    by = (__name__, fold.__module__, pieces.__module__)
    return GazetteerIndex.of(kept_table(name, map(_bytes, files), by, lambda: packed(map(read_gazetteer, files))))


@cache
def default_gazetteers() -> GazetteerIndex:
    """The index of the gazetteers that models are trained with."""
    return index_of(_trained_with(paths.resources()))


@cache
def context_gazetteers() -> GazetteerIndex:
    """The index of those that context models are trained with: all that are shipped but those that reports gave."""
    return index_of((*_trained_with(paths.resources()), paths.resources() / "gazetteers" / "grammar"))


def _trained_with(resources: Path) -> tuple[Path, ...]:
    return tuple(resources / "gazetteers" / part for part in ("libraries", "lists"))
