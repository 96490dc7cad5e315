"""What each class holds: at the picker, the tool tip and the bar, and on a page to search, print and change."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from deid_studio.formats.brat_conf import conf_files, read_conf
from deid_studio.formats.guidelines_file import OWN, guidelines_for, own_texts
from deid_studio.gui.application import install_language
from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.features.guidelines.guideline_form import GuidelineForm
from deid_studio.gui.features.guidelines.guidelines_page import GuidelinesPage
from deid_studio.gui.shell import theme
from deid_studio.gui.words.wording import class_title
from deid_studio.model.guidelines import Part
from deid_studio.model.mentions import Mention
from deid_studio.model.tagset import TagSet, shipped_tagset

OWN_CONF = (
    "[entities]\nPACIENTE\nCUANDO\nNUMERO\nRARO\n"
    '# deid: PACIENTE kind="person"\n# deid: CUANDO kind="date"\n# deid: NUMERO kind="number"\n'
)


TAG_SETS = "meddocan", "radiology", "own"  # shipped ones, and one of one's own with nothing but kinds


def _in_classes_of(tagset: str, folder: Path) -> Path:
    """The folder, with its reports in the classes of a tag set."""
    if tagset == "radiology":
        for name, data in conf_files(shipped_tagset("radiology")).items():
            (folder / name).write_bytes(data)
    elif tagset == "own":
        (folder / "annotation.conf").write_text(OWN_CONF, encoding="utf-8")
    return folder


@pytest.fixture
def window_in(qapp):
    """Has the windows that are made speak a language."""
    yield lambda language: install_language(qapp, language)
    install_language(qapp, "en")


def _page(studio) -> GuidelinesPage:
    studio.key("Shift+F1")
    page = studio.window.features["guidelines"].page
    assert page is not None and page.isVisible()
    return page


def _tagset(studio) -> TagSet:
    return studio.controller.tagset


def _listed(page: GuidelinesPage) -> list[str]:
    rows = (page.list.item(row) for row in range(page.list.count()))
    return [item.toolTip() for item in rows if not item.isHidden()]


def _tool_tip(studio, mention: Mention) -> str:
    view = studio.view
    view.selection.put(mention.span.start + 1)
    place, viewport = view.cursorRect().center(), view.viewport()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place)))
    said = QToolTip.text()
    QToolTip.hideText()
    return said


def _change(studio, page: GuidelinesPage) -> GuidelineForm:
    page.change.click()
    return next(form for form in page.findChildren(GuidelineForm) if form.isVisible())


@pytest.mark.parametrize(("language", "tagsets"), [("es", ["meddocan"]), ("en", ["radiology", "own"])])
def test_what_a_class_holds_is_told_changed_and_learned_from_decisions(
    make_studio, window_in, reports, tmp_path, language, tagsets
):
    window_in(language)
    studio = make_studio()
    studio.window.preferences.change(follow_folder=False)  # else it is suggested as it was decided twice
    for tagset in tagsets:
        folder = _in_classes_of(tagset, shutil.copytree(reports, tmp_path / tagset))
        for number in range(5):
            (folder / f"folio-{number}.txt").write_text(f"Urgencias. NHC: 48100{number}\n", encoding="utf-8")
        studio.open(folder, "1-alta")
        _told_at_the_bar_the_tool_tip_and_the_page(studio, language)
        _told_by_the_picker(studio, language)
        _changed_taken_back_and_as_it_came(studio, folder, language)
        _proposed_where_it_is_decided_otherwise_again_and_again(studio, folder)


def _told_at_the_bar_the_tool_tip_and_the_page(studio, language: str) -> None:
    mention = studio.controller.mention
    definition = guidelines_for(_tagset(studio)).definition(mention.span.phi_class, language)
    assert definition
    assert studio.window.details.meaning.text() == definition
    assert _tool_tip(studio, mention).endswith(f"\n{definition}")
    page = _page(studio)
    assert page.chosen == mention.span.phi_class
    assert definition in page.text.toPlainText()
    assert _listed(page) == [one.name for one in _tagset(studio)]
    page.close()


def _told_by_the_picker(studio, language: str) -> None:
    studio.select_text("Villabrezo")
    studio.key("Space")
    chooser = next(w for w in QApplication.topLevelWidgets() if isinstance(w, ClassChooser) and w.isVisible())
    guidelines = guidelines_for(_tagset(studio))
    height = chooser.meaning.height()
    for one in _tagset(studio):
        chooser.field.setText(one.name)
        assert chooser.list.currentItem().toolTip() == one.name
        assert chooser.meaning.text().startswith(guidelines.definition(one.name, language))
        chooser.field.clear()
    QTest.keyClick(chooser.field, Qt.Key.Key_Down)
    QTest.keyClicks(chooser.field, "zzzz")
    assert chooser.meaning.text() == "" and chooser.meaning.height() == height
    chooser.field.clear()
    first, last = chooser.list.item(0), chooser.list.item(1)
    chooser.list.setCurrentItem(last)
    QCursor.setPos(0, 0)
    QTest.keyClick(chooser.field, Qt.Key.Key_Up)
    chooser.list.itemEntered.emit(last)  # has come to lie under a mouse that rests
    assert chooser.meaning.text().startswith(guidelines.definition(first.toolTip(), language))
    QCursor.setPos(chooser.list.viewport().mapToGlobal(chooser.list.visualItemRect(last).center()))
    chooser.list.itemEntered.emit(last)  # the pointer was moved over it
    assert chooser.meaning.text().startswith(guidelines.definition(last.toolTip(), language))
    chooser.close()


def _changed_taken_back_and_as_it_came(studio, folder: Path, language: str) -> None:
    studio.view.selection.put(0)
    studio.controller.go_to_pending(1)
    page = _page(studio)
    name = page.chosen
    before = page.text.toPlainText()
    assert not page.undo.isEnabled() and not page.reset.isEnabled()
    form = _change(studio, page)
    form.definition.setPlainText("Whoever is\nnamed here.")
    form.parts[Part.ENDS].setPlainText("  at the bracket \n\n")
    form.examples.setPlainText("Sr. [Olmedo]")
    form._agree()
    assert "Whoever is named here." in page.text.toPlainText()
    kept = own_texts(folder)[name]
    assert kept.said(language).of(Part.ENDS) == ("at the bracket",) and kept.examples == ("Sr. [Olmedo]",)
    assert studio.window.details.meaning.text() == "Whoever is named here."
    page.undo.click()
    assert page.text.toPlainText() == before and own_texts(folder) == {}
    form = _change(studio, page)
    form.definition.setPlainText("Again.")
    form._agree()
    page.reset.click()
    assert page.text.toPlainText() == before and not page.reset.isEnabled()
    page.undo.click()
    assert "Again." in page.text.toPlainText() and name in own_texts(folder)
    page.reset.click()
    page.close()


def _proposed_where_it_is_decided_otherwise_again_and_again(studio, folder: Path) -> None:
    given = _relabel_all(studio)
    page = _page(studio)
    studio.qtbot.waitUntil(lambda: "✎" in page.told.text())
    page.choose(given)
    title = class_title(_tagset(studio), given)
    assert page.proposal.isVisible() and page.list.currentItem().text() == f"{title}  ✎"
    assert "“nhc”" in page.proposal.line.text() or "«nhc»" in page.proposal.line.text()
    assert "5" in page.proposal.why.text() and "4810" not in page.proposal.line.accessibleName()
    line = page.proposal.line.text()
    before = page.text.toPlainText()
    page.proposal.add.click()
    assert line in page.text.toPlainText() and not page.proposal.isVisible()
    assert set(own_texts(folder)[given].texts) >= {"es", "en"}
    page.undo.click()
    assert page.text.toPlainText() == before and page.proposal.isVisible() and given not in own_texts(folder)
    page.proposal.refuse.click()
    assert page.text.toPlainText() == before and not page.proposal.isVisible()
    page.close()
    page = _page(studio)  # it is not proposed again
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("guidelines"))
    page.choose(given)
    assert not page.proposal.isVisible() and page.list.currentItem().text() == title
    page.close()


def _relabel_all(studio) -> str:
    """Give the number behind “NHC” another class in every report; which one."""
    for number in range(5):
        studio.show(f"folio-{number}")
        studio.qtbot.waitUntil(lambda: studio.controller.mention is not None)
        suggested = studio.controller.mention.span.phi_class
        given = next(one.name for one in reversed(_tagset(studio).classes) if one.name != suggested)
        studio.window.give_class(given)
        studio.key("Return")
    return given


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_tells_and_prints_every_class_of_every_tag_set_in_both_languages(qtbot, window_in, tmp_path, language):
    window_in(language)
    parent = QWidget()
    qtbot.addWidget(parent)
    own = read_conf(_in_classes_of("own", tmp_path) / "annotation.conf")
    for tagset in (shipped_tagset("meddocan"), shipped_tagset("radiology"), own):
        guidelines = guidelines_for(tagset)
        page = GuidelinesPage(theme.LIGHT, parent)
        page.fill(guidelines, False, False)
        assert _listed(page) == [one.name for one in tagset]
        for one in tagset:
            page.choose(one.name)
            definition = guidelines.definition(one.name, language)
            assert bool(definition) == (one.name != "RARO"), one.name  # nobody has written of that
            assert definition in page.text.toPlainText(), one.name

        page.save_pdf(tmp_path / "guide.pdf")
        with pypdfium2.PdfDocument(tmp_path / "guide.pdf") as document:
            words = "".join(sheet.get_textpage().get_text_range() for sheet in document)
        assert [one.name for one in tagset if one.name not in words] == []
        page.save_pdf(tmp_path / "nowhere" / "guide.pdf")
        assert "nowhere" in page.told.text() and not (tmp_path / "nowhere").exists()

        # Accents do not matter.
        page.field.setText("matricula")
        plain = _listed(page)
        page.field.setText("MATRÍCULA")
        assert _listed(page) == plain
        assert plain or (tagset.name, language) != ("meddocan", "es")


def test_the_page_is_searched_and_walked_by_keys_and_texts_of_ones_own_hold_when_a_folder_is_opened_again(
    studio, reports
):
    page = _page(studio)
    assert _listed(page) and page.text.toPlainText() and not page.change.isEnabled()  # there is no folder
    page.close()

    (reports / OWN).write_text('[PAIS.en]\ndefinition = "Like a_b [c] & 2*3."\n', encoding="utf-8")
    studio.open(reports)
    page = _page(studio)
    studio.type("zzzz", page.field)
    assert _listed(page) == []
    assert page.none.isVisible() and not page.text.toPlainText()
    page.field.clear()
    studio.type("dupuytren", page.field)
    studio.key("Return", page.field)
    assert page.isVisible() and _listed(page) == [page.chosen] and "Dupuytren" in page.text.toPlainText()
    page.field.clear()
    page.list.setCurrentRow(0)
    studio.key("Down", page.field)
    assert page.list.currentRow() == 1 and page.field.hasFocus()
    studio.key("Shift+F1")
    assert studio.window.features["guidelines"].page is page
    assert page.chosen == studio.controller.mention.span.phi_class
    page.field.setText("a_b [c] & 2*3")  # signs are found as they are typed
    assert _listed(page) == ["PAIS"] and "Like a_b [c] & 2*3." in page.text.toPlainText()
    page.close()

    for tagset in TAG_SETS:
        own = '[FECHAS.es]\ndefinition = "Solo el año."\n[CUANDO.es]\ndefinition = "Solo el año."\n'
        (_in_classes_of(tagset, reports) / OWN).write_text(own)
        studio.controller.close_folder()
        studio.open(reports, "1-alta")
        dates = {"FECHAS", "CUANDO"} & {one.name for one in _tagset(studio)}
        assert len(dates) == (tagset != "radiology"), tagset
        for name in dates:
            assert studio.window.workbench.guidelines.definition(name) == "Solo el año.", tagset

    # A broken file is told and never overwritten.
    broken = b'[FECHAS]\nexamples = "uno"\n'
    (reports / OWN).write_bytes(broken)
    studio.controller.close_folder()
    studio.open(reports)
    assert "line 1" in studio.window.messages.shown("folder").text
    page = _page(studio)
    assert page.text.toPlainText()
    form = _change(studio, page)
    form.definition.setPlainText("Something else.")
    form._agree()
    assert "line 1" in page.told.text() and page.told.isVisible()
    assert (reports / OWN).read_bytes() == broken and not page.undo.isEnabled()
    page.close()
