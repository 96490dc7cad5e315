"""Actions: what can be done in the window, each a row of data that a feature brings: menu, text, keys, function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.theme import Theme
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, language, translate
from deid_studio.texts import Text

WITHOUT_MENTION = 100  # from this place on, what is in the menu of the text where no mention is current


class Menu(Enum):
    """The menus in order; the value is the title. Those of ends, panels, text size and looks are in another."""

    FILE = QT_TRANSLATE_NOOP("menus", "&File")
    EDIT = QT_TRANSLATE_NOOP("menus", "&Edit")
    REPORT = QT_TRANSLATE_NOOP("menus", "&Report")
    SPAN = QT_TRANSLATE_NOOP("menus", "&Mention")
    ENDS = QT_TRANSLATE_NOOP("menus", "M&ove the ends")
    VIEW = QT_TRANSLATE_NOOP("menus", "&View")
    PANELS = QT_TRANSLATE_NOOP("menus", "&Panels")
    TEXT_SIZE = QT_TRANSLATE_NOOP("menus", "&Text size")
    APPEARANCE = QT_TRANSLATE_NOOP("menus", "&Appearance")
    HELP = QT_TRANSLATE_NOOP("menus", "&Help")

    @property
    def title(self) -> str:
        """The title in the window's language."""
        return translate("menus", self.value)

    @property
    def top(self) -> Menu:
        """The menu of the menu bar that it is in: all in one would be too long."""
        if self is Menu.ENDS:
            return Menu.SPAN
        return Menu.VIEW if self in (Menu.PANELS, Menu.TEXT_SIZE, Menu.APPEARANCE) else self


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
    """One action.

    `place` orders the actions of a menu; a line is drawn between hundreds. `keys` are the portable names of its
    shortcuts, the first is shown. `possible` tells more than `needs` whether it can be done now. `in_toolbar` and
    `in_text_menu` are its places in the tool bar and in what a right click in the report offers, there below
    `WITHOUT_MENTION` only where a mention is current; 0 is none. `titles` are its texts by language
    where they are not translated with those of the window.
    """

    id: str
    menu: Menu
    place: int
    text: str
    do: Callable[..., object]
    keys: tuple[str, ...] = ()
    icon: str = ""
    where: Where = Where.WINDOW
    needs: Needs = Needs.NOTHING
    checkable: bool = False
    possible: Callable[[], bool] | None = None
    in_toolbar: int = 0
    in_text_menu: int = 0
    titles: Text | None = None

    @property
    def title(self) -> str:
        """The text in the window's language."""
        return translate("actions", self.text) if self.titles is None else self.titles.said(language())


@dataclass(frozen=True, slots=True)
class MenuPart:
    """A part of a menu whose entries change; `fill` is called once, when the menu is built."""

    menu: Menu
    place: int
    fill: Callable[[QMenu], object]


class Actions(QObject):
    """The window's actions by their ids, in the order of the menus."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._specs: dict[str, ActionSpec] = {}
        self._parts: list[MenuPart] = []
        self.by_id: dict[str, QAction] = {}
        self.of_classes: dict[str, QAction] = {}  # those that give a class, by its name

    def add(self, *specs: ActionSpec) -> None:
        """Bring in actions."""
        for spec in specs:
            assert spec.id not in self._specs, spec.id
            action = QAction(spec.title, self._window)
            action.setObjectName(spec.id)
            action.setCheckable(spec.checkable)
            if spec.where is Where.REVIEW:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(lambda _=False, do=spec.do: do())
            self.by_id[spec.id] = action
            self._specs[spec.id] = spec

    def add_part(self, menu: Menu, place: int, fill: Callable[[QMenu], object]) -> None:
        """Bring in a part of a menu that is no action."""
        self._parts.append(MenuPart(menu, place, fill))

    def __getitem__(self, name: str) -> QAction:
        return self.by_id[name]

    def do(self, name: str, *arguments: object) -> None:
        """Do what an action does, whether it is turned on or not; nothing where no feature has brought it."""
        spec = self._specs.get(name)
        if spec is not None:
            spec.do(*arguments)

    @property
    def specs(self) -> list[ActionSpec]:
        """All actions, in the order of the menus."""
        return [spec for menu in Menu for spec in self.in_menu(menu) if isinstance(spec, ActionSpec)]

    def in_menu(self, menu: Menu) -> list[ActionSpec | MenuPart]:
        """What a menu holds, in order."""
        everything: list[ActionSpec | MenuPart] = [*self._specs.values(), *self._parts]
        return sorted((one for one in everything if one.menu is menu), key=lambda one: one.place)

    def in_toolbar(self) -> list[ActionSpec]:
        """The actions of the tool bar, in order."""
        return sorted((s for s in self._specs.values() if s.in_toolbar), key=lambda spec: spec.in_toolbar)

    def in_text_menu(self) -> list[ActionSpec]:
        """What a right click in the report offers, in order."""
        return sorted((s for s in self._specs.values() if s.in_text_menu), key=lambda spec: spec.in_text_menu)

    def set_theme(self, theme: Theme) -> None:
        """Take the icons of a theme."""
        for spec in self._specs.values():
            if spec.icon:
                self.by_id[spec.id].setIcon(themes.icon(spec.icon, theme))
