"""Features of places: what the CRF sees of a token's place in its report, besides the words around it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from deid_studio.detection.report_context import LineContext, ReportContext
from deid_studio.detection.tokens import TokenLine
from deid_studio.detection.word_features import Word

FEATURES_VERSION = 1

_OPENING = frozenset("([{\"'«“¿¡")
_CLOSING = frozenset(")]}\"'»”.,;:?!")
_SEGMENT_ENDS = frozenset(",;.:()")
# What is told of from a distance: a shape, a sign, and kinds of gazetteers.
_DISTANT = ("postal", "email", "country", "street_kind", "hospital_word")


def place_features(report: ReportContext, first: int = 0, last: int | None = None) -> Iterator[list[list[str]]]:
    """The features of every place: for each of the sequences `[first, last)`, for each token, strings."""
    for number, view in enumerate(report.lines[first:last], first):
        yield _line_features(view, report, number)


def neighbours(report: ReportContext, number: int) -> str:
    """What labels the lines before and after a sequence begin with, as a feature."""
    lines = report.lines
    before = _first_label(lines[number - 1]) if number else "^"
    after = _first_label(lines[number + 1]) if number + 1 < len(lines) else "$"
    return f"LN={before}|{after}"


def _first_label(view: LineContext) -> str:
    return view.fields[0].label if view.fields else ""


def position(report: ReportContext, number: int) -> str:
    """Where in the report a sequence stands: how far from the beginning of the header, or from the end."""
    section = report.lines[number].section.value[0]
    return f"{section}{min(number, 25)}" if section == "h" else f"{section}{min(len(report.lines) - number, 4)}"


def _line_features(view: LineContext, report: ReportContext, number: int) -> list[list[str]]:
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
    gaps = _gaps(view.line)
    section = view.section.value[0]
    place_in_report = f"n={position(report, number)}"
    beside = neighbours(report, number)
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
            f"b1={b}|{c}",
            f"b2={c}|{d}",
            f"b3={a}|{b}",
            f"b4={d}|{e}",
            f"b5={b}|{d}",
            f"t1={r}|{s}|{t}",
            f"t2={q}|{r}|{s}",
            f"t3={s}|{t}|{u}",
            f"t5={short[i]}|{short[i + 1]}|{short[i + 2]}|{short[i + 3]}|{short[i + 4]}",
            f"k={chunk_shape}|{place}",
            f"k1={chunk_before}|{chunk_shape}|{place}",
            f"k2={chunk_shape}|{chunk_after}|{place}",
            f"x={section}",
            f"xs={section}|{s}",
            place_in_report,
        ]
        if label:
            distance = label_distance[i]
            own += (
                f"L={label}",
                f"Ld={label}|{distance}",
                f"Ls={label}|{s}",
                f"Lk={label}|{chunk_shape}|{place}",
                f"Lw={label}|{c}",
            )
        if in_header:
            own.append(beside)
            own.append(f"{beside}|{s}")
        else:
            value_of = header_values.get(words[i].folded)
            if value_of is not None:
                own += (f"hv={value_of}", f"hv={value_of}|{s}", f"hw={value_of}|{d}")
            if report.is_lower(words[i]):
                own.append("lower")
            if report.is_mail(words[i]):
                own.append("mail")
        if i in gaps:
            own += ("gap", f"gap={s}")
        if i + 1 in gaps:
            own.append("gap>")
        own += tags.get(i, ())
        own += ["-" + tag for tag in tags.get(i - 1, ())]
        own += ["+" + tag for tag in tags.get(i + 1, ())]
        own += distant[i]
        own += cues[i]
        own += segments[i]
        features.append(own)
    return features


def _gaps(line: TokenLine) -> frozenset[int]:
    """The tokens before which the line has a gap of two and more characters, as between columns."""
    starts, ends = line.starts, line.ends
    return frozenset(i for i in range(1, len(starts)) if starts[i] - ends[i - 1] > 1)


def _chunks(line: TokenLine, words: Sequence[Word]) -> list[tuple[str, str, str, str]]:
    """For each token its place in its blank-separated chunk, and the shapes of the chunk before, its own and after.

    Marks at either end of a chunk (`<` and `>`) do not count.
    """
    count = len(words)
    starts, ends = line.starts, line.ends
    bounds = [0, *(i for i in range(1, count) if starts[i] != ends[i - 1]), count]
    shapes = ["^"]
    cores: list[tuple[int, int]] = []
    for first, last in pairwise(bounds):
        start, end = first, last
        if last - first > 1:
            # `(11/10/01),` is a date in brackets: the marks around it are not part of its shape.
            while start < end - 1 and words[start].shape in _OPENING:
                start += 1
            while end > start + 1 and words[end - 1].shape in _CLOSING:
                end -= 1
        cores.append((start, end))
        end = min(end, start + 12)
        shapes.append(words[start].shape if end - start == 1 else "".join([w.shape for w in words[start:end]]))
    shapes.append("$")
    found = []
    for number, (first, last) in enumerate(pairwise(bounds)):
        around = shapes[number], shapes[number + 1], shapes[number + 2]
        if last - first == 1:
            found.append(("o", *around))
            continue
        start, end = cores[number]
        found += [("<", *around)] * (start - first)
        found += [("o", *around)] if end - start == 1 else [(str(min(i, 6)), *around) for i in range(end - start)]
        found += [(">", *around)] * (last - end)
    return found


def _labels(view: LineContext) -> tuple[list[str], list[int]]:
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


def _hit_tags(view: LineContext) -> dict[int, list[str]]:
    """For each token that some hold the phrases of gazetteers and the matches of induced rules that it is in."""
    tags: dict[int, list[str]] = defaultdict(list)
    if not view.phrases and not view.rule_hits:
        return tags
    for hit in view.phrases:
        capital = "1" if view.words[hit.start].shape[0] == "A" else "0"
        tags[hit.start].append(f"P={hit.kind}/B{capital}")
        for i in range(hit.start + 1, hit.end):
            tags[i].append(f"P={hit.kind}/I{capital}")
    starts, ends = view.line.starts, view.line.ends
    seen: set[tuple[int, int, str]] = set()
    for start, end, rule in view.rule_hits:
        key = (start, end, rule.phi_class)
        at = bisect_left(starts, start)
        if at == len(starts) or starts[at] != start or key in seen:
            continue
        seen.add(key)
        kind = rule.phi_class + ("@" if rule.anchor else "")
        mark = "B"
        while at < len(starts) and ends[at] <= end:
            tags[at].append(f"R={kind}/{mark}")
            mark = "I"
            at += 1
        if at < len(starts):
            tags[at].append(f"R={kind}/after")
    return tags


def _distant_kinds(word: Word) -> list[str]:
    """What of `_DISTANT` a word is."""
    kinds = [kind for kind in word.kinds if kind in _DISTANT] if word.kinds else []
    if word.shape == "99999":
        return ["postal", *kinds]
    return ["email", *kinds] if word.folded == "@" else kinds


def _distances(words: Sequence[Word]) -> list[list[str]]:
    """How far the nearest postal code, e-mail, country, street and hospital word are on either side, if in the line."""
    marks: dict[str, list[int]] = {}
    for i, word in enumerate(words):
        for kind in _distant_kinds(word):
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
    """The nearest cue word on either side within ten tokens: its kind, its distance, itself, and what stands between.

    Between them count numbers, punctuation marks, and whether all is one run of capitalised words and particles.
    """
    features: list[list[str]] = [[] for _ in words]
    for order, side in ((range(len(words)), "<"), (range(len(words) - 1, -1, -1), ">")):
        last = -100
        cue = folded = ""
        numbers = marks = 0
        unbroken = True
        for i in order:
            away = abs(i - last)
            word = words[i]
            if away <= 10:
                bucket = away if away < 5 else 5
                features[i] += (
                    f"C{side}{cue}|{bucket}",
                    f"C{side}{cue}|{word.shape}",
                    f"V{side}{folded}",
                    f"N{side}{cue}|{numbers}|{marks}|{word.short_shape}",
                    f"U{side}{cue}|{unbroken}|{word.short_shape}",
                )
            if word.cue:
                last, cue, folded = i, word.cue, word.folded
                numbers = marks = 0
                unbroken = True
            elif word.short_shape == "9":
                numbers = min(numbers + 1, 3)
            elif word.shape in _SEGMENT_ENDS:
                marks = min(marks + 1, 3)
                # An abbreviation's full stop does not end a name.
                unbroken = unbroken and word.shape == "." and away == 1
            elif word.shape == "a" and "particle" not in word.kinds:
                unbroken = False
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
                f"g1={first.normal}",
                f"g2={last.normal}",
                f"g3={shape}",
                f"g4={previous}",
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
