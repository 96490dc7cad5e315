"""The doctor for `.ann`: each damage is recognised, what it proposes is what was meant, and what is in order stays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import BratSyntaxError, BratTextMismatchError, DeidError
from deid_studio.formats.ann_doctor.countings import Bom, Counting, Ends, Form, LineEnds, Rulers, Units, countings
from deid_studio.formats.ann_doctor.diagnosis import Diagnosis, diagnose
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.model.span import Span

HERE = Path("informe.ann")
BOM = "\ufeff"
CLASSES = ("PACIENTE", "FECHA", "LUGAR")
UTF_16 = Counting(Units.UTF_16)
UTF_8 = Counting(Units.UTF_8)
AS_LF = Counting(line_ends=LineEnds.ONE)
AS_CRLF = Counting(line_ends=LineEnds.TWO)
INCLUSIVE = Counting(ends=Ends.LAST)

Pair = tuple[str, tuple[Span, ...]]


def examined(ann: str, text: str) -> Diagnosis:
    return diagnose(ann.encode(), text, HERE)


def repaired(ann: str, text: str) -> AnnFile:
    return parse_ann(examined(ann, text).repaired(), text, HERE)


def written(text: str, spans: Sequence[Span], offset: Callable[[int], int] = lambda at: at, last: int = 0) -> str:
    """The `.ann` of a program that counts offsets in its own way; all else is as it should be."""
    ann = AnnFile().with_spans(spans, text).to_bytes().decode()

    def moved(found: re.Match[str]) -> str:
        pairs = (map(int, pair.split()) for pair in found[0].split(";"))
        return ";".join(f"{offset(start)} {offset(end) - last}" for start, end in pairs)

    return re.sub(r"(?<= )\d+ \d+(?:;\d+ \d+)*(?=\t)", moved, ann)


def counted(text: str, counting: Counting) -> Callable[[int], int]:
    """Offsets as another program counts them, by having it write the text that comes before."""

    def offset(at: int) -> int:
        before = text[:at]
        if counting.bom is Bom.LEFT_OUT:
            before = before.removeprefix(BOM)
        if counting.bom is Bom.ADDED:
            before = BOM + before
        if counting.line_ends is not LineEnds.AS_THEY_ARE:
            end = "\n" if counting.line_ends is LineEnds.ONE else "\r\n"
            before = re.sub("\r\n|\r|\n", end, before)
        if counting.form is not Form.AS_IT_IS:
            before = unicodedata.normalize("NFC" if counting.form is Form.NFC else "NFD", before)
        encoding = {Units.CODE_POINTS: "utf-32-le", Units.UTF_16: "utf-16-le", Units.UTF_8: "utf-8"}[counting.units]
        width = {Units.CODE_POINTS: 4, Units.UTF_16: 2, Units.UTF_8: 1}[counting.units]
        return len(before.encode(encoding)) // width

    return offset


def spans_of(text: str, *words: str) -> list[Span]:
    """The first place of each word."""
    return [Span(text.index(word), text.index(word) + len(word), "PACIENTE") for word in words]


# --- any report, with any annotations -------------------------------------------------------------------------

FILLERS = st.sampled_from(
    ["el", "a", "5", "😀", "de", "niño", "nin\u0303o", "🧑🏽‍⚕️", "\r\n", "\n", "  ", "\t", "Ángel,", "A\u0301", "."]
)
STEMS = st.sampled_from(["Muñoz", "Mun\u0303oz", "Ana", "Ríos", "😀lba", "Pe\u0301rez", "calle", "Ñ𝒜"])


@st.composite
def pairs(draw: st.DrawFn, least: int = 1) -> Pair:
    """A report and spans of it; what they cover stands nowhere else."""
    text, spans = draw(st.sampled_from(["", BOM])), []
    for number in range(draw(st.integers(least, 8))):
        text += " ".join([*draw(st.lists(FILLERS, max_size=6)), ""])
        words = draw(st.lists(STEMS, min_size=1, max_size=3))
        word = f"{words[0]}{number}x" + "".join(f" {one}" for one in words[1:])
        spans.append(Span(len(text), len(text) + len(word), draw(st.sampled_from(CLASSES))))
        text += word + draw(st.sampled_from([" ", ". ", "\n", "\r\n", " 😀 ", " e\u0301 "]))
    return text, tuple(spans)


WAYS = st.builds(Counting, *map(st.sampled_from, (Units, LineEnds, Bom, Form, Ends)))


@given(pairs(), WAYS)
def test_offsets_counted_otherwise_lead_to_the_spans_that_were_meant(pair: Pair, way: Counting) -> None:
    text, spans = pair
    damaged = written(text, spans, counted(text, way), int(way.ends is Ends.LAST))
    told = examined(damaged, text)
    if way in countings(text):
        # Where another way counts the same here, that one may be told; here or nowhere the spans are the same.
        assert repaired(damaged, text).spans == spans
        assert not told.refused or told.cause is not None
    if told.refused and way in (UTF_16, UTF_8, AS_LF, AS_CRLF, INCLUSIVE):
        assert str(way.text()) in str(told.cause)


@given(pairs(least=2), st.lists(st.integers(-3, 9), min_size=9, max_size=9))
def test_what_was_edited_before_is_told_by_what_the_lines_cover(pair: Pair, edits: list[int]) -> None:
    before, spans = pair
    text, moved, at = "", [], 0
    for span, edit in zip(spans, edits, strict=False):
        between = before[at : span.start]
        text += between[: max(len(between) + edit, 0)] + ("z" * (edit - 1) + " " if edit > 0 else "")
        moved.append(Span(len(text), len(text) + span.end - span.start, span.phi_class))
        text += before[span.start : span.end]
        at = span.end
    damaged, text = written(before, spans), text + before[at:]
    told = examined(damaged, text)
    right = dict(zip(sorted(AnnFile().with_spans(spans, before).ids.values()), moved, strict=True))
    for finding in told.findings:
        if finding.new is not None:
            id = (finding.new.partition("\t")[0],)
            assert parse_ann(finding.new.encode(), text, HERE).spans == (right[id],)
    if min(edits) >= 0:  # words that were run together could be other words
        assert not told.left


@given(pairs())
def test_a_file_in_order_is_never_changed(pair: Pair) -> None:
    text, spans = pair
    ann = written(text, spans)
    told = examined(ann, text)
    assert told.findings == () and told.going == () and told.repaired() == told.repaired(True) == ann.encode()


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=5))
def test_what_this_program_writes_is_in_order_whatever_the_text(text: str, places: list[tuple[int, int]]) -> None:
    spans = [Span(a, min(a + length, len(text)), "X") for a, length in places if a < len(text)]
    spans = [span for span in spans if span.text(text).strip()]
    try:
        ann = AnnFile().with_spans(spans, text).to_bytes()
    except UnicodeEncodeError:
        return
    assert diagnose(ann, text, HERE).findings == ()


@given(
    st.text(max_size=80),
    st.text(max_size=120) | st.from_regex(r"(T\d [A-Z] \d+ \d+(;\d \d)?\t\w*\n){1,4}", fullmatch=True),
)
def test_whatever_it_is_given_it_answers_and_is_right_about_what_is_refused(text: str, ann: str) -> None:
    raw = ann.encode("utf-8", "surrogatepass")
    try:
        told = diagnose(raw, text, HERE)
    except DeidError as error:
        assert isinstance(error, BratSyntaxError)
        return
    try:
        parse_ann(raw, text, HERE)
        assert not told.refused
    except (BratSyntaxError, BratTextMismatchError):
        assert told.refused
    for whole in (told.repaired(True), *([] if told.left else [told.repaired()])):
        parse_ann(whole, text, HERE)
        assert not diagnose(whole, text, HERE).refused


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), WAYS, st.integers(0, 60))
def test_a_ruler_goes_back_where_another_program_came_from(text: str, way: Counting, at: int) -> None:
    if way.form is Form.AS_IT_IS and way in countings(text) and at <= len(text):
        cuts_end = way.line_ends is not LineEnds.AS_THEY_ARE and text[at - 1 : at + 1] == "\r\n"
        if not cuts_end and not (way.bom is Bom.LEFT_OUT and at == 0):
            assert Rulers(text).of(way).place(counted(text, way)(at)) == at


# --- one damage after the other -------------------------------------------------------------------------------

TEXT = "Nombre: Ana Ruiz Gil.\r\nVive en Soria 😀 desde el 03/04/2021.\r\nFirma: Ana Ruiz, Soria.\r\n"
ANA, SORIA, DAY = spans_of(TEXT, "Ana Ruiz", "Soria", "03/04/2021")
SIGNED = Span(TEXT.rindex("Ana"), TEXT.rindex("Ana") + 8, "PACIENTE")
SPANS = (ANA, SORIA, DAY, SIGNED)
OTHERS = (
    "R1\tVive Arg1:T1 Arg2:T2\t\nE1\tACTO:T3 Quien:T1\n"
    "A1\tDuda T2\n#1\tAnnotatorNotes T4\tuna  nota\t \n*\tIgual T1 T4\nN1\tRef T2 W:3\tx\nX ?\n"
)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("T1\tX 20 8\tAna Ruiz Gil", "T1\tX 8 20\tAna Ruiz Gil", "end lies before its start"),
        ("T1\tX 8 8\tAna Ruiz Gil", "T1\tX 8 20\tAna Ruiz Gil", "no length"),
        ("T1\tX 8 11;13 13\tAna", "T1\tX 8 11\tAna", "no length"),
        ("T1\tX 17 20;8 11\tGil Ana", "T1\tX 8 11;17 20\tAna Gil", "not in order"),
        ("T1 X 8 11 Ana", "T1\tX 8 11\tAna", "blanks instead of tabs"),
        ("T1    X 8 20 Ana Ruiz Gil", "T1\tX 8 20\tAna Ruiz Gil", "blanks instead of tabs"),
        ("T1\tX\t8\t11\tAna", "T1\tX 8 11\tAna", "blanks instead of tabs"),
        ("T1\tX 8 11 Ana", "T1\tX 8 11\tAna", "blanks instead of tabs"),
        ("T1\tX 9 21\tAna Ruiz Gil", "T1\tX 8 20\tAna Ruiz Gil", "counted from 1"),
        ("T1\tX 70 500\tGil", None, "longer or shorter"),
        ("T1\tX 900 912\tAna Ruiz Gil", "T1\tX 8 20\tAna Ruiz Gil", "removed from the text before it: 892"),
        ("T1\tX 8 11\tEva", None, "does not stand in the report"),
        ("T1\tX 40 43\tAna", None, "several places"),
        ("T1\tX 3 11\tSoria", None, "longer or shorter"),
        ("T1\tX 8 8\t", None, "no text"),
        ("T1\tX", None, "cannot be understood"),
        ("T1\tX -3 8\tAna", None, "cannot be understood"),
    ],
)
def test_one_refused_line(before: str, after: str | None, why: str) -> None:
    with pytest.raises(DeidError):
        parse_ann(before.encode(), TEXT, HERE)
    (finding,) = examined(f"\n{before}\n", TEXT).findings
    assert finding.refused and finding.number == 2
    assert finding.new == (None if after is None else f"{after}\n")
    assert any(why in str(one) for one in finding.why), finding.why


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("T1\tX 8 11", "T1\tX 8 11\tAna", "missing"),
        ("T1\tX 8 11\tAna  ", "T1\tX 8 11\tAna", "other blanks"),
        ("T1\tX 8 12\tAna", "T1\tX 8 11\tAna", "other blanks"),
        ("T1\tX 8 16\tAna    Ruiz", "T1\tX 8 16\tAna Ruiz", "other blanks"),
        ("T1\tX 8 11\tAna\nT1\tX 12 16\tRuiz", "T1\tX 8 11\tAna\nT2\tX 12 16\tRuiz", "another line's"),
        ("T1\tX 8 11\tAna\nT1\tX 12 16\tRuiz\nA1\tDuda T1", None, "nothing tells of which"),
        ("t1 X 8 11 Ana", None, "cannot be understood"),
    ],
)
def test_what_is_read_all_the_same_is_told(before: str, after: str | None, why: str) -> None:
    parse_ann(before.encode(), TEXT, HERE)
    told = examined(before, TEXT)
    (finding,) = told.findings
    assert not told.refused and why in str(finding.why[-1])
    assert told.repaired().decode() == (before if after is None else after)


@pytest.mark.parametrize("joint", [" ", "", "  ", "\r\n", "\t"])
def test_a_span_over_a_line_end_stays_as_other_programs_write_it(joint: str) -> None:
    told = examined(f"T1\tX 17 27\tGil.{joint}Vive\n", TEXT)
    assert (told.findings == ()) == (joint in ("", " ")) or joint == "\t"


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (UTF_16, "offsets counted in UTF-16 units"),
        (UTF_8, "offsets counted in bytes (UTF-8)"),
        (AS_LF, "every line end counted as one character (LF)"),
        (Counting(Units.UTF_16, LineEnds.ONE), "offsets counted in UTF-16 units, every line end counted as one"),
        (Counting(bom=Bom.ADDED), "counted from 1"),
        (INCLUSIVE, "ends given as the last character"),
        (Counting(bom=Bom.ADDED, ends=Ends.LAST), "counted from 1"),
    ],
)
def test_one_cause_of_all_lines_is_told_and_everything_else_survives(way: Counting, said: str) -> None:
    sound = written(TEXT, SPANS) + OTHERS
    told = examined(written(TEXT, SPANS, counted(TEXT, way), int(way.ends is Ends.LAST)) + OTHERS, TEXT)
    assert told.refused and not told.left and said in str(told.cause)
    assert told.repaired().decode() == sound


def test_a_text_with_lf_annotated_with_crlf() -> None:
    text = TEXT.replace("\r\n", "\n")
    spans = [Span(text.index("Soria"), text.index("Soria") + 5, "X"), *spans_of(text, "03/04/2021")]
    told = examined(written(text, spans, counted(text, AS_CRLF)), text)
    assert str(AS_CRLF.text()) in str(told.cause)
    assert parse_ann(told.repaired(), text, HERE).spans == tuple(spans)


@pytest.mark.parametrize(("here", "there"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_annotated_in_another_normal_form(here: str, there: str) -> None:
    text = unicodedata.normalize(here, "Médico: José Muñoz. Año 2020. Paciente: Íñigo Ibáñez.\n")
    other = unicodedata.normalize(there, text)
    names = ("José Muñoz", "2020", "Íñigo Ibáñez")
    spans = spans_of(text, *(unicodedata.normalize(here, one) for one in names))
    damaged = written(other, spans_of(other, *(unicodedata.normalize(there, one) for one in names)))
    told = examined(damaged, text)
    assert there in str(told.cause)
    assert told.repaired().decode() == written(text, spans)


def test_only_the_covered_text_is_in_another_normal_form() -> None:
    (finding,) = examined("T1\tX 0 5\tMun\u0303oz\n", "Muñoz\n").findings
    assert finding.refused and finding.new == "T1\tX 0 5\tMuñoz\n"


def test_a_bom_that_was_not_counted() -> None:
    told = examined(written(TEXT, SPANS), BOM + TEXT)
    assert "(BOM) not counted" in str(told.cause)
    assert [span.text(BOM + TEXT) for span in repaired(written(TEXT, SPANS), BOM + TEXT).spans] == [
        span.text(TEXT) for span in SPANS
    ]


def test_lines_between_edits_go_where_those_around_them_have_gone() -> None:
    before = "Ana. Luis. Ana. Soria. Ana. 2020. Fin."
    text = "Ana. Luis. Ana, que es de Soria. Ana. 2020. Fin."
    spans = [Span(at.start(), at.end(), "X") for at in re.finditer(r"Ana|Luis|Soria|2020|Fin", before)]
    ann = AnnFile().with_spans(spans, before).to_bytes().decode().replace("\tSoria", "").replace("\t2020", "\t")
    lines = examined(ann, text)
    assert [span.text(text) for span in parse_ann(lines.repaired(), text, HERE).spans] == [
        *("Ana", "Luis", "Ana"),
        *[word for word in ("Soria", "Ana", "2020", "Fin") if word],
    ] or lines.findings


def test_a_line_whose_place_is_not_certain_is_left_or_left_out_with_what_speaks_of_it() -> None:
    ann = "T1\tX 8 11\tEva\nT2\tX 31 36\tSoria\nR1\tVive Arg1:T1 Arg2:T2\nA1\tDuda T1\nA2\tDuda T2\nE1\tX:T2 Q:R1\n"
    told = examined(ann, TEXT)
    assert [one.number for one in told.left] == [1] and told.going == (1, 3, 4, 6)
    assert told.repaired() == ann.encode()
    assert told.repaired(leave_out=True).decode() == "T2\tX 31 36\tSoria\nA2\tDuda T2\n"


def test_tabs_that_became_blanks_come_back_in_every_line() -> None:
    sound = "T1\tX 8 11\tAna\nR1\tVive Arg1:T1 Arg2:T1\nA1\tDuda T1\n#1\tAnnotatorNotes T1\tuna nota\n*\tIgual T1\n"
    assert examined(sound.replace("\t", " "), TEXT).repaired().decode() == sound
    assert examined(sound.replace("\t", "    "), TEXT).repaired().decode() == sound


def test_a_place_that_is_taken_is_nobody_elses() -> None:
    ann = "T1\tX 8 16\tAna Ruiz\nT2\tX 17 20\tGil\nT3\tX 40 43\tGil\n"
    assert [one.number for one in examined(ann, TEXT).left] == [3]


def test_no_utf_8_is_told() -> None:
    with pytest.raises(BratSyntaxError):
        diagnose("T1\tX 8 11\taño\n".encode("latin-1"), TEXT, HERE)


def test_words_around_a_place_are_on_one_line() -> None:
    told = examined("T1\tX 29 34\tSoria\nT2\tX 6 9\tAna\n", TEXT)
    place = told.findings[0].place
    assert place is not None
    assert told.around(place) == (
        "Nombre: Ana Ruiz Gil. ⏎ Vive en ",
        "Soria",
        " 😀 desde el 03/04/2021. ⏎ Firma: Ana Ruiz",
    )
