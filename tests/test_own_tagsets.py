"""Tag sets of one's own, end to end: the whole hybrid, review, training, evaluation and release in their classes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from deid_studio import paths
from deid_studio.cli.verbs import deid
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.pipeline import Pipeline
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.brat_conf import conf_files, read_conf
from deid_studio.formats.folder import read_folder
from deid_studio.library import open_pipeline
from deid_studio.model.document import Document
from deid_studio.model.edits import Accept, Note, Several
from deid_studio.model.mentions import Desk, desk_of
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.tagset import TagSet, load_tagset, shipped_tagset
from deid_studio.review.alike.alike import Ruling, hits
from deid_studio.review.checking.sweep import Sweep
from deid_studio.review.kept_settings import TAG_SET_CHANGE
from deid_studio.review.project import Project
from deid_studio.review.tag_set.tag_set_changing import finish_change

CONF = "[entities]\nPACIENTE\nFECHA\nLUGAR\n[relations]\n[events]\n[attributes]\n"
OWN = """
name = "own"
version = "1"
[[classes]]
name = "WHO"
kind = "person"
release = "surrogate"
[[classes]]
name = "STAFFER"
kind = "person"
role = "staff"
[[classes]]
name = "WHEN"
kind = "date"
[[classes]]
name = "OLD"
kind = "age"
[[classes]]
name = "WHERE"
kind = "place"
[[classes]]
name = "CODE"
kind = "number"
[[classes]]
name = "CALL"
kind = "phone"
"""
TEXT = (
    "Nombre: Eloísa.\nApellidos: Quintana Prado.\nNHC: 4763954.\nTeléfono: 612 345 678.\nLocalidad: Soria.\n"
    "Motivo: dolor. Acude la señora Quintana el 3 de mayo de 2019, con E. Quintana Prado firma el Dr. Aurelio Robles.\n"
)
SETS = ("conf", "radiology", "own")


@pytest.fixture(autouse=True, scope="module")
def _english(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    settings = tmp_path_factory.mktemp("settings") / "settings.toml"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "settings_file", lambda: settings)
        patch.setenv("LC_ALL", "C")
        yield


@pytest.fixture(params=SETS)
def tagset(request: pytest.FixtureRequest, tmp_path: Path) -> TagSet:
    if request.param == "radiology":
        return shipped_tagset("radiology")
    if request.param == "own":
        (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
        return load_tagset(tmp_path / "own.toml")
    (tmp_path / "annotation.conf").write_text(CONF, encoding="utf-8")
    return read_conf(tmp_path / "annotation.conf")


def _class_of(tagset: TagSet, kind: str) -> str:
    return next(one.name for one in tagset if one.kind == kind)


@pytest.fixture(scope="module")
def hybrid() -> Pipeline:
    return load_pipeline(paths.default_model())


@pytest.fixture(scope="module")
def knowing() -> Pipeline:
    """The hybrid that knows something of the patient of a report."""
    fields = PatientFields((FieldValue(FieldKind.SURNAME, "Quintana"), FieldValue(FieldKind.IDENTIFIER, "4763954")))
    return load_pipeline(paths.default_model(), {"r": fields})


def test_the_whole_hybrid_suggests_in_their_classes(hybrid: Pipeline, tagset: TagSet) -> None:
    worked = hybrid.into(tagset)
    found = worked.detect(Document("r", TEXT))
    assert {one.span.phi_class for one in found} <= {one.name for one in tagset}
    texts = {(one.span.text(TEXT), one.span.phi_class) for one in found}
    assert ("3 de mayo de 2019", _class_of(tagset, "date")) in texts
    assert ("Quintana Prado", _class_of(tagset, "person")) in texts
    assert ("Soria", _class_of(tagset, "place")) in texts
    staff = {phi_class for text, phi_class in texts if "Robles" in text}
    assert staff == {"conf": set(), "radiology": {"NAME"}, "own": {"STAFFER"}}.get(tagset.name, set())
    assert any(fact.kind != "crf" for one in found for fact in one.evidence)


def test_patient_fields_are_found_in_their_classes(knowing: Pipeline, tagset: TagSet) -> None:
    worked = knowing.into(tagset)
    found = [one.span for one in worked.detect(Document("r", TEXT)) if any(f.kind == "patient" for f in one.evidence)]
    assert any(span.phi_class == _class_of(tagset, "person") for span in found)
    assert {span.phi_class for span in found} <= {one.name for one in tagset}


def test_one_decision_finds_a_person_in_all_spellings(tagset: TagSet) -> None:
    person = _class_of(tagset, "person")
    own = hits(TEXT, Desk(), Ruling("Eloísa Quintana Prado", person), tagset)
    meddocan = hits(
        TEXT, Desk(), Ruling("Eloísa Quintana Prado", "NOMBRE_SUJETO_ASISTENCIA"), shipped_tagset("meddocan")
    )
    assert len(own) >= 3
    assert [(hit.span.start, hit.span.end, hit.fate) for hit in own] == [
        (hit.span.start, hit.span.end, hit.fate) for hit in meddocan
    ]
    assert {hit.span.phi_class for hit in own} == {person}


def test_the_sweep_finds_spellings_of_what_was_accepted_in_their_classes(tagset: TagSet) -> None:
    person = _class_of(tagset, "person")
    start = TEXT.index("Quintana Prado")
    from deid_studio.model.span import Span

    desk = desk_of([Span(start, start + len("Quintana Prado"), person)], [])
    found = [one for one in Sweep(tagset).findings(TEXT, desk) if one.suggestion.evidence[0].kind == "accepted"]
    assert {one.span.text(TEXT) for one in found} >= {"Quintana"}
    assert {one.span.phi_class for one in found} == {person}


@pytest.fixture(params=SETS, scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder of reports, and the options by which verbs take its tag set."""
    place = tmp_path_factory.mktemp("folder")
    folder = place / "reports"
    folder.mkdir()
    for number, town in enumerate(("Soria", "Vigo", "Ávila")):  # as few as can be learned from
        text = TEXT.replace("Soria", town)
        (folder / f"r{number}.txt").write_text(text, encoding="utf-8")
    if request.param == "conf":
        (folder / "annotation.conf").write_text(CONF, encoding="utf-8")
        return folder, []
    if request.param == "radiology":
        return folder, ["--tagset", "radiology"]
    (place / "own.toml").write_text(OWN, encoding="utf-8")
    return folder, ["--tagset", str(place / "own.toml")]


@pytest.fixture(scope="module")
def annotated(folder: tuple[Path, list[str]]) -> tuple[Path, str]:
    """What is annotated of the folder, and what is told of it."""
    reports, options = folder
    out = reports.parent / "out"
    return out, _run("annotate", reports, "--out", out, *options)


def _run(*arguments: object) -> str:
    result = CliRunner().invoke(deid, [str(one) for one in arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_annotated_in_their_classes_and_the_same_again_by_what_was_written(
    folder: tuple[Path, list[str]], annotated: tuple[Path, str], tmp_path: Path
) -> None:
    reports, options = folder
    out, told = annotated
    classes = {one.name for one in read_conf(out / "annotation.conf")}
    used = {span.phi_class for doc in read_folder(out) for span in doc.spans}
    assert used and used <= classes
    assert not any(name.startswith("NOMBRE_") for name in used)
    if not options:
        assert "PACIENTE (person, patient)" in told and "SEXO_SUJETO_ASISTENCIA" in told
        assert "by role: relative, staff" in told and "NOMBRE_PERSONAL_SANITARIO" in told
    again = _run("annotate", reports, "--out", tmp_path / "again", "--tagset", out / "annotation.conf")
    assert "PACIENTE (" not in again or not options
    for report in sorted(out.glob("*.txt")):
        ann = report.with_suffix(".ann")
        other = tmp_path / "again" / ann.name
        text = report.read_text(encoding="utf-8")
        assert parse_ann(other.read_bytes(), text, other).spans == parse_ann(ann.read_bytes(), text, ann).spans


# What is learned from says its classes in a file beside it, whoever wrote that: one set tells no kinds, the other all.
@pytest.mark.slow
@pytest.mark.parametrize("folder", ["conf", "own"], indirect=True)
def test_train_evaluate_and_adapt(annotated: tuple[Path, str], tmp_path: Path) -> None:
    out, _ = annotated
    classes = {one.name for one in read_conf(out / "annotation.conf")}
    used = {span.phi_class for doc in read_folder(out) for span in doc.spans}
    tiny = ("--iterations", 5, "--least-reports", 2, "--augmented", 4)
    _run("train", out, "--out", tmp_path / "model", *tiny)
    model = load_pipeline(tmp_path / "model")
    assert {one.name for one in model.tagset} == classes
    assert "Overall" in _run("evaluate", out, "--model", tmp_path / "model")
    found = {one.span.phi_class for one in model.detect(Document("r", TEXT))}
    assert found and found <= classes
    _run("train", out, "--out", tmp_path / "adapted", "--base", "default", "--iterations", 3, "--least-reports", 2)
    adapted = load_pipeline(tmp_path / "adapted")
    assert classes & used <= {one.name for one in adapted.tagset}
    worked = adapted.into(read_conf(out / "annotation.conf"))
    assert {one.span.phi_class for one in worked.detect(Document("r", TEXT))} <= classes


def test_a_class_that_is_something_else_in_the_base_is_refused_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.txt").write_text("Ana", encoding="utf-8")
        (folder / f"{name}.ann").write_text("T1\tFECHAS 0 3\tAna\n", encoding="utf-8")
    (folder / "annotation.conf").write_text("[entities]\nFECHAS\n# deid: FECHAS kind=person\n", encoding="utf-8")
    result = CliRunner().invoke(deid, ["train", str(folder), "--out", str(tmp_path / "m"), "--base", "default"])
    assert result.exit_code == 1 and "FECHAS" in result.output


def test_a_folder_whose_classes_are_half_changed_is_refused_by_name_until_the_program_has_finished_it(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "half"
    folder.mkdir()
    (folder / "a.txt").write_text("Ana, el lunes.\n", encoding="utf-8")
    (folder / "a.ann").write_text("T1\tPACIENTE 0 3\tAna\n", encoding="utf-8")
    (folder / "annotation.conf").write_text(CONF, encoding="utf-8")
    project = Project(folder, shipped_tagset("meddocan"), "Dra. Prueba")
    session = project.open("a")
    session.perform(Note(next(iter(session.desk)).id, "mirar"))
    session.save()
    begun = {"event": {}, "files": {}, "renames": ["PACIENTE", "ENFERMO"], "reports": ["a"]}
    project.keep(TAG_SET_CHANGE, json.dumps(begun))
    project.close()
    verbs = (
        ("annotate", folder, "--out", tmp_path / "annotated"),
        ("train", folder, "--out", tmp_path / "trained"),
        ("evaluate", folder),
        ("evaluate", folder, folder),
        ("release", folder, "--out", tmp_path / "released", "--policy", "research"),
        ("verify", folder),
    )
    for verb in verbs:
        result = CliRunner().invoke(deid, [str(one) for one in verb])
        told = " ".join(result.output.split())
        assert (
            result.exit_code == 1 and "change of the classes" in told and "opened" in told.replace("Open ", "opened ")
        )
    assert sorted(one.name for one in tmp_path.iterdir()) == ["half"]
    project = Project(folder, shipped_tagset("meddocan"), "Dra. Prueba")
    finish_change(project)
    project.close()
    assert "PACIENTE" not in (folder / "a.ann").read_text()
    _run("verify", folder)


@pytest.mark.slow
def test_a_damaged_journal_stops_a_release_alone_and_is_told_by_who_only_reads(tmp_path: Path) -> None:
    folder, journal = tmp_path / "damaged", tmp_path / "damaged" / ".deid-studio" / "project.db"
    journal.parent.mkdir(parents=True)
    journal.write_bytes(b"no database at all, and long enough to be read as one" * 9)
    (folder / "a.txt").write_text("Ana, el lunes.\n", encoding="utf-8")
    (folder / "a.ann").write_text("T1\tPACIENTE 0 3\tAna\n", encoding="utf-8")
    (folder / "annotation.conf").write_text(CONF, encoding="utf-8")
    for verb in (
        ("annotate", folder, "--out", tmp_path / "annotated"),
        ("train", folder, "--out", tmp_path / "trained", "--iterations", "2"),
        ("evaluate", folder),
        ("evaluate", folder, folder),
    ):
        result = CliRunner().invoke(deid, [str(one) for one in verb])
        assert result.exit_code == 0 and "project.db" in result.stderr, result.output
    assert "PACIENTE" in {
        suggestion.span.phi_class for suggestion in open_pipeline(tagset=folder).detect(Document("r", TEXT))
    }
    out = tmp_path / "released"
    result = CliRunner().invoke(deid, ["release", str(folder), "--out", str(out), "--policy", "research"])
    assert result.exit_code == 1 and "project.db" in result.stderr and not out.exists()


def test_folders_of_different_classes_are_refused_by_name(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.txt").write_text(TEXT, encoding="utf-8")
        (tmp_path / name / "annotation.conf").write_text(f"[entities]\nFECHA\nX{name}\n", encoding="utf-8")
    result = CliRunner().invoke(
        deid, ["annotate", str(tmp_path / "a"), str(tmp_path / "b"), "--out", str(tmp_path / "out")]
    )
    assert result.exit_code == 2 and "--tagset" in result.output


def test_what_is_written_for_a_tag_set_confirms_its_kinds(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    for name, data in conf_files(load_tagset(tmp_path / "own.toml")).items():
        (tmp_path / name).write_bytes(data)
    own = read_conf(tmp_path / "annotation.conf")
    assert own["WHO"].release == "surrogate" and not any(one.recognised for one in own)


def test_accepted_suggestions_are_decided_spans_of_their_classes(hybrid: Pipeline, tagset: TagSet) -> None:
    desk = desk_of([], hybrid.into(tagset).detect(Document("r", TEXT)))
    done = Several(tuple(Accept(mention.id) for mention in desk.pending)).apply(desk)
    assert {span.phi_class for span in done.decided_spans} <= {one.name for one in tagset}
