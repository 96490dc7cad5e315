"""Growing in the window: what a mention takes in, what is said of it, and mentions in several fragments."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from deid_studio.gui.shell.theme import LIGHT
from deid_studio.gui.text.marks.mark_painter import MarkPainter
from deid_studio.model.mentions import Decision


def _bar(studio) -> str:
    return studio.window.details.evidence.text()


def _told(studio) -> str:
    return studio.window.workbench.status.change.text()


def _grow_over_the_number(studio) -> None:
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id)
    for _ in range(2):  # NHC, 556677
        studio.key("Alt+Right")


@pytest.fixture
def opened(studio, reports, invented):
    """The window on the first of three reports with the same text, none of which follows another."""
    for name in ("3-otra", "4-tercera"):
        (reports / f"{name}.txt").write_bytes(invented.alta.encode())
    studio.window.preferences.change(follow_folder=False)
    studio.open(reports)
    return studio


def test_what_grows_says_its_class_takes_in_what_it_covers_and_leaves_it_when_it_goes_back(opened):
    before = opened.controller.desk
    assert "97 %" in _bar(opened)
    _grow_over_the_number(opened)
    grown = opened.controller.mention
    assert grown.span.text(opened.controller.session.text) == "Lucía Quintanar Ríos. 😀 NHC: 556677"
    assert grown.decision is Decision.ACCEPTED
    assert "556677" not in opened.texts("pending") + opened.texts("rejected")
    assert "%" not in _bar(opened) and "accepted as" in _bar(opened)
    assert "taken in: 1" in _told(opened)
    opened.key("Ctrl+Z")
    assert "556677" in opened.texts("pending")
    opened.key("Ctrl+Z")
    assert opened.controller.desk == before

    # The first step says that it accepts, and as what.
    opened.key("Alt+Left")
    assert _told(opened).startswith("Accepted as ")

    # What is cut off stays to be decided, and takes one key.
    opened.key("Ctrl+Z")
    assert opened.controller.desk == before
    opened.controller.select(opened.mention("Lucía Quintanar Ríos").id)
    opened.key("Alt+Left")
    assert "Lucía Quintanar" in opened.texts("accepted") and "Ríos" in opened.texts("pending")
    opened.key("Alt+Right")
    assert "Lucía Quintanar Ríos" in opened.texts("accepted") and "Ríos" not in opened.texts("pending")
    opened.key("Alt+Left")
    opened.key("Return")  # goes on
    opened.key("Return")
    assert "Ríos" in opened.texts("accepted")
    for _ in range(4):
        opened.key("Ctrl+Z")
    assert opened.controller.desk == before

    # Who steps too far and back leaves the suggestion as it was.
    number = opened.mention("556677")
    _grow_over_the_number(opened)
    opened.key("Alt+Left")
    assert opened.controller.desk[number.id] == number
    opened.key("Alt+Right")
    opened.key("Backspace")
    assert opened.controller.desk[number.id] == number

    # What is marked over suggestions takes them in, and an accepted other is told.
    opened.show("3-otra")
    opened.controller.select(opened.mention("556677").id)
    opened.key("Return")
    opened.select_text("Lucía Quintanar Ríos. 😀 NHC: 556677")
    opened.key("P")
    assert "Lucía Quintanar Ríos" not in opened.texts("pending") + opened.texts("rejected")
    assert "556677" in opened.texts("accepted")
    assert "556677" in opened.window.messages.shown("overlap").text
    opened.banner_button("overlap", "Undo").click()
    assert opened.texts("accepted") == ["556677"]


def test_an_accepted_mention_becomes_part_a_selection_a_fragment_and_undo_shows_the_place_of_what_is_gone(
    opened, reports, studio, afresh
):
    opened.select_text("hermana")
    opened.key("R")
    opened.select_text("Elvira")
    opened.key("R")
    opened.controller.select(opened.mention("hermana").id)
    opened.key("Alt+Right")
    assert opened.texts("accepted") == ["hermana Elvira"]
    assert "Elvira" in _told(opened) and opened.window.messages.shown("overlap") is None

    opened.show("3-otra")
    text = opened.controller.session.text
    opened.select_text("hermana")
    opened.key("R")
    opened.select_text("Villabrezo")
    assert "hermana" in _bar(opened)
    opened.key("*")
    mention = opened.controller.mention
    assert [text[a:b] for a, b in mention.span.fragments] == ["hermana", "Villabrezo"]
    assert "05/06/2021" in opened.texts("pending")  # what lies in the gap is not its business
    opened.save()
    (a, b), (c, d) = mention.span.fragments
    line = f"FAMILIARES_SUJETO_ASISTENCIA {a} {b};{c} {d}\thermana Villabrezo"
    assert line in (reports / "3-otra.ann").read_text(encoding="utf-8")
    opened.select_text("Villabrezo")
    opened.key("*")
    assert opened.controller.mention.span.text(text) == "hermana" and not opened.controller.mention.span.gaps

    # Ends of fragments move, and gaps stay.
    opened.show("4-tercera")
    opened.select_text("hermana")
    opened.key("R")
    opened.select_text("Villabrezo")
    opened.key("*")

    def fragments() -> list[str]:
        return [text[a:b] for a, b in opened.controller.mention.span.fragments]

    opened.key("Alt+Shift+Left")
    assert fragments() == ["su hermana", "Villabrezo"]
    opened.view.selection.put(text.index("hermana") + 2)
    opened.key("Alt+Right")
    assert fragments() == ["su hermana Elvira", "Villabrezo"]
    opened.key("Alt+Left")  # the caret is still in the first fragment
    assert fragments() == ["su hermana", "Villabrezo"]
    span = opened.controller.mention.span
    opened.view.resize_wanted.emit(opened.controller.current, span.start, span.end - 1)
    assert fragments() == ["su hermana", "Villabrez"]
    opened.key("*")
    assert fragments() == ["su hermana", "Villabrez"]
    assert "select what belongs" in opened.window.workbench.status.told.text()

    # What is accepted.
    reports = afresh(reports)
    text = "Paciente ingresada.\n" * 120 + "Reside en Villabrezo.\n" + "Sin otros datos.\n" * 120
    (reports / "2-radiologia.txt").write_text(text, encoding="utf-8")
    studio.open(reports)
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id)
    studio.key("Backspace")
    studio.select_text("Quintanar")
    studio.key("N")
    view, area = studio.view, studio.view.sight.area
    marks = {mark.mention.decision: mark for mark in view.marks.on(view.sight.blocks(area), area)}
    rejected, accepted = (marks[one].boxes[0].rect for one in (Decision.REJECTED, Decision.ACCEPTED))
    assert view.marks.under(accepted.center().toPoint()) == studio.controller.current

    image = QImage(view.viewport().size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    MarkPainter(LIGHT, None, "es").draw_over(painter, list(marks.values()), notes=False)
    painter.end()
    assert _is_drawn_on(image, QRectF(rejected.topLeft(), accepted.bottomLeft()).adjusted(0, 0, -4, 0))
    assert not _is_drawn_on(image, accepted)

    # Undo shows where it was, even where nothing is left.
    studio.show("2-radiologia")
    bar = view.verticalScrollBar()
    studio.select_text("Villabrezo")
    studio.key("T")
    assert studio.texts("accepted") == ["Villabrezo"]
    view.selection.put(0)
    bar.setValue(0)
    studio.key("Ctrl+Z")
    start = text.index("Villabrezo")
    assert studio.texts("accepted") == [] and studio.controller.current is None
    first, last = view.sight.stretch()
    assert view.selection.caret() == start and first < start < last
    studio.key("Ctrl+Shift+Z")
    assert studio.current_text() == "Villabrezo"


def _is_drawn_on(image: QImage, rect: QRectF) -> bool:
    part = image.copy(rect.toRect())
    return any(part.pixelColor(x, y) != Qt.GlobalColor.white for x in range(part.width()) for y in range(part.height()))
