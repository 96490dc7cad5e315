"""The judge: what it leaves out, of what, and what it never touches."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.context.context_detector import Seen, Sight
from deid_studio.detection.judge.judge import Judge, Standard, Weights, learned_standard, read_weights
from deid_studio.detection.profile import load_profile
from deid_studio.detection.signed_layouts import Layouts, marks_in
from deid_studio.errors import ProfileError
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset

TEXT = "Ana Gil vive en Utiel. BEGIN sigue igual."
PATIENT, TOWN = "NOMBRE_SUJETO_ASISTENCIA", "TERRITORIO"
DOUBTS_CONTEXT = Weights(2.0, {"evidence: context": -4.0})


class Told(Sight):
    """A sight that sees what a test says."""

    def __init__(self, seen: Seen) -> None:
        self._told = seen

    def see(self, text: str) -> Seen:
        return self._told


def seen(*marks: Suggestion) -> Seen:
    return Seen(marks, np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.float32))


def suggested(start: int, end: int, phi_class: str, *kinds: str) -> Suggestion:
    return Suggestion(Span(start, end, phi_class), 0.8, tuple(Evidence(kind) for kind in kinds))


NAME = suggested(0, 7, PATIENT, "crf")
PLACE = suggested(16, 21, TOWN, "context")
WORD = suggested(23, 28, PATIENT, "context")
# Four marks that only the model has: of nine (with four as if both had them) five are alike.
STRANGE = seen(NAME, PLACE, WORD, suggested(29, 34, PATIENT, "context"), suggested(35, 40, PATIENT, "context"))


def judge(weights: Weights = DOUBTS_CONTEXT, told: Seen = STRANGE, **limits: float) -> Judge:
    return Judge(Told(told), shipped_tagset("meddocan"), Standard(weights, **limits), lambda word: word == "sigue")


def revised(one: Judge, *suggestions: Suggestion) -> list[Suggestion]:
    return one.revise(Document("r", TEXT), suggestions)


def test_in_a_strange_layout_what_is_hardly_any_phi_is_left_out() -> None:
    assert revised(judge(), NAME, PLACE, WORD) == [NAME]


def test_where_the_layout_is_known_nothing_is_judged() -> None:
    assert revised(judge(told=seen(NAME)), NAME, PLACE, WORD) == [NAME, PLACE, WORD]
    assert judge(told=seen(NAME)).clues(Document("r", TEXT), [NAME]) == []


def test_a_layout_of_signed_reports_is_judged_though_the_model_agrees_and_by_a_limit_of_its_own() -> None:
    known, other = Layouts(marks_in(TEXT)), Layouts(marks_in("quite another form , as it is printed"))
    standard = Standard(DOUBTS_CONTEXT, 0.5, 0.5, signed=(0.5, 0.1))
    assert revised(judge(told=seen(NAME)).by(standard, known), NAME, PLACE, WORD) == [NAME, WORD]
    assert revised(judge(told=seen(NAME)).by(standard, other), NAME, PLACE, WORD) == [NAME, PLACE, WORD]
    assert revised(judge().by(standard, other), NAME, PLACE, WORD) == [NAME]


def test_what_is_known_of_the_patient_stays() -> None:
    known = suggested(23, 28, PATIENT, "context", "patient")
    assert revised(judge(Weights(-9.0, {})), known, PLACE) == [known]


def test_direct_identifiers_have_a_limit_of_their_own() -> None:
    # 1 / (1 + e²) = 0.12 for both.
    assert revised(judge(least=0.5, least_direct=0.1), NAME, PLACE, WORD) == [NAME, WORD]
    assert revised(judge(least=0.1, least_direct=0.5), NAME, PLACE, WORD) == [NAME, PLACE]


def test_what_a_judge_knows_of_a_suggestion() -> None:
    clues = judge().clues(Document("r", TEXT), [NAME, PLACE, WORD])
    assert [one["evidence: context"] for one in clues[1:]] == [1.0, 1.0]
    assert clues[0]["kind: person"] == clues[1]["kind: place"] == 1.0
    assert clues[0]["same ends"] == 1.0
    assert clues[2]["capitals"] == 1.0
    assert clues[0]["agreement"] == pytest.approx(5 / 9)


def test_classes_that_are_not_meddocans_are_judged_by_their_kind() -> None:
    classes = PhiClass("PACIENTE", {}, kind="person", role="patient"), PhiClass("LUGAR", {}, kind="place")
    standard = Standard(Weights(2.0, {"kind: place": -4.0}))
    own = Judge(Told(STRANGE), TagSet("own", "1", classes), standard, lambda word: False)
    name, place = suggested(0, 7, "PACIENTE", "crf"), suggested(16, 21, "LUGAR", "crf")
    assert revised(own, name, place) == [name]


@given(
    st.dictionaries(st.sampled_from(("confidence", "chance", "length", "agreement", "capitals")), st.floats(-50, 50))
)
def test_it_adds_nothing_and_keeps_the_order(weights: dict[str, float]) -> None:
    kept = revised(judge(Weights(0.0, weights)), NAME, PLACE, WORD)
    assert kept == [one for one in (NAME, PLACE, WORD) if one in kept]


def test_weights_come_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "judge.json"
    path.write_text(json.dumps(DOUBTS_CONTEXT.to_json()), encoding="utf-8")
    assert read_weights(path) == DOUBTS_CONTEXT


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        "{}",
        '{"intercept": "a", "weights": {}}',
        '{"intercept": 1, "weights": {"a": NaN}}',
        '{"intercept": 1}',
    ],
)
def test_a_file_without_weights_is_told_by_name(tmp_path: Path, data: str) -> None:
    path = tmp_path / "judge.json"
    path.write_text(data, encoding="utf-8")
    with pytest.raises(ProfileError, match=r"judge\.json"):
        read_weights(path)
    with pytest.raises(ProfileError):
        read_weights(tmp_path / "missing.json")


LEARNED = Standard(Weights(1.5, {"chance": 2.0}), 0.3, 0.2)


@pytest.mark.parametrize("learned", [LEARNED, replace(LEARNED, signed=(0.15, 0.1))])
def test_what_a_model_learned_of_judging_comes_back_as_written_for_its_profile_alone(learned: Standard) -> None:
    manifest = json.loads(json.dumps({"judge": {"hybrid": learned.to_json()}}))
    assert learned_standard(manifest, "hybrid", Path("m")) == learned
    assert learned_standard(manifest, "own", Path("m")) is None
    assert learned_standard({}, "hybrid", Path("m")) is None


@pytest.mark.parametrize(
    "told",
    [
        [],
        "x",
        {"hybrid": 1},
        {"hybrid": {"least": 0.3}},
        *({"hybrid": LEARNED.to_json() | wrong} for wrong in ({"least": 7}, {"signed": 1}, {"signed": [0.1, 7]})),
    ],
)
def test_what_no_model_tells_of_judging_is_refused_with_the_files_name(told: object) -> None:
    with pytest.raises(ProfileError, match=r"own\.toml"):
        learned_standard({"judge": told}, "hybrid", Path("own.toml"))


def test_a_judge_by_another_standard_leaves_the_first_as_it_was() -> None:
    first = judge()
    assert revised(first.by(Standard(Weights(9.0, {}))), NAME, PLACE, WORD) == [NAME, PLACE, WORD]
    assert revised(first, NAME, PLACE, WORD) == [NAME]


def test_a_profile_without_a_context_model_before_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "w.json").write_text(json.dumps(DOUBTS_CONTEXT.to_json()), encoding="utf-8")
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\n[[detectors]]\nuse = "judge"\nweights = "w.json"\n', encoding="utf-8")
    with pytest.raises(ProfileError, match="context"):
        load_profile(path).pipeline()


def test_the_shipped_weights_know_every_clue() -> None:
    shipped = read_weights(paths.resources() / "profiles" / "hybrid.judge.json")
    clues = judge().clues(Document("r", TEXT), [NAME, PLACE, WORD])
    assert {name for one in clues for name in one if not name.startswith("kind: ")} - {"same ends"} <= set(shipped.of)
