"""What holds a release back, and how it is answered."""

from __future__ import annotations

import json

from PySide6.QtWidgets import QApplication

from deid_studio.model.mentions import Decision
from deid_studio.release import released as released_module
from deid_studio.release.policy import Way
from deid_studio.release.surrogates.surrogates import Surrogates
from deid_studio.review.kept_settings import GATE_ANSWERS
from tests.gui.features.releasing.release_driver import (
    NAME,
    OTHER,
    TEXT,
    Release,
    files,
    of_another_folder,
    say_who,
    sign,
)

LEAK = ("2-otro", "Marked elsewhere: Patient name")
NAME_TELLS = "The report's name tells whose it is"
UNDECIDED = [("2-otro", "Not decided: Patient name"), ("2-otro", "Not decided: Dates")]


def test_a_held_report_stays_until_it_is_marked_and_a_leak_is_shown_allowed_remembered_and_taken_back(
    leaking, tmp_path, afresh, reports
):
    studio = leaking.studio
    leaking.destination.folder.setText(str(tmp_path / "out"))
    leaking.window.release.click()
    assert not (tmp_path / "out").exists()
    studio.choose("Release the others")
    leaking.wait()
    assert {"1-uno.txt", "1-uno.ann"} <= set(files(tmp_path / "out"))
    assert "2-otro.txt" not in files(tmp_path / "out")
    assert json.loads((tmp_path / "out" / "certificate.json").read_bytes())["left_out"] == {"not-signed": 1, "held": 1}

    asked: list[str] = []
    leaking.window.review_wanted.connect(lambda report, *_: asked.append(report))
    studio.key("O", leaking.held.list)
    assert asked == ["2-otro"]
    studio.wait_shown("2-otro")
    start = OTHER.rindex("Martín")
    studio.qtbot.waitUntil(lambda: studio.view.selection.range() == (start, start + 18))
    studio.window.give_class(NAME)
    assert leaking.work.stale and not leaking.window.release.isEnabled()
    studio.controller.sign_off()
    studio.window.activateWindow()
    leaking.window.activateWindow()
    studio.qtbot.waitUntil(lambda: not leaking.work.stale)
    leaking.wait()
    assert leaking.rows() == [] and leaking.window.release.isEnabled()

    # A leak.
    leaking.window.close()
    reports = afresh(reports)
    studio = leaking.studio
    studio.open(reports)
    sign(studio, "1-uno", "2-otro")
    leaking = Release(studio)
    held, preview, studio = leaking.held, leaking.preview, leaking.studio
    leaking.destination.folder.setText(str(tmp_path / "out"))
    assert leaking.rows() == [LEAK]
    item = held.list.topLevelItem(0)
    assert "Martín Olmedo Sanz" in item.text(2) and "Martín Olmedo Sanz" in item.text(3)
    assert leaking.window.release.text() == "&Release (1)" and "Held" in leaking.window.state.text()
    assert "⚠ 1" in preview.reports.item(1).text()

    # The list tells its keys.
    assert "⏎" in held.keys.text() and "Esc" in held.keys.text() and held.keys.isVisibleTo(held)
    told = ((held.mark, "(M)"), (held.sign, "(S)"), (held.allow, "(N)"), (held.explain, "(?)"), (held.open, "(O)"))
    for button, key in told:
        assert button.text().endswith(key), key

    studio.key("Return", held.list)
    leaking.wait()
    original, released = preview.original, preview.released
    assert leaking.texts()[0] == OTHER and QApplication.focusWidget() is released
    place = original.mentions.desk[original.current].span
    assert (place.start, place.end) == (OTHER.rindex("Martín"), OTHER.rindex("Martín") + 18)
    assert original.mentions.desk[original.current].decision is Decision.PENDING
    assert "would leave as it is" in preview.told.text()
    high = held.height()
    assert high > leaking.window.height() // 4
    for _ in range(2):
        studio.key("Escape", QApplication.focusWidget())
        assert QApplication.focusWidget() is held.list and leaking.window.isVisible()
    for keys, part in (("F6", leaking.window.release), ("Shift+F6", held.list), ("Shift+F6", released)):
        studio.key(keys, QApplication.focusWidget())
        assert QApplication.focusWidget() is part, keys

    # A window of a small screen has room for it.
    leaking.window.resize(1024, 700)
    QApplication.processEvents()
    assert held.isVisible() and leaking.window.minimumSizeHint().width() <= 960
    assert held.minimumSizeHint().width() <= 560

    # What is no personal data is allowed, remembered and taken back.
    leaking.held.allow.click()
    assert leaking.rows() == [] and not leaking.work.prepared.held
    QApplication.processEvents()
    assert held.height() <= held.sizeHint().height() < high  # no place is kept for a list
    leaking.window.close()
    leaking.open()
    assert leaking.rows() == []
    leaking.held.answered.click()
    assert leaking.rows() == [("2-otro", "No personal data, said Dra. Prueba")]
    leaking.held.allow.click()
    leaking.held.answered.click()
    assert leaking.rows() == [LEAK]
    assert not any(leaking.work.project.kept(GATE_ANSWERS).values())

    # A check that was stopped goes on.
    leaking.work.stop_check()
    assert leaking.held.stop.isVisibleTo(leaking.held) and "stopped" in leaking.held.told.text()
    assert leaking.window.problem and len(leaking.rows()) == 1  # what it found is still there to be answered
    leaking.held.stop.click()
    leaking.wait()
    assert leaking.work.prepared.is_held and not leaking.held.stop.isVisibleTo(leaking.held)


def test_a_place_is_marked_by_one_key_and_its_report_signed_again_by_another(studio, reports, tmp_path):
    """Whether it is open in the review window or not."""
    for name in ("4-otro", "5-otro"):
        (reports / f"{name}.txt").write_text(OTHER)
    studio.window.preferences.change(follow_decisions=False)  # what leaks would be suggested
    studio.open(reports)
    sign(studio, "1-uno", "2-otro", "4-otro", "5-otro")
    release = Release(studio)
    all_of_them = release.work.names
    assert all_of_them == ("1-uno", "2-otro", "4-otro", "5-otro")
    for shown, held in (("1-uno", "2-otro"), ("4-otro", "4-otro")):
        studio.show(shown)
        release.window.activateWindow()
        release.wait()
        assert release.rows()[0][0] == held and release.held.phi_class.currentData() == NAME
        studio.key("S", release.held.list)
        release.wait()
        assert held not in dict(release.rows()) and release.work.names == all_of_them, held
        session = release.work.project.open(held)
        assert session.signed and [one.reviewer for one in session.signatures] == ["Dra. Prueba"] * 2
        assert (OTHER.rindex("Martín"), NAME) in {(span.start, span.phi_class) for span in session.desk.decided_spans}

    # A mark alone leaves the report to be signed.
    assert release.rows() == [("5-otro", LEAK[1])]
    studio.key("M", release.held.list)
    release.wait()
    assert release.work.names == all_of_them[:3] and not release.work.prepared.is_held
    assert not release.work.project.open("5-otro").signed
    release.release(tmp_path / "out")
    for name in ("2-otro", "4-otro"):
        assert "Olmedo" not in (tmp_path / "out" / f"{name}.txt").read_text(), name


def test_what_fits_badly_is_listed_holds_nothing_back_and_is_typed_anew(studio, reports, tmp_path):
    for name in ("1-uno", "2-otro", "3-nada"):
        (reports / f"{name}.txt").unlink()
    (reports / "4-raro.txt").write_text("Vino de Banjul, Gambia.\n")
    (reports / "4-raro.ann").write_text("T1\tTERRITORIO 8 14\tBanjul\nT2\tPAIS 16 22\tGambia\n")
    studio.open(reports)
    release = Release(studio)
    say_who(release, "Dra. Prueba, dos lectores en brat")
    assert release.texts()[1] == "Vino de [**TERRITORIO 1**], Gambia.\n"
    assert [what for _, what in release.rows()] == ["No surrogate: Town"]
    assert "To read over: 1." in release.held.told.text()
    assert not release.held.allow.isEnabled() and not release.work.prepared.held
    studio.key("Return", release.held.list)
    release.wait()
    assert QApplication.focusWidget() is release.preview.released and release.preview.field.isEnabled()
    release.type_surrogate("Banjul", "Serekunda")
    assert release.texts()[1] == "Vino de Serekunda, Gambia.\n"
    assert release.rows() == []
    release.release(tmp_path / "out")
    assert (tmp_path / "out" / "4-raro.txt").read_text() == "Vino de Serekunda, Gambia.\n"


def test_keys_walk_the_hits_and_reports_whose_names_tell_are_numbered(studio, reports, tmp_path):
    telling = [("lucia quintanar rios", NAME_TELLS), ("martin olmedo sanz", NAME_TELLS)]
    (reports / "1-uno.txt").rename(reports / f"{telling[0][0]}.txt")
    (reports / "2-otro.txt").unlink()
    (reports / f"{telling[1][0]}.txt").write_text(f"{OTHER}Ref. 123456789.\n")
    studio.window.preferences.change(follow_decisions=False)
    studio.open(reports)
    sign(studio, *dict(telling))
    release = Release(studio)
    tree, released = release.held.list, release.preview.released
    assert len(release.rows()) == 4 and release.texts()[0] == TEXT

    tree.setCurrentItem(tree.topLevelItem(2))
    studio.key("Down", tree)
    release.wait()
    assert "123456789" in release.texts()[0] and QApplication.focusWidget() is tree
    span = released.mentions.desk[released.current].span
    assert released.page.text[span.start : span.end] == "123456789"
    studio.key("Up", tree)
    assert released.page.text[released.mentions.desk[released.current].span.start :].startswith("Martín")
    for _ in range(2):
        studio.key("N", tree)
        release.wait()

    release.destination.folder.setText(str(tmp_path / "out"))
    assert release.rows() == telling
    assert "Number them" in release.destination.telling.text() and not release.window.release.isEnabled()
    release.held.allow.click()
    assert release.destination.numbered.isChecked() and release.rows() == []
    release.release(tmp_path / "out")
    assert "report-0001.txt" in files(tmp_path / "out")


def test_what_is_suggested_and_not_decided_holds_unsigned_reports_back(signed, tmp_path, monkeypatch):
    what, studio, asked = signed.window.what, signed.studio, []
    assert "known: 0 of 1" in what.patients.text()
    monkeypatch.setattr(signed.main.patient_tables, "choose", lambda: asked.append(True))
    what.open_table.click()
    assert asked == [True], "a table of patients is asked for"

    signed.main.preferences.change(follow_decisions=False)  # what the detector does not see would be suggested
    assert not what.undecided.isVisibleTo(what)
    what.unreviewed.click()
    signed.wait()
    assert "nobody has decided: 2" in what.undecided.text() and what.undecided.isVisibleTo(what)
    assert signed.rows() == UNDECIDED
    signed.destination.folder.setText(str(tmp_path / "out"))
    assert "(2)" in signed.window.release.text()  # the others may leave
    signed.held.open.click()
    studio.wait_shown("2-otro")
    studio.controller.accept_all()
    studio.window.activateWindow()
    signed.window.activateWindow()
    studio.qtbot.waitUntil(lambda: not signed.work.stale)
    signed.wait()
    assert not what.undecided.isVisibleTo(what)
    # Now that it is decided, the name that the detector did not see a second time is found.
    assert signed.rows() == [LEAK]


def test_a_class_that_stays_holds_nothing_back_and_keys_answer_one_place_after_the_other_saying_who_and_why(
    signed, monkeypatch, afresh, reports
):
    signed.choose(NAME)
    signed.set_way(Way.KEEP)
    original, released = signed.preview.original, signed.preview.released
    for side in (original, released):
        drawn = {side.page.text[m.span.start : m.span.end]: m.decision for m in side.mentions.desk}
        assert drawn.pop("Lucía Quintanar Ríos") is drawn.pop("61 años") is Decision.PENDING
        assert set(drawn.values()) == {Decision.ACCEPTED}
    assert "broken line" in signed.preview.told.text()
    signed.select("Lucía")
    assert "Leave as it is" in signed.preview.place.text()

    signed.window.what.unreviewed.click()
    signed.wait()
    assert signed.rows() == UNDECIDED[1:]

    # A marked word that would survive refuses the release, and is told by its place.
    signed.set_way(Way.SURROGATE)
    signed.window.close()
    with monkeypatch.context() as survives:
        survives.setattr(Surrogates, "of", lambda *_: "Elena Quintanar")
        survives.setattr(released_module._Entities, "tag", lambda *_, **__: "[**Quintanar**]")
        signed.open()
    told = signed.window.messages.shown("failed").accessibleName()
    assert NAME in told and "line 1 of 1-uno" in told and "Quintanar" not in told
    assert not signed.window.release.isEnabled()

    # Keys answer.
    signed = of_another_folder(signed, afresh(reports))
    held, listed, key = signed.held, signed.held.list, signed.studio.key
    signed.window.what.unreviewed.click()
    signed.wait()
    assert signed.rows() == UNDECIDED and not held.why.isVisibleTo(held)
    held.allow.click()
    assert signed.rows() == UNDECIDED[1:]
    held.answered.click()
    listed.setCurrentItem(listed.topLevelItem(1))
    held.allow.click()
    held.answered.click()
    assert signed.rows() == UNDECIDED, "what was allowed is taken back"

    listed.setCurrentItem(listed.topLevelItem(0))
    key("?", listed)
    assert held.why.isVisibleTo(held) and held.why.text()
    held.reason.setCurrentIndex(1)
    key("N", listed)
    signed.wait()
    assert signed.rows() == UNDECIDED[1:]
    (answer,) = signed.work.project.kept(GATE_ANSWERS)["2-otro"]
    assert (answer.who, answer.reason) == ("Dra. Prueba", "Ordinary word")
    assert OTHER[answer.start : answer.end] == "Martín Olmedo Sanz"
    assert QApplication.focusWidget() is listed
    key("N", listed)
    signed.wait()
    assert signed.rows() == [] and not signed.work.prepared.is_held


def test_a_short_surname_in_the_name_of_a_report_holds_it(studio, reports):
    (reports / "1-uno.txt").rename(reports / "1-rios.txt")
    (reports / "3-nada.txt").rename(reports / "sanz.txt")  # of nobody in it
    studio.open(reports)
    sign(studio, "1-rios", "sanz")
    release = Release(studio)
    assert release.rows() == [("1-rios", NAME_TELLS)]
    release.show("sanz")
    release.held.list.setFocus()
    release.wait()
    assert release.texts()[0] == TEXT  # of the report that is chosen
