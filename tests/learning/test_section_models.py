"""Training, storing and reading sectioned models; the four labellings."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.sectioned.sectioned_detector import SectionedDetector
from deid_studio.detection.sectioned.sectioned_model import read_sectioned
from deid_studio.errors import ModelDamagedError, ModelMissingError, TrainingDataError
from deid_studio.lab.labellings import compare_labellings
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.model_writing import manifest_bytes
from deid_studio.learning.section_models import Labelling, SectionedOptions, SectionedTrainer, write_sectioned
from deid_studio.learning.train import TrainingOptions
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet, shipped_tagset

QUICK = TrainingOptions(iterations=8, augmented=0)


@pytest.fixture(scope="module")
def trainer(invented: list[Document], tagset: TagSet) -> SectionedTrainer:
    return SectionedTrainer(invented[:12], tagset)


@pytest.fixture(scope="module")
def folder(trainer: SectionedTrainer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "sectioned"
    write_sectioned(trainer.train(SectionedOptions(training=QUICK)), path, extra={"MODEL_CARD.md": b"card"})
    return path


@pytest.mark.slow
def test_a_model_comes_back_as_it_was(trainer: SectionedTrainer, folder: Path, tmp_path: Path) -> None:
    model = read_sectioned(folder)
    assert model.labelling == "bio-classes"
    assert list(model.indicators) == list(trainer.indicators)
    again = tmp_path / "again"
    write_sectioned(trainer.train(SectionedOptions(training=QUICK)), again, extra={"MODEL_CARD.md": b"card"})
    assert {p.name: p.read_bytes() for p in again.iterdir()} == {p.name: p.read_bytes() for p in folder.iterdir()}


@pytest.mark.slow
def test_a_model_detects_in_each_part(folder: Path) -> None:
    model = read_sectioned(paths.resources() / "models" / "sectioned")
    index = default_gazetteers()
    detector = SectionedDetector(model.indicators, CrfDetector(model.crf, index), index, shipped_tagset("meddocan"))
    text = (
        "Nombre: Eloísa.\nApellidos: Quintana Ruano.\nNHC: 4763954.\nDomicilio: Calle del Olmo 3.\n"
        "Fecha de Ingreso: 12/05/2019.\nMédico: Bruno Tejada Oliva NºCol: 42 42 12345.\n"
        "Motivo: paciente mujer de 40 años que acude por dolor abdominal de varios días de evolución sin otra clínica"
        " acompañante y sin fiebre, con analítica normal y buena evolución desde el 3 de mayo de 2019.\n"
        + "La exploración es normal y se decide el alta con tratamiento habitual y control.\n" * 9
        + "Remitido por: Dr. Bruno Tejada Oliva. C/ Larga, 5. 42001 Soria. España. E-mail: btejada@salud.example\n"
    )
    found = {s.span.text(text): s for s in detector.detect(Document("r", text))}
    footer = [s for s in detector.detect(Document("r", text)) if s.span.start > text.index("Remitido")]
    assert found["Quintana Ruano"].evidence[0].name == "indicator"
    assert found["40 años"].evidence[0].kind == "crf"
    assert [(s.span.text(text), s.evidence[0].kind) for s in footer] == [
        ("Bruno Tejada Oliva", "trusted"),
        ("C/ Larga, 5", "rule"),
        ("42001", "rule"),
        ("Soria", "gazetteer"),
        ("España", "gazetteer"),
        ("btejada@salud.example", "rule"),
    ]
    assert str(footer[0].evidence[0]) == "trusted: also in `Médico:`"
    assert detector.detect(Document("r", "")) == []


def test_damage_is_told(folder: Path, small_model: object, tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError):
        read_sectioned(tmp_path / "no")
    with pytest.raises(ModelDamagedError, match="not a sectioned model"):
        read_sectioned(paths.default_model())

    def copy(name: str) -> Path:
        path = tmp_path / name
        path.mkdir()
        for file in folder.iterdir():
            (path / file.name).write_bytes(file.read_bytes())
        return path

    missing = copy("missing")
    (missing / "indicators.json").unlink()
    with pytest.raises(ModelDamagedError, match=r"indicators\.json"):
        read_sectioned(missing)
    changed = copy("changed")
    (changed / "indicators.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ModelDamagedError, match="not the file"):
        read_sectioned(changed)
    wrong = copy("wrong")
    data = json.dumps([{"label": "x"}]).encode()
    (wrong / "indicators.json").write_bytes(data)
    manifest = json.loads((wrong / "manifest.json").read_text(encoding="utf-8"))
    manifest["sectioned"]["indicators_sha256"] = hashlib.sha256(data).hexdigest()
    (wrong / "manifest.json").write_bytes(manifest_bytes(manifest))
    with pytest.raises(ModelDamagedError, match="cannot be read"):
        read_sectioned(wrong)


@pytest.mark.parametrize(
    ("labelling", "tags"),
    [
        (Labelling.NI, ["I-PHI", "I-PHI", "O"]),
        (Labelling.BIO, ["B-PHI", "I-PHI", "O"]),
        (Labelling.NI_CLASSES, ["I-EDAD", "I-EDAD", "O"]),
        (Labelling.BIO_CLASSES, ["B-EDAD", "I-EDAD", "O"]),
    ],
)
def test_labellings(labelling: Labelling, tags: list[str]) -> None:
    assert [labelling.tag(tag) for tag in ("B-EDAD", "I-EDAD", "O")] == tags


@pytest.mark.slow
def test_all_labellings_are_compared(trainer: SectionedTrainer) -> None:
    dev = Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 9).reports([], 10)
    scores = compare_labellings(trainer, dev, lambda labelling: SectionedOptions(labelling, True, QUICK))
    assert [one.labelling for one in scores] == list(Labelling)
    for one in scores:
        assert (one.ner is None) == (one.labelling in (Labelling.NI, Labelling.BIO))
        gold = one.tokens.tp + one.tokens.fn
        assert gold == one.tokens_of_lines_with_phi.tp + one.tokens_of_lines_with_phi.fn > 0
        assert one.tokens.fp >= one.tokens_of_lines_with_phi.fp
        assert one.tokens.f1 > 0.3


def test_nothing_to_learn_from(tagset: TagSet) -> None:
    with pytest.raises(TrainingDataError):
        SectionedTrainer([Document("r", "Acude por dolor.")], tagset)


def test_the_shipped_model_is_small_and_holds_no_rare_label() -> None:
    folder = paths.resources() / "models" / "sectioned"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 6_000_000
    assert min(one.total for one in read_sectioned(folder).indicators) >= 2
