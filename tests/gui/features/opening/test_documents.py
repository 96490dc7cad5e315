"""Word, PDF and other documents in the window: offered, converted beside the original, reviewed like any report."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog

from deid_studio.batch import conversion
from deid_studio.errors import WriteError
from deid_studio.formats.conversion import record
from deid_studio.formats.folder import read_pair

LETTER = ("INFORME DE ALTA", "Nombre: Lucía Quintanar Ríos.", "Fecha: 03/04/2021.")


@pytest.fixture
def letters(tmp_path: Path, docx, pdf) -> Path:
    """A folder with a Word document that has a header, and a PDF with a scanned page."""

    def with_header(document) -> None:
        document.sections[0].header.paragraphs[0].text = "Hospital de Villabrezo"

    folder = tmp_path / "cartas"
    folder.mkdir()
    (folder / "alta.docx").write_bytes(docx(*LETTER, shape=with_header))
    scanned = pdf(["Nombre: Ana Soto Gil.", "Edad: 61 años."], lambda canvas: canvas.rect(9, 9, 99, 99))
    (folder / "consulta.pdf").write_bytes(scanned)
    return folder


def drop(studio, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    studio.window.dropEvent(event)


def wait_banner(studio, topic: str, words: str = "") -> str:
    def told() -> str:
        banner = studio.window.messages.shown(topic)
        return "" if banner is None else f"{banner.text} {banner.detail}"

    studio.qtbot.waitUntil(lambda: bool(told()) and words in told())
    return told()


def press(studio, topic: str, button: str) -> None:
    studio.banner_button(topic, button).click()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_documents_are_converted_and_reviewed_and_what_could_not_be_read_is_told_in_the_next_window_too(
    make_studio, letters
):
    studio = make_studio()
    studio.window.open_folder(letters)
    told = wait_banner(studio, "documents")
    assert "(2): alta.docx, consulta.pdf." in told
    assert "Convert them with the button above" in studio.window.page.detail.text()
    assert names(letters) == ["alta.docx", "consulta.pdf"], "looking writes nothing"

    press(studio, "documents", "Convert")
    studio.qtbot.waitUntil(lambda: studio.controller.session is not None)
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
    assert studio.controller.session.name == "alta.docx"
    assert studio.controller.session.text == "\n".join(("Hospital de Villabrezo\n", *LETTER, ""))
    assert "headers and footers" in wait_banner(studio, "document")
    assert studio.window.messages.shown("documents") is None

    studio.qtbot.waitUntil(lambda: len(studio.texts("pending")) == 2)
    studio.controller.accept_all()
    studio.save()
    report, ann = read_pair(letters / "alta.docx.txt")
    assert [span.text(report.document.text) for span in ann.spans] == ["Lucía Quintanar Ríos", "03/04/2021"]

    studio.controller.sign_off()
    studio.wait_shown("consulta.pdf")
    assert {path.name for path in (letters / "retraining" / "brat").iterdir()} >= {"alta.docx.txt", "alta.docx.ann"}
    assert "pages without a text layer (scanned): 1" in wait_banner(studio, "document")
    studio.window.close()
    assert (letters / "alta.docx.ann").exists()

    again = make_studio()
    again.open(letters, "consulta.pdf")
    assert "scanned" in wait_banner(again, "document")
    assert again.window.messages.shown("documents") is None


def test_a_bad_document_does_not_stop_the_others_and_a_text_that_was_reviewed_stays_when_its_document_changes(
    studio, letters, docx
):
    (letters / "roto.docx").write_bytes(b"PK\x03\x04")
    (letters / "vacio.html").write_bytes(b"")
    (letters / "nota.txt").write_bytes(b"Nota")
    studio.open(letters)
    wait_banner(studio, "documents", "(4)")
    press(studio, "documents", "Convert")
    told = wait_banner(studio, "converted")
    assert "could not be converted: 2" in told
    assert "roto.docx cannot be read: it is damaged" in told
    assert "vacio.html holds no text" in told
    studio.qtbot.waitUntil(lambda: studio.controller.folder.names == ("alta.docx", "consulta.pdf", "nota"))
    studio.wait_shown("nota")
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("documents"))
    assert studio.window.messages.shown("documents") is None, "what failed is not offered again at once"

    studio.show("alta.docx")
    studio.qtbot.waitUntil(lambda: len(studio.texts("pending")) == 2)
    studio.controller.reject_all()
    before = (letters / "alta.docx.txt").read_bytes()
    (letters / "alta.docx").write_bytes(docx("Otra"))
    (letters / "consulta.pdf").write_bytes(b"{\\rtf1 Nueva consulta de Ana}")

    studio.controller.refresh_folder()
    assert "(2): alta.docx, consulta.pdf" in wait_banner(studio, "changed_documents")
    press(studio, "changed_documents", "again")
    assert "alta.docx.txt stays as it was" in wait_banner(studio, "converted", "stays")
    assert (letters / "alta.docx.txt").read_bytes() == before
    assert (letters / "consulta.pdf.txt").read_bytes() == b"Nueva consulta de Ana\n"
    studio.wait_shown("alta.docx")
    assert len(studio.texts("rejected")) == 2


def test_conversion_is_cancelled_by_a_button_and_by_closing_and_what_cannot_be_written_is_told(
    studio, letters, monkeypatch
):
    def refuse(path, *_, **__):
        raise WriteError(path=path, detail="read-only")

    def never_done(self, raw, path, look):
        while True:
            look()

    studio.window.open_folder(letters)
    wait_banner(studio, "documents")
    with monkeypatch.context() as slow:
        slow.setattr(conversion.ConversionProcess, "convert", never_done)
        press(studio, "documents", "Convert")
        wait_banner(studio, "conversion", "Converting")
        press(studio, "conversion", "Cancel")
        wait_banner(studio, "documents", "(2)")
    assert names(letters) == ["alta.docx", "consulta.pdf"]

    with monkeypatch.context() as read_only:
        read_only.setattr(record, "write_file", refuse)
        press(studio, "documents", "Convert")
        assert "could not be written" in wait_banner(studio, "converted")
        wait_banner(studio, "documents", "(2)")

    monkeypatch.setattr(conversion.ConversionProcess, "convert", never_done)
    before = sorted(letters.rglob("*"))
    press(studio, "documents", "Convert")
    wait_banner(studio, "conversion", "Converting")
    assert studio.window.close()
    assert sorted(letters.rglob("*")) == before


# --- dropping and choosing files -----------------------------------------------------------------------------


def test_a_file_that_can_be_opened_is_dropped_or_chosen_and_no_other(studio, reports, letters, tmp_path):
    for name, taken in (("alta.docx", True), ("", True), ("foto.png", False)):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(letters / name))])
        event = QDragEnterEvent(
            QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        event.ignore()
        studio.window.dragEnterEvent(event)
        assert event.isAccepted() == taken, name
    (tmp_path / "foto.png").write_bytes(b"x")
    drop(studio, tmp_path / "foto.png")
    assert studio.window.page.open_button.isVisible()
    assert not studio.controller.jobs.running("folder")
    studio.window.opening.open([tmp_path / "nada.docx"])
    studio.qtbot.waitUntil(lambda: "nada.docx" in studio.window.page.title.text())

    # A report opens its folder, and is shown at once where that is open.
    drop(studio, reports / "2-radiologia.txt")
    studio.wait_shown("2-radiologia")
    opened = studio.controller.folder
    (reports / "10-nota.ann").write_bytes(b"")
    drop(studio, reports / "10-nota.ann")
    studio.wait_shown("10-nota")
    assert studio.controller.folder is opened

    # Files of two folders are not opened at once.
    drop(studio, reports / "1-alta.txt", letters / "alta.docx")
    assert "informes" in wait_banner(studio, "elsewhere")
    studio.wait_shown("1-alta")

    # A document is offered first.
    (letters / "nota.txt").write_bytes(b"Nota")
    drop(studio, letters / "consulta.pdf")
    assert "(1): consulta.pdf." in wait_banner(studio, "documents")
    offered = [button.text() for button in studio.window.messages.shown("documents").buttons]
    assert offered == ["Convert", "Convert all (2)"]
    press(studio, "documents", "Convert")
    studio.wait_shown("consulta.pdf")
    assert "(1): alta.docx." in wait_banner(studio, "documents")
    assert not (letters / "alta.docx.txt").exists()

    studio.window.actions_by_id["open_files"].trigger()
    dialog = studio.window.findChild(QFileDialog)
    assert "*.docx" in dialog.nameFilters()[0]
    dialog.filesSelected.emit([str(reports / "2-radiologia.txt")])
    dialog.close()
    studio.wait_shown("2-radiologia")
