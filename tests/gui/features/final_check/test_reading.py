"""What was read: the bar beside what was not, the figure, the key, and the question at sign-off."""

from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QToolTip, QWidget

from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.gui.features.statistics.statistics_dialog import StatisticsDialog
from deid_studio.gui.shell import theme
from deid_studio.review.checking import final_check
from deid_studio.review.checking.finding import Sort
from deid_studio.review.journal import Journal
from deid_studio.review.kept_settings import SECOND_POLICY
from deid_studio.review.reading.coverage import read_share
from deid_studio.review.second.second_policy import Choice, SecondPolicy
from deid_studio.settings import read_settings

ANYWAY = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
LINE = "Párrafo {}: la paciente refiere dolor de dos días y niega fiebre u otros síntomas.\n"
BODY = "".join(LINE.format(n) for n in range(40))
TEXT = "Nombre: Lucía Quintanar Ríos. NHC: 556677.\n\n" + BODY


class Clock:
    """A clock that a test puts forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def opened(studio, reports):
    """The window on the first of three long reports, with what is read watched by a clock that stands still."""
    return _open(studio, reports)


def _open(studio, reports):
    for name in ("1-alta", "3-alta", "4-alta"):
        (reports / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    _watch(studio)
    studio.window.resize(1100, 700)
    studio.open(reports, "1-alta")
    QApplication.processEvents()
    return studio


def _watch(studio) -> None:
    studio.window.reading.clock = Clock()
    studio.window.preferences.change(read_coverage="warn")


def _show(studio, name: str) -> None:
    studio.show(name)
    QApplication.processEvents()


def _settings(studio) -> SettingsDialog:
    studio.window.actions_by_id["settings"].trigger()
    return next(d for d in studio.window.findChildren(SettingsDialog) if d.isVisible())


def stay(studio, seconds: float, step: float = 0.5) -> None:
    """Look at what is in sight for some time."""
    reading = studio.window.reading
    studio.window.activateWindow()
    QApplication.processEvents()
    QTest.mouseMove(studio.view.viewport(), QPoint(20, 20 + round(reading.clock.now) % 20))
    reading._act()
    for _ in range(round(seconds / step)):
        reading.clock.now += step
        reading.look()


def read_all(studio) -> None:
    """Page through the report at a normal pace."""
    studio.key("Ctrl+Home")
    bar = studio.view.verticalScrollBar()
    stay(studio, 60, 2)
    while bar.value() < bar.maximum():
        bar.setValue(bar.value() + bar.pageStep())
        stay(studio, 60, 2)


def bars(studio) -> list:
    return studio.view.unread.bars(studio.view.sight.blocks(studio.view.viewport().rect().toRectF()))


def told(studio) -> str:
    return studio.window.status.read.text()


def events(studio, name="1-alta"):
    return studio.controller.folder.project.journal().events(name)


def sign(studio) -> None:
    studio.key("Ctrl+Shift+Return")  # decide what is pending, which is not what is tested here
    studio.key("Ctrl+Return")


def without_a_model(monkeypatch) -> None:
    """Let the final check find what merely looks like PHI."""
    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))


def asks(studio) -> bool:
    """Whether the final check asks before the sign-off, with the keyboard."""
    return studio.window.checking.offering and studio.window.focusWidget() is studio.window.check_panel


def test_nothing_is_read_where_nobody_looks_what_was_read_is_signed_unasked_and_is_of_who_has_read_it(
    opened, afresh, reports
):
    reading = opened.window.reading
    stay(opened, 1)
    before = told(opened)
    reading.clock.now += 100
    reading.look()
    reading.clock.now += 1
    reading.look()
    assert told(opened) == before
    dialog = _settings(opened)
    dialog.activateWindow()
    QApplication.processEvents()
    for _ in range(40):
        reading.clock.now += 0.25
        reading.look()
    assert told(opened) == before
    dialog.reject()
    stay(opened, 10)
    assert told(opened) != before

    # A dialog covers the text without the keyboard.
    _show(opened, "3-alta")
    cover = QDialog(opened.window)
    cover.show()
    cover.move(opened.view.mapToGlobal(QPoint(40, 40)))
    before = told(opened)
    stay(opened, 20)
    assert opened.window.isActiveWindow() and told(opened) == before
    beside = opened.window.frameGeometry().bottomRight()
    cover.move(beside.x() + 50, beside.y() + 50)
    stay(opened, 20)
    assert told(opened) != before
    cover.close()

    # A list or a panel floats over the text.
    _show(opened, "4-alta")
    for kind in (Qt.WindowType.Popup, Qt.WindowType.Tool):
        cover = QWidget(opened.window, kind)
        cover.resize(80, 60)
        cover.move(opened.view.mapToGlobal(QPoint(40, 40)))
        cover.show()
        before = told(opened)
        stay(opened, 20)
        assert opened.window.isActiveWindow() and told(opened) == before, kind
        cover.close()
        stay(opened, 20)
        assert told(opened) != before, kind
        opened.view.go_to(TEXT.index("Párrafo 30"))

    # The timer, and the sign-off.
    reports = afresh(reports)
    opened.open(reports, "1-alta")
    QApplication.processEvents()
    reading = opened.window.reading
    stay(opened, 1)
    assert reading._timer.isActive()
    reading.clock.now += 100
    reading.look()
    assert not reading._timer.isActive()
    QTest.keyClick(opened.view, Qt.Key.Key_Down)
    assert reading._timer.isActive()
    read_all(opened)
    assert told(opened) == "Read 100 %" and not reading._timer.isActive()

    sign(opened)
    opened.wait_shown("2-radiologia")
    assert read_share(events(opened)) == 1.0
    opened.key("Ctrl+Shift+S")
    dialog = next(d for d in opened.window.findChildren(StatisticsDialog) if d.isVisible())
    opened.qtbot.waitUntil(lambda: dialog.found is not None)
    assert "Read before signing off: 100 % of the words (median), at least 100 %." in dialog.time.text()
    dialog.close()

    # A key leads from one unread place to the next.
    _show(opened, "3-alta")
    stay(opened, 60)
    opened.key("F4")
    place = opened.view.selection.caret()
    assert place == reading.coverage.next_unread(-1)
    assert opened.view.viewport().rect().contains(opened.view.cursorRect().center())
    assert opened.controller.mention is None  # Return decides on nothing that is out of sight
    opened.view.go_to(TEXT.index("Párrafo 30"))
    stay(opened, 5)
    opened.view.go_to(TEXT.index("Párrafo 32"))
    opened.key("F4")
    assert opened.view.selection.caret() > TEXT.index("Párrafo 32")
    opened.view.go_to(len(TEXT) - 1)
    opened.key("F4")
    assert opened.view.selection.caret() == place  # round the end
    read_all(opened)
    opened.key("F4")
    assert opened.window.status.told.text() == "All of this report has been read."

    # Who has read it.
    reports = afresh(reports)
    opened.open(reports, "1-alta")
    QApplication.processEvents()

    def be(name: str) -> None:
        opened.window.preferences.change(reviewer=name)

    def come_back() -> None:
        opened.show("10-nota")
        opened.show("1-alta")

    be("root")
    come_back()
    stay(opened, 30)
    before = told(opened)
    opened.key("Return")
    be("Dra. Prueba")
    come_back()
    assert told(opened) == before != "Read 0 %"

    policy = SecondPolicy(Choice.RANDOM, 1.0, "5a" * 32)
    opened.controller.folder.project.keep(SECOND_POLICY, policy)
    opened.controller.folder.set_second_policy(policy, {})
    read_all(opened)
    sign(opened)
    opened.wait_shown("2-radiologia")
    opened.show("1-alta")
    assert told(opened) == "Read 100 %"
    be("Dr. Segundo")
    assert told(opened) == "Read 0 %"
    stay(opened, 30)
    share = opened.window.reading.coverage.share
    opened.key("Ctrl+Return")
    assert asks(opened)
    opened.key("Ctrl+Alt+Return")
    opened.qtbot.waitUntil(lambda: read_share(events(opened)) != 1.0)
    assert read_share(events(opened)) == pytest.approx(share, abs=1e-4)
    be("Dra. Prueba")
    come_back()
    assert told(opened) == "Read 100 %"


def test_what_was_not_read_is_asked_about_once_all_is_decided_until_it_is_read_or_signed_as_the_settings_say(
    opened, monkeypatch, preferences_path, afresh, reports
):
    stay(opened, 60)
    share, panel = opened.window.reading.coverage.share, opened.window.check_panel
    sign(opened)
    QTest.keyClick(panel, Qt.Key.Key_Escape)  # leaves everything as it was
    assert not opened.controller.session.signed and not opened.window.checking.offering
    sign(opened)
    assert asks(opened)
    # The key that signs off leads to what was not read.
    QTest.keyClick(panel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not opened.window.checking.offering and not opened.controller.session.signed
    assert opened.view.selection.caret() == opened.window.reading.coverage.next_unread(-1)
    # What was passed over unread is asked about again.
    sign(opened)
    QTest.keyClick(panel, Qt.Key.Key_Return)
    QTest.keyClick(panel, Qt.Key.Key_Return)  # too fast to have read it
    assert opened.window.checking.ended
    opened.key("Ctrl+Return")
    assert asks(opened) and not opened.controller.session.signed
    QTest.keyClick(panel, Qt.Key.Key_Return)
    assert opened.window.checking.current.sort is Sort.UNREAD  # and not the end again
    opened.key("Ctrl+Return")
    assert asks(opened) and not opened.controller.session.signed
    # Another key signs off all the same, and the share is recorded.
    assert panel.anyway_button.isVisible() and panel.anyway_button.text() == "Sign off all the same Ctrl+Alt+⏎"
    QTest.keyClick(panel, Qt.Key.Key_Return, ANYWAY)
    opened.wait_shown("2-radiologia")
    assert 0.05 < share < 0.9 and read_share(events(opened)) == pytest.approx(share, abs=1e-4)

    # What may be PHI and what was not read are asked about in one.
    without_a_model(monkeypatch)
    opened.window.preferences.change(second_sweep=True)
    _show(opened, "3-alta")
    sign(opened)
    opened.qtbot.waitUntil(lambda: asks(opened))
    sorts = {finding.sort for finding in panel._before.asked}
    assert Sort.UNREAD in sorts and not opened.controller.session.signed
    QTest.keyClick(panel, Qt.Key.Key_Return, ANYWAY)
    opened.wait_shown("4-alta")

    # The settings.
    opened.window.preferences.change(second_sweep=False)
    reports = afresh(reports)
    opened.open(reports, "1-alta")
    QApplication.processEvents()
    dialog = _settings(opened)
    assert dialog.fields["read_coverage"].value() == "warn"
    dialog.fields["read_coverage"].show("off")
    dialog.accept()
    assert read_settings(preferences_path)[0].read_coverage == "off"
    assert not bars(opened) and not told(opened)
    opened.window.preferences.change(read_coverage="block")
    assert bars(opened) and told(opened) == "Read 0 %"

    # Off shows nothing, asks nothing and records nothing.
    opened.window.preferences.change(read_coverage="off")
    _show(opened, "3-alta")
    stay(opened, 5)
    assert not bars(opened) and not told(opened) and not opened.window.status.read.isVisible()
    opened.key("F4")
    assert "settings" in opened.window.status.told.text()
    sign(opened)
    opened.wait_shown("4-alta")
    assert read_share(events(opened, "3-alta")) is None

    opened.window.preferences.change(read_coverage="block")
    _show(opened, "1-alta")
    sign(opened)
    panel = opened.window.check_panel
    assert asks(opened) and not panel.anyway_button.isEnabled() and "by the settings" in panel.evidence.whole
    QTest.keyClick(panel, Qt.Key.Key_Return, ANYWAY)
    assert not opened.controller.session.signed
    assert opened.view.selection.caret() == opened.window.reading.coverage.next_unread(-1)
    read_all(opened)
    opened.key("Ctrl+Return")
    opened.wait_shown("2-radiologia")

    # Once all is decided.
    reports = afresh(reports)
    opened.open(reports, "1-alta")
    QApplication.processEvents()
    stay(opened, 60)
    opened.key("Ctrl+Return")
    assert "pending" in opened.box().text()  # first things first
    opened.box().close()
    sign(opened)
    panel, checking, share = opened.window.check_panel, opened.window.checking, opened.window.reading.coverage.share
    assert asks(opened) and ": 1 place left" in panel.text.text() and f"{int(share * 100)} %" in panel.evidence.whole
    QTest.keyClick(panel, Qt.Key.Key_Return)  # leads to what was not read
    assert not opened.controller.session.signed
    assert opened.view.selection.caret() == opened.window.reading.coverage.next_unread(-1)

    # From the panel the report is paged.
    _show(opened, "3-alta")
    sign(opened)
    QTest.keyClick(panel, Qt.Key.Key_Return)
    stay(opened, 60, 2)
    bar = opened.view.verticalScrollBar()
    leak = checking.remaining.leak
    while bar.value() < bar.maximum():
        QTest.keyClick(panel, Qt.Key.Key_PageDown)
        stay(opened, 60, 2)
    assert checking.findings == () and checking.remaining.leak == 0 < leak
    QTest.keyClick(panel, Qt.Key.Key_Return)
    assert checking.ended and panel.sign_button.isVisible()
    panel.sign_button.click()
    opened.wait_shown("4-alta")

    # Where only reading is asked about, decisions after it look for nothing else.
    without_a_model(monkeypatch)
    begun = []
    opened.controller.jobs.started.connect(begun.append)
    sign(opened)
    assert asks(opened)
    opened.controller.undo()
    assert opened.controller.desk.pending and "final_check" not in begun
    assert checking.findings  # the list follows all the same
    opened.key("F7")
    opened.controller.redo()
    assert begun.count("final_check") == 1  # at most one at a time
    opened.qtbot.waitUntil(lambda: checking.known)


def test_what_was_read_outlives_a_restart_and_a_power_cut_but_not_another_text(make_studio, reports, tmp_path):
    studio = _open(make_studio(), reports)
    stay(studio, 30)
    before = told(studio)
    studio.show("10-nota")
    studio.show("1-alta")
    assert told(studio) == before != "Read 0 %"
    studio.key("Return")  # read before anything was decided, and kept with the decision
    decided = tmp_path / "al decidir"
    shutil.copytree(reports, decided)
    stay(studio, 25)
    later = told(studio)
    cut = tmp_path / "tras el corte"
    shutil.copytree(reports, cut)  # what the disk holds at this moment
    studio.window.close()

    again = make_studio()
    _watch(again)
    again.open(reports, "1-alta")
    assert told(again) == later
    again.open(decided, "1-alta")
    assert told(again) == before
    again.open(cut, "1-alta")
    assert int(told(again).split()[1]) >= int(later.split()[1]) - 5 > 0

    (reports / "1-alta.ann").unlink()
    (reports / "1-alta.txt").write_text("Otro texto.\n" + TEXT, encoding="utf-8")
    again.open(reports, "1-alta")
    assert told(again) == later  # the text that was decided on is shown until the person chooses
    again.choose("Continue with the new text")
    again.qtbot.waitUntil(lambda: told(again) == "Read 0 %")


def test_bars_beside_what_was_not_read_go_as_it_is_read_which_the_journal_keeps_and_looking_writes_nothing(
    opened, monkeypatch, reports, afresh
):
    written = []
    keep = Journal.keep_coverage
    monkeypatch.setattr(Journal, "keep_coverage", lambda *args: (written.append(args[1]), keep(*args)))
    project = opened.controller.folder.project
    text = opened.controller.session.text_sha256
    stay(opened, 30)
    assert not written and not project.journal_path.exists()
    opened.key("Return")  # with the event, in its own transaction
    first = project.coverage("1-alta", "dra. prueba", text)
    assert first == opened.window.reading.coverage.packed() and not written
    stay(opened, 15)
    assert not written
    bar = opened.view.verticalScrollBar()
    for _ in range(3):
        bar.setValue(bar.value() + bar.pageStep() // 2)
        stay(opened, 10)
    assert len(written) == 2
    kept = project.coverage("1-alta", "dra. prueba", text)
    assert kept not in (None, first)
    opened.show("10-nota")
    assert project.coverage("1-alta", "dra. prueba", text) != kept and len(written) == 3

    # The bars, in a folder in which nothing was read.
    reports = afresh(reports)
    opened.open(reports, "1-alta")
    QApplication.processEvents()
    before_all = sorted(path.name for path in reports.iterdir())
    assert told(opened) == "Read 0 %"
    whole = sum(bar.height() for bar in bars(opened))
    assert whole > 0.8 * opened.view.viewport().height()
    bar = bars(opened)[0]
    assert 0 < bar.left() < bar.right() < opened.view.page.layout.left
    place = bar.center().toPoint()
    colour = QColor(theme.LIGHT.unread)
    assert opened.view.viewport().grab().toImage().pixelColor(place) == colour
    stay(opened, 10)
    some = sum(bar.height() for bar in bars(opened))
    assert 0 < some < whole and 0 < int(told(opened).split()[1]) < 15
    stay(opened, 60)
    cut = opened.view.viewport().height() - 2 * opened.view.fontMetrics().height()  # what the edge cuts is not in sight
    assert all(bar.top() > cut for bar in bars(opened))
    assert opened.view.viewport().grab().toImage().pixelColor(place) != colour
    opened.view.verticalScrollBar().setValue(30)
    assert bars(opened)

    # In memory it is kept.
    before = told(opened)
    _show(opened, "3-alta")
    assert told(opened) == "Read 0 %"
    opened.show("1-alta")
    assert told(opened) == before

    # The bar is seen in every theme and without line numbers, and says what it is.
    _show(opened, "3-alta")
    for one in (theme.LIGHT, theme.DARK):
        opened.window.preferences.change(show_line_numbers=False, theme=one.name)
        place = bars(opened)[0].center().toPoint()
        assert place.x() > 3, one.name
        assert opened.view.viewport().grab().toImage().pixelColor(place) == QColor(one.unread), one.name
    viewport = opened.view.viewport()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place)))
    assert QToolTip.text().endswith("Next such place: F4")
    QToolTip.hideText()

    opened.window.close()
    assert sorted(path.name for path in reports.iterdir()) == before_all


def test_nothing_beyond_an_edge_is_in_sight_and_only_what_is_in_sight_is_watched(opened, reports):
    # What the sweep finds and a selected word are looked at.
    view, reading = opened.view, opened.window.reading
    start = TEXT.index("Párrafo 3:")
    view.selection.select(start, start + 9)
    stay(opened, 1)
    assert not reading.coverage.unread(start, start + 20)
    opened.key("Ctrl+A")
    stay(opened, 1)
    assert reading.coverage.share < 0.1

    # Lines that the lower edge cuts are not in sight.
    opened.show("3-alta")
    for height in range(400, 430, 7):
        opened.window.resize(1100, height)
        QApplication.processEvents()
        ((start, end),) = view.sight.readable()
        cursor = view.textCursor()
        cursor.setPosition(view.page.offsets.to_shown(end))
        assert start == 0 and view.cursorRect(cursor).bottom() <= view.viewport().height()
        cursor.setPosition(view.page.offsets.to_shown(end + 2))
        assert view.cursorRect(cursor).bottom() > view.viewport().height() - 1.5 * view.page.layout.extra_height()
    opened.window.resize(1100, 700)

    # Of a megabyte only what is in sight is asked for, line by line.
    (reports / "4-alta.txt").write_text(BODY * 300, encoding="utf-8")
    _show(opened, "4-alta")
    asked, unread = [], reading.coverage.unread
    view.unread.set(lambda start, end: asked.append((start, end)) or unread(start, end))
    QApplication.processEvents()
    view.viewport().grab()
    assert asked and max(end for _, end in asked) < 10_000
    stay(opened, 1)
    assert reading.coverage.share < 0.01 and told(opened) == "Read 0 %"

    # Nor is what is beyond the edge of lines that are not wrapped.
    line = "La paciente refiere dolor de dos días. " * 20
    (reports / "10-nota.txt").write_text(f"{line}\nCorta.\n", encoding="utf-8")
    opened.window.preferences.change(wrap_lines=False)
    _show(opened, "10-nota")
    (start, end), short = view.sight.readable()[:2]
    assert start == 0 and 20 < end < len(line) // 2 and short == (len(line) + 1, len(line) + 7)
    stay(opened, 120, 2)
    left = reading.coverage.unread(0, len(line))
    assert left[0][0] >= end - 80 and left[-1][1] == len(line)
    opened.key("F4")
    assert view.selection.caret() == left[0][0] and view.horizontalScrollBar().value() > 0
