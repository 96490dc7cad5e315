"""Gazetteers: lists of known names of one kind, looked up as sequences of folded tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from deid_studio import paths
from deid_studio.errors import GazetteerError
from deid_studio.people.folding import fold
from deid_studio.people.pieces import pieces

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


@dataclass(frozen=True, slots=True)
class Hit:
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
        return path.read_text(encoding="utf-8").splitlines() or [""]
    except (OSError, UnicodeDecodeError) as error:
        raise GazetteerError(path=path, detail=str(error)) from error


def read_gazetteers(folder: Path) -> tuple[Gazetteer, ...]:
    """The gazetteers (`*.txt`) of a folder, in order of their names."""
    return tuple(read_gazetteer(path) for path in sorted(folder.glob("*.txt")))


@cache
def shipped_gazetteers(resources: Path) -> tuple[Gazetteer, ...]:
    """The gazetteers that models are trained with: others would change what a model's features mean."""
    return tuple(g for part in ("libraries", "lists") for g in read_gazetteers(resources / "gazetteers" / part))


class GazetteerIndex:
    """Finds entries of many gazetteers in token sequences, whatever their case and accents.

    A look-up costs one dictionary access a token unless an entry begins there. `sha256` tells indices with other
    entries apart, whatever the order of their files.
    """

    def __init__(self, gazetteers: Iterable[Gazetteer]) -> None:
        self._root = _Node()
        self._classes: dict[str, str] = {}
        entries: set[str] = set()
        for gazetteer in gazetteers:
            entries.update(f"{gazetteer.kind}\t{entry}" for entry in gazetteer.entries)
            self._classes[gazetteer.kind] = gazetteer.phi_class
            for entry in gazetteer.entries:
                self._add(entry, gazetteer.kind)
        self.sha256 = hashlib.sha256("\n".join(sorted(entries)).encode()).hexdigest()

    def phi_class(self, kind: str) -> str:
        """The class that entries of `kind` usually have, or an empty string."""
        return self._classes.get(kind, "")

    def kinds(self, folded: str) -> tuple[str, ...]:
        """The kinds of the gazetteers in which one folded token is an entry by itself."""
        node = self._root.children.get(folded)
        return node.kinds if node else ()

    @property
    def all_kinds(self) -> frozenset[str]:
        """The kinds of all gazetteers."""
        return frozenset(self._classes)

    def phrases(self, folded: Sequence[str]) -> list[Hit]:
        """The entries of two and more tokens in a sequence of folded tokens, the longest of each kind at each place."""
        hits: list[Hit] = []
        roots = self._root.children
        total = len(folded)
        for start, word in enumerate(folded):
            node = roots.get(word)
            if node is None or not node.children:
                continue
            longest: dict[str, int] = {}
            at = start + 1
            while at < total:
                node = node.children.get(folded[at])
                if node is None:
                    break
                at += 1
                for kind in node.kinds:
                    longest[kind] = at
            hits.extend(Hit(start, end, kind) for kind, end in longest.items())
        return hits

    def _add(self, entry: str, kind: str) -> None:
        words = [fold(piece) for chunk in entry.split() for piece in pieces(chunk)]
        if not words:
            return
        node = self._root
        for word in words:
            node = node.children.setdefault(word, _Node())
        if kind not in node.kinds:
            node.kinds = (*node.kinds, kind)


@cache
def default_gazetteers() -> GazetteerIndex:
    """The index of the gazetteers that models are trained with."""
    return GazetteerIndex(shipped_gazetteers(paths.resources()))
