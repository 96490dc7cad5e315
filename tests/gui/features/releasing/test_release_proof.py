"""What may leave through the window: what a person signed as it is now, or what somebody reviewed elsewhere; everything
else as an export that nobody reviewed."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from deid_studio.gui.features.releasing.work import release_work as work
from deid_studio.progress import Progress
from deid_studio.review.project import PRIVATE
from deid_studio.review.recovery import recovery
from deid_studio.review.recovery.survey import survey
from tests.gui.features.releasing.release_driver import Release, say_who, sign

TEXT = "Nombre: Lucía Quintanar Ríos.\nFecha: 03/04/2021.\n"
NAME = "NOMBRE_SUJETO_ASISTENCIA"


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two reports; in both the tests' detector finds all there is."""
    for wait in ("_PREVIEW_AFTER_MS", "_CHECK_AFTER_MS"):
        monkeypatch.setattr(work, wait, 1)
    folder = tmp_path / "informes"
    folder.mkdir()
    for name in ("1-uno", "2-dos"):
        (folder / f"{name}.txt").write_text(TEXT)
    return folder


@pytest.fixture
def half(studio, reports):
    """The window on a folder with one report that is signed off, and one in which one suggestion is decided."""
    studio.open(reports)
    sign(studio, "1-uno")
    studio.show("2-dos")
    studio.controller.accept()
    studio.save()
    return studio


def left_out(release: Release) -> dict[str, list[str]]:
    tree = release.window.what.list
    tops = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return {top.text(0): [top.child(row).text(0) for row in range(top.childCount())] for top in tops}


def test_what_is_half_decided_or_was_changed_by_another_program_after_the_sign_off_stays(half, reports, tmp_path):
    release = Release(half)
    assert release.work.names == ("1-uno",) and left_out(release) == {"Not signed off: 1": ["2-dos"]}
    assert not release.window.what.elsewhere.isVisibleTo(release.window)
    release.release(tmp_path / "out")
    assert (tmp_path / "out" / "certificate.json").exists() and not (tmp_path / "out" / "2-dos.txt").exists()
    release.window.close()

    # A review file that is damaged meanwhile lets nothing leave.
    raw = (reports / "review.jsonl").read_bytes()
    (reports / "review.jsonl").write_bytes(raw.replace(b"Dra. Prueba", b"Dra. Primera"))
    release.open()
    assert release.work.names == () and "review.jsonl" in release.window.what.hindered.text()
    assert any("fit the report" in why for why in left_out(release))
    release.window.close()
    (reports / "review.jsonl").write_bytes(raw)

    (reports / "1-uno.ann").write_text("")
    release.open()
    assert left_out(release) == {"Changed since they were signed off: 1": ["1-uno"], "Not signed off: 1": ["2-dos"]}
    (reports / "1-uno.txt").write_text(TEXT.replace("2021", "2022"))
    release.work.gather()
    release.wait()
    assert release.work.names == () and "Changed since they were signed off: 1" in left_out(release)


@pytest.fixture
def copied(half, reports):
    """Closes the folder and copies it, for a copy to be damaged and opened again."""
    half.controller.close_folder()

    def copy(name: str) -> Path:
        return shutil.copytree(reports, reports.with_name(name))

    return copy


def _without_rows(folder: Path) -> None:
    with sqlite3.connect(folder / PRIVATE / "project.db") as db:
        db.execute("DELETE FROM events")
        db.execute("DELETE FROM reports")
    db.close()


def test_where_the_decisions_are_gone_nothing_leaves_and_it_is_told(half, copied):
    told = []
    half.controller.folder_failed.connect(told.append)
    for lost, lose in (
        ("folder", lambda folder: shutil.rmtree(folder / PRIVATE)),
        ("journal", lambda folder: (folder / PRIVATE / "project.db").unlink()),
        ("emptied", _without_rows),
    ):
        told.clear()
        copy = copied(lost)
        lose(copy)
        half.window.open_folder(copy)
        half.qtbot.waitUntil(lambda: bool(told) or half.controller.session is not None)
        if not told:
            release = Release(half)
            release.work.failed.connect(told.append)
            release.work.gather()
            release.wait()
            assert release.work.names == () and not release.window.release.isEnabled(), lost
        assert "project.db" in told[0].what("es"), lost
        half.controller.close_folder()


def test_a_folder_whose_decisions_were_lost_asks_for_another_review_and_not_who_made_the_last(half, copied):
    for after in ("recover", "begin_anew"):
        folder = copied(after)
        shutil.rmtree(folder / PRIVATE)
        if after == "recover":
            recovery.recover(survey(folder, {"1-uno": folder / "1-uno.txt"}, Progress()), (), "Dra. Prueba")
        else:
            recovery.begin_anew(folder)
        half.open(folder)
        release = Release(half)
        what = release.window.what
        assert release.work.names == () and left_out(release) == {"Not signed off: 2": ["1-uno", "2-dos"]}, after
        assert not what.elsewhere.isVisibleTo(what) and what.lost.isVisibleTo(what), after
        assert "Review them again" in what.lost.text(), after
        release.window.close()
        sign(half, "1-uno")
        release.open()
        what = release.window.what
        assert release.work.names == ("1-uno",) and not what.lost.isVisibleTo(what), after


def test_a_sign_off_with_other_classes_is_told_where_it_stands_and_signed_again(half, copied):
    folder = copied("clases")
    (folder / "annotation.conf").write_text(f"[entities]\n{NAME}\nFECHAS\n")
    half.open(folder, "1-uno")
    banner = half.window.messages.shown("signed")
    assert "It cannot be released" in banner.accessibleName()
    release = Release(half)
    assert left_out(release) == {"Signed off with other classes: 1": ["1-uno"], "Not signed off: 1": ["2-dos"]}
    release.window.close()
    half.show("1-uno")
    half.banner_button("signed", "Withdraw").click()
    half.controller.sign_off()
    release.open()
    assert release.work.names == ("1-uno",)
    half.controller.close_folder()

    # A damaged review file is written again where the journal is whole.
    folder = copied("danada")
    path = folder / "review.jsonl"
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"Dra. Prueba", b"Dra. Primera"))
    half.window.open_folder(folder)
    half.qtbot.waitUntil(lambda: half.window.recovering.shown is not None)
    recovering = half.window.recovering.shown
    assert "review.jsonl" in recovering.told.text()
    half.qtbot.waitUntil(recovering.recover.isEnabled)
    recovering.recover.click()
    half.qtbot.waitUntil(lambda: half.controller.session is not None)
    assert path.read_bytes() == raw and Release(half).work.names == ("1-uno",)


# --- reviewed elsewhere ----------------------------------------------------------------------------------------


@pytest.fixture
def pairs(reports: Path) -> Path:
    for name in ("1-uno", "2-dos"):
        spans = f"T1\t{NAME} 8 28\tLucía Quintanar Ríos\nT2\tFECHAS 37 47\t03/04/2021\n"
        (reports / f"{name}.ann").write_text(spans)
    return reports


def test_pairs_from_elsewhere_leave_as_reviewed_when_somebody_says_who_did_and_unreviewed_when_that_is_chosen(
    studio, pairs, tmp_path
):
    studio.open(pairs)
    release = Release(studio)
    what, window = release.window.what, release.window
    assert what.reviewed.isChecked() and not what.warning.isVisibleTo(what) and not window.release.isEnabled()
    assert release.work.names == () and left_out(release) == {"Nobody said who reviewed them: 2": ["1-uno", "2-dos"]}

    # An unreviewed export is a choice of its own and leaves marked.
    what.unreviewed.click()
    release.wait()
    assert what.warning.isVisibleTo(what) and not what.elsewhere.isVisibleTo(what)
    assert not release.destination.vault.isVisibleTo(release.destination)
    release.destination.folder.setText(str(tmp_path / "raw"))
    assert window.release.text() == "Expo&rt unreviewed (2)" and "no certificate" in window.state.text()
    release.release(tmp_path / "raw")
    names = {path.name for path in (tmp_path / "raw").iterdir() if path.suffix != ".conf"}
    assert names == {"UNREVIEWED.json", "UNREVIEWED-SIN-REVISAR.txt", *(
        f"UNREVIEWED-SIN-REVISAR-{name}.{ending}" for name in ("1-uno", "2-dos") for ending in ("txt", "ann")
    )}  # fmt: skip
    done = window.messages.shown("done")
    assert "exported unreviewed: 2" in done.accessibleName() and len(done.buttons) == 1
    what.reviewed.click()
    release.wait()
    assert not window.release.isEnabled()

    say_who(release, "Dra. Prueba")
    assert "who and how" in what.reviewed_by_told.text() and release.work.names == ()
    say_who(release, "Dra. Prueba, dos lectores en brat")
    assert release.work.names == ("1-uno", "2-dos") and not what.reviewed_by_told.isVisibleTo(what)
    release.release(tmp_path / "out")
    values = json.loads((tmp_path / "out" / "certificate.json").read_text())
    assert values["reviewed_by"] == "Dra. Prueba, dos lectores en brat"
