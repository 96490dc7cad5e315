"""Features: what the CRF sees of each token — of the word itself and its neighbours, and of its place in the report.

A word's own features depend on nothing but the word, so their scores can be kept per word and offset; the features of
a place are computed for every token. Training and detection use the same two lists.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from deid_studio.detection.gazetteers import GazetteerIndex, Hit, fold
from deid_studio.detection.induced_rules import InducedRules, RuleHit, word_shape
from deid_studio.detection.sections import Field, Section, fields, sections
from deid_studio.detection.tokens import TokenLine

FEATURES_VERSION = 1
REACH = 4
EDGE = "\n"  # stands for the places before a sequence's first and after its last token
_LONGEST_WORD = 40
_CACHED_WORDS = 200_000

# Kinds of gazetteers whose words say what stands near them.
CUES = frozenset(
    "title contact_cue hospital_word institution_word kinship age_word street_kind identifier_cue department"
    " profession_cue date_cue health_centre_word eponym_cue nationality".split()
)
_SEGMENT_ENDS = frozenset(",;.:()")
_DISTANT = ("postal", "email", "country", "street_kind", "hospital_word")


class Word:
    """What is known of one word wherever it stands: normal form, folded form, shape, gazetteer kinds, features."""

    __slots__ = ("by_distance", "cue", "folded", "kinds", "normal", "shape", "short_shape")

    def __init__(self, text: str, index: GazetteerIndex) -> None:
        text = unicodedata.normalize("NFC", text[:_LONGEST_WORD])
        self.shape = word_shape(text)
        self.short_shape = "9" if self.shape[0] == "9" else self.shape
        self.folded = fold(text)
        self.normal = text.lower() if self.shape[0] != "9" else _normal_number(text)
        self.kinds = index.kinds(self.folded)
        self.cue = next((kind for kind in self.kinds if kind in CUES), "")
        self.by_distance = self._features(text)

    def _features(self, text: str) -> tuple[tuple[str, ...], ...]:
        """The features at distance 0, 1, 2, and 3 to REACH."""
        word = "w=" + self.normal
        shape = "s=" + self.shape
        kinds = ["g=" + kind for kind in self.kinds]
        capital = "1" if self.shape[0] == "A" else "0"
        kinds += [f"g={kind}/{capital}" for kind in self.kinds]
        near = [word, shape, *kinds]
        own = [*near, f"l={min(len(text), 12)}{self.short_shape}"]
        if self.shape[0] in "aA":
            plain = self.folded
            affixes = [f"p={plain[:n]}" for n in (2, 3, 4) if len(plain) > n]
            affixes += [f"f={plain[-n:]}" for n in (2, 3, 4) if len(plain) > n]
            own += [*affixes, "W=" + text, "F=" + plain]
            near += [f"p={plain[:3]}", f"f={plain[-3:]}"]
        elif self.shape[0] == "9" and len(text) == 4:
            own.append("year=" + text[:2])
        far = [word, "S=" + self.short_shape]
        if self.cue:
            far.append("c=" + self.cue)
        return tuple(own), tuple(near), (word, shape, *kinds, "f=" + self.folded[-3:]), tuple(far)


def distance_tier(offset: int) -> int:
    """Which of a word's feature lists applies at an offset from it."""
    return min(abs(offset), 3)


class Words:
    """Every word met so far with what is known of it; forgets all when it has grown too large."""

    def __init__(self, index: GazetteerIndex) -> None:
        self.index = index
        self._known: dict[str, Word] = {}

    def of(self, line: TokenLine) -> list[Word]:
        """The words of a sequence."""
        known = self._known
        if len(known) > _CACHED_WORDS:
            known = self._known = {}
        found = []
        for text in line.words:
            word = known.get(text)
            if word is None:
                word = known[text] = Word(text, self.index)
            found.append(word)
        return found

    def edge(self) -> Word:
        """What stands beyond the ends of a sequence."""
        return Word(EDGE, self.index)


@dataclass(slots=True)
class LineView:
    """One token sequence with all that its features look at."""

    line: TokenLine
    words: list[Word]
    fields: list[Field]
    section: Section
    phrases: list[Hit]
    rule_hits: list[RuleHit]


@dataclass(slots=True)
class ReportView:
    """A report's sequences, the values of its header fields and the user names of its e-mail addresses (folded)."""

    lines: list[LineView]
    header_values: dict[str, str]
    mail_users: list[str]
    lower_words: set[str]


def view_report(text: str, lines: Sequence[TokenLine], words: Words, rules: InducedRules) -> ReportView:
    """Everything that the features of a report look at."""
    line_fields = [fields(line) for line in lines]
    kinds = sections(lines, line_fields)
    views: list[LineView] = []
    header_values: dict[str, str] = {}
    mail_users: list[str] = []
    lower_words: set[str] = set()
    for line, own_fields, section in zip(lines, line_fields, kinds, strict=True):
        known = words.of(line)
        folded = [word.folded for word in known]
        hits = rules.hits(text, line, folded, [word.shape for word in known])
        views.append(LineView(line, known, own_fields, section, words.index.phrases(folded), hits))
        if section is Section.HEADER:
            for one in own_fields:
                for word in known[one.colon + 1 : one.end]:
                    if word.shape[0] in "A9" and len(word.folded) > 1:
                        header_values.setdefault(word.folded, one.label)
        lower_words.update(word.folded for word in known if word.shape == "a")
        for at, word in enumerate(known):
            if word.folded == "@":
                mail_users.append(_mail_user(line, folded, at))
    return ReportView(views, header_values, mail_users, lower_words)


def place_features(report: ReportView) -> list[list[list[str]]]:
    """The features of every place: for each sequence, for each token, strings."""
    labels = [view.fields[0].label if view.fields else "" for view in report.lines]
    total = len(report.lines)
    found = []
    for number, view in enumerate(report.lines):
        before = labels[number - 1] if number else "^"
        after = labels[number + 1] if number + 1 < total else "$"
        found.append(_line_features(view, report, number, total, before, after))
    return found


def _line_features(
    view: LineView, report: ReportView, number: int, total: int, label_before: str, label_after: str
) -> list[list[str]]:
    words = view.words
    count = len(words)
    normal = ["^", "^", *[w.normal for w in words], "$", "$"]
    shapes = ["^", "^", *[w.shape for w in words], "$", "$"]
    short = ["^", "^", *[w.short_shape for w in words], "$", "$"]
    chunks = _chunks(view.line, words)
    label_at, label_distance = _labels(view)
    tags = _hit_tags(view)
    distant = _distances(words)
    cues = _cue_features(words)
    segments = _segment_features(words)
    section = view.section.value[0]
    position = f"{section}{min(number, 25)}" if section == "h" else f"{section}{min(total - number, 4)}"
    neighbours = f"LN={label_before}|{label_after}"
    in_header = section == "h"
    header_values = report.header_values
    features = []
    for i in range(count):
        a, b, c, d, e = normal[i : i + 5]
        q, r, s, t, u = shapes[i : i + 5]
        chunk = chunks[i]
        place, chunk_before, chunk_shape, chunk_after = chunk
        label = label_at[i]
        own = [
            f"b1={b}|{c}", f"b2={c}|{d}", f"b3={a}|{b}", f"b4={d}|{e}", f"b5={b}|{d}",
            f"t1={r}|{s}|{t}", f"t2={q}|{r}|{s}", f"t3={s}|{t}|{u}",
            f"t5={short[i]}|{short[i + 1]}|{short[i + 2]}|{short[i + 3]}|{short[i + 4]}",
            f"k={chunk_shape}|{place}", f"k1={chunk_before}|{chunk_shape}|{place}",
            f"k2={chunk_shape}|{chunk_after}|{place}",
            f"x={section}", f"xs={section}|{s}", f"n={position}",
        ]
        if label:
            distance = label_distance[i]
            own += (
                f"L={label}", f"Ld={label}|{distance}", f"Ls={label}|{s}", f"Lk={label}|{chunk_shape}|{place}",
                f"Lw={label}|{c}",
            )
        if in_header:
            own.append(neighbours)
            own.append(f"{neighbours}|{s}")
        folded = words[i].folded
        if not in_header:
            value_of = header_values.get(folded)
            if value_of is not None:
                own += (f"hv={value_of}", f"hv={value_of}|{s}", f"hw={value_of}|{d}")
            if s[0] == "A":
                if folded in report.lower_words:
                    own.append("lower")
                if len(folded) > 3 and any(folded in user for user in report.mail_users):
                    own.append("mail")
        own += tags[i]
        own += distant[i]
        own += cues[i]
        own += segments[i]
        features.append(own)
    return features


def _normal_number(text: str) -> str:
    if len(text) <= 2:
        return text
    return "year" if len(text) == 4 and text[:2] in ("19", "20") else "#" * min(len(text), 12)


def _mail_user(line: TokenLine, folded: Sequence[str], at: int) -> str:
    start = at
    while start > 0 and line.ends[start - 1] == line.starts[start] and at - start < 12:
        start -= 1
    return "".join(folded[start:at])


def _chunks(line: TokenLine, words: Sequence[Word]) -> list[tuple[str, str, str, str]]:
    """For each token its place in its blank-separated chunk, and the shapes of the chunk before, its own and after."""
    count = len(words)
    starts, ends = line.starts, line.ends
    bounds = [0, *(i for i in range(1, count) if starts[i] != ends[i - 1]), count]
    shapes = ["^"]
    for first, last in pairwise(bounds):
        last = min(last, first + 12)
        shapes.append(words[first].shape if last - first == 1 else "".join([w.shape for w in words[first:last]]))
    shapes.append("$")
    found = []
    for number, (first, last) in enumerate(pairwise(bounds)):
        around = shapes[number], shapes[number + 1], shapes[number + 2]
        if last - first == 1:
            found.append(("o", *around))
        else:
            found.extend([(str(min(i, 6)), *around) for i in range(last - first)])
    return found


def _labels(view: LineView) -> tuple[list[str], list[int]]:
    """For each token the label that it stands after and how far (label and colon themselves: the label with `<`)."""
    count = len(view.words)
    labels = [""] * count
    distances = [0] * count
    for one in view.fields:
        for i in range(one.start, min(one.colon + 1, count)):
            labels[i] = "<" + one.label
        for i in range(one.colon + 1, one.end):
            labels[i] = one.label
            distances[i] = min(i - one.colon, 8)
            if i - one.colon > 40:  # narrative: the label says nothing any more
                labels[i] = ""
    return labels, distances


def _hit_tags(view: LineView) -> list[list[str]]:
    tags: list[list[str]] = [[] for _ in view.words]
    for hit in view.phrases:
        capital = "1" if view.words[hit.start].shape[0] == "A" else "0"
        tags[hit.start].append(f"P={hit.kind}/B{capital}")
        for i in range(hit.start + 1, hit.end):
            tags[i].append(f"P={hit.kind}/I{capital}")
    if view.rule_hits:
        starts, ends = view.line.starts, view.line.ends
        seen: set[tuple[int, int, str]] = set()
        place = {start: i for i, start in enumerate(starts)}
        for rule_hit in view.rule_hits:
            key = (rule_hit.start, rule_hit.end, rule_hit.rule.phi_class)
            at = place.get(rule_hit.start)
            if at is None or key in seen:
                continue
            seen.add(key)
            kind = rule_hit.rule.phi_class + ("@" if rule_hit.rule.anchor else "")
            mark = "B"
            while at < len(starts) and ends[at] <= rule_hit.end:
                tags[at].append(f"R={kind}/{mark}")
                mark = "I"
                at += 1
            if at < len(starts):
                tags[at].append(f"R={kind}/after")
    return tags


def _distances(words: Sequence[Word]) -> list[list[str]]:
    """How far the nearest postal code, e-mail, country, street and hospital word are on either side, if in the line."""
    marks: dict[str, list[int]] = {}
    for i, word in enumerate(words):
        if word.shape == "99999":
            marks.setdefault("postal", []).append(i)
        elif word.folded == "@":
            marks.setdefault("email", []).append(i)
        for kind in word.kinds:
            if kind in ("country", "street_kind", "hospital_word"):
                marks.setdefault(kind, []).append(i)
    features: list[list[str]] = [[] for _ in words]
    count = len(words)
    for kind, places in marks.items():
        for place in places:
            for i in range(max(place - 12, 0), min(place + 13, count)):
                if i != place:
                    away = i - place
                    side = "+" if away > 0 else "-"
                    away = abs(away)
                    bucket = away if away < 4 else 4 if away < 7 else 7
                    features[i].append(f"D={kind}{side}{bucket}")
    return features


def _cue_features(words: Sequence[Word]) -> list[list[str]]:
    """The nearest cue word on either side within ten tokens: its kind, its distance, itself."""
    features: list[list[str]] = [[] for _ in words]
    for order, side in ((range(len(words)), "<"), (range(len(words) - 1, -1, -1), ">")):
        last = -100
        cue = folded = ""
        for i in order:
            away = abs(i - last)
            word = words[i]
            if away <= 10:
                bucket = away if away < 5 else 5
                features[i] += (f"C{side}{cue}|{bucket}", f"C{side}{cue}|{word.shape}", f"V{side}{folded}")
            if word.cue:
                last, cue, folded = i, word.cue, word.folded
    return features


def _segment_features(words: Sequence[Word]) -> list[list[str]]:
    """First and last word, shape and cues of the stretch between punctuation marks, the same for all its tokens."""
    features: list[list[str]] = []
    count = len(words)
    start = 0
    previous = "^"
    while start < count:
        end = start
        while end < count and words[end].folded not in _SEGMENT_ENDS:
            end += 1
        segment = words[start:end]
        if segment:
            first, last = segment[0], segment[-1]
            length = end - start
            shape = "".join([w.short_shape for w in segment[:8]]) if length <= 8 else "long"
            cues = sorted({w.cue for w in segment if w.cue}) if length <= 15 else []
            closing = words[end].folded if end < count else "$"
            shared = [
                f"g1={first.normal}", f"g2={last.normal}", f"g3={shape}", f"g4={previous}",
                f"g5={closing}{min(length, 9)}",
            ]
            shared += ["gc=" + cue for cue in cues]
            for i in range(length):
                place = "F" if i == 0 else "L" if i == length - 1 else "I"
                features.append([*shared, f"g6={first.normal}|{place}", f"g7={shape}|{i if i < 8 else 8}"])
            previous = first.normal
        if end < count:
            features.append([f"g0={previous}"])
        start = end + 1
    return features
