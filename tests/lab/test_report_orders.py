"""The simulation of report orders, with a learner that knows the words it was shown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deid_studio.lab.report_orders import Active, Learn, Learned, Simulation, savings_to_text, to_text
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.review.report_order import SortBy

_WORD = re.compile(r"X\w+")
_WHY = (Evidence("rule", "shown"),)


def _report(id: str, *words: str) -> Document:
    text = " y ".join(words)
    return Document(id, text, tuple(Span(*found.span(), "PERSON") for found in _WORD.finditer(text)))


# Half of the pool tells the same name again and again; each of the others a new one, and is unsure of it.
POOL = [_report(f"same-{n}", "Xa") for n in range(6)] + [_report(f"new-{n}", f"X{c}", "a") for n, c in enumerate("bcd")]
HELD_OUT = [_report(f"out-{c}", f"X{c}") for c in "abcd"]


def _learner(calls: list[frozenset[str]]) -> tuple[Learned, Learn]:
    def knowing(words: set[str]) -> Learned:
        def suggest(doc: Document) -> list[Suggestion]:
            found = [(Span(*match.span(), "PERSON"), match[0] in words) for match in _WORD.finditer(doc.text)]
            shown = [(span, known) for span, known in found if known or doc.id.startswith("new")]
            return [Suggestion(span, 1.0 if known else 0.5, _WHY) for span, known in shown]

        return Learned(suggest)

    def learn(documents: Sequence[Document]) -> Learned:
        calls.append(frozenset(doc.id for doc in documents))
        return knowing({span.text(doc.text) for doc in documents for span in doc.spans})

    return knowing({"Xa"}), learn


def _most_open(documents: Sequence[Document], seed: int) -> Active:
    return lambda _, benefits: sorted(benefits, key=lambda name: (-benefits[name].uncertainty, name))


def _simulation(calls: list[frozenset[str]]) -> Simulation:
    base, learn = _learner(calls)
    return Simulation(POOL, HELD_OUT, learn, base, step=1, steps=3, active=_most_open)


def test_where_the_uncertain_reports_are_the_new_ones_their_order_learns_faster() -> None:
    simulation = _simulation(calls := [])
    benefit, lot = simulation.run(SortBy.UNCERTAINTY), simulation.run(None, seed=1)
    recalls = [one.characters.recall for one in benefit.points.values()]
    assert list(benefit.points) == [0, 1, 2, 3]
    assert recalls == [0.25, 0.25, 0.5, 0.75]  # what it knew is forgotten: it learns from the revealed ones alone
    assert all(name.startswith("new") for name in calls[2])
    assert "| by uncertainty | 0.2500 |" in to_text([benefit, lot]) and "| 1/1 |" in to_text([benefit, lot])


def test_the_same_reports_are_learned_once_and_lots_differ() -> None:
    simulation = _simulation(calls := [])
    runs = [simulation.run(None, seed) for seed in (1, 2, 1)]
    assert runs[0] == runs[2] and len(calls) == len(set(calls))
    assert any(runs[0].points[n] != runs[1].points[n] for n in (1, 2, 3)) or len(calls) > 3


def test_what_is_doubted_leads_and_is_not_measured() -> None:
    known = Learned(lambda _doc: ())
    doubtful = Learned(
        lambda _doc: (), lambda doc, _: [Suggestion(Span(0, 2, "PERSON"), 0.5, _WHY)] * (doc.id[0] == "n")
    )
    one = Simulation(POOL, HELD_OUT, lambda _: known, doubtful, step=3, steps=1, active=_most_open)
    run = one.run(SortBy.UNCERTAINTY)
    assert run.words[3] == 3 * 3 and run.recalls == {0: 0.0, 3: 0.0}


def test_by_leak_takes_the_reports_with_most_that_would_leave() -> None:
    simulation = _simulation(calls := [])
    simulation.run(SortBy.LEAK)
    assert all(name.startswith("same") for name in calls[0])  # 1.0 against 0.5


def test_the_active_order_of_a_corpus_spares_reports_and_says_how_many() -> None:
    simulation = _simulation([])
    active, lot = simulation.run(SortBy.PLAN), simulation.run(None, seed=2)
    assert list(active.recalls.values()) == [0.25, 0.25, 0.5, 0.75]
    assert active.words[3] > active.words[1] > 0
    told = savings_to_text([[active, lot]])
    assert told.startswith("| reports needed") and "| active order of a corpus | " in told and "by lot, " not in told
