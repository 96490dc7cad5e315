"""Photographer: a window on a copy of the samples, that is brought into states and pictured."""

from __future__ import annotations

import io
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from deid_studio import paths
from deid_studio.gui import studio
from deid_studio.gui.shell.preferences import Preferences

REPORT = "01-alta-medicina-interna"
# Seconds without any progress; how long work may take in all depends on the machine.
_PATIENCE = 90.0
_SETTLED = 0.15
_TITLE_BAR = 26


class Photographer:
    """The window, its folder of reports, and the ways to wait for it."""

    def __init__(self, app: QApplication, folder: Path, theme: str, size: tuple[int, int]) -> None:
        self.app = app
        self.folder = folder
        self.size = size
        self.errors: list[BaseException | None] = []
        sys.excepthook = self._take_error
        self.reports = folder / "informes"
        shutil.copytree(paths.resources() / "samples", self.reports, ignore=shutil.ignore_patterns("README*"))
        (self.reports / "11-escaneado.txt").write_bytes(b"%PDF-1.7\n")
        preferences = Preferences(folder / "config" / "settings.toml")
        preferences.reviewer_asked = True
        preferences.change(theme=theme, reviewer="Dra. Ejemplo", bulk_accept_precision=0.0)
        self._steps = 0
        self.window = studio.build_workbench(preferences).window
        self.workbench, self.features = self.window.workbench, self.window.features
        self.workbench.controller.jobs.stepped.connect(self._stepped)
        self.window.resize(*size)
        self.workbench.docks.fit_widths()
        self.window.show()
        self.window.activateWindow()
        QCursor.setPos(self.window.screen().geometry().bottomRight())  # nothing is hovered over
        self.settle()

    def _take_error(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        self.errors.append(error)

    def _stepped(self) -> None:
        self._steps += 1

    # --- waiting ---------------------------------------------------------------------------------------------

    def settle(self, seconds: float = _SETTLED) -> None:
        """Let everything be painted."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.app.processEvents()
            time.sleep(0.005)

    def _progress(self) -> object:
        folder = self.workbench.controller.folder
        return self._steps, None if folder is None else (folder.preannotated, len(folder.results))

    def wait(self, holds: Callable[[], object]) -> None:
        """Wait until something holds; raises TimeoutError when nothing has moved on for long."""
        before, since = self._progress(), time.monotonic()
        while not holds():
            now = self._progress()
            if now != before:
                before, since = now, time.monotonic()
            elif time.monotonic() - since > _PATIENCE:
                raise TimeoutError("gave up waiting")
            self.settle(0.02)

    def wait_for(self, topic: str) -> None:
        """Wait until no job of a topic is running."""
        self.wait(lambda: not self.workbench.controller.jobs.running(topic))
        self.settle()

    # --- what a person does ----------------------------------------------------------------------------------

    def open(self, folder: Path) -> None:
        """Open a folder, and wait for its suggestions."""
        self.workbench.controller.open_folder(folder)
        self.wait_open(folder)
        self.wait_for_suggestions()

    def wait_open(self, folder: Path) -> None:
        """Wait until this folder is open, and a report of it shown."""
        controller = self.workbench.controller
        self.wait(lambda: controller.folder is not None and controller.folder.project.folder.samefile(folder))
        self.wait(lambda: controller.session is not None)
        self.settle()

    def wait_for_suggestions(self) -> None:
        """Wait until every report has its suggestions."""
        self.wait(lambda: (folder := self.workbench.controller.folder) is not None and not folder.preannotating)
        self.settle()

    def show(self, name: str) -> None:
        """Show a report."""
        self.workbench.controller.open_report(name)
        self.wait_for("report")

    def sign(self) -> None:
        """Sign the report off, with everything that is pending accepted."""
        controller = self.workbench.controller
        controller.accept_all()
        controller.sign_off()
        self.wait_for("report")
        self.settle(0.5)

    @property
    def text(self) -> str:
        """The text of the report on the screen."""
        session = self.workbench.controller.session
        return "" if session is None else session.text

    # --- pictures --------------------------------------------------------------------------------------------

    def others(self) -> list[QWidget]:
        """What is open beside the window, the lowest first."""
        found = [w for w in self.app.topLevelWidgets() if w.isVisible() and w is not self.window]
        return sorted(found, key=lambda w: (w.isModal() or bool(w.parent()), _depth(w)))

    def dialog(self) -> QWidget:
        """The dialog or pop-up that was opened last."""
        return self.others()[-1]

    def close_others(self) -> None:
        """Close everything but the window."""
        QToolTip.hideText()
        for _ in range(5):
            others = self.others()
            if not others:
                return
            for one in reversed(others):
                one.close()
            self.window.activateWindow()  # a desktop would: what has the keyboard is to be seen
            self.settle(0.05)

    def put_on(self, theme: str) -> None:
        """Change the theme as the menu does."""
        self.workbench.preferences.change(theme=theme)
        self.settle(0.05)

    def picture(self, path: Path) -> None:
        """Keep a picture of the window and of what lies over it."""
        self.settle()
        below = self.window.geometry()
        others = self.others()
        # A dialog that is larger than the window is to be seen as such.
        whole = below
        for one in others:
            whole = whole.united(one.geometry())
        ratio = self.window.devicePixelRatioF()
        canvas = QPixmap(whole.size() * ratio)
        canvas.setDevicePixelRatio(ratio)
        canvas.fill("#808080")
        painter = QPainter(canvas)
        for one in (self.window, *others):
            place = QRect(one.geometry().topLeft() - whole.topLeft(), one.size())
            painter.drawPixmap(place, one.grab())
            if one is not self.window and one.windowType() is not Qt.WindowType.Popup:
                _frame(painter, place, one.windowTitle())
        painter.end()
        canvas.save(str(path))

    def close(self) -> None:
        """Close the window."""
        self.close_others()
        self.window.close()
        self.window.deleteLater()
        self.settle()


def _depth(widget: QWidget) -> int:
    """How many windows it was opened from, one from another."""
    parent = widget.parentWidget()
    return 0 if parent is None else 1 + _depth(parent.window())


def _frame(painter: QPainter, place: QRect, title: str) -> None:
    """What a desktop puts around a window."""
    bar = QRect(place.left(), max(place.top() - _TITLE_BAR, 0), place.width(), min(_TITLE_BAR, place.top()))
    painter.fillRect(bar, QColor("#5a6472"))
    painter.setPen(QColor("#ffffff"))
    painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, title)
    painter.setPen(QColor("#5a6472"))
    painter.drawRect(place.united(bar).adjusted(0, 0, -1, -1))


def docx(paragraphs: Sequence[str], header: str) -> bytes:
    """A Word document of paragraphs, with a header and a picture that cannot be read."""
    from docx import Document

    document = Document()
    document.sections[0].header.paragraphs[0].text = header
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    data = io.BytesIO()
    document.save(data)
    return data.getvalue()


def pdf(lines: Sequence[str]) -> bytes:
    """A PDF of a page with text, and of one without any, as if scanned."""
    from reportlab.pdfgen.canvas import Canvas

    data = io.BytesIO()
    canvas = Canvas(data)
    for number, line in enumerate(lines):
        canvas.drawString(60, 780 - 16 * number, line)
    canvas.showPage()
    canvas.rect(9, 9, 99, 99)
    canvas.showPage()
    canvas.save()
    return data.getvalue()
