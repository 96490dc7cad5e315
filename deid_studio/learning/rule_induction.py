"""Rule induction: expressions generated from the places where annotated spans stand (ReCRF, section 3.2).

For each gold span the word before it (a field's label or a cue such as `Dr.`) and the shape of its text give candidate
expressions at two levels of generality; what holds on held-out reports is kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import regex

from deid_studio.detection.expressions.compiled_expression import MatchedText
from deid_studio.detection.induced_rules import LONGEST_OPENING, InducedRule, InducedRules, folded_words, word_shape
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.learning.privacy.least_reports import ShowingRule
from deid_studio.learning.privacy.shown_words import Shown, rule_words
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.progress import Progress

FOLDS = 5
LEAST_SUPPORT = 4
LEAST_PRECISION = 0.85
_LEAST_NEW_SPANS = 2
_MOST_RULES = 250

_NAME = r"\p{Lu}[\p{L}\p{M}'’]*+"
_WORDS = rf"{_NAME}(?:[\s-]+(?:(?:de|del|la|las|los|y|i|da|do|dos|van|von)\s+)*{_NAME})*+"
# The rest of the field: to the line's end or a gap as between columns.
_REST = r"(?P<phi>\S(?:(?!\s\s).)*?)(?=[\s.]*(?:$|\s\s))"
_EDGE_BEFORE = r"(?<![\p{L}\p{N}])"
_EDGE_AFTER = r"(?![\p{L}\p{N}])"
_BETWEEN = r"[\s\p{P}]{0,4}"


@dataclass(slots=True)
class _Candidate:
    phi_class: str
    anchor: str
    opening: str
    expression: str
    documents: set[int] = field(default_factory=set)
    hits: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    right: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    found: set[tuple[int, int, int]] = field(default_factory=set)

    def held_out_precision(self) -> float:
        """The share of right matches in the folds whose complement also gave the candidate."""
        folds = {d % FOLDS for d in self.documents}
        counted = [f for f in range(FOLDS) if folds - {f}]
        hits = sum(self.hits[f] for f in counted)
        return sum(self.right[f] for f in counted) / hits if hits else 0.0


def induce_rules(
    documents: Sequence[Document], progress: Progress | None = None, showing: ShowingRule | None = None
) -> list[InducedRule]:
    """Rules that the spans of `documents` give, the most precise first; the same documents give the same rules.

    None shows a word that it may not by `showing`, which by default is the rule for these documents.
    """
    progress = progress or Progress()
    showing = showing or ShowingRule.of(documents)
    lines_of = [tokenizer().lines(doc.text) for doc in documents]
    candidates = [
        c
        for c in _candidates(documents, lines_of, progress)
        if showing.may_show(Shown(rule_words(c.anchor, c.expression)), len(c.documents))
    ]
    _score(candidates, documents, lines_of, progress)
    return _chosen(candidates)


def _candidates(
    documents: Sequence[Document], lines_of: Sequence[list[TokenLine]], progress: Progress
) -> list[_Candidate]:
    found: dict[tuple[str, str, str, str], _Candidate] = {}
    for number, doc in progress.each(enumerate(documents), len(documents), "rules: contexts"):
        starts = {start: (line, i) for line in lines_of[number] for i, start in enumerate(line.starts)}
        for span in doc.spans:
            place = starts.get(span.start)
            if place is None or span.gaps:
                continue
            for key in _expressions(doc.text, span, *place):
                candidate = found.setdefault(key, _Candidate(*key))
                candidate.documents.add(number)
    return [c for _, c in sorted(found.items()) if len(c.documents) >= LEAST_SUPPORT]


def _expressions(text: str, span: Span, line: TokenLine, index: int) -> Iterator[tuple[str, str, str, str]]:
    """The candidates (class, anchor, opening, expression) that one span gives."""
    words = [w for w, s, e in zip(line.words, line.starts, line.ends, strict=True) if s >= span.start and e <= span.end]
    if not words:
        return
    value = text[span.start : span.end]
    shapes = dict.fromkeys((_exact(value), _general(value)))
    anchor_index = index - 1
    while anchor_index >= 0 and not line.words[anchor_index][0].isalnum():
        anchor_index -= 1
    for shape in shapes:
        if anchor_index >= 0 and span.start - line.ends[anchor_index] <= 4 and line.words[anchor_index][0].isalpha():
            between = text[line.ends[anchor_index] : span.start]
            anchor = folded_words(line)[anchor_index]
            colon = r"\s*:\s*" if ":" in between else _BETWEEN
            expression = rf"[\p{{L}}\p{{M}}]+{colon}(?P<phi>{shape}){_EDGE_AFTER}"
            opening = "9" if value[0].isdigit() else "A" if shape.startswith(r"\p{Lu}") else "a"
            yield span.phi_class, anchor, opening, expression
            if ":" in between and not text[span.end : line.ends[-1]].strip(" ."):
                opening = "9" if value[0].isdigit() else "a"
                yield span.phi_class, anchor, opening, rf"[\p{{L}}\p{{M}}]+\s*:\s*{_REST}"
        if any(c.isdigit() for c in value) or "@" in value:
            expression = rf"{_EDGE_BEFORE}(?P<phi>{shape}){_EDGE_AFTER}"
            yield span.phi_class, "", " ".join(_short_shape(word) for word in words[:LONGEST_OPENING]), expression


def _short_shape(word: str) -> str:
    shape = word_shape(word)
    return "9" if shape[0] == "9" else shape


def _exact(value: str) -> str:
    """The value's shape: digits by number, words by case, everything else as it is."""
    parts = []
    for piece in regex.findall(r"\p{N}+|\s+|[\p{L}\p{M}]+|.", value):
        if piece[0].isdigit():
            parts.append(rf"\p{{N}}{{{len(piece)}}}")
        elif piece[0].isspace():
            parts.append(r"\s+")
        elif piece[0].isalpha():
            parts.append(_letters(piece))
        else:
            parts.append(regex.escape(piece, literal_spaces=True))
    return "".join(parts)


def _general(value: str) -> str:
    """The value's shape with runs of capitalised words and of digits of any length."""
    if "@" in value:
        return r"[\p{L}\p{N}._+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+"
    if regex.fullmatch(_WORDS, value):
        return _WORDS
    parts: list[str] = []
    for piece in regex.findall(r"\p{N}+|[\p{L}\p{M}]+|[^\p{L}\p{N}\p{M}]+", value):
        if piece[0].isdigit():
            part = r"\p{N}+"
        elif piece[0].isalpha():
            part = r"[\p{L}\p{M}]+"
        else:
            part = r"[\s\p{P}\p{S}]{1,3}"
        parts.append(part)
    return "".join(parts)


def _letters(word: str) -> str:
    if word.islower():
        # Short words are often units and particles: `a`, `de`, `años`.
        return regex.escape(word) if len(word) <= 4 else r"\p{Ll}+"
    if word.isupper():
        return rf"\p{{Lu}}{{{len(word)}}}"
    return r"\p{Lu}\p{Ll}[\p{L}\p{M}]*"


def _score(
    candidates: Sequence[_Candidate],
    documents: Sequence[Document],
    lines_of: Sequence[list[TokenLine]],
    progress: Progress,
) -> None:
    by_name = {str(i): c for i, c in enumerate(candidates)}
    rules = InducedRules(
        InducedRule(name, c.phi_class, c.anchor, c.opening, c.expression, 0, 0.0) for name, c in by_name.items()
    )
    for number, doc in progress.each(enumerate(documents), len(documents), "rules: precision"):
        gold = {(span.start, span.end, span.phi_class) for span in doc.spans}
        text = MatchedText(doc.text)
        for line in lines_of[number]:
            shapes = [word_shape(word) for word in line.words]
            for start, end, rule in rules.hits(text, line, folded_words(line), shapes):
                candidate = by_name[rule.name]
                key = (number, start, end)
                if key in candidate.found:
                    continue
                candidate.found.add(key)
                candidate.hits[number % FOLDS] += 1
                candidate.right[number % FOLDS] += (start, end, candidate.phi_class) in gold


def _chosen(candidates: Sequence[_Candidate]) -> list[InducedRule]:
    good = [(c.held_out_precision(), c) for c in candidates]
    good = [(precision, c) for precision, c in good if precision >= LEAST_PRECISION]
    # Few rules that cover much, rather than all that are precise: a person is to read them.
    good.sort(key=lambda p: (-round(p[0], 2), -len(p[1].found), p[1].phi_class, p[1].anchor, p[1].expression))
    covered: set[tuple[str, int, int, int]] = set()
    chosen: list[InducedRule] = []
    used: dict[str, int] = defaultdict(int)
    for precision, c in good:
        new = {(c.phi_class, *place) for place in c.found} - covered
        if len(new) < _LEAST_NEW_SPANS or len(chosen) == _MOST_RULES:
            continue
        covered |= new
        stem = f"{c.phi_class.lower()}.{c.anchor or 'shape'}"
        used[stem] += 1
        name = stem if used[stem] == 1 else f"{stem}.{used[stem]}"
        chosen.append(
            InducedRule(name, c.phi_class, c.anchor, c.opening, c.expression, len(c.documents), round(precision, 4))
        )
    return chosen
