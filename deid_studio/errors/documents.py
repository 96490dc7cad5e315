"""What goes wrong with Word, PDF and other documents, on the way in and on the way out."""

from __future__ import annotations

from deid_studio.errors.base import DeidError
from deid_studio.errors.files import NoReportsError


class DocumentDamagedError(DeidError):
    """A document is damaged, or is of another form than its name says (`path`)."""

    code = "document-damaged"
    texts = (
        "{path} cannot be read: it is damaged, or not what its name says.",
        "Open it in its own program and save it anew, or save it as UTF-8 text. Nothing was written.",
    )


class DocumentOldWordError(DocumentDamagedError):
    """A document of Word 97–2003, whatever its name says (`path`)."""

    code = "document-old-word"
    texts = (
        "{path} is a document of an old version of Office (.doc).",
        "Open it in Word or LibreOffice and save it as .docx. Nothing was written.",
    )


class DocumentLockedError(DeidError):
    """A document cannot be read without its password (`path`)."""

    code = "document-locked"
    texts = (
        "{path} is protected by a password.",
        "Open it in its own program, save a copy without a password and convert that. Nothing was written.",
    )


class DocumentTooLargeError(DeidError):
    """A document holds more than can be read, whatever its file's size (`path`, `limit_mb`)."""

    code = "document-too-large"
    texts = (
        "{path} holds more than {limit_mb} MB once it is unpacked, or too many pages.",
        "Split it into smaller documents. Nothing was written.",
    )


class DocumentWithoutTextError(DeidError):
    """A document holds no text that can be read (`path`)."""

    code = "document-without-text"
    texts = (
        "{path} holds no text: it is empty, or a scanned image.",
        "If it was scanned, have its text recognised first (OCR), or type it. Nothing was written.",
    )


class DocumentTooHardError(DeidError):
    """Reading a document took too long, too much memory, or ended the process (`path`)."""

    code = "document-too-hard"
    texts = (
        "Reading {path} did not end well: it took too long, or what reads it failed.",
        "Open it in its own program and save it anew or as UTF-8 text. The others go on.",
    )


class TextKeptError(DeidError):
    """A document changed, and its text, which was edited or annotated since, stays as it is (`path`: the text)."""

    code = "text-kept"
    texts = (
        "{path} stays as it was: it was edited or annotated since its document was converted.",
        "To review the new version, save the document under another name and convert that.",
    )


class OnlyDocumentsError(NoReportsError):
    """A folder holds documents, and none of them has been converted to text (`path`, `count`)."""

    code = "only-documents"
    texts = (
        "The reports in {path} are documents that have not been converted to text yet ({count}).",
        "Convert them with the button above; the documents are left as they are.",
    )


class DocumentTextChangedError(DeidError):
    """A document's layout cannot be kept: its text is no longer the one that was reviewed (`path`)."""

    code = "document-text-changed"
    texts = (
        "{path} does not have the text of the reviewed report: one of the two was changed.",
        "Convert and review it again, or release without keeping Word's layout. Nothing was written.",
    )


class DocumentMacrosError(DeidError):
    """A document with macros cannot leave (`path`)."""

    code = "document-macros"
    texts = (
        "{path} holds macros and cannot be released in its layout.",
        (
            "Save it in Word without macros (.docx) and convert it, or release without keeping Word's layout. "
            "Nothing was written."
        ),
    )


class DocumentNotCleanError(DeidError):
    """A document still holds something decided after it was cleaned (`path`, `count`: in how many of its parts)."""

    code = "document-not-clean"
    texts = (
        "{path} still holds something that was decided in {count} of its parts after it was cleaned.",
        ("Release without keeping Word's layout: the document is then made anew from its text. Nothing was written."),
    )


class DocumentsRefusedError(DeidError):
    """A release was held back by Word documents that cannot leave in their layout (`count`)."""

    code = "documents-refused"
    texts = (
        "Nothing was released: Word documents that cannot leave in their layout: {count}.",
        "See the reason of each and repeat, or release without keeping Word's layout. Nothing was written.",
    )
