"""SharedCorpus: a corpus in a database, PostgreSQL or a file of SQLite; rows are added, and none is ever changed.

The one module that speaks with a database server, loaded when somebody shares a corpus. Every row has a key that says
what it is, so that what is sent twice, by one or by two at once, is there once. Nothing that a driver says is told:
it may hold text of a report, or the password.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    create_engine,
    event,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy import (
    Text as Words,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from deid_studio.corpora.planted_answers import PlantedAnswer
from deid_studio.corpora.planted_suggestions import Answer, Slip
from deid_studio.errors import SharedCorpusDiffersError, SharedCorpusError, SharedCorpusLostError
from deid_studio.model.span import Span
from deid_studio.review.journal.chain import Row
from deid_studio.texts import Text

FORMAT = 1
_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgresql+psycopg": "postgresql+psycopg"}
_SECRET = frozenset({"password", "sslpassword"})
_TOGETHER = 200  # texts in one transaction
_MAKING = 0x64656964  # the lock under which the tables are made

_METADATA = MetaData()
_CORPUS = Table(
    "deid_corpus",
    _METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one in a database
    Column("format", Integer, nullable=False),
    Column("token", Words, nullable=False),
)
_FILES = Table(
    "deid_files",
    _METADATA,
    Column("name", Words, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)
_TEXTS = Table(
    "deid_texts",
    _METADATA,
    Column("report", Words, primary_key=True),
    Column("path", Words, nullable=False),
    Column("sha256", Words, nullable=False),
    Column("content", LargeBinary, nullable=False),
)
_EVENTS = Table(
    "deid_events",
    _METADATA,
    Column("layer", Words, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("report", Words, nullable=False),
    Column("after", BigInteger, nullable=False),
    Column("at", Words, nullable=False),
    Column("reviewer", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("payload", Words, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
_PLANTED = Table(
    "deid_planted",
    _METADATA,
    Column("layer", Words, primary_key=True),
    Column("report", Words, primary_key=True),
    Column("start", Integer, primary_key=True, autoincrement=False),
    Column("end", Integer, primary_key=True, autoincrement=False),
    Column("class", Words, primary_key=True),
    Column("slip", Words, nullable=False),
    Column("answer", Words, nullable=False),
)
_ROW = [_EVENTS.c[name] for name in Row._fields]

# What PostgreSQL refuses with, by the first characters of its code.
_REASONS = {
    "42501": Text("this account may not do that"),
    "42P01": Text("no corpus was shared there"),
}


class SharedText(NamedTuple):
    """A report's text: its id, its path among the reports, and its bytes."""

    report: str
    path: str
    content: bytes


class SharedCorpus:
    """The corpus in the database at a URL: `sqlite:///FILE` or `postgresql://USER@HOST/DATABASE`.

    `kept_url` is the URL without its password, `shown` what is told of it. Raises `SharedCorpusError` where it cannot
    be used, and `SharedCorpusLostError` where the connection is lost: what was being written is then there whole or not
    at all, and can be sent once more.
    """

    def __init__(self, url: str, password: str = "") -> None:
        self._url = _read_url(url)
        if password:
            self._url = self._url.set(password=password)
        self.kept_url = self._url._replace(password=None, drivername=self._url.get_backend_name()).render_as_string()
        self.shown = self.kept_url.partition("?")[0]
        with self._told():
            self._engine = create_engine(
                self._url, hide_parameters=True, pool_size=1, max_overflow=0, connect_args=_connecting(self._url)
            )
        logging.getLogger("psycopg").setLevel(logging.CRITICAL)
        self._insert: Any = postgresql.insert
        if self._url.drivername == "sqlite":
            self._insert = sqlite.insert
            event.listen(self._engine, "connect", _leave_transactions_to_us)
            event.listen(self._engine, "begin", _begin_to_write)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._engine.dispose()

    def token(self) -> str | None:
        """What names the corpus that is there; None where there is none."""
        if self._url.drivername == "sqlite" and not _is_filled(Path(self._url.database)):
            return None  # to look into an empty file would make it a database
        with self._transaction() as db:
            if not inspect(db).has_table(_CORPUS.name):
                return None
            found = db.execute(select(_CORPUS.c.format, _CORPUS.c.token)).one_or_none()
        if found is not None and found.format != FORMAT:
            raise SharedCorpusError(url=self.shown, detail=Text("it is of another version of the program"))
        return None if found is None else str(found.token)

    def make(self, token: str) -> str:
        """Make the tables, if there are none, for a corpus of this name; the name of the one that is there then."""
        if self._url.drivername == "sqlite":
            self._make_private_file(Path(self._url.database))
        with self._transaction() as db:
            if self._url.drivername != "sqlite":
                db.execute(select(func.pg_advisory_xact_lock(_MAKING)))
            _METADATA.create_all(db)
            self._add(db, _CORPUS, [{"id": 1, "format": FORMAT, "token": token}])
            return str(db.execute(select(_CORPUS.c.token)).scalar_one())

    # --- the corpus's own files, of which each version stays -----------------------------------------------

    def files(self) -> Mapping[str, tuple[int, bytes]]:
        """The newest version of each file, with its number."""
        newest = select(_FILES.c.name, func.max(_FILES.c.version).label("version")).group_by(_FILES.c.name).subquery()
        both = (_FILES.c.name == newest.c.name) & (_FILES.c.version == newest.c.version)
        with self._transaction() as db:
            rows = db.execute(select(_FILES).join(newest, both)).all()
        return {row.name: (row.version, row.content) for row in rows}

    def file(self, name: str, version: int) -> bytes | None:
        """A version of a file; None where it is not there."""
        wanted = select(_FILES.c.content).where(_FILES.c.name == name, _FILES.c.version == version)
        with self._transaction() as db:
            return db.execute(wanted).scalar_one_or_none()  # type: ignore[no-any-return]

    def add_file(self, name: str, version: int, content: bytes) -> None:
        """Add a version of a file; raises `SharedCorpusDiffersError` where there is one of that number."""
        with self._transaction(what=name) as db:
            db.execute(_FILES.insert(), [{"name": name, "version": version, "content": content}])

    # --- texts ------------------------------------------------------------------------------------------------

    def reports(self) -> Mapping[str, str]:
        """The reports whose texts are there, and the SHA-256 of each."""
        with self._transaction() as db:
            return {row.report: row.sha256 for row in db.execute(select(_TEXTS.c.report, _TEXTS.c.sha256))}

    def add_texts(self, texts: Sequence[SharedText]) -> None:
        """Add texts; raises `SharedCorpusDiffersError` where a report has another text there, and adds none then."""
        rows = [one._asdict() | {"sha256": sha256(one.content).hexdigest()} for one in texts]
        with self._transaction() as db:
            self._add(db, _TEXTS, rows)
            wanted = select(_TEXTS.c.report, _TEXTS.c.sha256).where(_TEXTS.c.report.in_([one.report for one in texts]))
            there = {row.report: row.sha256 for row in db.execute(wanted)}
            for row in rows:
                if there[row["report"]] != row["sha256"]:
                    raise SharedCorpusDiffersError(url=self.shown, what=row["report"])

    def texts(self, reports: Sequence[str]) -> Iterator[SharedText]:
        """The texts of these reports, of those that are there; raises `SharedCorpusError` for one that is damaged."""
        for start in range(0, len(reports), _TOGETHER):
            wanted = select(_TEXTS).where(_TEXTS.c.report.in_(reports[start : start + _TOGETHER]))
            with self._transaction() as db:
                rows = db.execute(wanted).all()
            for row in rows:
                if sha256(row.content).hexdigest() != row.sha256:
                    raise SharedCorpusError(
                        url=self.shown, detail=Text("the text of {name} is damaged", name=row.report)
                    )
                yield SharedText(row.report, row.path, row.content)

    # --- the events of layers ---------------------------------------------------------------------------------

    def newest(self, layer: str) -> int:
        """The number of a layer's last event; 0 where there is none."""
        with self._transaction() as db:
            return db.execute(select(func.max(_EVENTS.c.seq)).where(_EVENTS.c.layer == layer)).scalar_one() or 0

    def hash_at(self, layer: str, seq: int) -> bytes | None:
        """The hash of the event of a number; None where there is none."""
        with self._transaction() as db:
            return _hash_at(db, layer, seq)

    def add_events(self, layer: str, rows: Sequence[Row]) -> None:
        """Add events behind those of a layer, all or none.

        Raises `SharedCorpusDiffersError` where another copy of the layer has added others of the same numbers.
        """
        with self._transaction() as db:
            self._add(db, _EVENTS, [{"layer": layer, **row._asdict()} for row in rows])
            # The hash of the last one is over all before it.
            if _hash_at(db, layer, rows[-1].seq) != rows[-1].hash:
                raise SharedCorpusDiffersError(url=self.shown, what=layer)

    def events(self, layer: str, after: int, most: int) -> list[Row]:
        """So many of a layer's events behind that of a number."""
        wanted = (
            select(*_ROW).where(_EVENTS.c.layer == layer, _EVENTS.c.seq > after).order_by(_EVENTS.c.seq).limit(most)
        )
        with self._transaction() as db:
            return [Row(*values) for values in db.execute(wanted)]

    def begun(self, layer: str) -> tuple[str, tuple[str, ...]]:
        """Who decided last in a layer, and on which reports somebody did."""
        of_layer = _EVENTS.c.layer == layer
        with self._transaction() as db:
            who = db.execute(
                select(_EVENTS.c.reviewer).where(of_layer).order_by(_EVENTS.c.seq.desc()).limit(1)
            ).scalar()
            reports = db.execute(select(_EVENTS.c.report).where(of_layer, _EVENTS.c.report != "").distinct()).scalars()
            return str(who or ""), tuple(reports)

    # --- what annotators did with planted suggestions --------------------------------------------------------

    def answers(self, layer: str) -> tuple[PlantedAnswer, ...]:
        """What was done with the planted suggestions of a layer; raises `SharedCorpusError` for what is no answer."""
        with self._transaction() as db:
            rows = db.execute(select(_PLANTED).where(_PLANTED.c.layer == layer)).all()
        try:
            return tuple(
                PlantedAnswer(report, Span(start, end, phi_class), Slip(slip), Answer(answer))
                for _, report, start, end, phi_class, slip, answer in rows
            )
        except ValueError:
            raise SharedCorpusError(url=self.shown, detail=Text("it is damaged")) from None

    def add_answers(self, layer: str, answers: Sequence[PlantedAnswer]) -> None:
        """Add answers to those of a layer; of a suggestion that has one the first stays."""
        rows = [
            {"layer": layer, "report": one.report, "start": one.span.start, "end": one.span.end,
             "class": one.span.phi_class, "slip": one.slip.value, "answer": one.answer.value}
            for one in answers
        ]  # fmt: skip
        with self._transaction() as db:
            self._add(db, _PLANTED, rows)

    # ----------------------------------------------------------------------------------------------------------

    def _add(self, db: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add the rows whose keys are not there yet."""
        db.execute(self._insert(table).on_conflict_do_nothing(), list(rows))

    def _make_private_file(self, path: Path) -> None:
        with self._told():
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))

    @contextlib.contextmanager
    def _transaction(self, what: str = "") -> Iterator[Connection]:
        with self._told(what), self._engine.begin() as db:
            yield db

    @contextlib.contextmanager
    def _told(self, what: str = "") -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise SharedCorpusDiffersError(url=self.shown, what=what) from None
        except UnicodeDecodeError:
            raise SharedCorpusError(url=self.shown, detail=Text("it is damaged")) from None
        except (SQLAlchemyError, OSError) as error:
            code = str(getattr(getattr(error, "orig", error), "sqlstate", None) or "")
            why = next((words for begin, words in _REASONS.items() if code.startswith(begin)), None)
            if why is not None:
                raise SharedCorpusError(url=self.shown, detail=why) from None
            raise SharedCorpusLostError(url=self.shown, detail=_hindrance(error, code)) from None


def new_token() -> str:
    """A name for a corpus that is shared."""
    return secrets.token_hex(16)


def _is_filled(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError:
        return True  # what hinders is told when it is opened


def _read_url(said: str) -> URL:
    try:
        url = make_url(said)
    except SQLAlchemyError:
        url = None
    if url is None or url.drivername not in _DRIVERS or not url.database or _SECRET & url.query.keys():
        # Not the URL itself: a password may stand in it in a wrong place.
        detail = Text("its address is to be sqlite:///FILE or postgresql://USER@HOST/DATABASE")
        raise SharedCorpusError(url="…", detail=detail)
    return url.set(drivername=_DRIVERS[url.drivername])


def _connecting(url: URL) -> dict[str, Any]:
    """So that a server that is gone is noticed within a minute, and a file waits for who writes."""
    if url.drivername == "sqlite":
        return {"timeout": 30}
    return {"connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5, "tcp_user_timeout": 30_000}


def _hindrance(error: Any, code: str) -> Text | str:
    plain = getattr(error, "orig", None) or error
    code = code or getattr(plain, "sqlite_errorname", "") or getattr(plain, "strerror", "")
    if code:
        return f"{type(plain).__name__} {code}"
    # Where no connection was made, there is no code.
    return Text("no connection; it is not running, or does not take this account, its password, or the database's name")


def _hash_at(db: Connection, layer: str, seq: int) -> bytes | None:
    wanted = select(_EVENTS.c.hash).where(_EVENTS.c.layer == layer, _EVENTS.c.seq == seq)
    return db.execute(wanted).scalar_one_or_none()  # type: ignore[no-any-return]


def _leave_transactions_to_us(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # Python's module would begin them late
    connection.execute("PRAGMA synchronous=FULL")


def _begin_to_write(connection: Connection) -> None:
    connection.execute(text("BEGIN IMMEDIATE"))  # two that read first and then write would refuse each other
