"""Induced rules: expressions generated from annotated reports, matched as a first pass (ReCRF, section 3.2).

The rules are data of a model (`rules.json`): learning/rule_induction.py writes them, this module applies them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

import regex

from deid_studio.detection.gazetteers import fold
from deid_studio.detection.tokens import TokenLine

_TIMEOUT_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class InducedRule:
    """One expression: where it is tried, what it matches, and how it fared on held-out annotated reports.

    It is tried at each token whose folded text is `anchor` (the word before the value), or, when that is empty, at each
    token whose `word_shape` is `opening`. The group `phi` of `expression` is the span of class `phi_class`.
    `support` is the number of reports it was generated from, `precision` the share of its held-out matches that are
    exactly a gold span.
    """

    name: str
    phi_class: str
    anchor: str
    opening: str
    expression: str
    support: int
    precision: float

    def to_json(self) -> dict[str, object]:
        """The rule as a JSON object."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class RuleHit:
    """Code points `[start, end)` that `rule` matched."""

    start: int
    end: int
    rule: InducedRule


class InducedRules:
    """A set of induced rules, compiled; raises ValueError when an expression is not valid."""

    def __init__(self, rules: Iterable[InducedRule] = ()) -> None:
        self.rules = tuple(rules)
        self._by_anchor: dict[str, list[tuple[InducedRule, regex.Pattern[str]]]] = {}
        self._by_opening: dict[str, list[tuple[InducedRule, regex.Pattern[str]]]] = {}
        for rule in self.rules:
            try:
                compiled = regex.compile(rule.expression, regex.VERSION1)
            except regex.error as error:
                raise ValueError(f"rule {rule.name}: {error}") from error
            if "phi" not in compiled.groupindex:
                raise ValueError(f"rule {rule.name} has no group “phi”")
            if rule.anchor:
                self._by_anchor.setdefault(rule.anchor, []).append((rule, compiled))
            else:
                self._by_opening.setdefault(rule.opening, []).append((rule, compiled))

    def __len__(self) -> int:
        return len(self.rules)

    def hits(self, text: str, line: TokenLine, folded: Sequence[str], shapes: Sequence[str]) -> list[RuleHit]:
        """The matches in one token sequence, in order of their tokens; `folded` and `shapes` belong to its tokens.

        An expression that takes too long counts as one that does not match.
        """
        found: list[RuleHit] = []
        if not self.rules or not line.words:
            return found
        by_anchor = self._by_anchor
        by_opening = self._by_opening
        end = line.ends[-1]
        for index, word in enumerate(folded):
            for rule, compiled in by_anchor.get(word, ()):
                self._try(rule, compiled, text, line.starts[index], end, found)
            for rule, compiled in by_opening.get(shapes[index], ()):
                self._try(rule, compiled, text, line.starts[index], end, found)
        return found

    @staticmethod
    def _try(
        rule: InducedRule, compiled: regex.Pattern[str], text: str, start: int, end: int, found: list[RuleHit]
    ) -> None:
        try:
            match = compiled.match(text, start, end, timeout=_TIMEOUT_SECONDS)
        except TimeoutError:
            return
        if match is not None:
            hit_start, hit_end = match.span("phi")
            if hit_start < hit_end:
                found.append(RuleHit(hit_start, hit_end, rule))


def word_shape(word: str) -> str:
    """The kind of a token: `a`, `A`, `AA`, `Aa` for letters by case, a `9` for each digit (at most 9), else itself."""
    if word.isdigit():
        return "9" * min(len(word), 9)
    if not word[0].isalpha():
        return word[:1]
    if word.islower():
        return "a"
    if word.isupper():
        return "AA" if len(word) > 1 else "A"
    return "Aa" if word[0].isupper() else "a"


def folded_words(line: TokenLine) -> list[str]:
    """The folded tokens of a sequence."""
    return [fold(word) for word in line.words]
