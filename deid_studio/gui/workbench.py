"""Workbench: what a feature may need of the window, typed, and where it brings in what it adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from deid_studio.gui.control.class_guidelines import ClassGuidelines
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.actions import Actions
from deid_studio.gui.shell.announcing import Announcer
from deid_studio.gui.shell.asking import ClassTaker, Gate
from deid_studio.gui.shell.carried import Carried
from deid_studio.gui.shell.docks import Docks
from deid_studio.gui.shell.keys import Keys
from deid_studio.gui.shell.long_work import LongWork
from deid_studio.gui.shell.menus import build_menus
from deid_studio.gui.shell.messages import Messages
from deid_studio.gui.shell.open_menus import OpenMenus
from deid_studio.gui.shell.panes import Panes
from deid_studio.gui.shell.possible_actions import PossibleActions
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.shell.status_panel import StatusPanel
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.shell.toolbar import Tools
from deid_studio.gui.text import ReportView
from deid_studio.gui.text.over_foot import OverFoot
from deid_studio.gui.text.report_page import ReportPage
from deid_studio.gui.text.text_keys import own_keys
from deid_studio.gui.widgets.still import Still
from deid_studio.model.span import Span

KeySection = tuple[str, Sequence[tuple[str, str]]]  # a title; what is done and by which keys

_LONGEST = 100  # characters of a selection that somebody may want to look for


class Workbench(QObject):
    """One a window. Features reach each other by it alone: by signals, by lists that each adds to, and by the ids of
    actions.
    """

    theme_changed = Signal(object)  # Theme
    typing_ended = Signal()  # what is being typed in a panel is to be kept now
    paths_wanted = Signal(object)  # folders or files (list of Path) that are to be opened
    built = Signal()  # every feature has brought what it has
    closing = Signal()  # the window is about to close

    def __init__(self, window: QMainWindow, controller: ReviewController, preferences: Preferences) -> None:
        super().__init__(window)
        self.window = window
        self.controller = controller
        self.preferences = preferences
        self.guidelines = ClassGuidelines(controller, self)
        self.theme = themes.theme_named(preferences.settings.theme)
        self.messages = Messages(self.theme)
        self.page = ReportPage(controller, self.theme)
        self.view.set_explain(self.guidelines.definition)
        self.status = StatusPanel(controller, self.theme)
        self.long_work = LongWork(controller.jobs, self.messages, window)
        self.actions = Actions(window)
        self.keys = Keys(window, self.actions, controller, preferences, own_keys)
        self.docks = Docks(window)
        self.panes = Panes(self.docks, self.view)
        self.announcer = Announcer(controller, self.view, window)
        self.review_widgets: list[QWidget] = [self.view]  # where the keys of the review act
        self.walked: list[
            QWidget
        ] = []  # where one walks from report to report: one that opens leaves the keyboard there
        self.gates: list[Gate] = []  # what may hold a sign-off back
        self.class_takers: list[ClassTaker] = []  # who may take a class before it becomes an edit
        self.refusals: list[Callable[[], bool]] = []  # what says that nothing can be decided
        self.keeps_open: list[Callable[[], bool]] = []  # what keeps the window from closing, and says why
        self.opens: Callable[[Path], bool] = Path.is_dir  # what can be opened, of what is dropped on the window
        self.other_keys: list[tuple[int, Callable[[], KeySection]]] = []  # keys that are no action's, by their place
        self.carried: dict[str, Carried] = {}  # what a window that is built anew is to show again
        self._escapes: list[tuple[int, Callable[[], bool]]] = []
        self._below: list[tuple[int, QWidget]] = []
        window.statusBar().addPermanentWidget(Still(self.status), 1)
        window.statusBar().setSizeGripEnabled(False)
        self.messages.told.connect(self.announcer.announce)
        self.status.told_short.connect(self.announcer.announce)
        self.panes.told.connect(self.announcer.announce)
        self.keys.changed.connect(self.status.set_keys)
        for part in (self.messages, self.page, self.status):
            self.theme_changed.connect(part.set_theme)

    @property
    def view(self) -> ReportView:
        """The report's text."""
        return self.page.view

    # --- bringing in -----------------------------------------------------------------------------------------

    def add_below(self, place: int, widget: QWidget) -> None:
        """Bring in a widget below the report."""
        self._below.append((place, widget))

    def add_to_status(self, widget: QWidget) -> None:
        """Bring in a widget at the end of the status bar."""
        self.window.statusBar().addPermanentWidget(widget)

    def add_escape(self, place: int, escape: Callable[[], bool]) -> None:
        """Bring in what Escape closes, in order of `place`; False where there was nothing to close."""
        self._escapes.append((place, escape))

    def build(self) -> None:
        """Put together what the features have brought, once all of them have."""
        window = self.window
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(OverFoot(self.page, self.messages), 1)
        for _, widget in sorted(self._below, key=lambda one: one[0]):
            column.addWidget(widget)
        window.setCentralWidget(centre)
        self.docks.place()
        build_menus(window, self.actions, self.review_widgets)
        self.open_menus = OpenMenus(self)
        self.toolbar = Tools(self.actions)
        window.addToolBar(self.toolbar)
        self.keys.apply()
        self.possible_actions = PossibleActions(self.actions, self.controller)
        self._dress()
        self.built.emit()

    # --- using -----------------------------------------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Give the program, the window and everything in it the colours and icons of a theme."""
        self.theme = theme
        self._dress()
        self.theme_changed.emit(theme)

    def _dress(self) -> None:
        """Give the program, and what has icons here, the theme; everything else was built in it, or is told."""
        theme = self.theme
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setPalette(themes.palette(theme))
        sheet = themes.style_sheet(theme)
        if app.styleSheet() != sheet:  # every widget there is takes a sheet on anew, the same one as well
            app.setStyleSheet(sheet)
        self.actions.set_theme(theme)
        self.window.setWindowIcon(themes.icon("app", theme))

    def refuses(self) -> bool:
        """Whether nothing can be decided in this folder; the person is told why."""
        return any(refuses() for refuses in self.refusals)

    def selected_text(self) -> str:
        """The selected text of the report, if it is short enough to be looked for."""
        selected, session = self.view.selection.range(), self.controller.session
        text = session.text[slice(*selected)] if selected is not None and session is not None else ""
        return text if len(text) < _LONGEST and "\n" not in text else ""

    def show_place(self, name: str, span: Span) -> None:
        """Open a report of the folder, and select a place in it."""

        def select() -> None:
            session = self.controller.session
            if session is not None and session.name == name and span.end <= len(session.text):
                self.view.selection.select(span.start, span.end)

        if self.controller.session is not None and self.controller.session.name == name:
            select()
            return

        def opened() -> None:
            self.controller.report_opened.disconnect(opened)
            select()

        self.controller.report_opened.connect(opened, Qt.ConnectionType.QueuedConnection)
        self.controller.open_report(name)

    def focus_report(self) -> None:
        """Go back to the report; there already, give up the selection, else close the message on top."""
        escapes = sorted(self._escapes, key=lambda one: one[0])
        if not any(escape() for _, escape in escapes) and self.view.hasFocus():
            if self.view.selection.range() is not None:
                self.view.selection.put(self.view.selection.caret())
            else:
                self.messages.close_front()
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def bring_to_front(self) -> None:
        """Show the window before all others."""
        if self.window.isMinimized():
            self.window.showNormal()
        self.window.raise_()
        self.window.activateWindow()
