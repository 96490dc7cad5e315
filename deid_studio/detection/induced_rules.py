"""Induced rules: expressions generated from annotated reports, matched as a first pass (ReCRF, section 3.2).

The rules are data of a model (`rules.json`): learning/rule_induction.py writes them, this module applies them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import regex

from deid_studio.detection.expressions.compiled_expression import Expression, MatchedText
from deid_studio.detection.tokens import TokenLine
from deid_studio.kernel import compiled
from deid_studio.people.folding import fold

if TYPE_CHECKING:
    from deid_studio.kernel import native

_TIMEOUT_SECONDS = 0.05
LONGEST_OPENING = 3
_LONGEST_NUMBER = 9  # of a shape
# An anchored rule's opening, and the first characters of the shapes that the next token may have.
_OPENINGS = {"9": "9", "A": "A", "a": "Aa"}


@dataclass(frozen=True, slots=True)
class InducedRule:
    """One expression: where it is tried, what it matches, and how it fared on held-out annotated reports.

    It is tried at each token whose folded text is `anchor` (the word before the value) when the next word or number
    begins as `opening` says (`9` a digit, `A` a capital, `a` any letter), or, without an anchor, at each token where
    `opening` are the shapes of up to three tokens, numbers of any length as `9` (`9 / 9`, `a a 9`). The one group of
    `expression`, `phi`, is the span of class `phi_class`. `support` is the number of reports it was generated from,
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


RuleHit = tuple[int, int, InducedRule]
"""Code points `[start, end)` that a rule matched."""

_Line = tuple[TokenLine, list[str], list[str]]


@dataclass(slots=True)
class _Opening:
    """The rules that are tried where some shapes stand, by their numbers, and by the shape after them what goes on."""

    rules: list[int] = field(default_factory=list)
    longer: dict[str, _Opening] = field(default_factory=dict)


class InducedRules:
    """A set of induced rules; raises ValueError when an expression is not valid.

    What the expressions of `shipped` ones are compiled into is kept, and they are known to be valid.
    """

    def __init__(self, rules: Iterable[InducedRule] = (), shipped: bool = False) -> None:
        self.rules = tuple(rules)
        self._expressions = tuple(Expression(rule.expression, regex.VERSION1, kept=shipped) for rule in self.rules)
        self._by_anchor: dict[str, dict[str, list[int]]] = {}
        self._openings = _Opening()
        for number, (rule, expression) in enumerate(zip(self.rules, self._expressions, strict=True)):
            if rule.anchor and rule.opening not in _OPENINGS:
                raise ValueError(f"rule {rule.name}: opening {rule.opening!r:.20}")
            try:
                if not shipped and expression.pattern.groupindex != {"phi": expression.pattern.groups}:
                    raise ValueError(f"rule {rule.name} has another group than “phi”")
            except regex.error as error:
                raise ValueError(f"rule {rule.name}: {error}") from error
            if rule.anchor:
                by_opening = self._by_anchor.setdefault(rule.anchor, {"9": [], "A": [], "a": []})
                for opening in _OPENINGS[rule.opening]:
                    by_opening[opening].append(number)
            else:
                node = self._openings
                for shape in rule.opening.split(" "):
                    node = node.longer.setdefault(shape, _Opening())
                node.rules.append(number)

    def __len__(self) -> int:
        return len(self.rules)

    def of_lines(self, text: MatchedText, lines: Sequence[_Line]) -> list[list[RuleHit]]:
        """The matches in each of some token sequences, with their tokens folded and their shapes."""
        if compiled.native is None or text.in_bytes is None:
            return [self.hits(text, *line) for line in lines]
        found: list[list[RuleHit]] = [[] for _ in lines]
        told = [(folded, shapes, line.starts, line.ends) for line, folded, shapes in lines]
        for line, number, start, end, matched in self._native.hits(text.in_bytes, told):
            if matched:
                found[line].append((start, end, self.rules[number]))
            else:
                self._try((number,), text, start, end, found[line])
        return found

    def hits(self, text: MatchedText, line: TokenLine, folded: Sequence[str], shapes: Sequence[str]) -> list[RuleHit]:
        """The matches in one token sequence, in order of their tokens; `folded` and `shapes` belong to its tokens.

        An expression that takes too long counts as one that does not match.
        """
        found: list[RuleHit] = []
        if not self.rules or not line.words:
            return found
        anchored_by = self._by_anchor.get
        begun_by = self._openings.longer.get
        starts, end, count = line.starts, line.ends[-1], len(line.words)
        short = ["9" if shape[0] == "9" else shape for shape in shapes]
        for index, word in enumerate(folded):
            anchored = anchored_by(word)
            if anchored is not None:
                for shape in shapes[index + 1 : index + 4]:
                    if shape[0] in "9Aa":
                        self._try(anchored[shape[0]], text, starts[index], end, found)
                        break
            opening, at = begun_by(short[index]), index + 1
            while opening is not None and at <= index + LONGEST_OPENING:
                if opening.rules:
                    self._try(opening.rules, text, starts[index], end, found)
                opening = opening.longer.get(short[at]) if at < count else None
                at += 1
        return found

    def _try(self, numbers: Iterable[int], text: MatchedText, start: int, end: int, found: list[RuleHit]) -> None:
        for number in numbers:
            try:
                match = self._expressions[number].match(text, start, end, _TIMEOUT_SECONDS)
            except TimeoutError:
                continue
            if match is not None:
                (places,) = match[2]
                if places:
                    found.append((*places[-1], self.rules[number]))

    @cached_property
    def _native(self) -> native.Rules:
        """The same as the kernel does it: openings as nodes of a tree, shapes and anchors as numbers."""
        assert compiled.native is not None
        nodes = [self._openings]
        for node in nodes:
            nodes += node.longer.values()
        groups = [node.rules for node in nodes]
        groups += [by_opening[kind] for by_opening in self._by_anchor.values() for kind in _OPENINGS]
        shapes = {shape: number for number, shape in enumerate({shape for node in nodes for shape in node.longer})}
        steps = [[0] * len(shapes) for _ in nodes]
        ways = [(own, shapes[shape]) for node, own in zip(nodes, steps, strict=True) for shape in node.longer]
        for place, (own, shape) in enumerate(ways, 1):  # as they were found
            own[shape] = place
        if "9" in shapes:
            shapes |= {"9" * size: shapes["9"] for size in range(1, _LONGEST_NUMBER + 1)}
        anchors = {word: number for number, word in enumerate(self._by_anchor)}
        made: native.Rules = compiled.native.Rules(self._expressions, groups, steps, shapes, anchors)
        return made


def word_shape(word: str) -> str:
    """The kind of a token: `a`, `A`, `AA`, `Aa` for letters by case, a `9` for each digit (at most 9), else itself."""
    if word.isdigit():
        return "9" * min(len(word), _LONGEST_NUMBER)
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
