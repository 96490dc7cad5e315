"""Same text: what is marked in one class here and in others elsewhere, and what is marked elsewhere and not here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import regex

from deid_studio.corpora.checks.checked_corpus import LEAST_LIKELY, CheckedCorpus, CorpusFinding, FindingKind, share
from deid_studio.model.fragments import trimmed
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.people.folded_text import FoldedText
from deid_studio.texts import Text

_LEAST_LETTERS = 3  # letters and digits: shorter ones mean something else each time
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_LONGEST = 12  # words
# What a class of relatives holds of them, and others of the patient.
_OF_RELATIVES = frozenset((Kind.PERSON, Kind.AGE, Kind.SEX))
_LEAST_MARKED, _LIKELY_MISSED = 2, 0.8


def other_classes(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Mentions of another class than most mentions with the same text.

    Of a name the reports tell whose it is: people of one name are many, so names of people are compared with each
    other within a report only.
    """
    groups: dict[tuple[str, str], list[tuple[str, Span]]] = defaultdict(list)
    for doc in corpus.documents:
        for span in doc.spans:
            key = _key(doc.text, span)
            if key:
                groups[key, ""].append((doc.id, span))
                if _is_person(corpus, span):
                    groups[key, doc.id].append((doc.id, span))
    for (_, within), mentions in groups.items():
        counts = Counter(span.phi_class for _, span in mentions)
        if len(counts) < 2:
            continue
        names = sorted(counts, key=lambda name: (-counts[name], name))
        most = names[0]
        likely = share(counts[most], len(mentions) - counts[most])
        for report, span in mentions:
            name = span.phi_class
            if name == most or (not within and (likely <= LEAST_LIKELY or _may_differ(corpus.tagset, name, most))):
                continue
            why = Text("the same text is of {other} {count} times of {total}", other=most, count=counts[most],
                       total=len(mentions))  # fmt: skip
            yield CorpusFinding(
                FindingKind.CLASS, report, span.start, span.end, name, why, likely, most, span.start, span.end
            )  # fmt: skip


def missed(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Unmarked places with a text that is marked nearly everywhere else, with a capital where those have one."""
    classes: dict[str, Counter[str]] = defaultdict(Counter)
    for doc in corpus.documents:
        for span in doc.spans:
            if key := _key(doc.text, span):
                classes[key][span.phi_class] += 1
    known: dict[str, set[int]] = defaultdict(set)  # how many words what begins with a word has
    for key in classes:
        words = _WORD.findall(key[1:])
        if len(words) <= _LONGEST:
            known[words[0]].add(len(words))
    found = [
        (doc.id, start, end, key)
        for doc, folded in zip(corpus.documents, corpus.folded, strict=True)
        for start, end, key in _unmarked(doc.text, folded, doc.spans, known, classes)
    ]
    unmarked = Counter(key for *_, key in found)
    for report, start, end, key in found:
        (most, count), total = classes[key].most_common(1)[0], classes[key].total()
        likely = share(total, unmarked[key])
        if total >= _LEAST_MARKED and likely >= _LIKELY_MISSED:
            why = Text("the same text is marked {total} times, {count} of them as {other}, and {unmarked} times not",
                       total=total, count=count, other=most, unmarked=unmarked[key])  # fmt: skip
            yield CorpusFinding(FindingKind.MISSED, report, start, end, "", why, likely, most, start, end)


def _unmarked(
    text: str, folded: FoldedText, spans: tuple[Span, ...], known: dict[str, set[int]], classes: dict[str, Counter[str]]
) -> Iterator[tuple[int, int, str]]:
    """The longest known texts outside of all mentions, without overlaps: start, end and key."""
    covered = bytearray(len(text) + 1)
    for span in spans:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    words = list(_WORD.finditer(folded.folded))
    last = 0
    for at, word in enumerate(words):
        if word.start() < last:
            continue
        for count in sorted(known.get(word.group(), ()), reverse=True):
            if at + count > len(words):
                continue
            place = folded.to_text(word.start(), words[at + count - 1].end())
            key = _cased(text, place[0], folded.folded[word.start() : words[at + count - 1].end()])
            if key in classes and not any(covered[place[0] : place[1]]):
                last = words[at + count - 1].end()
                yield *place, key
                break


def _key(text: str, span: Span) -> str:
    """What is the same text: folded, without signs at its ends, behind a letter for whether it begins with a capital;
    empty where it is too short."""
    place = trimmed(text, span.start, span.end)
    if place is None or sum(map(str.isalnum, text[place[0] : place[1]])) < _LEAST_LETTERS:
        return ""
    return _cased(text, place[0], FoldedText(text[place[0] : place[1]]).folded)


def _cased(text: str, start: int, folded: str) -> str:
    return ("A" if text[start].isupper() else "a") + folded


def _may_differ(tagset: TagSet, one: str, other: str) -> bool:
    """Whether two classes hold the same texts in different reports, or of different people."""
    kinds = {meaning_in(tagset, name).kind for name in (one, other)}
    return kinds == {Kind.PERSON} or (Kind.RELATIVE in kinds and bool(kinds & _OF_RELATIVES))


def _is_person(corpus: CheckedCorpus, span: Span) -> bool:
    return meaning_in(corpus.tagset, span.phi_class).kind is Kind.PERSON
