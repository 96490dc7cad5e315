"""Rule ids: what a person can turn off, under names that stay the same from one version to the next.

`grammar:spanish/campo_nombre` is a rule of a grammar, `grammar:spanish/first_name=alta` an entry (folded) of one of its
lists; `sectioned/fax` is a step of the sectioned detector, `sectioned/label=telefono` what it learned of a label;
`looks/date` is a kind of what merely looks like PHI. A learned model has no rule that could be left out by itself: what
it was taught holds together, and no id names a part of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from deid_studio.model.span import Suggestion

LABEL = "label"  # in the place of a list's name: what the sectioned detector learned of a label


@dataclass(frozen=True, slots=True)
class RuleId:
    """An id in its parts: whose rule it is, its name or that of a list, and the list's entry."""

    owner: str
    name: str
    entry: str = ""

    def __str__(self) -> str:
        return f"{self.owner}/{self.name}={self.entry}" if self.entry else f"{self.owner}/{self.name}"


def parsed(text: str) -> RuleId:
    """The id in its parts; of text that is none, the whole is the name."""
    owner, slash, rest = text.partition("/")
    if not slash:
        return RuleId("", text)
    name, _, entry = rest.partition("=")
    return RuleId(owner, name, entry)


def own(off: Collection[str], owner: str) -> list[RuleId]:
    """Those of the ids that are the owner's."""
    return [one for one in map(parsed, sorted(off)) if one.owner == owner]


def rests_on(suggestion: Suggestion, off: Collection[str]) -> bool:
    """Whether one of these rules speaks for a suggestion."""
    return any(fact.rule in off for fact in suggestion.evidence if fact.rule)


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids as they are kept: each once, sorted."""
    return tuple(sorted({one for one in ids if one}))
