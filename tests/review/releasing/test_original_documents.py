"""Word documents are looked at in the check: what cannot leave is known, and told, before a person releases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deid_studio.errors import DocumentNotCleanError, DocumentsRefusedError, DocumentTextChangedError
from deid_studio.formats.conversion.documents import convert, text_path
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.progress import Progress
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import load_policy
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.releasing import original_documents
from deid_studio.review.releasing.release_preparation import check, gather
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_writing import write_release

NAME = "Nuria Belmonte"


@pytest.fixture
def request_of(tmp_path, tagset, docx):
    folder = tmp_path / "cartas"
    folder.mkdir()
    for name in ("a", "b"):
        path = folder / f"{name}.docx"
        path.write_bytes(docx(f"Paciente: {NAME}", "Sin hallazgos."))
        made = convert(path.read_bytes(), path)
        ConversionRecord(folder, PRIVATE).write(path, path.read_bytes(), made)
        at = made.text.index(NAME)
        line = f"T1\tNOMBRE_SUJETO_ASISTENCIA {at} {at + len(NAME)}\t{NAME}\n"
        text_path(path).with_suffix(".ann").write_text(line)
    project = Project(folder, tagset, "x")
    yield ReleaseRequest(
        project, load_policy("meddocan-tags"), tmp_path / "out", (OutputFormat.DOCX,), secret=b"s" * 32,
        reviewed_by="Dra. Prueba, en brat",
    )  # fmt: skip
    project.close()


def looked(request, before=None):
    gathered = gather(request.project, False, Progress(), reviewed_by=request.reviewed_by)
    return check(request, gathered, Progress(), before)


def test_a_changed_document_holds_the_release_back(request_of, docx):
    path = request_of.project.folder / "b.docx"
    path.write_bytes(docx("Otro"))
    prepared = looked(request_of)
    assert prepared.is_held and not prepared.held and set(prepared.refused) == {"b.docx"}
    assert isinstance(prepared.refused["b.docx"], DocumentTextChangedError)
    assert str(path) in prepared.refused["b.docx"].what("es") and NAME not in prepared.refused["b.docx"].what("es")
    with pytest.raises(DocumentsRefusedError):
        write_release(request_of, prepared, Progress())
    assert not request_of.out.exists()
    for other in (replace(request_of, keep_layout=False), replace(request_of, formats=(OutputFormat.TXT,))):
        again = looked(other, prepared)
        assert not again.is_held and again.documents == {}
        write_release(other, prepared, Progress())  # what was refused is not asked for


def test_what_cannot_be_cleaned_is_found_in_the_check(request_of, monkeypatch):
    from deid_studio.release.word import original

    monkeypatch.setattr(original, "parts_with", lambda *_: ["word/document.xml"])
    refused = looked(request_of).refused
    assert {type(one) for one in refused.values()} == {DocumentNotCleanError} and len(refused) == 2


@pytest.mark.slow
def test_a_document_is_looked_at_again_only_where_something_changed(request_of, monkeypatch, docx):
    seen = []
    made = original_documents.released_docx
    monkeypatch.setattr(original_documents, "released_docx", lambda *rest: seen.append(rest[4]) or made(*rest))
    first = looked(request_of)
    assert not first.is_held and seen == [False, False]
    assert looked(request_of, first).documents == first.documents and len(seen) == 2
    looked(replace(request_of, keep_pictures=True), first)
    assert seen[2:] == [True, True]
    looked(replace(request_of, policy=load_policy("research")), first)
    assert len(seen) == 6
    (request_of.project.folder / "a.docx").write_bytes(docx("Otro"))
    assert set(looked(request_of, first).refused) == {"a.docx"} and len(seen) == 6  # told before it is opened
    (request_of.project.folder / "a.docx").unlink()
    assert set(looked(request_of, first).documents) == {"b.docx"}


@pytest.mark.slow
def test_a_document_that_changes_after_the_check_stops_the_writing(request_of, docx):
    prepared = looked(request_of)
    (request_of.project.folder / "b.docx").write_bytes(docx("Otro"))
    with pytest.raises(DocumentTextChangedError):
        write_release(request_of, prepared, Progress())
    assert not request_of.out.exists()
