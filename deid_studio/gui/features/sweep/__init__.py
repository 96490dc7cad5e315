"""Sweep: a second look through the report, for what may have been missed."""

from __future__ import annotations

from collections.abc import Callable

from deid_studio.gui.features.sweep.sweep_bar import SweepBar
from deid_studio.gui.features.sweep.sweeping import Sweeping
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.asking import Gate, Stage
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench

_TITLE = QT_TRANSLATE_NOOP("sweep", "Second sweep")


class Sweep:
    """The walk through the findings, and the bar that shows it."""

    def __init__(self, sweeping: Sweeping, bar: SweepBar) -> None:
        self.sweeping = sweeping
        self.bar = bar
        self._go_on: Callable[[], object] = lambda: None

    def holds_back(self, go_on: Callable[[], object]) -> bool:
        """Whether a sign-off is to wait for findings; where they are offered already, the same key is the safe way."""
        if self.sweeping.offering:
            self.bar.walk()
            return True
        self._go_on = go_on
        return self.sweeping.holds_back()

    def go_on(self) -> None:
        """Go on with the sign-off that waited."""
        self._go_on()


def install(workbench: Workbench) -> Sweep:
    """Bring in the bar below the report, and the question before a sign-off."""
    sweeping = Sweeping(workbench.controller)
    bar = SweepBar(workbench.controller, sweeping, workbench.theme)
    sweep = Sweep(sweeping, bar)

    def close() -> bool:
        was_open = bar.isVisible()
        if was_open:
            sweeping.stop()
        return was_open

    def follow_settings() -> None:
        sweeping.enabled = workbench.preferences.settings.second_sweep

    workbench.theme_changed.connect(bar.set_theme)
    workbench.keys.changed.connect(bar.set_keys)
    workbench.preferences.changed.connect(follow_settings)
    sweeping.place_chosen.connect(workbench.view.selection.select)
    sweeping.sign_off_free.connect(sweep.go_on)
    bar.left.connect(workbench.focus_report)
    bar.keys_free.connect(workbench.view.setFocus)
    bar.class_wanted.connect(lambda: workbench.actions.do("choose_class"))
    bar.sign_off_wanted.connect(lambda: workbench.actions.do("sign_anyway"))
    workbench.add_below(20, bar)
    workbench.add_escape(30, close)
    workbench.gates.append(Gate(Stage.BEFORE_PENDING, 20, sweep.holds_back, sweeping.pass_over))
    workbench.other_keys.append((20, lambda: (translate("sweep", _TITLE), bar.keys())))
    workbench.actions.add(
        ActionSpec(
            "second_sweep",
            Menu.REPORT,
            120,
            QT_TRANSLATE_NOOP("actions", "Second s&weep: what may have been missed"),
            bar.walk,
            ("F7",),
            needs=Needs.REPORT,
        )
    )
    follow_settings()
    return sweep
