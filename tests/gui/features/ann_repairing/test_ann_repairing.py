"""A report whose `.ann` cannot be read leads to what is wrong with it, line by line, and is opened once repaired."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt


@pytest.fixture
def damaged(reports, invented):
    """The reports, the first one with annotations whose offsets another program counted."""
    text = invented.alta.encode().decode()

    def line(id: str, word: str) -> str:
        at = text.index(word)
        units = len(text[:at].encode("utf-16-le")) // 2
        return f"{id}\tFECHAS {units} {units + len(word)}\t{word}\n"

    ann = line("T1", "03/04/2021") + line("T2", "05/06/2021") + "A1\tDuda T2\n"
    (reports / "1-alta.ann").write_bytes(ann.encode())
    return reports


def refused(studio, folder, name="1-alta"):
    """The page of a report that cannot be read."""
    page = studio.window.page
    with studio.qtbot.waitSignal(studio.controller.folder_opened):
        studio.window.open_folder(folder)
    studio.controller.open_report(name)
    studio.qtbot.waitUntil(lambda: studio.controller.session is None and page.repair_button.isVisible())
    return page


def examined(studio):
    """The dialog, once it has been filled."""
    shown = studio.window.ann_repairing.shown
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("ann-repair"))
    return shown


def rows(shown):
    files = [shown.list.topLevelItem(row) for row in range(shown.list.topLevelItemCount())]
    return {f.text(0): [[f.child(r).text(c) for c in range(5)] for r in range(f.childCount())] for f in files}


def test_a_repair_is_shown_before_it_is_made_can_be_undone_and_leaves_alone_what_is_not_certain(
    studio, damaged, tmp_path
):
    ann = damaged / "1-alta.ann"
    before = ann.read_bytes()
    refused(studio, damaged).repair_button.click()
    shown = examined(studio)
    assert shown.list.topLevelItem(0).text(1).startswith("offsets counted in UTF-16 units")
    first = rows(shown)["1-alta.ann"][0]
    assert first[0] == "1" and "FECHAS 84 94" not in first[3] and "de ingreso: [03/04/2021]. Edad" in first[4]
    assert ann.read_bytes() == before and not shown.leave_out.isVisible()
    shown.repair.click()
    studio.wait_shown("1-alta")
    assert studio.texts("accepted") == ["03/04/2021", "05/06/2021"]
    assert studio.window.ann_repairing.shown is None
    original = damaged / "1-alta.ann.original"
    assert original.read_bytes() == before and b"A1\tDuda T2\n" in ann.read_bytes()
    assert "1-alta.ann.original" in studio.window.messages.shown("ann-repair").detail
    studio.banner_button("ann-repair", "Undo").click()
    studio.qtbot.waitUntil(lambda: ann.read_bytes() == before and not original.exists())
    studio.qtbot.waitUntil(studio.window.page.repair_button.isVisible)

    # What is not certain stays unless it is to be left out.
    ann = damaged / "2-radiologia.ann"
    ann.write_bytes(b"T1\tFECHAS 0 2\tTC\nT2\tFECHAS 12 18\tNadie.\nA1\tDuda T2\n")
    refused(studio, damaged, "2-radiologia")
    studio.window.actions_by_id["repair_annotations"].trigger()
    shown = examined(studio)
    assert set(rows(shown)) == {"1-alta.ann", "2-radiologia.ann"} and "Not certain: 1." in shown.summary.text()
    # A report's name has the whole line, unless something is wrong with all of it.
    files = [shown.list.topLevelItem(row) for row in range(2)]
    assert [one.isFirstColumnSpanned() for one in files] == [not one.text(1) for one in files] == [False, True]
    shown.list.topLevelItem(0).setCheckState(0, Qt.CheckState.Unchecked)
    assert not shown.repair.isEnabled()
    shown.leave_out.click()
    shown.repair.click()
    studio.wait_shown("2-radiologia")
    assert ann.read_bytes() == b"T1\tFECHAS 0 2\tTC\n" and not (damaged / "1-alta.ann.original").exists()

    # A file that changed meanwhile is left alone.
    refused(studio, damaged).repair_button.click()
    shown = examined(studio)
    (damaged / "1-alta.ann").write_bytes(b"")
    shown.repair.click()
    studio.qtbot.waitUntil(shown.problem.isVisible)
    assert "changed since" in shown.problem.text() and (damaged / "1-alta.ann").read_bytes() == b""
    shown.reject()

    # A folder in order says so.
    whole = tmp_path / "otros"
    whole.mkdir()
    (whole / "1-alta.txt").write_bytes((damaged / "1-alta.txt").read_bytes())
    studio.open(whole)
    studio.window.actions_by_id["repair_annotations"].trigger()
    shown = examined(studio)
    assert "Nothing is wrong" in shown.summary.text() and not shown.repair.isEnabled()
    assert not studio.window.page.repair_button.isVisible()
    shown.reject()
