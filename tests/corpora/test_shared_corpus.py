"""A corpus shared in a database, SQLite and PostgreSQL: layers meet there, and nothing is lost or there twice."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the extra deid-studio[team] is not installed")

from deid_studio import paths
from deid_studio.corpora.adjudication import SignedLayers, ready
from deid_studio.corpora.corpus_figures import bias, signed_corpus
from deid_studio.corpora.corpus_files import GOLD
from deid_studio.corpora.corpus_folder import CorpusFolder, annotators_named, make_corpus
from deid_studio.corpora.plan import Plan
from deid_studio.corpora.planted_answers import PlantedAnswer, add_answers, read_answers
from deid_studio.corpora.planted_suggestions import Answer, Slip
from deid_studio.corpora.sharing import syncing
from deid_studio.corpora.sharing.shared_corpus import SharedCorpus
from deid_studio.corpora.sharing.shared_file import SHARED, read_shared, write_shared
from deid_studio.errors import (
    DeidError,
    FolderHeldError,
    SharedCorpusDiffersError,
    SharedCorpusError,
    SharedCorpusLostError,
    WouldOverwriteError,
)
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal import Journal
from deid_studio.review.project import PRIVATE, Project
from tests.corpora.database_server import Server, binaries

pytestmark = pytest.mark.loopback  # PostgreSQL
POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.slow)

TEXT = "Paciente: Nuria Belmonte\r\nIngresa el 12/03/2015.\r\n"
NAME, DAY = Span(10, 24, "PERSONA"), Span(37, 47, "FECHA")
OWN = TagSet("own", "1", (PhiClass("PERSONA", {}), PhiClass("FECHA", {})))
ANA, LUIS = "Ana Ruiz", "Luis Ñíguez"
REPORTS = ("a", "b", "uci/c")


@pytest.fixture(scope="module")
def server():
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed here (apt-get install postgresql)")
    pytest.importorskip("psycopg", reason="the extra deid-studio[team] is not installed")
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        own = Server(Path(place) / "server", programs)
        own.start()
        yield own
        own.stop()


@pytest.fixture(scope="module")
def before(request, tmp_path_factory):
    """The folders of a corpus that is shared and of who joined it, and where: of each kind of database, made once."""

    @cache
    def made(kind):
        place = tmp_path_factory.mktemp(kind)
        where = file_in(place) if kind == "sqlite" else request.getfixturevalue("server").new_database()
        run(syncing.share, unshared(place), where)
        for who, name in (("ana", ANA), ("luis", LUIS)):
            run(syncing.join, place / who, where, name)
        return place, where

    return made


@pytest.fixture(params=["sqlite", POSTGRESQL])
def url(request, tmp_path):
    """An empty database, or the team's."""
    if request.param == "sqlite":
        return file_in(tmp_path)
    where = request.getfixturevalue("before")("postgresql")[1] if "team" in request.fixturenames else ""
    return request.getfixturevalue("server").new_database(where)


def file_in(place: Path) -> str:
    return f"sqlite:///{place / 'team.db'}"


@pytest.fixture
def lead(tmp_path):
    """The folder of a corpus that is not shared yet."""
    return unshared(tmp_path)


def unshared(place: Path) -> Path:
    reports = place / "informes"
    (reports / "uci").mkdir(parents=True)
    for name in REPORTS:
        (reports / f"{name}.txt").write_bytes(TEXT.encode())
    make_corpus(place / "lead", "Altas", reports, annotators_named([ANA, LUIS]), Plan(), OWN)
    return place / "lead"


@pytest.fixture
def team(tmp_path, url, before):
    """A corpus that is shared, and who joined it."""
    shutil.copytree(before(url.partition(":")[0])[0], tmp_path, dirs_exist_ok=True)
    with SharedCorpus(url) as database:
        for folder in (tmp_path / who for who in ("lead", "ana", "luis")):
            write_shared(folder, replace(read_shared(folder), url=database.kept_url))
    return tmp_path


def run(verb, folder, url, *more):
    with SharedCorpus(url) as database:
        return verb(folder, database, *more)


def layer(folder: Path) -> Path:
    (own,) = (folder / "layers").iterdir()
    return own


def sign(folder: Path, who: str, report: str, *spans: Span) -> None:
    project = Project(folder, OWN, who)
    session = project.open(report)
    for span in spans:
        session.perform(Add(session.desk.next_id, span))
    session.sign_off()
    project.close()


def test_what_annotators_sign_is_adjudicated_where_it_meets(team, url):
    lead, ana, luis = team / "lead", team / "ana", team / "luis"
    assert [path.name for path in (ana / "layers").iterdir()] == ["ana-ruiz"]
    assert (layer(ana) / "uci" / "c.txt").read_bytes() == TEXT.encode()
    sign(layer(ana), ANA, "a", NAME, DAY)
    sign(layer(luis), LUIS, "a", NAME)
    run(syncing.sync, ana, url)
    run(syncing.sync, luis, url)
    assert run(syncing.sync, ana, url) == syncing.Synced()  # nothing is new, and nothing of the other comes
    assert run(syncing.sync, lead, url).taken == 4 + 3
    corpus = CorpusFolder(lead)
    assert ready(corpus) == ("a",)
    layers = SignedLayers(corpus, OWN)
    found = layers.compared("a")
    layers.close()
    assert found.agreed == (NAME,) and [one.start for one in found.differences] == [DAY.start]
    # Gold is shared as well, and comes with all else to who leads from another computer.
    corpus.fill_gold("Eva", ["a"])
    sign(corpus.gold, "Eva", "a", NAME)
    run(syncing.sync, lead, url)
    run(syncing.join, team / "lead-2", url, "")
    assert dict(CorpusFolder(team / "lead-2").signed_spans(GOLD, OWN)) == {"a": (NAME,)}
    assert dict(CorpusFolder(team / "lead-2").signed_spans("ana-ruiz", OWN)) == {"a": (NAME, DAY)}


def test_a_lost_computer_loses_nothing_that_was_shared(team, url):
    sign(layer(team / "ana"), ANA, "b", NAME)
    run(syncing.sync, team / "ana", url)
    run(syncing.join, team / "new", url, ANA)
    project = Project(layer(team / "new"), OWN, ANA)
    session = project.open("b")
    assert session.signed and session.desk.decided_spans == (NAME,)
    session.perform(Add(session.desk.next_id, DAY))  # and goes on there
    project.close()
    run(syncing.sync, team / "new", url)
    run(syncing.sync, team / "ana", url)
    project = Project(layer(team / "ana"), OWN, ANA)
    assert not project.open("b").signed and project.open("b").desk.decided_spans == (NAME, DAY)
    project.close()


def test_who_leads_tells_bias_by_what_was_done_with_planted_suggestions(team, url):
    lead, ana = team / "lead", team / "ana"
    taken = PlantedAnswer("a", Span(10, 15, "PERSONA"), Slip.ENDS, Answer.ACCEPTED)
    seen = PlantedAnswer("uci/c", Span(26, 33, "FECHA"), Slip.SPURIOUS, Answer.REJECTED)
    sign(layer(ana), ANA, "a", NAME)
    add_answers(layer(ana), [taken])
    assert killed_at(SharedCorpus, "add_answers", "before", syncing.sync, ana, url)
    run(syncing.sync, ana, url)
    add_answers(layer(ana), [seen])
    run(syncing.sync, ana, url)
    # Luis gets nothing of it, and says of the same place what he did himself.
    own = PlantedAnswer(*taken.place, Slip.ENDS, Answer.PASSED)
    assert read_answers(layer(team / "luis")) == ()
    add_answers(layer(team / "luis"), [own])
    run(syncing.sync, team / "luis", url)
    assert read_answers(layer(team / "luis")) == (own,)
    for _ in range(2):
        run(syncing.sync, lead, url)
    corpus = CorpusFolder(lead)
    told = bias(signed_corpus(corpus, OWN)).planted
    assert told[ANA].accepted.value == 0.5 and sum(told[ANA].answers.values()) == 2
    assert set(read_answers(lead / "layers" / "luis-niguez")) == {own}
    # A lost computer loses none, and what was answered is not shown again.
    run(syncing.join, team / "new", url, ANA)
    assert set(read_answers(layer(team / "new"))) == {taken, seen}


def test_a_layer_that_went_on_in_two_places_is_told_and_left(team, url):
    run(syncing.join, team / "twin", url, ANA)
    sign(layer(team / "ana"), ANA, "b", NAME)
    sign(layer(team / "twin"), ANA, "b", DAY)
    run(syncing.sync, team / "ana", url)
    with pytest.raises(SharedCorpusDiffersError):
        run(syncing.sync, team / "twin", url)
    for folder, span in (("ana", NAME), ("twin", DAY)):
        project = Project(layer(team / folder), OWN, ANA)
        assert project.open("b").desk.decided_spans == (span,)
        project.close()


def test_later_tasks_come_with_their_texts(team, url):
    (team / "lead" / "reports" / "d.txt").write_bytes(b"Otro.\n")
    CorpusFolder(team / "lead").plan_new()
    assert run(syncing.sync, team / "lead", url).texts == 1
    assert run(syncing.sync, team / "ana", url).texts == 1
    assert (layer(team / "ana") / "d.txt").read_bytes() == b"Otro.\n"
    assert (team / "ana" / "tasks.csv").read_bytes() == (team / "lead" / "tasks.csv").read_bytes()


def test_a_plan_that_two_changed_is_told(team, url):
    run(syncing.join, team / "lead-2", url, "")
    for folder in ("lead", "lead-2"):
        with (team / folder / "annotation.conf").open("a") as file:
            file.write(f"# {folder}\n")
    run(syncing.sync, team / "lead", url)
    with pytest.raises(SharedCorpusDiffersError, match=r"annotation\.conf"):
        run(syncing.sync, team / "lead-2", url)


def test_what_is_not_this_corpus_is_refused_before_anything_is_written(team, url, tmp_path):
    with pytest.raises(SharedCorpusError):
        run(syncing.join, tmp_path / "other", url, "Nadie")
    assert not (tmp_path / "other").exists()
    with pytest.raises(WouldOverwriteError):
        run(syncing.join, team / "informes", url, ANA)
    with pytest.raises(SharedCorpusError):
        run(syncing.sync, team / "informes", url)
    reports = team / "informes"
    make_corpus(team / "second", "Otra", reports, annotators_named([ANA, LUIS]), Plan(), OWN)
    with pytest.raises(SharedCorpusError):
        run(syncing.share, team / "second", url)


def test_a_layer_that_a_window_has_is_not_written_into(team, url):
    sign(layer(team / "ana"), ANA, "b", NAME)
    run(syncing.sync, team / "ana", url)
    run(syncing.sync, team / "lead", url)
    sign(layer(team / "ana"), ANA, "a", NAME)
    run(syncing.sync, team / "ana", url)
    lock = FolderLock(team / "lead" / "layers" / "ana-ruiz", PRIVATE, "x")
    lock.claim()
    with pytest.raises(FolderHeldError):
        run(syncing.sync, team / "lead", url)
    lock.leave(lock)
    assert run(syncing.sync, team / "lead", url).taken == 3


# What is killed while it reads or writes its own journal has nothing to do with the kind of database.
@pytest.mark.parametrize(
    ("url", "whose", "method", "step"),
    [
        ("sqlite", SharedCorpus, "add_events", "before"),
        ("sqlite", SharedCorpus, "add_events", "after"),
        ("sqlite", SharedCorpus, "add_file", "after"),
        pytest.param("postgresql", SharedCorpus, "add_events", "before", marks=pytest.mark.slow),
        pytest.param("postgresql", SharedCorpus, "add_events", "after", marks=pytest.mark.slow),
        pytest.param("postgresql", SharedCorpus, "add_file", "after", marks=pytest.mark.slow),
        ("sqlite", syncing.JournalCopy, "take", "after"),
        ("sqlite", syncing.JournalCopy, "prove", "before"),
    ],
    indirect=["url"],
)
def test_a_killed_client_loses_nothing_and_the_next_sync_goes_on(team, url, monkeypatch, whose, method, step):
    monkeypatch.setattr(syncing, "_TOGETHER", 1)  # each event in a transaction of its own
    sign(layer(team / "ana"), ANA, "a", NAME, DAY)
    (team / "lead" / "reports" / "d.txt").write_bytes(b"Otro.\n")
    CorpusFolder(team / "lead").plan_new()
    killed = [killed_at(whose, method, step, syncing.sync, team / who, url) for who in ("ana", "lead")]
    assert any(killed)
    for who in ("ana", "lead", "ana"):
        run(syncing.sync, team / who, url)
    assert dict(CorpusFolder(team / "lead").signed_spans("ana-ruiz", OWN)) == {"a": (NAME, DAY)}
    assert (layer(team / "ana") / "d.txt").exists()


def killed_at(whose, method, step, verb, *arguments) -> bool:
    """Run it in a process of its own, which is killed at a call of a method: the second, if there are several; whether
    it was."""
    wanted = 1 if method in ("prove", "add_file", "add_answers") else 2
    child = os.fork()
    if child:
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])
    try:
        plain, calls = getattr(whose, method), []

        def deadly(*given):
            calls.append(given)
            if len(calls) == wanted and step == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            plain(*given)
            if len(calls) == wanted:
                os.kill(os.getpid(), signal.SIGKILL)

        setattr(whose, method, deadly)
        run(verb, *arguments)
    finally:
        os._exit(0)


def test_two_at_once_lose_nothing_and_double_nothing(team, url, monkeypatch):
    monkeypatch.setattr(syncing, "_TOGETHER", 2)
    for who, name in (("ana", ANA), ("luis", LUIS)):
        for report in REPORTS:
            sign(layer(team / who), name, report, NAME, DAY)
    failed = []

    def often(folder):
        try:
            run(syncing.sync, folder, url)
        except DeidError as error:
            failed.append(error)

    # Ana's own layer from two programs at the same time, beside Luis's.
    threads = [threading.Thread(target=often, args=(team / who,)) for who in ("ana", "luis", "ana")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    with SharedCorpus(url) as database:
        for who, name in (("ana", "ana-ruiz"), ("luis", "luis-niguez")):
            rows = database.events(name, 0, 1000)
            assert rows == syncing.JournalCopy(layer(team / who)).after(0, 1000) and len(rows) == 12
    run(syncing.sync, team / "lead", url)
    assert len(ready(CorpusFolder(team / "lead"))) == 3


def test_a_journal_that_is_damaged_is_not_shared(team, url):
    sign(layer(team / "ana"), ANA, "a", NAME)
    journal = Journal(layer(team / "ana") / PRIVATE / "project.db")
    journal._db.execute("UPDATE events SET reviewer='x' WHERE seq=2")
    journal.close()
    with pytest.raises(DeidError) as told:
        run(syncing.sync, team / "ana", url)
    assert told.value.code == "journal-damaged"
    with SharedCorpus(url) as database:
        assert database.newest("ana-ruiz") == 0


def test_a_row_that_somebody_changed_in_the_database_is_not_taken(team, url):
    sign(layer(team / "ana"), ANA, "a", NAME)
    run(syncing.sync, team / "ana", url)
    with SharedCorpus(url) as database, database._transaction() as db:
        db.exec_driver_sql("UPDATE deid_events SET payload='{}' WHERE seq=2")
    with pytest.raises(DeidError) as told:
        run(syncing.sync, team / "lead", url)
    assert told.value.code == "journal-damaged"
    assert syncing.JournalCopy(team / "lead" / "layers" / "ana-ruiz").newest() == 0


# --- PostgreSQL alone ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", [POSTGRESQL], indirect=True)
def test_a_server_that_is_killed_loses_nothing(team, url, server, monkeypatch):
    monkeypatch.setattr(syncing, "_TOGETHER", 1)
    sign(layer(team / "ana"), ANA, "a", NAME, DAY)
    plain, calls = SharedCorpus.add_events, []

    def deadly(*given):
        calls.append(given)
        if len(calls) == 3:
            server.kill()
        plain(*given)

    monkeypatch.setattr(SharedCorpus, "add_events", deadly)
    with pytest.raises(SharedCorpusLostError) as told:
        run(syncing.sync, team / "ana", url)
    assert server.password not in str(told.value) and "lead@127.0.0.1" in str(told.value)
    assert told.value.__suppress_context__
    with pytest.raises(SharedCorpusLostError):  # while it is not there
        run(syncing.sync, team / "ana", url)
    server.start()
    assert run(syncing.sync, team / "ana", url).given == 2
    assert run(syncing.sync, team / "lead", url).taken == 4
    assert dict(CorpusFolder(team / "lead").signed_spans("ana-ruiz", OWN)) == {"a": (NAME, DAY)}


@pytest.mark.parametrize("url", [POSTGRESQL], indirect=True)
def test_a_connection_that_is_lost_is_told_and_the_next_sync_goes_on(team, url, server, monkeypatch):
    monkeypatch.setattr(syncing, "_TOGETHER", 1)
    sign(layer(team / "ana"), ANA, "a", NAME)
    plain, calls = SharedCorpus.add_events, []

    def cut(*given):
        calls.append(given)
        if len(calls) == 2:
            others = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename='lead' AND pid<>pg_backend_pid()"
            )
            server.sql(others)
        plain(*given)

    monkeypatch.setattr(SharedCorpus, "add_events", cut)
    with pytest.raises(SharedCorpusLostError):
        run(syncing.sync, team / "ana", url)
    assert run(syncing.sync, team / "ana", url).given == 2


@pytest.mark.parametrize("url", [POSTGRESQL], indirect=True)
def test_no_password_is_kept_or_told(team, url, server):
    kept = [path for path in team.rglob("*") if path.is_file() and server.password.encode() in path.read_bytes()]
    assert kept == [] and "lead@127.0.0.1" in (team / "ana" / SHARED).read_text()
    for wrong in (url.replace(server.password, "otra-clave"), url.replace(server.password, "otra-clave") + "_x"):
        with pytest.raises(SharedCorpusLostError, match="does not take this account") as told:
            run(syncing.sync, team / "ana", wrong)
        assert "otra-clave" not in str(told.value)
    with pytest.raises(SharedCorpusError) as told:
        SharedCorpus("mysql://ana:otra-clave@host/x")
    assert "otra-clave" not in str(told.value)


@pytest.mark.parametrize("url", [POSTGRESQL], indirect=True)
def test_an_annotator_can_neither_see_another_layer_nor_change_anything(team, url, server):
    import psycopg

    database = url.rpartition("/")[2]
    sign(layer(team / "luis"), LUIS, "a", NAME)
    answer = PlantedAnswer("a", DAY, Slip.CLASS, Answer.PASSED)
    add_answers(layer(team / "luis"), [answer])
    run(syncing.sync, team / "luis", url)
    rights = (paths.resources() / "team" / "rights.sql").read_text(encoding="utf-8")
    server.sql(rights, rights, "CREATE ROLE ana LOGIN PASSWORD 'x' IN ROLE deid_annotator", database=database)
    server.sql("INSERT INTO deid_members VALUES ('ana', 'ana-ruiz')", database=database)
    own = server.url(database, "ana", "x")
    sign(layer(team / "ana"), ANA, "a", NAME, DAY)
    assert run(syncing.sync, team / "ana", own).given == 4
    run(syncing.join, team / "again", own, ANA)
    assert syncing.JournalCopy(layer(team / "again")).newest() == 4
    with SharedCorpus(own) as there:
        assert there.newest("luis-niguez") == 0 and there.answers("luis-niguez") == ()
        there.add_answers("ana-ruiz", [answer])
        assert there.answers("ana-ruiz") == (answer,)
        with pytest.raises(SharedCorpusError):
            there.add_answers("luis-niguez", [PlantedAnswer("b", DAY, Slip.CLASS, Answer.PASSED)])
    with pytest.raises(SharedCorpusError):
        run(syncing.sync, team / "luis", own)  # nor write into it
    with psycopg.connect(own, autocommit=True) as db:
        for refused in ("UPDATE deid_events SET payload=''", "DELETE FROM deid_events", "DELETE FROM deid_texts",
                        "DELETE FROM deid_planted",
                        "INSERT INTO deid_files VALUES ('x', 1, '')", "CREATE TABLE x (y int)"):  # fmt: skip
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                db.execute(refused)
