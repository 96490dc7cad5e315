"""ReportContext: everything in a report that the features of its tokens look at, gathered once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def gather_context(text: str, lines: Sequence[TokenLine], words: Words, rules: InducedRules) -> ReportContext:
    """Everything that the features of a report look at."""
    line_fields = [fields(line) for line in lines]
    kinds = sections(lines, line_fields)
    known = words.of([word for line in lines for word in line.words])
    folded = [word.folded for word in known]
    shapes = [word.shape for word in known]
    views: list[LineContext] = []
    header_values: dict[str, str] = {}
    mail_users: list[str] = []
    begin = 0
    all_hits = rules.of_lines(MatchedText(text), lines, folded, shapes)
    for line, own_fields, section, hits in zip(lines, line_fields, kinds, all_hits, strict=True):
        end = begin + len(line.words)
        own, own_folded = known[begin:end], folded[begin:end]
        views.append(LineContext(line, own, own_fields, section, words.phrases(own, own_folded), hits))
        if section is Section.HEADER:
            for one in own_fields:
                for word in own[one.colon + 1 : one.end]:
                    if word.shape[0] in "A9" and len(word.folded) > 1:
                        header_values.setdefault(word.folded, one.label)
        if "@" in own_folded:
            mail_users += [_mail_user(line, own_folded, at) for at, word in enumerate(own_folded) if word == "@"]
        begin = end
    lower_words = {word for word, shape in zip(folded, shapes, strict=True) if shape == "a"}
    mail_users = list(dict.fromkeys(mail_users))[:_MOST_MAIL_USERS]
    return ReportContext(views, header_values, mail_users, lower_words)


def _mail_user(line: TokenLine, folded: Sequence[str], at: int) -> str:
    start = at
    while start > 0 and line.ends[start - 1] == line.starts[start] and at - start < 12:
        start -= 1
    return "".join(folded[start:at])
