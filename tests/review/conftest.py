"""A folder with invented reports, opened as a project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.model.edits import Accept, Reject, Relabel
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.review.deciding.growing import marking
from deid_studio.review.journal import Journal
from deid_studio.review.journal.chain import START, Row, event_hash
from deid_studio.review.journal.tables import EVENT_COLUMNS, TABLES, State, put, read_state, remove, write_state
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession

TEXT = "Nombre: Elvira Sanjuán Tobes.\r\nEdad: 61 años. 🙂 Ingreso: 04/03/2021\r\nRemite: Dr. Abel Quirce.\r\n"


def suggestion(words: str, phi_class: str, confidence: float = 0.9, text: str = TEXT) -> Suggestion:
    """A suggestion for the first place where `words` stand in the text."""
    start = text.index(words)
    return Suggestion(Span(start, start + len(words), phi_class), confidence, (Evidence("crf", "", "0.90"),))


SUGGESTIONS = [
    suggestion("Elvira Sanjuán", "NOMBRE_SUJETO_ASISTENCIA"),
    suggestion("61 años", "EDAD_SUJETO_ASISTENCIA"),
    suggestion("04/03/2021", "FECHAS"),
    suggestion("Abel Quirce", "NOMBRE_SUJETO_ASISTENCIA"),
]


Opening = Callable[[], Project]


def opened(project: Project, name: str = "a1") -> ReviewSession:
    session = project.open(name)
    session.offer(SUGGESTIONS, "model-1")
    return session


def decide_all(session: ReviewSession) -> None:
    """Accept two, relabel one, reject one, add one."""
    by_text = {m.span.text(session.text): m.id for m in session.desk}
    session.perform(Accept(by_text["61 años"]))
    session.perform(Accept(by_text["04/03/2021"]))
    session.perform(Relabel(by_text["Abel Quirce"], "NOMBRE_PERSONAL_SANITARIO"))
    session.perform(Reject(by_text["Elvira Sanjuán"]))
    start = TEXT.index("Elvira")
    session.perform(marking(session.ground, Span(start, start + 20, "NOMBRE_SUJETO_ASISTENCIA")).edit)


def written_so(journal: Journal, *statements: str) -> None:
    """Change a journal by SQL as if it had been written so: every hash of it and its mirror fit afterwards."""
    db = journal._db
    db.execute("BEGIN IMMEDIATE")
    for statement in statements:
        db.execute(statement)
    state = read_state(db)
    state.head, last = START, {}
    for values in db.execute(f"SELECT {EVENT_COLUMNS} FROM events ORDER BY seq").fetchall():
        row = Row(*values)._replace(after=last.get(values[1], 0), previous=state.head)
        last[row.report], state.head = row.seq, event_hash(*row[:-1])
        change = "UPDATE events SET after=?, previous=?, hash=? WHERE seq=?"
        db.execute(change, (row.after, row.previous, state.head, row.seq))
    for table in TABLES:
        state.seals[table.name] = 0
        for *values, _ in db.execute(f"SELECT * FROM {table.name}").fetchall():
            remove(db, State(""), table, *values[: table.keys])
            put(db, state, table, *values)
    write_state(db, state)
    journal.mirror.write_anew(db)
    db.execute("COMMIT")


@pytest.fixture(scope="session")
def tagset() -> TagSet:
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    reports = tmp_path / "informes"
    (reports / "planta 2").mkdir(parents=True)
    for name in ("a1", "a2", "planta 2/b1"):
        (reports / f"{name}.txt").write_bytes(TEXT.encode())
    return reports


@pytest.fixture
def open_project(folder: Path, tagset: TagSet) -> Iterator[Opening]:
    """Opens the folder anew, as after a restart; projects are closed at the end."""
    opened: list[Project] = []

    def opening() -> Project:
        opened.append(Project(folder, tagset, "Dra. Prueba"))
        return opened[-1]

    yield opening
    for project in opened:
        project.close()
