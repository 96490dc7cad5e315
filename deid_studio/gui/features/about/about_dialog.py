"""AboutDialog: what this is, with which model, under which licences."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTextEdit, QVBoxLayout, QWidget

from deid_studio import __version__
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.widgets.parts import framed

_CARD_LIMIT = 20_000
_LICENCES = "Qt / PySide6: LGPL-3.0 · spaCy: MIT · NumPy, SciPy: BSD-3 · sklearn-crfsuite: MIT · regex: Apache-2.0"
# Beside a frozen program, and in an application of macOS.
_FOLDERS = "THIRD-PARTY-LICENCES", "../Resources/THIRD-PARTY-LICENCES"


class _Card(QTextEdit):
    """A model card as it is meant to be read; whoever made the model, nothing that it names is loaded."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        features = QTextDocument.MarkdownFeature
        self.document().setMarkdown(text, features.MarkdownDialectGitHub | features.MarkdownNoHTML)
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        return None


class AboutDialog(QDialog):
    """Version, purpose, licences and the model card."""

    def __init__(self, model: Path, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Deid Studio"))
        icon = QLabel()
        icon.setPixmap(themes.icon("app", theme).pixmap(64, 64))
        words = QLabel(
            f"<b style='font-size:15pt'>Deid Studio {__version__}</b><br>"
            + self.tr(
                "Suggests what identifies people in Spanish clinical reports; a person decides."
                " The final check is always yours."
            )
            + "<br><br>"
            + self.tr("Licence: MIT. It stands on:")
            + f" {_LICENCES}."
            + _where_licences_are()
        )
        words.setOpenExternalLinks(True)
        words.setWordWrap(True)
        self.card = framed(_Card(_card(model) or self.tr("This model has no model card.")))
        self.card.setAccessibleName(self.tr("Model card"))
        title = QLabel(self.tr("Model in use: {name}").format(name=model.name))
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setBuddy(self.card)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(10)
        for widget in (icon, words, title, self.card, buttons):
            column.addWidget(widget)
        self.resize(560, 480)


def _where_licences_are() -> str:
    told = QCoreApplication.translate("AboutDialog", "Licences of all libraries")
    for folder in (Path(sys.executable).parent / name for name in _FOLDERS):
        if folder.is_dir():
            return f"<br><a href='{QUrl.fromLocalFile(str(folder.resolve())).toString()}'>{told}</a>"
    return ""


def _card(model: Path) -> str:
    try:
        with (model / "MODEL_CARD.md").open(encoding="utf-8") as file:
            return file.read(_CARD_LIMIT)
    except (OSError, UnicodeDecodeError):
        return ""
