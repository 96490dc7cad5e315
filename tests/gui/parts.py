"""The parts of the window by the short names that the tests know them by."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from deid_studio.gui.all_features import FEATURES
from deid_studio.gui.window import MainWindow
from deid_studio.gui.workbench import Workbench


class Window(MainWindow):
    """The whole window; what it is made of can be asked for by name."""

    def __init__(self, controller, preferences) -> None:
        super().__init__(preferences)
        self.fill(Workbench(self, controller, preferences), FEATURES)

    def close_anyway(self) -> None:
        self.workbench.keeps_open.clear()
        self.close()

    def __getattr__(self, name: str) -> Any:
        if "features" not in self.__dict__ or name not in _OF_WORKBENCH | _PARTS.keys():
            raise AttributeError(name)
        return getattr(self.workbench, name) if name in _OF_WORKBENCH else _PARTS[name](self.workbench, self.features)


def _dialogs(bench, features) -> SimpleNamespace:
    opened = {name: lambda name=name: bench.actions.do(name) for name in ("statistics", "settings", "export", "note")}
    return SimpleNamespace(shortcuts=features["shortcuts"].show, parent=lambda: bench.window, **opened)


_OF_WORKBENCH = frozenset(
    {
        "announcer", "controller", "focus_report", "keys", "long_work", "messages", "page", "panes", "preferences",
        "status", "theme", "toolbar", "view",
    }
)  # fmt: skip
_PARTS = {
    "actions_by_id": lambda bench, _: bench.actions.by_id,
    "class_actions": lambda bench, _: list(bench.actions.of_classes.values()),
    "dialogs": _dialogs,
    "docks": lambda bench, _: bench.docks.docks,
    "layout_of_docks": lambda bench, _: bench.docks,
    "open_folder": lambda bench, _: bench.controller.open_folder,
    "search_folder": lambda bench, _: lambda: bench.actions.do("search_folder"),
    "open_find_bar": lambda bench, _: lambda: bench.actions.do("find"),
    "toggle_preannotation": lambda bench, _: lambda: bench.actions.do("pause"),
    "alike": lambda _, features: features["alike"],
    "ann_repairing": lambda _, features: features["ann_repairing"],
    "checks": lambda _, features: features["planted_checks"],
    "choose_class": lambda _, features: features["classes"].giving.choose,
    "classes": lambda _, features: features["classes"].panel,
    "details": lambda _, features: features["deciding"].details,
    "find_bar": lambda _, features: features["find"],
    "give_class": lambda _, features: features["classes"].giving.give,
    "hint_mode": lambda _, features: features["jumping"],
    "learning": lambda _, features: features["learning_from_reports"],
    "looks": lambda _, features: features["looks"].looks,
    "models": lambda _, features: features["models"],
    "mentions": lambda _, features: features["mentions"],
    "opening": lambda _, features: features["opening"].opening,
    "patient": lambda _, features: features["patient_data"].panel,
    "patient_tab": lambda _, features: features["patient_data"].tab,
    "patient_tables": lambda _, features: features["patient_data"].tables,
    "read_only": lambda _, features: features["read_only"],
    "reading": lambda _, features: features["final_check"].reading,
    "recovering": lambda _, features: features["recovering"],
    "relations": lambda _, features: features["relations"],
    "releasing": lambda _, features: features["releasing"],
    "reports": lambda _, features: features["report_list"],
    "rules": lambda _, features: features["rules"],
    "search": lambda _, features: features["search"],
    "second_reading": lambda _, features: features["second_reader"],
    "setting_menus": lambda _, features: features["looks"].menus,
    "signing_off": lambda _, features: features["signing_off"],
    "class_editing": lambda _, features: features["tag_set"],
    "columns": lambda _, features: features["columns"],
    "tour": lambda _, features: features["tour"],
    "check_panel": lambda _, features: features["final_check"].panel,
    "checking": lambda _, features: features["final_check"].checking,
}
