"""What leaves, where to and for whom, and what is written."""

from __future__ import annotations

import json
import os
import threading
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtCore import QDate, Qt
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
    of_another_folder,
    say_who,
    sign,
)


def test_looking_writes_nothing_only_signed_reports_leave_and_it_is_said_why_the_others_stay(studio, reports, afresh):
    (reports / "1-uno.ann").write_text(f"T1\t{NAME} 8 28\tLucía Quintanar Ríos\n")
    studio.open(reports)
    before = files(reports)
    release = Release(studio)
    assert release.work.names == ()
    say_who(release, "Dra. Prueba, dos lectores en brat")
    assert release.work.names == ("1-uno",) and release.texts()[0] == TEXT
    release.window.close()
    assert files(reports) == before

    # Only signed ones leave.
    reports = afresh(reports)
    studio.open(reports)
    release = Release(studio)
    assert release.work.names == () and not release.window.release.isEnabled()
    assert "No report may leave" in release.window.state.text()
    assert release.texts() == ("", "")
    release.window.close()

    sign(studio, "1-uno")
    release.open()
    what = release.window.what
    assert what.count.text() == "Reports that leave: 1" and release.work.names == ("1-uno",)
    top = what.list.topLevelItem(0)
    assert top.text(0) == "Not signed off: 2"
    assert [top.child(row).text(0) for row in range(2)] == ["2-otro", "3-nada"]
    assert not what.warning.isVisible()
    what.list.setCurrentItem(top.child(0))
    studio.key("Return", what.list)  # one that stays is opened for review
    studio.wait_shown("2-otro")
    what.unreviewed.click()
    release.wait()
    assert what.warning.isVisible() and what.count.text() == "Reports that leave: 3"
    assert release.work.names == ("1-uno", "2-otro", "3-nada") and not what.list.isVisible()


def test_it_is_said_for_whom_a_release_is_and_it_is_written_with_its_certificate_and_opened(
    signed, tmp_path, monkeypatch
):
    opened, out, page, claims = [], tmp_path / "out", signed.window.handover, signed.policy.claims
    # A policy of the European law wants to know for whom.
    signed.policy.fill("eu-pseudonymisation")
    signed.wait()
    signed.destination.folder.setText(str(out))
    assert "the recipient, the purpose" in page.problem and not signed.window.release.isEnabled()
    page.recipient.setText("Biobanco")
    page.purpose.setText("Sepsis")
    page.environment.setCurrentIndex(page.environment.findData(Environment.OPEN))
    assert "not public" in page.problem
    page.environment.setCurrentIndex(page.environment.findData(Environment.CONTROLLED))
    assert page.problem == "" == signed.window.problem and not page.wanted.isVisible()
    said, denied = load_policy("eu-pseudonymisation").claims_in("en")
    assert (claims.claims.text(), claims.denials.text()) == (f"✓ {said}", f"✗ {denied}")
    claims.shown.click()
    assert claims.claims.isHidden() and claims.denials.isHidden()

    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    signed.policy.fill("research")
    signed.wait()
    shown = signed.texts()[1]
    signed.destination.formats[OutputFormat.JSONL].click()
    page.agreement.setText("convenio 7")
    page.expires.setDate(QDate(2099, 1, 31))
    signed.release(out)
    assert (out / "1-uno.txt").read_text() == shown
    assert {"1-uno.ann", "1-uno.txt", "certificate.html", "certificate.json", "reports.jsonl"} <= set(files(out))
    certificate = json.loads((out / "certificate.json").read_text())
    assert certificate["policy"]["name"] == "research"
    handover = certificate["handover"]
    assert (handover["recipient"], handover["expires"]) == ("Biobanco", "2099-01-31")
    assert handover["environment"] == "controlled"

    banner = signed.window.messages.shown("done")
    assert "Reports released: 1" in banner.accessibleName()
    for button in banner.buttons:
        button.click()
    assert [url.toLocalFile().rstrip("/") for url in opened] == [str(out), str(out / "certificate.html")]
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    banner.buttons[1].click()  # what no program opens is told
    assert str(out / "certificate.html") in signed.window.messages.shown("failed").accessibleName()

    # What was said of it is proposed for the next.
    signed.window.close()
    signed.open()
    again = signed.window.handover.handover
    assert (again.recipient, again.agreement) == ("Biobanco", "convenio 7")
    assert again.expires == date.today() + timedelta(days=365)


def test_word_documents_leave_with_or_without_layout_and_pictures_or_it_is_told_why_not(signed, tmp_path, monkeypatch):
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

    # One that cannot leave is told before anything is released.
    error = DocumentMacrosError(path=tmp_path / "1-uno.docx")
    monkeypatch.setattr(
        OriginalDocuments, "checked", lambda _, doc, released, *rest: DocumentCheck(released, (0, 0, False), error)
    )
    docx.click()
    destination.layout_kept.setChecked(True)
    destination.folder.setText(str(tmp_path / "macros"))
    signed.wait()
    assert signed.rows() == [] and signed.window.problem == ""
    docx.click()
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
    assert not destination.layout_kept.isChecked() and signed.rows() == []
    signed.release(tmp_path / "macros")
    assert "1-uno.docx" in files(tmp_path / "macros")


def test_what_is_missing_or_lost_is_said_before_a_disk_that_refuses_is_told_and_what_is_cancelled_leaves_nothing(
    signed, tmp_path, monkeypatch, afresh, reports
):
    destination, said = signed.destination, signed.window.state.text
    vault, one, again = destination.vault, *destination.fields[0]
    assert said() == "Choose the folder of the release."
    destination.folder.setText("out")
    assert "whole path" in said()
    destination.folder.setText(str(tmp_path / "out"))
    destination.formats[OutputFormat.BRAT].click()
    assert "at least one form" in said()
    destination.formats[OutputFormat.TXT].click()
    vault.click()
    assert "Type the passphrase" in said()
    for words, strength, wanted in (
        ("una frase bastante larga", "Strong", "twice"),
        ("abc", "Weak", "four words"),
        ("perro mesa azul norte", "Good", "twice"),
    ):
        one.setText(words)
        assert strength in destination.hints[0].text() and wanted in said(), words
    one.setText("una frase bastante larga")
    again.setText("otra")
    assert "not the same" in destination.hints[0].text() and "twice" in said()
    again.setText("una frase bastante larga")
    assert signed.window.problem == "" and signed.window.release.isEnabled()
    destination.people.setCurrentIndex(1)
    assert "Type the passphrase" in said() and destination.fields[1][0].isVisibleTo(destination)
    destination.vault_path.selectAll()
    QTest.keyClicks(destination.vault_path, str(tmp_path / "informes" / "1-uno.txt"))
    assert "already" in said()

    # Where it goes, and what is lost without a vault.
    vault.click()
    destination.formats[OutputFormat.BRAT].click()
    assert str(tmp_path / "out") in said() and "BRAT" in said() and "codes" not in said() and "replaced" not in said()
    signed.choose(NAME)
    signed.set_way(Way.CODE)
    assert "Without a vault nothing undoes the codes" in said()
    vault.click()
    assert "nothing undoes" not in said()
    signed.set_way(Way.MASK)
    assert signed.work.policy.claims_in("en") == ("", "")
    assert "claims nothing" in signed.policy.claims.claims.text()  # somebody changed the policy

    # A disk that refuses.
    signed = of_another_folder(signed, afresh(reports))
    window, out, reached, go_on = signed.window, tmp_path / "out", threading.Event(), threading.Event()

    def refuse(target):
        raise WriteError(path=target, detail="no space")

    def slow(target):
        reached.set()
        go_on.wait(10)
        return whole_folder(target)

    monkeypatch.setattr(release_writing, "whole_folder", refuse)
    signed.destination.folder.setText(str(out))
    window.release.click()
    signed.wait()
    told = window.messages.shown("failed").accessibleName()
    assert "could not be written" in told and "Nothing was released" in told and "save again" not in told
    assert window.release.isEnabled() and window.messages.shown("done") is None

    # A folder in which nobody may write is told before.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path / "closed")
    (tmp_path / "closed").mkdir()
    signed.destination.folder.setText(str(tmp_path / "closed" / "here"))
    assert f"may not write in {tmp_path / 'closed'}" in window.state.text()
    assert not window.release.isEnabled()

    monkeypatch.setattr(release_writing, "whole_folder", slow)
    signed.destination.folder.setText(str(out))
    window.release.click()
    signed.studio.qtbot.waitUntil(reached.is_set)
    assert window.cancel.isVisible() and not window.release.isVisible()
    window.cancel.click()
    assert not window.cancel.isVisible() and window.release.isVisible()
    go_on.set()
    signed.work.jobs._pool.waitForDone()
    assert not out.exists()
    assert sorted(path.name for path in tmp_path.iterdir() if "out" in path.name) == []


def test_a_folder_that_cannot_be_is_told_before_and_an_earlier_release_is_replaced_when_that_is_said(
    signed, reports, tmp_path
):
    destination, window, out = signed.destination, signed.window, tmp_path / "out"
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
    for folder, missing in (
        (out, None),
        (tmp_path / "otu" / "new", tmp_path / "otu"),
        (tmp_path / "a" / "b" / "c", tmp_path / "a"),
    ):
        destination.folder.setText(str(folder))  # a folder that is not there may be mistyped: it is told, not refused
        assert window.release.isEnabled()
        assert destination.folder_told.isVisibleTo(destination) == (missing is not None)
        assert missing is None or f"no folder {missing} yet" in destination.folder_told.text()
    signed.release(out)
    assert not destination.folder_told.isVisibleTo(destination) and window.release.isEnabled()

    mine = out / "mine.txt"
    mine.write_text("")
    window.close()
    signed.open()
    destination, window = signed.destination, signed.window
    assert "earlier release" in destination.folder_told.text() and window.release.isEnabled()
    destination.folder.setText(str(tmp_path / "new"))
    assert not destination.folder_told.isVisibleTo(destination)
    destination.folder.setText(str(out))
    assert "is replaced" in window.state.text() and window.steps.currentIndex() == 0
    window.release.click()
    asked = signed.studio.box()
    assert "were added later" in asked.informativeText() and asked.defaultButton() is asked.escapeButton()
    asked.escapeButton().click()
    signed.wait()
    assert mine.exists()
    window.release.click()
    signed.studio.choose("Replace")
    signed.wait()
    assert not mine.exists() and (out / "1-uno.txt").exists()
