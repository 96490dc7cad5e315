"""What is told of all reports of the corpus, which are read, and cut into tokens, once.

In each kind of form every offset comes back, but for what is told by count; tokens reach all spans but three; headers
have the labels of the thesis.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from deid_studio.detection.tokens import tokenizer
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss
from deid_studio.exchange.converting import hold, read_all, write_held
from deid_studio.exchange.known_formats import FORMATS
from deid_studio.learning.bio import unreachable
from deid_studio.learning.indicator_counts import count_indicators
from deid_studio.model.tagset import shipped_tagset

# In continuous integration each form has all reports. By hand forms of one kind, written and read by the same code but
# for their rows, have them dealt out among them.
ALL = "CI" in os.environ
DEALT = {name: kind for kind in (("conll", "bio", "bioes"), ("docbin", "spacy")) for name in kind}
# What tokens cannot express in train and dev: surnames that are run together with what is behind them.
LOST = {name: {Loss.TOKENS: count} for name, count in {"conll": 3 * ALL, "bio": 2 + ALL, "bioes": 1 + 2 * ALL}.items()}
# A library writes and reads these, which takes it long: every other report.
HALVED = ("xmi",)
PATIENT = "NOMBRE_SUJETO_ASISTENCIA"
NEEDS = {"xmi": "cassis", "parquet": "pyarrow"}

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


@pytest.fixture(scope="module")
def reports(corpus: Path) -> list[AnnotatedReport]:
    return read_all(FORMATS["brat"], corpus)


@pytest.fixture(scope="module", autouse=True)
def tokens_kept() -> Iterator[None]:
    """The tokens of a report are asked for eight times; they are the same in all forms, and nothing changes them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenizer(), "lines", cache(tokenizer().lines))
        yield


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_offset_of_every_report_comes_back(name: str, reports: list[AnnotatedReport], tmp_path: Path) -> None:
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    if not ALL:
        kind = DEALT.get(name, (name,))
        reports = reports[kind.index(name) :: len(kind)][:: 2 if name in HALVED else 1]
    held = hold(reports, FORMATS[name], lossy=True)
    assert held.losses == {loss: count for loss, count in LOST.get(name, {}).items() if count}
    write_held(held, tmp_path / "out", shipped_tagset("meddocan"))
    back = {one.doc.id: one.doc for one in read_all(FORMATS[name], tmp_path / "out")}
    assert back == {one.doc.id: one.doc for one in held.reports}
    assert sum(back[one.doc.id] != one.doc for one in reports) == sum(LOST.get(name, {}).values())


def test_all_spans_of_the_corpus_but_three_are_reachable(reports: list[AnnotatedReport]) -> None:
    """The three cut words in two: `F|rancisco`, `niet|a`, and a number before its last digit."""
    documents = [one.doc for one in reports]
    assert sum(len(doc.spans) for doc in documents) == 17134
    assert sum(len(unreachable(doc)) for doc in documents) == 3


def test_figure_4_3_of_the_thesis(reports: list[AnnotatedReport]) -> None:
    train = [one.doc for one in reports if one.doc.id.startswith("train/")]
    found = {one.written: one for one in count_indicators(train)}
    assert dict(found["Nombre"].counts) == {PATIENT: 500}
    assert dict(found["Apellidos"].counts) == {PATIENT: 500}
    for label, phi_class in (
        ("Domicilio", "CALLE"), ("CP", "TERRITORIO"), ("NHC", "ID_SUJETO_ASISTENCIA"), ("NASS", "ID_ASEGURAMIENTO"),
        ("Edad", "EDAD_SUJETO_ASISTENCIA"), ("Sexo", "SEXO_SUJETO_ASISTENCIA"), ("Médico", "NOMBRE_PERSONAL_SANITARIO"),
        ("NºCol", "ID_TITULACION_PERSONAL_SANITARIO"), ("Episodio", "ID_CONTACTO_ASISTENCIAL"), ("País", "PAIS"),
    ):  # fmt: skip
        assert found[label].phi_class == phi_class
        assert found[label].share > 0.95
    assert found["Servicio"].phi_class == ""
