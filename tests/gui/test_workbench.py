"""The workbench: features that bring what they have, each of which can be left out."""

from __future__ import annotations

import re
import time
from itertools import permutations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from deid_studio.gui import features
from deid_studio.gui.all_features import FEATURES
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.shell.docks import Panel
from deid_studio.gui.workbench import Workbench
from tests.gui import parts

_ROW = 7
# The features as a table, a row and a column of which are left out in turn: far fewer windows than features.
_LEFT_OUT = (
    *(FEATURES[at : at + _ROW] for at in range(0, len(FEATURES), _ROW)),
    *(FEATURES[at::_ROW] for at in range(_ROW)),
)


def _name(install) -> str:
    return install.__module__.rpartition(".")[2]


def test_each_feature_is_left_out_where_each_other_is_there():
    for one, other in permutations(FEATURES, 2):
        assert any(one in left_out and other not in left_out for left_out in _LEFT_OUT), (_name(one), _name(other))


@pytest.mark.parametrize("left_out", _LEFT_OUT, ids=lambda left_out: "+".join(map(_name, left_out)))
def test_no_feature_needs_another_and_the_window_needs_none(left_out, make_studio, reports, monkeypatch):
    monkeypatch.setattr(parts, "FEATURES", tuple(one for one in FEATURES if one not in left_out))
    studio = make_studio()
    studio.open(reports)
    assert studio.controller.session is not None
    assert not studio.window.features.keys() & {_name(one) for one in left_out}
    studio.controller.accept()
    studio.save()
    studio.window.workbench.set_theme(studio.window.theme)
    studio.window.workbench.focus_report()


def test_the_report_is_shown_where_there_is_no_feature_at_all(make_studio, reports, monkeypatch):
    monkeypatch.setattr(parts, "FEATURES", ())
    studio = make_studio()
    studio.open(reports)
    assert studio.window.page.shows_report


class _Count(QLabel):
    """A panel with nothing but the number of mentions."""

    def __init__(self) -> None:
        super().__init__("0")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.theme = None

    def set_theme(self, theme) -> None:
        self.theme = theme


def _install(workbench: Workbench) -> _Count:
    label = _Count()
    workbench.docks.add(Panel("count", 45, "Count", label, Qt.DockWidgetArea.LeftDockWidgetArea, label.setFocus))
    workbench.theme_changed.connect(label.set_theme)

    def count() -> None:
        label.setText(str(len(workbench.controller.desk)))

    row = ActionSpec("count", Menu.REPORT, 910, "Cou&nt", count, ("Ctrl+Alt+K",), needs=Needs.REPORT, in_toolbar=440)
    workbench.actions.add(row)
    return label


def _asked() -> set[str]:
    """The actions that one feature asks of another."""
    sources = Path(features.__file__).parent.rglob("*.py")
    return {name for one in sources for name in re.findall(r'actions\.do,? ?\(?"(\w+)"', one.read_text("utf-8"))}


def test_a_new_feature_has_its_panel_its_action_and_its_key_beside_those_of_the_others(
    make_studio, reports, monkeypatch
):
    monkeypatch.setattr(parts, "FEATURES", (*FEATURES, _install))
    studio = make_studio()
    bench, action = studio.window.workbench, studio.window.actions_by_id["count"]
    assert not action.isEnabled()  # there is no report yet
    bench.actions.do("no_such_action")  # what no feature brought is not done
    assert {"choose_class", "sign_off", "turn_off_rule"} <= _asked() <= studio.window.actions_by_id.keys()
    studio.open(reports)
    studio.key("Ctrl+Alt+K")
    label = bench.docks.named("count").widget()
    assert int(label.text()) == len(studio.controller.desk) > 0
    report_menu = next(m.menu() for m in studio.window.menuBar().actions() if m.text() == "&Report")
    assert report_menu.actions()[-1] is action
    assert report_menu.actions()[-2].isSeparator()
    assert action in bench.toolbar.actions()
    assert bench.keys.commands["count"].title == "Count"
    assert "Ctrl+Alt+K" in action.toolTip()
    bench.panes.go("count")
    assert label.hasFocus()
    studio.window.actions_by_id["dark"].trigger()
    assert label.theme.dark


def test_a_job_ends_with_what_it_is_of(studio, reports):
    studio.open(reports, "1-alta")
    jobs = studio.controller.jobs
    jobs._pool.setMaxThreadCount(8)  # those that wait are not to keep the report from being read

    def run(scope: Scope) -> None:
        def wait(_: None, progress) -> None:
            while True:
                time.sleep(0.01)
                progress.step(0)

        jobs.run(scope.name, wait, None, done=pytest.fail, failed=pytest.fail, scope=scope)

    for scope in Scope:
        run(scope)
    studio.show("2-radiologia")
    assert [jobs.running(scope.name) for scope in Scope] == [False, True, True]
    studio.controller.refresh_folder()
    studio.qtbot.waitUntil(lambda: not jobs.running("FOLDER"))
    assert jobs.running("WINDOW")
    studio.window.close()
    assert not jobs.running("WINDOW")
