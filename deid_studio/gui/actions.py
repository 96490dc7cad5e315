"""Actions: everything that can be done in the window, as one table: menu, text, keys, icon, what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence

from deid_studio.gui.setting_menus import TOGGLES
from deid_studio.gui.token_edges import Edge
from deid_studio.gui.wording import QT_TRANSLATE_NOOP, language, translate
from deid_studio.settings import Setting
from deid_studio.texts import Text

if TYPE_CHECKING:
    from deid_studio.gui.main_window import MainWindow


class Menu(Enum):
    """The menus in order; the value is the title."""

    FILE = QT_TRANSLATE_NOOP("menus", "&File")
    EDIT = QT_TRANSLATE_NOOP("menus", "&Edit")
    REPORT = QT_TRANSLATE_NOOP("menus", "&Report")
    SPAN = QT_TRANSLATE_NOOP("menus", "&Mention")
    VIEW = QT_TRANSLATE_NOOP("menus", "&View")
    HELP = QT_TRANSLATE_NOOP("menus", "&Help")

    @property
    def title(self) -> str:
        """The title in the window's language."""
        return translate("menus", self.value)


class Where(Enum):
    """Where an action's keys act: in the whole window, or only while the report or the mentions have the focus."""

    WINDOW = "window"
    REVIEW = "review"


class Needs(Enum):
    """What must be there for an action to be possible."""

    NOTHING = "nothing"
    FOLDER = "folder"
    REPORT = "report"
    MENTION = "mention"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action. An empty `id` is a separator; `keys` are the portable names of its shortcuts, the first is shown.

    `titles` are its texts by language where they are not translated with those of the window.
    """

    id: str
    menu: Menu
    text: str = ""
    keys: tuple[str, ...] = ()
    icon: str = ""
    where: Where = Where.WINDOW
    needs: Needs = Needs.NOTHING
    do: Callable[[MainWindow], object] | None = None
    checkable: bool = False
    titles: Text | None = None

    @property
    def title(self) -> str:
        """The text in the window's language."""
        return translate("actions", self.text) if self.titles is None else self.titles.said(language())


def _toggle(setting: Setting) -> ActionSpec:
    def do(window: MainWindow) -> None:
        window.preferences.toggle(setting.name)

    text = str(setting.title)
    return ActionSpec(setting.name, Menu.VIEW, text, setting.keys, checkable=True, do=do, titles=setting.title)


def _separator(menu: Menu) -> ActionSpec:
    return ActionSpec("", menu)


_F, _E, _R, _S, _V, _H = Menu.FILE, Menu.EDIT, Menu.REPORT, Menu.SPAN, Menu.VIEW, Menu.HELP
_REVIEW, _FOLDER, _REPORT, _MENTION = Where.REVIEW, Needs.FOLDER, Needs.REPORT, Needs.MENTION

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("open_folder", _F, QT_TRANSLATE_NOOP("actions", "&Open folder…"), ("Ctrl+O",), "open-folder",
               do=lambda w: w.opening.choose_folder()),
    ActionSpec("open_files", _F, QT_TRANSLATE_NOOP("actions", "Open f&iles…"), do=lambda w: w.opening.choose_files()),
    ActionSpec("patient_table", _F, QT_TRANSLATE_NOOP("actions", "Open &patient data…"), ("Ctrl+Shift+O",),
               needs=_FOLDER, do=lambda w: w.patient_tables.choose()),
    ActionSpec("refresh", _F, QT_TRANSLATE_NOOP("actions", "Read the &folder and suggest again"), needs=_FOLDER,
               do=lambda w: w.controller.refresh_folder()),
    ActionSpec("save", _F, QT_TRANSLATE_NOOP("actions", "&Save now"), ("Ctrl+S",), "save", needs=_REPORT,
               do=lambda w: w.save_now()),
    ActionSpec("export", _F, QT_TRANSLATE_NOOP("actions", "&Export BRAT copy…"), ("Ctrl+Shift+E",), needs=_FOLDER,
               do=lambda w: w.dialogs.export()),
    ActionSpec("release", _F, QT_TRANSLATE_NOOP("actions", "Re&lease reports…"), ("Ctrl+Shift+L",), needs=_FOLDER,
               do=lambda w: w.releasing.show()),
    ActionSpec("ledger", _F, QT_TRANSLATE_NOOP("actions", "Past rele&ases…"), needs=_FOLDER,
               do=lambda w: w.releasing.ledger()),
    ActionSpec("reveal", _F, QT_TRANSLATE_NOOP("actions", "&Bring originals back…"),
               do=lambda w: w.releasing.reveal()),
    _separator(_F),
    ActionSpec("settings", _F, QT_TRANSLATE_NOOP("actions", "Se&ttings…"), ("Ctrl+,",), "settings",
               do=lambda w: w.dialogs.settings()),
    _separator(_F),
    ActionSpec("quit", _F, QT_TRANSLATE_NOOP("actions", "&Quit"), ("Ctrl+Q",), do=lambda w: w.close()),

    ActionSpec("undo", _E, QT_TRANSLATE_NOOP("actions", "&Undo"), ("Ctrl+Z",), "undo", needs=_REPORT,
               do=lambda w: w.controller.undo()),
    ActionSpec("redo", _E, QT_TRANSLATE_NOOP("actions", "&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", needs=_REPORT,
               do=lambda w: w.controller.redo()),
    _separator(_E),
    ActionSpec("find", _E, QT_TRANSLATE_NOOP("actions", "&Find in the report"), ("Ctrl+F",), "search", needs=_REPORT,
               do=lambda w: w.open_find_bar()),
    ActionSpec("search_folder", _E, QT_TRANSLATE_NOOP("actions", "Find in all &reports"), ("Ctrl+Shift+F",),
               needs=_FOLDER, do=lambda w: w.search_folder()),
    ActionSpec("filter_reports", _E, QT_TRANSLATE_NOOP("actions", "Fi&lter reports"), ("Ctrl+L",), "filter",
               do=lambda w: w.focus_filter()),
    ActionSpec("back_to_report", _E, QT_TRANSLATE_NOOP("actions", "&Back to the report"), ("Esc",),
               do=lambda w: w.focus_report()),

    ActionSpec("sign_off", _R, QT_TRANSLATE_NOOP("actions", "&Sign off and open the next"),
               ("Ctrl+Return", "Ctrl+Enter"), "sign-off", needs=_REPORT, do=lambda w: w.signing_off.begin()),
    ActionSpec("sign_anyway", _R, QT_TRANSLATE_NOOP("actions", "Sign off all the same, when it asks first"),
               ("Ctrl+Alt+Return", "Ctrl+Alt+Enter"), needs=_REPORT, do=lambda w: w.signing_off.anyway()),
    ActionSpec("second_sweep", _R, QT_TRANSLATE_NOOP("actions", "Second s&weep: what may have been missed"), ("F7",),
               needs=_REPORT, do=lambda w: w.sweep_bar.walk()),
    ActionSpec("next_unread", _R, QT_TRANSLATE_NOOP("actions", "Next place that was not r&ead"), ("F4",),
               needs=_REPORT, do=lambda w: w.reading.go_to_next()),
    ActionSpec("withdraw", _R, QT_TRANSLATE_NOOP("actions", "&Withdraw the sign-off"), needs=_REPORT,
               do=lambda w: w.controller.withdraw_sign_off()),
    ActionSpec("next_passage", _R, QT_TRANSLATE_NOOP("actions", "Next passage of the second reading"), ("F12",),
               needs=_REPORT, do=lambda w: w.second_reading.step(1)),
    ActionSpec("previous_passage", _R, QT_TRANSLATE_NOOP("actions", "Previous passage of the second reading"),
               ("Shift+F12",), needs=_REPORT, do=lambda w: w.second_reading.step(-1)),
    ActionSpec("second_reader", _R, QT_TRANSLATE_NOOP("actions", "Sec&ond reader…"), needs=_FOLDER,
               do=lambda w: w.dialogs.second_reader()),
    ActionSpec("refresh_report", _R, QT_TRANSLATE_NOOP("actions", "Read this report and suggest a&gain"), ("F5",),
               needs=_FOLDER, do=lambda w: w.controller.refresh_report()),
    ActionSpec("patient", _R, QT_TRANSLATE_NOOP("actions", "Patient &data"), ("Ctrl+Shift+P",), needs=_REPORT,
               do=lambda w: w.patient_tab.go()),
    _separator(_R),
    ActionSpec("next_report", _R, QT_TRANSLATE_NOOP("actions", "&Next report"), ("Ctrl+PgDown",), needs=_FOLDER,
               do=lambda w: w.controller.step_report(1)),
    ActionSpec("previous_report", _R, QT_TRANSLATE_NOOP("actions", "&Previous report"), ("Ctrl+PgUp",), needs=_FOLDER,
               do=lambda w: w.controller.step_report(-1)),
    _separator(_R),
    ActionSpec("accept_all", _R, QT_TRANSLATE_NOOP("actions", "&Accept all pending"), ("Ctrl+Shift+Return",),
               needs=_REPORT, do=lambda w: w.controller.accept_all()),
    ActionSpec("reject_all", _R, QT_TRANSLATE_NOOP("actions", "Re&ject all pending"), ("Ctrl+Shift+Backspace",),
               needs=_REPORT, do=lambda w: w.controller.reject_all()),
    _separator(_R),
    ActionSpec("pause", _R, QT_TRANSLATE_NOOP("actions", "Pause pre-anno&tation"), needs=_FOLDER, checkable=True,
               do=lambda w: w.toggle_preannotation()),

    ActionSpec("accept", _S, QT_TRANSLATE_NOOP("actions", "&Accept, go to the next"), ("Return", "Enter"), "accept",
               _REVIEW, _REPORT, lambda w: w.controller.accept()),
    ActionSpec("discard", _S, QT_TRANSLATE_NOOP("actions", "&Reject or delete, go to the next"),
               ("Backspace", "Del"), "reject", _REVIEW, _REPORT, lambda w: w.controller.discard()),
    ActionSpec("reopen", _S, QT_TRANSLATE_NOOP("actions", "Take the &decision back"), ("Shift+Backspace",), "",
               _REVIEW, _MENTION, lambda w: w.controller.reopen()),
    ActionSpec("accept_class", _S, QT_TRANSLATE_NOOP("actions", "Accept all of this c&lass"), ("Shift+Return",), "",
               _REVIEW, _MENTION, lambda w: w.accept_class()),
    ActionSpec("decide_alike", _S, QT_TRANSLATE_NOOP("actions", "Decide alike in the &whole report…"),
               ("=", "Ctrl+I"), "", _REVIEW, _MENTION, lambda w: w.alike.decide()),
    ActionSpec("decide_alike_folder", _S, QT_TRANSLATE_NOOP("actions", "Decide alike in the whole &folder…"),
               ("Ctrl+Shift+I",), "", _REVIEW, _MENTION, lambda w: w.alike.decide(in_folder=True)),
    ActionSpec("turn_off_rule", _S, QT_TRANSLATE_NOOP("actions", "Turn off the rule…"), ("Ctrl+R",), "",
               _REVIEW, _MENTION, lambda w: w.rules.turn_off()),
    _separator(_S),
    ActionSpec("next_pending", _S, QT_TRANSLATE_NOOP("actions", "&Next pending"), (".", "F8"), "next",
               _REVIEW, _REPORT, lambda w: w.controller.go_to_pending(1)),
    ActionSpec("previous_pending", _S, QT_TRANSLATE_NOOP("actions", "&Previous pending"), (",", "Shift+F8"),
               "previous", _REVIEW, _REPORT, lambda w: w.controller.go_to_pending(-1)),
    ActionSpec("next_span", _S, QT_TRANSLATE_NOOP("actions", "Next mention"), ("Ctrl+Down",), "",
               _REVIEW, _REPORT, lambda w: w.controller.go_to_span(1)),
    ActionSpec("previous_span", _S, QT_TRANSLATE_NOOP("actions", "Previous mention"), ("Ctrl+Up",), "",
               _REVIEW, _REPORT, lambda w: w.controller.go_to_span(-1)),
    _separator(_S),
    ActionSpec("add", _S, QT_TRANSLATE_NOOP("actions", "Add the &selected text…"), ("Ins", "+"), "add",
               _REVIEW, _REPORT, lambda w: w.choose_class(adding=True)),
    ActionSpec("jump", _S, QT_TRANSLATE_NOOP("actions", "&Jump to unmarked text…"), ("'", "F2"), "",
               _REVIEW, _REPORT, lambda w: w.hint_mode.begin()),
    ActionSpec("choose_class", _S, QT_TRANSLATE_NOOP("actions", "&Choose the class…"), ("Space",), "",
               _REVIEW, _REPORT, lambda w: w.choose_class()),
    ActionSpec("note", _S, QT_TRANSLATE_NOOP("actions", "&Note…"), ("Ctrl+M",), "note",
               needs=_MENTION, do=lambda w: w.dialogs.note()),
    _separator(_S),
    # No sign that needs AltGr on a Spanish keyboard, and no Ctrl+Alt with arrows, which desktops keep for themselves.
    ActionSpec("end_token_right", _S, QT_TRANSLATE_NOOP("actions", "End one word further"), ("Alt+Right", ">"), "",
               _REVIEW, _REPORT, lambda w: w.move_edge(Edge.END, 1)),
    ActionSpec("end_token_left", _S, QT_TRANSLATE_NOOP("actions", "End one word back"), ("Alt+Left", "<"), "",
               _REVIEW, _REPORT, lambda w: w.move_edge(Edge.END, -1)),
    ActionSpec("start_token_right", _S, QT_TRANSLATE_NOOP("actions", "Start one word further"),
               ("Alt+Shift+Right", ")"), "", _REVIEW, _REPORT, lambda w: w.move_edge(Edge.START, 1)),
    ActionSpec("start_token_left", _S, QT_TRANSLATE_NOOP("actions", "Start one word back"), ("Alt+Shift+Left", "("), "",
               _REVIEW, _REPORT, lambda w: w.move_edge(Edge.START, -1)),
    ActionSpec("end_right", _S, QT_TRANSLATE_NOOP("actions", "End one character further"), ("Alt+Down",), "",
               _REVIEW, _REPORT, lambda w: w.move_edge(Edge.END, 1, False)),
    ActionSpec("end_left", _S, QT_TRANSLATE_NOOP("actions", "End one character back"), ("Alt+Up",), "",
               _REVIEW, _REPORT, lambda w: w.move_edge(Edge.END, -1, False)),
    ActionSpec("start_right", _S, QT_TRANSLATE_NOOP("actions", "Start one character further"), ("Alt+Shift+Down",), "",
               _REVIEW, _REPORT, lambda w: w.move_edge(Edge.START, 1, False)),
    ActionSpec("start_left", _S, QT_TRANSLATE_NOOP("actions", "Start one character back"), ("Alt+Shift+Up",), "",
               _REVIEW, _REPORT, lambda w: w.move_edge(Edge.START, -1, False)),

    ActionSpec("more_suggestions", _V, QT_TRANSLATE_NOOP("actions", "&More suggestions"), ("F9",), needs=_FOLDER,
               do=lambda w: w.controller.sensitivity.step(1)),
    ActionSpec("fewer_suggestions", _V, QT_TRANSLATE_NOOP("actions", "&Fewer suggestions"), ("Shift+F9",),
               needs=_FOLDER, do=lambda w: w.controller.sensitivity.step(-1)),
    _separator(_V),
    ActionSpec("your_checks", _V, QT_TRANSLATE_NOOP("actions", "&Your checks…"), do=lambda w: w.checks.show_results()),
    ActionSpec("rules_off", _V, QT_TRANSLATE_NOOP("actions", "Rules that are off…"), ("Ctrl+Shift+R",),
               do=lambda w: w.rules.show_off()),
    ActionSpec("statistics", _V, QT_TRANSLATE_NOOP("actions", "Stat&istics…"), ("Ctrl+Shift+S",), needs=_FOLDER,
               do=lambda w: w.dialogs.statistics()),
    _separator(_V),
    ActionSpec("next_pane", _V, QT_TRANSLATE_NOOP("actions", "To the next panel"), ("F6",),
               do=lambda w: w.panes.step(1)),
    ActionSpec("previous_pane", _V, QT_TRANSLATE_NOOP("actions", "To the previous panel"), ("Shift+F6",),
               do=lambda w: w.panes.step(-1)),
    ActionSpec("pane_reports", _V, QT_TRANSLATE_NOOP("actions", "To the reports"), ("Alt+1",),
               do=lambda w: w.panes.go("reports")),
    ActionSpec("pane_text", _V, QT_TRANSLATE_NOOP("actions", "To the report's text"), ("Alt+2",),
               do=lambda w: w.panes.go("text")),
    ActionSpec("pane_mentions", _V, QT_TRANSLATE_NOOP("actions", "To the mentions"), ("Alt+3",),
               do=lambda w: w.panes.go("mentions")),
    ActionSpec("pane_classes", _V, QT_TRANSLATE_NOOP("actions", "To the classes"), ("Alt+4",),
               do=lambda w: w.panes.go("classes")),
    _separator(_V),
    ActionSpec("zoom_in", _V, QT_TRANSLATE_NOOP("actions", "Zoom &in"), ("Ctrl++", "Ctrl+="),
               do=lambda w: w.view.zoom_in()),
    ActionSpec("zoom_out", _V, QT_TRANSLATE_NOOP("actions", "Zoom &out"), ("Ctrl+-",),
               do=lambda w: w.view.zoom_out()),
    ActionSpec("zoom_reset", _V, QT_TRANSLATE_NOOP("actions", "Normal &size"), ("Ctrl+0",),
               do=lambda w: w.view.zoom_reset()),
    _separator(_V),
    *map(_toggle, TOGGLES),
    ActionSpec("dark", _V, QT_TRANSLATE_NOOP("actions", "&Dark or light"), ("Ctrl+D",), "theme",
               do=lambda w: w.looks.toggle_theme()),
    _separator(_V),

    ActionSpec("keys", _H, QT_TRANSLATE_NOOP("actions", "&Keyboard shortcuts"), ("F1",), "help",
               do=lambda w: w.dialogs.shortcuts()),
    ActionSpec("about", _H, QT_TRANSLATE_NOOP("actions", "&About Deid Studio"), icon="info",
               do=lambda w: w.dialogs.about()),
)
# fmt: on

TOOLBAR = ("open_folder", "", "undo", "redo", "", "previous_pending", "next_pending", "", "accept", "discard", "add")

# What a class's key may not be, since it does something else in the report.
RESERVED_KEYS = frozenset(".,+ <>()='")


def build(window: MainWindow) -> dict[str, QAction]:
    """The window's actions by id."""
    made: dict[str, QAction] = {}
    for spec in ACTIONS:
        if not spec.id or spec.do is None:
            continue
        action = QAction(spec.title, window)
        action.setObjectName(spec.id)
        action.setCheckable(spec.checkable)
        if spec.where is Where.REVIEW:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda _=False, do=spec.do: do(window))
        made[spec.id] = action
    return made


def in_menu(menu: Menu) -> Iterator[ActionSpec]:
    """The actions and separators of a menu, in order."""
    return (spec for spec in ACTIONS if spec.menu is menu)


def keys_text(action: QAction) -> str:
    """An action's shortcuts as this computer writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    return "  ·  ".join(keys.toString(native) for keys in action.shortcuts())  # a comma is a key here
