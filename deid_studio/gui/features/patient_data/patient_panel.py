"""PatientPanel: what is known of the patient of the report on the screen, to be typed and searched in it."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.model.patient_fields import LONGEST_VALUE, FieldKind, FieldValue, PatientFields, values_in

_MOST_LINES = 5
_AROUND_HINT = 8
_PADDING = 12  # above and below a field's lines, with its border

# The groups of fields in the order of a record's first page, and what the label of each says.
_GROUPS: tuple[tuple[str, tuple[tuple[FieldKind, str], ...]], ...] = (
    (
        QT_TRANSLATE_NOOP("patient", "Patient"),
        (
            (FieldKind.GIVEN_NAME, QT_TRANSLATE_NOOP("patient", "Given name")),
            (FieldKind.SURNAME, QT_TRANSLATE_NOOP("patient", "Surnames")),
            (FieldKind.FULL_NAME, QT_TRANSLATE_NOOP("patient", "Full name")),
            (FieldKind.BIRTH_DATE, QT_TRANSLATE_NOOP("patient", "Date of birth")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("patient", "Numbers"),
        (
            (FieldKind.IDENTIFIER, QT_TRANSLATE_NOOP("patient", "Record, identity card…")),
            (FieldKind.INSURANCE, QT_TRANSLATE_NOOP("patient", "Insurance")),
            (FieldKind.EPISODE, QT_TRANSLATE_NOOP("patient", "Episode")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("patient", "Contact"),
        (
            (FieldKind.PHONE, QT_TRANSLATE_NOOP("patient", "Telephones")),
            (FieldKind.FAX, QT_TRANSLATE_NOOP("patient", "Fax")),
            (FieldKind.EMAIL, QT_TRANSLATE_NOOP("patient", "E-mail")),
            (FieldKind.ADDRESS, QT_TRANSLATE_NOOP("patient", "Street, number")),
            (FieldKind.POSTAL_CODE, QT_TRANSLATE_NOOP("patient", "Postal code")),
            (FieldKind.TOWN, QT_TRANSLATE_NOOP("patient", "Town, province")),
        ),
    ),
    (
        QT_TRANSLATE_NOOP("patient", "Other people"),
        (
            (FieldKind.RELATIVE, QT_TRANSLATE_NOOP("patient", "Relatives")),
            (FieldKind.STAFF, QT_TRANSLATE_NOOP("patient", "Professionals")),
            (FieldKind.LICENCE, QT_TRANSLATE_NOOP("patient", "Medical licences")),
        ),
    ),
)


class _Field(QPlainTextEdit):
    """Values of one kind, one a line; as high as they are many. Tab goes on and Return takes what was typed, as in any
    form; Shift+Return begins a further line."""

    taken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # No keyboard on a screen is to learn these words.
        self.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift = Qt.KeyboardModifier.ShiftModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not held & ~shift:
            if held:
                self.insertPlainText("\n")  # Qt's own would be a line separator
            else:
                self.taken.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        hint = self.tr("Return: search · Shift+Return: another")
        if self.fontMetrics().horizontalAdvance(hint) > self.viewport().width() - _AROUND_HINT:
            hint = self.tr("Return: search")
        self.setPlaceholderText(hint)  # once, where it is of use
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.setPlaceholderText("")
        super().focusOutEvent(event)

    def _fit(self) -> None:
        # The layout of plain text measures heights in lines.
        lines = min(max(round(self.document().size().height()), 1), _MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + _PADDING)


class PatientPanel(QWidget):
    """The known fields of one report's patient.

    What was typed is kept and searched when the person leaves the panel or the report, or asks for it: half a name
    would be found in places where the whole one is not.
    """

    table_wanted = Signal()

    def __init__(self, controller: ReviewController, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._theme = theme
        self._name = ""
        self._known = PatientFields()
        self._filled: dict[FieldKind, str] = {}
        self.setObjectName("patient_panel")
        self.setAccessibleName(self.tr("Patient data"))
        self.intro = QLabel(
            self.tr(
                "What is known of the patient is searched in the report, also where it is misspelt. Return searches;"
                " Shift+Return begins a line for a further value. It stays in the folder of the reports."
            )
        )
        self.intro.setWordWrap(True)
        self._fields: dict[FieldKind, _Field] = {}
        self._titles: list[QLabel] = []
        self.form = QWidget()
        self.form.setObjectName("patient_form")
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.told = QLabel()
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        self.search = QPushButton(self.tr("Search in the report"))
        self.table = QPushButton(self.tr("Open a table…"))
        self.table.setToolTip(self.tr("Read what is known of the patients of all reports from a CSV or JSON file"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.search)
        buttons.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.intro)
        column.addWidget(self.area, 1)
        column.addWidget(self.told)
        column.addLayout(buttons)

        self.search.clicked.connect(self.keep)
        self.table.clicked.connect(self.table_wanted)
        controller.report_leaving.connect(self.keep)
        for signal in (controller.report_opened, controller.report_failed, controller.patients_changed):
            signal.connect(self.refresh)
        controller.signed_changed.connect(self._tell)
        # Of a patient of whom nothing is known, no decision tells anything.
        controller.desk_changed.connect(lambda: self._tell() if self._known.values else None)
        controller.folder_opened.connect(self._folder_opened)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)
        self.set_theme(theme)
        self.refresh()

    @property
    def fields(self) -> dict[FieldKind, _Field]:
        """The field of each kind; built when somebody first needs them, which few do."""
        if not self._fields:
            self._build_form()
            self.area.setWidget(self.form)
            self.form.show()
            for before, then in pairwise((*self._fields.values(), self.search, self.table)):
                self.setTabOrder(before, then)
            self.set_theme(self._theme)
            self.refresh()
        return self._fields

    def showEvent(self, event: QShowEvent) -> None:
        _ = self.fields
        super().showEvent(event)

    def _build_form(self) -> None:
        form = QFormLayout(self.form)
        form.setContentsMargins(2, 0, 8, 4)
        form.setHorizontalSpacing(10)
        form.setVerticalSpacing(5)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        for title, kinds in _GROUPS:
            heading = QLabel(translate("patient", title))
            self._titles.append(heading)
            form.addRow(heading)
            for kind, label in kinds:
                words = QLabel(translate("patient", label))
                words.setMargin(5)
                field = self._fields[kind] = _Field()
                field.setAccessibleName(words.text())
                field.textChanged.connect(self._typed)
                field.taken.connect(self.keep)
                words.setBuddy(field)
                form.addRow(words, field)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.search.setIcon(themes.icon("search", theme))
        self.intro.setStyleSheet(f"color: {theme.muted};")
        for heading in self._titles:
            heading.setStyleSheet(f"color: {theme.muted}; font-weight: 600; padding-top: 8px;")
        self.form.setStyleSheet(
            f"#patient_form {{ background: {theme.window}; }}"
            f" QPlainTextEdit {{ background: {theme.page}; color: {theme.text};"
            f" border: 1px solid {theme.control_border}; border-radius: 6px; padding: 2px 4px;"
            f" selection-background-color: {theme.selection}; selection-color: {theme.text}; }}"
            f" QPlainTextEdit:focus {{ border: 2px solid {theme.focus}; padding: 1px 3px; }}"
            f" QPlainTextEdit:disabled {{ background: {theme.window}; color: {theme.muted};"
            f" border-color: {theme.border}; }}"
        )
        self._tell()

    def begin(self) -> None:
        """Go to the first field."""
        field = self.fields[FieldKind.GIVEN_NAME]
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.area.ensureWidgetVisible(field)

    def refresh(self) -> None:
        """Show what is known of the patient of the report on the screen."""
        session, folder = self._controller.session, self._controller.folder
        self._name = "" if session is None else session.name
        self._known = PatientFields() if folder is None else folder.patients.get(self._name, PatientFields())
        for kind, field in self._fields.items():
            text = self._filled[kind] = "\n".join(self._known.of(kind))
            if field.toPlainText() != text:
                field.setPlainText(text)
            field.setEnabled(session is not None and not session.read_only)
        self.table.setEnabled(folder is not None and not folder.project.read_only)
        self._typed()

    def keep(self) -> None:
        """Keep what was typed and have the report searched for it, if it is other than what is known."""
        changed = self._changed
        if not self._name or not changed or self._too_long():
            return
        values: list[FieldValue] = []
        for kind in self._fields:
            known = [value for value in self._known.values if value.kind is kind]
            values += self._values(kind) if kind in changed else known
        if set(values) == set(self._known.values):
            self.refresh()
        else:
            self._controller.know_patients({self._name: PatientFields(tuple(values))})

    @property
    def _changed(self) -> set[FieldKind]:
        return {kind for kind, field in self._fields.items() if field.toPlainText() != self._filled.get(kind, "")}

    def _values(self, kind: FieldKind) -> tuple[FieldValue, ...]:
        return values_in(kind, self.fields[kind].toPlainText())

    def _typed(self) -> None:
        self.search.setEnabled(bool(self._name and self._changed))
        self._tell()

    def _folder_opened(self) -> None:
        folder = self._controller.folder
        if folder is not None:
            folder.preannotation_changed.connect(self._tell)
            folder.suggestions_came.connect(self._tell)
        self.refresh()

    def _focus_moved(self, old: QWidget | None, now: QWidget | None) -> None:
        # Another window, as when the person looks a number up, is no leaving.
        within = now is None or now.window() is not self.window() or self.isAncestorOf(now)
        if old is not None and self.isAncestorOf(old) and not within:
            self.keep()

    def _tell(self) -> None:
        problem = self._problem()
        self.told.setText(problem or self._standing())
        sheet = f"color: {self._theme.pending if problem else self._theme.muted};"
        if self.told.styleSheet() != sheet:
            self.told.setStyleSheet(sheet)
        self.told.setVisible(bool(self.told.text()))

    def _problem(self) -> str:
        if self._too_long():
            longest = self.tr("Nothing is kept while a value is longer than {count} characters.")
            return longest.format(count=LONGEST_VALUE)
        birth = self._fields.get(FieldKind.BIRTH_DATE)
        if birth is not None and not birth.hasFocus() and not self._dates_are_read():
            return self.tr("The date of birth is not understood; write it like 03/04/1961.")
        return ""

    def _too_long(self) -> bool:
        return any(len(value.text) > LONGEST_VALUE for kind in self._fields for value in self._values(kind))

    def _dates_are_read(self) -> bool:
        dates = self._values(FieldKind.BIRTH_DATE)
        if not dates:
            return True
        # Imported here: what it needs takes a tenth of a second to load, and few type a date.
        from deid_studio.people.birth_dates import parse_date

        return all(parse_date(value.text) is not None for value in dates)

    def _standing(self) -> str:
        session, folder = self._controller.session, self._controller.folder
        if session is None or folder is None or not self._known.values:
            return ""
        result = folder.results.get(session.name)
        if session.signed:
            return self.tr("The report is signed off: nothing new is suggested in it.")
        if folder.awaits(session.name):
            return self.tr("Searching in the report…")
        if result is not None and result.fields_unused:
            return self.tr("The model that is chosen does not search patient data.")
        suggestions = (mention.suggestion for mention in session.desk)
        count = sum(s is not None and any(e.kind == "patient" for e in s.evidence) for s in suggestions)
        if count:
            return self.tr("Suggestions that come from these data: {count}.").format(count=count)
        return self.tr("These data add nothing: they were found without them, or are not in the report.")
