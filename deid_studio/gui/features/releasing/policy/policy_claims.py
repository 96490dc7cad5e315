"""PolicyClaims: what a release by a policy may and may not be taken for, in the policy's own words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from deid_studio.gui.widgets.parts import told_label
from deid_studio.gui.words.wording import language
from deid_studio.release.policy import Policy


class PolicyClaims(QWidget):
    """Both texts below one button that folds them away; of a policy that says nothing of itself that is told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = QToolButton()
        self.shown.setText(self.tr("What it claims, and what &not"))
        self.shown.setAutoRaise(True)
        self.unfolded = True
        self.shown.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.claims, self.denials = told_label(), told_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.shown, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.claims)
        column.addWidget(self.denials)
        self.shown.clicked.connect(self._turn)
        self._show()

    def show_policy(self, policy: Policy) -> None:
        """Show what a policy says of itself."""
        said, denied = policy.claims_in(language())
        self.claims.setText(f"✓ {said}" if said else self.tr("This policy says nothing of itself, and claims nothing."))
        self.denials.setText(f"✗ {denied}" if denied else "")
        self._show()

    def _turn(self) -> None:
        self.unfolded = not self.unfolded
        self._show()

    def _show(self) -> None:
        self.shown.setArrowType(Qt.ArrowType.DownArrow if self.unfolded else Qt.ArrowType.RightArrow)
        self.claims.setVisible(self.unfolded)
        self.denials.setVisible(self.unfolded and bool(self.denials.text()))
