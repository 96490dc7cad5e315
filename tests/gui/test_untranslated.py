"""Every text of every widget and action of the Spanish window is translated, a name of its own, or a report's data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PySide6.QtCore import QLocale, QModelIndex, Qt
from PySide6.QtGui import QAction, QFontDatabase
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QTabWidget,
    QTextEdit,
    QTreeView,
    QTreeWidget,
    QWidget,
)

from deid_studio import paths
from deid_studio.gui.application import install_language
from deid_studio.settings import table

_CATALOGUE = paths.resources() / "i18n" / "es" / "LC_MESSAGES" / "messages.po"
# Names, keys, and what Qt says of itself in Spanish.
_OTHER = """
Espacio Arriba Abajo
Deid Studio Español English Language BRAT ann PHI CRF spaCy BIO Ctrl Alt Insert Esc Ins Supr Mayús Intro Pág
BIOES CoNLL doccano Hugging Face datasets INCEpTION Parquet Prodigy UIMA
Cierra acoplable acoplables widget Desacopla vuelve adjuntar Desplazar hacia derecha izquierda Flotante
"""
_WORD = re.compile(r"[^\W\d_]{3,}…?")


def _words(texts: Iterable[str]) -> set[str]:
    """The words of texts, but for places to fill in and mnemonics."""
    plain = (re.sub(r"\{\w*\}|%n", " ", text.replace("&", "")) for text in texts)
    return {word.casefold() for text in plain for word in _WORD.findall(text)}


def _translations() -> set[str]:
    """Every Spanish text of the program, in all its forms."""
    with _CATALOGUE.open("rb") as file:
        said = [one.string for one in read_po(file)]
    return {form for one in said for form in ([one] if isinstance(one, str) else one)}


def _texts_of_models(view: QAbstractItemView) -> Iterator[str]:
    if isinstance(view, QTableView | QTreeView):
        for column in range(view.model().columnCount(QModelIndex())):
            header = view.model().headerData(column, Qt.Orientation.Horizontal)
            if isinstance(header, str):
                yield header
    if isinstance(view, QTreeWidget):
        stack = [view.topLevelItem(i) for i in range(view.topLevelItemCount())]
        while stack:
            item = stack.pop()
            yield item.text(0)
            stack += [item.child(i) for i in range(item.childCount())]


def _texts_of(widget: QWidget) -> Iterator[str]:
    """All that a widget says, to the eye, the pointer and a screen reader."""
    yield widget.accessibleName()
    yield widget.accessibleDescription()
    yield widget.toolTip()
    yield widget.statusTip()
    if isinstance(widget, QLabel) or hasattr(widget, "isCheckable"):
        yield widget.text() if hasattr(widget, "text") else widget.title()
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QGroupBox | QMenu):
        yield widget.title()
    if isinstance(widget, QDockWidget) or widget.isWindow():
        yield widget.windowTitle()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(i) for i in range(widget.count()))
    if isinstance(widget, QTabBar | QTabWidget):
        yield from (widget.tabText(i) for i in range(widget.count()))
    if isinstance(widget, QAbstractItemView):
        yield from _texts_of_models(widget)


def _said(window: QWidget) -> set[str]:
    said = set()
    tops = [w for w in QApplication.topLevelWidgets() if w is window or (w.isVisible() and w.parent() is not None)]
    for top in tops:
        for widget in (top, *top.findChildren(QWidget)):
            said.update(_texts_of(widget))
        for action in top.findChildren(QAction):
            said.update((action.text(), action.toolTip()))
    return {line.strip() for text in said for line in text.split("\n") if line.strip()}


@pytest.fixture
def spanish(qapp):
    """The window's texts in Spanish, until the end of the test."""
    locale = QLocale()
    install_language(qapp, "es")
    yield
    install_language(qapp, "en")
    QLocale.setDefault(locale)


def _data(studio, reports: Path) -> set[str]:
    """What is no text of the program: names and texts of reports, classes, typefaces, places."""
    tagset = studio.controller.tagset
    data = {phi_class.title_in("es") for phi_class in tagset} | {phi_class.name for phi_class in tagset}
    data |= {studio.window.workbench.guidelines.summary(phi_class.name) for phi_class in tagset}
    data |= {titles["es"] for titles in tagset.groups.values()}
    for row in table():
        data |= {
            row.title.said("es"),
            row.help.said("es"),
            row.effect.sentence.said("es"),
            row.unit,
            row.page.title.said("es"),
        }
        data |= {title.said("es") for title in (*row.choices.values(), row.lowest) if title}
    data |= set(QFontDatabase.families()) | {str(reports), "Dra. Prueba"}
    data |= {path.name for path in reports.iterdir()} | {path.read_text() for path in reports.glob("*.txt")}
    return data | {name.replace("_", " ") for name in data}


def _unknown(text: str, known: set[str]) -> set[str]:
    """The words of a text that no Spanish text of the program holds; what ends in … is the begin of one."""
    return {
        word
        for word in _words([text])
        if word not in known and not (word[-1] == "…" and any(one.startswith(word[:-1]) for one in known))
    }


def test_nothing_is_left_in_english_and_what_is_would_be_found(spanish, make_studio, reports):
    studio = make_studio()
    studio.open(reports)
    window = studio.window
    for spec in window.workbench.actions.specs:
        if spec.id:
            assert window.actions_by_id[spec.id].text().replace("&", "") != spec.text.replace("&", ""), spec.id
    studio.key("Return")
    said = _said(window)
    window.find_bar.open("a")
    window.patient_tab.go()
    window.check_panel.walk()
    said |= _said(window)
    for action in ("settings", "keys", "export", "statistics", "guidelines", "sign_off"):
        window.actions_by_id[action].trigger()
        QApplication.processEvents()
        said |= _said(window)
        for dialog in QApplication.topLevelWidgets():
            if dialog is not window and dialog.isVisible() and isinstance(dialog, QDialog):
                dialog.close()
    known = _words(_translations()) | _words(_data(studio, reports)) | _words([_OTHER])
    left = {text: words for text in said if (words := _unknown(text, known))}
    assert not left, "\n".join(f"{text}: {', '.join(sorted(words))}" for text, words in sorted(left.items()))

    # The walk finds what it is to find.
    stray = QLabel("Left in English", studio.window)
    stray.setToolTip("Nobody translated this")
    said = _said(studio.window)
    assert {"Left in English", "Nobody translated this"} <= said
    known = _words(_translations())
    assert _unknown("Nobody translated this", known) == {"nobody", "translated", "this"}
    assert not _unknown("Guardado 12:30", known)
    assert not _unknown("Elegir la cla…", known)
