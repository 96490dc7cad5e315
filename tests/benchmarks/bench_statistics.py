"""How long the statistics of a large folder take, and how long the window waits meanwhile.

python tests/benchmarks/bench_statistics.py [--reports 20000] [--mentions 40]
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QTimer

from deid_studio import paths
from deid_studio.gui.control.garbage import keep_searches_short
from deid_studio.gui.control.jobs import Jobs
from deid_studio.model.edits import Accept
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset
from deid_studio.review.figures.statistics import Statistics, StatisticsRequest, statistics_of
from deid_studio.review.journal.tables import REPORTS, put
from deid_studio.review.project import Project


def main() -> None:
    """Make a journal of signed-off reports, and count it as the window does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reports", type=int, default=20_000)
    parser.add_argument("--mentions", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = _folder(Path(folder), options.reports, options.mentions)
        keep_searches_short()
        app = QCoreApplication([])
        jobs, last, waits = Jobs(), perf_counter(), [0.0]

        def tick() -> None:
            nonlocal last
            waits.append(perf_counter() - last)
            last = perf_counter()

        def done(found: Statistics) -> None:
            took = perf_counter() - begin
            print(f"{found.signed.right().total:,} decisions on {options.reports:,} reports: {took:.1f} s;")
            print(f"the window waited {max(waits) * 1000:.0f} ms at most")
            app.quit()

        timer = QTimer()
        timer.timeout.connect(tick)
        timer.start(5)
        begin = perf_counter()
        jobs.run("statistics", statistics_of, StatisticsRequest(project, {}), done=done, failed=_failed)
        app.exec()
        jobs.stop()
        project.close()


def _failed(error: Exception) -> None:
    raise error


def _folder(folder: Path, reports: int, mentions: int) -> Project:
    """A folder with one report, and a journal that holds its decisions under many names."""
    (folder / "a.txt").write_text("palabra " * mentions * 10, encoding="utf-8")
    project = Project(folder, load_tagset(paths.resources() / "tagsets" / "meddocan.toml"), "Dra. Prueba")
    session = project.open("a")
    places = range(0, mentions * 80, 80)
    session.offer([Suggestion(Span(at, at + 7, "FECHAS"), 0.9, (Evidence("crf"),)) for at in places], "model")
    for mention in session.desk:
        session.perform(Accept(mention.id))
    session.sign_off()
    journal = project.journal()
    db = journal._db
    events = db.execute("SELECT at, reviewer, kind, payload FROM events ORDER BY seq").fetchall()
    summary = db.execute("SELECT * FROM reports").fetchone()
    newest = db.execute("SELECT max(seq) FROM events").fetchone()[0]
    with journal._transaction() as writing:
        for number in range(reports - 1):
            after = 0
            for event in events:
                newest, before = newest + 1, after
                writing.row(f"r{number}", before, *event, newest)
                after = newest
            put(db, writing.state, REPORTS, f"r{number}", newest, *summary[2:-1])
    return project


if __name__ == "__main__":
    main()
