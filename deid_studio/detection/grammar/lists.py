"""Lists: gazetteer entries found in a folded report by their keys, munged ones confirmed by their variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import regex

from deid_studio.detection.expressions.compiled_expression import MatchedText
from deid_studio.detection.grammar.list_keys import keys
from deid_studio.detection.grammar.searching import ListPlace
from deid_studio.detection.munging import Variants, munge, plain_variants
from deid_studio.people.folded_text import FoldedText, fold_line, unaccented

_NONE: Mapping[str, frozenset[str]] = {}
_REACH = 90  # how far an entry's variant may reach from its core, in characters


@dataclass(slots=True)
class _Payload:
    """What stands behind one key: lists it is an entry of, and munged entries it is the core of."""

    plain: dict[str, str] = field(default_factory=dict)
    munged: list[tuple[str, str, Variants]] = field(default_factory=list)  # list, entry

    def take(self, name: str, entry: str, variants: Variants | None) -> None:
        """Add an entry of a list; a plain one has no variants."""
        if variants is None:
            self.plain.setdefault(name, entry)
        else:
            self.munged.append((name, entry, variants))


_PLAIN = "plain"
_NEXT, _PART = "\x1e", "\x1d"  # ends of lines, which no entry holds


def _keyed(entries: Iterable[str], form: str) -> Iterator[tuple[str, str, Variants | None]]:
    """The keys by which entries are found in folded text, each with its entry, and its variants where its form is not
    "plain" (see `munge`)."""
    for entry in entries:
        if form == _PLAIN:
            for variant in plain_variants(fold_line(entry)):
                if len(variant) > 1:
                    yield variant, entry, None
        elif (variants := munge(entry, form)) is not None:
            yield variants.core, entry, variants


def written(lists: Iterable[tuple[str, Iterable[str], str]]) -> dict[str, str]:
    """Lists (name, entries, form) as they can be kept: what stands behind each key, in a text."""
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for name, entries, form in lists:
        for key, entry, _ in _keyed(entries, form):
            own = found.setdefault(key, {})
            own.setdefault((name,) if form == _PLAIN else (name, form, entry), _PART.join((name, form, entry)))
    return {key: _NEXT.join(own.values()) for key, own in found.items()}


def _read(text: str) -> _Payload:
    payload = _Payload()
    for one in text.split(_NEXT):
        name, form, entry = one.split(_PART)
        payload.take(name, entry, None if form == _PLAIN else munge(entry, form))
    return payload


class ScannedLists:
    """Gazetteer lists in one table: a report is gone through once, however many lists and entries there are.

    `cased` are lists whose entries count only where they begin with a capital. `told` is called with the list's name
    when an expression takes too long. `lists` are `written` ones, of which a key is read when it is first found.
    """

    def __init__(
        self,
        cased: Iterable[str] = (),
        told: Callable[[str], None] | None = None,
        lists: Mapping[str, str] | None = None,
    ) -> None:
        self._numbers = {key: number for number, key in enumerate(lists or ())}
        self._payloads: list[_Payload | str] = list((lists or {}).values())
        self._cased = frozenset(cased)
        self._told = told or (lambda name: None)

    def add(self, name: str, entries: Iterable[str], form: str = _PLAIN) -> None:
        """Add entries to the list `name`; those that are not "plain" are munged in their form (see `munge`)."""
        for key, entry, variants in _keyed(entries, form):
            number = self._numbers.setdefault(key, len(self._payloads))
            if number == len(self._payloads):
                self._payloads.append(_Payload())
            self._payload(number).take(name, entry, variants)

    def _payload(self, number: int) -> _Payload:
        payload = self._payloads[number]
        if isinstance(payload, str):
            payload = self._payloads[number] = _read(payload)
        return payload

    def close(self) -> None:
        """Make the lists ready for `hits`; nothing can be added afterwards."""
        self._keys = keys(tuple(self._numbers))

    def holds(self, name: str, folded: str) -> bool:
        """Whether a list holds an entry, told by its folded form; goes through all entries."""
        return any(
            fold_line(entry) == folded
            for kept in self._payloads
            for payload in (_read(kept) if isinstance(kept, str) else kept,)
            for owner, entry in (*payload.plain.items(), *((one, other) for one, other, _ in payload.munged))
            if owner == name
        )

    def hits(self, text: FoldedText, without: Mapping[str, frozenset[str]] = _NONE) -> dict[str, list[ListPlace]]:
        """The hits of each list, ascending; of a list's overlapping ones the longest, then the first.

        `without` are folded entries, by list, that count as not there.
        """
        found: dict[str, list[ListPlace]] = {}
        folded, original, cased = MatchedText(text.folded), text.original, self._cased
        for end, start, number in self._keys.standing(text.folded):
            payload = self._payload(number)
            if payload.plain:
                begin, finish = text.to_text(start, end)
                capital = original[begin].isupper() or original[begin].isdigit()
                for name, entry in payload.plain.items():
                    if without and fold_line(entry) in without.get(name, ()):
                        continue
                    if capital or name not in cased:
                        found.setdefault(name, []).append((begin, finish, name, entry))
            for name, entry, variants in payload.munged:
                if without and fold_line(entry) in without.get(name, ()):
                    continue
                place = self._confirmed(folded, start, end, name, variants)
                if place is not None:
                    begin, finish = text.to_text(*place)
                    if name not in cased or original[begin].isupper() or original[finish - 1].isupper():
                        found.setdefault(name, []).append((begin, finish, name, entry))
        return {name: hits if len(hits) == 1 else _longest(hits) for name, hits in found.items()}

    def _confirmed(
        self, text: MatchedText, start: int, end: int, name: str, variants: Variants
    ) -> tuple[int, int] | None:
        folded = text.plain
        line_start = max(folded.rfind("\n", max(start - _REACH, 0), start) + 1, start - _REACH, 0)
        line_end = folded.find("\n", end, end + _REACH)
        line_end = min(len(folded), end + _REACH) if line_end < 0 else line_end
        if variants.needs and not any(folded.find(one, line_start, start) >= 0 for one in variants.needs):
            return None
        try:
            place = variants.place(text, (start, end), (line_start, line_end))
        except TimeoutError:
            self._told(name)
            return None
        if place is None:
            return None
        stop = place[1]
        while folded[stop - 1] in " ,":
            stop -= 1
        return place[0], stop


def _longest(hits: list[ListPlace]) -> list[ListPlace]:
    hits.sort(key=lambda hit: (hit[0], -hit[1]))
    kept: list[ListPlace] = []
    for hit in hits:
        if not kept or hit[0] >= kept[-1][1]:
            kept.append(hit)
        elif hit[1] - hit[0] > kept[-1][1] - kept[-1][0]:
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
