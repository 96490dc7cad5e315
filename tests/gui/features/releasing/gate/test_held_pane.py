"""What holds a release back, and how it is answered."""

from __future__ import annotations

import json

import pytest
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
    say_who,
    sign,
)


def test_a_marked_word_that_would_survive_refuses_the_release_and_is_told_by_its_place(studio, reports, monkeypatch):
    monkeypatch.setattr(Surrogates, "of", lambda *_: "Elena Quintanar")
    monkeypatch.setattr(released_module._Entities, "tag", lambda *_, **__: "[**Quintanar**]")
    studio.open(reports)
    sign(studio, "1-uno")
    window = Release(studio).window
    told = window.messages.shown("failed").accessibleName()
    assert NAME in told and "line 1 of 1-uno" in told and "Quintanar" not in told
    assert not window.release.isEnabled()


def test_a_leak_holds_the_release_back_and_is_shown_beside_the_original(leaking, tmp_path):
    leaking.destination.folder.setText(str(tmp_path / "out"))
    assert leaking.rows() == [("2-otro", "Marked elsewhere: Patient name")]
    item = leaking.held.list.topLevelItem(0)
    assert "Martín Olmedo Sanz" in item.text(2) and "Martín Olmedo Sanz" in item.text(3)
    assert leaking.window.release.text() == "&Release (1)" and "Held" in leaking.window.state.text()
    assert "⚠ 1" in leaking.preview.reports.item(1).text()
    leaking.studio.key("Return", leaking.held.list)
    leaking.wait()
    original, released = leaking.preview.original, leaking.preview.released
    assert leaking.texts()[0] == OTHER and QApplication.focusWidget() is released
    place = original.mentions.desk[original.current].span
    assert (place.start, place.end) == (OTHER.rindex("Martín"), OTHER.rindex("Martín") + 18)
    assert original.mentions.desk[original.current].decision is Decision.PENDING
    assert "would leave as it is" in leaking.preview.told.text()


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


def test_what_is_no_personal_data_is_allowed_remembered_and_taken_back(leaking, tmp_path, reports):
    leaking.held.allow.click()
    assert leaking.rows() == [] and not leaking.work.prepared.held
    leaking.window.close()
    leaking.open()
    assert leaking.rows() == []
    leaking.held.answered.click()
    assert leaking.rows() == [("2-otro", "No personal data, said Dra. Prueba")]
    leaking.held.allow.click()
    leaking.held.answered.click()
    assert leaking.rows() == [("2-otro", "Marked elsewhere: Patient name")]
    assert not any(leaking.work.project.kept(GATE_ANSWERS).values())


def test_a_leak_is_marked_in_the_review_window_and_the_release_takes_it_up(leaking, tmp_path):
    studio = leaking.studio
    leaking.destination.folder.setText(str(tmp_path / "out"))
    leaking.held.open.click()
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


def test_keys_answer_one_place_after_the_other_and_the_answer_says_who_and_why(signed):
    signed.window.what.unreviewed.click()
    signed.wait()
    listed = signed.held.list
    assert len(signed.rows()) == 2 and not signed.held.why.isVisibleTo(signed.held)
    signed.studio.key("?", listed)
    assert signed.held.why.isVisibleTo(signed.held) and signed.held.why.text()
    signed.held.reason.setCurrentIndex(1)
    signed.studio.key("N", listed)
    signed.wait()
    assert [what for _, what in signed.rows()] == ["Not decided: Dates"]
    (answer,) = signed.work.project.kept(GATE_ANSWERS)["2-otro"]
    assert (answer.who, answer.reason) == ("Dra. Prueba", "Ordinary word")
    assert OTHER[answer.start : answer.end] == "Martín Olmedo Sanz"
    assert QApplication.focusWidget() is listed
    signed.studio.key("N", listed)
    signed.wait()
    assert signed.rows() == [] and not signed.work.prepared.is_held


def test_the_list_tells_its_keys_and_every_way_from_it_and_back_has_one(leaking):
    held, studio = leaking.held, leaking.studio
    assert "⏎" in held.keys.text() and "Esc" in held.keys.text() and held.keys.isVisibleTo(held)
    for button, key in ((held.mark, "(M)"), (held.sign, "(S)"), (held.allow, "(N)"), (held.explain, "(?)")):
        assert button.text().endswith(key)
    studio.key("Return", held.list)
    leaking.wait()
    assert QApplication.focusWidget() is leaking.preview.released
    studio.key("Escape", leaking.preview.released)
    assert QApplication.focusWidget() is held.list and leaking.window.isVisible()
    asked: list[str] = []
    leaking.window.review_wanted.connect(lambda report, *_: asked.append(report))
    assert held.open.text().endswith("(O)")
    studio.key("O", held.list)
    assert asked == ["2-otro"]


@pytest.mark.parametrize("shown", ["1-uno", "2-otro"])
def test_a_place_is_marked_and_its_report_signed_again_by_one_key(leaking, tmp_path, shown):
    """Whether it is open in the review window or not."""
    leaking.studio.show(shown)
    leaking.window.activateWindow()
    leaking.wait()
    assert leaking.held.phi_class.currentData() == NAME
    leaking.studio.key("S", leaking.held.list)
    leaking.wait()
    assert not leaking.work.prepared.is_held and leaking.work.names == ("1-uno", "2-otro")
    session = leaking.work.project.open("2-otro")
    assert session.signed and [one.reviewer for one in session.signatures] == ["Dra. Prueba"] * 2
    assert (OTHER.rindex("Martín"), NAME) in {(span.start, span.phi_class) for span in session.desk.decided_spans}
    leaking.release(tmp_path / "out")
    assert "Olmedo" not in (tmp_path / "out" / "2-otro.txt").read_text()


def test_a_mark_alone_leaves_the_report_to_be_signed(leaking):
    leaking.studio.key("M", leaking.held.list)
    leaking.wait()
    assert leaking.work.names == ("1-uno",) and not leaking.work.prepared.is_held
    assert not leaking.work.project.open("2-otro").signed


def test_held_reports_stay_and_the_others_leave_when_that_is_said(leaking, tmp_path):
    leaking.destination.folder.setText(str(tmp_path / "out"))
    leaking.window.release.click()
    assert not (tmp_path / "out").exists()
    leaking.studio.choose("Release the others")
    leaking.wait()
    assert {"1-uno.txt", "1-uno.ann"} <= set(files(tmp_path / "out"))
    assert "2-otro.txt" not in files(tmp_path / "out")
    assert json.loads((tmp_path / "out" / "certificate.json").read_bytes())["left_out"] == {"not-signed": 1, "held": 1}


def test_a_check_is_stopped_and_goes_on(leaking, monkeypatch):
    leaking.work.stop_check()
    assert leaking.held.stop.isVisibleTo(leaking.held) and "stopped" in leaking.held.told.text()
    assert leaking.window.problem and len(leaking.rows()) == 1  # what it found is still there to be answered
    leaking.held.stop.click()
    leaking.wait()
    assert leaking.work.prepared.is_held and not leaking.held.stop.isVisibleTo(leaking.held)


def test_a_report_whose_name_tells_is_numbered(studio, reports, tmp_path):
    (reports / "1-uno.txt").rename(reports / "lucia quintanar rios.txt")
    studio.open(reports)
    sign(studio, "lucia quintanar rios")
    release = Release(studio)
    release.destination.folder.setText(str(tmp_path / "out"))
    assert release.rows() == [("lucia quintanar rios", "The report's name tells whose it is")]
    assert "Number them" in release.destination.telling.text() and not release.window.release.isEnabled()
    release.held.allow.click()
    assert release.destination.numbered.isChecked() and release.rows() == []
    release.release(tmp_path / "out")
    assert "report-0001.txt" in files(tmp_path / "out")


def test_what_is_suggested_and_not_decided_holds_unsigned_reports_back(signed, tmp_path):
    signed.main.preferences.change(follow_decisions=False)  # what the detector does not see would be suggested
    what = signed.window.what
    assert not what.undecided.isVisibleTo(what)
    signed.window.what.unreviewed.click()
    signed.wait()
    assert "nobody has decided: 2" in what.undecided.text() and what.undecided.isVisibleTo(what)
    assert signed.rows() == [
        ("2-otro", "Not decided: Patient name"), ("2-otro", "Not decided: Dates"),
    ]  # fmt: skip
    signed.destination.folder.setText(str(tmp_path / "out"))
    assert "(2)" in signed.window.release.text()  # the others may leave
    signed.held.open.click()
    signed.studio.wait_shown("2-otro")
    signed.studio.controller.accept_all()
    signed.studio.window.activateWindow()
    signed.window.activateWindow()
    signed.studio.qtbot.waitUntil(lambda: not signed.work.stale)
    signed.wait()
    assert not what.undecided.isVisibleTo(what)
    # Now that it is decided, the name that the detector did not see a second time is found.
    assert signed.rows() == [("2-otro", "Marked elsewhere: Patient name")]


def test_a_suggestion_that_is_no_personal_data_is_allowed(signed):
    signed.window.what.unreviewed.click()
    signed.wait()
    signed.held.allow.click()
    assert signed.rows() == [("2-otro", "Not decided: Dates")]


def test_a_suggestion_of_a_class_that_stays_holds_nothing_back(signed):
    signed.window.what.unreviewed.click()
    signed.choose(NAME)
    signed.set_way(Way.KEEP)
    assert [what for _, what in signed.rows()] == ["Not decided: Dates"]


def test_keys_walk_the_hits_and_each_is_seen_in_the_preview(studio, reports):
    (reports / "2-otro.txt").write_text(f"{OTHER}Ref. 123456789.\n")
    studio.window.preferences.change(follow_decisions=False)
    studio.open(reports)
    sign(studio, "1-uno", "2-otro")
    release = Release(studio)
    assert len(release.rows()) == 2 and release.texts()[0] == TEXT
    tree, released = release.held.list, release.preview.released
    studio.key("Down", tree)
    release.wait()
    assert "123456789" in release.texts()[0] and QApplication.focusWidget() is tree
    span = released.mentions.desk[released.current].span
    assert released.page.text[span.start : span.end] == "123456789"
    studio.key("Up", tree)
    assert released.page.text[released.mentions.desk[released.current].span.start :].startswith("Martín")


def test_it_is_said_of_how_many_patients_something_is_known(signed, monkeypatch):
    what, asked = signed.window.what, []
    assert "known: 0 of 1" in what.patients.text()
    monkeypatch.setattr(signed.main.patient_tables, "choose", lambda: asked.append(True))
    what.open_table.click()
    assert asked == [True]


def test_what_stays_as_it_was_is_drawn_by_a_broken_line(signed):
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
