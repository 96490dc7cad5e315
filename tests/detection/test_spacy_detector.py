"""Any spaCy pipeline as a detector; the one here is trained in the test."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from deid_studio.detection.spacy_detector import SpacyDetector, chunks
from deid_studio.errors import LibraryMissingError, ModelDamagedError, ModelMissingError
from deid_studio.model.document import Document

NAMES = "Lucía Marta Elena Sofía Carmen Julia Noa Vera Alma Inés".split()
TOWNS = "Soria Lugo Jaén Teruel Zamora Huesca Cuenca Ourense".split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import spacy
    from spacy.training import Example

    spacy.util.fix_random_seed(3)
    chance = random.Random(3)
    pipeline = spacy.blank("es")
    pipeline.add_pipe("ner")
    examples = []
    for _ in range(40):
        name, town = chance.choice(NAMES), chance.choice(TOWNS)
        text = f"La paciente {name} vive en {town} ."
        start, end = text.index(name), text.index(town)
        entities = [(start, start + len(name), "PER"), (end, end + len(town), "LOC")]
        examples.append(Example.from_dict(pipeline.make_doc(text), {"entities": entities}))
    optimizer = pipeline.initialize(lambda: examples)
    for _ in range(4):
        chance.shuffle(examples)
        for batch in spacy.util.minibatch(examples, 4):
            pipeline.update(batch, sgd=optimizer, drop=0.1)
    path = tmp_path_factory.mktemp("spacy") / "model"
    pipeline.to_disk(path)
    return path


LABELS = {"PER": "NOMBRE_SUJETO_ASISTENCIA", "LOC": "TERRITORIO"}


def spans(detector: SpacyDetector, text: str) -> list[tuple[str, str]]:
    return [(s.span.text(text), s.span.phi_class) for s in detector.detect(Document("r", text))]


@pytest.mark.slow
def test_its_entities_are_suggestions_of_mapped_classes(folder: Path) -> None:
    detector = SpacyDetector.load(folder, LABELS, confidence=0.7)
    text = "La paciente Marta vive en Lugo ."
    assert spans(detector, text) == [("Marta", "NOMBRE_SUJETO_ASISTENCIA"), ("Lugo", "TERRITORIO")]
    found = detector.detect(Document("r", text))[0]
    assert found.confidence == 0.7
    assert str(found.evidence[0]) == "spacy spacy: PER"


@pytest.mark.slow
def test_labels_that_are_not_mapped_are_left_out(folder: Path) -> None:
    text = "La paciente Marta vive en Lugo ."
    assert spans(SpacyDetector.load(folder, {"LOC": "TERRITORIO"}), text) == [("Lugo", "TERRITORIO")]
    assert ("Marta", "PER") in spans(SpacyDetector.load(folder), text)


@pytest.mark.slow
def test_offsets_are_those_of_the_original_text(folder: Path) -> None:
    detector = SpacyDetector.load(folder, LABELS)
    text = "\ufeff🙂🙂\r\nLa paciente Marta vive en Lugo .\r\n\ud800 mal\u2028La paciente Vera vive en Soria ."
    for suggestion in detector.detect(Document("r", text)):
        assert suggestion.span.text(text) == suggestion.span.text(text).strip()
    assert {"Marta", "Lugo", "Vera", "Soria"} <= {value for value, _ in spans(detector, text)}


@pytest.mark.slow
def test_long_texts_are_read_in_chunks_with_the_same_offsets(folder: Path) -> None:
    import spacy

    line = "La paciente Marta vive en Lugo .\n"
    text = line * 40
    detector = SpacyDetector(spacy.load(folder), LABELS, chunk=100)
    found = detector.detect(Document("r", text))
    assert [s.span.start % len(line) for s in found] == [line.index("Marta"), line.index("Lugo")] * 40


def test_chunks_end_at_lines_then_at_blanks() -> None:
    assert list(chunks("", 5)) == []
    assert list(chunks("abc", 5)) == [(0, 3)]
    assert list(chunks("ab\ncd\nef", 6)) == [(0, 6), (6, 8)]
    assert list(chunks("ab cd ef", 4)) == [(0, 3), (3, 6), (6, 8)]
    assert list(chunks("abcdefgh", 3)) == [(0, 3), (3, 6), (6, 8)]


def test_a_folder_without_a_pipeline_or_with_a_broken_one(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError):
        SpacyDetector.load(tmp_path)
    # A package's name is no folder: nothing is looked up or downloaded.
    with pytest.raises(ModelMissingError):
        SpacyDetector.load(Path("es_core_news_sm"))
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "config.cfg").write_text("[nlp]\nlang = 3\nSECRET", encoding="utf-8")
    with pytest.raises(ModelDamagedError) as told:
        SpacyDetector.load(broken)
    assert "SECRET" not in str(told.value)


def test_where_spacy_is_not_there_its_pipelines_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.cfg").touch()
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(LibraryMissingError, match="spaCy"):
        SpacyDetector.load(tmp_path)
