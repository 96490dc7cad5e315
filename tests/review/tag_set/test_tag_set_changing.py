"""Other classes for a folder under review: what becomes of its files, its reports and its sign-offs."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.errors import (
    BratSpanNeededError,
    FolderHeldError,
    TagSetChangeError,
    TagSetHinderedError,
    WriteError,
)
from deid_studio.formats.brat_conf import ANNOTATION
from deid_studio.formats.guidelines_file import OWN
from deid_studio.model.edits import Reject, Relabel
from deid_studio.model.mentions import Decision, Mention, Origin, desk_of
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, shipped_tagset
from deid_studio.model.tagset_change import AddClass, AlterClass, MergeClass, RemoveClass, RenameClass
from deid_studio.progress import Progress
from deid_studio.release.policy import Treatment, Way, keep_policy, load_policy
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal.check import check
from deid_studio.review.kept_settings import SURROGATES
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.recovery.verifying import verify
from deid_studio.review.tag_set import tag_set_changing
from deid_studio.review.tag_set.relabelling import relabelling
from deid_studio.review.tag_set.tag_set_changing import carry_out, finish_change, mentions_by_class, planned
from tests.review.killed import left_behind

TEXT = "Paciente Elvira Sanjuán, vista el 04/03/2021 en Toledo.\n"
ANN = "T1\tPACIENTE 9 23\tElvira Sanjuán\nT2\tFECHA 34 44\t04/03/2021\nT3\tLUGAR 48 54\tToledo\n"
WHY = (Evidence("crf", "", "0.90"),)
MEDDOCAN = shipped_tagset("meddocan")
RENAME = RenameClass("PACIENTE", "ENFERMO")


@pytest.fixture
def ward(tmp_path: Path) -> Path:
    """A folder of three classes: `a` signed, `b` annotated by others, `c` with a suggestion decided, `d` bare."""
    folder = tmp_path / "planta"
    folder.mkdir()
    (folder / ANNOTATION).write_text("[entities]\nPACIENTE\nFECHA\nLUGAR\n")
    for name in "abcd":
        (folder / f"{name}.txt").write_text(TEXT)
    for name in "ab":
        (folder / f"{name}.ann").write_text(ANN)
    project = opened(folder)
    project.open("a").sign_off()
    session = project.open("c")
    session.offer([Suggestion(Span(9, 23, "PACIENTE"), 0.9, WHY), Suggestion(Span(48, 54, "LUGAR"), 0.8, WHY)], "m")
    session.perform(Reject(1))
    session.save()
    project.close()
    return folder


def opened(folder: Path) -> Project:
    return Project(folder, MEDDOCAN, "Dra. Prueba")


@pytest.fixture
def project(ward: Path) -> Iterator[Project]:
    project = opened(ward)
    yield project
    project.close()


def done(project: Project, change) -> None:
    carry_out(project, planned(project, change, Progress()), Progress())


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_what_would_change_is_told_and_nothing_is_written(project: Project, ward: Path) -> None:
    before = {name: data for name, data in files_of(ward).items() if PRIVATE not in name}
    plan = planned(project, RENAME, Progress())
    assert [(one.name, one.mentions, one.signed) for one in plan.effects] == [
        ("a", 1, True), ("b", 1, False), ("c", 1, False)
    ]  # fmt: skip
    assert (plan.mentions, plan.to_sign_again) == (3, 1)
    assert {name: data for name, data in files_of(ward).items() if PRIVATE not in name} == before


def test_a_class_is_renamed_in_everything_that_is_annotated(project: Project, ward: Path) -> None:
    done(project, RENAME)
    assert [one.name for one in project.tagset] == ["ENFERMO", "FECHA", "LUGAR"]
    assert project.tagset["ENFERMO"].kind == "person"  # as its old name said
    for name in "ab":
        assert (ward / f"{name}.ann").read_text() == ANN.replace("PACIENTE", "ENFERMO")
    assert not (ward / "retraining" / "brat" / "a.ann").exists()
    again = opened(ward)
    session = again.open("a")
    assert not session.signed
    session.sign_off()
    assert session.proven
    assert "ENFERMO" in (ward / "retraining" / "brat" / "a.ann").read_text()
    rejected = again.open("c").desk[1]
    assert (rejected.span.phi_class, rejected.decision) == ("ENFERMO", Decision.REJECTED)
    assert rejected.suggestion is not None and rejected.suggestion.span.phi_class == "ENFERMO"
    assert again.open("c").desk.pending
    again.close()
    assert not verify(ward, MEDDOCAN, Progress()).findings


@pytest.mark.parametrize("kept", ['[PACIENTE.es]\ndefinition = "Quien ingresa."\n', "[PACIENTE"])
def test_what_a_class_holds_goes_on_under_its_new_name_and_a_broken_file_hinders_nothing(ward: Path, kept: str) -> None:
    (ward / OWN).write_text(kept, encoding="utf-8")
    project = opened(ward)
    done(project, RENAME)
    if kept.endswith("\n"):
        assert project.guidelines.definition("ENFERMO", "es") == "Quien ingresa."
        done(project, RenameClass("ENFERMO", "PACIENTE"))
        assert project.guidelines.definition("PACIENTE", "es") == "Quien ingresa."
    else:
        assert (ward / OWN).read_text(encoding="utf-8") == kept
    project.close()


def test_the_change_is_an_event_and_no_report_goes_back_to_the_old_class(project: Project, ward: Path) -> None:
    done(project, RENAME)
    events = project.journal().tag_set_changes()
    assert [(one.reviewer, one.payload) for one in events] == [(
        "Dra. Prueba", {"change": "rename", "name": "PACIENTE", "new": "ENFERMO", "reports": 3, "mentions": 3},
    )]  # fmt: skip
    session = project.open("b")
    assert not session.history.done
    assert "ENFERMO" in (ward / "b.ann").read_text()


def test_steps_before_a_change_can_still_be_undone_and_redone_in_the_new_class(project: Project) -> None:
    done(project, RENAME)
    session = project.open("c")
    steps = len(session.history.done)
    session.undo()
    assert session.desk[1].decision is Decision.PENDING
    assert "PACIENTE" not in {one.span.phi_class for one in session.desk}
    session.redo()
    assert project.open("c").desk == session.desk and len(session.history.done) == steps


def test_what_was_taken_off_and_relabelled_before_a_change_comes_back_in_the_new_class(project: Project) -> None:
    session = project.open("b")
    before = session.desk
    own = next(one for one in before if one.span.phi_class == "PACIENTE")
    session.perform(Relabel(own.id, "LUGAR"))
    session.perform(Relabel(own.id, "PACIENTE"))
    session.save()
    done(project, RENAME)
    session = project.open("b")
    seen = []
    while session.history.done:
        session.undo()
        seen.append(session.desk[own.id].span.phi_class)
    assert seen == ["LUGAR", "ENFERMO"]
    while session.history.undone:
        session.redo()
    assert project.open("b").desk == session.desk


def test_a_class_is_merged_and_what_was_marked_twice_is_marked_once(project: Project, ward: Path) -> None:
    (ward / "d.ann").write_text("T1\tPACIENTE 9 23\tElvira Sanjuán\nT2\tLUGAR 9 23\tElvira Sanjuán\n")
    done(project, MergeClass("PACIENTE", "LUGAR"))
    assert [one.name for one in project.tagset] == ["FECHA", "LUGAR"]
    assert (ward / "d.ann").read_text() == "T2\tLUGAR 9 23\tElvira Sanjuán\n"


def test_what_a_policy_of_ones_own_says_of_a_class_holds_for_its_new_name(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "user_policies", lambda: tmp_path / "policies")
    own = replace(load_policy("research"), name="own", classes={"PACIENTE": Treatment(Way.REMOVE)})
    keep_policy(own)
    done(project, RENAME)
    policy = load_policy("own")
    assert policy.treatment("ENFERMO", project.tagset).way is Way.REMOVE
    assert policy.classes["PACIENTE"].way is Way.REMOVE  # other folders have it still
    done(project, MergeClass("ENFERMO", "LUGAR"))
    assert load_policy("own") == policy


def test_surrogates_that_a_person_typed_go_with_their_class(project: Project) -> None:
    project.keep(SURROGATES, {("s", "PACIENTE", "elvira"): "Ana", ("s", "LUGAR", "toledo"): "Soria"})
    done(project, RENAME)
    assert project.kept(SURROGATES) == {("s", "ENFERMO", "elvira"): "Ana", ("s", "LUGAR", "toledo"): "Soria"}


def test_a_used_class_is_not_removed_and_an_unused_one_is(project: Project) -> None:
    with pytest.raises(TagSetChangeError, match="PACIENTE: 2"):
        planned(project, RemoveClass("PACIENTE"), Progress())
    done(project, AddClass(PhiClass("TELEFONO", {"es": "Teléfono", "en": "Phone"}, shortcut="t")))
    assert project.tagset["TELEFONO"].shortcut == "t"
    done(project, RemoveClass("TELEFONO"))
    assert "TELEFONO" not in project.tagset


def test_a_colour_touches_no_sign_off_and_a_new_class_all_of_them(project: Project) -> None:
    colour = AlterClass(replace(project.tagset["FECHA"], colour="#123456"))
    assert planned(project, colour, Progress()).to_sign_again == 0
    assert planned(project, AddClass(PhiClass("X", {})), Progress()).to_sign_again == 1
    done(project, colour)
    assert project.open("a").proven


@pytest.mark.parametrize(
    ("name", "data"), [("b.ann", b"T1 nothing\n"), ("a.ann", b""), ("b.txt", b"\x00\x01"), ("c.txt", b"other\n")]
)
def test_a_report_that_cannot_follow_keeps_all_back(project: Project, ward: Path, name: str, data: bytes) -> None:
    (ward / name).write_bytes(data)
    before = files_of(ward)
    with pytest.raises(TagSetHinderedError):
        planned(project, RENAME, Progress())
    assert files_of(ward).keys() == before.keys()
    assert {path: own for path, own in files_of(ward).items() if PRIVATE not in path} == {
        path: own for path, own in before.items() if PRIVATE not in path
    }


def test_a_relation_that_needs_a_doubled_mention_hinders_a_merge(project: Project, ward: Path) -> None:
    lines = "T1\tPACIENTE 9 23\tElvira Sanjuán\nT2\tLUGAR 9 23\tElvira Sanjuán\nR1\tEs Arg1:T1 Arg2:T2\n"
    (ward / "d.ann").write_text(lines)
    with pytest.raises(TagSetHinderedError) as caught:
        planned(project, MergeClass("PACIENTE", "LUGAR"), Progress())
    assert BratSpanNeededError.texts[0].split("{")[0].strip() in caught.value.what()


def test_another_window_keeps_the_folder(ward: Path) -> None:
    theirs = FolderLock(ward, PRIVATE, "Otra")
    keeper = Project(ward, MEDDOCAN, "Otra", lock=theirs)
    theirs.claim()
    child = os.fork()
    if not child:
        lock = FolderLock(ward, PRIVATE, "Dra. Prueba")
        ours = Project(ward, MEDDOCAN, "Dra. Prueba", lock=lock)
        try:
            done(ours, RENAME)
        except FolderHeldError:
            os._exit(7)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    keeper.close()
    assert "PACIENTE" in (ward / ANNOTATION).read_text()


def test_what_was_agreed_to_is_what_is_done(project: Project, ward: Path) -> None:
    plan = planned(project, RENAME, Progress())
    (ward / "d.ann").write_text(ANN)
    with pytest.raises(TagSetChangeError):
        carry_out(project, plan, Progress())
    assert (ward / "b.ann").read_text() == ANN


def test_files_that_cannot_be_written_leave_nothing_changed(
    project: Project, ward: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned(project, RENAME, Progress())
    before = files_of(ward)
    write = tag_set_changing.write_file

    def full(path: Path, data: bytes) -> None:
        if path.name == "visual.conf":
            raise WriteError(path=path, detail="full")
        write(path, data)

    monkeypatch.setattr(tag_set_changing, "write_file", full)
    with pytest.raises(WriteError):
        carry_out(project, plan, Progress())
    assert {path: own for path, own in files_of(ward).items() if PRIVATE not in path} == {
        path: own for path, own in before.items() if PRIVATE not in path
    }
    assert not finish_change(project)


def test_mentions_are_counted_by_class(project: Project) -> None:
    assert mentions_by_class(project, Progress()) == {"PACIENTE": 2, "FECHA": 2, "LUGAR": 2}


def test_pending_mentions_stay_pending_and_twins_go() -> None:
    desk = desk_of([Span(0, 3, "A")], [Suggestion(Span(5, 7, "B"), 0.5, WHY)])
    desk = desk.with_mention(Mention(9, Span(0, 3, "B"), Decision.PENDING, Origin.DETECTOR))
    edit = relabelling(desk, "B", "A")
    assert edit is not None
    after = edit.apply(desk)
    assert [(one.id, one.span.phi_class, one.decision) for one in after] == [
        (1, "A", Decision.ACCEPTED), (2, "A", Decision.PENDING)
    ]  # fmt: skip
    assert edit.inverse(desk).apply(after) == desk
    assert relabelling(after, "B", "A") is None


# --- killed midway -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")
def test_killed_at_any_moment_it_is_finished_at_the_next_opening(
    ward: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)  # no power is cut here
    root = tmp_path / "k" / "planta"
    shutil.copytree(ward, root)

    def begin(_changed: Callable[[], None]) -> Callable[[], object]:
        own = opened(root)
        plan = planned(own, RENAME, Progress())
        return lambda: carry_out(own, plan, Progress())

    kills = 0
    for killed in left_behind(root, begin):
        kills += killed
        project = opened(root)
        finish_change(project)
        for name in list(project.interrupted()):
            project.finish(name)
        renamed = "ENFERMO" in project.tagset
        assert renamed != ("PACIENTE" in project.tagset)
        assert renamed or killed
        expected = ANN.replace("PACIENTE", "ENFERMO") if renamed else ANN
        assert {(root / f"{name}.ann").read_text() for name in "ab"} == {expected}
        assert project.open("a").signed != renamed
        assert (root / "retraining" / "brat" / "a.ann").exists() != renamed
        assert len(project.journal().tag_set_changes()) == renamed
        assert {one.span.phi_class for one in project.open("c").desk} == {"ENFERMO" if renamed else "PACIENTE", "LUGAR"}
        project.close()
        entries = {entry.name: entry.path for entry in project.entries}
        assert not check(root, entries, Progress()).findings
    assert kills > 20


def test_a_class_that_is_only_suggested_is_removed_and_its_suggestions_go(project: Project) -> None:
    assert mentions_by_class(project, Progress())["LUGAR"] == 2
    for name in "ab":
        session = project.open(name)
        session.perform(Relabel(3, "FECHA"))
        session.save()
    assert [m.span.phi_class for m in project.open("c").desk.pending] == ["LUGAR"]
    done(project, RemoveClass("LUGAR"))  # in `c` nobody has decided anything of it
    session = project.open("c")
    assert session.offer([Suggestion(Span(34, 44, "FECHA"), 0.8, WHY)], "m")
    assert [m.span.phi_class for m in session.desk.pending] == ["FECHA"]
    assert [m.span.phi_class for m in project.open("c").desk.pending] == ["FECHA"]
