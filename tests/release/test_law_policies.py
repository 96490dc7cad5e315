"""The policies that use the law's words, on both tag sets: what a text that was released by one still says."""

from __future__ import annotations

from datetime import date

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.release.attack.quasi_identifiers import read_facts
from deid_studio.release.policy import Scope, Way, load_policy
from deid_studio.release.released import Releaser

LAWS = ("safe-harbour", "eu-pseudonymisation", "eu-anonymisation")
TAGSETS = {name: load_tagset(paths.resources() / "tagsets" / f"{name}.toml") for name in ("meddocan", "radiology")}
TODAY = date(2026, 3, 1)
# What a text may say of each kind of thing that is decided in it, whatever the class is called.
VALUES = {
    "person": "Nuria Belmonte Quirós", "relative": "su madre, Rosario Mayor", "other": "de etnia gitana",
    "sex": "mujer", "age": "93 años", "date": "12/03/2015", "profession": "picapedrera",
    "street": "Calle Olmos, 17", "place": "Getafe", "country": "Portugal", "centre": "Hospital La Fe",
    "institution": "Colegio Las Rosas", "phone": "615 223 344", "email": "nuria.bel@correo.es",
    "web": "www.nuriabel.es", "number": "5566778", "label": "Paciente:",
}  # fmt: skip
KEPT = {"safe-harbour": {"sex", "country", "label"}, "eu-pseudonymisation": {"sex", "country", "label"},
        "eu-anonymisation": {"sex", "label"}}  # fmt: skip


def report(id, tagset, values=VALUES):
    text, spans = "", []
    for one in tagset:
        value = values[one.kind]
        text += "Dato "
        spans.append(Span(len(text), len(text) + len(value), one.name))
        text += f"{value}.\n"
    return Document(id, text, tuple(spans))


def releaser(policy, tagset, *docs, patients=None):
    return Releaser(docs, load_policy(policy), tagset, b"s" * 32, patients, today=TODAY)


@pytest.mark.parametrize("tagset", TAGSETS.values(), ids=TAGSETS)
@pytest.mark.parametrize("policy", LAWS)
def test_only_what_the_policy_keeps_stands_in_the_text(policy, tagset):
    doc = report("r", tagset)
    made = releaser(policy, tagset, doc).release(doc)
    for one in tagset:
        assert (VALUES[one.kind] in made.text) == (one.kind in KEPT[policy]), one.name
    assert "93" not in made.text and not made.remarks


@pytest.mark.parametrize("tagset", TAGSETS.values(), ids=TAGSETS)
def test_what_is_made_for_anonymisation_has_no_surrogate_and_no_code(tagset):
    policy = load_policy("eu-anonymisation")
    assert policy.scope is Scope.REPORT
    ways = {policy.treatment(one.name, tagset).way for one in tagset}
    assert ways <= {Way.TAG, Way.GENERALISE, Way.KEEP}


NAMES = st.sampled_from(("Nuria Belmonte", "Luis Rubio", "Ana Caballero", "Rosario Mayor"))


@pytest.mark.slow
@settings(max_examples=12)
@given(names=st.lists(NAMES, min_size=2, max_size=4), number=st.integers(100_000, 9_999_999))
def test_a_report_that_is_made_for_anonymisation_says_nothing_of_the_others(names, number):
    tagset = TAGSETS["meddocan"]
    docs = [report(f"r{at}", tagset, VALUES | {"person": name, "number": str(number)}) for at, name in enumerate(names)]
    same = dict.fromkeys((doc.id for doc in docs), "the same patient")
    together = releaser("eu-anonymisation", tagset, *docs, patients=same)
    texts = [together.release(doc).text for doc in docs]
    assert texts == [releaser("eu-anonymisation", tagset, doc).release(doc).text for doc in docs]
    # Another name and another number leave the same text: there is nothing by which reports could be linked.
    assert len(set(texts)) == 1


@given(one=NAMES, other=NAMES)
def test_a_patients_codes_are_the_same_in_all_reports_and_others_have_others(one, other):
    tagset = TAGSETS["meddocan"]
    first, again, strange = (
        report(id, tagset, VALUES | {"person": name}) for id, name in (("r1", one), ("r2", one), ("r3", other))
    )
    made = releaser(
        "eu-pseudonymisation", tagset, first, again, strange, patients={"r1": "p", "r2": "p", "r3": "another"}
    )

    def codes(doc):
        return regex.findall(r"\[\[[A-Z2-7]{8}\]\]", made.release(doc).text)

    own = codes(first)
    assert own == codes(again) and own
    assert not set(own) & set(codes(strange))


def test_an_attacker_takes_a_year_that_showed_an_age_for_all_years_before_it():
    tagset = TAGSETS["meddocan"]
    text = "Nacida el 12/03/1925. Ingresa el 04/05/2019.\n"
    doc = Document("r", text, (Span(10, 20, "FECHAS"), Span(33, 43, "FECHAS")))
    made = releaser("safe-harbour", tagset, doc).release(doc)
    assert made.text == "Nacida el 1929 o antes. Ingresa el 2019.\n"
    read = read_facts(Document("r", made.text, made.spans), lambda name: meaning_in(tagset, name), today=TODAY)
    first, last = read.born_between
    assert first < date(1925, 3, 12).toordinal() < last == date(1929, 12, 31).toordinal()
