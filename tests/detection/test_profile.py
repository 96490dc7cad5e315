"""Profiles: what is shipped works, what is wrong is told with file and key."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.merge import MergeStrategy
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.profile import load_profile, profile_names
from deid_studio.detection.registry import DETECTORS
from deid_studio.errors import ModelMissingError, ProfileError, TagSetError
from deid_studio.learning.evaluate import evaluate
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import PhiClass, TagSet

REPORT = Document(
    "r",
    "Nombre: Eloísa.\nApellidos: Quintana Prado.\nNHC: 4763954.\nEdad: 40 años Sexo: M.\n"
    "Motivo: dolor. Acude la señora Quintana el 3 de mayo de 2019.\n",
)
Shipped = Callable[[str], Pipeline]
CRF = '[[detectors]]\nuse = "crf"\n'


@pytest.fixture
def written(tmp_path: Path):  # type: ignore[no-untyped-def]
    def write(text: str) -> Path:
        path = tmp_path / "mio.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_the_shipped_profiles() -> None:
    assert profile_names() == [
        "doubts", "grammar", "hybrid", "hybrid-high-recall", "patient-fields", "radiology", "recrf", "sectioned",
    ]  # fmt: skip
    for name in profile_names():
        profile = load_profile(name)
        assert profile.name == name
        assert profile.title("es") != profile.title("en")
        assert profile.title("ca") == profile.title("es")
        assert {table["use"] for table in profile.detectors} <= set(DETECTORS)


@pytest.mark.parametrize("name", ["hybrid", "hybrid-high-recall", "radiology", "recrf", "sectioned"])
def test_shipped_profiles_detect(shipped_pipeline: Shipped, name: str) -> None:
    profile = load_profile(name)
    found = shipped_pipeline(name).detect(REPORT)
    assert "Quintana Prado" in [s.span.text(REPORT.text) for s in found]
    names = {one.name for one in profile.load_tagset()}
    assert {s.span.phi_class for s in found} <= names


def test_high_recall_loses_nothing_that_the_hybrid_finds(shipped_pipeline: Shipped) -> None:
    def letters(name: str) -> set[int]:
        found = shipped_pipeline(name).detect(REPORT)
        return {at for s in found for at in range(s.span.start, s.span.end) if REPORT.text[at].isalnum()}

    assert letters("hybrid-high-recall") >= letters("hybrid")


@pytest.mark.slow
def test_the_door_of_the_window_is_the_hybrid(shipped_pipeline: Shipped, hybrids: tuple[Pipeline, Pipeline]) -> None:
    assert hybrids[0].name == shipped_pipeline("hybrid").name


@pytest.fixture(scope="module")
def hybrids(renamed_model: Path) -> tuple[Pipeline, Pipeline]:
    """The pipeline of the shipped model, and that of the same model with classes of its own."""
    return load_pipeline(paths.default_model()), load_pipeline(renamed_model)


def test_a_model_with_other_classes_works_in_the_whole_hybrid(hybrids: tuple[Pipeline, Pipeline]) -> None:
    shipped, own = hybrids
    assert own.name == shipped.name
    assert {one.name for one in own.tagset} == {f"X_{one.name}" for one in shipped.tagset}
    # Its confidences were not measured, so that another of two overlapping ones may be kept.
    found, there = ({one.span for one in pipeline.detect_all(REPORT)} for pipeline in (shipped, own))
    assert {replace(span, phi_class=f"X_{span.phi_class}") for span in found} == there
    back = own.into(shipped.tagset)
    assert {one.span for one in back.detect(REPORT)} == found
    assert back.nothing == ()


def test_suggestions_come_in_the_classes_that_are_worked_with(hybrids: tuple[Pipeline, Pipeline]) -> None:
    coarse = TagSet("coarse", "1", (PhiClass("QUIEN", {}, kind="person"), PhiClass("CUANDO", {}, kind="date")))
    for pipeline in hybrids:
        worked = pipeline.into(coarse)
        assert {one.span.phi_class for one in worked.detect(REPORT)} <= {"QUIEN", "CUANDO"}
        assert any("TERRITORIO" in name for name in worked.nothing)
        assert {one.span.phi_class for one in worked.without(("grammar:spanish/x",)).detect(REPORT)} <= {
            "QUIEN", "CUANDO",
        }  # fmt: skip


def test_a_model_is_for_the_detectors_that_name_none(tmp_path: Path, written) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ModelMissingError):
        load_pipeline(tmp_path / "no")
    profile = load_profile(written('[[detectors]]\nuse = "crf"\nmodel = "default"\n'))
    assert profile.pipeline(tmp_path / "no").name == "crf"


def test_patient_fields_reach_their_detector() -> None:
    fields = {"r": PatientFields((FieldValue(FieldKind.SURNAME, "Quintana"),))}
    assert load_profile("patient-fields").pipeline(patient_fields=fields).detect(REPORT)
    assert load_profile("patient-fields").pipeline().detect(REPORT) == []


def test_a_profile_of_ones_own(written) -> None:  # type: ignore[no-untyped-def]
    profile = load_profile(
        written(
            'merge = "first"\n[least_confidence]\ndefault = 0.1\nFECHAS = 1.0\n'
            + CRF
            + '[[detectors]]\nuse = "trusted"\nleast_length = 5\nnever = ["FECHAS"]\n'
            + '[[detectors]]\nuse = "looks"\nconfidence = 0.3\nclasses = { unknown = "" }\n'
        )
    )
    assert (profile.name, profile.merge) == ("mio", MergeStrategy.FIRST)
    assert profile.least_confidence == {"": 0.1, "FECHAS": 1.0}
    pipeline = profile.pipeline()
    assert pipeline.name == "crf+trusted+looks"
    assert "FECHAS" not in {s.span.phi_class for s in pipeline.detect(REPORT)}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "detectors"),
        ("detectors = 3", "detectors"),
        ("detectors = [3]", "detectors[1]"),
        ("[[detectors]]\n", "detectors[1].use"),
        ('[[detectors]]\nuse = "os.system"\n', "detectors[1].use"),
        ("[[detectors]]\nuse = 3\n", "detectors[1].use"),
        ('merge = "best"\n' + CRF, "merge"),
        ("tagset = 3\n" + CRF, "tagset"),
        ("[least_confidence]\nFECHAS = 2\n" + CRF, "least_confidence.FECHAS"),
        ("[least_confidence]\nFECHAS = true\n" + CRF, "least_confidence.FECHAS"),
        ('title = "x"\n' + CRF, "title"),
        ('mrege = "first"\n' + CRF, "mrege"),
        ("merge = [", "end of document"),
    ],
)
def test_a_wrong_profile_is_told_with_file_and_key(written, text: str, key: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ProfileError) as told:
        load_profile(written(text))
    for language in ("es", "en"):
        assert "mio.toml" in told.value.what(language)
        assert key in told.value.what(language)


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ('use = "crf"\nmodle = "x"', "detectors[1].modle"),
        ('use = "crf-marginals"\nleast = 7', "detectors[1].least"),
        ('use = "crf-marginals"\nleast = "x"', "detectors[1].least"),
        ('use = "trusted"\nnever = "FECHAS"', "detectors[1].never"),
        ('use = "looks"\nclasses = { nmae = "X" }', "detectors[1].classes.nmae"),
        ('use = "looks"\nclasses = { name = 3 }', "detectors[1].classes"),
        ('use = "spacy"', "detectors[1].model"),
        ('use = "sectioned"\nleast_digits = 0', "detectors[1].least_digits"),
    ],
)
def test_a_wrong_table_is_told_with_the_pipeline(written, table: str, key: str) -> None:  # type: ignore[no-untyped-def]
    profile = load_profile(written(f"[[detectors]]\n{table}\n"))
    with pytest.raises(ProfileError) as told:
        profile.pipeline()
    assert f" {key} " in told.value.what("en")


def test_what_is_no_profile(tmp_path: Path, written) -> None:  # type: ignore[no-untyped-def]
    for name in ("nothing", "../profiles/hybrid", "", tmp_path / "no.toml", tmp_path):
        with pytest.raises(ProfileError):
            load_profile(name)
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "\xe9"')
    with pytest.raises(ProfileError):
        load_profile(path)
    with pytest.raises(ProfileError):
        load_profile(written('tagset = "nothing"\n' + CRF)).load_tagset()
    (tmp_path / "own.toml").write_text("classes = []", encoding="utf-8")
    with pytest.raises(TagSetError):
        load_profile(written('tagset = "own.toml"\n' + CRF)).pipeline()


_SIGNS = st.sampled_from("\n\r\t :.,-/@()0123456789ºAaáÉñDr\u2028\ufeff🙂")
_ODD = st.text(alphabet=st.one_of(_SIGNS, st.characters()), max_size=200)


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(_ODD, st.lists(st.sampled_from(REPORT.text.split(" ")), max_size=40).map(" ".join)))
def test_high_recall_takes_any_text(every_detector: Pipeline, text: str) -> None:
    found = every_detector.detect(Document("r", text))
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    assert all(suggestion.span.end <= len(text) for suggestion in found)


@pytest.fixture(scope="module")
def every_detector(shipped_pipeline: Shipped) -> Pipeline:
    return shipped_pipeline("hybrid-high-recall")


@pytest.mark.corpus
@pytest.mark.slow
def test_high_recall_on_the_corpus(dev: list[Document], every_detector: Pipeline) -> None:
    figures = evaluate(dev[::12], lambda doc: [s.span for s in every_detector.detect(Document(doc.id, doc.text))])
    assert figures.characters.recall >= 0.993
    assert figures.characters.precision >= 0.90
