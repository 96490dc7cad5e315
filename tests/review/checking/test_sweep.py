"""The second sweep: what it finds unmarked, what it leaves alone, and what a person says of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.document import Document
from deid_studio.model.edits import Accept, Reject, Resize, Several
from deid_studio.model.mentions import Decision, Desk, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.review.checking.finding import Sort, dismissing, is_looked_at, marking
from deid_studio.review.checking.sweep import Sweep
from deid_studio.review.deciding.history import History
from tests.review.conftest import decide_all, opened

PATIENT, STAFF, ID = "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO", "ID_SUJETO_ASISTENCIA"
PHONE, RELATIVE = "NUMERO_TELEFONO", "FAMILIARES_SUJETO_ASISTENCIA"


@pytest.fixture(scope="module")
def sweep() -> Sweep:
    return Sweep(shipped_tagset("meddocan"))


def accepted(text: str, *values: tuple[str, str]) -> Desk:
    spans = [Span(text.index(value), text.index(value) + len(value), phi_class) for value, phi_class in values]
    return desk_of(sorted(spans), ())


def found(sweep: Sweep, text: str, desk: Desk) -> list[tuple[str, str]]:
    return [(f.span.text(text), f.span.phi_class) for f in sweep.findings(text, desk)]


@pytest.mark.parametrize("written", ["Sanjuan", "SANJUÁN", "Sanjaún", "E. Sanjuán", "E.S.T", "Elvira"])
def test_spellings_of_accepted_phi_are_found(sweep, written):
    text = f"Nombre: Elvira Sanjuán Tobes.\nHoy {written} acude sola."
    findings = sweep.findings(text, accepted(text, ("Elvira Sanjuán Tobes", PATIENT)))
    assert [(f.span.text(text), f.span.phi_class) for f in findings] == [(written, PATIENT)]
    assert [fact.kind for fact in findings[0].suggestion.evidence] == ["accepted"]


def test_numbers_near_accepted_ones_and_those_like_identifiers_are_found_and_measures_are_not(sweep):
    text = (
        "NHC: 5566771. Ref 5566717. Leucocitos: 12700, plaquetas de 291000. Pauta 10-0-10 y 5000UI. Titulo 1/2048.\n"
        "Llamar al 612345678. Escribir a remoto@example.org o ver www.example.org/x."
    )
    assert found(sweep, text, accepted(text, ("5566771", ID))) == [
        ("5566717", ID),
        ("612345678", "OTRO_NUMERO_IDENTIF"),
        ("remoto@example.org", "CORREO_ELECTRONICO"),
        ("www.example.org/x", "CORREO_ELECTRONICO"),
    ]


def test_capitals_that_no_sentence_gives_are_found_and_words_of_medicine_are_not(sweep):
    text = "Paciente estable. Acude con Beatriz desde Zumárraga. Radiografía normal. Se inicia Omeprazol."
    assert [value for value, _ in found(sweep, text, Desk())] == ["Beatriz", "Zumárraga"]


def test_the_rest_of_what_is_marked_in_part_is_found(sweep):
    text = "Correo: lquintanar@example.org."
    assert found(sweep, text, accepted(text, ("lquintanar", PATIENT))) == [("example.org", "CORREO_ELECTRONICO")]


def test_what_was_rejected_although_it_was_likely_comes_once_more(sweep):
    text = "Consulta de mañana."
    suggested = Suggestion(Span(12, 18, STAFF), 0.7, (Evidence("crf", "", "0.70"),))
    desk = Reject(1).apply(desk_of((), [suggested]))
    (finding,) = sweep.findings(text, desk)
    assert (finding.span, finding.mention_id) == (suggested.span, 1)
    said = dismissing(desk, finding).apply(desk)
    assert not sweep.findings(text, said)
    assert said[1].decision is Decision.REJECTED
    assert marking(desk, finding).apply(desk)[1].decision is Decision.ACCEPTED
    unlikely = Suggestion(suggested.span, 0.4, suggested.evidence)
    assert not sweep.findings(text, Reject(1).apply(desk_of((), [unlikely])))
    # Whoever set its ends held it for PHI, and rejected it afterwards.
    desk = Several((Resize(1, 12, 17), Reject(1))).apply(desk_of((), [unlikely]))
    (finding,) = sweep.findings(text, desk)
    assert (finding.sort, finding.span.end) == (Sort.REJECTED, 17)
    assert not sweep.findings(text, dismissing(desk, finding).apply(desk))


def test_the_same_text_is_one_finding_and_does_not_come_back(sweep):
    text = "Vino Beatriz. Habla Beatriz. Llega BEATRIZ."
    (finding,) = sweep.findings(text, Desk())
    assert len(finding.others) == 2
    for say, decision in ((dismissing, Decision.REJECTED), (marking, Decision.ACCEPTED)):
        edit = say(Desk(), finding)
        desk = edit.apply(Desk())
        assert [m.span for m in desk] == [finding.span, *finding.others]
        assert {(m.decision, is_looked_at(m)) for m in desk} == {(decision, True)}
        assert not sweep.findings(text, desk)
        assert not edit.inverse(Desk()).apply(desk).ordered


def test_a_spelling_of_what_was_accepted_is_one_finding_with_all_its_places(sweep):
    text = "Nombre: Elvira Sanjuán Tobes.\nVino Sanjaún. Después Sanjaún pide cita, y Tobes acude."
    desk = accepted(text, ("Elvira Sanjuán Tobes", PATIENT))
    assert [(f.span.text(text), len(f.others)) for f in sweep.findings(text, desk)] == [("Sanjaún", 1), ("Tobes", 0)]


def test_what_was_marked_meanwhile_is_left_as_it_is_when_its_other_places_are_said(sweep):
    text = "Vino Beatriz. Habla Beatriz. Llega Beatriz."
    (finding,) = sweep.findings(text, Desk())
    marked = desk_of([Span(20, 27, STAFF)], ())
    after = marking(marked, finding, PATIENT).apply(marked)
    assert [(m.span.start, m.span.phi_class) for m in after] == [(5, PATIENT), (20, STAFF), (35, PATIENT)]


def test_what_was_said_is_undone_and_read_again_from_the_journal(sweep, open_project):
    session = opened(open_project())
    assert found(sweep, session.text, session.desk) == [("Tobes", PATIENT)]  # all else is suggested
    for mention in session.desk.pending[1:]:
        session.perform(Accept(mention.id))
    session.undo()
    session.perform(Reject(session.desk.pending[-1].id))
    finding = next(f for f in sweep.findings(session.text, session.desk) if f.mention_id)
    session.perform(dismissing(session.desk, finding))
    again = open_project().open("a1")
    assert again.desk == session.desk
    assert not [f for f in sweep.findings(again.text, again.desk) if f.mention_id]
    again.undo()
    assert [f for f in sweep.findings(again.text, again.desk) if f.mention_id]


def test_a_sign_off_keeps_how_many_were_looked_at(open_project):
    project = open_project()
    session = opened(project)
    decide_all(session)
    session.sign_off({"looked_at": 3, "left": 1})
    event = project.journal().events("a1")[-1]
    assert (event.payload["spans"], event.payload["sweep"]) == (4, {"looked_at": 3, "left": 1})
    assert open_project().open("a1").signed


WORDS = st.sampled_from(
    ["Beatriz", "Zumárraga", "acude", "de", "12700", "612345678", "12/03/2019", "a@b.es", "H", "Dr.", "\n", "Omeprazol"]
)


@pytest.mark.slow
@given(st.lists(WORDS, max_size=20).map(" ".join), st.data())
@settings(max_examples=60)
def test_findings_touch_nothing_that_is_marked_and_each_can_be_said_and_undone(sweep, text, data):
    spans = [
        Span(at, min(at + data.draw(st.integers(1, 8)), len(text)), data.draw(st.sampled_from([PATIENT, ID])))
        for at in data.draw(st.sets(st.integers(0, max(len(text) - 1, 0)), max_size=3))
        if text
    ]
    desk = desk_of(spans[:2], [Suggestion(s, 0.9, (Evidence("crf"),)) for s in spans[2:]])
    places = [span for f in sweep.findings(text, desk) for span in (f.span, *f.others)]
    assert not any(place.overlaps(m.span) for place in places for m in desk)
    assert all(not one.overlaps(other) for one in places for other in places if one is not other)
    history = History(desk)
    for _ in range(30):
        findings = sweep.findings(text, history.desk)
        if not findings:
            break
        say = data.draw(st.sampled_from([marking, dismissing]))
        after = history.performed(say(history.desk, findings[0]))
        assert after.stepped_back().desk.ordered == history.desk.ordered
        history = after
    else:
        pytest.fail("the same findings come back")


def test_a_report_without_phi_has_no_finding(sweep):
    assert not sweep.findings("Exploración normal, sin hallazgos de interés.", Desk())
    assert not sweep.findings("", Desk())


class _Seeing:
    """A detector that sees these texts as these classes."""

    name = "seeing"

    def __init__(self, *values: tuple[str, str]) -> None:
        self.values = values

    def detect(self, doc: Document) -> list[Suggestion]:
        text = doc.text
        spans = [Span(text.index(value), text.index(value) + len(value), name) for value, name in self.values]
        return [Suggestion(span, 0.5, (Evidence("crf"),)) for span in spans]


def test_what_no_class_is_for_is_asked_about_where_it_identifies_somebody():
    text = "Varón. Acude su hija. Tel. 612345678. Llama la hija Nelda."
    values = (
        ("Varón", "SEXO_SUJETO_ASISTENCIA"), ("hija", RELATIVE), ("612345678", PHONE), ("hija Nelda", RELATIVE),
    )  # fmt: skip

    own = TagSet("own", "1", (PhiClass("CUANDO", {}, kind="date"),))
    assert found(Sweep(own, (_Seeing(*values),)), text, Desk()) == [("612345678", PHONE), ("hija Nelda", RELATIVE)]
    # A word for a relative is no name of a person, however it begins.
    people = TagSet("own", "1", (PhiClass("PERSONA", {}, kind="person"),))
    assert found(Sweep(people, (_Seeing(("Madre", RELATIVE)),)), "Madre sana.", Desk()) == []
    family = TagSet("own", "1", (PhiClass("FAMILIA", {}, kind="relative"),))
    assert ("hija", "FAMILIA") in found(Sweep(family, (_Seeing(*values),)), text, Desk())
