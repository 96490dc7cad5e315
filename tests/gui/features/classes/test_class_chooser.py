"""The list of classes does not cover what is to have one."""

from __future__ import annotations

from PySide6.QtCore import QRect

from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.model.edits import Add
from deid_studio.model.span import Span

_TEXT = "Sin hallazgos.\n" * 9 + "La acompaña Maite, de Tudela.\n" + "Sin hallazgos.\n" * 9


def test_wherever_a_mention_stands_the_list_is_whole_and_does_not_cover_it(studio, reports):
    (reports / "1-alta.txt").write_text(_TEXT, "utf-8")
    studio.open(reports, "1-alta")
    view, at = studio.view, _TEXT.index("Maite")
    studio.controller.perform(Add(studio.controller.desk.next_id, Span(at, at + 5, "FAMILIARES_SUJETO_ASISTENCIA")))
    studio.controller.select(studio.mention("Maite").id, show=True)
    studio.window.choose_class()
    chooser = next(one for one in studio.window.findChildren(ClassChooser) if one.isVisible())
    place = view.on_screen((at, at + 5))
    assert place.contains(view.viewport().mapToGlobal(view.cursorRect().center()))
    assert not chooser.geometry().intersects(place)
    screen = chooser.screen().availableGeometry()
    for top in range(screen.top(), screen.bottom() - 30, 50):
        for left in range(screen.left(), screen.right(), 50):
            stretch = QRect(left, top, 90, 25)
            chooser.open_beside(stretch)
            assert screen.contains(chooser.geometry()) and not chooser.geometry().intersects(stretch)
            assert chooser.list.height() > 200
    chooser.close()


def test_the_field_stays_where_it_is_when_no_class_matches(studio, reports):
    (reports / "1-alta.txt").write_text(_TEXT, "utf-8")
    studio.open(reports, "1-alta")
    at = _TEXT.index("Maite")
    studio.controller.perform(Add(studio.controller.desk.next_id, Span(at, at + 5, "FAMILIARES_SUJETO_ASISTENCIA")))
    studio.controller.select(studio.mention("Maite").id, show=True)
    studio.window.choose_class()
    chooser = next(one for one in studio.window.findChildren(ClassChooser) if one.isVisible())
    before = chooser.field.geometry()
    chooser.field.setText("zzzz")
    assert chooser.none.isVisible()
    chooser.layout().activate()
    assert chooser.field.geometry() == before
    chooser.close()
