"""Guideline rules that can be tested: each for the classes of a kind, as far as the corpus itself keeps it.

A rule that a class of the corpus breaks as often as it keeps it is not that corpus's rule, and nothing is told of it.
A mention keeps a rule only where it had an occasion to break it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import regex

from deid_studio.corpora.checks.checked_corpus import LEAST_LIKELY, CheckedCorpus, CorpusFinding, FindingKind, share
from deid_studio.model.fragments import joined, trimmed
from deid_studio.model.kinds import Kind, Subkind
from deid_studio.model.lines import BLANK_LINE, CELL_BORDER
from deid_studio.model.ontology import Meaning, class_for, meaning_in
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.people.name_words import TITLES
from deid_studio.texts import Text

_BEFORE = 24  # characters of the line in which a cue may stand
_FIRST_WORD = regex.compile(r"([\p{L}\p{M}]+)[.ªº]*\s+(?=\S)")
_LABEL = regex.compile(r"\p{L}[\p{L}\p{M}. ]{1,20}:\s*")
_HOUR = regex.compile(r"[ ,]*\b\d{1,2}:\d{2}\b.*$", regex.DOTALL)
_CODE = regex.compile(r"\d{5}\b[ ,-]*(?=\p{L}{3})|(?<=\p{L}{3})[ ,(-]*\b\d{5}\b")
_CODE_BY_TOWN = regex.compile(r"\b\d{5}\b(?=[ ,-]*\p{L}{3})|(?<=\p{L}{3}[ ,(-]*)\b\d{5}\b")
_OF_AGE = regex.compile(r"(?i)[ ]+de[ ]+(?:edad|vida)$")
_FAX = regex.compile(r"(?i)\bfax\b")
_WAYS = regex.compile(r"(?i)@|\barroba\b")


@dataclass(frozen=True, slots=True)
class Rule:
    """What mentions of some meanings keep: how one that breaks it should be marked (None: it keeps the rule)."""

    why: Text
    concerns: Callable[[Meaning], bool]
    breaks: Callable[[str, Span, TagSet], Span | None]
    is_kept: Callable[[str, Span], bool] = lambda _text, _span: True  # by one that does not break it


def guideline_rules(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """The mentions that break a rule that others of their class keep."""
    for rule in RULES:
        concerned = {one.name for one in corpus.tagset if rule.concerns(meaning_in(corpus.tagset, one.name))}
        broken: list[tuple[str, Span, Span]] = []
        kept: Counter[str] = Counter()
        for doc in corpus.documents:
            for span in doc.spans:
                if span.phi_class in concerned:
                    other = rule.breaks(doc.text, span, corpus.tagset)
                    if other is not None:
                        broken.append((doc.id, span, other))
                    else:
                        kept[span.phi_class] += rule.is_kept(doc.text, span)
        times = Counter(span.phi_class for _, span, _ in broken)
        for report, span, other in broken:
            name = span.phi_class
            likely = share(kept[name], times[name])
            if likely >= LEAST_LIKELY:
                place = () if other == span else (other.phi_class, other.start, other.end)
                yield CorpusFinding(
                    FindingKind.RULE, report, span.start, span.end, name, rule.why, likely, *place
                )  # fmt: skip


def adjoining_names(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Names of one class with only blanks or hyphens between: one mention, as far as the corpus has such as one."""
    why = Text("a name of the same class follows with only a blank or hyphen between")
    names = {one.name for one in corpus.tagset if meaning_in(corpus.tagset, one.name).kind is Kind.PERSON}
    parted: list[tuple[str, Span, Span]] = []
    whole: Counter[str] = Counter()
    for doc in corpus.documents:
        own = sorted(span for span in doc.spans if span.phi_class in names)
        whole.update(span.phi_class for span in own if " " in span.text(doc.text))
        for one, following in pairwise(own):
            between = doc.text[one.end : following.start]
            if one.phi_class == following.phi_class and between and not between.strip(" -"):
                parted.append((doc.id, one, following))
    times = Counter(one.phi_class for _, one, _ in parted)
    for report, one, following in parted:
        name = one.phi_class
        likely = share(whole[name], times[name])
        if likely >= LEAST_LIKELY:
            yield CorpusFinding(
                FindingKind.RULE, report, one.start, one.end, name, why, likely, name, one.start, following.end
            )  # fmt: skip


def _from(span: Span, text: str, start: int) -> Span | None:
    """The mention with another beginning; None where nothing would be left."""
    kept = trimmed(text, start, span.end)
    return None if kept is None else Span(kept[0], span.end, span.phi_class)


def _title(text: str, span: Span, _: TagSet) -> Span | None:
    found = _FIRST_WORD.match(text, span.start, span.end)
    return _from(span, text, found.end()) if found is not None and fold(found[1]) in TITLES else None


def _label(text: str, span: Span, _: TagSet) -> Span | None:
    found = _LABEL.match(text, span.start, span.end)
    return None if found is None else _from(span, text, found.end())


def _hour(text: str, span: Span, _: TagSet) -> Span | None:
    found = _HOUR.search(text, span.start, span.end)
    return Span(span.start, found.start(), span.phi_class) if found and found.start() > span.start else None


def _code_and_town(text: str, span: Span, _: TagSet) -> Span | None:
    return span if _CODE.search(text, span.start, span.end) else None


def _is_code_or_town(text: str, span: Span) -> bool:
    """Whether a mention is one of the two, and the other one stands beside it."""
    first = max(text.rfind("\n", 0, span.start) + 1, span.start - _BEFORE)
    for code in _CODE_BY_TOWN.finditer(text, first, span.end + _BEFORE):
        start, end = code.span()
        if (start, end) == (span.start, span.end):
            return True
        apart = text[span.end : start] if span.end <= start else text[end : span.start] if end <= span.start else "-"
        if not apart.strip(" ,("):
            return True
    return False


def _over_a_border(text: str, span: Span, _: TagSet) -> Span | None:
    for start, end in joined(span.fragments, text):
        border = BLANK_LINE.search(text, start, end) or CELL_BORDER.search(text, start, end)
        kept = None if border is None else trimmed(text, start, border.start())
        if border is not None:
            return span if kept is None else Span(kept[0], kept[1], span.phi_class)
    return None


def _of_age(text: str, span: Span, _: TagSet) -> Span | None:
    found = _OF_AGE.search(text, span.start, span.end)
    return Span(span.start, found.start(), span.phi_class) if found and found.start() > span.start else None


def _fax_without_cue(text: str, span: Span, tagset: TagSet) -> Span | None:
    return None if _told_fax(text, span) else _as_kind(span, Meaning(Kind.PHONE), tagset)


def _phone_behind_fax(text: str, span: Span, tagset: TagSet) -> Span | None:
    fax = Meaning(Kind.PHONE, subkind=Subkind.FAX)
    return _as_kind(span, fax, tagset) if _told_fax(text, span) else None


def _no_sign_of_email(text: str, span: Span, _: TagSet) -> Span | None:
    return None if _WAYS.search(text, span.start, span.end) else span


def _without_number(text: str, span: Span, _: TagSet) -> Span | None:
    return None if any(map(str.isalnum, span.text(text))) else span


def _told_fax(text: str, span: Span) -> bool:
    line = text.rfind("\n", 0, span.start) + 1
    return _FAX.search(text, max(line, span.start - _BEFORE), span.start) is not None


def _as_kind(span: Span, meaning: Meaning, tagset: TagSet) -> Span | None:
    """The mention in the class for a meaning; None where the tag set has no other for it."""
    name = class_for(meaning, tagset)
    return Span(span.start, span.end, name) if name and name != span.phi_class else None


def _is(*kinds: Kind) -> Callable[[Meaning], bool]:
    return lambda meaning: meaning.kind in kinds


def _is_phone(fax: bool) -> Callable[[Meaning], bool]:
    return lambda meaning: meaning.kind is Kind.PHONE and (meaning.subkind is Subkind.FAX) == fax


RULES: tuple[Rule, ...] = (
    Rule(Text("a form of address stays outside of a name"), _is(Kind.PERSON), _title),
    Rule(Text("the label of a value stays outside"), lambda meaning: meaning.kind is not Kind.LABEL, _label),
    Rule(Text("the hour is no part of a date"), _is(Kind.DATE), _hour),
    Rule(Text("a postal code and a town are two mentions"), _is(Kind.PLACE), _code_and_town, _is_code_or_town),
    Rule(Text("“de edad” and “de vida” stay outside of an age"), _is(Kind.AGE), _of_age),
    Rule(Text("nothing before it tells of a fax"), _is_phone(fax=True), _fax_without_cue),
    Rule(Text("what is before it tells of a fax"), _is_phone(fax=False), _phone_behind_fax),
    Rule(Text("an e-mail address has an at sign"), _is(Kind.EMAIL), _no_sign_of_email),
    Rule(Text("there is no letter or digit in it"), lambda _: True, _without_number),
    Rule(Text("it goes over a blank line or into another cell"), lambda _: True, _over_a_border),
)
