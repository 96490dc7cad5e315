"""The manual in the window: where it opens, how it is searched, followed and printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pypdfium2
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAction, QImage, QKeySequence, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QPushButton, QWidget

from deid_studio.gui.application import install_language
from deid_studio.gui.features.manual.manual_pages import ManualPage, manual_pages
from deid_studio.gui.features.manual.manual_window import ManualWindow
from deid_studio.gui.features.releasing.release_window import ReleaseWindow
from tests.gui.features.manual.told_keys import told_keys


def _manual(studio, where: QWidget | None = None) -> ManualWindow:
    studio.key("Ctrl+F1", where)
    window = studio.window.features["manual"].window
    assert window is not None and window.isVisible()
    return window


def _listed(window: ManualWindow) -> list[str]:
    return [page.name for row, page in enumerate(manual_pages("en")) if not window.list.item(row).isHidden()]


def _top(window: ManualWindow) -> str:
    return window.text.cursorForPosition(window.text.viewport().rect().topLeft()).block().text()


def test_it_opens_at_what_one_is_doing(studio, reports) -> None:
    assert _manual(studio).page.name == "start"
    studio.open(reports, "1-alta")
    studio.view.setFocus()
    assert _manual(studio).page.name == "reviewing"
    studio.key("Ctrl+Shift+P")
    window = _manual(studio, studio.window.focusWidget())
    assert window.page.name == "hospital"
    assert _top(window) in ("", "What you know of your patients")
    assert window is _manual(studio) and window.page.name == "reviewing"  # one stands beside the window
    window.close()
    assert studio.window.features["manual"].window is None
    studio.window.actions_by_id["release"].trigger()
    release = next(one for one in QApplication.topLevelWidgets() if isinstance(one, ReleaseWindow) and one.isVisible())
    assert _manual(studio, release.findChild(QPushButton)).page.name == "releasing"


def _pictures(document: QTextDocument) -> list[QImage]:
    kind = QTextDocument.ResourceType.ImageResource.value
    return [document.resource(kind, QUrl(name)) for name in manual_pages("en")[0].pictures]


def test_it_is_searched_followed_left_where_one_was_and_printed_as_it_is_shown_in_any_theme(studio, tmp_path) -> None:
    window = _manual(studio)
    QTest.keyClicks(window.field, "intruder  K-ANONYMITY")
    assert _listed(window) == ["it"] and window.page.name == "it"
    assert {one.cursor.selectedText().lower() for one in window.text.extraSelections()} == {"intruder", "k-anonymity"}
    window.field.setText("zzzz")  # at once: what begins so may be found
    assert _listed(window) == [] and window.none.isVisible() and not window.list.isVisible()
    window.field.clear()
    QTest.keyClick(window.field, Qt.Key.Key_Down)
    after = manual_pages("en")[[page.name for page in manual_pages("en")].index("it") - 1]
    assert window.page.name == "it" or window.page == after
    window.open_at("start")
    assert not window.back.isEnabled()
    window.text.anchorClicked.emit(QUrl("reviewing.md#what-was-missed"))
    assert window.page.name == "reviewing" and window.text.verticalScrollBar().value() > 0
    window.back.click()
    assert window.page.name == "start" and window.text.verticalScrollBar().value() == 0
    assert not window.back.isEnabled()

    # Pictures are never wider than there is room.
    for width in (1000, 640):
        window.resize(width, 600)
        QTest.qWait(0)
        (picture,) = _pictures(window.text.document())
        assert 0 < picture.deviceIndependentSize().width() <= window.text.viewport().width(), width
        assert window.text.horizontalScrollBar().maximum() == 0, width

    studio.window.preferences.change(theme="dark")
    window.save_pdf(tmp_path / "page.pdf")
    assert "page.pdf" in window.told.text()
    _is_the_page_on_paper(window, tmp_path / "page.pdf")
    window.save_pdf(tmp_path / "nowhere" / "page.pdf")
    assert "nowhere" in window.told.text() and not (tmp_path / "nowhere").exists()


def _is_the_page_on_paper(window: ManualWindow, file: Path) -> None:
    with pypdfium2.PdfDocument(file) as pdf:
        sheets = list(pdf)
        words = " ".join(sheet.get_textpage().get_text_range() for sheet in sheets)
        parts = [one for sheet in sheets for one in sheet.get_objects()]
        kinds = [one.type for one in parts]
        pictures = [one.get_px_size()[0] for one in parts if isinstance(one, pypdfium2.PdfImage)]
        paper = sheets[0].render().to_pil()
    shown = window.text.toPlainText()
    assert {word for word in shown.split() if word.isalpha()} <= set(words.split())
    assert len(pictures) == len(window.page.pictures) == 1 and pictures[0] > 1000
    assert kinds.count(pypdfium2.raw.FPDF_PAGEOBJ_PATH) > 10  # the lines of its tables
    assert paper.getpixel((5, 5)) == (255, 255, 255)


def _named_entries_are_in_the_menus(bar: QMenuBar, text: str) -> None:
    menus = {_title(one): {_title(entry) for entry in _entries(one.menu())} for one in bar.actions()}
    for told in re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", re.sub(r"\n(?=\S)", " ", text)):
        menu, *entries = told.split(", ", 1)
        if entries and menu in menus:
            entry = entries[0].removesuffix("…")
            assert entry in menus[menu] or {*entry.split(", ")} <= menus[menu], told


def _named_entries_have_the_named_keys(bar: QMenuBar, text: str) -> int:
    """How many keys stand in brackets behind an entry of a menu, which have to be its own."""
    actions = {(_title(one), _title(entry)): entry for one in bar.actions() for entry in _entries(one.menu())}
    told = re.findall(r"\*([^*\n,]+), ([^*\n]+)\* ?[(,] ?`([^`]+)`", re.sub(r"\n(?=\S)", " ", text))
    checked = 0
    for menu, entry, keys in told:
        action = actions.get((menu, entry.rpartition(", ")[2].removesuffix("…")))
        if action is not None and action.shortcuts():
            assert keys in [one.toString(QKeySequence.SequenceFormat.NativeText) for one in action.shortcuts()], keys
            checked += 1
    return checked


def _entries(menu: QMenu) -> Iterator[QAction]:
    for entry in menu.actions():
        yield entry
        if entry.menu() is not None:
            yield from _entries(entry.menu())


def _title(action: QAction) -> str:
    return action.text().replace("&", "").removesuffix("…")


def test_every_page_is_shown_in_the_windows_language_and_in_each_theme_with_the_same_keys(qapp, make_studio) -> None:
    told = []
    try:
        for language in ("en", "es"):
            install_language(qapp, language)
            studio, pages = make_studio(), manual_pages(language)
            told.append({page.name: sorted(told_keys(page.text, studio.window)) for page in pages})
            _every_page_is_shown(studio, pages)
            studio.window.close()
    finally:
        install_language(qapp, "en")
    assert told[0] == told[1]
    assert sum(map(len, told[0].values())) > 60


def _every_page_is_shown(studio, pages: Sequence[ManualPage]) -> None:
    window, bar = _manual(studio), studio.window.menuBar()
    assert sum(_named_entries_have_the_named_keys(bar, page.text) for page in pages) >= 8
    for page in pages:
        window.open_at(page.name)
        assert page.title in window.text.toPlainText().split("\n")[0]
        _named_entries_are_in_the_menus(bar, page.text)
        for number, heading in enumerate(page.anchors):
            window.open_at(page.name, number)
            assert heading
    window.open_at("reviewing", 3)
    place = window.text.verticalScrollBar().value()
    studio.window.preferences.change(theme="dark")
    assert window.text.verticalScrollBar().value() == place
