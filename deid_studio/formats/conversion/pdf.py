"""PDF: the text layer of each page, with what was filled into forms and noted on the page."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable
from typing import Any

from deid_studio.errors import DocumentDamagedError, DocumentLockedError
from deid_studio.formats.conversion.converted import TEXT_MB, Converted, Limit, Part, converted

PAGES_LIMIT = 5_000

_HYPHEN_AT_LINE_END = "\ufffe"  # as PDFium writes one, without the line end
_XFA = (2, 3)  # forms whose content only Adobe's programs show


def read_pdf(raw: bytes) -> Converted:
    """The text layer of a PDF, page by page; what was filled in or noted comes at the end of its page.

    Raises `DocumentLockedError` when a password is needed, `DocumentDamagedError` or `DocumentTooLargeError`.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", None) == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise DocumentLockedError() from error
        raise DocumentDamagedError() from error
    try:
        return _read(document, pypdfium2.raw)
    except pypdfium2.PdfiumError as error:
        raise DocumentDamagedError() from error
    finally:
        document.close()


def _read(document: Any, pdfium: Any) -> Converted:
    limit = Limit(TEXT_MB)
    parts: Counter[Part] = Counter({Part.OBJECTS: document.count_attachments()})
    document.init_forms()
    parts[Part.OBJECTS] += document.get_formtype() in _XFA
    handle = None if document.formenv is None else document.formenv.raw
    if len(document) > PAGES_LIMIT:
        limit.take(limit.left + 1)
    pages: list[str] = []
    for number in range(len(document)):
        page = document[number]
        textpage = page.get_textpage()
        text = textpage.get_text_range().replace(_HYPHEN_AT_LINE_END, "-\n")
        textpage.close()
        pictures = sum(1 for _ in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_IMAGE]))
        fields, notes = _annotations(page, handle, pdfium)
        if text.strip():
            parts[Part.PICTURES] += pictures
        else:  # an empty page has nothing to miss
            parts[Part.PAGES] += pdfium.FPDFPage_CountObjects(page) > 0
        parts[Part.FIELDS] += len(fields)
        parts[Part.COMMENTS] += len(notes)
        pages.append("\n".join([text, *fields, *notes]))
        limit.take(len(pages[-1]))
        page.close()
    return converted(pages, parts)


def _annotations(page: Any, form: Any, pdfium: Any) -> tuple[list[str], list[str]]:
    """What is written in a page's form fields, and in the notes on it."""
    fields: list[str] = []
    notes: list[str] = []
    typed = (pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX)
    for number in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, number)
        if not annotation:
            continue
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        if kind == pdfium.FPDF_ANNOT_WIDGET:
            if form is not None and pdfium.FPDFAnnot_GetFormFieldType(form, annotation) in typed:
                fields.append(_string(lambda *to, a=annotation: pdfium.FPDFAnnot_GetFormFieldValue(form, a, *to)))
        elif kind not in (pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP):
            notes.append(_string(lambda *to, a=annotation: pdfium.FPDFAnnot_GetStringValue(a, b"Contents", *to)))
        pdfium.FPDFPage_CloseAnnot(annotation)
    return [field for field in fields if field.strip()], [note for note in notes if note.strip()]


def _string(get: Callable[..., int]) -> str:
    """A string of PDFium: asked for its length in bytes first, then filled in."""
    size = get(None, 0)
    buffer = ctypes.create_string_buffer(max(size, 2))
    get(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\x00")
