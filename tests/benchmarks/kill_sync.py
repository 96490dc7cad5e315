"""Kills clients in mid-sync, and the server, and tells what was lost.

    python tests/benchmarks/kill_sync.py [--kills 50] [--seed 1] [--on clients server file]

Each time an annotator decides something, which is counted, and a process of its own begins to sync; it (`clients`, and
`file`: the same with SQLite), or the server with all its processes, is killed (SIGKILL) somewhere in the time that a
sync takes, or while who leads takes what there is. *Lost* are decisions that are not in the annotator's journal, events
that the database had said to have and has no more, and events that are not the annotator's, or twice; looked at after
each kill, and at the end, when all synced once more and who leads has every decision. *Arrived* is what was in the
database before that end, by syncs that were killed. Exits with 1 for any of them.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from deid_studio.corpora.corpus_folder import CorpusFolder, annotators_named, make_corpus
from deid_studio.corpora.plan import Plan
from deid_studio.corpora.sharing import syncing
from deid_studio.corpora.sharing.shared_corpus import SharedCorpus
from deid_studio.errors import DeidError
from deid_studio.model.edits import Add, Remove
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.project import Project
from deid_studio.review.recovery.journal_copy import JournalCopy

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.corpora.database_server import Server, binaries

OWN = TagSet("own", "1", (PhiClass("PERSONA", {}), PhiClass("FECHA", {})))
NAME, DAY = Span(10, 24, "PERSONA"), Span(36, 46, "FECHA")
TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
WHO, REPORTS, STEPS = "Ana Ruiz", 4, 5


def main() -> int:
    """Kill as often as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", nargs="*", default=["clients", "server", "file"], choices=["clients", "server", "file"])
    wanted = parser.parse_args()
    syncing._TOGETHER = 3  # many transactions in a sync
    chance, programs, bad = random.Random(wanted.seed), binaries(), 0
    print(f"{'':<9}{'kills':>7}{'midway':>8}{'decisions':>11}{'events':>8}{'arrived':>9}{'lost':>6}")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        server = None
        if programs is not None and wanted.on != ["file"]:
            server = Server(place / "server", programs, fsync=True)
            server.start()
        for what in wanted.on:
            if what != "file" and server is None:
                print(f"{what:<9} PostgreSQL is not installed")
                continue
            url = f"sqlite:///{place / 'team.db'}" if what == "file" or server is None else server.new_database()
            with SharedCorpus(url) as database:
                found = Killing(place / what, url, database, server if what == "server" else None, chance)
                found.run(wanted.kills)
            bad += len(found.lost)
            print(
                f"{what:<9}{wanted.kills:>7}{found.midway:>8}{found.decisions:>11}{found.events:>8}{found.arrived:>9}{len(found.lost):>6}"
            )
            print("".join(f"  {one}\n" for one in found.lost[:5]), end="", flush=True)
        if server is not None:
            server.stop()
    return 1 if bad else 0


class Killing:
    """A corpus of one annotator and who leads it, in a database, and what kills led to."""

    def __init__(
        self, place: Path, url: str, database: SharedCorpus, server: Server | None, chance: random.Random
    ) -> None:
        self._url, self._database, self._server, self._chance = url, database, server, chance
        self.midway = self.decisions = self.arrived = self.events = 0
        self.lost: list[str] = []
        (place / "informes").mkdir(parents=True)
        for number in range(REPORTS):
            (place / "informes" / f"{number}.txt").write_text(TEXT)
        self._lead, self._own = place / "lead", place / "ana"
        people = annotators_named([WHO])
        make_corpus(self._lead, "Altas", place / "informes", people, Plan(readers=1), OWN)
        syncing.share(self._lead, database)
        syncing.join(self._own, database, WHO)
        self._name = people[0].folder
        self._here = JournalCopy(self._own / "layers" / self._name)
        self._leads = JournalCopy(self._lead / "layers" / self._name)

    def run(self, kills: int) -> None:
        """Kill so often, and look what there is."""
        length = self._length()
        for _ in range(kills):
            self._decide()
            before = self._there()
            folder = self._lead if self._chance.random() < 0.3 else self._own
            self._killed(folder, self._chance.uniform(0, length))
            self._look(before)
        self.arrived = len(self._there())
        for folder in (self._own, self._lead):
            syncing.sync(folder, self._database)
        if not self._rows(self._here) == self._there() == self._rows(self._leads):
            self.lost.append("who leads has not what the annotator has")
        spans = dict(CorpusFolder(self._lead).signed_spans(self._name, OWN))
        if len(spans) != REPORTS:
            self.lost.append(f"{len(spans)} signed reports of {REPORTS} at who leads")
        self.events = len(self._there())

    def _length(self) -> float:
        self._decide()
        began = time.perf_counter()
        self._wait(self._begun(self._own))
        return time.perf_counter() - began

    def _decide(self) -> None:
        """Decide something on each report and sign it off; what is on disk then is counted."""
        project = Project(self._own / "layers" / self._name, OWN, WHO)
        for entry in project.entries:
            session = project.open(entry.name)
            for _ in range(STEPS):
                there = {mention.span: mention.id for mention in session.desk}
                span = self._chance.choice((NAME, DAY))
                session.perform(Remove(there[span]) if span in there else Add(session.desk.next_id, span))
                self.decisions += 1
            session.sign_off()
            self.decisions += 1
        project.close()
        self._expected = self._rows(self._here)
        kinds = [row for row in self._expected if row[5] not in ("begin", "suggest")]
        if len(kinds) != self.decisions:
            self.lost.append(f"{self.decisions} decisions, {len(kinds)} in the journal")

    def _killed(self, folder: Path, after: float) -> None:
        child = self._begun(folder)
        time.sleep(after)
        if self._server is not None:
            self._server.kill()
            self.midway += self._wait(child) != 0
            self._server.start()
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        self.midway += self._wait(child) != 0

    def _begun(self, folder: Path) -> int:
        child = os.fork()
        if not child:
            code = 1
            with contextlib.suppress(DeidError), SharedCorpus(self._url) as database:
                syncing.sync(folder, database)
                code = 0
            os._exit(code)
        return child

    def _wait(self, child: int) -> int:
        return os.waitpid(child, 0)[1]

    def _look(self, before: list[tuple[object, ...]]) -> None:
        here, there = self._rows(self._here), self._there()
        if here != self._expected:
            self.lost.append("the annotator's journal is not what it was")
        if there[: len(before)] != before:
            self.lost.append("the database has no more what it had")
        if there != here[: len(there)]:
            self.lost.append("the database has other events than the annotator")
        leads = self._rows(self._leads)
        if leads != here[: len(leads)]:
            self.lost.append("who leads has other events than the annotator")

    def _there(self) -> list[tuple[object, ...]]:
        last: DeidError | None = None
        for _ in range(5):  # connections to a server that was killed are gone once
            try:
                return [tuple(row) for row in self._database.events(self._name, 0, 1_000_000)]
            except DeidError as error:
                last = error
        assert last is not None
        raise last

    def _rows(self, copy: JournalCopy) -> list[tuple[object, ...]]:
        return [tuple(row) for row in copy.after(0, 1_000_000)]


if __name__ == "__main__":
    sys.exit(main())
