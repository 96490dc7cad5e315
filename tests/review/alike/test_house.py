"""What is decided in reports of a folder and says something of suggestions in its others."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.edits import Accept, Add, Edit, Reject, Relabel
from deid_studio.model.mentions import Desk, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.alike.house import House, lesson_of
from deid_studio.review.deciding.sensitivity import is_doubt

PATIENT, STAFF, LICENCE, CENTRE, PLACE, NUMBER, EPISODE = (
    "PACIENTE", "MEDICO", "COLEGIADO", "CENTRO", "LUGAR", "HISTORIA", "EPISODIO"
)  # fmt: skip
OWN = TagSet(
    "own",
    "1",
    (
        PhiClass(PATIENT, {}, kind="person", role="patient"),
        PhiClass(STAFF, {}, kind="person", role="staff"),
        PhiClass(LICENCE, {}, kind="number", role="staff"),
        PhiClass(CENTRE, {}, kind="centre"),
        PhiClass(PLACE, {}, kind="place"),
        PhiClass(NUMBER, {}, kind="number", role="patient"),
        PhiClass(EPISODE, {}, kind="number"),
    ),
)


def suggested(text: str, *values: tuple[str, str], kind: str = "crf") -> tuple[Suggestion, ...]:
    found = (Span(text.index(value), text.index(value) + len(value), phi_class) for value, phi_class in values)
    return tuple(Suggestion(span, 0.7, (Evidence(kind),)) for span in found)


def decided(text: str, *said: tuple[str, str, str]) -> Desk:
    """A desk on which values were suggested in one class and accepted in another (empty: rejected)."""
    desk = desk_of((), suggested(text, *((value, was) for value, was, _ in said if was)))
    for value, was, now in said:
        at = text.index(value)
        span = Span(at, at + len(value), now or "-")
        there = next((m.id for m in desk if m.span.start == at), desk.next_id)
        edit: Edit = Reject(there) if not now else Add(there, span) if not was else Relabel(there, now)
        desk = (Accept(there) if was == now else edit).apply(desk)
    return desk


def house(*reports: tuple[str, Desk]) -> House:
    lessons = (lesson_of(f"r{n}", desk, text, OWN) for n, (text, desk) in enumerate(reports, 1))
    return House(OWN).with_lessons(lessons)


def after(own: House, text: str, *values: tuple[str, str], kind: str = "crf") -> dict[str, tuple[str, str]]:
    """What is then suggested, by its text: its class, and what the first evidence is of."""
    found, _ = own.applied("new", text, suggested(text, *values, kind=kind))
    return {one.span.text(text): (one.span.phi_class, one.evidence[0].name) for one in found}


SIGNED = "Paciente: Aurelio Quirce Tobes. Firma Elvira Sanjuán Abad en Centro Brezo, Villabrezo."
SIGNED_DESK = decided(
    SIGNED,
    ("Aurelio Quirce Tobes", PATIENT, PATIENT),
    ("Elvira Sanjuán Abad", STAFF, STAFF),
    ("Centro Brezo", PLACE, CENTRE),
    ("Villabrezo", "", PLACE),
)


def test_staff_and_what_was_corrected_of_the_house_is_suggested_where_it_stands_again() -> None:
    text = "Vista por Elvira Sanjuán Abad en Centro Brezo (Villabrezo)."
    assert after(house((SIGNED, SIGNED_DESK)), text, ("Centro Brezo", PLACE)) == {
        "Elvira Sanjuán Abad": (STAFF, "accepted"),
        "Centro Brezo": (CENTRE, "accepted"),
        "Villabrezo": (PLACE, "accepted"),
    }
    found, _ = house((SIGNED, SIGNED_DESK)).applied("new", text, ())
    assert {one.evidence[0].detail for one in found} == {"1 r1"}
    assert house((SIGNED, SIGNED_DESK)).applied("r1", text, ()) == ((), ())  # its own decisions are followed there


def test_a_patients_name_says_nothing_of_other_reports() -> None:
    text = "Acude Aurelio Quirce Tobes con Quirce."
    assert after(house((SIGNED, SIGNED_DESK)), text) == {}
    assert after(house((SIGNED, SIGNED_DESK)), text, ("Quirce", STAFF)) == {"Quirce": (STAFF, "")}


@pytest.mark.parametrize(("line", "role"), [("Paciente: {}.", PATIENT), ("Acude {} hoy.", STAFF)])
def test_who_is_called_like_staff_and_stands_as_the_patient_stays_the_patient(line: str, role: str) -> None:
    text = line.format("Elvira Sanjuán Abad")
    found = after(house((SIGNED, SIGNED_DESK)), text, ("Elvira Sanjuán Abad", PATIENT))
    assert found["Elvira Sanjuán Abad"][0] == role
    kept = after(house((SIGNED, SIGNED_DESK)), text, ("Elvira Sanjuán Abad", PATIENT), kind="patient")
    assert kept["Elvira Sanjuán Abad"][0] == PATIENT


def test_what_was_accepted_as_it_was_suggested_of_towns_and_numbers_is_the_reports_own() -> None:
    text = "Vive en Utiel. Exp: 4471."
    desk = decided(text, ("Utiel", PLACE, PLACE), ("4471", NUMBER, NUMBER))
    assert after(house((text, desk)), "Viaja a Utiel con 4471.") == {}


def test_parts_of_what_was_marked_whole_become_the_whole_and_what_is_longer_stays() -> None:
    text = "Visto en Centro Brezo hoy."
    assert list(after(house((SIGNED, SIGNED_DESK)), text, ("Brezo", PLACE))) == ["Centro Brezo"]
    longer = after(house((SIGNED, SIGNED_DESK)), text, ("Centro Brezo hoy", PLACE))
    assert longer == {"Centro Brezo hoy": (PLACE, "")}


def numbered(value: str, was: str, now: str, label: str = "Exp") -> tuple[str, Desk]:
    text = f"{label}: {value} | Acude hoy."
    return text, decided(text, (value, was, now))


def test_what_stands_after_a_label_goes_as_in_two_reports_before() -> None:
    text = "Exp: 9914-C | Acude hoy."
    one, two = numbered("4471-A", NUMBER, EPISODE), numbered("5582-B", "", EPISODE)
    assert after(house(one), text, ("9914-C", NUMBER)) == {"9914-C": (NUMBER, "")}
    assert after(house(one, two), text, ("9914-C", NUMBER)) == {"9914-C": (EPISODE, "label")}
    assert after(house(one, two), text) == {"9914-C": (EPISODE, "label")}
    other = numbered("7713-D", NUMBER, NUMBER)
    assert after(house(one, two, other), text, ("9914-C", NUMBER)) == {"9914-C": (NUMBER, "")}
    assert after(house(one, two), text, ("9914-C", NUMBER), kind="patient") == {"9914-C": (NUMBER, "")}


HEADS = "| Lugar | Centro | Nota |\n"


def tabled(*values: tuple[str, str], note: str = "bien") -> tuple[str, Desk]:
    text = f"Estancias\n{HEADS}| {values[0][0]} | {values[1][0]} | {note} |\n"
    return text, decided(text, *((value, "", now) for value, now in values))


def test_what_stands_in_a_column_goes_as_in_two_reports_before_to_the_ends_of_its_cell() -> None:
    one, two = tabled(("Utiel", PLACE), ("Hospital Dos Ríos", CENTRE)), tabled(("Requena", PLACE), ("El Brezo", CENTRE))
    text = f"{HEADS}| Zapotillo Alto | Clínica Sur, Cheste | regular |\n| no consta | | Buñol |\n|| - |  |\n"
    expected = {"Zapotillo Alto": (PLACE, "label"), "Clínica Sur, Cheste": (CENTRE, "label")}
    assert after(house(one), text) == {}
    assert after(house(one, two), text) == expected
    assert after(house(one, two), text, ("Zapotillo", PATIENT), ("Clínica Sur", PLACE)) == expected
    assert after(house(one, two), text.replace("Nota", "Clase")) == {}  # another table
    unmarked = tabled(("Utiel", PLACE), ("-", CENTRE))[0]
    left_out = (unmarked, decided(unmarked, ("Utiel", PLACE, "")))
    assert "Zapotillo Alto" not in after(house(one, two, left_out, left_out), text)


def test_in_a_column_of_several_classes_what_is_suggested_keeps_its_own() -> None:
    both = "| Lugar | Centro |\n| Utiel | Hospital Dos Ríos |\n| Requena | Villabrezo |\n| Silla | El Brezo |\n"
    values = ("Utiel", PLACE), ("Requena", PLACE), ("Silla", PLACE), ("Hospital Dos Ríos", CENTRE), ("El Brezo", CENTRE)
    desk = decided(both, *((value, "", now) for value, now in (*values, ("Villabrezo", PLACE))))
    text = "| Lugar | Centro |\n| Cheste | Turís |\n"
    own = house((both, desk), (both, desk))
    assert after(own, text, ("Turís", PLACE), ("Cheste", CENTRE)) == {"Cheste": (PLACE, "label"), "Turís": (PLACE, "")}
    assert after(own, text) == {"Cheste": (PLACE, "label"), "Turís": (CENTRE, "label")}


def test_a_field_ends_at_a_bracket_and_what_says_that_there_is_nothing_is_none() -> None:
    one, two = (numbered(value, "", EPISODE, "Proceso") for value in ("4471-A", "5582-B"))
    found = after(house(one, two), "Proceso: 9914-C (abierto)", ("9914-C", NUMBER))
    assert found == {"9914-C": (EPISODE, "label")}
    found = after(house(one, two), "Proceso: 9914-C / 9915-D", ("9914-C", NUMBER), ("9915-D", NUMBER))
    assert found == {"9914-C": (EPISODE, "label"), "9915-D": (NUMBER, "")}
    for value in ("no consta", "(abierto)", ", 4", ". Sigue", "|"):
        assert after(house(one, two), f"Proceso: {value}") == {}


def test_a_text_that_is_two_things_in_its_report_is_told_by_where_it_stands() -> None:
    text = "Centro: Villabrezo. Vive en Villabrezo desde niña."
    spans = [Span(8, 18, CENTRE), Span(28, 38, PLACE)]
    desk = Desk()
    for span in spans:
        desk = Add(desk.next_id, span).apply(desk)
    assert after(house((text, desk)), "Viaja a Villabrezo hoy.", ("Villabrezo", PLACE)) == {"Villabrezo": (PLACE, "")}


def test_what_two_reports_reject_and_none_accepts_is_a_doubt() -> None:
    text = "Pauta: toma Brezal por la tarde."
    rejected = decided(text, ("Brezal", PATIENT, ""))
    again = "Sigue con Brezal."
    assert after(house((text, rejected)), again, ("Brezal", PATIENT)) == {"Brezal": (PATIENT, "")}
    own = house((text, rejected), (text, rejected))
    kept, doubts = own.applied("new", again, suggested(again, ("Brezal", PATIENT)))
    assert kept == ()
    assert [is_doubt(one) for one in doubts] == [True]
    assert doubts[0].evidence == (Evidence("house", "rejected", "2 r2"), Evidence("crf"))
    accepted = decided(again, ("Brezal", PATIENT, PATIENT))
    own = house((text, rejected), (text, rejected), (again, accepted))
    assert after(own, again, ("Brezal", PATIENT)) == {"Brezal": (PATIENT, "")}


def test_a_report_that_is_decided_anew_counts_as_it_is_now() -> None:
    own = house((SIGNED, SIGNED_DESK))
    assert own.with_lessons([lesson_of("r1", SIGNED_DESK, SIGNED, OWN)]) is own
    now = own.with_lessons([lesson_of("r1", Desk(), SIGNED, OWN)])
    assert after(now, SIGNED) == {}


def test_classes_that_the_folder_no_longer_has_are_not_suggested() -> None:
    fewer = TagSet("fewer", "1", tuple(one for one in OWN.classes if one.name != STAFF))
    own = House(fewer).with_lessons([lesson_of("r1", SIGNED_DESK, SIGNED, OWN)])
    assert STAFF not in {phi_class for phi_class, _ in after(own, SIGNED).values()}


WORDS = (
    "(",
    "| - |",
    "Ana Gil",
    "Elvira Sanjuán Abad",
    "Centro Brezo",
    "Utiel",
    "Exp:",
    "4471-A",
    "Brezal",
    "de",
    "|",
    "\n",
)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=80, deadline=None)
def test_nothing_that_was_suggested_is_lost_and_nobodys_patient_is_known_elsewhere(data: st.DataObject) -> None:
    def report() -> tuple[str, tuple[Suggestion, ...]]:
        words = data.draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9))
        starts = [len(" ".join(words[:n])) + bool(n) for n in range(len(words))]
        picked = data.draw(st.sets(st.sampled_from([n for n, word in enumerate(words)])))
        classes = st.sampled_from([one.name for one in OWN.classes])
        spans = (Span(starts[n], starts[n] + len(words[n]), data.draw(classes)) for n in sorted(picked))
        return " ".join(words), tuple(
            Suggestion(span, data.draw(st.floats(0, 1)), (Evidence("crf"),)) for span in spans
        )

    lessons, patients = [], set()
    for number in range(data.draw(st.integers(0, 3))):
        text, found = report()
        desk = desk_of((), found)
        for mention in desk.pending:
            choices = (
                Accept(mention.id),
                Reject(mention.id),
                Relabel(mention.id, data.draw(st.sampled_from(OWN.classes)).name),
            )
            desk = data.draw(st.sampled_from(choices)).apply(desk)
        patients |= {span.text(text) for span in desk.decided_spans if span.phi_class == PATIENT}
        lessons.append(lesson_of(f"r{number}", desk, text, OWN))
    text, found = report()
    now, doubts = House(OWN).with_lessons(lessons).applied("new", text, found)
    there = {at for one in found for at in range(one.span.start, one.span.end)}
    assert there <= {at for one in (*now, *doubts) for at in range(one.span.start, one.span.end)}
    assert all(a.span.end <= b.span.start for a, b in pairwise(now))
    for one in now:
        if one not in found and one.span.phi_class == PATIENT:
            assert one.evidence[0].name == "label" or any(one.span.covers(was.span) for was in found)
        assert one in found or one.evidence[0].kind == "house"
    assert House(OWN).applied("new", text, found) == (tuple(sorted(found, key=lambda s: s.span)), ())
