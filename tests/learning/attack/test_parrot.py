"""The parrot: among the surrogates of invented reports it points at what leaked, far more often than by chance."""

from __future__ import annotations

import random

import pytest

from deid_studio.learning.attack.habits import habits
from deid_studio.learning.attack.parrot import POINTED, Reason, leaks_found, suspects
from deid_studio.model.document import Document
from deid_studio.model.span import Span

GIVEN = "Ana Luis Marta Pablo Elena Sergio Laura Jorge Nuria Andrés".split()
SURNAMES = "García López Pérez Gómez Ruiz Díaz Moreno Muñoz Romero Navarro Torres Ramos Gil Serrano Molina".split()
STREETS = ("Mayor", "Real", "Nueva", "del Sol")
FINDINGS = ("Refiere dolor torácico", "Consulta por fiebre", "Acude por tos", "Presenta cefalea")
LEAK = ("Berengaria", "Xirinacs", "Uzcudun", "Valldeperas", "Etxegoien", "Quintanapalla")


def report(number, leaked=""):
    """A released report with its doctor named twice, the second time by the name that `leaked` if any."""
    chance = random.Random(number)
    name, doctor = (f"{chance.choice(GIVEN)} {chance.choice(SURNAMES)} {chance.choice(SURNAMES)}" for _ in range(2))
    pieces = [
        ("Nombre: ", "", ""), (name, "person", ""), ("\nDomicilio: ", "", ""),
        (f"Calle {chance.choice(STREETS)}, {chance.randint(1, 90)}", "street", ""), ("\nMédico: ", "", ""),
        (doctor, "person", ""), (f"\n{chance.choice(FINDINGS)} desde el ", "", ""),
        (f"{chance.randint(1, 28):02}/{chance.randint(1, 12):02}/2015", "date", ""),
        (".\nRemitido por: Dr. ", "", ""), (leaked or doctor, "person", "leak" if leaked else ""), ("\n", "", ""),
    ]  # fmt: skip
    text, spans, leaks = "", [], []
    for piece, kind, leak in pieces:
        if kind:
            spans.append(Span(len(text), len(text) + len(piece), kind))
        if leak:
            leaks.append((f"r{number:02}", len(text), len(text) + len(piece)))
        text += piece
    return Document(f"r{number:02}", text, tuple(spans)), leaks


@pytest.fixture(scope="module")
def corpus():
    made = [report(n, f"{GIVEN[n % 10]} {LEAK[n // 8]}" if n % 8 == 0 else "") for n in range(48)]
    return [doc for doc, _ in made], [leak for _, leaks in made for leak in leaks]


@pytest.fixture(scope="module")
def marked(corpus):
    return suspects(corpus[0], {})


@pytest.mark.slow
def test_planted_leaks_come_first(corpus, marked):
    docs, leaks = corpus
    assert len(marked) == sum(len(doc.spans) for doc in docs) and len(leaks) == 6
    found = leaks_found(marked, leaks)
    assert found.recall == 1.0 and found.precision > 10 * found.by_chance
    first = leaks_found(marked, leaks, lambda one: one.suspicion >= marked[11].suspicion)
    assert first.found >= 5 and first.reports_found == first.found


def test_the_reasons_say_why(corpus, marked):
    (own,) = [one for one in marked if (one.report, one.span.start, one.span.end) == corpus[1][0]]
    assert own.is_pointed_at and Reason.ALONE in own.reasons and own.suspicion >= POINTED


@pytest.mark.slow
def test_the_same_reports_in_any_order_give_the_same(corpus, marked):
    assert suspects(list(reversed(corpus[0])), {}) == marked


@pytest.mark.slow
def test_without_leaks_little_is_pointed_at(corpus):
    docs = [report(number)[0] for number in range(48)]
    pointed = [one for one in suspects(docs, {}) if one.is_pointed_at]
    assert len(pointed) <= 0.05 * sum(len(doc.spans) for doc in docs)


@pytest.mark.slow
def test_a_name_that_nothing_is_drawn_from_is_pointed_at(corpus):
    docs, leaks = corpus
    known = suspects(docs, {}, lambda kind, text: kind == "person" and text.split()[-1] in LEAK)
    assert sorted((one.report, one.span.start, one.span.end) for one in known[:6]) == sorted(leaks)
    assert all(Reason.NEVER_DRAWN in one.reasons for one in known[:6])


def test_annotations_give_away_all_that_is_outside_them(corpus):
    docs, leaks = corpus
    annotated = {doc.id: [span for span in doc.spans if (doc.id, span.start, span.end) not in leaks] for doc in docs}
    found = suspects(docs, annotated)
    assert [(one.report, one.span.start, one.span.end) for one in found] == sorted(leaks)
    assert {one.reasons for one in found} == {(Reason.NOT_ANNOTATED,)}


def test_a_corpus_with_nothing_to_learn_from_is_no_error():
    assert suspects([], {}) == [] and suspects([Document("a", "Sin datos.\n")], {}) == []
    one = suspects([report(1)[0]], {})
    assert all(0.0 <= suspect.chance <= 1.0 for suspect in one) and len(one) == 5


def test_what_repeats_and_recurs_is_counted():
    docs = [report(number)[0] for number in range(20)]
    own = habits(docs)
    doctors = [own[at][docs[at].spans[2]] for at in range(20)]
    assert sum(habit.repeats for habit in doctors) == 20 and min(habit.usual_repeats for habit in doctors) > 0.5
    dates = [own[at][docs[at].spans[3]] for at in range(20)]
    assert not any(habit.repeats for habit in dates) and {habit.recurs for habit in dates} <= {0, 1}
    streets = [own[at][docs[at].spans[1]] for at in range(20)]
    assert all(habit.recurs > 0 for habit in streets)
