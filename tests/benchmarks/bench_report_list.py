"""Measures the list of 20,000 reports and the search in a folder: each letter of the filter, each order, first hits.

    xvfb-run -a -s "-screen 0 1920x1080x24" python tests/benchmarks/bench_report_list.py [--reports 20000]

Suggestions are invented, so that no detector is waited for. Times are from the event to the end of the painting that
shows it. Prints one line a figure with the bar it is held to; exits with 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.batch.preannotated import Preannotated
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset
from deid_studio.review.folder_search import Scope
from deid_studio.review.report_order import SortBy
from tests.gui.parts import Window

_TEXT = "Nombre: Elvira Sanjuán Tobes. NHC: {number}.\nIngresa el 04/03/2021 por disnea.\n" + "Sin hallazgos. " * 60


def _nothing(*_: object) -> SimpleNamespace:
    done: Callable[..., None] = lambda *_, **__: None  # noqa: E731
    return SimpleNamespace(start=done, know=done, turn_off=done, submit=done, urgent=done, cancel=done, stop=done)


def main() -> int:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=int, default=20_000)
    wanted = parser.parse_args()
    app = make_application(["bench"])
    missed: list[str] = []

    def told(what: str, seconds: float, bar: float) -> None:
        print(f"{what:<62} {seconds * 1000:9.1f} ms   (bar {bar * 1000:6.0f} ms)", flush=True)
        if seconds > bar:
            missed.append(what)

    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder) / "reports"
        reports.mkdir()
        for number in range(wanted.reports):
            (reports / f"informe {number}.txt").write_text(_TEXT.format(number=number), encoding="utf-8")
        preferences = Preferences(Path(folder) / "config" / "settings.toml")
        preferences.reviewer_asked = True
        tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
        controller = ReviewController(tagset, paths.default_model(), "bench", make_preannotator=_nothing)  # type: ignore[arg-type]
        window = Window(controller, preferences)
        controller.setParent(window)
        window.resize(1280, 800)
        window.show()
        window.open_folder(reports)
        _wait(app, lambda: controller.session is not None and not controller.jobs.running("count"))
        _measure(app, window, told)
        window.close()
    if missed:
        print("missed:", "; ".join(missed))
    return 1 if missed else 0


def _measure(app: QApplication, window: Window, told: Callable[[str, float, float], None]) -> None:
    controller = window.controller
    folder = controller.folder
    assert folder is not None
    names, drawn = folder.names, random.Random(1)
    evidence = (Evidence("crf", "", "0.5"),)
    began = time.perf_counter()
    for name in names:
        found = tuple(Suggestion(Span(i * 9, i * 9 + 5, "FECHAS"), drawn.random(), evidence) for i in range(8))
        folder._take(Preannotated(name, found, "00" * 32))
    told(f"suggestions for {len(names)} reports taken in, each", (time.perf_counter() - began) / len(names), 0.002)
    field, listed = window.reports.filter, window.reports.list

    def painted(do: Callable[[], object]) -> float:
        begin = time.perf_counter()
        do()
        app.processEvents()
        listed.viewport().repaint()
        return time.perf_counter() - begin

    typed = "informe 199"
    each = [painted(lambda letter=letter: QTest.keyClicks(field, letter)) for letter in typed]
    told("filter: a letter, the slowest", max(each), 0.05)
    each = [painted(lambda: QTest.keyClick(field, Qt.Key.Key_Backspace)) for _ in typed]
    told("filter: a letter taken away, the slowest", max(each), 0.05)
    for by in SortBy:
        told(f"order by {by}", painted(lambda by=by: controller.report_order.set_sort(by)), 0.2)
    controller.report_order.set_sort(SortBy.LEAK)
    told("next report in the order of leak", painted(lambda: controller.report_order.next_open(names[7])), 0.2)
    controller.report_order.set_sort(SortBy.NAME)
    told("a page further in the list", painted(lambda: QTest.keyClick(listed, Qt.Key.Key_PageDown)), 0.05)
    for scope, text in ((Scope.TEXT, "sanjuan"), (Scope.TEXT, "19999"), (Scope.MENTIONS, "19999")):
        _search(app, window, scope, text, told)


def _search(
    app: QApplication, window: Window, scope: Scope, text: str, told: Callable[[str, float, float], None]
) -> None:
    panel = window.search
    window.search_folder()
    panel.scope.setCurrentIndex(panel.scope.findData(scope))
    panel.field.setText(text)
    began = time.perf_counter()
    panel.search()
    first = 0.0
    while panel.searching.running:
        app.processEvents()
        if not first and panel.model.rowCount():
            first = time.perf_counter() - began
        time.sleep(0.001)
    count = panel.model.rowCount()
    told(f"search “{text}” ({scope.value}): first of {count} hits", first, 60.0)
    told(f"search “{text}” ({scope.value}): all", time.perf_counter() - began, 60.0)


def _wait(app: QApplication, holds: Callable[[], bool]) -> None:
    while not holds():
        app.processEvents()
        time.sleep(0.001)


if __name__ == "__main__":
    sys.exit(main())
