"""MainWindow: the window around a report: builds menus, panels and status bar, and wires them to the controller."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from deid_studio.errors import DeidError, OnlyDocumentsError
from deid_studio.gui import actions, theme
from deid_studio.gui.announcing import Announcer
from deid_studio.gui.controller import ReviewController
from deid_studio.gui.dialogs.alike import Alike
from deid_studio.gui.dialogs.class_chooser import ClassChooser
from deid_studio.gui.dialogs.dialogs import Dialogs
from deid_studio.gui.dialogs.patient_tables import PatientTables
from deid_studio.gui.docks import Docks, Panel
from deid_studio.gui.document_offers import DocumentOffers
from deid_studio.gui.keys import Keys
from deid_studio.gui.long_work import LongWork
from deid_studio.gui.looks import Looks
from deid_studio.gui.menus import Menus
from deid_studio.gui.messages import Messages
from deid_studio.gui.opening import Opening, dropped
from deid_studio.gui.panels.classes_panel import ClassesPanel
from deid_studio.gui.panels.details_panel import DetailsPanel
from deid_studio.gui.panels.find_bar import FindBar
from deid_studio.gui.panels.mentions_panel import MentionsPanel
from deid_studio.gui.panels.patient_panel import PatientPanel
from deid_studio.gui.panels.report_page import ReportPage
from deid_studio.gui.panels.reports_panel import ReportsPanel
from deid_studio.gui.panels.search_panel import SearchPanel
from deid_studio.gui.panels.status_panel import StatusPanel
from deid_studio.gui.panels.sweep_bar import SweepBar
from deid_studio.gui.panes import Panes
from deid_studio.gui.patient_tab import PatientTab
from deid_studio.gui.places import Places
from deid_studio.gui.planted_checks import PlantedChecks
from deid_studio.gui.possible_actions import PossibleActions
from deid_studio.gui.preferences import Preferences
from deid_studio.gui.read_only import ReadOnly
from deid_studio.gui.reading import Reading
from deid_studio.gui.recovering import Recovering
from deid_studio.gui.releasing import Releasing
from deid_studio.gui.safekeeping import Safekeeping
from deid_studio.gui.second_reading import SecondReading
from deid_studio.gui.setting_menus import SettingMenus
from deid_studio.gui.signing_off import SigningOff
from deid_studio.gui.still import Still
from deid_studio.gui.sweeping import Sweeping
from deid_studio.gui.teller import Teller
from deid_studio.gui.text import ReportView
from deid_studio.gui.text.hint_mode import HintMode
from deid_studio.gui.text_menu import open_text_menu
from deid_studio.gui.token_edges import Edge, TokenEdges
from deid_studio.gui.tools import Tools
from deid_studio.gui.turning_off import TurningOff
from deid_studio.gui.undo_titles import UndoTitles
from deid_studio.model.span import Span
from deid_studio.settings import Settings

_WIDTH, _HEIGHT = 1280, 800
_OF_SCREEN = 0.8  # what a first window takes of a screen that is larger
_TITLE_BAR = 36  # what a desktop adds on top; unknown before the window is shown
_DOCK_SIDES = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)


class MainWindow(QMainWindow):
    """The window. What happens in it is the controller's; what is told, the teller's; this wires them."""

    language_changed = Signal()

    alike: Alike
    checks: PlantedChecks
    controller: ReviewController
    dialogs: Dialogs
    hint_mode: HintMode
    looks: Looks
    opening: Opening
    panes: Panes
    patient: PatientPanel
    patient_tab: PatientTab
    patient_tables: PatientTables
    reading: Reading
    releasing: Releasing
    rules: TurningOff
    second_reading: SecondReading
    signing_off: SigningOff
    sweep_bar: SweepBar

    def __init__(self, controller: ReviewController, preferences: Preferences) -> None:
        super().__init__()
        self.controller = controller
        self.preferences = preferences
        self.theme = theme.theme_named(preferences.settings.theme)
        self._closing_anyway = False
        self._fresh_folder = False
        self.setAcceptDrops(True)
        self.setWindowTitle("Deid Studio")

        self.messages = Messages(self.theme)
        self.page = ReportPage(controller, self.theme)
        self.find_bar = FindBar(controller, self.theme)
        self.sweeping = Sweeping(controller)
        self.sweep_bar = SweepBar(controller, self.sweeping, self.theme)
        self.search = SearchPanel(controller, self.theme)
        self.details = DetailsPanel(controller, self.theme)
        self.reports = ReportsPanel(controller, self.theme)
        self.mentions = MentionsPanel(controller, self.theme)
        self.classes = ClassesPanel(controller, self.theme)
        self.patient = PatientPanel(controller, self.theme)
        self.status = StatusPanel(controller, self.theme)
        self.long_work = LongWork(controller.jobs, self.messages, self)
        self.dialogs = Dialogs(self)
        self.patient_tables = PatientTables(self)
        self.alike = Alike(self)
        self.actions_by_id = actions.build(self)
        self.setting_menus = SettingMenus(preferences, self.actions_by_id, self)
        self.looks = Looks(self)
        self.keys = Keys(self)
        self.hint_mode = HintMode(self.view, self.theme, self)
        self.panes = Panes(self)
        self._build_centre()
        self._build_docks()
        self.menus = Menus(self)
        self.undo_titles = UndoTitles(self)
        self.toolbar = Tools(self.actions_by_id)
        self.addToolBar(self.toolbar)
        self.statusBar().addPermanentWidget(Still(self.status), 1)
        self.statusBar().setSizeGripEnabled(False)
        self.teller = Teller(self)
        self.rules = TurningOff(self)
        self.announcer = Announcer(self)
        self.reading = Reading(self)
        self.documents = DocumentOffers(self)
        self.opening = Opening(self)
        self.patient_tab = PatientTab(self)
        self.checks = PlantedChecks(self)
        self._wire()
        self.second_reading = SecondReading(self)
        self.read_only = ReadOnly(self)
        self.signing_off = SigningOff(self)
        self.releasing = Releasing(self)
        self.recovering = Recovering(self)
        self.safekeeping = Safekeeping(controller, self)
        self.places = Places(self, preferences.window_file)
        self._apply_settings()
        controller.formerly = preferences.formerly
        self.looks.begin()
        self.menus.fill_classes()
        self.possible_actions = PossibleActions(self)
        self._restore_window()
        (self.page.open_button if self.page.again_button.isHidden() else self.page.again_button).setFocus()

    @property
    def view(self) -> ReportView:
        """The report's text."""
        return self.page.view

    # --- building --------------------------------------------------------------------------------------------

    def _build_centre(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.messages)
        column.addWidget(self.page, 1)
        column.addWidget(self.find_bar)
        column.addWidget(self.sweep_bar)
        self._below = Still(self.details)
        self._below.hide()  # nothing is to be decided before the first report
        column.addWidget(self._below)
        self.setCentralWidget(centre)

    def _build_docks(self) -> None:
        left, right = _DOCK_SIDES
        panels = [
            Panel("reports", self.tr("Reports"), self.reports, left),
            Panel("mentions", self.tr("Mentions"), self.mentions, right),
            Panel("classes", self.tr("Classes"), self.classes, right),
            # Few know anything of a patient beforehand: the others are not to be asked.
            Panel("patient", self.tr("Patient"), self.patient, right, hidden=True),
            Panel("search", self.tr("Search"), self.search, Qt.DockWidgetArea.BottomDockWidgetArea, hidden=True),
        ]
        self.layout_of_docks = Docks(self, panels)
        self.docks = self.layout_of_docks.docks

    def _wire(self) -> None:
        controller = self.controller
        controller.folder_opened.connect(self._folder_opened)
        controller.folder_failed.connect(self._folder_failed)
        self.long_work.show_topic("folder", self.tr("Opening the folder"), self._opening_stopped)
        self.long_work.show_topic("new_text", self.tr("Comparing the texts"))
        controller.report_opened.connect(self._report_opened)
        for keyed in (self.classes, self.details, self.sweep_bar, self.status):
            self.keys.changed.connect(keyed.set_keys)
        self.page.open_wanted.connect(self.opening.choose_folder)
        self.reports.left.connect(self.focus_report)
        self.find_bar.left.connect(self.focus_report)
        self.search.left.connect(self.focus_report)
        self.view.selection_changed.connect(
            lambda *_: self.details.set_selected(self.view.selected_range() is not None)
        )
        self.search.place_opened.connect(self.view.setFocus)
        self.search.searching.place_chosen.connect(self.view.select_range)
        self.hint_mode.helped.connect(self.status.tell)
        self.controller.saving.saved.connect(self.hint_mode.remind)
        self.view.menu_wanted.connect(lambda place: open_text_menu(self, place))
        self.find_bar.match_chosen.connect(self.view.select_range)
        self.sweeping.place_chosen.connect(self.view.select_range)
        self.sweep_bar.left.connect(self.focus_report)
        self.sweep_bar.keys_free.connect(self.view.setFocus)
        self.sweep_bar.class_wanted.connect(self.choose_class)
        self.patient.table_wanted.connect(self.patient_tables.choose)
        self.classes.class_wanted.connect(self.give_class)
        self.details.class_wanted.connect(self.choose_class)
        self.details.note_wanted.connect(self.dialogs.note)
        self.status.pause_wanted.connect(self.toggle_preannotation)
        self.preferences.changed.connect(self._settings_changed)

    # --- what menus and keys do ------------------------------------------------------------------------------

    def open_folder(self, folder: Path, first: str = "") -> None:
        """Open a folder of reports, and its report of the name `first` if there is one."""
        if self.controller.folder is None:
            self.page.loading()
        self.controller.open_folder(folder, first)

    def _folder_failed(self, error: DeidError) -> None:
        if not self.page.shows_report:
            self.page.folder_failed(error)
        elif not isinstance(error, OnlyDocumentsError):  # which are offered
            self.messages.tell_error("folder", error)  # the report stays in sight, since it is still the one at work

    def _opening_stopped(self) -> None:
        if self.controller.folder is None:
            self.page.welcome()

    def save_now(self) -> None:
        """Write the `.ann` at once."""
        self.controller.saving.now()

    def give_class(self, name: str) -> None:
        """Mark the selected text with this class; without one, change the current mention's class."""
        if self.checks.take(name):
            return
        selected = self.view.selected_range()
        if selected is not None:
            self.controller.add(*selected, name)
        else:
            self.controller.relabel(name)

    def choose_class(self, adding: bool = False) -> None:
        """Show the classes to choose from, for the selected text or else for the current mention."""
        if self.read_only.refuses():
            return
        controller = self.controller
        selected, planted = self.view.selected_range(), self.checks.is_here
        if selected is None and not planted and (adding or controller.mention is None):
            selected = controller.edges.word_at(self.view.caret())
            if selected is None:
                return
            self.view.select_range(*selected)
        mention = controller.mention if selected is None and not planted else None
        preselected = mention.span.phi_class if mention is not None else controller.last_class
        title = self.tr("Class of the selected text") if mention is None else self.tr("Class of the mention")
        chooser = ClassChooser(title, controller.tagset, preselected, self.theme, self, self.keys.table)
        chooser.chosen.connect(self.give_class)
        chooser.open_at(self.view.viewport().mapToGlobal(self.view.cursorRect().bottomLeft() + QPoint(0, 8)))

    def move_edge(self, edge: Edge, direction: int, by_token: bool = True) -> None:
        """Move an edge of the current mention, or of the selected text where no mention is current."""
        selected = self.view.filled_selection()
        if self.controller.mention is not None or selected is None:
            self.controller.move_edge(edge, direction, by_token)
            return
        edges = TokenEdges(self.view.filled_text)
        moved = edges.moved(Span(*selected, "selected"), edge, direction, by_token)
        if moved is not None:
            self.view.select_filled(*moved)

    def accept_class(self) -> None:
        """Accept all pending suggestions of the current mention's class."""
        mention = self.controller.mention
        if mention is not None:
            self.controller.accept_class(mention.span.phi_class)

    def toggle_preannotation(self) -> None:
        """Pause pre-annotation, or go on with it."""
        folder = self.controller.folder
        if folder is not None:
            folder.resume() if folder.paused else folder.pause()
            self.actions_by_id["pause"].setChecked(folder.paused)

    def open_find_bar(self) -> None:
        """Find in the report, from the selected text if there is one."""
        self.find_bar.open(self._selected_text())

    def focus_filter(self) -> None:
        """Go to the filter of the reports."""
        self.layout_of_docks.named("reports").show()
        self.reports.filter.setFocus()
        self.reports.filter.selectAll()

    def search_folder(self) -> None:
        """Search in all reports, from the selected text if there is one."""
        dock = self.layout_of_docks.named("search")
        dock.show()
        dock.raise_()
        self.search.open(self._selected_text())

    def _selected_text(self) -> str:
        selected, session = self.view.selected_range(), self.controller.session
        text = session.text[slice(*selected)] if selected is not None and session is not None else ""
        return text if len(text) < 100 and "\n" not in text else ""

    def focus_report(self) -> None:
        """Go back to the report; there already, give up the selection, else close the message on top."""
        if self.search.isAncestorOf(QApplication.focusWidget() or self):
            self.layout_of_docks.named("search").hide()
        elif self.find_bar.isVisible():
            self.find_bar.hide()
        elif self.sweep_bar.isVisible():
            self.sweeping.stop()
        elif self.view.hasFocus() and self.view.selected_range() is not None:
            self.view.set_caret(self.view.caret())
        elif self.view.hasFocus():
            self.messages.close_front()
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- what the controller tells ---------------------------------------------------------------------------

    def _folder_opened(self) -> None:
        folder = self.controller.folder
        if folder is None:
            return
        self._fresh_folder = True
        self.menus.fill_classes()
        self.actions_by_id["pause"].setChecked(False)
        # The folder's name alone: a title is seen in task bars and screen recordings.
        self.setWindowTitle(f"{folder.project.folder.resolve().name} – Deid Studio")
        self.preferences.opened(folder.project.folder.resolve())

    def _report_opened(self) -> None:
        self._below.show()
        if self._fresh_folder or not self.reports.isAncestorOf(QApplication.focusWidget() or self):
            self.view.setFocus()
        self._fresh_folder = False

    # --- settings and themes ---------------------------------------------------------------------------------

    def _settings_changed(self, before: Settings) -> None:
        settings = self.preferences.settings
        self._apply_settings()
        if settings.theme != before.theme:
            self.looks.apply_theme()
        if settings.language != before.language:
            self.language_changed.emit()
        if settings.reviewer != before.reviewer:
            self.controller.reviewer = settings.reviewer
            # Who gives a name for the first time is the one who has decided so far.
            self.preferences.keep_formerly(before.reviewer if before.reviewer == Settings().reviewer else "")
            self.controller.formerly = self.preferences.formerly
        if settings.model != before.model:
            self.controller.model = self.preferences.model
            folder = self.controller.folder
            if folder is not None:
                self.open_folder(folder.project.folder)

    def _apply_settings(self) -> None:
        settings = self.preferences.settings
        self.looks.apply()
        self.sweeping.enabled = settings.second_sweep
        self.reading.set_policy(settings.read_coverage)
        self.controller.earning.precision = settings.bulk_accept_precision / 100

    # --- the window itself -----------------------------------------------------------------------------------

    def _restore_window(self) -> None:
        state = self.preferences.window_state()
        if state is not None:
            self.layout_of_docks.restore(state[1])
        # Qt refuses the geometry of another screen, and would leave the window as small as it can be.
        if state is None or not self.restoreGeometry(state[0]):
            self.resize(QSize(_WIDTH, _HEIGHT).expandedTo(self.screen().availableGeometry().size() * _OF_SCREEN))
        frame = self.frameGeometry().size() - self.size() if self.isVisible() else QSize(0, _TITLE_BAR)
        self.resize(self.size().boundedTo(self.screen().availableGeometry().size() - frame))
        if state is None:
            self.layout_of_docks.fit_widths()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.controller.saving.check_disk()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = dropped(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.opening.open(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        saving, session = self.controller.saving, self.controller.session
        unsaved = session is not None and session.unsaved and not saving.conflict
        if unsaved and not self._closing_anyway and not saving.now():
            event.ignore()
            self.dialogs.close_unsaved()
            return
        self.preferences.keep_window_state(self.saveGeometry(), self.layout_of_docks.layout())
        self.layout_of_docks.close_windows()
        self.releasing.close()
        self.controller.close()
        super().closeEvent(event)

    def close_anyway(self) -> None:
        """Close although the `.ann` could not be written; the journal has every decision."""
        self._closing_anyway = True
        self.close()
