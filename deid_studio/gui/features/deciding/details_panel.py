"""DetailsPanel: the strip under the report that tells everything about the current mention."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.control.class_guidelines import ClassGuidelines
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.features.deciding.class_button import ClassButton
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.key_table import CLASS, KeyTable, key_sign
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.few_lines import FewLines
from deid_studio.gui.words.around import Around
from deid_studio.gui.words.evidence_wording import description, evidence_summary, origin_sentence
from deid_studio.gui.words.rule_wording import not_to_turn_off, to_turn_off
from deid_studio.gui.words.wording import (
    class_of,
    class_title,
    class_titles,
    confidence_words,
    correction,
    decision_symbol,
    decision_word,
    few_words,
    percent,
)
from deid_studio.model.mentions import Decision, Mention, Origin
from deid_studio.review.session import ReviewSession

FRAGMENT = "fragment"  # the command that makes the selected text a part of a mention
_SHOWN_CHARACTERS = 300
_LEAST_CLASS = 130
_LEAST_WIDTH = 290
_LEAST_WITH_MEANING = 480  # pixels of the window's height
_AROUND_ALL = 64  # the margins, and what is left free between the widgets
_LINES = 2
_LEAST_WITH_WORDS = 470
_CLASS_SHARE = 0.30  # of the width, which a class's title may take; the text needs it more


class DetailsPanel(QWidget):
    """Text, class, decision, confidence, evidence and note of the current mention, with the buttons to decide; and in a
    line what its class holds."""

    class_wanted = Signal()
    note_wanted = Signal()
    rule_wanted = Signal(str)  # the id of a rule to turn off
    rules_off_wanted = Signal()

    def __init__(
        self,
        controller: ReviewController,
        guidelines: ClassGuidelines,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._guidelines = guidelines
        self._theme = theme
        self.setObjectName("details")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(self.tr("Current mention"))
        self.decision = QLabel()
        strong = self.decision.font()
        strong.setWeight(QFont.Weight.DemiBold)
        self.decision.setFont(strong)
        self.phi_class = ClassButton(theme)
        self.phi_class.setToolTip(self.tr("Change the class"))
        self.text = FewLines(_LINES)
        self.evidence = FewLines(_LINES)
        self.meaning = FewLines(1)
        self._keys = KeyTable()
        self._selected, self._beside, self._is_part = False, "", False
        self._of: tuple[Mention | None, ReviewSession | None] = (None, None)  # what is shown
        self._words = (self.tr("Reject"), self.tr("Accept"))
        self.accept = QPushButton(self._words[1])
        self.reject = QPushButton(self._words[0])
        self.note = QToolButton()
        self.note.setToolTip(self.tr("Write a note"))
        self.note.setAccessibleName(self.tr("Write a note"))

        self.why = QToolButton()
        self.why.setText(self.tr("Rules ▾"))
        self.why.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.why.setStyleSheet(
            "QToolButton { padding: 1px 6px; min-height: 20px; } ::menu-indicator { image: none; width: 0; }"
        )
        self.why.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.why.setToolTip(self.tr("Turn off a rule by which this is suggested"))
        self.why.setAccessibleName(self.tr("Rules by which this is suggested"))
        self.why_menu = QMenu(self.why)
        self.why_menu.setToolTipsVisible(True)
        self.why_menu.aboutToShow.connect(self._fill_why)
        self.why.setMenu(self.why_menu)

        self.passage = QToolButton()
        self.passage.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.passage.setAutoRaise(True)
        self.passage.setStyleSheet("QToolButton { padding: 0 4px; }")
        self.passage.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.passage.setFixedHeight(24)  # the least that is hit well; the report keeps its room
        kept = self.passage.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # the report does not move as there is more or less to accept
        self.passage.setSizePolicy(kept)
        self.passage.hide()

        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.phi_class)
        first.addWidget(self.text, 1)
        for widget in (self.reject, self.accept):
            first.addWidget(widget)
        second = QHBoxLayout()
        second.setSpacing(8)
        second.addWidget(self.decision, 0, Qt.AlignmentFlag.AlignTop)
        second.addWidget(self.evidence, 1)
        second.addWidget(self.note, 0, Qt.AlignmentFlag.AlignVCenter)
        second.addWidget(self.why, 0, Qt.AlignmentFlag.AlignVCenter)
        self._bottom = QWidget()
        third = QHBoxLayout(self._bottom)
        third.setContentsMargins(0, 0, 0, 0)
        third.setSpacing(8)
        third.addWidget(self.meaning, 1)
        third.addWidget(self.passage)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(16, 8, 12, 8)
        rows.setSpacing(4)
        rows.addLayout(first)
        rows.addLayout(second)
        rows.addWidget(self._bottom)
        # Always as high, or the report would jump from mention to mention.
        first.addStrut(self.accept.sizeHint().height())
        self.evidence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

        self.phi_class.clicked.connect(self.class_wanted)
        self.note.clicked.connect(self.note_wanted)
        self.accept.clicked.connect(controller.accept)
        self.reject.clicked.connect(controller.discard)
        controller.settled.connect(self._follow)
        controller.said_changed.connect(self.refresh)
        controller.report_opened.connect(self.refresh)
        controller.report_failed.connect(self.refresh)
        controller.folder_opened.connect(self._folder_opened)
        guidelines.changed.connect(self._explain)
        self.set_theme(theme)
        self._fit_height()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours and icons of a theme."""
        self._theme = theme
        self.accept.setIcon(themes.icon("accept", theme))
        self.reject.setIcon(themes.icon("reject", theme))
        self.note.setIcon(themes.icon("note", theme))
        self.setStyleSheet(f"#details {{ background: {theme.window}; border-top: 1px solid {theme.border}; }}")
        for words in (self.evidence, self.meaning):
            words.setStyleSheet(f"color: {theme.muted};")
        self.refresh()

    def set_keys(self, table: KeyTable) -> None:
        """Say the keys that do the same as the buttons."""
        self._keys = table
        self._refresh_nothing()
        self.phi_class.setToolTip(table.with_hint(self.tr("Change the class"), "choose_class"))
        self.accept.setToolTip(table.with_hint(self.tr("Accept, go to the next"), "accept"))
        self.reject.setToolTip(table.with_hint(self.tr("Reject or delete, go to the next"), "discard"))
        self.note.setToolTip(table.with_hint(self.tr("Write a note"), "note"))

    def show_passage(self, count: int, lines: int) -> None:
        """Say how many suggestions of so many lines, or of the sentence (0), one key would accept; nothing for none."""
        if lines > 1:
            text = self.tr("accepts {count} of these lines")
        else:
            text = self.tr("accepts {count} of this line") if lines else self.tr("accepts {count} of this sentence")
        self._show_offer(text, count)

    def show_further_passage(self, count: int) -> None:
        """Say how many suggestions one key would accept where the next pending one stands."""
        self._show_offer(self.tr("accepts {count} further on"), count)

    def _show_offer(self, text: str, count: int) -> None:
        if count:
            self.passage.setText(f"{key_sign(self._keys, 'accept_passage')} {text.format(count=count)}".strip())
        self.passage.setVisible(bool(count))

    def set_selected(self, selected: bool, beside: str, is_part: bool = False) -> None:
        """Tell whether text of the report is selected: it can be marked, or join the mention that says `beside`, or
        leave it where it is a part of it already."""
        if (selected, beside, is_part) != (self._selected, self._beside, self._is_part):
            self._selected, self._beside, self._is_part = selected, beside, is_part
            self._refresh_nothing()

    def _follow(self) -> None:
        mention, session = self._controller.mention, self._controller.session
        if mention is None or mention is not self._of[0] or session is not self._of[1]:
            self.refresh()

    def refresh(self) -> None:
        """Show the current mention as it is now."""
        mention = self._controller.mention
        session = self._controller.session
        self._of = mention, session
        self._explain()
        shown = mention is not None and session is not None
        for widget in (self.phi_class, self.decision, self.accept, self.reject, self.note):
            widget.setVisible(shown)
        self.why.setVisible(shown and mention is not None and mention.suggestion is not None)
        if mention is None or session is None:
            self.text.setText("")
            self.evidence.setText(self._nothing())
            return
        tagset = self._controller.tagset
        self.phi_class.setAccessibleName(class_title(tagset, mention.span.phi_class))
        self.decision.setText(f"{decision_symbol(mention.decision)} {decision_word(mention.decision)}")
        self.text.setText(few_words(mention.span.text(session.text), _SHOWN_CHARACTERS))
        self.evidence.setText(self._reasons(mention, session.text))
        self.evidence.setToolTip(description(mention, tagset, session.text))
        by_hand = mention.origin is Origin.PERSON
        self._words = (self.tr("Delete") if by_hand else self.tr("Reject"), self.tr("Accept"))
        self._fit_buttons()
        self._fit_class()
        self.accept.setEnabled(mention.decision is not Decision.ACCEPTED)
        self.reject.setEnabled(mention.decision is not Decision.REJECTED)
        theme = self._theme
        ink = {Decision.PENDING: theme.pending, Decision.ACCEPTED: theme.accepted, Decision.REJECTED: theme.rejected}
        _colour(self.decision, QColor(ink[mention.decision]))

    def _explain(self) -> None:
        """Say what the class of the current mention holds."""
        mention = self._controller.mention
        name = "" if mention is None else mention.span.phi_class
        self.meaning.setText(self._guidelines.definition(name))
        # As rich text: a line of plain text would be as wide as the screen.
        self.meaning.setToolTip(escape(self._guidelines.summary(name)).replace("\n", "<br>"))

    def _fill_why(self) -> None:
        menu, mention = self.why_menu, self._controller.mention
        menu.clear()
        suggestion = None if mention is None else mention.suggestion
        if suggestion is None:
            return
        for rule, words in to_turn_off(suggestion).items():
            text = self.tr("Turn off: {rule}…").format(rule=words)
            action = menu.addAction(text.replace("&", "&&"))
            action.triggered.connect(lambda _=False, one=rule: self.rule_wanted.emit(one))
        reasons = not_to_turn_off(suggestion)
        if reasons and not menu.isEmpty():
            menu.addSeparator()
        for reason in reasons:
            menu.addAction(reason.replace("&", "&&")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(self.tr("Rules that are off…")).triggered.connect(lambda _=False: self.rules_off_wanted.emit())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.window().installEventFilter(self)
        self._fit_height()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and watched is self.window():
            self._fit_height()
        return False

    def _fit_height(self) -> None:
        """Leave the text its lines in a low window: the tool tips have the rest."""
        low = self.window().height() < _LEAST_WITH_MEANING
        self._bottom.setVisible(not low)
        self.evidence.setFixedHeight((1 if low else _LINES) * self.evidence.fontMetrics().lineSpacing() + 2)

    def minimumSizeHint(self) -> QSize:
        # Buttons lose their words, and the class a part of its title, once it is narrow.
        return QSize(_LEAST_WIDTH, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()
        self._fit_class()

    def _fit_buttons(self) -> None:
        """Words on the buttons where they leave room for the mention."""
        for button, words in zip((self.reject, self.accept), self._words, strict=True):
            button.setText(words if self.width() >= _LEAST_WITH_WORDS else "")
            button.setAccessibleName(words)

    def _fit_class(self) -> None:
        """The class in full where there is room, else in few words, else with … ."""
        mention = self._controller.mention
        if mention is None:
            return
        tagset, name = self._controller.tagset, mention.span.phi_class
        metrics = self.phi_class.fontMetrics()
        share = max(round(self.width() * _CLASS_SHARE), _LEAST_CLASS)
        title = class_title(tagset, name)
        if metrics.horizontalAdvance(title) > self.phi_class.room(share):
            title = self._title_in(self.phi_class.room(max(share, self._free())), name)
        self.phi_class.show_class(title, class_of(tagset, name).colour, self._theme)

    def _title_in(self, room: int, name: str) -> str:
        metrics, titles = self.phi_class.fontMetrics(), class_titles(self._controller.tagset, name)
        fitting = next((title for title in titles if metrics.horizontalAdvance(title) <= room), None)
        return fitting or metrics.elidedText(titles[-1], Qt.TextElideMode.ElideRight, room)

    def _free(self) -> int:
        """The pixels that the mention's text and the buttons leave for the class."""
        free = self.width() - _AROUND_ALL - self.accept.sizeHint().width() - self.reject.sizeHint().width()
        return free - self.text.fontMetrics().horizontalAdvance(self.text.text())

    def _folder_opened(self) -> None:
        folder = self._controller.folder
        if folder is not None:
            folder.preannotation_changed.connect(self._refresh_nothing)
            folder.suggestions_came.connect(self._refresh_nothing)

    def _refresh_nothing(self) -> None:
        if self._controller.mention is None:
            self.evidence.setText(self._nothing())
            self._of = None, None  # a mention that was shown and is chosen again is shown anew

    def _reasons(self, mention: Mention, text: str) -> str:
        parts = [self.tr("Note: “{note}”.").format(note=mention.note)] if mention.note else []
        session = self._controller.session
        said = 0 if session is None else len(session.statements.of(mention.id))
        if said:
            key = self._keys.shown("pane_relations")
            parts.append(
                self.tr("Relations and attributes: {count}").format(count=said) + (f" ({key})." if key else ".")
            )
        changed = correction(mention, self._controller.tagset)
        if changed:
            parts.append(f"{changed}.")
        elif mention.suggestion is not None:
            confidence = mention.suggestion.confidence
            parts.append(f"{percent(confidence)}, {confidence_words(confidence)}.")
            parts.append(evidence_summary(mention.suggestion.evidence, Around.of(text, mention.span)))
        else:
            parts.append(f"{origin_sentence(mention)}.")
        return " ".join(parts)

    def _nothing(self) -> str:
        session, folder = self._controller.session, self._controller.folder
        if session is None or folder is None:
            return ""
        if self._selected:
            return self._how_to_mark()
        if self._controller.desk.pending:
            return self.tr("No mention is chosen.")
        if folder.awaits(session.name):
            return self.tr("Looking for suggestions…")
        if session.name not in folder.results and not session.begun:
            if folder.model_problem is not None:
                return self.tr("There are no suggestions: the detector is not running.")
            if folder.paused:
                return self.tr("There are no suggestions yet: pre-annotation is paused.")
        if session.signed:
            return self.tr("No mention is chosen.")
        if len(self._controller.desk):
            return self.tr("No suggestion is left to decide. Read the unmarked text once more before you sign off.")
        return self.tr("No mentions yet. Select text and press a class key to mark it.")

    def _how_to_mark(self) -> str:
        choose = self._keys.shown("add")
        last = self._controller.last_class
        key = self._keys.shown(f"{CLASS}{last}") if last else ""
        parts = [self.tr("To mark the selected text, press the key of its class.")]
        if key:
            title = class_title(self._controller.tagset, last)
            parts = [
                self.tr("To mark the selected text, press the key of its class (the last was {key}: {title}).").format(
                    key=key, title=title
                )
            ]
        if choose:
            parts.append(self.tr("{key} lists all classes.").format(key=choose))
        belongs = self._keys.shown(FRAGMENT)
        if belongs and self._beside:
            words = self.tr("{key} makes it a part of “{text}”.")
            if self._is_part:
                words = self.tr("{key} takes it out of “{text}”.")
            parts.append(words.format(key=belongs, text=self._beside))
        return " ".join(parts)


def _colour(label: QLabel, ink: QColor) -> None:
    palette = label.palette()
    if palette.color(QPalette.ColorRole.WindowText) != ink:
        palette.setColor(QPalette.ColorRole.WindowText, ink)
        label.setPalette(palette)
