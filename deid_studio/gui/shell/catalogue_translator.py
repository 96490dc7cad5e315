"""CatalogueTranslator: gives Qt the window's texts from the program's one catalogue."""

from __future__ import annotations

import gettext
from copy import copy

from PySide6.QtCore import QObject, QTranslator

from deid_studio.texts import catalogue


class _Silence(gettext.NullTranslations):
    """Says nothing, where a catalogue would say an English text as it is: Qt may have words for it."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


class CatalogueTranslator(QTranslator):
    """Looks a text up in its context, then in any; what counts, by its number."""

    def __init__(self, language: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._catalogue = copy(catalogue(language))
        self._catalogue.add_fallback(_Silence())
        self._told: dict[tuple[str, str], str | None] = {}  # a window asks for each of its texts many times

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        """The text in the catalogue's language; None: it does not have it."""
        if not source:
            return None
        if n >= 0:
            return self._catalogue.ngettext(source, source, n) or None
        if (context, source) not in self._told:
            told = self._catalogue.pgettext(context, source) or self._catalogue.gettext(source)
            self._told[context, source] = told or None
        return self._told[context, source]
