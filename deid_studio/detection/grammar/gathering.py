"""Gathering: lists from annotated reports, with counts, without the classes whose strings belong to one report.

Source: Sánchez-León (IberLEF 2019), section 4, runs B and C: annotations "pruned of certain classes for which
propagation across documents is nonsense".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import ahocorasick
import regex

from deid_studio.detection.gazetteers import Gazetteer
from deid_studio.detection.suggester import DETECTED
from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.folded_text import FoldedText, fold_line
from deid_studio.people.word_lists import any_of

# The words between the cue and the name: `escala de coma de Glasgow`, `prueba cutánea de Mantoux`.
_BETWEEN = r" (?:\p{Ll}+ ){0,2}de(?:l| la)? "
_NAME = r"(\p{Lu}\p{Ll}+(?:['’-]\p{Lu}?\p{Ll}+)*)"
# The kind that a class' strings get. Names, numbers, dates, ages, streets and addresses never travel between reports.
PROPAGATING = {
    Meaning(Kind.INSTITUTION): "known_institution",
    Meaning(Kind.CENTRE, subkind=Subkind.HOSPITAL): "known_hospital",
    Meaning(Kind.CENTRE, subkind=Subkind.HEALTH_CENTRE): "known_health_centre",
    Meaning(Kind.COUNTRY): "known_country",
    Meaning(Kind.PLACE): "known_place",
    Meaning(Kind.PROFESSION): "known_profession",
    Meaning(Kind.RELATIVE, Role.RELATIVE): "known_kinship",
}
# Kinds whose strings may hold names of relatives: only those of words that are also written small travel.
_WORDS_ONLY = frozenset(("known_kinship", "known_profession"))
_WORD = regex.compile(r"(?<![\p{L}\d])\p{Ll}\p{M}*(?:\p{Ll}\p{M}*)+(?![\p{L}\d])")
_LONGEST = 60
_LONG_DESCRIPTION = 2  # blanks


class Eponyms:
    """Finds eponyms by the words that come before them, such as `escala` or `signo` (also in the plural)."""

    def __init__(self, cues: Iterable[str]) -> None:
        self._expression = regex.compile(rf"(?i:\b(?:{any_of(cues)})(?:e?s)?){_BETWEEN}{_NAME}")

    def names(self, text: str) -> list[str]:
        """The names in a text, in order, as often as they occur."""
        return [match.group(1) for match in self._expression.finditer(text)]


@dataclass(frozen=True, slots=True)
class Form:
    """A written form, as most often seen: how often it was annotated with its class, and how often it was not."""

    text: str
    annotated: int
    elsewhere: int

    @property
    def precision(self) -> float:
        """The share of its occurrences that was annotated."""
        return self.annotated / (self.annotated + self.elsewhere)


@dataclass(frozen=True, slots=True)
class Gathered:
    """What a corpus taught: forms by gazetteer kind, common words (number of reports), eponyms (number of times)."""

    forms: Mapping[str, tuple[Form, ...]]
    common_words: Mapping[str, int]
    eponyms: Mapping[str, int]
    reports: int = 0
    classes: Mapping[str, str] = field(default_factory=dict)  # of each kind


def gather(docs: Iterable[Document], eponym_cues: Iterable[str]) -> Gathered:
    """The lists of annotated reports; `eponym_cues` are words such as `escala` after which a name is an eponym."""
    docs = list(docs)
    classes = {kind: class_for(meaning, shipped_tagset(DETECTED)) for meaning, kind in PROPAGATING.items()}
    kinds = {phi_class: kind for kind, phi_class in classes.items()}
    written: dict[tuple[str, str], Counter[str]] = {}
    common: Counter[str] = Counter()
    eponyms: Counter[str] = Counter()
    finder = Eponyms(eponym_cues)
    for doc in docs:
        for span in doc.spans:
            text = doc.text[span.start : span.end]
            kind = kinds.get(span.phi_class)
            if kind and len(text) <= _LONGEST and "\n" not in text and not any(c.isdigit() for c in text):
                written.setdefault((kind, fold_line(text)), Counter())[text] += 1
        outside = _outside(doc)
        common.update(set(_WORD.findall(outside)))
        eponyms.update(finder.names(outside))
    elsewhere = _elsewhere(docs, {key for _, key in written})
    forms: dict[str, list[Form]] = {}
    for (kind, key), texts in written.items():
        if kind in _WORDS_ONLY and not _of_words(texts.most_common(1)[0][0], common):
            continue
        annotated = texts.total()
        forms.setdefault(kind, []).append(
            Form(texts.most_common(1)[0][0], annotated, max(elsewhere[key] - _all(written, key), 0))
        )
    return Gathered(
        {kind: tuple(sorted(own, key=lambda f: (-f.annotated, f.text))) for kind, own in sorted(forms.items())},
        dict(common),
        {name: times for name, times in eponyms.items() if name.lower() not in common},
        len(docs),
        classes,
    )


def gazetteers(
    gathered: Gathered, least: int = 1, precision: float = 0.5, least_common: int = 3
) -> dict[str, tuple[Gazetteer, list[str]]]:
    """The gazetteers worth keeping, by kind, each with a count line for every entry.

    `least`: how often a form was annotated; `precision`: of how much of its occurrences; `least_common`: in how many
    reports a common word stood.
    """
    kept: dict[str, tuple[Gazetteer, list[str]]] = {}
    for kind, forms in gathered.forms.items():
        often = [form for form in forms if form.annotated >= max(least, _least(kind, form))]
        own = [form for form in often if form.precision >= precision]
        counts = [f"{form.annotated} annotated, {form.elsewhere} not" for form in own]
        kept[kind] = Gazetteer(kind, gathered.classes[kind], tuple(form.text for form in own)), counts
    words = sorted((w for w, n in gathered.common_words.items() if n >= least_common), key=fold_line)
    kept["common_word"] = Gazetteer("common_word", "", tuple(words)), []
    names = sorted(gathered.eponyms, key=fold_line)
    kept["eponym"] = Gazetteer("eponym", "", tuple(names)), [f"{gathered.eponyms[name]} times" for name in names]
    return kept


def _least(kind: str, form: Form) -> int:
    # A long description of somebody's work, seen once, tells of that person and of no other.
    return 2 if kind in _WORDS_ONLY and form.text.count(" ") >= _LONG_DESCRIPTION else 1


def gazetteer_file(gazetteer: Gazetteer, counts: list[str], remark: str) -> bytes:
    """The gazetteer as a file; entries follow a comment with their counts."""
    head = f"kind: {gazetteer.kind}" + (f"; class: {gazetteer.phi_class}" if gazetteer.phi_class else "")
    lines = [head, f"# {remark}"]
    last = ""
    for number, entry in enumerate(gazetteer.entries):
        if counts and counts[number] != last:
            last = counts[number]
            lines.append(f"# {last}")
        lines.append(entry)
    return ("\n".join(lines) + "\n").encode("utf-8")


def _of_words(text: str, common: Mapping[str, int]) -> bool:
    first, *rest = text.split(" ")
    return (first.islower() or first.lower() in common) and all(word == word.lower() for word in rest)


def _all(written: Mapping[tuple[str, str], Counter[str]], key: str) -> int:
    return sum(written[kind, key].total() for kind in set(PROPAGATING.values()) if (kind, key) in written)


def _outside(doc: Document) -> str:
    """The report's text with its spans blanked out."""
    pieces = []
    at = 0
    for span in sorted(doc.spans):
        pieces.append(doc.text[at : max(at, span.start)])
        pieces.append(" ~ ")
        at = max(at, span.end)
    return "".join([*pieces, doc.text[at:]])


def _elsewhere(docs: Iterable[Document], keys: set[str]) -> Counter[str]:
    """How often each folded form stands in the reports, as whole words."""
    found: Counter[str] = Counter()
    automaton = ahocorasick.Automaton()
    for key in keys:
        if key:
            automaton.add_word(key, key)
    if not len(automaton):
        return found
    automaton.make_automaton()
    for doc in docs:
        folded = FoldedText(doc.text).folded
        for last, key in automaton.iter(folded):
            start = last + 1 - len(key)
            if not (start and folded[start - 1].isalnum()) and not folded[last + 1 : last + 2].isalnum():
                found[key] += 1
    return found
