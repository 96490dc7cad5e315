"""Word, PDF and other documents in the window: offered, converted beside the original, reviewed like any report."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog

from deid_studio.batch import conversion
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
    studio.qtbot.waitUntil(lambda: (banner := studio.window.messages.shown(topic)) is not None and words in banner.text)
    banner = studio.window.messages.shown(topic)
    return f"{banner.text} {banner.detail}"


def press(studio, topic: str, button: str) -> None:
    studio.banner_button(topic, button).click()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_documents_are_converted_and_reviewed(studio, letters):
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


def test_what_could_not_be_read_is_told_again_in_the_next_window(make_studio, letters):
    first = make_studio()
    first.window.open_folder(letters)
    wait_banner(first, "documents")
    press(first, "documents", "Convert")
    first.wait_shown("alta.docx")
    first.window.close()
    second = make_studio()
    second.open(letters, "consulta.pdf")
    assert "scanned" in wait_banner(second, "document")
    assert second.window.messages.shown("documents") is None


def test_one_bad_document_does_not_stop_the_others(studio, letters):
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


def test_a_document_that_changes_is_told_and_a_reviewed_text_stays(studio, letters, docx):
    studio.window.open_folder(letters)
    wait_banner(studio, "documents")
    press(studio, "documents", "Convert")
    studio.wait_shown("alta.docx")
    studio.qtbot.waitUntil(lambda: len(studio.texts("pending")) == 2)
    studio.controller.reject_all()
    before = (letters / "alta.docx.txt").read_bytes()
    (letters / "alta.docx").write_bytes(docx("Otra"))
    (letters / "consulta.pdf").write_bytes(b"{\\rtf1 Nueva consulta de Ana}")

    studio.controller.refresh_folder()
    assert "(2): alta.docx, consulta.pdf" in wait_banner(studio, "changed_documents")
    press(studio, "changed_documents", "again")
    assert "alta.docx.txt stays as it was" in wait_banner(studio, "converted")
    assert (letters / "alta.docx.txt").read_bytes() == before
    assert (letters / "consulta.pdf.txt").read_bytes() == b"Nueva consulta de Ana\n"
    studio.wait_shown("alta.docx")
    assert len(studio.texts("rejected")) == 2


@pytest.fixture
def converting(studio, letters, monkeypatch):
    """A window that converts documents and would never be done."""

    def wait(self, raw, path, look):
        while True:
            look()

    monkeypatch.setattr(conversion.ConversionProcess, "convert", wait)
    studio.window.open_folder(letters)
    wait_banner(studio, "documents")
    press(studio, "documents", "Convert")
    wait_banner(studio, "conversion", "Converting")
    return studio


def test_conversion_can_be_cancelled(converting, letters):
    press(converting, "conversion", "Cancel")
    wait_banner(converting, "documents", "(2)")
    assert names(letters) == ["alta.docx", "consulta.pdf"]


def test_the_window_closes_while_documents_are_converted(converting, letters):
    assert converting.window.close()
    assert names(letters) == ["alta.docx", "consulta.pdf"]


def test_a_folder_that_cannot_be_written_says_so(studio, letters, monkeypatch):
    from deid_studio.errors import WriteError
    from deid_studio.formats.conversion import record

    def refuse(path, *_, **__):
        raise WriteError(path=path, detail="read-only")

    monkeypatch.setattr(record, "write_file", refuse)
    studio.window.open_folder(letters)
    wait_banner(studio, "documents")
    press(studio, "documents", "Convert")
    assert "could not be written" in wait_banner(studio, "converted")
    wait_banner(studio, "documents", "(2)")


# --- dropping and choosing files -----------------------------------------------------------------------------


def test_a_dropped_report_opens_its_folder_at_the_report(studio, reports):
    drop(studio, reports / "2-radiologia.txt")
    studio.wait_shown("2-radiologia")
    opened = studio.controller.folder
    (reports / "10-nota.ann").write_bytes(b"")
    drop(studio, reports / "10-nota.ann")
    studio.wait_shown("10-nota")
    assert studio.controller.folder is opened, "a report of the open folder is shown at once"


def test_a_dropped_document_is_offered_first(studio, letters):
    (letters / "nota.txt").write_bytes(b"Nota")
    drop(studio, letters / "consulta.pdf")
    assert "(1): consulta.pdf." in wait_banner(studio, "documents")
    assert [button.text() for button in studio.window.messages.shown("documents").buttons] == [
        "Convert",
        "Convert all (2)",
    ]
    press(studio, "documents", "Convert")
    studio.wait_shown("consulta.pdf")
    assert "(1): alta.docx." in wait_banner(studio, "documents")
    assert not (letters / "alta.docx.txt").exists()


def test_what_can_be_opened_is_taken_as_it_is_dragged_in(studio, letters):
    for name, taken in (("alta.docx", True), ("", True), ("foto.png", False)):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(letters / name))])
        event = QDragEnterEvent(
            QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        event.ignore()
        studio.window.dragEnterEvent(event)
        assert event.isAccepted() == taken


def test_what_is_neither_folder_nor_report_is_not_taken(studio, tmp_path):
    (tmp_path / "foto.png").write_bytes(b"x")
    drop(studio, tmp_path / "foto.png")
    assert studio.window.page.open_button.isVisible()
    assert not studio.controller.jobs.running("folder")


def test_files_of_two_folders_are_not_opened_at_once(studio, reports, letters):
    drop(studio, reports / "1-alta.txt", letters / "alta.docx")
    assert "informes" in wait_banner(studio, "elsewhere")
    studio.wait_shown("1-alta")


def test_files_are_chosen_in_a_dialog(studio, reports):
    studio.window.actions_by_id["open_files"].trigger()
    dialog = studio.window.findChild(QFileDialog)
    assert "*.docx" in dialog.nameFilters()[0]
    dialog.filesSelected.emit([str(reports / "2-radiologia.txt")])
    dialog.close()
    studio.wait_shown("2-radiologia")


def test_a_file_that_does_not_exist_is_told(studio, tmp_path):
    studio.window.opening.open([tmp_path / "nada.docx"])
    studio.qtbot.waitUntil(lambda: "nada.docx" in studio.window.page.title.text())
