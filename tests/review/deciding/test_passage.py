"""What is read at one look around a mention, and what of it one key accepts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.edits import Accept, AcceptPassage, Several, from_json, to_json
from deid_studio.model.lines import LINE_END
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.deciding import intents
from deid_studio.review.deciding.history import History
from deid_studio.review.deciding.passage import LEAST, acceptable_together, passage_at, pending_in
from deid_studio.review.figures.track_record import decided_together

LINE = "Paciente: Juan Pérez NHC 1234 F. nac 3/4/1950"
PROSE = (
    "Varón de 61 años remitido por la Dra. Lucía Ríos desde el centro de salud de Villabrezo, donde consultó en abril. "
    "Ingresa el 3/4/2021 a cargo del Dr. Martín Olmedo. Al alta se cita el 5/6/2021 en consultas externas."
)
PIECES = ("Ana", " ", "Dr. ", "\n", "\r\n", ". ", ".\n", "61 años", "x" * 90, "\x0b", "😀", "¿Sí? ", "3/4/21", "\u2028")


def span_of(text: str, value: str) -> Span:
    at = text.index(value)
    return Span(at, at + len(value), "CLASE")


def told(text: str, value: str) -> str:
    passage = passage_at(text, span_of(text, value))
    return text[passage.start : passage.end]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028", "\x0c"])
def test_a_short_line_is_a_passage(end: str) -> None:
    text = f"INFORME{end}{LINE}{end}{end}{end}Otra línea"
    assert told(text, "1234") == LINE and passage_at(text, span_of(text, "1234")).lines == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\u2028", "\x0c"])
def test_the_fields_of_a_form_are_read_at_one_look(end: str) -> None:
    fields = ["Nombre: Ana", "Apellidos: Gil Ríos", "NHC: 1234", "F. nac.: 3/4/1950", f"Domicilio: {'x' * 220}", "Tel."]
    text = end.join(["INFORME", *fields])
    assert told(text, "Ana") == end.join(fields[:4]) and passage_at(text, span_of(text, "Ana")).lines == 4
    assert told(text, "1234") == end.join(fields[2:4])
    apart = end.join([*fields[:2], "  ", f"\t{fields[2]}", "", " ", *fields[3:]])
    assert told(apart, "Ana") == end.join([*fields[:2], "  ", f"\t{fields[2]}"])
    assert passage_at(apart, span_of(apart, "Ana")).lines == 3


def test_of_a_long_line_it_is_the_sentence_and_a_title_ends_none() -> None:
    text = f"Informe\n{PROSE}\nFin"
    assert told(text, "3/4/2021") == "Ingresa el 3/4/2021 a cargo del Dr. Martín Olmedo. "
    assert told(text, "Lucía Ríos").startswith("Varón de 61 años remitido por la Dra. Lucía")
    assert not passage_at(text, span_of(text, "3/4/2021")).lines


def test_text_without_an_end_is_no_passage_as_a_whole() -> None:
    text = f"{'palabra ' * 400}Juan{' palabra' * 400}"
    assert len(told(text, "Juan")) < 500


@st.composite
def reports(draw: st.DrawFn) -> tuple[str, Desk]:
    text = "".join(draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=40)))
    mentions = []
    for number in range(1, draw(st.integers(1, 9))):
        start = draw(st.integers(0, len(text) - 1))
        span = Span(start, draw(st.integers(start + 1, min(start + 12, len(text)))), draw(st.sampled_from("AB")))
        fact = draw(st.sampled_from((Evidence("rule", "name"), Evidence("crf", "marginal"))))
        suggestion = Suggestion(span, draw(st.sampled_from((0.3, 0.79, LEAST, 1.0))), (fact,))
        mentions.append(Mention(number, span, draw(st.sampled_from(Decision)), Origin.DETECTOR, suggestion))
    return text, Desk(mentions)


@given(reports())
def test_a_passage_is_of_whole_lines_or_within_one_and_bounded(report: tuple[str, Desk]) -> None:
    text, desk = report
    for mention in desk:
        passage, span = passage_at(text, mention.span), mention.span
        assert passage.holds(span)
        assert passage.end - passage.start <= 480 + span.end - span.start
        within = [end for end in LINE_END.finditer(text) if passage.start < end.end() and end.start() < passage.end]
        if passage.lines:
            assert len(within) >= passage.lines - 1  # a mention may itself go over a line's end
            assert passage.lines == 1 or passage.end - passage.start <= 240
        else:
            assert all(span.start < end.end() and end.start() < span.end for end in within)


@given(reports())
def test_what_is_accepted_is_pending_likely_and_alone_in_its_place_and_undo_restores_all(
    report: tuple[str, Desk],
) -> None:
    text, desk = report
    for mention in desk:
        passage = passage_at(text, mention.span)
        pending = pending_in(passage, desk.pending)
        assert pending == [m for m in desk.pending if passage.start <= m.span.start and m.span.end <= passage.end]
        together = acceptable_together(desk, pending)
        for one in together:
            assert one in pending and one.suggestion is not None
            assert one.suggestion.confidence >= LEAST and one.suggestion.evidence[0].kind == "rule"
            others = (m for m in desk if m.id != one.id and m.decision is not Decision.REJECTED)
            assert not any(m.span.overlaps(one.span) for m in others)
        edit = intents.accepting_passage(together)
        assert (edit is None) == (not together)
        if edit is not None:
            assert from_json(to_json(edit)) == edit
            after = History(desk).performed(edit)
            assert {m.id for m in after.desk if m != desk[m.id]} == {m.id for m in together}
            assert all(after.desk[m.id].decision is Decision.ACCEPTED for m in together)
            assert after.stepped_back().desk == desk


def test_what_is_just_as_sure_as_it_has_to_be_is_accepted_together() -> None:
    mentions = []
    for number, confidence in enumerate((LEAST, LEAST - 0.01), start=1):
        span = Span(9 * number, 9 * number + 3, "A")
        suggestion = Suggestion(span, confidence, (Evidence("rule"),))
        mentions.append(Mention(number, span, Decision.PENDING, Origin.DETECTOR, suggestion))
    assert acceptable_together(Desk(mentions), mentions) == mentions[:1]


def test_a_mention_in_fragments_is_decided_by_itself() -> None:
    span = Span(0, 9, "A", ((3, 5),))
    apart = Mention(1, span, Decision.PENDING, Origin.DETECTOR, Suggestion(span, 1.0, (Evidence("rule"),)))
    assert not acceptable_together(Desk([apart]), [apart])


def test_a_passage_counts_as_decided_one_by_one_also_with_what_follows() -> None:
    spans = [Span(at, at + 2, "A") for at in (0, 3, 6)]
    desk = Desk(
        Mention(number, span, Decision.PENDING, Origin.DETECTOR, Suggestion(span, 1.0, (Evidence("rule"),)))
        for number, span in enumerate(spans, 1)
    )
    passage, together = AcceptPassage((Accept(1), Accept(2))), Several((Accept(1), Accept(2)))
    for edit, expected in ((passage, set()), (Several((passage, Accept(3))), set()), (together, {1, 2})):
        assert decided_together(History(desk).performed(edit).done, Accept) == expected
