"""Evidence in words: no name that only the program knows reaches a person."""

from __future__ import annotations

import json
import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.grammar.loading import default_grammar
from deid_studio.detection.looks.look import LookKind
from deid_studio.gui.words.around import Around
from deid_studio.gui.words.evidence_names import field_words, gazetteer_words, rule_words, spelling_words
from deid_studio.gui.words.evidence_wording import evidence_sentence
from deid_studio.model.patient_fields import FieldKind
from deid_studio.model.span import Evidence, Span
from deid_studio.people.folding import fold
from deid_studio.people.sought import Form

GRAMMAR = tomllib.loads(default_grammar().read_text(encoding="utf-8"))
RULES = [rule["name"] for kind in ("reliable", "heuristic") for rule in GRAMMAR[kind]]
LEARNED = json.loads((paths.default_model() / "rules.json").read_text(encoding="utf-8"))
LEARNED_NAMES = [rule["name"] for rule in LEARNED]


def test_every_rule_of_the_shipped_grammar_has_words():
    assert len(RULES) > 100
    assert [name for name in RULES if "rule “" in rule_words(name) or "_" in rule_words(name)] == []


def test_every_learned_rule_has_words():
    names = [rule["name"] for rule in LEARNED]
    assert names
    assert [name for name in names if not rule_words(name).startswith("learned ")] == []


@pytest.mark.parametrize("name", GRAMMAR["lists"])
def test_every_list_that_becomes_evidence_has_words(name):
    if name in ("stop_word", "eponym_word"):
        return  # they only block
    assert "“" not in gazetteer_words(name)


@pytest.mark.parametrize(
    ("evidence", "sentence"),
    [
        (("rule", "id_sujeto_asistencia.nhc.4", "0.97"),
         "reviewed reports have taught it: learned context (right in 97 %)"),
        (("rule", "territorio.n", ""), "reviewed reports have taught it: learned context"),
        (("rule", "fechas.shape.4", ""), "reviewed reports have taught it: learned form"),
        (("rule", "campo_nhc", ""), "it stands after the label of the report"),
        (("rule", "indicator", "`Nombre:` 488/500"),
         "it stands after the label of the report (right 488 times of 500)"),
        (("rule", "looks", "date"), "it looks like PHI: form of a date"),
        (("rule", "fecha_numerica", "0.9"), "a rule recognises it: form of a date (right in 90 %)"),
        (("gazetteer", "town", ""), "it is in the list of towns"),
        (("crf", "", "0.98"), "the learned model (CRF) recognises it by its context"),
        (("accepted", "", "initial"), "it is another spelling of what is accepted in this report (initial only)"),
        (("sweep", "", ""), "a person looked at it in the final check"),
        (("rule", "mi_regla", "0.5"), "a rule recognises it: rule “mi regla” (right in 50 %)"),
        (("gazetteer", "imported_last_name", "Ruano"), "“Ruano” is in the imported list of surnames"),
        (("gazetteer", "mi_lista", "Ruano"), "“Ruano” is in the gazetteer “mi lista”"),
        (("trusted", "", "also in `Apellidos:`"),
         "the same text is marked elsewhere in the report (field “Apellidos”)"),
        (("trusted", "", "also in line 7"), "the same text is marked elsewhere in the report (line 7)"),
        (("register", "", "initial, 1 edit"),
         "the same person or number is marked elsewhere in the report (initial only, one letter or digit differs)"),
        (("register", "", ""), "the same person or number is marked elsewhere in the report"),
        (("patient", "surname", "exact"), "it is in the patient's record: surname"),
        (("patient", "relative", "initials"), "it is in the patient's record: name of a relative (initials only)"),
        (("patient", "identifier", "3 edits"),
         "it is in the patient's record: identifier (several letters or digits differ)"),
        (("spacy", "es_core", "PER"), "the language model (spaCy) recognises a name"),
        (("crf", "marginal", "0.31"), "the learned model (CRF) holds it possible"),
    ],
)  # fmt: skip
def test_sentences(evidence, sentence):
    assert evidence_sentence(Evidence(*evidence)) == sentence


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Expediente: {}", "Expediente"),
        ("Datos del paciente.\r\nNº de expediente   :  {}", "Nº de expediente"),
        ("Nombre: Lucía Quintanar. Exp. {}", "Exp"),
        ("Sexo: M | N.H.C. = {}", "N.H.C"),
        ("Cama 12\tHistoria\t{}", "Historia"),
        ("{}", ""),
        ("Historia\n{}", ""),
        ("Acude a urgencias {etc} con el expediente {}", "{etc} con el expediente"),
    ],
)
def test_the_label_is_the_one_that_stands_in_the_report(text, label):
    text = text.replace("{}", "445566", 1)
    start = text.index("445566")
    around = Around.of(text, Span(start, start + 6, "ID"))
    assert around.label == label
    said = evidence_sentence(Evidence("rule", "campo_nhc", ""), around=around)
    assert said == (f"it stands after the label “{label}”" if label else "it stands after the label of the report")


@given(
    st.text(max_size=80), st.text(min_size=1, max_size=20), st.sampled_from(RULES + [one["name"] for one in LEARNED])
)
def test_evidence_quotes_only_words_that_the_report_has(before, own, rule):
    text = before + own
    around = Around.of(text, Span(len(before), len(text), "X"))
    facts = [Evidence("rule", rule, "0.9"), Evidence("gazetteer", "town", "Villabrezo")]
    said = " ".join(evidence_sentence(fact, around=around) for fact in facts)
    quoted = [word for quote in re.findall("“(.*?)”", said, re.DOTALL) for word in quote.split()]
    assert all(fold(word) in fold(text) for word in quoted)


def test_what_detectors_tell_is_known():
    assert all(field_words(kind) for kind in FieldKind)
    assert [form for form in Form if form and spelling_words(form) == form] == [Form.ABBREVIATED]
    assert all(rule_words("looks", kind) != rule_words("looks", "none") for kind in LookKind if kind != "unknown")
