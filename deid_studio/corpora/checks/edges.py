"""Edges: blanks and signs at the ends of mentions, where the corpus leaves them out, and words that are cut in two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import regex

from deid_studio.corpora.checks.checked_corpus import LEAST_LIKELY, CheckedCorpus, CorpusFinding, FindingKind, share
from deid_studio.model.document import Document
from deid_studio.model.fragments import Fragment, trimmed
from deid_studio.model.span import Span
from deid_studio.people.folding import fold
from deid_studio.release.gate.stretches import goes_on
from deid_studio.texts import Text

_PAIRS = {")": "(", "]": "[", "}": "{", "»": "«", "”": "“"}
_OPENED = {opened: closed for closed, opened in _PAIRS.items()}
# What joins or opens is no end of anything, nor what joins or closes a beginning: of any class.
_NEVER_LAST, _NEVER_FIRST = frozenset(",;:/|=<([{«“¿¡"), frozenset(",;:/|=>)]}»”")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_LAST_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+\Z")
_BEFORE = 40  # characters in which the word before a mention begins
_LEAST_WORD = 4  # letters of a word that a blank parts
_SHORTENED = regex.compile(r"(?:^|[^\p{L}])\p{L}\.$|\.\p{L}+\.$")  # `J.`, `S.A.`: the full stop is of the word


def edges(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Mentions with a sign at an end that others of their class leave out, the likelier the more of them do so."""
    inside: Counter[tuple[str, str, bool]] = Counter()
    beside: Counter[tuple[str, str, bool]] = Counter()
    bare: Counter[tuple[str, bool]] = Counter()
    odd: list[tuple[Document, Span, str, bool]] = []
    for doc in corpus.documents:
        for span in doc.spans:
            for at_end in (False, True):
                own, next_to = _signs(doc.text, span, at_end)
                if own:
                    inside[span.phi_class, own, at_end] += 1
                    odd.append((doc, span, own, at_end))
                else:
                    bare[span.phi_class, at_end] += 1
                    beside[span.phi_class, next_to, at_end] += 1
    for doc, span, sign, at_end in odd:
        key = span.phi_class, sign, at_end
        never = sign in (_NEVER_LAST if at_end else _NEVER_FIRST)
        left_out = bare[span.phi_class, at_end] if never else beside[key]
        likely = 1.0 if sign.isspace() else share(left_out, inside[key])
        kept = trimmed(doc.text, span.start, span.end)
        if likely >= LEAST_LIKELY:
            why = Text("a blank at its end") if at_end else Text("a blank at its beginning")
            if not sign.isspace():
                why = Text("“{sign}” at its end", sign=sign) if at_end else Text("“{sign}” at its beginning", sign=sign)
            ends = () if kept is None else (span.start, kept[1]) if at_end else (kept[0], span.end)
            place = (span.phi_class, *ends) if ends else ()
            yield CorpusFinding(FindingKind.EDGE, doc.id, span.start, span.end, span.phi_class, why, likely, *place)


def cuts(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Mentions whose word or number goes on beside them, the likelier the less often their class does so."""
    marked: Counter[str] = Counter()
    cut: list[tuple[str, Span, int, int]] = []
    for doc in corpus.documents:
        taken = {at for span in doc.spans for start, end in span.fragments for at in (start, end - 1)}
        for span in doc.spans:
            marked[span.phi_class] += 1
            start, end = span.start, span.end
            while start > 0 and start - 1 not in taken and goes_on(doc.text[start - 1], doc.text[start]):
                start -= 1
            while end < len(doc.text) and end not in taken and goes_on(doc.text[end - 1], doc.text[end]):
                end += 1
            if (start, end) != (span.start, span.end):
                cut.append((doc.id, span, start, end))
    times = Counter(span.phi_class for _, span, *_ in cut)
    why = Text("its word or number goes on beside it")
    for report, span, start, end in cut:
        name = span.phi_class
        likely = share(marked[name] - times[name], times[name])
        if likely >= LEAST_LIKELY:
            yield CorpusFinding(FindingKind.CUT, report, span.start, span.end, name, why, likely, name, start, end)


def parted_words(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """Mentions at whose end a stray blank parts a word: its other part is no word of the corpus, the whole is one."""
    words = Counter(word.group() for folded in corpus.folded for word in _WORD.finditer(folded.folded))
    why = Text("a blank parts its word, which goes on beside it")
    for doc in corpus.documents:
        for span in doc.spans:
            for at_end in (False, True):
                beside = _parted(doc.text, span, at_end)
                if beside is None:
                    continue
                own, other = (fold(doc.text[slice(*stretch)]) for stretch in beside)
                whole = own + other if at_end else other + own
                if len(whole) >= _LEAST_WORD and words[other] == 1 and words[whole]:
                    start, end = min(span.start, beside[1][0]), max(span.end, beside[1][1])
                    likely = share(words[whole], 0)
                    yield CorpusFinding(
                        FindingKind.CUT, doc.id, span.start, span.end, span.phi_class, why, likely,
                        span.phi_class, start, end
                    )  # fmt: skip


def _parted(text: str, span: Span, at_end: bool) -> tuple[Fragment, Fragment] | None:
    """The word at an end of a mention, and the one that only a blank parts from it; None where that is marked off."""
    if at_end:
        own = _LAST_WORD.search(text, span.start, span.end)
        other = _WORD.match(text, span.end + 1) if text[span.end : span.end + 1] == " " else None
    else:
        own = _WORD.match(text, span.start, span.end)
        before = text[max(span.start - _BEFORE, 0) : span.start]
        found = _LAST_WORD.search(before[:-1]) if before.endswith(" ") else None
        shift = span.start - len(before)
        if own is None or found is None:
            return None
        return own.span(), (found.start() + shift, found.end() + shift)
    return None if own is None or other is None else (own.span(), other.span())


def full_stops(corpus: CheckedCorpus) -> Iterator[CorpusFinding]:
    """What is shortened and of one class, once with its full stop and once without, though it is written there."""
    groups: dict[tuple[str, str], dict[bool, list[tuple[str, Span]]]] = {}
    for doc in corpus.documents:
        for span in doc.spans:
            end = span.end + (doc.text[span.end - 1] != "." and doc.text[span.end : span.end + 1] == ".")
            written = doc.text[span.start : end]
            if written.endswith(".") and _SHORTENED.search(written):
                both = groups.setdefault((span.phi_class, fold(written)), {False: [], True: []})
                both[end == span.end].append((doc.id, span))
    for (name, _), both in groups.items():
        with_it = len(both[True]) >= len(both[False])  # of as many of both the whole ones are right
        likely = share(len(both[with_it]), len(both[not with_it]))
        why = Text("elsewhere it has its full stop") if with_it else Text("elsewhere it is without its full stop")
        for report, span in both[not with_it]:
            end = span.end + (1 if with_it else -1)
            yield CorpusFinding(
                FindingKind.EDGE, report, span.start, span.end, name, why, likely, name, span.start, end
            )  # fmt: skip


def _signs(text: str, span: Span, at_end: bool) -> tuple[str, str]:
    """The sign at an end of a mention that may be left out, and else the one beside it; empty where there is none."""
    own = text[span.end - 1 if at_end else span.start]
    if own.isalnum():
        next_to = text[span.end : span.end + 1] if at_end else text[max(span.start - 1, 0) : span.start]
        return "", "" if next_to.isalnum() else next_to
    written = text[span.start : span.end]
    other = _PAIRS.get(own) if at_end else _OPENED.get(own)
    if (other is not None and other in written) or (at_end and own == "." and _SHORTENED.search(written)):
        return "", ""
    return " " if own.isspace() else own, ""
