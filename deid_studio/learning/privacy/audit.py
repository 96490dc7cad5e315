"""The audit of a model: which words of annotated reports can be read from it.

It reads text: names of attributes, rules, labels, the words of a context model, the manifest; what numbers alone may
tell is no part of it. It does not trust the families of attributes by which models are trained (`shown_words`): it
takes each text that the model holds for words, and looks in it for what stands in the reports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, compress, filterfalse
from typing import Any, Protocol

import numpy as np

from deid_studio import paths
from deid_studio.detection.context.context_model import ContextModel
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.judge.judge import read_weights
from deid_studio.detection.sectioned.indicators import Indicators
from deid_studio.detection.signed_layouts import LAYOUTS
from deid_studio.learning.privacy.least_reports import LEAST_REPORTS, ShowingRule
from deid_studio.learning.privacy.public_words import words_in
from deid_studio.learning.privacy.shown_words import YEAR, rule_words, shown
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role, Subkind

# What stands before an attribute's value: `-2w=`, `b1=`, `C<`; of a length and a shape (`0l=119`) the length too.
_BEFORE_VALUE = re.compile(r"-?\d+l=(?:1[0-2]|\d)|[CNUV][<>]|[^=]*=")
_HASH = re.compile(r"[0-9a-f]{64}")
# Shapes of words and numbers: nobody is called so.
_SHAPE = re.compile(r"a+|9+")
_CACHED = 200_000

# What a manifest says in words of the program's own.
# The keys of manifests that are words of reports too (of a print in XML, say).
_KEYS = "tag_set format_version features_version audit clean training data files".split()
_OF_JUDGES = "judge intercept weights least_direct signed layouts".split()
_OWN = frozenset(word for one in (*Kind, *Role, *Subkind, *_KEYS, *_OF_JUDGES) for word in words_in(one))

Words = tuple[str, ...]


class Audited(Protocol):
    """A model of any kind as its reader has it.

    The card is no part of it: a person wrote it, and what stands in it was not learned.
    """

    @property
    def manifest(self) -> Mapping[str, Any]:
        """The model's manifest."""

    def texts(self, affixes: bool = True) -> Iterator[Words]:
        """The folded words of every text that the model holds, stretch by stretch; its affixes too or not."""

    def learned(self) -> frozenset[str]:
        """The words that the model has from reports, as far as its form tells words from shapes and kinds."""

    def named(self) -> frozenset[str]:
        """The words that a person chose, or the program's own, which tell nothing of reports."""

    def beyond(self, base: Audited) -> Audited:
        """The model without those of its parts that its base has as well."""


@dataclass(frozen=True, slots=True)
class AuditedModel:
    """A CRF, and the indicators of a sectioned model."""

    crf: CrfModel
    indicators: Indicators | None = None
    left_out: frozenset[str] = frozenset()  # attributes

    @property
    def manifest(self) -> Mapping[str, Any]:
        return self.crf.manifest

    def texts(self, affixes: bool = True) -> Iterator[Words]:
        for name in self._attributes():
            said, learned = _read(name)
            if affixes or learned:
                yield said
        yield from self._of_rules_and_labels()
        yield from _told(self.manifest)

    def learned(self) -> frozenset[str]:
        found = {word for name in self._attributes() for word in _read(name)[1]}
        marks = map(words_in, self.manifest.get(LAYOUTS, ()))
        return frozenset(found.union(*self._of_rules_and_labels(), *marks))

    def named(self) -> frozenset[str]:
        return _class_words(self.manifest, self.crf.tags)

    def _attributes(self) -> Iterator[str]:
        attributes = self.crf.attributes
        used = (self.crf.weights != 0).any(axis=1)[np.fromiter(attributes.values(), np.intp, len(attributes))]
        return filterfalse(self.left_out.__contains__, compress(attributes, used.tolist()))

    def beyond(self, base: Audited) -> Audited:
        return replace(self, left_out=frozenset(base._attributes())) if isinstance(base, AuditedModel) else self

    def _of_rules_and_labels(self) -> Iterator[Words]:
        for rule in self.crf.rules.rules:
            yield rule_words(str(rule.anchor), str(rule.expression))
        for one in self.indicators or ():
            yield _words(one.label)
            yield _words(one.written)


@dataclass(frozen=True, slots=True)
class AuditedContext:
    """A context model, whose words each stand by themselves."""

    model: ContextModel

    @property
    def manifest(self) -> Mapping[str, Any]:
        return self.model.manifest

    def texts(self, affixes: bool = True) -> Iterator[Words]:
        yield from map(_words, self.model.words)
        yield from _told(self.manifest)

    def learned(self) -> frozenset[str]:
        return frozenset(word for text in self.model.words for word in words_in(text))

    def named(self) -> frozenset[str]:
        # What places are marked by are kinds of lists and facts of the program's own.
        marks = (word for mark in self.manifest.get("marks", ()) for word in words_in(str(mark)))
        return _class_words(self.manifest, self.model.tags).union(marks)

    def beyond(self, base: Audited) -> Audited:
        return self


@dataclass(frozen=True, slots=True)
class ClassAudit:
    """What can be read of the spans of a class; of what no span holds when `phi_class` is empty.

    `private` counts the different words that a model may not show, `words` are those that can be read all the same,
    `together` the words of one span that can be read side by side and by which few people are meant.
    """

    phi_class: str
    private: int
    words: Words
    together: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """What can be read of `reports` annotated reports, of which `least` have to share what is not public.

    `unjudged` are words of no public list that are not of these reports; `strange` files that are no part of a model.
    `base_is_clean`: the model that this one was adapted from was audited itself, if there is one.
    """

    least: int
    reports: int
    classes: tuple[ClassAudit, ...]
    unjudged: Words
    strange: tuple[str, ...] = ()
    base_is_clean: bool = True

    @property
    def words(self) -> int:
        """How many words and pairs of words can be read that may not."""
        return sum(len(one.words) + len(one.together) for one in self.classes)

    @property
    def clean(self) -> bool:
        """Whether the model may be handed on."""
        return not (self.words or self.unjudged or self.strange) and self.base_is_clean

    def to_json(self) -> dict[str, Any]:
        """The audit for a model's manifest: counts alone."""
        return {
            "clean": self.clean,
            "least_reports": self.least,
            "reports": self.reports,
            "classes": {
                one.phi_class: {"private": one.private, "words": len(one.words), "together": len(one.together)}
                for one in self.classes
            },
            "unjudged": len(self.unjudged),
            "base_is_clean": self.base_is_clean,
        }


def audit(
    model: Audited,
    documents: Sequence[Document] = (),
    base: Audited | None = None,
    least: int = LEAST_REPORTS,
    strange: Iterable[str] = (),
) -> Audit:
    """What can be read from a model of annotated reports, or, without any, which words it has of no public list.

    What can be read from the `base` that it was adapted from says nothing of the reports.
    """
    rule = ShowingRule.of(documents, least)
    known = set(base.texts()) if base else set()
    model = model.beyond(base) if base else model
    texts = [words for words in dict.fromkeys(model.texts()) if words not in known]
    learned = model.learned() - (base.learned() if base else frozenset())
    named = model.named() - learned
    readable = {word for words in texts for word in words} - named
    # Any abbreviation is the beginning or the end of some word: only of a span's words that tells anything.
    whole = {word for words in set(model.texts(affixes=False)) - known for word in words} - named
    unjudged = {word for word in learned if word not in rule.reports and word not in rule.public}
    return Audit(
        least,
        len(documents),
        tuple(_classes(documents, rule, readable, whole, _pairs(texts, rule))),
        tuple(sorted(unjudged)),
        tuple(sorted(strange)),
        base is None or is_clean(base.manifest),
    )


def is_clean(manifest: Mapping[str, Any]) -> bool:
    """Whether a manifest says that the model was audited after its training and found clean."""
    entry = manifest.get("audit")
    return isinstance(entry, dict) and entry.get("clean") is True


def _classes(
    documents: Sequence[Document], rule: ShowingRule, readable: set[str], whole: set[str], pairs: set[tuple[str, str]]
) -> Iterator[ClassAudit]:
    """What can be read of each class, and of the words outside of spans, of which only `whole` ones count."""
    words_of: dict[str, set[str]] = {}
    pairs_of: dict[str, set[tuple[str, str]]] = {}
    for doc in documents:
        for span in doc.spans:
            words = set(words_in(doc.text[span.start : span.end]))
            words_of.setdefault(span.phi_class, set()).update(words)
            found = pairs_of.setdefault(span.phi_class, set())
            found.update(pair for pair in combinations(sorted(words), 2) if pair in pairs)
    words_of[""] = set(rule.reports).difference(*words_of.values())
    for phi_class in sorted(words_of, key=lambda name: (not name, name)):
        private = {word for word in words_of[phi_class] if not rule.knows(word)}
        together = tuple(sorted(pairs_of.get(phi_class, ())))
        yield ClassAudit(phi_class, len(private), tuple(sorted(private & (readable if phi_class else whole))), together)


def _pairs(texts: Iterable[Words], rule: ShowingRule) -> set[tuple[str, str]]:
    """The words that stand side by side in a text and in spans of too few wordings, in order of the alphabet."""
    found = set()
    for words in texts:
        telling = sorted({word for word in words if word in rule.wordings and _tells(word, rule)})
        for pair in combinations(telling, 2):
            together = rule.wordings[pair[0]] & rule.wordings[pair[1]]
            if 0 < len(together) < rule.least:
                found.add(pair)
    return found


def _tells(word: str, rule: ShowingRule) -> bool:
    """Whether a word may be part of a full name or number: no particle, figure, initial or word of the language."""
    return len(word) > 1 and not rule.public.is_particle(word) and not rule.public.is_ordinary(word)


@lru_cache(maxsize=_CACHED)  # each is asked for several times, and most are a base's and those of what it became
def _read(attribute: str) -> tuple[Words, Words]:
    """The words that stand in an attribute, and those that it shows as far as its family tells."""
    found = _BEFORE_VALUE.match(attribute)
    words = _words(attribute[found.end() :] if found else "")
    if YEAR in words:  # whether a report had the word or a year nobody can tell
        words = tuple([word for word in words if word != YEAR])
    return words, shown(attribute).words


def _class_words(manifest: Mapping[str, Any], tags: Sequence[str]) -> frozenset[str]:
    """The words that the names of classes are made of, and those by which a manifest tells what they mean."""
    tag_set = manifest.get("tag_set", {})
    classes = tag_set.get("classes", ()) if isinstance(tag_set, dict) else ()
    return _OWN.union(word for name in (*tags, *classes, *_clues()) for word in words_in(str(name)))


@cache
def _clues() -> tuple[str, ...]:
    """What the judge goes by, as the program calls it: a model that taught its judge says so."""
    return tuple(read_weights(paths.resources() / "profiles" / "hybrid.judge.json").of)


def _told(manifest: Mapping[str, Any]) -> Iterator[Words]:
    """What a manifest says in words."""
    return (_words(text) for text in _strings(manifest) if not _HASH.fullmatch(text))


def _words(text: str) -> Words:
    return tuple([word for word in words_in(text) if not _SHAPE.fullmatch(word)])


def _strings(value: Any) -> Iterator[str]:
    """All texts of JSON values, keys too."""
    rest: list[Any] = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            rest += [*one, *one.values()]
        elif isinstance(one, list | tuple):
            rest += one
