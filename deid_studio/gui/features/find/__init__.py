"""Find: a text looked for in the report on the screen."""

from __future__ import annotations

from deid_studio.gui.features.find.find_bar import FindBar
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.carried import Carried
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> FindBar:
    """Bring in the bar below the report."""
    bar = FindBar(workbench.controller, workbench.theme)

    def close() -> bool:
        was_open = bar.isVisible()
        if was_open:
            bar.hide()
        return was_open

    controller, view = workbench.controller, workbench.view
    begun: tuple[int | None, int] = None, 0  # the mention that was current as the search began, and the caret

    def remember() -> None:
        nonlocal begun
        begun = controller.current, view.selection.caret()

    def begin() -> None:
        remember()
        bar.open(workbench.selected_text())

    def go_back() -> None:
        # A match of the first letters would stay selected, and the next key of a class would mark it.
        mention, caret = begun
        if mention in controller.desk:
            controller.select(mention, show=True)
        else:
            view.go_to(caret)

    bar.nothing_found.connect(go_back)
    controller.report_opened.connect(remember)
    workbench.theme_changed.connect(bar.set_theme)
    bar.left.connect(workbench.focus_report)
    bar.match_chosen.connect(workbench.view.selection.select)
    workbench.add_below(10, bar)
    workbench.add_escape(20, close)
    workbench.carried["find"] = Carried(
        lambda: bar.field.text() if bar.isVisible() else "", lambda text: bar.open(text) if text else None
    )
    workbench.actions.add(
        ActionSpec(
            "find",
            Menu.EDIT,
            210,
            QT_TRANSLATE_NOOP("actions", "&Find in the report"),
            begin,
            ("Ctrl+F",),
            "search",
            needs=Needs.REPORT,
        )
    )
    return bar
