"""What leaves, where to and for whom, and what is written."""

from __future__ import annotations

import json
import os
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtCore import QDate, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest

from deid_studio.errors import DocumentMacrosError, WriteError
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Way, load_policy
from deid_studio.review.handover import Environment
from deid_studio.review.releasing import release_writing
from deid_studio.review.releasing.original_documents import DocumentCheck, OriginalDocuments
from tests.gui.features.releasing.release_driver import (
    NAME,
    TEXT,
    Release,
    files,
    say_who,
)


def test_only_signed_reports_leave_and_it_is_said_why_the_others_stay(signed):
    what = signed.window.what
    assert what.count.text() == "Reports that leave: 1" and signed.work.names == ("1-uno",)
    top = what.list.topLevelItem(0)
    assert top.text(0) == "Not signed off: 2"
    assert [top.child(row).text(0) for row in range(2)] == ["2-otro", "3-nada"]
    assert not what.warning.isVisible()
    what.list.setCurrentItem(top.child(0))
    signed.studio.key("Return", what.list)  # one that stays is opened for review
    signed.studio.wait_shown("2-otro")
    what.unreviewed.click()
    signed.wait()
    assert what.warning.isVisible() and what.count.text() == "Reports that leave: 3"
    assert signed.work.names == ("1-uno", "2-otro", "3-nada") and not what.list.isVisible()


def test_nothing_can_be_released_when_nothing_is_signed(studio, reports):
    studio.open(reports)
    release = Release(studio)
    assert release.work.names == () and not release.window.release.isEnabled()
    assert "No report may leave" in release.window.state.text()
    assert release.texts() == ("", "")


def test_looking_writes_nothing_where_nobody_has_decided_anything(studio, reports):
    (reports / "1-uno.ann").write_text(f"T1\t{NAME} 8 28\tLucía Quintanar Ríos\n")
    studio.open(reports)
    before = files(reports)
    release = Release(studio)
    assert release.work.names == ()
    say_who(release, "Dra. Prueba, dos lectores en brat")
    assert release.work.names == ("1-uno",) and release.texts()[0] == TEXT
    release.window.close()
    assert files(reports) == before


def test_a_release_is_written_with_its_certificate_and_can_be_opened(signed, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    shown = signed.texts()[1]
    signed.destination.formats[OutputFormat.JSONL].click()
    signed.release(tmp_path / "out")
    assert (tmp_path / "out" / "1-uno.txt").read_text() == shown
    assert {"1-uno.ann", "1-uno.txt", "certificate.html", "certificate.json", "reports.jsonl"} <= set(
        files(tmp_path / "out")
    )
    certificate = json.loads((tmp_path / "out" / "certificate.json").read_text())
    assert certificate["policy"]["name"] == "research"
    banner = signed.window.messages.shown("done")
    assert "Reports released: 1" in banner.accessibleName()
    for button in banner.buttons:
        button.click()
    assert opened == [QUrl.fromLocalFile(str(tmp_path / "out" / one)) for one in ("", "certificate.html")] or [
        url.toLocalFile().rstrip("/") for url in opened
    ] == [str(tmp_path / "out"), str(tmp_path / "out" / "certificate.html")]
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    banner.buttons[1].click()  # what no program opens is told
    assert str(tmp_path / "out" / "certificate.html") in signed.window.messages.shown("failed").accessibleName()


def test_word_documents_leave_with_or_without_layout_and_pictures(signed, tmp_path, monkeypatch):
    destination, docx = signed.destination, signed.destination.formats[OutputFormat.DOCX]
    docx.click()
    assert not destination.layout_kept.isVisibleTo(destination), "no report comes from a document"
    docx.click()
    signed.work.has_documents = True
    assert not destination.layout_kept.isVisibleTo(destination)
    docx.click()
    assert destination.layout_kept.isVisibleTo(destination) and destination.layout_kept.isChecked()
    destination.folder.setText(str(tmp_path / "out"))
    asked = signed.work.request(destination.destination)
    assert asked.keep_layout and not asked.keep_pictures
    destination.pictures_kept.click()
    assert signed.work.request(destination.destination).keep_pictures
    destination.layout_kept.click()
    asked = signed.work.request(destination.destination)
    assert not asked.keep_layout and not asked.keep_pictures and not destination.pictures_kept.isEnabled()
    signed.wait()
    signed.release(tmp_path / "out")
    assert "1-uno.docx" in files(tmp_path / "out")


def test_a_word_document_that_cannot_leave_is_told_before_anything_is_released(signed, tmp_path, monkeypatch):
    error = DocumentMacrosError(path=tmp_path / "1-uno.docx")
    monkeypatch.setattr(
        OriginalDocuments, "checked", lambda _, doc, released, *rest: DocumentCheck(released, (0, 0, False), error)
    )
    signed.work.has_documents = True
    signed.destination.folder.setText(str(tmp_path / "out"))
    assert signed.rows() == [] and signed.window.problem == ""
    signed.destination.formats[OutputFormat.DOCX].click()
    signed.wait()
    ((reason, what),) = signed.rows()
    assert what == "Word document that cannot leave as it is"
    assert reason == "1-uno.docx holds macros and cannot be released in its layout."
    assert signed.held.list.topLevelItem(0).isFirstColumnSpanned()
    assert "holds the release back" in signed.window.problem and not signed.window.release.isEnabled()
    assert "hold the release back: 1" in signed.held.told.text()
    QTest.keyClick(signed.held.list, Qt.Key.Key_Return)  # there is no place to go to
    assert signed.held.allow.text().replace("&", "") == "Without the layout of Word"
    signed.held.allow.click()
    signed.wait()
    assert not signed.destination.layout_kept.isChecked() and signed.rows() == []
    signed.release(tmp_path / "out")
    assert "1-uno.docx" in files(tmp_path / "out")


def test_what_is_missing_is_said(signed, tmp_path):
    destination, window = signed.destination, signed.window
    assert window.state.text() == "Choose the folder of the release."
    destination.folder.setText("out")
    assert "whole path" in window.state.text()
    destination.folder.setText(str(tmp_path / "out"))
    destination.formats[OutputFormat.BRAT].click()
    assert "at least one form" in window.state.text()
    destination.formats[OutputFormat.TXT].click()
    destination.vault.click()
    assert "Type the passphrase" in window.state.text()
    destination.fields[0][0].setText("una frase bastante larga")
    assert "Strong" in destination.hints[0].text() and "twice" in window.state.text()
    destination.fields[0][0].setText("abc")
    assert "Weak" in destination.hints[0].text() and "four words" in window.state.text()
    destination.fields[0][0].setText("perro mesa azul norte")
    assert "Good" in destination.hints[0].text() and "twice" in window.state.text()
    destination.fields[0][0].setText("una frase bastante larga")
    destination.fields[0][1].setText("otra")
    assert "not the same" in destination.hints[0].text() and "twice" in window.state.text()
    destination.fields[0][1].setText("una frase bastante larga")
    assert window.problem == "" and window.release.isEnabled()
    destination.people.setCurrentIndex(1)
    assert "Type the passphrase" in window.state.text() and destination.fields[1][0].isVisibleTo(destination)
    destination.vault_path.selectAll()
    QTest.keyClicks(destination.vault_path, str(tmp_path / "informes" / "1-uno.txt"))
    assert "already" in window.state.text()


def test_a_folder_that_cannot_be_is_told_before_and_an_earlier_release_is_named(signed, reports, tmp_path):
    destination, window = signed.destination, signed.window
    (tmp_path / "file").write_text("")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.doc").write_text("")
    for folder, why in (
        (reports, "the original reports are there"),
        (tmp_path, "the original reports are there"),
        (reports / "out", "it is among the original reports"),
        (tmp_path / "file", "it is no folder"),
        (tmp_path / "file" / "out", "is a file"),
        (tmp_path / "mine", "it holds other files"),
    ):
        destination.folder.setText(str(folder))
        assert why in window.state.text() and not window.release.isEnabled()
        assert why in destination.folder_told.text() and destination.folder_told.isVisibleTo(destination)
    signed.release(tmp_path / "out")
    assert not destination.folder_told.isVisibleTo(destination) and window.release.isEnabled()
    signed.window.close()
    signed.open()
    assert "earlier release" in signed.destination.folder_told.text() and signed.window.release.isEnabled()
    signed.destination.folder.setText(str(tmp_path / "new"))
    assert not signed.destination.folder_told.isVisibleTo(signed.destination)


def test_where_it_goes_what_is_lost_and_what_is_no_longer_claimed_is_said_before(signed, tmp_path):
    signed.destination.folder.setText(str(tmp_path / "out"))
    said = signed.window.state.text
    assert str(tmp_path / "out") in said() and "BRAT" in said() and "codes" not in said() and "replaced" not in said()
    signed.choose(NAME)
    signed.set_way(Way.CODE)
    assert "Without a vault nothing undoes the codes" in said()
    signed.destination.vault.click()
    assert "nothing undoes" not in said()
    signed.set_way(Way.MASK)
    assert signed.work.policy.claims_in("en") == ("", "")
    assert "claims nothing" in signed.policy.claims.claims.text()  # somebody changed the policy


def test_an_earlier_release_is_replaced_only_when_that_is_said(signed, tmp_path):
    signed.release(tmp_path / "out")
    mine = tmp_path / "out" / "mine.txt"
    mine.write_text("")
    signed.window.close()
    signed.open()
    assert "is replaced" in signed.window.state.text() and signed.window.steps.currentIndex() == 0
    signed.window.release.click()
    asked = signed.studio.box()
    assert "were added later" in asked.informativeText() and asked.defaultButton() is asked.escapeButton()
    asked.escapeButton().click()
    signed.wait()
    assert mine.exists()
    signed.window.release.click()
    signed.studio.choose("Replace")
    signed.wait()
    assert not mine.exists() and (tmp_path / "out" / "1-uno.txt").exists()


def test_a_disk_or_a_folder_that_refuses_is_told_and_everything_stays(signed, tmp_path, monkeypatch):
    def refuse(target):
        raise WriteError(path=target, detail="no space")

    monkeypatch.setattr(release_writing, "whole_folder", refuse)
    signed.destination.folder.setText(str(tmp_path / "out"))
    signed.window.release.click()
    signed.wait()
    told = signed.window.messages.shown("failed").accessibleName()
    assert "could not be written" in told and "Nothing was released" in told and "save again" not in told
    assert signed.window.release.isEnabled() and signed.window.messages.shown("done") is None
    # A folder in which nobody may write is told before.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path / "closed")
    (tmp_path / "closed").mkdir()
    signed.destination.folder.setText(str(tmp_path / "closed" / "out"))
    assert f"may not write in {tmp_path / 'closed'}" in signed.window.state.text()
    assert not signed.window.release.isEnabled()


def test_writing_can_be_cancelled_and_leaves_nothing(signed, tmp_path, monkeypatch, qtbot):
    import threading

    reached, go_on = threading.Event(), threading.Event()

    def slow(target):
        reached.set()
        go_on.wait(10)
        return whole_folder(target)

    monkeypatch.setattr(release_writing, "whole_folder", slow)
    signed.destination.folder.setText(str(tmp_path / "out"))
    signed.window.release.click()
    qtbot.waitUntil(reached.is_set)
    assert signed.window.cancel.isVisible() and not signed.window.release.isVisible()
    signed.window.cancel.click()
    assert not signed.window.cancel.isVisible() and signed.window.release.isVisible()
    go_on.set()
    signed.work.jobs._pool.waitForDone()
    assert not (tmp_path / "out").exists()
    assert sorted(path.name for path in tmp_path.iterdir() if "out" in path.name) == []


def test_a_policy_of_the_european_law_wants_to_know_for_whom_a_release_is(signed, tmp_path):
    page = signed.window.handover
    signed.policy.fill("eu-pseudonymisation")
    signed.wait()
    signed.destination.folder.setText(str(tmp_path / "out"))
    assert "the recipient, the purpose" in page.problem and not signed.window.release.isEnabled()
    page.recipient.setText("Biobanco")
    page.purpose.setText("Sepsis")
    page.environment.setCurrentIndex(page.environment.findData(Environment.OPEN))
    assert "not public" in page.problem
    page.environment.setCurrentIndex(page.environment.findData(Environment.CONTROLLED))
    assert page.problem == "" == signed.window.problem and not page.wanted.isVisible()
    said, denied = load_policy("eu-pseudonymisation").claims_in("en")
    claims = signed.policy.claims
    assert (claims.claims.text(), claims.denials.text()) == (f"✓ {said}", f"✗ {denied}")
    claims.shown.click()
    assert claims.claims.isHidden() and claims.denials.isHidden()


def test_what_was_said_of_a_release_is_certified_and_proposed_for_the_next(signed, tmp_path):
    page = signed.window.handover
    page.recipient.setText("Biobanco")
    page.environment.setCurrentIndex(page.environment.findData(Environment.CONTROLLED))
    page.agreement.setText("convenio 7")
    page.expires.setDate(QDate(2099, 1, 31))
    signed.release(tmp_path / "out")
    handover = json.loads((tmp_path / "out" / "certificate.json").read_bytes())["handover"]
    assert (handover["recipient"], handover["expires"]) == ("Biobanco", "2099-01-31")
    assert handover["environment"] == "controlled"
    signed.window.close()
    signed.open()
    again = signed.window.handover.handover
    assert (again.recipient, again.agreement) == ("Biobanco", "convenio 7")
    assert again.expires == date.today() + timedelta(days=365)
