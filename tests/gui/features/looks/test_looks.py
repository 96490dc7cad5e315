"""How the report is shown: themes and languages by menu, typeface, wrapping, zoom and sections, and all remembered."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QImage
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.looks.setting_menus import TOGGLES
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import CONTRAST_DARK, CONTRAST_LIGHT, THEMES
from deid_studio.gui.text.marks.mark_geometry import marks_of
from deid_studio.gui.words.report_sections import BandKind, is_heading, section_bands
from deid_studio.model.mentions import Decision
from deid_studio.settings import read_settings

REPORT = (
    "HOSPITAL DE VILLABREZO\n"
    "Nombre: Lucía Quintanar.\n"
    "NHC: 556677\n"
    "Fecha: 03/04/2021\n"
    "\n"
    "Paciente que acude con dolor abdominal de tres días de evolución, sin fiebre ni otros síntomas acompañantes.\n"
    "ANTECEDENTES\n"
    "Sin alergias conocidas. Apendicectomía en la infancia y fractura de muñeca izquierda hace unos diez años.\n"
    "Exploración física:\n"
    "Abdomen blando y depresible, doloroso a la palpación en fosa ilíaca derecha, sin signos de irritación.\n"
    "Evolución favorable con tratamiento conservador, por lo que se decide el alta a su domicilio con control.\n"
    "\n"
    "Responsable clínico: Dr. Elías Montero. Hospital de Villabrezo. Tel. 900 111 222\n"
)


def _choices(studio, setting: str):
    return studio.window.setting_menus.choices[setting]


@pytest.mark.dressed
def test_every_theme_is_in_the_menu_and_kept_tells_decisions_apart_without_colour_and_the_desktops_is_followed(
    studio, reports, preferences_path, monkeypatch
):
    (reports / "1-alta.txt").write_text("Ingresa el 03/04/2021 y sigue.\nIngresa el 03/04/2021 y sigue.\n" * 3)
    studio.open(reports, "1-alta")
    studio.window.preferences.change(show_line_numbers=False, show_sections=False)
    first, second, third = list(studio.controller.desk)[:3]
    studio.controller.select(first.id)
    studio.controller.accept()
    studio.controller.select(second.id)
    studio.controller.discard()
    studio.controller.select(None)
    assert third.decision is Decision.PENDING
    for name, theme in THEMES.items():
        _choices(studio, "theme")[name].trigger()
        assert studio.window.theme is theme
        assert _choices(studio, "theme")[name].isChecked()
        assert read_settings(preferences_path)[0].theme == name
        # In grey, an accepted, a pending and a rejected mention of the same text and class differ from one another.
        pictures = _grey_pictures(studio)
        assert set(pictures) == set(Decision)
        for one, other in combinations(Decision, 2):
            assert _unlike(pictures[one], pictures[other]) > 0.1, (name, one, other)

    # Dark and light change within high contrast.
    assert studio.window.theme is CONTRAST_DARK
    studio.key("Ctrl+D")
    assert studio.window.theme is CONTRAST_LIGHT
    studio.key("Ctrl+D")
    assert studio.window.theme is CONTRAST_DARK
    studio.window.preferences.change(theme="system")
    monkeypatch.setattr(themes, "system_theme", lambda: CONTRAST_DARK)
    studio.window.looks.system_theme_changed.emit()
    assert studio.window.theme is CONTRAST_DARK
    studio.window.preferences.change(theme="light")
    studio.window.looks.system_theme_changed.emit()
    assert studio.window.theme is themes.LIGHT


def _grey_pictures(studio) -> dict[Decision, QImage]:
    """What the first three mentions look like in grey, by their decisions."""
    view = studio.view
    grey = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    clip = QRectF(view.viewport().rect())
    pictures = {}
    for mark in marks_of(list(studio.controller.desk)[:3], partial(view.sight.boxes, clip=clip), view.page.offsets):
        rect = mark.boxes[0].rect.adjusted(-4, -5, 4, 6).toRect()
        pictures[mark.mention.decision] = grey.copy(rect)
    return pictures


def _unlike(one: QImage, other: QImage) -> float:
    """The share of pixels that are a tenth lighter or darker: of a fill, less of dashes, hatching and rings."""
    width, height = min(one.width(), other.width()), min(one.height(), other.height())
    places = [(x, y) for x in range(width) for y in range(height)]
    return sum(abs(one.pixelColor(*p).red() - other.pixelColor(*p).red()) > 25 for p in places) / len(places)


@pytest.mark.dressed
@pytest.mark.parametrize("name", THEMES)
def test_a_window_is_built_in_its_theme(make_studio, reports, name):
    studio = make_studio(name)
    window = studio.window
    studio.open(reports, "1-alta")
    for part in (*window.docks, window.find_bar, window.check_panel):
        part.show()

    def pictures() -> list[QImage]:
        QApplication.processEvents()
        return [one.grab().toImage() for one in (window.page, window.find_bar, window.check_panel, window.details,
                window.status, window.toolbar, *(dock.widget() for dock in window.docks))]  # fmt: skip

    built = pictures()
    window.workbench.set_theme(window.theme)
    assert pictures() == built


@pytest.mark.dressed
def test_what_is_on_or_off_typeface_and_zoom_are_changed_and_kept(make_studio, preferences_path):
    studio = make_studio()
    for setting in (row.name for row in TOGGLES):
        entry = studio.window.actions_by_id[setting]
        before = getattr(studio.window.preferences.settings, setting)
        assert entry.isChecked() == before, setting
        entry.trigger()
        assert entry.isChecked() is not before, setting
        assert getattr(read_settings(preferences_path)[0], setting) is not before, setting
        studio.window.preferences.change(**{setting: before})
        assert entry.isChecked() == before, setting

    # Typeface and size.
    preferences, view = studio.window.preferences, studio.view
    proportional = view.font().family()
    preferences.change(font_family="monospace", font_size=20)
    assert view.font().family() == QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    assert view.font().styleHint() is QFont.StyleHint.Monospace
    assert view.font().pointSizeF() == pytest.approx(20 * view.typesetting.zoom)
    preferences.change(font_family="")
    assert view.font().family() == proportional
    preferences.change(font_family="A typeface that nobody has")
    assert QFontInfo(view.font()).family()  # another stands in for it

    # The zoom is remembered.
    studio.key("Ctrl++")
    studio.key("Ctrl++")
    zoom = studio.view.typesetting.zoom
    assert zoom > 1
    studio.window.close()
    assert make_studio().view.typesetting.zoom == zoom


@pytest.mark.dressed
def test_lines_that_are_not_wrapped_are_scrolled_sideways_and_sections_can_be_left_out(studio, reports, monkeypatch):
    (reports / "2-radiologia.txt").write_text(REPORT)
    long = "Lugar " + "muy " * 120 + "lejano: Villabrezo."
    (reports / "1-alta.txt").write_text("Una línea.\n" + long + "\nOtra.\n")
    studio.open(reports, "1-alta")
    view = studio.view
    second = view.document().findBlockByNumber(1)
    view.grab()  # lays out what is in sight
    assert second.layout().lineCount() > 1
    assert view.horizontalScrollBar().maximum() == 0
    studio.key("Alt+Z")
    view.grab()
    studio.qtbot.waitUntil(lambda: view.horizontalScrollBar().maximum() > 0)
    assert second.layout().lineCount() == 1
    studio.select_text("Villabrezo")
    assert view.horizontalScrollBar().value() > 0  # it came into sight
    studio.key("T")
    clip = QRectF(view.viewport().rect())
    (mark,) = marks_of([studio.mention("Villabrezo")], partial(view.sight.boxes, clip=clip), view.page.offsets)
    assert clip.contains(mark.boxes[0].rect)
    place = mark.boxes[0].rect.center().toPoint()
    assert view.marks.under(place) == studio.mention("Villabrezo").id
    studio.key("Alt+Z")
    view.grab()
    assert view.horizontalScrollBar().value() == 0
    assert second.layout().lineCount() > 1

    # Sections are drawn and can be left out.
    studio.show("2-radiologia")
    studio.controller.select(None)
    shown = studio.view.grab().toImage()
    studio.window.actions_by_id["show_sections"].trigger()
    assert studio.view.grab().toImage() != shown
    assert studio.view._painter.sections.bands == ()
    studio.window.actions_by_id["show_sections"].trigger()
    assert len(studio.view._painter.sections.bands) == 5

    # The text is set anew by a setting of the text, and by no other one.
    anew: list[object] = []
    monkeypatch.setattr(view.typesetting, "set_font", anew.append)
    studio.window.preferences.change(reviewer="Dra. Otra")
    assert not anew
    studio.window.preferences.change(font_size=14)
    assert len(anew) == 1


def test_sections_are_those_of_the_detectors_with_the_bodys_headings():
    bands = section_bands(REPORT)
    lines = [(band.kind, REPORT[band.start :].split("\n")[0]) for band in bands]
    assert [(kind, line[:20]) for kind, line in lines] == [
        (BandKind.HEADER, "HOSPITAL DE VILLABRE"),
        (BandKind.BODY, "Paciente que acude c"),
        (BandKind.HEADING, "ANTECEDENTES"),
        (BandKind.HEADING, "Exploración física:"),
        (BandKind.FOOTER, "Responsable clínico:"),
    ]


def test_a_report_of_one_piece_has_no_sections():
    assert section_bands("Nota de enfermería sin datos.\n") == ()
    assert section_bands("") == ()
    assert section_bands(REPORT * 2000) == ()  # nobody reads that from one end to the other


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("ANTECEDENTES", True),
        ("Juicio clínico:", True),
        ("NIF: 91340287L", False),
        ("Paciente estable.", False),
        ("HTA", False),
        ("   ", False),
        ("TRATAMIENTO AL ALTA, CON UNA EXPLICACIÓN QUE YA ES MÁS BIEN UN PÁRRAFO", False),
    ],
)
def test_what_a_heading_is(line, heading):
    assert is_heading(line) is heading
