"""ReportPage: the middle of the window: a report, or why there is none."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from deid_studio.errors import BratSyntaxError, BratTextMismatchError, DeidError, OnlyDocumentsError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.text import ReportView
from deid_studio.gui.words.evidence_wording import description
from deid_studio.gui.words.wording import language, what_happened, what_to_do

_ICON = 56


class ReportPage(QStackedWidget):
    """Shows the report in step with the controller; an empty page before, and an explanation when it is unreadable."""

    open_wanted = Signal()
    first_steps_wanted = Signal()
    again_wanted = Signal()  # the folder opened last
    repair_wanted = Signal()  # of the annotations that keep the report from being read

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._theme = theme
        self.view = ReportView()
        self.view.set_describe(lambda mention: description(mention, controller.tagset, self.view.page.text))
        self.view.set_note_marks(True)
        self._picture = "open-folder"
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.title.setWordWrap(True)
        self.title.setObjectName("explanation")
        self.detail = QLabel()
        self.detail.setTextFormat(Qt.TextFormat.PlainText)
        self.detail.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.detail.setWordWrap(True)
        self.open_button = QPushButton(self.tr("Open folder…"))
        self.open_button.clicked.connect(self.open_wanted)
        self.again_button = QPushButton()
        self.again_button.clicked.connect(self.again_wanted)
        self.again_button.hide()
        self._again = ""
        self.first_steps_button = QPushButton(self.tr("First steps, with an invented report"))
        self.first_steps_button.clicked.connect(self.first_steps_wanted)
        self.retry_button = QPushButton(self.tr("Retry"))
        self.retry_button.clicked.connect(controller.retry_report)
        self.repair_button = QPushButton(self.tr("Look what can be repaired…"))
        self.repair_button.clicked.connect(self.repair_wanted)
        explanation = QWidget()
        column = QVBoxLayout(explanation)
        column.setContentsMargins(32, 24, 32, 24)
        column.setSpacing(14)
        column.addStretch(2)
        for widget in (self._icon, self.title, self.detail):
            column.addWidget(widget)
        for button in (
            self.again_button,
            self.open_button,
            self.first_steps_button,
            self.repair_button,
            self.retry_button,
        ):
            button.setAutoDefault(True)  # outside of dialogs Return would press none
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        scrolled = QScrollArea()  # a long explanation in a small window is not to be cut
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scrolled.setWidget(explanation)
        for part in (explanation, scrolled.viewport()):  # the page's colour shows through
            part.setAutoFillBackground(False)
        self.explanation = scrolled
        self.addWidget(scrolled)
        self.addWidget(self.view)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

        controller.folder_opened.connect(self._folder_opened)
        controller.report_opened.connect(self._show_report)
        controller.report_failed.connect(self._show_failure)
        controller.desk_changed.connect(lambda: self.view.set_desk(controller.desk))
        controller.current_changed.connect(self._follow)
        controller.hidden_changed.connect(self.view.set_hidden_classes)
        controller.least_changed.connect(self.view.set_least_confidence)
        self.view.current_changed.connect(self._chosen)
        self.view.resize_wanted.connect(controller.resize)
        self.view.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._following = False
        self._shown = ("", "")  # the report in the view: its name and text
        self._folder_opened()
        self.set_theme(theme)
        self.welcome()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        self._theme = theme
        self._icon.setPixmap(themes.icon(self._picture, theme).pixmap(QSize(_ICON, _ICON)))
        self.setStyleSheet(
            f"ReportPage {{ background: {theme.page}; }} QLabel {{ color: {theme.muted}; }}"
            f" QLabel#explanation {{ color: {theme.text}; font-size: 15pt; }}"
        )
        # Last: a style sheet that is set gives the widgets in it their old palettes back.
        self.view.set_theme(theme)

    def leave_below(self, height: int) -> None:
        """Keep so many pixels free at the bottom, without moving any line."""
        self.view.leave_below(height)
        self.explanation.setViewportMargins(0, 0, 0, height)

    def welcome(self) -> None:
        """Invite to open a folder."""
        self._explain(
            "open-folder",
            self.tr("Open a folder with reports"),
            self.tr(
                "Text, Word, PDF, RTF, HTML or HL7. You can also drop a folder or files here. The reports stay on this"
                " computer."
            ),
            offer_opening=True,
        )

    def offer_again(self, folder: str) -> None:
        """Offer the folder of this name as the one opened last; none if it is empty."""
        self._again = folder
        self.again_button.setText(self.tr("Reopen “{folder}”").format(folder=folder.replace("&", "&&")))
        self.again_button.setVisible(bool(folder) and not self.open_button.isHidden())
        self.first_steps_button.setVisible(not folder and not self.open_button.isHidden())

    def loading(self) -> None:
        """Tell that a folder is being opened."""
        self._explain("open-folder", self.tr("Opening the folder…"), "")

    def folder_failed(self, error: DeidError) -> None:
        """Tell why a folder cannot be opened."""
        picture = "open-folder" if isinstance(error, OnlyDocumentsError) else "warning"
        self._explain(picture, what_happened(error), what_to_do(error), offer_opening=True)

    def _explain(
        self,
        picture: str,
        title: str,
        detail: str,
        *,
        offer_opening: bool = False,
        offer_retry: bool = False,
        offer_repair: bool = False,
    ) -> None:
        self._picture = picture
        self._icon.setPixmap(themes.icon(picture, self._theme).pixmap(QSize(_ICON, _ICON)))
        self.title.setText(title)
        self.detail.setText(detail)
        self.open_button.setVisible(offer_opening)
        self.again_button.setVisible(offer_opening and bool(self._again))
        self.first_steps_button.setVisible(offer_opening and not self._again)  # who was here before knows them
        self.retry_button.setVisible(offer_retry)
        self.repair_button.setVisible(offer_repair)
        self.setCurrentIndex(0)

    @property
    def shows_report(self) -> bool:
        """Whether a report is on the screen."""
        return self.currentWidget() is self.view

    def _folder_opened(self) -> None:
        self.view.set_tagset(self._controller.tagset, language())

    def _show_report(self) -> None:
        session = self._controller.session
        if session is None:
            return
        shown = session.name, session.text
        self._following = True
        if shown == self._shown:
            self.view.set_desk(self._controller.desk)  # read anew: the person stays at the same lines
        else:
            self.view.set_report(session.text, self._controller.desk, self._controller.edges)
        self._following = False
        self._shown = shown
        self.setCurrentWidget(self.view)

    def _show_failure(self, _name: str, error: DeidError) -> None:
        of_ann = isinstance(error, BratSyntaxError | BratTextMismatchError)
        self._explain("warning", what_happened(error), what_to_do(error), offer_retry=True, offer_repair=of_ann)

    def _follow(self, mention_id: int | None, show: bool) -> None:
        if self.view.current != mention_id or show:
            self._following = True
            self.view.set_current(mention_id, show)
            if mention_id is None and show and self._controller.place >= 0:
                self.view.show_place(self._controller.place)
            self._following = False

    def _scrolled(self) -> None:
        """Who reads on while suggestions are looked for is not called back to the first of them."""
        controller = self._controller
        if not self._following and controller.current is None and controller.awaiting:
            controller.place = self.view.sight.stretch()[0]

    def _chosen(self, mention_id: int | None) -> None:
        if not self._following:
            self._controller.select(mention_id, place=self.view.selection.caret())
