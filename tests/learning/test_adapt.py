from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.signed_layouts import Layouts
from deid_studio.errors import CancelledError, TrainingDataError
from deid_studio.learning.adapt import AdaptationOptions, Lessons, _Problem, adapt
from deid_studio.learning.encode import Encoder
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.model_writing import model_files, write_model
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset
from deid_studio.progress import Progress

# A local form that no other report has: a bed number that this hospital treats as an identifier.
LOCAL = [
    f"Cabecero KX{number} revisado. Paciente tranquilo, sin fiebre. Control en cabecero KX{number + 1}."
    for number in range(10, 40)
]


def annotated(text: str, phi_class: str) -> Document:
    spans = []
    at = text.find("KX")
    while at >= 0:
        spans.append(Span(at, at + 4, phi_class))
        at = text.find("KX", at + 1)
    return Document("local", text, tuple(spans))


@pytest.fixture(scope="module")
def others() -> list[Document]:
    return Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 77).reports([], 12)


def found(model: CrfModel, doc: Document) -> set[Span]:
    return {s.span for s in CrfDetector(model, default_gazetteers()).detect(doc)}


def right(model: CrfModel, documents: list[Document]) -> float:
    hits = sum(len(found(model, doc) & set(doc.spans)) for doc in documents)
    return hits / sum(len(doc.spans) for doc in documents)


@pytest.mark.slow
def test_a_few_reports_teach_a_local_form_and_little_is_forgotten(
    small_model: CrfModel, others: list[Document]
) -> None:
    new = [annotated(text, "ID_SUJETO_ASISTENCIA") for text in LOCAL[:10]]
    unseen = [annotated(text, "ID_SUJETO_ASISTENCIA") for text in LOCAL[20:]]
    before = right(small_model, others)
    adapted = adapt(small_model, new)
    assert right(small_model, unseen) < 0.2
    assert right(adapted, unseen) > 0.9
    assert right(adapted, others) > before - 0.05


@pytest.mark.slow
def test_a_class_that_the_base_does_not_know_is_learnt(small_model: CrfModel, tmp_path: Path) -> None:
    adapted = adapt(small_model, [annotated(text, "CAMA") for text in LOCAL[:15]])
    assert {"B-CAMA", "I-CAMA"} <= set(adapted.tags)
    doc = annotated(LOCAL[30], "CAMA") if len(LOCAL) > 30 else annotated(LOCAL[-1], "CAMA")
    assert found(adapted, doc) == set(doc.spans)
    write_model(adapted, tmp_path / "m")
    assert read_model(tmp_path / "m").manifest["tag_set"]["classes"][-1] == "CAMA"


@pytest.mark.slow
def test_same_input_gives_the_same_bytes_and_the_manifest_tells_of_it(small_model: CrfModel) -> None:
    new = [annotated(text, "ID_SUJETO_ASISTENCIA") for text in LOCAL[:4]]
    short = AdaptationOptions(iterations=5)
    first, second = adapt(small_model, new, short), adapt(small_model, new, short)
    assert model_files(first) == model_files(second)
    assert [entry["reports"] for entry in first.manifest["adapted"]] == [4]
    assert len(adapt(first, new, short).manifest["adapted"]) == 2


def test_what_is_important_to_the_base_stays_and_all_else_is_free(small_model: CrfModel) -> None:
    new = [annotated(text, "ID_SUJETO_ASISTENCIA") for text in LOCAL[:4]]
    free = adapt(small_model, new)
    sure = np.ones(small_model.weights.shape, dtype=np.float32)
    sure[:, 0] = 0
    held = adapt(small_model, new, AdaptationOptions(trust=1e6), importance=sure)

    def moved(model: CrfModel) -> NDArray[np.float32]:
        return np.abs(model.weights[: len(small_model.weights), : len(small_model.tags)] - small_model.weights)

    assert moved(held)[:, 1:].max() < 1e-3 < moved(free)[:, 1:].max()
    assert moved(held)[:, 0].max() > 1e-3


def test_guests_are_learned_again_but_those_left_out(small_model: CrfModel) -> None:
    own = [annotated(text, "ID_SUJETO_ASISTENCIA") for text in LOCAL[:6]]
    home = [annotated(text.replace("KX", "Sala KX"), "INSTITUCION") for text in LOCAL[10:16]]
    lessons = Lessons(small_model, own, guests=home)
    assert list(lessons.guests) == [6, 7, 8, 9, 10, 11]
    unseen = annotated(LOCAL[20].replace("KX", "Sala KX"), "INSTITUCION")
    assert found(lessons.learned(), unseen) == set(unseen.spans)
    assert found(lessons.learned([0, *lessons.guests]), unseen) != set(unseen.spans)
    entry = lessons.learned().manifest["adapted"][-1]
    assert (entry["reports"], entry["replayed"]) == (6, 6)


def test_a_model_tells_of_the_layouts_of_its_reports_and_keeps_those_of_its_base(small_model: CrfModel) -> None:
    form = "Hoja de enlace de enfermería\nCama : 2 , control {}\nPlanta de cirugía vascular\n"
    own = [annotated(form.format(number) + LOCAL[number], "CAMA") for number in range(3)]
    first = adapt(small_model, own, AdaptationOptions(iterations=1))
    assert Layouts.of(first.manifest).know(form.format("de tarde"))
    assert not Layouts.of(small_model.manifest).know(form)
    second = adapt(first, [annotated(text, "CAMA") for text in LOCAL[:2]], AdaptationOptions(iterations=1))
    assert Layouts.of(second.manifest).know(form)


def test_the_gradient_is_that_of_the_value(small_model: CrfModel) -> None:
    encoder = Encoder(_words(), small_model.rules, small_model.attributes)
    encoded = encoder.encode([annotated(LOCAL[0], "CAMA")], Progress())
    shows = np.ones(len(encoder.attributes), dtype=bool)
    sure = np.abs(small_model.weights)
    problem = _Problem(small_model, encoded, shows, AdaptationOptions(least_count=1), sure)
    generator = np.random.default_rng(3)
    at = generator.normal(size=len(problem._held)) * 0.1
    value, gradient = problem._value(at)
    assert np.isfinite(value)
    for direction in (generator.normal(size=len(at)) for _ in range(3)):
        ahead, back = (problem._value(at + sign * 1e-3 * direction)[0] for sign in (1, -1))
        # Scores are of single precision.
        assert (ahead - back) / 2e-3 == pytest.approx(float(gradient @ direction), rel=1e-3, abs=0.1)


def _words():  # type: ignore[no-untyped-def]
    from deid_studio.detection.word_features import Words

    return Words(default_gazetteers())


def test_nothing_to_learn_from_and_stopping(small_model: CrfModel) -> None:
    with pytest.raises(TrainingDataError):
        adapt(small_model, [Document("a", "Sin datos.")])

    def stop(step: int, total: int, what: str) -> None:
        if what == "adapting" and step:
            raise CancelledError

    before = model_files(replace(small_model))
    with pytest.raises(CancelledError):
        adapt(small_model, [annotated(LOCAL[0], "CAMA")], progress=Progress(stop))
    assert model_files(small_model) == before
