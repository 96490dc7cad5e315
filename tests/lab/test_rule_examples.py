"""Induced rules as a person reads them, and where they match."""

from __future__ import annotations

from deid_studio import paths
from deid_studio.detection.crf_model import read_model
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.lab.rule_examples import examples, look
from deid_studio.learning.rule_induction import induce_rules
from deid_studio.model.document import Document
from deid_studio.model.span import Span


def reports() -> list[Document]:
    made = []
    for number in range(12):
        text = f"NHC: {1000 + number}.\nVisto el 0{number % 9 + 1}/03/2019 por tos, y otra vez 04/04/2020.\n"
        spans = (Span(5, 9, "ID_SUJETO_ASISTENCIA"), Span(20, 30, "FECHAS"))
        made.append(Document(f"r{number}", text, spans))
    return made


def test_every_shipped_rule_reads_without_signs_of_expressions() -> None:
    for rule in read_model(paths.default_model()).rules.rules:
        shown = look(rule)
        assert shown
        assert not any(sign in shown for sign in ("\\", "(?", "{", "}", "[", "]", "+"))


def test_places_are_found_again_in_the_reports_that_gave_the_rule() -> None:
    documents = reports()
    rules = InducedRules(induce_rules(documents))
    by_look = {look(rule): rule for rule in rules.rules}
    assert "nhc: 9999" in by_look or "nhc: …" in by_look
    found = examples(rules, documents)
    assert set(found) == {rule.name for rule in rules.rules}
    for rule in rules.rules:
        assert {one.report for one in found[rule.name] if one.right}
        for one in found[rule.name]:
            gold = {(s.start, s.end, s.phi_class) for d in documents if d.id == one.report for s in d.spans}
            assert one.right == ((one.start, one.end, rule.phi_class) in gold)
