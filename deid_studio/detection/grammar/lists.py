"""Lists: gazetteer entries found in a folded report by Aho–Corasick, munged ones confirmed by their variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import ahocorasick
import regex

from deid_studio.detection.munging import Variants, munge, plain_variants
from deid_studio.people.folded_text import FoldedText, fold_line, unaccented

_NONE: Mapping[str, frozenset[str]] = {}
_REACH = 90  # how far an entry's variant may reach from its core, in characters


@dataclass(frozen=True, slots=True)
class Hit:
    """Code points `[start, end)` of a report that are a written variant of `entry`."""

    start: int
    end: int
    entry: str


@dataclass(slots=True)
class _Payload:
    """What stands behind one key of the automaton: lists it is an entry of, and munged entries it is the core of."""

    plain: dict[str, str] = field(default_factory=dict)
    munged: list[tuple[str, str, Variants]] = field(default_factory=list)  # list, entry


class ScannedLists:
    """Gazetteer lists in one automaton: a report is gone through once, however many lists and entries there are.

    `cased` are lists whose entries count only where they begin with a capital. `told` is called with the list's name
    when an expression takes too long.
    """

    def __init__(self, cased: Iterable[str] = (), told: Callable[[str], None] | None = None) -> None:
        self._automaton = ahocorasick.Automaton()
        self._cased = frozenset(cased)
        self._told = told or (lambda name: None)

    def add(self, name: str, entries: Iterable[str], form: str = "plain") -> None:
        """Add entries to the list `name`; those that are not "plain" are munged in their form (see `munge`)."""
        for entry in entries:
            if form == "plain":
                for variant in plain_variants(fold_line(entry)):
                    if len(variant) > 1:
                        self._payload(variant).plain.setdefault(name, entry)
            elif (variants := munge(entry, form)) is not None:
                self._payload(variants.core).munged.append((name, entry, variants))

    def _payload(self, key: str) -> _Payload:
        known = self._automaton.get(key, None)
        if known is None:
            known = (len(key), _Payload())
            self._automaton.add_word(key, known)
        payload = known[1]
        assert isinstance(payload, _Payload)
        return payload

    def close(self) -> None:
        """Make the lists ready for `hits`; nothing can be added afterwards."""
        if len(self._automaton):
            self._automaton.make_automaton()

    def holds(self, name: str, folded: str) -> bool:
        """Whether a list holds an entry, told by its folded form; goes through all entries."""
        return any(
            fold_line(entry) == folded
            for _, payload in self._automaton.values()
            for owner, entry in (*payload.plain.items(), *((one, other) for one, other, _ in payload.munged))
            if owner == name
        )

    def hits(self, text: FoldedText, without: Mapping[str, frozenset[str]] = _NONE) -> dict[str, list[Hit]]:
        """The hits of each list, ascending; of a list's overlapping ones the longest, then the first.

        `without` are folded entries, by list, that count as not there.
        """
        if not len(self._automaton):
            return {}
        found: dict[str, list[Hit]] = {}
        folded, original, cased = text.folded, text.original, self._cased
        length = len(folded)
        for last, (size, payload) in self._automaton.iter(folded):
            start, end = last + 1 - size, last + 1
            if (start and folded[start - 1].isalnum()) or (end < length and folded[end].isalnum()):
                continue
            if payload.plain:
                begin, finish = text.to_text(start, end)
                capital = original[begin].isupper() or original[begin].isdigit()
                for name, entry in payload.plain.items():
                    if without and fold_line(entry) in without.get(name, ()):
                        continue
                    if capital or name not in cased:
                        found.setdefault(name, []).append(Hit(begin, finish, entry))
            for name, entry, variants in payload.munged:
                if without and fold_line(entry) in without.get(name, ()):
                    continue
                place = self._confirmed(folded, start, end, name, variants)
                if place is not None:
                    begin, finish = text.to_text(*place)
                    if name not in cased or original[begin].isupper() or original[finish - 1].isupper():
                        found.setdefault(name, []).append(Hit(begin, finish, entry))
        return {name: _longest(hits) for name, hits in found.items()}

    def _confirmed(self, folded: str, start: int, end: int, name: str, variants: Variants) -> tuple[int, int] | None:
        line_start = max(folded.rfind("\n", max(start - _REACH, 0), start) + 1, start - _REACH, 0)
        line_end = folded.find("\n", end, end + _REACH)
        line_end = min(len(folded), end + _REACH) if line_end < 0 else line_end
        if variants.needs and not any(folded.find(one, line_start, start) >= 0 for one in variants.needs):
            return None
        try:
            place = variants.place(folded, (start, end), (line_start, line_end))
        except TimeoutError:
            self._told(name)
            return None
        if place is None:
            return None
        stop = place[1]
        while folded[stop - 1] in " ,":
            stop -= 1
        return place[0], stop


def _longest(hits: list[Hit]) -> list[Hit]:
    hits.sort(key=lambda hit: (hit.start, -hit.end))
    kept: list[Hit] = []
    for hit in hits:
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
        elif hit.end - hit.start > kept[-1].end - kept[-1].start:
            kept[-1] = hit
    return kept


def entries_expression(entries: Iterable[str]) -> str:
    """An expression for a short list, whatever the case, in a text without accents: a trie, the longest first."""
    root: dict[str, object] = {}
    for entry in entries:
        node = root
        for character in unaccented(entry.strip().lower()):
            child = node.setdefault(character, {})
            assert isinstance(child, dict)
            node = child
        node[""] = {}
    return r"(?i:(?<!\w)" + _trie(root) + r"(?!\w))" if root else r"(?!)"


def _trie(node: dict[str, object]) -> str:
    alternatives = []
    for character, child in node.items():
        if character:
            assert isinstance(child, dict)
            alternatives.append(_letter(character) + _trie(child))
    if not alternatives:
        return ""
    joined = alternatives[0] if len(alternatives) == 1 else "(?:" + "|".join(alternatives) + ")"
    if "" in node:
        return f"(?:{joined})?"
    return joined


def _letter(character: str) -> str:
    return r"[^\S\n]{1,3}" if character == " " else regex.escape(character)
