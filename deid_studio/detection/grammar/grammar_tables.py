"""GrammarTables: what a grammar and gazetteers give before any report is seen, in a form that can be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import regex

from deid_studio.detection.gazetteers import Gazetteer
from deid_studio.detection.grammar.expression import (
    Element,
    ExpressionError,
    Piece,
    Reference,
    expand,
    variants,
    without_accents,
)
from deid_studio.detection.grammar.lists import entries_expression, written
from deid_studio.detection.grammar.place_filters import PlaceFilter
from deid_studio.detection.grammar.rule_language import Grammar, ListSource, Rule
from deid_studio.people.folded_text import fold_line
from deid_studio.people.folding import fold


@dataclass(frozen=True, slots=True)
class Expanded:
    """A rule's expressions with symbols and inline lists written out, without accents; `find` as its sequences."""

    find: Sequence[Sequence[Element]]
    left: str
    right: str
    gap: str


@dataclass(frozen=True, slots=True)
class GrammarTables:
    """The expressions of inline lists, scanned lists as they are `written`, folded words that never stand for a name by
    themselves, and by their names those rules that are expanded already."""

    inline: Mapping[str, str]
    scanned: Mapping[str, str]
    common: frozenset[str]
    rules: Mapping[str, Expanded] = field(default_factory=dict)

    def expanded(self, grammar: Grammar, source: str) -> str:
        """An expression with symbols and inline lists written out, without accents; raises `ExpressionError`."""
        return without_accents(expand(source, grammar.symbols, self.inline.get))

    def rule(self, grammar: Grammar, rule: Rule) -> Expanded:
        """The expressions of a rule; raises `ExpressionError`, and `regex.error` where it has groups that are none."""
        known = self.rules.get(rule.name)
        if known is not None:
            return known
        find = variants(self.expanded(grammar, rule.find))
        left, right, gap = (self.expanded(grammar, one) for one in (rule.left, rule.right, rule.gap))
        return Expanded(find, left, right, gap)


def tables_of(grammar: Grammar, gazetteers: Iterable[Gazetteer]) -> GrammarTables:
    """The tables of a grammar whose lists are made of these gazetteers; no rule is expanded."""
    entries: dict[str, list[str]] = {}
    for gazetteer in gazetteers:
        entries.setdefault(gazetteer.kind, []).extend(gazetteer.entries)
    places = PlaceFilter(entries)
    lists = {one.name: places.kept(_entries(one, entries), one.filters) for one in grammar.lists.values()}
    scanned = [one for one in grammar.lists.values() if one.form != "inline"]
    return GrammarTables(
        {one.name: entries_expression(lists[one.name]) for one in grammar.lists.values() if one.form == "inline"},
        written((one.name, lists[one.name], one.form) for one in scanned),
        frozenset(fold(entry) for kind in ("common_word", "particle") for entry in entries.get(kind, ())),
    )


def _entries(source: ListSource, entries: Mapping[str, list[str]]) -> list[str]:
    # Where an entry is found whatever its accents, it is left out whatever they are: `Sale` goes with `Salé`.
    told = str if source.form == "inline" else fold_line
    without = set(map(told, source.without))
    own = [entry for kind in source.kinds for entry in entries.get(kind, ()) if told(entry) not in without]
    return [*own, *source.also]


def packed(grammar: Grammar, tables: GrammarTables) -> dict[str, Any]:
    """The tables with all rules expanded, as JSON has them, but for a rule that is wrong: who asks for it is told."""
    rules = {}
    for rule in grammar.rules:
        try:
            told = tables.rule(grammar, rule)
        except (ExpressionError, regex.error):
            continue
        find = [[_packed(element) for element in sequence] for sequence in told.find]
        rules[rule.name] = [find, told.left, told.right, told.gap]
    return {
        "inline": dict(tables.inline),
        "scanned": dict(tables.scanned),
        "common": sorted(tables.common),
        "rules": rules,
    }


def unpacked(kept: Mapping[str, Any]) -> GrammarTables:
    """What was packed."""
    rules = {
        name: Expanded([list(map(_unpacked, sequence)) for sequence in find], *rest)
        for name, (find, *rest) in kept["rules"].items()
    }
    return GrammarTables(kept["inline"], kept["scanned"], frozenset(kept["common"]), rules)


def _packed(element: Element) -> list[Any]:
    if isinstance(element, Piece):
        return [element.source, list(element.groups)]
    return [element.kind, list(element.names), element.group]


def _unpacked(element: list[Any]) -> Element:
    first, second, *group = element
    return Reference(first, tuple(second), *group) if group else Piece(first, tuple(second))
