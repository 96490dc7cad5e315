"""What people decide otherwise again and again, counted from a journal, and the line that would settle it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.edits import Accept, Edit, Relabel, Resize, to_json
from deid_studio.model.guidelines import Part
from deid_studio.model.mentions import Decision, Desk, Mention, Origin, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.progress import Progress
from deid_studio.review.alike.house import House, lesson_of
from deid_studio.review.deciding.history import begin_payload, replayed
from deid_studio.review.figures.differences import Differences, End, Piece, Sort, differences_in
from deid_studio.review.figures.proposed_lines import part_of, proposed_line
from deid_studio.review.guideline_editing import answered_lines, keep_answered_lines, unanswered_differences
from deid_studio.review.journal import Event, EventKind

NUMBER, EPISODE, NAME = "NUM", "EPI", "NOM"
OWN = TagSet("own", "1", (PhiClass(NUMBER, {"es": "Número"}), PhiClass(EPISODE, {}), PhiClass(NAME, {})))


def _events(text: str, suggested: Sequence[tuple[str, str]], *edits: Edit, signs: Sequence[str] = ()) -> list[Event]:
    """A report whose mentions are suggested (numbered from 1 in text order), what was done, and who signed it then."""
    spans = sorted(Span(text.index(words), text.index(words) + len(words), name) for words, name in suggested)
    desk = desk_of((), [Suggestion(one, 0.9, (Evidence("crf"),)) for one in spans])
    events = [Event(1, "r", "", "Ana", EventKind.BEGIN, begin_payload(desk, text, "", None, "m"))]
    events += [Event(0, "r", "", "Ana", EventKind.PERFORM, to_json(edit)) for edit in edits]
    return events + [Event(0, "r", "", name, EventKind.SIGN_OFF, {}) for name in signs]


def _counted(*reports: Sequence[Event]) -> Differences:
    found = Differences()
    for number, events in enumerate(reports):
        found.take(str(number), events)
    return found


def _relabelled(number: int) -> list[Event]:
    return _events(f"Expediente: {number}\n", [(str(number), NUMBER)], Relabel(1, EPISODE), Accept(1))


def test_a_class_given_again_and_again_behind_a_word_is_told_with_that_word():
    (found,) = _counted(*map(_relabelled, range(100, 105))).recurrent()
    assert found.sort == Sort(EPISODE, NUMBER, cue="expediente")
    assert (found.count, found.of, found.reports, found.against_readers) == (5, 5, 5, 0)
    line = proposed_line(found.sort, OWN)
    assert part_of(found.sort) is Part.BELONGS
    assert line["en"] == "After “expediente” it is of this class, not of “Número”."
    assert line["es"] == "Tras «expediente» es de esta clase, no de «Número»."


def test_four_times_or_in_one_report_or_as_often_the_other_way_is_no_convention():
    assert not _counted(*map(_relabelled, range(100, 104))).recurrent()
    words = [str(number) for number in range(100, 106)]
    one = "\n".join(f"Expediente: {word}" for word in words)
    edits = [edit for n in range(1, 7) for edit in (Relabel(n, EPISODE), Accept(n))]
    assert not _counted(_events(one, [(word, NUMBER) for word in words], *edits)).recurrent()
    kept = [_events(f"Expediente: {n}", [(str(n), NUMBER)], Accept(1)) for n in range(200, 203)]
    assert not _counted(*map(_relabelled, range(100, 105)), *kept).recurrent()
    (found,) = _counted(*map(_relabelled, range(100, 109)), *kept).recurrent()
    assert (found.count, found.of) == (9, 12)


def test_what_followed_a_persons_decisions_is_counted_by_what_the_detectors_had_said():
    """The house gives the class from the third report on, and a person accepts it as it stands."""

    def followed(number: int) -> list[Event]:
        text = f"Expediente: {number}\n"
        (one,), _ = House(OWN, lessons).applied(
            str(number), text, (Suggestion(Span(12, 15, NUMBER), 0.9, (Evidence("crf"),)),)
        )
        assert (one.span.phi_class, one.evidence[0].kind) == (EPISODE, "house")
        begun = begin_payload(desk_of((), [one]), text, "", None, "m")
        perform = Event(0, "r", "", "Ana", EventKind.PERFORM, to_json(Accept(1)))
        return [Event(1, "r", "", "Ana", EventKind.BEGIN, begun), perform]

    taught = [_relabelled(number) for number in (100, 101)]
    lessons = {
        name: lesson_of(name, replayed(events).desk, str(events[0].payload["text"]), OWN)
        for name, events in zip("ab", taught, strict=True)
    }
    (found,) = _counted(*taught, *map(followed, (102, 103, 104))).recurrent()
    assert found.sort == Sort(EPISODE, NUMBER, cue="expediente") and (found.count, found.of) == (5, 5)


def test_without_one_word_before_them_the_classes_alone_are_told():
    cues = ("folio", "parte", "orden", "vale", "ticket")
    reports = [_events(f"{cue} 4711", [("4711", NUMBER)], Relabel(1, EPISODE), Accept(1)) for cue in cues]
    (found,) = _counted(*reports).recurrent()
    assert found.sort == Sort(EPISODE, NUMBER) and found.count == 5


def test_a_word_that_is_part_of_a_mention_is_never_kept():
    text = "Rosaura 4711"
    reports = [_events(text, [("Rosaura", NAME), ("4711", NUMBER)], Accept(1), Relabel(2, EPISODE), Accept(2))] * 6
    for one in _counted(*reports).recurrent():
        assert "rosaura" not in one.sort.key


def test_what_is_left_out_is_told_unless_another_mention_holds_it():
    text, whole = "Firma: Dr. Olmedo, jefe", "Dr. Olmedo"
    start = text.index("Olmedo")
    reports = [_events(text, [(whole, NAME)], Resize(1, start, start + 6), Accept(1))] * 5
    (found,) = _counted(*reports).recurrent()
    assert found.sort == Sort(NAME, end=End.START_SHORTER, piece=Piece.WORDS, left_out="dr.")
    assert part_of(found.sort) is Part.ENDS
    assert proposed_line(found.sort, OWN) == {"en": "It begins behind “dr.”.", "es": "Empieza detrás de «dr.»."}
    also = Mention(2, Span(7, 10, NAME), Decision.ACCEPTED, Origin.PERSON)
    begun = begin_payload(
        Desk([*desk_of((), [Suggestion(Span(7, 17, NAME), 0.9, (Evidence("crf"),))]), also]), text, "", None, "m"
    )
    hidden = [Event(1, "r", "", "Ana", EventKind.BEGIN, begun), *reports[0][1:]]
    for one in _counted(*[hidden] * 5).recurrent():
        assert one.sort.left_out == "" and "dr" not in one.sort.key


@pytest.mark.parametrize(
    ("text", "before", "after", "end", "piece"),
    [
        ("Calle Olmo 3", "Calle Olmo", "Calle Olmo 3", End.END_LONGER, Piece.FIGURES),
        ("Calle Olmo", "Olmo", "Calle Olmo", End.START_LONGER, Piece.WORDS),
        ("ref. 12/3.", "12", "12/3", End.END_LONGER, Piece.FIGURES),
        ("«Olmo»", "Olmo", "«Olmo»", End.END_LONGER, Piece.SIGNS),
    ],
)
def test_an_end_is_moved_over_words_figures_or_signs(text, before, after, end, piece):
    start = text.index(after)
    reports = [_events(text, [(before, NAME)], Resize(1, start, start + len(after)), Accept(1))] * 5
    found = {(one.sort.end, one.sort.piece): one for one in _counted(*reports).recurrent()}
    line = proposed_line(found[end, piece].sort, OWN)
    assert len(set(line.values())) == 2 and found[end, piece].count == 5


def test_what_a_second_reader_changes_counts_once_and_as_against_the_first():
    def read(number: int) -> list[Event]:
        events = _events(f"Folio {number}", [(str(number), NUMBER)], Accept(1), signs=["Ana"])
        again = Event(0, "r", "", "Eva", EventKind.PERFORM, to_json(Relabel(1, EPISODE)))
        return [*events, again, Event(0, "r", "", "Eva", EventKind.SIGN_OFF, {"second": True})]

    (found,) = _counted(*map(read, range(100, 105))).recurrent()
    assert (found.count, found.against_readers) == (5, 5)


@given(st.lists(st.tuples(st.sampled_from(["Folio", "Parte", "x"]), st.sampled_from(["", "r", "k"])), max_size=30))
def test_nothing_is_told_that_was_not_decided_often_enough(acts):
    """Every count is that of a plain loop."""
    edits = {"r": (Relabel(1, EPISODE), Accept(1)), "k": (Accept(1),), "": ()}
    found = _counted(*(_events(f"{cue}: 4711", [("4711", NUMBER)], *edits[act]) for cue, act in acts)).recurrent()
    for one in found:
        there = [act for cue, act in acts if act and one.sort.cue in ("", cue.casefold())]
        assert (one.count, one.of) == (there.count("r"), len(there))
        assert one.count >= 5 and one.count >= 0.75 * one.of


def test_every_sort_has_a_line_in_every_language_and_no_place_left_to_fill_in():
    tagset = shipped_tagset("radiology")
    for cue in ("", "folio"):
        lines = [proposed_line(Sort("NAME", "NUM", cue=cue), tagset)]
        for end in End:
            lines += [proposed_line(Sort("NAME", end=end, piece=piece, cue=cue), tagset) for piece in Piece]
            lines.append(proposed_line(Sort("NAME", end=end, piece=Piece.WORDS, left_out="dr."), tagset))
        for line in lines:
            assert {"es", "en"} <= set(line) and line["es"] != line["en"]
            assert all("{" not in said and said[-1] == "." for said in line.values())


def test_what_was_answered_is_not_proposed_again(open_project, folder):
    project = open_project()
    assert unanswered_differences(project, Progress()) == ()
    assert not project.journal_path.exists()  # looking writes nothing
    keep_answered_lines(project, {"b", "a"})
    assert answered_lines(project) == {"a", "b"} and differences_in(project, Progress()) == ()
    project.journal().keep_setting("guideline_lines", "{broken")
    assert answered_lines(project) == frozenset()
