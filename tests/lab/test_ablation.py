"""Ablation: what is left out, and what the table says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.detection.pipeline import Pipeline
from deid_studio.lab.ablation import detector_rows, families, feature_rows, of_family, to_markdown
from deid_studio.learning.train import TrainingOptions
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset
from deid_studio.progress import Progress


def test_every_feature_of_the_shipped_model_belongs_to_a_family() -> None:
    names = json.loads((paths.default_model() / "attributes.json").read_text(encoding="utf-8"))
    homeless = [name for name in names if name not in ("gap", "gap>") and not name.startswith("gap=")
                and not any(of_family(family, name) for family in families())]  # fmt: skip
    assert homeless == []
    assert all(any(of_family(family, name) for name in names) for family in families())


class Finds:
    def __init__(self, name: str, *spans: Span) -> None:
        self.name = name
        self._spans = spans

    def detect(self, doc: Document) -> list[Suggestion]:
        return [Suggestion(span, 0.9, (Evidence("rule", self.name, ""),)) for span in self._spans]


def test_detectors_are_left_out_one_by_one() -> None:
    first, second = Span(0, 3, "X"), Span(4, 6, "Y")
    sets = {"home": [Document("r", "abc de", (first, second))]}
    rows = list(detector_rows(Pipeline([Finds("a", first), Finds("b", second)]), sets))
    recall = {row.name: row.figures["home"].ner.recall for row in rows}
    assert recall == {"all": 1.0, "without a": 0.5, "without b": 0.5, "a alone": 0.5, "b alone": 0.5}
    table = to_markdown(rows).splitlines()
    assert table[0].startswith("| | home: NER F1 | lost |")
    assert table[3].startswith("| without a | 0.6667 | -0.3333 |")


@pytest.mark.slow
@pytest.mark.parametrize("augmented", [0.0, 0.5])
def test_a_crf_without_each_family(augmented: float) -> None:
    reports = []
    for number, name in enumerate(("Ana Gil", "Luz Mora", "Eva Sanz", "Ona Rius") * 2):
        text = f"Nombre: {name}.\nAcude por dolor de {number} horas.\n"
        reports.append(Document(f"r{number}", text, (Span(8, 8 + len(name), "NOMBRE_SUJETO_ASISTENCIA"),)))
    tagset = load_tagset(Path(paths.resources() / "tagsets" / "meddocan.toml"))
    options = TrainingOptions(iterations=5, augmented=augmented, least_count=1)
    rows = list(feature_rows(reports, tagset, options, {"home": reports}, Progress()))
    assert [row.name for row in rows] == ["CRF", *(f"without {name}" for name in families()), "without made reports"]
    assert rows[0].figures["home"].ner.f1 == 1.0
