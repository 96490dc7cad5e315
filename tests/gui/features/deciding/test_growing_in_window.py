"""Growing in the window: what a mention takes in, what is said of it, and mentions in several fragments."""

from __future__ import annotations

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


def test_what_grows_says_its_class_and_takes_in_what_it_covers(studio, reports):
    studio.open(reports)
    before = studio.controller.desk
    assert "97 %" in _bar(studio)
    _grow_over_the_number(studio)
    grown = studio.controller.mention
    assert grown.span.text(studio.controller.session.text) == "Lucía Quintanar Ríos. 😀 NHC: 556677"
    assert grown.decision is Decision.ACCEPTED
    assert "556677" not in studio.texts("pending") + studio.texts("rejected")
    assert "%" not in _bar(studio) and "accepted as" in _bar(studio)
    assert "taken in: 1" in _told(studio)
    studio.key("Ctrl+Z")
    assert "556677" in studio.texts("pending")
    studio.key("Ctrl+Z")
    assert studio.controller.desk == before


def test_the_first_step_says_that_it_accepts_and_as_what(studio, reports):
    studio.open(reports)
    studio.key("Alt+Left")
    assert _told(studio).startswith("Accepted as ")


def test_what_is_cut_off_stays_to_be_decided_and_takes_one_key(studio, reports):
    studio.open(reports)
    before = studio.controller.desk
    studio.controller.select(studio.mention("Lucía Quintanar Ríos").id)
    studio.key("Alt+Left")
    assert "Lucía Quintanar" in studio.texts("accepted") and "Ríos" in studio.texts("pending")
    studio.key("Alt+Right")
    assert "Lucía Quintanar Ríos" in studio.texts("accepted") and "Ríos" not in studio.texts("pending")
    studio.key("Alt+Left")
    studio.key("Return")  # goes on
    studio.key("Return")
    assert "Ríos" in studio.texts("accepted")
    for _ in range(4):
        studio.key("Ctrl+Z")
    assert studio.controller.desk == before


def test_who_steps_too_far_and_back_leaves_the_suggestion_as_it_was(studio, reports):
    studio.open(reports)
    number = studio.mention("556677")
    _grow_over_the_number(studio)
    studio.key("Alt+Left")
    assert studio.controller.desk[number.id] == number
    studio.key("Alt+Right")
    studio.key("Backspace")
    assert studio.controller.desk[number.id] == number


def test_what_is_marked_over_suggestions_takes_them_in_and_an_accepted_other_is_told(studio, reports):
    studio.open(reports)
    studio.controller.select(studio.mention("556677").id)
    studio.key("Return")
    studio.select_text("Lucía Quintanar Ríos. 😀 NHC: 556677")
    studio.key("P")
    assert "Lucía Quintanar Ríos" not in studio.texts("pending") + studio.texts("rejected")
    assert "556677" in studio.texts("accepted")
    assert "556677" in studio.window.messages.shown("overlap").text
    studio.banner_button("overlap", "Undo").click()
    assert studio.texts("accepted") == ["556677"]


def test_an_accepted_mention_of_the_class_becomes_part_of_what_grows_over_it(studio, reports):
    studio.open(reports)
    studio.select_text("hermana")
    studio.key("R")
    studio.select_text("Elvira")
    studio.key("R")
    studio.controller.select(studio.mention("hermana").id)
    studio.key("Alt+Right")
    assert studio.texts("accepted") == ["hermana Elvira"]
    assert "Elvira" in _told(studio) and studio.window.messages.shown("overlap") is None


def test_a_selection_becomes_a_further_fragment_and_can_be_taken_out(studio, reports):
    studio.open(reports)
    text = studio.controller.session.text
    studio.select_text("hermana")
    studio.key("R")
    studio.select_text("Villabrezo")
    assert "hermana" in _bar(studio)
    studio.key("*")
    mention = studio.controller.mention
    assert [text[a:b] for a, b in mention.span.fragments] == ["hermana", "Villabrezo"]
    assert "05/06/2021" in studio.texts("pending")  # what lies in the gap is not its business
    studio.save()
    (a, b), (c, d) = mention.span.fragments
    line = f"FAMILIARES_SUJETO_ASISTENCIA {a} {b};{c} {d}\thermana Villabrezo"
    assert line in (reports / "1-alta.ann").read_text(encoding="utf-8")
    studio.select_text("Villabrezo")
    studio.key("*")
    assert studio.controller.mention.span.text(text) == "hermana" and not studio.controller.mention.span.gaps


def test_ends_of_fragments_move_and_gaps_stay(studio, reports):
    studio.open(reports)
    text = studio.controller.session.text
    studio.select_text("hermana")
    studio.key("R")
    studio.select_text("Villabrezo")
    studio.key("*")

    def fragments() -> list[str]:
        return [text[a:b] for a, b in studio.controller.mention.span.fragments]

    studio.key("Alt+Shift+Left")
    assert fragments() == ["su hermana", "Villabrezo"]
    studio.view.selection.put(text.index("hermana") + 2)
    studio.key("Alt+Right")
    assert fragments() == ["su hermana Elvira", "Villabrezo"]
    studio.key("Alt+Left")  # the caret is still in the first fragment
    assert fragments() == ["su hermana", "Villabrezo"]
    span = studio.controller.mention.span
    studio.view.resize_wanted.emit(studio.controller.current, span.start, span.end - 1)
    assert fragments() == ["su hermana", "Villabrez"]
    studio.key("*")
    assert fragments() == ["su hermana", "Villabrez"]
    assert "select what belongs" in studio.window.workbench.status.told.text()


def test_what_is_accepted_is_not_struck_through_and_is_what_is_pointed_at(studio, reports):
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


def _is_drawn_on(image: QImage, rect: QRectF) -> bool:
    part = image.copy(rect.toRect())
    return any(part.pixelColor(x, y) != Qt.GlobalColor.white for x in range(part.width()) for y in range(part.height()))
