"""What follows from a decision for suggestions that nobody has decided on."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.model.edits import (
    Accept,
    Add,
    Edit,
    Note,
    Reject,
    Relabel,
    Remove,
    Reopen,
    Resize,
    Several,
    from_json,
    to_json,
)
from deid_studio.model.mentions import Decision, Desk, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people import number_words
from deid_studio.review.alike.following import followers, following, prepare_following
from deid_studio.review.deciding.first_class import first_class

PATIENT, STAFF, PLACE, NUMBER, EPISODE = "PACIENTE", "MEDICO", "LUGAR", "HISTORIA", "EPISODIO"
OWN = TagSet(
    "own",
    "1",
    (
        PhiClass(PATIENT, {}, kind="person", role="patient"),
        PhiClass(STAFF, {}, kind="person", role="staff"),
        PhiClass(PLACE, {}, kind="place"),
        PhiClass(NUMBER, {}, kind="number", role="patient"),
        PhiClass(EPISODE, {}, kind="number"),
    ),
)
TEXT = (
    "Paciente: Aurelio Quirce Tobes\n"
    "Acude Quirce con dolor. Avisa Elvira Sanjuán.\n"
    "Petición: 4471-A\n"
    "Firma: Aurelio Quirce. Petición: 4472-B\n"
)


def desk(*values: tuple[str, str, float], text: str = TEXT, kind: str = "crf") -> Desk:
    found = []
    for value, phi_class, confidence in values:
        at = text.index(value)
        found.append(Suggestion(Span(at, at + len(value), phi_class), confidence, (Evidence(kind),)))
    return desk_of((), found)


def after(edit: Edit, on: Desk, text: str = TEXT) -> Desk:
    return following(on, text, edit, OWN).apply(on)


def said(on: Desk, text: str = TEXT) -> dict[str, tuple[str, float]]:
    return {
        m.span.text(text): (m.span.phi_class, m.suggestion.confidence) for m in on.pending if m.suggestion is not None
    }


NAME = ("Aurelio Quirce Tobes", PATIENT, 0.9)


def test_a_name_accepted_as_the_patients_is_the_patients_below() -> None:
    on = desk(NAME, ("Elvira Sanjuán", STAFF, 0.8))
    short = Suggestion(Span(TEXT.index("Quirce con"), TEXT.index("Quirce con") + 6, STAFF), 0.78, (Evidence("crf"),))
    on = desk_of((), [*(m.suggestion for m in on if m.suggestion), short])
    now = after(Accept(on.pending[0].id), on)
    phi_class, confidence = said(now)["Quirce"]
    assert (phi_class, confidence > 0.78) == (PATIENT, True)
    assert said(now)["Elvira Sanjuán"] == (STAFF, 0.8)
    follower = next(m for m in now.pending if m.span.text(TEXT) == "Quirce")
    assert follower.suggestion is not None
    assert follower.suggestion.evidence[0] == Evidence("decided", "accepted", "1")
    assert Evidence("crf") in follower.suggestion.evidence


@pytest.mark.parametrize("confidence", [0.94, 0.4])
def test_a_brother_and_a_sex_stay_what_they_likely_are(confidence: float) -> None:
    family, sex = PhiClass("FAMILIA", {}, kind="relative"), PhiClass("SEXO", {}, kind="sex")
    tagset = TagSet("own", "1", (*OWN, family, sex))
    text = "Paciente: A. Q. T.   73a  Q\nLlama Aurelio Sanjuán Quirce. De Elvira Quirce no se sabe.\n"
    values = [("A. Q. T", PATIENT, 0.8), ("Q\n", "SEXO", confidence), ("Elvira Quirce", "FAMILIA", confidence)]
    on = desk(*((value.strip(), name, worth) for value, name, worth in values if value != "Q\n"), text=text)
    at = text.index("Q\n")
    letter = Suggestion(Span(at, at + 1, "SEXO"), confidence, (Evidence("crf"),))
    on = desk_of((), [*(m.suggestion for m in on if m.suggestion), letter])
    now = said(following(on, text, Accept(on.pending[0].id), tagset).apply(on), text)
    assert now["Q"] == (("SEXO", 0.94) if confidence > 0.6 else (PATIENT, 0.6))
    assert now["Elvira Quirce"] == ("FAMILIA", confidence)


def test_another_of_the_same_surname_stays_whose_a_likely_suggestion_says() -> None:
    text = "Dra. Quirce pasa visita. Acude con Elvira Quirce, y Rosa Tobes Quirce espera.\n"
    on = desk(("Quirce", PATIENT, 0.7), ("Elvira Quirce", PATIENT, 0.9), ("Rosa Tobes Quirce", PATIENT, 0.4), text=text)
    first = on.pending[0].id
    now = said(after(Several((Relabel(first, STAFF), Accept(first))), on, text), text)
    assert now == {"Elvira Quirce": (PATIENT, 0.9), "Rosa Tobes Quirce": (STAFF, 0.6)}


def test_a_surname_of_two_who_were_accepted_stays_whose_it_was_suggested_to_be() -> None:
    text = "Paciente: Rosa Quirce Tobes\nPadre: Aurelio Quirce Sanz\nFrasco de QUIRCE.\n"
    on = desk(
        ("Rosa Quirce Tobes", PATIENT, 0.9), ("Aurelio Quirce Sanz", STAFF, 0.9), ("QUIRCE", PATIENT, 0.5), text=text
    )
    first, second = (next(m.id for m in on if m.span.text(text).startswith(name)) for name in ("Rosa", "Aurelio"))
    once = after(Accept(first), on, text)
    kept = said(once, text)["QUIRCE"]
    assert kept[0] == PATIENT
    assert said(after(Accept(second), once, text), text)["QUIRCE"] == kept
    assert said(after(Accept(second), on, text), text)["QUIRCE"][0] == STAFF  # of no other it is known


def test_where_the_name_stands_unmarked_it_is_suggested() -> None:
    on = desk(NAME)
    now = after(Accept(on.pending[0].id), on)
    assert {value: phi_class for value, (phi_class, _) in said(now).items()} == {
        "Quirce": PATIENT,
        "Aurelio Quirce": PATIENT,
    }


def test_what_is_rejected_is_doubted_elsewhere_and_keeps_its_class() -> None:
    text = "STOP llega el martes STOP sigue igual"
    first = Suggestion(Span(0, 4, STAFF), 0.8, (Evidence("crf"),))
    again = Suggestion(Span(21, 25, STAFF), 0.8, (Evidence("crf"),))
    on = desk_of((), [first, again])
    now = after(Reject(on.pending[0].id), on, text)
    assert said(now, text) == {"STOP": (STAFF, 0.1)}


def test_what_stands_after_the_same_label_gets_the_class_that_a_person_gave_it_there() -> None:
    on = desk(("4471-A", NUMBER, 0.7), ("4472-B", NUMBER, 0.7))
    now = after(Relabel(on.pending[0].id, EPISODE), on)
    assert said(now)["4472-B"][0] == EPISODE
    (follower,) = (m.suggestion for m in now.pending if m.suggestion is not None)
    assert first_class(follower) == NUMBER and follower.evidence[-1].kind == "first"
    accepted = after(Accept(on.pending[0].id), on)
    assert said(accepted)["4472-B"] == (NUMBER, 0.7)


@pytest.mark.parametrize(
    ("kind", "line", "keeps"),
    [
        ("patient", "Acude {} con dolor.", True),
        ("rule", "Médico: {}. Alta.", True),
        ("rule", "Dra. {} firma.", True),
        ("rule", "Acude {} con dolor.", False),
        ("crf", "Médico: {}. Alta.", False),
    ],
)
def test_the_patients_record_and_a_rule_by_a_label_keep_their_class(kind: str, line: str, keeps: bool) -> None:
    text = f"Paciente: Aurelia Quirce Tobes\n{line.format('Quirce')}\n"
    name, short = (Span(at, at + len(n), c) for at, n, c in (
        (10, "Aurelia Quirce Tobes", PATIENT), (text.rindex("Quirce"), "Quirce", STAFF)
    ))  # fmt: skip
    on = desk_of((), [Suggestion(name, 0.9, (Evidence("crf"),)), Suggestion(short, 0.96, (Evidence(kind),))])
    phi_class, _ = said(after(Accept(on.pending[0].id), on, text), text)["Quirce"]
    assert (phi_class == STAFF) is keeps


def test_the_last_decision_counts_and_is_told_alone() -> None:
    on = desk(NAME)
    once = after(Accept(on.pending[0].id), on)
    again = after(Relabel(on.pending[0].id, STAFF), once)
    assert {phi_class for phi_class, _ in said(again).values()} == {STAFF}
    for one in again.pending:
        assert one.suggestion is not None
        assert [fact.kind for fact in one.suggestion.evidence].count("decided") == 1


def test_it_is_one_step_that_undoing_takes_back_and_the_journal_keeps() -> None:
    on = desk(NAME, ("Elvira Sanjuán", PATIENT, 0.5))
    edit = following(on, TEXT, Accept(on.pending[0].id), OWN)
    assert followers(edit) == 2  # “Quirce” and “Aurelio Quirce”
    assert edit.inverse(on).apply(edit.apply(on)) == on
    assert from_json(to_json(edit)) == edit


def test_what_is_prepared_is_not_read_again_by_the_first_decision() -> None:
    number_words._below_thousand.cache_clear()
    prepare_following()
    read = [one.cache_info().misses for one in (default_gazetteers, number_words._below_thousand)]
    on = desk(NAME, ("Elvira Sanjuán", STAFF, 0.8))
    after(Accept(on.pending[0].id), on)
    text = "Vive con sus dos hijas. Otras dos hijas"
    family = TagSet("family", "1", (PhiClass("FAMILIA", {}, kind="relative"),))
    on = desk_of((), [Suggestion(Span(13, 22, "FAMILIA"), 0.8, (Evidence("crf"),))])
    following(on, text, Accept(on.pending[0].id), family)
    assert [one.cache_info().misses for one in (default_gazetteers, number_words._below_thousand)] == read
    assert read[1] == 1


def test_what_is_decided_together_is_followed_as_one_by_one() -> None:
    on = desk(NAME, ("Elvira Sanjuán", STAFF, 0.8), ("4471-A", NUMBER, 0.7))
    whole = Several(tuple(Accept(m.id) for m in on.pending[:2]))
    now = after(whole, on)
    assert {value: phi_class for value, (phi_class, _) in said(now).items()} == {
        "Quirce": PATIENT, "Aurelio Quirce": PATIENT, "4471-A": NUMBER,
    }  # fmt: skip
    told = {m.suggestion.evidence[0] for m in now.pending if m.suggestion is not None} - {Evidence("crf")}
    assert told == {Evidence("decided", "accepted", "1")}


def test_of_what_is_accepted_and_rejected_together_the_acceptance_counts() -> None:
    text = "Ana Gil llega, Ana Gil sale, Ana Gil duerme"
    on = desk_of((), [Suggestion(Span(at, at + 7, STAFF), 0.8, (Evidence("crf"),)) for at in (0, 15, 29)])
    first, second, _ = on.pending
    now = after(Several((Accept(first.id), Reject(second.id))), on, text)
    assert said(now, text) == {"Ana Gil": (STAFF, 0.97)}


def test_notes_and_reopening_are_followed_by_nothing() -> None:
    on = desk(NAME, ("Elvira Sanjuán", STAFF, 0.8), ("4471-A", NUMBER, 0.7), ("4472-B", NUMBER, 0.7))
    for edit in (Note(1, "?"), Reopen(1)):
        assert following(on, TEXT, edit, OWN) is edit
        assert followers(edit) == 0


WORDS = ("Ana", "Gil", "Luis", "Quirce", "4471-A", "de", "STOP", "Utiel")


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_no_decision_changes_and_nothing_that_is_marked_is_lost(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=14))
    text = " ".join(words)
    starts = [len(" ".join(words[:n])) + bool(n) for n in range(len(words))]

    def place(n: int, phi_class: str) -> Span:
        return Span(starts[n], starts[n] + len(words[n]), phi_class)

    classes = st.sampled_from((PATIENT, STAFF, PLACE, NUMBER))
    picked = data.draw(st.sets(st.integers(0, len(words) - 1), min_size=1))
    on = desk_of((), [
        Suggestion(place(n, data.draw(classes)), data.draw(st.floats(0, 1)), (Evidence("crf"),)) for n in sorted(picked)
    ])  # fmt: skip
    for mention in on.pending:
        if data.draw(st.booleans()):
            on = (Accept(mention.id) if data.draw(st.booleans()) else Reject(mention.id)).apply(on)
    free = [n for n in range(len(words)) if n not in picked]
    choices: list[Edit] = [one for m in on for one in (Accept(m.id), Reject(m.id), Relabel(m.id, STAFF))]
    choices += [Add(on.next_id, place(n, PATIENT)) for n in free]
    choices += [Resize(m.id, 0, len(text)) for m in on]
    pending = on.pending
    if len(pending) > 1:
        choices += [Several(tuple(Accept(m.id) for m in pending)), Several(tuple(Reject(m.id) for m in pending[1:]))]
        choices.append(Several((Accept(pending[0].id), Reject(pending[1].id))))
    edit = data.draw(st.sampled_from(choices))
    plain = edit.apply(on)
    now = after(edit, on, text)
    decided = [m for m in plain if m.decision is not Decision.PENDING]
    assert [now[m.id] for m in decided] == decided
    marked = {at for m in plain for at in range(m.span.start, m.span.end)}
    assert marked <= {at for m in now for at in range(m.span.start, m.span.end)}
    assert len(now) == len(plain) + sum(m.id not in plain for m in now) - sum(m.id not in now for m in plain)
    assert followers(following(on, text, edit, OWN)) == sum(plain.get(m.id) != m for m in now)
    assert all(a.span.end <= b.span.start for a, b in pairwise(now.pending))


@pytest.mark.parametrize(("confidence", "phi_class"), [(0.67, EPISODE), (0.3, NUMBER)])
def test_a_number_with_more_figures_keeps_a_likely_class(confidence: float, phi_class: str) -> None:
    text = "Documento 32.805.116 de la paciente. Afiliada con el 32805116/00 desde mayo."
    on = desk(("32.805.116", NUMBER, 0.9), ("32805116/00", EPISODE, confidence), text=text)
    card, other = on
    assert after(Accept(card.id), on, text)[other.id].span.phi_class == phi_class


def test_what_was_suggested_for_a_mention_that_is_taken_back_goes_with_it() -> None:
    on = Desk()
    start = TEXT.index("Aurelio Quirce Tobes")
    added = after(Add(1, Span(start, start + 20, PATIENT)), on)
    assert said(added) == {"Quirce": (PATIENT, 0.9), "Aurelio Quirce": (PATIENT, 0.9)}
    assert said(after(Remove(1), added)) == {}
    # As one step, that undoing takes back.
    edit = following(added, TEXT, Remove(1), OWN)
    assert edit.inverse(added).apply(edit.apply(added)) == added
    # It stays where another mention says the same, and where a detector had found it as well.
    at = TEXT.index("Aurelio Quirce. ")
    twice = after(Add(9, Span(at, at + 14, PATIENT)), after(Remove(1), added))
    twice = after(Add(20, Span(start, start + 20, PATIENT)), twice)
    assert "Quirce" in said(twice)
    for one in (9, 20):
        assert "Quirce" in said(after(Remove(one), twice))
    found = after(Add(7, Span(start, start + 20, PATIENT)), desk(("Quirce con", STAFF, 0.4)))
    assert "Quirce con" in {m.span.text(TEXT) for m in after(Remove(7), found)}
