"""Repeating: whether what is mentioned again gets the same surrogate again; pure.

Where surrogates always repeat, a name that stands once among its like is suspect; where none does, one that repeats is.
In a chain a mention keeps the surrogate of the one before with some probability and changes it otherwise, so that
neither tells: J. D. Osborne et al., "A Markov chain replacement strategy for surrogate identifiers", Electronics 14
(2025), 3945.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum

import regex

from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.people.folding import fold
from deid_studio.release.surrogates.draws import Draws

KEPT = 0.5  # the probability with which a chain keeps a surrogate, as in the article
_SETS = 8  # that a chain goes round: sets of surrogates take time to draw
# What is drawn anew together, so that it goes on agreeing: an e-mail address with a name, a postal code with a town.
# Dates move as one, and what is said of somebody (age, sex, profession) is a fact that must not change in between.
_PEOPLE = "people"
_TOGETHER = {
    "person": _PEOPLE, "relative": _PEOPLE, "email": _PEOPLE, "web": _PEOPLE,
    "place": "places", "country": "places", "street": "places", "centre": "places", "institution": "places",
    "number": "number", "phone": "phone",
}  # fmt: skip
_EACH_ALONE = frozenset(("number", "phone"))
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_LEAST_LETTERS = 4

COMMON = ""  # the set of surrogates that all reports of a scope have in common


class Repeat(StrEnum):
    """How surrogates repeat in a scope: always the same, fresh for each report, or chained from mention to mention."""

    SAME = "same"
    FRESH = "fresh"
    CHAINED = "chained"


def sets_of(
    docs: Iterable[Document], kind_of: Callable[[str], str], repeat: Repeat, draws: Draws
) -> Mapping[tuple[str, Span], str]:
    """The name of the set of surrogates that each span of a scope's reports takes, where it is not the common one.

    Of a fresh set it is the report's id. A chain goes through the reports in the order of their ids, and whether it
    changes at a mention is drawn for that mention alone.
    """
    ordered = sorted(docs, key=lambda one: one.id)
    if repeat is Repeat.SAME or (repeat is Repeat.FRESH and len(ordered) < 2):
        return {}
    found: dict[tuple[str, Span], str] = {}
    links: Counter[tuple[str, str]] = Counter()  # how often each chain has changed
    seen: dict[tuple[str, str], set[str]] = defaultdict(set)  # what was mentioned since
    for doc in ordered:
        for span in sorted(doc.spans):
            group = _TOGETHER.get(kind_of(span.phi_class))
            if group is None:
                continue
            if repeat is Repeat.FRESH:
                found[doc.id, span] = doc.id
                continue
            said = fold(span.text(doc.text))
            chain = group, said if group in _EACH_ALONE else ""
            told = _told(said) if group == _PEOPLE else {said}
            if seen[chain] & told and draws.random("repeat", doc.id, str(span.start)).random() >= KEPT:
                links[chain] += 1
                seen[chain].clear()
            seen[chain] |= told
            if links[chain] % _SETS:
                found[doc.id, span] = str(links[chain] % _SETS)
    return found


def _told(name: str) -> set[str]:
    """The words of a folded name by which it is known again, in whatever form: `dr. luis rubio`, `rubio, l.`."""
    return {word for word in _WORD.findall(name) if len(word) >= _LEAST_LETTERS} or {name}
