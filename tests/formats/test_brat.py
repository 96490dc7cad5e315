"""BRAT standoff: what is read, what is refused, and what an edit leaves in place."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import (
    BratSpanNeededError,
    BratSyntaxError,
    BratTextMismatchError,
    DeidError,
    UnknownClassError,
)
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.formats.brat_lines import AnnLine
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

HERE = Path("informe.ann")
LINE_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
TEXT = "Nombre: Ana Ruiz Gil.\nVive en Soria.\n"  # Ana 8-11, Ruiz 12-16, Gil 17-20, Soria 30-35


def parse(ann: str, text: str = TEXT, tagset: TagSet | None = None) -> AnnFile:
    return parse_ann(ann.encode(), text, HERE, tagset)


def written(ann: AnnFile) -> str:
    return ann.to_bytes().decode()


# --- reading -------------------------------------------------------------------------------------------------


def test_reads_a_span_with_its_id() -> None:
    ann = parse("T1\tNOMBRE 8 11\tAna\n")
    assert ann.spans == (Span(8, 11, "NOMBRE"),)
    assert ann.ids[Span(8, 11, "NOMBRE")] == ("T1",)


def test_spans_are_in_text_order_and_each_once() -> None:
    ann = parse("T1\tTERRITORIO 30 35\tSoria\nT2\tNOMBRE 8 11\tAna\nT9\tNOMBRE 8 11\tAna\n")
    assert ann.spans == (Span(8, 11, "NOMBRE"), Span(30, 35, "TERRITORIO"))
    assert ann.ids[Span(8, 11, "NOMBRE")] == ("T2", "T9")


def test_fragments_apart_by_white_space_are_one_span() -> None:
    assert parse("T1\tX 17 21;22 26\tGil. Vive\n").spans == (Span(17, 26, "X"),)


def test_fragments_apart_by_text_have_a_gap() -> None:
    assert parse("T1\tX 8 11;17 20\tAna Gil\n").spans == (Span(8, 20, "X", ((11, 17),)),)


@pytest.mark.parametrize(
    "annotated",
    [
        "Gil. Vive",  # a blank for the line end
        "Gil.Vive",  # nothing for it
        "Gil.  Vive",
        "Gil. Vive\tmás campos",
        "",  # brat fills a missing text
    ],
)
def test_lenient_text_is_read(annotated: str) -> None:
    assert parse(f"T1\tX 17 26\t{annotated}\n").spans == (Span(17, 26, "X"),)


def test_a_missing_text_field_is_read() -> None:
    assert parse("T1\tX 8 11\n").spans == (Span(8, 11, "X"),)


def test_fragments_joined_without_a_blank_are_read_as_before_brat_1_3() -> None:
    assert parse("T1\tX 8 11;17 20\tAnaGil\n").spans == (Span(8, 20, "X", ((11, 17),)),)


def test_offsets_count_code_points_and_the_bom() -> None:
    text = "\ufeff😀 Ana"
    assert parse("T1\tX 3 6\tAna\n", text).spans == (Span(3, 6, "X"),)


def test_a_bom_of_the_ann_hides_nothing_and_stays() -> None:
    ann = parse_ann(b"\xef\xbb\xbfT1\tX 8 11\tAna\n", TEXT, HERE)
    assert ann.spans == (Span(8, 11, "X"),)
    assert ann.to_bytes().startswith(b"\xef\xbb\xbfT1")


def test_notes_belong_to_their_spans() -> None:
    ann = parse("T1\tX 8 11\tAna\n#1\tAnnotatorNotes T1\tdudoso\n#2\tOtro T1\tno es nota\n")
    assert ann.notes_by_span == {Span(8, 11, "X"): "dudoso"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("T1 X 8 11\tAna", "tab"),
        ("T1\tX\tAna", "class or offsets"),
        ("T1\tX 8\tAna", "numbers"),
        ("T1\tX a b\tAna", "numbers"),
        ("T1\tX -8 11\tAna", "numbers"),
        ("T1\tX ８ 11\tAna", "numbers"),
        ("T1\tX 8 1" + "0" * 5000 + "\tAna", "numbers"),
        ("T1\tX 11 8\tAna", "behind"),
        ("T1\tX 8 8\tAna", "behind"),
        ("T1\tX 8 999\tAna", "outside"),
        ("T1\tX 8 11;10 20\tAna", "overlap"),
        ("T1\tX 17 20;8 11\tGil Ana", "order"),
        ("T1\tX 8 11;\tAna", "numbers"),
        ("T1", "tab"),
        ("T1\t", "class or offsets"),
    ],
)
def test_a_text_bound_line_that_cannot_be_understood_is_told_with_its_number(line: str, why: str) -> None:
    with pytest.raises(BratSyntaxError) as caught:
        parse(f"#1\tAnnotatorNotes T9\t-\n\n{line}\n")
    assert caught.value.params["line"] == 3
    assert why in str(caught.value.params["detail"])


@pytest.mark.parametrize("annotated", ["Eva", "An", "Ana Ruiz", "na ", "Ana,"])
def test_another_text_than_the_report_holds_is_told(annotated: str) -> None:
    with pytest.raises(BratTextMismatchError) as caught:
        parse(f"\nT1\tX 8 11\t{annotated}\n")
    assert caught.value.params["line"] == 2
    assert annotated not in str(caught.value)


def test_not_utf8_is_told_with_its_line() -> None:
    with pytest.raises(BratSyntaxError) as caught:
        parse_ann("T1\tX 8 11\tAna\n#1\tAnnotatorNotes T1\taño\n".encode("latin-1"), TEXT, HERE)
    assert caught.value.params["line"] == 2


def test_a_class_outside_the_tag_set_is_told() -> None:
    tagset = TagSet("t", "1", (PhiClass("NOMBRE", {"es": "Nombre"}),))
    assert parse("T1\tNOMBRE 8 11\tAna\n", tagset=tagset).spans
    with pytest.raises(UnknownClassError) as caught:
        parse("T1\tNOMBRE 8 11\tAna\nT2\tOTRA 30 35\tSoria\n", tagset=tagset)
    assert caught.value.params["line"] == 2


# --- editing -------------------------------------------------------------------------------------------------

FOREIGN = (
    "\n"
    "T3\tNOMBRE 8 11\tAna\tcampo extra\r\n"
    "#1\tAnnotatorNotes T3\tde la paciente\n"
    "A1\tDudoso T3\n"
    "#2\tAnnotatorNotes A1\tnota del atributo\n"
    "N1\tReference T3 Censo:42\tAna\n"
    "T7\tTERRITORIO 30 35\tSoria\n"
    "línea suelta sin tabulador\n"
    "?9\tprefijo desconocido T3\n"
    "T7\tOTRA 12 16\tRuiz"
)


def test_same_spans_leave_every_byte() -> None:
    ann = parse(FOREIGN)
    assert written(ann.with_spans(reversed(ann.spans), TEXT)) == FOREIGN


def test_a_new_span_gets_the_lowest_free_id_at_the_end() -> None:
    ann = parse(FOREIGN)
    new = ann.with_spans([*ann.spans, Span(22, 26, "B"), Span(17, 20, "A")], TEXT)
    assert written(new) == FOREIGN + "\nT1\tA 17 20\tGil\nT2\tB 22 26\tVive\n"


def test_new_lines_end_as_the_first_line_does() -> None:
    ann = parse("T1\tA 8 11\tAna\r\n#1\tAnnotatorNotes T1\tx")
    new = ann.with_spans([*ann.spans, Span(12, 16, "A")], TEXT)
    assert written(new) == "T1\tA 8 11\tAna\r\n#1\tAnnotatorNotes T1\tx\r\nT2\tA 12 16\tRuiz\r\n"


def test_a_new_id_is_not_one_that_a_line_already_speaks_of() -> None:
    ann = parse("R1\tDe Arg1:T1 Arg2:T2\n#1\tAnnotatorNotes T3\t-\n")
    assert "T4\tX 8 11\tAna\n" in written(ann.with_spans([Span(8, 11, "X")], TEXT))


def test_another_class_changes_nothing_else_of_the_line() -> None:
    ann = parse(FOREIGN)
    spans = [Span(8, 11, "FAMILIAR"), *ann.spans[1:]]
    assert written(ann.with_spans(spans, TEXT)) == FOREIGN.replace("T3\tNOMBRE", "T3\tFAMILIAR")


def test_a_resized_span_keeps_id_and_trailing_fields() -> None:
    ann = parse(FOREIGN)
    spans = [Span(8, 16, "NOMBRE"), *ann.spans[1:]]
    expected = FOREIGN.replace("T3\tNOMBRE 8 11\tAna\t", "T3\tNOMBRE 8 16\tAna Ruiz\t")
    assert written(ann.with_spans(spans, TEXT)) == expected


def test_a_given_id_continues_its_line_wherever_the_span_goes() -> None:
    ann = parse("T1\tA 8 11\tAna\nT2\tA 12 16\tRuiz\n")
    moved = ann.with_spans([Span(30, 35, "B"), Span(12, 16, "A")], TEXT, ids={Span(30, 35, "B"): "T1"})
    assert written(moved) == "T1\tB 30 35\tSoria\nT2\tA 12 16\tRuiz\n"


def test_a_removed_span_takes_its_attributes_notes_and_normalisations_with_them() -> None:
    ann = parse(FOREIGN)
    left = written(ann.with_spans([span for span in ann.spans if span.phi_class != "NOMBRE"], TEXT))
    assert left == (
        "\nT7\tTERRITORIO 30 35\tSoria\nlínea suelta sin tabulador\n?9\tprefijo desconocido T3\nT7\tOTRA 12 16\tRuiz"
    )


def test_one_of_two_lines_of_an_id_can_go_without_what_speaks_of_the_other() -> None:
    ann = parse("T1\tA 8 11\tAna\nT1\tB 12 16\tRuiz\nR1\tDe Arg1:T1 Arg2:T1\n#1\tAnnotatorNotes T1\tsí\n")
    kept = ann.with_spans([Span(8, 11, "A")], TEXT)
    assert written(kept) == "T1\tA 8 11\tAna\nR1\tDe Arg1:T1 Arg2:T1\n#1\tAnnotatorNotes T1\tsí\n"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("R1\tVive_en Arg1:T1 Arg2:T2", "R1"),
        ("E1\tTraslado:T1 Destino:T2", "E1"),
        ("E1\tTraslado:T2 Paciente:T1", "E1"),
        ("*\tEquiv T2 T1", "*"),
    ],
)
def test_a_span_that_is_needed_stays_and_is_told(line: str, name: str) -> None:
    ann = parse(f"T1\tA 8 11\tAna\nT2\tB 30 35\tSoria\n{line}\n")
    with pytest.raises(BratSpanNeededError) as caught:
        ann.with_spans([Span(30, 35, "B")], TEXT)
    assert caught.value.params == {"path": HERE, "span_id": "T1", "needed_by": name}


@pytest.mark.parametrize("blank", ["\xa0", "\u2028", "\x85", "\u3000"])
def test_a_class_with_another_programs_blank_is_kept(blank: str) -> None:
    ann = parse(f"T1\tA{blank}B 8 11\tAna\n")
    (span,) = ann.spans
    longer = Span(8, 16, span.phi_class)
    assert written(ann.with_spans([longer], TEXT)) == f"T1\tA{blank}B 8 16\tAna Ruiz\n"
    assert parse(written(ann.with_spans([longer], TEXT))).spans == (longer,)


MOVED = "Nuevo.\n" + TEXT.replace("Ruiz ", "")


def _by_text(span: Span) -> Span | None:
    words = span.text(TEXT)
    start = MOVED.find(words)
    return None if start < 0 else Span(start, start + len(words), span.phi_class)


def test_a_file_moves_with_its_text_and_every_other_line_stays() -> None:
    rest = "A1\tSeguro T1\n#1\tAnnotatorNotes T1\tduda\nR1\tDe Arg1:T1 Arg2:T3\nX9 algo\n\nE1\tVive:T3 Quien:T1\n"
    ann, lost = parse(f"T1\tA 8 11\tAna\tcola\nT3\tAJENA 30 35\tSoria\n{rest}").moved(MOVED, _by_text)
    assert written(ann) == f"T1\tA 15 18\tAna\tcola\nT3\tAJENA 32 37\tSoria\n{rest}"
    assert not lost
    assert written(parse(written(ann), MOVED)) == written(ann)


def test_a_line_whose_span_stays_where_it_is_stays_byte_for_byte() -> None:
    lines = "T1\tA 8 11\t Ana  \nT2\tB 12 16\n"
    ann, _ = parse(lines).moved(TEXT + "Nuevo.\n", lambda span: span)
    assert written(ann) == lines


def test_what_speaks_of_a_lost_line_is_lost_with_it() -> None:
    kept = "T1\tA 8 11\tAna\nR2\tDe Arg1:T1 Arg2:T1\n"
    gone = [
        "T2\tB 12 16\tRuiz", "R1\tDe Arg1:T1 Arg2:T2", "E1\tVive:T2", "A1\tSeguro E1", "#1\tAnnotatorNotes R1\tno",
    ]  # fmt: skip
    ann, lost = parse(kept + "".join(f"{line}\n" for line in gone)).moved(MOVED, _by_text)
    assert written(ann) == kept.replace("8 11", "15 18")
    assert [line.body for line in lost] == gone


@pytest.mark.parametrize(
    "line",
    ["t1\tA 8 11\tAna", "Tx\tA 8 11\tAna", "T\tA 8 11\tAna", "T1A 8 11 Ana", '{"a": 1}', "\x00\x00", " T1\tA 8 11"],
)
def test_a_line_that_nobody_can_have_meant_is_kept_and_told(line: str) -> None:
    ann = parse(f"T1\tA 8 11\tAna\n{line}\n\n{line}\n")
    (doubt,) = ann.told
    assert (doubt.line, doubt.count) == (2, 2)
    assert "informe.ann, línea 2 (y 1 más)" in doubt.text("es") and "line 2 (and 1 more)" in doubt.text()
    assert ann.to_bytes().decode().count(line) == 2


def test_other_programs_lines_are_in_order() -> None:
    assert not parse("T1\tA 8 11\tAna\n\n  \n# comentario\nX9\talgo\nR1\tDe Arg1:T1 Arg2:T1\n*\tEquiv T1 T1\n").told


def test_notes_are_added_changed_and_removed() -> None:
    ann = parse("T1\tA 8 11\tAna\n#1\tAnnotatorNotes T1\tantes\nT2\tB 30 35\tSoria\n#3\tAnnotatorNotes T2\tfuera\n")
    ana, ruiz, soria = Span(8, 11, "A"), Span(12, 16, "C"), Span(30, 35, "B")
    new = ann.with_spans([ana, ruiz, soria], TEXT, notes={ana: "después\ny\tmás", ruiz: "nueva", soria: ""})
    assert written(new) == (
        "T1\tA 8 11\tAna\n#1\tAnnotatorNotes T1\tdespués y más\nT2\tB 30 35\tSoria\n"
        "T3\tC 12 16\tRuiz\n#2\tAnnotatorNotes T3\tnueva\n"
    )


def test_a_note_given_as_it_is_leaves_every_byte() -> None:
    ann = parse("T1\tA 8 11\tAna\n#1\tAnnotatorNotes T1\tuna  nota\n#2\tAnnotatorNotes T1\totra")
    again = ann.with_spans(ann.spans, TEXT, notes=ann.notes_by_span)
    assert again.to_bytes() == ann.to_bytes()


@pytest.mark.parametrize("mark", LINE_BREAKS)
def test_a_line_break_inside_a_span_is_written_as_fragments(mark: str) -> None:
    text = f"Ana{mark}Gil"
    ann = AnnFile().with_spans([Span(0, 7, "A")], text)
    assert written(ann) == "T1\tA 0 3;4 7\tAna Gil\n"
    assert parse(written(ann), text).spans == (Span(0, 7, "A"),)


def test_tabs_and_no_break_spaces_inside_a_span_stay() -> None:
    text = "Ana\tRuiz\u00a0Gil"
    ann = AnnFile().with_spans([Span(0, 12, "A")], text)
    assert written(ann) == "T1\tA 0 12\tAna\tRuiz\u00a0Gil\n"
    assert parse(written(ann), text).spans == (Span(0, 12, "A"),)


def test_a_line_break_at_an_edge_is_left_out() -> None:
    assert written(AnnFile().with_spans([Span(20, 27, "A")], TEXT)) == "T1\tA 20 21;22 27\t. Vive \n"
    assert written(AnnFile().with_spans([Span(21, 26, "A")], TEXT)) == "T1\tA 22 26\tVive\n"


def test_a_span_outside_the_text_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="ends at 999"):
        AnnFile().with_spans([Span(0, 999, "A")], TEXT)
    with pytest.raises(ValueError, match="space"):
        AnnFile().with_spans([Span(0, 1, "A B")], TEXT)


# --- properties ----------------------------------------------------------------------------------------------

texts = st.text(
    st.one_of(
        st.sampled_from("aéñ \t\u00a0\ufeff😀👩‍⚕️" + LINE_BREAKS),
        st.characters(exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=60,
)
classes = st.sampled_from(["NOMBRE", "FECHAS", "Ñandú-2"])


@st.composite
def spans_of(draw: st.DrawFn, text: str) -> Span:
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=4)))
    if len(cuts) == 3:
        cuts.pop()
    gaps = ((cuts[1], cuts[2]),) if len(cuts) == 4 else ()
    return Span(cuts[0], cuts[-1], draw(classes), gaps)


@st.composite
def annotated_texts(draw: st.DrawFn) -> tuple[str, list[Span]]:
    text = draw(texts)
    return text, draw(st.lists(spans_of(text), max_size=8))


def as_brat_can_hold(span: Span, text: str) -> Span:
    """The rule in other words: no line break at an edge of a fragment, no gap of white space only."""
    marked = set()
    for start, end in span.fragments:
        marked |= set(range(start, end))
    inked = {at for at in marked if text[at] not in LINE_BREAKS} or marked
    start, end = min(inked), max(inked) + 1
    gaps: list[tuple[int, int]] = []
    for at in range(start, end):
        if at not in inked:
            if gaps and gaps[-1][1] == at:
                gaps[-1] = (gaps[-1][0], at + 1)
            else:
                gaps.append((at, at + 1))
    return Span(start, end, span.phi_class, tuple(gap for gap in gaps if text[slice(*gap)].strip()))


@given(annotated_texts())
def test_what_is_written_is_read_again(case: tuple[str, list[Span]]) -> None:
    text, spans = case
    raw = AnnFile().with_spans(spans, text).to_bytes()
    expected = {as_brat_can_hold(span, text) for span in spans}
    assert set(parse_ann(raw, text, HERE).spans) == expected
    assert AnnFile().with_spans(expected, text).to_bytes() == raw


@given(annotated_texts())
def test_brat_accepts_what_is_written(case: tuple[str, list[Span]]) -> None:
    text, spans = case
    for line in AnnFile().with_spans(spans, text).to_bytes().decode().split("\n")[:-1]:
        _, data, annotated = line.split("\t", 2)
        parts = [[int(n) for n in part.split(" ")] for part in data.split(" ", 1)[1].split(";")]
        slices = [text[start:end] for start, end in parts]
        if all(set(one) <= set(LINE_BREAKS) for one in slices):
            continue  # nothing but line breaks is marked: brat keeps the line, and says so
        assert line.splitlines() == [line]
        assert annotated == " ".join(slices)


soup = st.lists(
    st.one_of(
        st.sampled_from(
            ["T1\tX 8 11\tAna", "T2\tX 8 11;17 20\tAna Gil\tmás", "R1\tDe Arg1:T1 Arg2:T2", "*\tEquiv T1 T2",
             "", "A1\tDudoso T1 sí", "#1\tAnnotatorNotes T1\tnota", "#\t", "E1\tX:T2", "*", "M1\tNo T2", "N1\tR T1 D:1"]
        ),
        st.text(st.sampled_from("TRE#*A12 \t:;x\r\u2028"), max_size=12),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    ),
    max_size=12,
)  # fmt: skip


def bare(line: AnnLine) -> str:
    return line.raw.rstrip("\r\n")  # a last line gets a line end when others follow


def parsed(lines: list[str], end: str, last: str) -> tuple[bytes, AnnFile | None]:
    raw = (end.join(lines) + last).encode()
    try:
        return raw, parse_ann(raw, TEXT, HERE)
    except DeidError:
        return raw, None


@given(soup, st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n", "\r\n"]))
def test_whatever_is_read_is_written_back_byte_for_byte(lines: list[str], end: str, last: str) -> None:
    raw, ann = parsed(lines, end, last)
    if ann is not None:
        assert ann.to_bytes() == raw
        assert ann.with_spans(ann.spans, TEXT, notes=ann.notes_by_span).to_bytes() == raw


@given(soup, st.lists(spans_of(TEXT), max_size=5), st.data())
def test_an_edit_keeps_every_foreign_line_and_gives_exactly_the_spans(
    lines: list[str], spans: list[Span], data: st.DataObject
) -> None:
    _, ann = parsed(lines, "\n", "")
    if ann is None:
        return
    kept = data.draw(st.lists(st.sampled_from(ann.spans), max_size=3)) if ann.spans else []
    try:
        new = ann.with_spans([*kept, *spans], TEXT)
    except BratSpanNeededError:
        assert any(line.needs_targets for line in ann.lines)
        return
    assert set(new.spans) == set(kept) | {span if span in ann.spans else as_brat_can_hold(span, TEXT) for span in spans}
    again = parse_ann(new.to_bytes(), TEXT, HERE)
    assert again.spans == new.spans
    left = [bare(line) for line in new.lines if line.span is None]
    assert left == [
        bare(line)
        for line in ann.lines
        if line.span is None and (bare(line) in left or re.match("[AMN#]", line.raw) is None)
    ]
    for span in set(kept):
        assert new.ids[span] == ann.ids[span]


# --- hostile input -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "T1\tX 0 {end}",  # no text: nothing to compare
        "T1\tX 0 {end}\tx",
        "T1\tX 0 1;{last} {end}\tx x",
        "T1\tX " + ";".join(f"{n} {n + 1}" for n in range(0, 400, 2)) + "\t" + " " * 200,
        "#1\tAnnotatorNotes T1\t" + "nota " * 20,
    ],
)
@pytest.mark.parametrize("filling", [" ", "x ", "x"])
def test_time_is_linear_in_hostile_files(line: str, filling: str) -> None:
    text = "x" + filling * 80_000 + "x"
    rows = (line.format(end=len(text), last=len(text) - 1) + "\n") * 400
    began = time.process_time()
    try:
        ann = parse_ann(rows.encode(), text, HERE)
        ann.with_spans([Span(0, 1, "X")], text, notes={Span(0, 1, "X"): "y"})
    except DeidError:
        pass
    assert time.process_time() - began < 0.6


@pytest.mark.slow
def test_an_edit_is_linear_in_the_number_of_spans_and_classes() -> None:
    text = "x" * 40_000
    ann = AnnFile().with_spans([Span(at, at + 2, f"C{at}") for at in range(0, 20_000, 2)], text)
    began = time.process_time()
    moved = ann.with_spans([Span(at, at + 3, f"C{at}") for at in range(0, 20_000, 2)], text)
    assert time.process_time() - began < 1.33
    assert list(moved.ids.values()) == list(ann.ids.values())
