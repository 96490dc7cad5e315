"""Messages: the one place where a person is told something: banners, and dialogs where a choice is needed."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.errors import DeidError
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.colours import mix
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import translate, what_happened, what_to_do

Action = tuple[str, Callable[[], object]]

_ICON = 20
_LEAST_WORDS = 340  # pixels, with what is around them: in less, words stand one below the other


class Kind(Enum):
    """How a message looks: the name of its icon."""

    INFO = "info"
    WARNING = "warning"
    SIGNED = "status-signed"
    SECOND = "status-second"


class Banner(QFrame):
    """One message: icon, what happened, what to do, buttons; the person may close it."""

    closed = Signal()
    others_wanted = Signal()
    passing = False  # whether it tells of something that is going on, and goes by itself

    def __init__(
        self, kind: Kind, text: str, detail: str, actions: Sequence[Action], closable: bool, theme: Theme
    ) -> None:
        super().__init__()
        self.setObjectName("banner")
        self.kind = kind
        self.text, self.detail = text, detail
        self.closable = closable
        self._icon = QLabel()
        words = self._words = QLabel()
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 7, 8, 7)
        row.setSpacing(10)
        row.addWidget(self._icon)
        # Its buttons, beside the words or, where it is narrow, below them.
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row = QHBoxLayout()
        self._body.addWidget(words, 1)
        self._body.addLayout(self._row)
        row.addLayout(self._body, 1)
        self.others = QToolButton()
        self.others.clicked.connect(self.others_wanted)
        self.others.hide()
        row.addWidget(self.others)
        self.buttons: list[QPushButton] = []
        for label, callback in actions:
            self.add_button(label, callback)
        self._close: QToolButton | None = None
        if closable:
            self._close = QToolButton()
            self._close.setToolTip(self.tr("Close"))
            self._close.setAccessibleName(self.tr("Close this message"))
            self._close.clicked.connect(self.closed)
            row.addWidget(self._close)
        self.set_words(f"{text} {detail}".strip())
        self.set_theme(theme)

    def set_words(self, words: str) -> None:
        """Say something else."""
        self._words.setText(words)
        self.setAccessibleName(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() - self._row.minimumSize().width() < _LEAST_WORDS
        ways = QBoxLayout.Direction
        self._body.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self._row.setAlignment(Qt.AlignmentFlag.AlignRight if narrow else Qt.AlignmentFlag(0))

    def set_others(self, count: int) -> None:
        """Offer so many other messages that wait behind this one."""
        self.others.setText(f"+{count}")
        told = self.tr("Other messages: {count}").format(count=count)
        self.others.setToolTip(told)
        self.others.setAccessibleName(told)
        self.others.setVisible(count > 0)

    def add(self, widget: QWidget) -> None:
        """Put a widget after what is there."""
        self._row.addWidget(widget)

    def add_button(self, label: str, callback: Callable[[], object]) -> None:
        """Put a button after what is there."""
        button = QPushButton(label)
        button.clicked.connect(lambda _=False: callback())
        self.add(button)
        self.buttons.append(button)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        tints = {Kind.WARNING: theme.pending, Kind.SIGNED: theme.accepted}
        tint = tints.get(self.kind, theme.accent)
        self.setStyleSheet(
            f"#banner {{ background: {mix(theme.page, tint, 0.13)};"
            f" border: 1px solid {mix(theme.page, tint, 0.45)}; border-left: none; border-right: none; }}"
        )
        self._icon.setPixmap(themes.icon(self.kind.value, theme).pixmap(QSize(_ICON, _ICON)))
        if self._close is not None:
            self._close.setIcon(themes.icon("reject", theme))


class Messages(QWidget):
    """The banners over the foot of the report; one a topic, the newest of a topic replaces the older.

    One is in sight: what is going on, else a warning, else the newest. The others wait behind it, and a button of it
    leads to them.
    """

    told = Signal(str, bool)  # what a new banner says, and whether it is a warning

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._banners: dict[str, Banner] = {}  # the newest last
        self._front = ""  # the topic that is in sight
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.hide()

    def tell(
        self,
        topic: str,
        text: str,
        detail: str = "",
        *,
        kind: Kind = Kind.INFO,
        actions: Sequence[Action] = (),
        closable: bool = True,
    ) -> None:
        """Show a message in place of the topic's older one."""
        self.put(topic, lambda theme: Banner(kind, text, detail, actions, closable, theme))
        self.told.emit(f"{text} {detail}".strip(), kind is Kind.WARNING)

    def put(self, topic: str, made: Callable[[Theme], Banner]) -> None:
        """Show a banner that is made of the theme, in place of the topic's older one; nobody is told of it."""
        topics, was = list(self._banners), self._banners.get(topic)
        banner = made(self._theme)
        # What stands as long as something is so, and is only said in other words, comes before nobody anew.
        stays = was is not None and not was.closable and not banner.closable and was.kind is banner.kind
        self._remove(topic)
        banner.closed.connect(lambda: self.clear(topic))
        banner.others_wanted.connect(self._turn)
        banner.hide()
        self._banners[topic] = banner
        self._column.addWidget(banner)
        if stays:
            self._banners = {one: self._banners[one] for one in topics}
            self._bring(self._front)
        else:
            self._bring("", was is not None)

    def tell_error(self, topic: str, error: DeidError, actions: Sequence[Action] = ()) -> None:
        """Show what went wrong and what to do."""
        self.tell(topic, what_happened(error), what_to_do(error), kind=Kind.WARNING, actions=actions)

    def clear(self, topic: str) -> None:
        """Take the topic's message away."""
        if topic in self._banners:
            self._remove(topic)
            self._bring(self._front if self._front in self._banners else "")

    def close_front(self) -> None:
        """Close the message in sight, if a person may."""
        banner = self._banners.get(self._front)
        if banner is not None and banner.closable:
            self.clear(self._front)

    @property
    def front(self) -> Banner | None:
        """The message in sight."""
        return self._banners.get(self._front)

    def _remove(self, topic: str) -> None:
        banner = self._banners.pop(topic, None)
        if banner is not None:
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()

    def _bring(self, topic: str, at_once: bool = True) -> None:
        """Put a topic's message in sight; the most urgent one without a topic."""
        in_order = {one: number for number, one in enumerate(self._banners)}
        self._front = topic or max(in_order, key=lambda one: (_urgency(self._banners[one]), in_order[one]), default="")
        if at_once:
            self._show_front()
        else:
            # What tells may be at work on the text, which is not to be laid out in the middle of that.
            QTimer.singleShot(0, self, self._show_front)

    def _show_front(self) -> None:
        others = len(self._banners) - 1
        for one, banner in self._banners.items():
            if one != self._front:
                banner.hide()
        if self._front:
            self._banners[self._front].set_others(others)
            self._banners[self._front].show()
        self.setVisible(bool(self._banners))

    def _turn(self) -> None:
        topics = list(self._banners)
        self._bring(topics[topics.index(self._front) - 1])

    def shown(self, topic: str) -> Banner | None:
        """The topic's message, in sight or behind it, if there is one."""
        return self._banners.get(topic)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for banner in self._banners.values():
            banner.set_theme(theme)


def _urgency(banner: Banner) -> int:
    if banner.passing:
        return 2  # it goes soon, and has the button that stops it
    return int(banner.kind is Kind.WARNING)


def ask(parent: QWidget, title: str, text: str, detail: str, choices: Sequence[Action], later: str = "") -> QMessageBox:
    """Let a person choose; the first choice is the default, `later` is the button that decides nothing.

    Returns at once: a choice's callback is called when it is taken.
    """
    box = QMessageBox(parent)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(detail)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    callbacks: dict[object, Callable[[], object]] = {}
    for number, (label, callback) in enumerate(choices):
        button = box.addButton(label, QMessageBox.ButtonRole.ActionRole)
        callbacks[button] = callback
        if number == 0:
            box.setDefaultButton(button)
    cancel = box.addButton(later or translate("messages", "Cancel"), QMessageBox.ButtonRole.RejectRole)
    box.setEscapeButton(cancel)

    def finished() -> None:
        callback = callbacks.get(box.clickedButton())
        if callback is not None:
            callback()

    box.finished.connect(finished)
    box.open()
    return box


class UnexpectedErrors(QObject):
    """Shows programming errors calmly and lets the program go on; no text of a report is shown or kept.

    The journal holds every decision, so nothing is lost.
    """

    _happened = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._box: QMessageBox | None = None
        self._happened.connect(self._show)

    def install(self) -> None:
        """Take over from Python, in all threads."""
        sys.excepthook = self.take
        threading.excepthook = lambda args: self.take(args.exc_type, args.exc_value, args.exc_traceback)

    def take(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        """Show an error: its kind and place alone, since its message might hold text of a report."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error or kind(), trace)
            return
        places = [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in traceback.extract_tb(trace)]
        place = f"{kind.__name__}\n" + "\n".join(places[-8:])
        sys.stderr.write(f"deid-studio: unexpected {place}\n")
        self._happened.emit(place)

    @Slot(str)
    def _show(self, place: str) -> None:
        if self._box is not None:
            return  # one at a time: an error in a paint event would open hundreds
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("Unexpected error"))
        box.setText(self.tr("Something unexpected went wrong."))
        box.setInformativeText(
            self.tr(
                "Your decisions are safe: each one was stored as you made it. You can go on working; if the window"
                " behaves oddly, close it and open it again."
            )
        )
        box.setDetailedText(place)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._box = box
        box.finished.connect(self._closed)
        box.open()

    @Slot()
    def _closed(self) -> None:
        self._box = None
