"""An answer holds for the very text, place and case that it was given for, and for nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deid_studio.model.document import Document
from deid_studio.release.gate.answers import Answer, answer_for, unanswered
from deid_studio.release.gate.held import HeldKind, HeldPlace
from deid_studio.release.policy import Policy, Treatment, Way

STAFF = "NOMBRE_PERSONAL_SANITARIO"


@pytest.fixture
def suit(marked, hold, leave):
    """A report with a white suit and a man called White, both held."""
    doc = marked("Traje Blanco. El señor Blanco acude.")
    first, second = doc.text.index("Blanco"), doc.text.rindex("Blanco")
    held = [HeldPlace(at, at + 6, HeldKind.DETECTED, (at, at + 6), STAFF) for at in (first, second)]
    return doc, leave(doc), held


def test_an_answer_is_for_its_place_and_not_for_the_same_word_elsewhere(suit):
    doc, released, held = suit
    answer = answer_for(held[0], doc, released, "Ana", "2025-01-01", "a suit")
    assert list(unanswered(held, doc, released, [answer])) == [held[1]]


def test_it_holds_no_longer_when_the_report_has_changed(suit):
    doc, released, held = suit
    answer = answer_for(held[0], doc, released, "Ana", "2025-01-01")
    other = replace(doc, text=doc.text + " ")
    assert list(unanswered(held, other, released, [answer])) == held


def test_what_reaches_beyond_an_answer_is_asked_about(suit):
    doc, released, held = suit
    wide = replace(held[1], end=held[1].end + 6, there=(held[1].start, held[1].end + 6))  # `Blanco acude`
    wider = replace(held[1], start=3, there=(3, held[1].end))
    answer = answer_for(held[1], doc, released, "Ana", "2025-01-01")
    assert list(unanswered([wide], doc, released, [answer])) == []  # `acude` is an ordinary word
    (left,) = unanswered([wider], doc, released, [answer])
    assert doc.text[left.start : left.end] == "je Blanco. El señor"


def test_what_shows_only_as_it_leaves_is_answered_for_what_stands_there(marked, leave):
    doc = marked("{NOMBRE_SUJETO_ASISTENCIA|Ana Ruiz} acude.")
    released = leave(doc)
    there = released.rewriting.changes[0]
    place = HeldPlace(0, 8, HeldKind.NAME_WORD, (there.start, there.start + 4))
    answer = answer_for(place, doc, released, "Ana", "2025-01-01")
    assert list(unanswered([place], doc, released, [answer])) == []
    masked = leave(doc, Policy("m", default=Treatment(Way.MASK)))
    assert list(unanswered([place], doc, masked, [answer])) == [place]


def test_rejected_mentions_count_as_answered(suit):
    doc, released, held = suit
    assert list(unanswered(held, doc, released, (), [(held[0].start, held[0].end)])) == [held[1]]


def test_answers_come_back_from_json_and_damaged_ones_are_refused():
    answer = Answer(3, 9, "a" * 64, "b" * 64, "Ana «Ñ»", "2025-01-01", "título")
    assert Answer.from_json(answer.to_json()) == answer
    for damage in ({"end": 2}, {"start": "x"}):
        with pytest.raises(ValueError):
            Answer.from_json(answer.to_json() | damage)
    with pytest.raises(KeyError):
        Answer.from_json({"start": 1, "end": 2})


def test_answers_that_reach_beyond_the_text_are_none(leave):
    doc = Document("a", "Ana")
    answer = Answer(0, 9, "a" * 64, "b" * 64, "x", "y")
    assert list(unanswered([], doc, leave(doc), [answer])) == []
