"""Lines are weighed at once as they are one by one, rule after rule and token after token."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.flat_lines import LINE_END, flattened
from deid_studio.detection.harmless import number_forms, word_weights
from deid_studio.detection.harmless.shipped_harmless import default_harmless
from deid_studio.detection.harmless.word_weights import KNOWN, Weight
from deid_studio.detection.tokens import TokenLine, tokenizer
from deid_studio.people.folding import fold

# What rules ask for, and what they ask of what stands beside it.
PIECES = (
    "signo maniobras criterios de of Murphy Tinel Phalen Hawkins Norton Barthel Hb Na TA NHC Rosa rosa Cabeza"
    " cabeza la La Ribera Alta alta acude dolor Dr Hospital particular losartan Xanell negativo positivo ii IV ( ) )"
    " : : - / . , + = > @ _ º ª ° 1 2 14 120 138 1987 2019 12/05 120/70 1-0-1 23:40 13,1 ½ ½-½-½ 5 h horas mg % kg"
    " x10 x mg/kg pT1bN0M0 TxNxMx MX L4-L5 G2 P1 > < urg-24-0088316 vila-endocrino.example y e o en EL HDA Paciente"
    " H2 ext 600112233"
).split()  # fmt: skip
TEXTS = st.one_of(
    st.lists(
        st.tuples(st.sampled_from(PIECES), st.sampled_from(("", " ", " ", " ", "  ", "\t", "\n"))), max_size=60
    ).map(lambda pieces: "".join(piece + blank for piece, blank in pieces)),
    st.text(max_size=60),
)
Facts = dict[str, int]


def simply(line: TokenLine) -> list[Weight]:
    """The weights of a line's tokens."""
    words, weigh = line.words, default_harmless().words
    known = [dict(zip(KNOWN.names or (), weigh.known(word), strict=True)) for word in words]
    folded = [fold(word) for word in words]
    cased = is_cased(line)
    weights = [Weight(one["cased"] if cased else one["alone"]) for one in known]
    for i in range(1, len(words)):
        inside = words[i].istitle() and words[i - 1].istitle() and words[i].isalpha()
        if inside and weights[i] is Weight.HARMLESS:
            weights[i] = Weight.PLAIN
    for i in glued(line):
        weights[i] = Weight.OPEN
    for i, word in enumerate(words):
        if word in set("ºª°"):
            numbered = any(map(str.isdigit, words[max(i - 2, 0) : i]))
            weights[i] = Weight.OPEN if numbered else Weight.HARMLESS
    if any(sign.isdigit() for word in words for sign in word):
        for start, end in number_forms.number_spans(written(line)):
            for i in range(len(words)):
                if line.starts[i] - line.starts[0] < end and start < line.ends[i] - line.starts[0]:
                    weights[i] = Weight.HARMLESS
    for i in (*values(line, known, folded), *eponyms(known, folded)):
        weights[i] = Weight.HARMLESS
    for i in range(1, len(words)):
        if words[i] == ":" and weights[i - 1] is Weight.PLAIN:
            weights[i - 1] = Weight.HARMLESS
    return weights


def is_cased(line: TokenLine) -> bool:
    words = line.words
    speaks = (i for i in range(min(len(words) - 1, 20)) if words[i] == ":" and line.starts[i + 1] > line.ends[i])
    first = max((i + 1 for i in speaks), default=0)
    return any(word.istitle() and len(word) > 1 for word in words[first + 1 :])


def glued(line: TokenLine) -> Iterator[int]:
    words = line.words
    for i in range(1, len(words) - 1):
        if words[i] in set("-@._/") and line.ends[i - 1] == line.starts[i] and line.ends[i] == line.starts[i + 1]:
            for one, other in ((i - 1, words[i + 1]), (i + 1, words[i - 1])):
                if words[i] in "@_" or any(map(str.isdigit, other)) or (words[i] == "." and other.isalpha()):
                    yield one


def written(line: TokenLine) -> str:
    ends = [line.starts[0], *line.ends]
    return "".join(" " * (line.starts[i] - ends[i]) + word for i, word in enumerate(line.words))


def values(line: TokenLine, known: list[Facts], folded: list[str]) -> Iterator[int]:
    for i in range(len(folded)):
        at = i + 1
        while at < min(i + 4, len(folded)) and folded[at] in word_weights._BETWEEN:
            at += 1
        if known[i]["valued"] and at < len(folded) and is_value(line, at):
            yield i
            yield at


def is_value(line: TokenLine, at: int) -> bool:
    word = line.words[at]
    if not word.isdecimal() or len(word) > 4 or (len(word) == 4 and word.startswith(("19", "20"))):
        return False
    near = at + 2 < len(line) and line.starts[at + 1] == line.ends[at] and line.starts[at + 2] == line.ends[at + 1]
    return not (near and line.words[at + 1] in "/-.:" and line.words[at + 2][0].isalnum())


def eponyms(known: list[Facts], folded: list[str]) -> set[int]:
    found: set[int] = set()
    named = [i for i, one in enumerate(known) if one["eponym"]]
    for i, one in enumerate(known):
        able = folded[i].isalpha() and len(folded[i]) > 2 and (one["eponym"] or not one["first_name"])
        if able and ((one["eponym"] and is_found(folded, i)) or is_called(known, folded, i)):
            found.add(i)
    for order, step in ((named, -2), (named[::-1], 2)):
        found.update(i for i in order if i + step in found and folded[i + step // 2] in word_weights._JOINS)
    return found


def is_found(folded: list[str], i: int) -> bool:
    after = folded[i + 1 : i + 3]
    if after[:1] == ["("]:
        del after[0]
    return any(word in word_weights._FINDINGS or (word.isdigit() and len(word) < 4) for word in after[:1])


def is_called(known: list[Facts], folded: list[str], i: int) -> bool:
    if i == 0 or folded[i - 1] not in word_weights._OF:
        return i > 0 and bool(known[i - 1]["cue"])
    for at in range(i - 2, max(i - 5, -1), -1):
        if known[at]["cue"]:
            return True
        if not folded[at].isalpha() and folded[at] != "-":
            return False
    return False


@given(TEXTS)
def test_lines_are_weighed_at_once_as_they_are_one_by_one(text: str) -> None:
    lines = tokenizer().lines(text)
    assert default_harmless().weights(lines) == [simply(line) for line in lines]


@given(st.text(st.sampled_from("aB. \n\t12"), max_size=40))
def test_a_place_of_flat_lines_is_a_token_or_the_end_of_a_line(text: str) -> None:
    lines = tokenizer().lines(text)
    flat = flattened(lines)
    told = zip(flat.words, flat.bounds.tolist(), strict=True)
    assert [text[start:end] if start >= 0 else LINE_END for _, (start, end) in told] == flat.words
    assert [flat.words[at : at + size - 1] for at, size in zip(flat.begins, flat.sizes, strict=True)] == [
        line.words for line in lines
    ]
    for at, gap in enumerate(flat.gaps.tolist()):
        if at in flat.begins:
            assert gap == 1
        elif flat.words[at] == LINE_END:
            assert gap < 0
        else:
            assert gap == flat.bounds[at, 0] - flat.bounds[at - 1, 1]
