"""Induced rules: expressions generated from annotated reports, matched as a first pass (ReCRF, section 3.2).

The rules are data of a model (`rules.json`): learning/rule_induction.py writes them, this module applies them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

import regex

from deid_studio.detection.tokens import TokenLine
from deid_studio.people.folding import fold

_TIMEOUT_SECONDS = 0.05
LONGEST_OPENING = 3
# An anchored rule's opening, and the first characters of the shapes that the next token may have.
_OPENINGS = {"9": "9", "A": "A", "a": "Aa"}


@dataclass(frozen=True, slots=True)
class InducedRule:
    """One expression: where it is tried, what it matches, and how it fared on held-out annotated reports.

    It is tried at each token whose folded text is `anchor` (the word before the value) when the next word or number
    begins as `opening` says (`9` a digit, `A` a capital, `a` any letter), or, without an anchor, at each token where
    `opening` are the shapes of up to three tokens, numbers of any length as `9` (`9 / 9`, `a a 9`). The group
    `phi` of `expression` is the span of class `phi_class`. `support` is the number of reports it was generated from,
    `precision` the share of its held-out matches that are exactly a gold span.
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
    """A set of induced rules, compiled by `compiled`; raises ValueError when an expression is not valid."""

    def __init__(
        self, rules: Iterable[InducedRule] = (), compiled: Callable[[str, int], regex.Pattern[str]] = regex.compile
    ) -> None:
        self.rules = tuple(rules)
        self._by_anchor: dict[str, dict[str, list[tuple[InducedRule, regex.Pattern[str]]]]] = {}
        self._by_opening: dict[str, list[tuple[InducedRule, regex.Pattern[str]]]] = {}
        self._first_shapes: set[str] = set()
        for rule in self.rules:
            if rule.anchor and rule.opening not in _OPENINGS:
                raise ValueError(f"rule {rule.name}: opening {rule.opening!r:.20}")
            try:
                pattern = compiled(rule.expression, regex.VERSION1)
            except regex.error as error:
                raise ValueError(f"rule {rule.name}: {error}") from error
            if "phi" not in pattern.groupindex:
                raise ValueError(f"rule {rule.name} has no group “phi”")
            if rule.anchor:
                by_opening = self._by_anchor.setdefault(rule.anchor, {"9": [], "A": [], "a": []})
                for opening in _OPENINGS[rule.opening]:
                    by_opening[opening].append((rule, pattern))
            else:
                self._by_opening.setdefault(rule.opening, []).append((rule, pattern))
                self._first_shapes.add(rule.opening.partition(" ")[0])

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
        short = ["9" if shape[0] == "9" else shape for shape in shapes]
        first_shapes = self._first_shapes
        for index, word in enumerate(folded):
            anchored = by_anchor.get(word)
            if anchored is not None:
                for shape in shapes[index + 1 : index + 4]:
                    if shape[0] in "9Aa":
                        for rule, compiled in anchored[shape[0]]:
                            self._try(rule, compiled, text, line.starts[index], end, found)
                        break
            if short[index] in first_shapes:
                opening = ""
                for shape in short[index : index + LONGEST_OPENING]:
                    opening = f"{opening} {shape}" if opening else shape
                    for rule, compiled in by_opening.get(opening, ()):
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
