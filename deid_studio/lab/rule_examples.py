"""Where induced rules come from: each as a person reads it, and the places of annotated reports that it matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deid_studio.detection.expressions.compiled_expression import MatchedText
from deid_studio.detection.induced_rules import InducedRule, InducedRules, folded_words, word_shape
from deid_studio.detection.tokens import tokenizer
from deid_studio.model.document import Document
from deid_studio.progress import Progress

# What the parts of induced expressions look like, in the order in which they are replaced.
_LOOKS = (
    (r"\\p\{Lu\}\[\\p\{L\}\\p\{M\}'’\]\*\+\(\?:.*\)\*\+", "Aaa (de) Aaa …"),
    (r"\\S\(\?:\(\?!\\s\\s\)\.\)\*\?", "…"),
    (r"\\p\{Lu\}\\p\{Ll\}\[\\p\{L\}\\p\{M\}\]\*", "Aaa"),
    (r"\[\\p\{L\}\\p\{N\}[^]]*\]\+@.*", "aaa@aaa.aa"),
    (r"\[\\s\\p\{P\}\\p\{S\}\]\{1,3\}", " · "),
    (r"\[\\p\{L\}\\p\{M\}\]\+", "aaa"),
    (r"\\p\{Ll\}\+", "aaa"),
    (r"\\p\{N\}\+", "9…"),
    (r"\\s\+", " "),
    (r"\\(.)", r"\1"),
)
_COUNTED = re.compile(r"\\p\{(N|Lu)\}\{(\d+)\}")


@dataclass(frozen=True, slots=True)
class Example:
    """Code points `[start, end)` of a report that a rule matches; `right`: exactly a gold span of its class."""

    report: str
    start: int
    end: int
    right: bool


def look(rule: InducedRule) -> str:
    """What a rule matches, for reading: its word and its value, `nhc: …`, `99/99/9999`, digits as 9, letters as a."""
    value = re.search(r"\(\?P<phi>(.*)\)(?:\(\?!|\(\?=)", rule.expression)
    shown = value.group(1) if value is not None else rule.expression
    shown = _COUNTED.sub(lambda match: ("9" if match[1] == "N" else "A") * int(match[2]), shown)
    for pattern, plain in _LOOKS:
        shown = re.sub(pattern, plain, shown)
    if not rule.anchor:
        return shown
    return f"{rule.anchor}: {shown}" if r"\s*:\s*" in rule.expression else f"{rule.anchor} {shown}"


def examples(
    rules: InducedRules, documents: Sequence[Document], progress: Progress | None = None
) -> dict[str, list[Example]]:
    """For each rule's name the places that it matches, report by report."""
    found: dict[str, list[Example]] = {rule.name: [] for rule in rules.rules}
    for doc in (progress or Progress()).each(documents, len(documents), "rules: examples"):
        gold = {(span.start, span.end, span.phi_class) for span in doc.spans}
        for name, start, end, phi_class in sorted(set(_hits(rules, doc))):
            found[name].append(Example(doc.id, start, end, (start, end, phi_class) in gold))
    return found


def _hits(rules: InducedRules, doc: Document) -> Iterator[tuple[str, int, int, str]]:
    text = MatchedText(doc.text)
    for line in tokenizer().lines(doc.text):
        shapes = [word_shape(word) for word in line.words]
        for start, end, rule in rules.hits(text, line, folded_words(line), shapes):
            yield rule.name, start, end, rule.phi_class
