"""ReportContext: everything in a report that the features of its tokens look at, gathered once."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from deid_studio.detection.expressions.compiled_expression import MatchedText
from deid_studio.detection.gazetteers import Hit
from deid_studio.detection.induced_rules import InducedRules, RuleHit
from deid_studio.detection.sections import Field, Section, fields, sections
from deid_studio.detection.tokens import TokenLine
from deid_studio.detection.word_features import Word, Words

# More e-mail addresses than this would make the search of names in them slow, and name nobody.
_MOST_MAIL_USERS = 50


@dataclass(slots=True)
class LineContext:
    """One token sequence with all that its features look at."""

    line: TokenLine
    words: list[Word]
    fields: list[Field]
    section: Section
    phrases: list[Hit]
    rule_hits: list[RuleHit]


@dataclass(slots=True)
class ReportContext:
    """A report's sequences, the values of its header fields and the user names of its e-mail addresses (folded)."""

    lines: list[LineContext]
    header_values: dict[str, str]
    mail_users: list[str]
    lower_words: set[str]

    def is_lower(self, word: Word) -> bool:
        """Whether a word with a capital is in the report in small letters too."""
        return word.shape[0] == "A" and word.folded in self.lower_words

    def is_mail(self, word: Word) -> bool:
        """Whether a word with a capital is in the user name of an e-mail address."""
        folded = word.folded
        return word.shape[0] == "A" and len(folded) > 3 and any(folded in user for user in self.mail_users)


def gather_context(
    text: str, lines: Sequence[TokenLine], words: Words, rules: InducedRules, asked: Container[int] | None = None
) -> ReportContext:
    """Everything that the features of a report look at; entries of lists and hits of rules in the sequences that are
    `asked` for, by their numbers, and in all where none are."""
    line_fields = [fields(line) for line in lines]
    known = words.of([word for line in lines for word in line.words])
    # Of all lines at once: most have but a few words.
    all_folded, all_shapes = [word.folded for word in known], [word.shape for word in known]
    bounds = list(pairwise(accumulate((len(line.words) for line in lines), initial=0)))
    folded_lines = [all_folded[begin:end] for begin, end in bounds]
    views: list[LineContext] = []
    seen: list[tuple[LineContext, list[str], list[str]]] = []
    header_values: dict[str, str] = {}
    mail_users: list[str] = []
    line_sections = sections(lines, line_fields, folded_lines)
    for line, own_fields, section, folded, (begin, end) in zip(
        lines, line_fields, line_sections, folded_lines, bounds, strict=True
    ):
        own = known[begin:end]
        view = LineContext(line, own, own_fields, section, [], [])
        if asked is None or len(views) in asked:
            view.phrases = words.phrases(own, folded)
            seen.append((view, folded, all_shapes[begin:end]))
        views.append(view)
        if section is Section.HEADER:
            for one in own_fields:
                for word in own[one.colon + 1 : one.end]:
                    if word.shape[0] in "A9" and len(word.folded) > 1:
                        header_values.setdefault(word.folded, one.label)
        if "@" in folded:
            mail_users += [_mail_user(line, folded, at) for at, word in enumerate(folded) if word == "@"]
    told = [(view.line, folded, shapes) for view, folded, shapes in seen]
    for (view, _, _), hits in zip(seen, rules.of_lines(MatchedText(text), told), strict=True):
        view.rule_hits = hits
    lower_words = {word.folded for word in known if word.shape == "a"}
    mail_users = list(dict.fromkeys(mail_users))[:_MOST_MAIL_USERS]
    return ReportContext(views, header_values, mail_users, lower_words)


def _mail_user(line: TokenLine, folded: Sequence[str], at: int) -> str:
    start = at
    while start > 0 and line.ends[start - 1] == line.starts[start] and at - start < 12:
        start -= 1
    return "".join(folded[start:at])
