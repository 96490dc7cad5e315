"""What the corpus's reports hold, as tokens and as headers tell it; their tokens are made once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.bio import unreachable
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.indicator_counts import count_indicators
from deid_studio.model.document import Document

PATIENT = "NOMBRE_SUJETO_ASISTENCIA"

pytestmark = [pytest.mark.slow, pytest.mark.corpus]


@pytest.fixture(scope="module")
def train(corpus: Path) -> list[Document]:
    return read_corpus([corpus / "train"])


@pytest.fixture(scope="module")
def dev(corpus: Path) -> list[Document]:
    return read_corpus([corpus / "dev"])


@pytest.fixture(scope="module", autouse=True)
def tokens_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenizer(), "lines", cache(tokenizer().lines))
        yield


def test_all_spans_of_the_corpus_but_three_are_reachable(train: list[Document], dev: list[Document]) -> None:
    """The three cut words in two: `F|rancisco`, `niet|a`, and a number before its last digit."""
    documents = [*train, *dev]
    assert sum(len(doc.spans) for doc in documents) == 17134
    assert sum(len(unreachable(doc)) for doc in documents) == 3


def test_figure_4_3_of_the_thesis(train: list[Document]) -> None:
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
