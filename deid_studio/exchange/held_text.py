"""What text a form can hold, and words without what it cannot; pure."""

from __future__ import annotations

import re
from pathlib import Path

from deid_studio.errors import DeidError
from deid_studio.formats.report_table import file_stem
from deid_studio.formats.text import SIZE_LIMIT_MB, report_of

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_PLAIN = re.compile("[\\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")


def any_utf8(text: str) -> bool:
    """Whether UTF-8 holds a text: it has no half of a character."""
    return _SURROGATE.search(text) is None


def in_xml(text: str) -> bool:
    """Whether XML 1.0 holds a text."""
    return _NO_XML.search(text) is None


def in_text_file(text: str) -> bool:
    """Whether a `.txt` of the text is read as that text again."""
    if not any_utf8(text):
        return False
    raw = text.encode()
    try:
        return len(raw) <= SIZE_LIMIT_MB * 1_000_000 and report_of(raw, Path("-")).document.text == text
    except DeidError:
        return False


def xml_words(words: str) -> str:
    """Words without what XML and tables do not hold."""
    return _NO_XML.sub("_", words)


def one_word(words: str) -> str:
    """Words as one, without blanks."""
    return _NOT_PLAIN.sub("_", words)


def one_line(words: str) -> str:
    """Words in one line, with single blanks."""
    return _NOT_PLAIN.sub(" ", words).strip()


def file_name(id: str) -> str:
    """The path of a report's file in a folder, without its ending: each part as any system takes it."""
    return "/".join(file_stem(part or "-") for part in id.split("/"))
