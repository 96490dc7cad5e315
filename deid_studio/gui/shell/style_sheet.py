"""The window's style sheet: calm spacing, rounded controls, comfortable rows, a focus that is always seen."""

from __future__ import annotations

from collections.abc import Mapping
from string import Template

# Text views are left alone: reports are drawn by the report view itself.
_SHEET = Template(
    """
* { dialogbuttonbox-buttons-have-icons: 0; }
QToolTip {
    background: $raised; color: $text; border: 1px solid $control_border; padding: 6px 8px;
}
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }

QToolBar { background: $window; border: none; border-bottom: 1px solid $border; padding: 4px 8px; spacing: 4px; }
QToolBar::separator { background: $border; width: 1px; margin: 5px 6px; }
QStatusBar { background: $window; color: $muted; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QMenuBar { background: $window; padding: 2px 6px; }
QMenuBar::item { padding: 5px 10px; border-radius: 5px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $raised; border: 1px solid $border; padding: 5px; }
QMenu::item { padding: 6px 26px 6px 12px; border-radius: 5px; border: 1px solid transparent; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: $selection; color: $text; border-color: $chosen; }
QMenu::item:disabled { color: $muted; }
QMenu::separator { height: 1px; background: $border; margin: 5px 8px; }

QPushButton {
    background: $raised; color: $text; border: 1px solid $control_border; border-radius: 6px;
    padding: 6px 14px; min-height: 18px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $border; }
QPushButton:focus { border: ${ring}px solid $focus; padding: ${button_focus}; }
QPushButton:default { background: $accent; color: $accent_text; border-color: $accent; }
QPushButton:default:hover { background: $accent_hover; }
QPushButton:default:focus { border: ${ring}px solid $focus; }
QPushButton:disabled, QPushButton:default:disabled {
    background: $window; color: $muted; border-color: $border;
}
QToolButton {
    background: transparent; color: $text; border: 1px solid transparent; border-radius: 6px; padding: 5px 7px;
}
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $selection; border-color: $chosen; }
QToolButton:focus { border: ${ring}px solid $focus; padding: ${tool_focus}; }
QToolButton:disabled { color: $muted; }
QToolButton[popupMode="1"] { padding-right: 18px; }
QToolButton::menu-button { border: none; width: 14px; }
QToolButton[popupMode="2"] { padding-right: 22px; }
QToolButton::menu-indicator {
    image: url("$icons/chevron-down.svg"); width: 14px; height: 14px; right: 5px;
    subcontrol-origin: padding; subcontrol-position: center right;
}

QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox, QDateEdit {
    background: $page; color: $text; border: 1px solid $control_border; border-radius: 6px;
    padding: 5px 8px; min-height: 18px; selection-background-color: $selection; selection-color: $text;
}
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QDateEdit:focus {
    border: ${ring}px solid $focus; padding: ${field_focus};
}
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QDateEdit:disabled {
    background: $window; color: $muted; border-color: $border;
}
QPlainTextEdit[framed="true"], QTextEdit[framed="true"] {
    background: $page; color: $text; border: 1px solid $control_border; border-radius: 6px; padding: 4px;
    selection-background-color: $selection; selection-color: $text;
}
QPlainTextEdit[framed="true"]:focus, QTextEdit[framed="true"]:focus {
    border: ${ring}px solid $focus; padding: ${text_focus};
}
QComboBox { combobox-popup: 0; }
QComboBox::drop-down, QDateEdit::drop-down { border: none; width: 22px; }
QComboBox::down-arrow, QDateEdit::down-arrow, QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
    image: url("$icons/chevron-down.svg"); width: 14px; height: 14px;
}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {
    image: url("$icons/chevron-up.svg"); width: 14px; height: 14px;
}
QCheckBox::indicator, QTreeView::indicator {
    width: 13px; height: 13px; border: 1px solid $control_border; border-radius: 4px; background: $page;
}
QCheckBox::indicator:checked, QTreeView::indicator:checked { background: $check_fill; image: url("$icons/accept.svg"); }
QTreeView::indicator:indeterminate { background: $check_fill; }
QCheckBox::indicator:focus { border: ${ring}px solid $focus; }
QRadioButton::indicator { width: 13px; height: 13px; border: 1px solid $control_border; border-radius: 7px; }
QRadioButton::indicator:checked { width: 7px; height: 7px; border: 4px solid $accent; }
QRadioButton::indicator:focus { border-color: $focus; }
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
    border: none; width: 20px; background: transparent;
}
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border; padding: 0 4px; }

QListView, QTreeView, QTableView {
    background: $page; alternate-background-color: $window; color: $text;
    border: 1px solid $border; border-radius: 6px; outline: none; gridline-color: $border;
    selection-background-color: $selection; selection-color: $text;
}
QListView:focus, QTreeView:focus, QTableView:focus { border: ${ring}px solid $focus; }
QListView::item, QTreeView::item { padding: 5px 6px; min-height: 20px; border: none; }
QTableView::item { padding: 4px 6px; border: none; }
QListView::item:hover, QTreeView::item:hover, QTableView::item:hover { background: $hover; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {
    background: $selection; color: $text;
}
QHeaderView { background: $window; }
QHeaderView::section {
    background: $window; color: $muted; border: none; border-bottom: 1px solid $border;
    padding: 6px; font-weight: 600;
}
QTableCornerButton::section { background: $window; border: none; }

QTabWidget::pane { border: none; border-top: 1px solid $border; }
QTabBar::tab {
    background: transparent; color: $muted; border: ${ring}px solid transparent; padding: 6px 12px;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QWidget[takesKeys="true"]:focus { border: ${ring}px solid $focus; border-radius: 6px; }
QScrollArea { border: ${ring}px solid transparent; }
QScrollArea:focus { border-color: $focus; }
QTabBar::tab:focus { border: ${ring}px solid $focus; border-radius: 6px; }

QDockWidget {
    color: $muted; font-weight: 600;
    titlebar-close-icon: url("$icons/panel-close.svg"); titlebar-normal-icon: url("$icons/panel-float.svg");
}
QDockWidget::title { padding: 6px 10px; text-align: left; }
QMainWindow > QTabBar::tab { padding: 6px 12px; }
QMainWindow > QTabBar[tight="true"]::tab { padding: 6px 4px; }
QGroupBox { border: 1px solid $border; border-radius: 8px; margin-top: 10px; padding: 12px 10px 10px 10px; }
QGroupBox::title { subcontrol-origin: margin; left: 12px; padding: 0 4px; color: $muted; }
QProgressBar {
    background: $border; color: $text; border: none; border-radius: 4px; min-height: 8px; text-align: center;
}
QProgressBar::chunk { background: $accent; border-radius: 4px; }

QSlider, QCheckBox, QRadioButton { min-height: 24px; }
QSlider::groove:horizontal { background: $border; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal {
    background: $raised; border: 2px solid $control_border; width: 12px; margin: -6px 0; border-radius: 8px;
}
QSlider::handle:horizontal:hover { background: $hover; }
QSlider::handle:horizontal:focus { background: $accent; border-color: $focus; }

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: $scroll_handle; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $control_border; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
)


def style_sheet_of(colours: Mapping[str, object]) -> str:
    """The style sheet with its colours filled in by name; raises KeyError when one is missing."""
    return _SHEET.substitute(colours)
