"""How long the report view takes on large reports; every report is invented.

QT_QPA_PLATFORM=offscreen python tests/benchmarks/bench_report_view.py
xvfb-run -a -s "-screen 0 1280x1000x24" python tests/benchmarks/bench_report_view.py
"""

from __future__ import annotations

import re
import statistics
import sys
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtWidgets import QApplication

from deid_studio.gui.text import ReportView
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

SIZE = 1_000_000
MENTIONS = 5_000
CLASSES = ("NOMBRE", "FECHAS", "TERRITORIO", "HOSPITAL", "CALLE")
COLOURS = ("#d62728", "#2ca02c", "#1f77b4", "#e377c2", "#17becf")
SENTENCE = "La paciente Inventada Pérez acude el 3 de mayo a la consulta de Villaficticia por dolor leve 😀. "


def edges_of(text: str) -> Callable[[int, int], int]:
    points = sorted({0, len(text)} | {edge for match in re.finditer(r"\w+|[^\w\s]", text) for edge in match.span()})

    def edges(offset: int, direction: int) -> int:
        if direction > 0:
            return points[min(bisect_right(points, offset), len(points) - 1)]
        return points[max(bisect_left(points, offset) - 1, 0)]

    return edges


def desk_on(text: str) -> Desk:
    decisions = tuple(Decision)
    step = len(text) // MENTIONS
    return Desk(
        Mention(n, Span(n * step - 60, n * step - 40, CLASSES[n % 5]), decisions[n % 3], Origin.DETECTOR)
        for n in range(1, MENTIONS)
    )


def timed(what: str, work: Callable[[], object]) -> None:
    begin = time.perf_counter()
    work()
    QApplication.processEvents()
    print(f"  {what:<42} {1000 * (time.perf_counter() - begin):8.1f} ms")


def spread(what: str, works: list[Callable[[], object]]) -> None:
    took = []
    for work in works:
        begin = time.perf_counter()
        work()
        QApplication.processEvents()
        took.append(1000 * (time.perf_counter() - begin))
    took.sort()
    print(
        f"  {what:<42} median {statistics.median(took):6.1f}  p95 {took[int(len(took) * 0.95)]:6.1f}"
        f"  worst {took[-1]:6.1f} ms"
    )


def bench(name: str, text: str, app: QApplication) -> None:
    print(f"{name}: {len(text):,} code points, {MENTIONS - 1:,} mentions")
    desk, edges = desk_on(text), edges_of(text)
    view = ReportView()
    view.resize(1000, 900)
    view.set_tagset(TagSet("t", "1", tuple(PhiClass(n, {}, colour=c) for n, c in zip(CLASSES, COLOURS, strict=True))))
    view.show()
    app.processEvents()

    timed("open: set_report to first paint", lambda: view.set_report(text, desk, edges))
    near = list(range(1, 201))
    far = [1 + n * 1237 % (MENTIONS - 1) for n in range(100)]
    spread("set_current, the next one", [lambda n=n: view.set_current(n) for n in near])
    spread("set_current, anywhere", [lambda n=n: view.set_current(n) for n in far])
    desks = [desk.with_mention(replace(desk[n], decision=Decision.ACCEPTED)) for n in near]
    begin = time.perf_counter()
    for one in desks:
        len(one.ordered)  # sorted once for all that show the desk
    print(f"  {'(sorting one desk, not the view)':<42} {1000 * (time.perf_counter() - begin) / len(desks):8.1f} ms")
    spread("set_desk and its paint", [lambda d=d: view.set_desk(d) for d in desks])
    spread("whole paint", [view.viewport().repaint for _ in range(50)])
    spread("scroll by a page", [lambda n=n: view.verticalScrollBar().setValue(n * 25) for n in range(100)])
    timed("resize", lambda: view.resize(800, 900))
    timed("zoom", view.typesetting.zoom_in)
    timed("tags on", lambda: view.typesetting.set_tags(True))
    spread("whole paint with tags", [view.viewport().repaint for _ in range(50)])
    timed("select all", view.selectAll)
    view.close()


if __name__ == "__main__":
    application = QApplication([])
    body = SENTENCE * (SIZE // len(SENTENCE))
    lines = re.sub(r"((?:.*?\. ){3})", "\\1\r\n", body)
    bench("lines", lines, application)
    bench("one line", body, application)
    bench("one word", body.replace(" ", "_"), application)
