"""Compilation: a grammar and its tables made ready to be matched."""

from __future__ import annotations

from collections.abc import Callable

import regex

from deid_studio.detection.grammar.checks import checker, names
from deid_studio.detection.grammar.expression import ExpressionError, Piece
from deid_studio.detection.grammar.grammar_tables import GrammarTables
from deid_studio.detection.grammar.lists import ScannedLists
from deid_studio.detection.grammar.matching import CompiledElement, CompiledRule, CompiledSequence
from deid_studio.detection.grammar.native_windows import NativeWindows
from deid_studio.detection.grammar.rule_language import Grammar, Rule
from deid_studio.detection.grammar.searching import SearchedExpression
from deid_studio.detection.grammar.windows import PlainWindows
from deid_studio.errors import GrammarError
from deid_studio.kernel.compiled import native

# Version 1 of the expressions differs in set operations and in `ß` being `ss`, and takes twice as long to compile.
_FLAGS = regex.VERSION0 | regex.MULTILINE


class CompiledGrammar:
    """A grammar with its tables; rules are read on first use and kept, their expressions compiled when first matched.

    `scanned` finds the lists that are scanned for. Lists that candidates gather have no gazetteer: they are known by
    the candidate rules' `gather`. Raises `GrammarError` for a list that neither is declared nor gathered.
    """

    def __init__(self, grammar: Grammar, tables: GrammarTables, told: Callable[[str], None] | None = None) -> None:
        self.grammar = grammar
        self.gathered = frozenset(name for rule in grammar.rules for name in rule.gathers)
        self._tables = tables
        self.scanned = ScannedLists((one.name for one in grammar.lists.values() if one.cased), told, tables.scanned)
        self.scanned.close()
        self.zones = {one.name: (self._border(one.begins), self._border(one.ends)) for one in grammar.zones.values()}
        self.windows = (
            PlainWindows(grammar.rules) if native is None else NativeWindows(native.Windows, grammar.rules, self._plain)
        )
        self._rules: list[CompiledRule | None] = [None] * len(grammar.rules)

    def rule(self, number: int) -> CompiledRule:
        """The rule of that number; raises `GrammarError` when it can be seen to be wrong without compiling it."""
        compiled = self._rules[number]
        if compiled is None:
            rule = self.grammar.rules[number]
            try:
                compiled = self._rules[number] = self._compiled(rule)
            except (ExpressionError, regex.error, KeyError) as error:
                raise self.wrong(rule, error) from error
        return compiled

    def _plain(self, number: int) -> SearchedExpression | None:
        """The expression that the rule of that number is alone, if it is one, ready to be searched for.

        Raises `GrammarError` where it can be seen that the rule is wrong.
        """
        compiled = self.rule(number)
        plain = compiled.plain
        try:
            _ = plain is None or (plain.outline, plain.program)
        except regex.error as error:
            raise self.wrong(compiled.rule, error) from error
        return plain

    def proven(self, number: int) -> CompiledRule:
        """The rule of that number with all its expressions compiled; raises `GrammarError` when one is not valid."""
        compiled = self.rule(number)
        try:
            for expression in compiled.expressions():
                _ = expression.pattern
        except regex.error as error:
            raise self.wrong(compiled.rule, error) from error
        return compiled

    def wrong(self, rule: Rule, error: Exception) -> GrammarError:
        """The error that tells what is wrong with a rule."""
        return GrammarError(path=self.grammar.path, detail=f"rule {rule.name}: {error}")

    def _border(self, source: str) -> SearchedExpression | None:
        if not source:
            return None
        try:
            border = SearchedExpression(self._tables.expanded(self.grammar, source), _FLAGS)
            _ = border.pattern
        except (ExpressionError, regex.error) as error:
            raise GrammarError(path=self.grammar.path, detail=str(error)) from error
        return border

    def _compiled(self, rule: Rule) -> CompiledRule:
        expanded = self._tables.rule(self.grammar, rule)
        plain = None
        compiled: list[CompiledSequence] = []
        groups = 0
        for sequence in expanded.find:
            elements = []
            for place, element in enumerate(sequence):
                own = element.groups if isinstance(element, Piece) else (element.group,)
                groups = max((groups, *own))
                if isinstance(element, Piece):
                    # What stands before the first reference is matched from there to the left.
                    direction = regex.REVERSE if place == 0 and len(sequence) > 1 else 0
                    elements.append(CompiledElement(element, SearchedExpression(element.source, _FLAGS | direction)))
                else:
                    self._check_list(rule, element.kind, element.names)
                    elements.append(CompiledElement(element))
            if not elements:
                raise ExpressionError("an expression that can be empty")
            if len(expanded.find) == 1 and len(elements) == 1:
                plain = elements[0].expression
            compiled.append(CompiledSequence(tuple(elements)))
        wanted = len(rule.classes) or len(rule.gathers)
        if wanted and wanted != max(groups, 1):
            raise ExpressionError(f"{groups} groups, but {wanted} classes")
        unknown = [name for name in rule.checks if name not in names()]
        if unknown:
            raise ExpressionError(f"unknown check {', '.join(unknown)}")
        return CompiledRule(
            rule=rule,
            groups=groups,
            plain=plain,
            sequences=tuple(compiled),
            left=SearchedExpression(expanded.left, _FLAGS | regex.REVERSE) if rule.left else None,
            right=SearchedExpression(expanded.right, _FLAGS) if rule.right else None,
            gap=SearchedExpression(expanded.gap, _FLAGS),
            checks=tuple(checker(name) for name in rule.checks),
        )

    def _check_list(self, rule: Rule, kind: str, wanted: tuple[str, ...]) -> None:
        if kind == "@":
            unknown = [name for name in wanted if name not in self.grammar.lists and name not in self.gathered]
            if unknown:
                raise ExpressionError(f"unknown list {', '.join(unknown)}")
