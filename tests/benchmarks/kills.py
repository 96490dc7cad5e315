"""Kills the program at random moments of its work, and tells what was lost and what is left over after the next start.

    python tests/benchmarks/kills.py [--kills 200] [--seed 1] [--work reviewing ...]

The work is reviewing (decisions, undo, saves, snapshots), signing off (and withdrawing), releasing, training and
converting documents, in equal parts. Each time a process of its own begins it on a copy of the same folder and tells
after each step, by a pipe, what is done; it is killed (SIGKILL) somewhere in the time that the whole work takes. Then
the program is started again as a person would: the folder is opened, and the work that was cut short is done once
more. *Lost* is a step that was told as done and is not there; *refused* a folder that does not open as whole; *left
over* is a file that is neither the person's nor part of the folder's state. Linux only. Exits with 1 for any of them.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from click.testing import CliRunner

from deid_studio import paths
from deid_studio.cli.verbs import deid
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.gui.control.folder_loading import FolderRequest, load_folder
from deid_studio.gui.features.opening.documents import ConversionRequest, convert_documents
from deid_studio.learning.made.augment import Augmenter
from deid_studio.model.edits import Add, Reject
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset, shipped_tagset
from deid_studio.progress import Progress
from deid_studio.release import vault as vault_module
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import PRIVATE, Project

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
WHO = "Dra. Prueba"
NAMES = [f"informe-{number}" for number in range(4)]
LINE = "Paciente: Nuria Belmonte Ríos. Ingresa el 12/03/2015 y el 14/03/2015 va a Villabrezo.\n"
WORDS = (("Nuria Belmonte Ríos", "NOMBRE_SUJETO_ASISTENCIA"), ("12/03/2015", "FECHAS"), ("14/03/2015", "FECHAS"))

Done = Callable[[str], None]


def main() -> int:
    """Kill each work as often as wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", nargs="*", default=list(WORKS), choices=list(WORKS))
    wanted = parser.parse_args()
    vault_module._SCRYPT = {"n": 2**8, "r": 8, "p": 1}
    chance = random.Random(wanted.seed)
    bad = 0
    print(f"{'':<12}{'kills':>7}{'midway':>8}{'steps told':>12}{'lost':>6}{'refused':>9}{'left over':>11}")
    with tempfile.TemporaryDirectory() as place:
        for name in wanted.work:
            found = killed_often(name, wanted.kills // len(wanted.work), Path(place), chance)
            print(f"{name:<12}{found.kills:>7}{found.midway:>8}{found.told:>12}{len(found.lost):>6}"
                  f"{len(found.refused):>9}{len(found.left):>11}", flush=True)  # fmt: skip
            for what in (found.lost, found.refused, found.left):
                bad += len(what)
                print("".join(f"  {one}\n" for one in what[:5]), end="")
    return 1 if bad else 0


class Found:
    """What the kills of one work led to."""

    def __init__(self) -> None:
        self.kills = self.midway = self.told = 0
        self.lost: list[str] = []
        self.refused: list[str] = []
        self.left: list[str] = []


def killed_often(name: str, kills: int, place: Path, chance: random.Random) -> Found:
    """Kill one work again and again."""
    make, work, look = WORKS[name]
    ready, live, found = place / f"{name}-ready", place / f"{name}-live", Found()
    make(ready)
    whole = {path.relative_to(ready).as_posix() for path in ready.rglob("*")}
    shutil.copytree(ready, live)
    began = time.perf_counter()
    steps, _ = run(work, live, None)
    assert steps and not steps[-1].startswith("refused"), steps[-1:]
    length = time.perf_counter() - began
    after = {path.relative_to(live).as_posix() for path in live.rglob("*")}
    for _ in range(kills):
        shutil.rmtree(live)
        shutil.copytree(ready, live)
        told, killed = run(work, live, chance.uniform(0, length))
        found.kills, found.midway, found.told = found.kills + 1, found.midway + killed, found.told + len(told)
        # As somebody who starts the program again; in a process of its own, so that locks are those of a new one.
        answers, _ = run(lambda root, done, told=told: look(root, told, done), live, None)
        for answer in answers:
            kind, _, why = answer.partition(": ")
            (found.lost if kind == "lost" else found.refused).append(why)
        if not answers:
            again, _ = run(work, live, None)
            if any(step.startswith("refused") for step in again):
                found.refused.append(f"the work cannot be done again: {again[-1:]}")
        known = whole | after
        found.left += [
            path.relative_to(live).as_posix()
            for path in live.rglob("*")
            if path.relative_to(live).as_posix() not in known and not belongs(path)
        ]
    return found


def belongs(path: Path) -> bool:
    """Whether a file is part of the state, and not in every folder: a snapshot, and what a window holds a folder by."""
    return (path.suffix == ".gz" and path.parent.name == "snapshots") or path.parts[-2:] == (PRIVATE, "lock")


def run(work: Callable[[Path, Done], None], root: Path, kill_after: float | None) -> tuple[list[str], bool]:
    """Let a process work and tell its steps; it is killed after some seconds, if it still runs."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.setsid()
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                work(root, lambda step: os.write(writing, f"{step}\n".encode()) and None)
        except BaseException as error:
            os.write(writing, f"refused: {type(error).__name__}: {error}\n".encode())
        os._exit(0)
    os.close(writing)
    killed = False
    if kill_after is not None:
        time.sleep(kill_after)
        killed = os.waitpid(child, os.WNOHANG)[0] == 0
        if killed:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as file:
        told = file.read()  # until the last process that holds the pipe is gone
    if kill_after is None:
        os.waitpid(child, 0)
    return told.decode().split("\n")[:-1], killed  # what was told to its end


# --- reviewing and signing off -------------------------------------------------------------------------------------


def folder_of(root: Path) -> Path:
    """The folder of reports."""
    return root / "informes"


def make_reports(root: Path) -> None:
    """A folder of reports on which something was decided before."""
    folder_of(root).mkdir(parents=True)
    for name in NAMES:
        (folder_of(root) / f"{name}.txt").write_text(LINE * 4, encoding="utf-8")
    project = Project(folder_of(root), TAGSET, WHO)
    project.open(NAMES[3]).perform(Add(1, Span(10, 29, WORDS[0][1])))
    project.close()


def opened(root: Path) -> Project:
    """The folder, as a window opens it."""
    return load_folder(FolderRequest(folder_of(root), TAGSET, WHO), Progress()).project


def deciding(project: Project, name: str) -> Iterator[str]:
    """Decide on a report step by step; what the journal must hold after each."""
    session = project.open(name)
    for words, phi_class in WORDS:
        at = -1
        while (at := session.text.find(words, at + 1)) >= 0:
            if any(m.span.start == at for m in session.desk):
                continue
            session.perform(Add(session.desk.next_id, Span(at, at + len(words), phi_class)))
            yield state_of(project, name)
    first = next(iter(session.desk)).id
    for step in (lambda: session.perform(Reject(first)), session.undo, session.redo, session.undo):
        step()
        yield state_of(project, name)
    session.save()
    project.keep_coverage(name, WHO, session.text_sha256, b"read")
    yield state_of(project, name)


def state_of(project: Project, name: str) -> str:
    """A report's last event and what is decided then, as one line."""
    session = project.open(name)
    spans = [[span.start, span.end, span.phi_class] for span in session.desk.decided_spans]
    return json.dumps([name, session.last_seq, session.signed, spans])


def reviewing(root: Path, done: Done) -> None:
    """Decide on all reports."""
    project = opened(root)
    for name in NAMES:
        for state in deciding(project, name):
            done(state)
        project.keep(RULES_OFF, {name})
        project.keep_safe()
    project.close()


def signing(root: Path, done: Done) -> None:
    """Decide, sign off, withdraw and sign off again."""
    project = opened(root)
    for name in NAMES:
        session = project.open(name)
        at = session.text.index("Villabrezo")
        if not session.desk.at(at):
            session.perform(Add(session.desk.next_id, Span(at, at + 10, "TERRITORIO")))
        for step in (session.sign_off, session.withdraw_sign_off, session.sign_off):
            step()
            done(state_of(project, name))
    project.close()


def look_at_reports(root: Path, told: list[str], done: Done) -> None:
    """Open the folder again and compare each report with the last state that was told of it."""
    project = opened(root)
    last = {json.loads(one)[0]: one for one in told if not one.startswith("refused")}
    for name, one in last.items():
        _, seq, signed, spans = json.loads(one)
        now = json.loads(state_of(project, name))
        if now[1] < seq or (now[1] == seq and now[2:] != [signed, spans]):
            done(f"lost: {name}: told {seq}, there is {now[1]}")
    signed = {name for name, summary in project.summaries().items() if summary.signed}
    gold = set(project.retraining.reports())
    proofs = {n for n, line in project.review_file.read().last_lines().items() if line.proof.kind.value == "sign_off"}
    if not signed == gold == proofs:
        done(f"lost: signed {sorted(signed)}, in the retraining data {sorted(gold)}, on record {sorted(proofs)}")
    project.close()


# --- releasing, training, converting -------------------------------------------------------------------------------


def make_signed(root: Path) -> None:
    """A folder whose reports are signed off, and released once."""
    make_reports(root)
    project = Project(folder_of(root), TAGSET, WHO)
    for name in NAMES:
        for _ in deciding(project, name):
            pass
        session = project.open(name)
        at = session.text.index("Villabrezo")
        while at >= 0:
            session.perform(Add(session.desk.next_id, Span(at, at + 10, "TERRITORIO")))
            at = session.text.find("Villabrezo", at + 1)
        session.sign_off()
    project.close()
    (root / "clave").write_text("cometa bosque rueda ladrillo\n")
    releasing(root, lambda _: None)


def invoke(*arguments: object) -> None:
    """Run a verb; raises RuntimeError with its words when it fails."""
    done = CliRunner().invoke(deid, [str(one) for one in arguments], prog_name="deid")
    if done.exit_code:
        raise RuntimeError(f"{arguments[0]}: {done.output[-300:]}")


def releasing(root: Path, done: Done) -> None:
    """Release the folder over the release before, with a vault."""
    vault = root / "caja.vault"
    vault.unlink(missing_ok=True)
    invoke("release", folder_of(root), "--out", root / "out", "--policy", "research", "--force", "--vault", vault,
           "--passphrase-file", root / "clave")  # fmt: skip
    done(json.dumps([NAMES[0], 0, True, []]))


def make_corpus(root: Path) -> None:
    """Annotated reports, and a model that was trained on them."""
    corpus = root / "corpus"
    corpus.mkdir(parents=True)
    for number, doc in enumerate(Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 3).reports([], 6)):
        (corpus / f"{number}.txt").write_text(doc.text, encoding="utf-8", newline="")
        lines = [
            f"T{i}\t{s.phi_class} {s.start} {s.end}\t{doc.text[s.start : s.end]}\n" for i, s in enumerate(doc.spans, 1)
        ]
        (corpus / f"{number}.ann").write_text("".join(lines), encoding="utf-8", newline="")
    training(root, lambda _: None)


def training(root: Path, done: Done) -> None:
    """Train a model over the one before."""
    invoke("train", root / "corpus", "--out", root / "model", "--iterations", 3, "--augmented", 0, "--force")
    done("trained")


def look_at_model(root: Path, told: list[str], done: Done) -> None:
    """Whether the model is a whole one."""
    from deid_studio.detection.crf_model import read_model

    if (root / "model").exists():
        read_model(root / "model")
    elif told:
        done("lost: the model that was trained")


def make_documents(root: Path) -> None:
    """A folder with documents, of which some were converted and decided on."""
    folder_of(root).mkdir(parents=True)
    for number in range(6):
        page = f"<html><body><p>{LINE}</p><p>Informe {number}</p></body></html>"
        (folder_of(root) / f"carta{number}.html").write_text(page, encoding="utf-8")


def converting(root: Path, done: Done) -> None:
    """Convert every document that has no text."""
    documents = tuple(sorted(folder_of(root).glob("*.html")))
    result = convert_documents(ConversionRequest(folder_of(root), documents), Progress())
    if result.failed:
        raise RuntimeError(str(result.failed[0]))
    for path in result.done:
        done(path.name)


def look_at_texts(root: Path, told: list[str], done: Done) -> None:
    """Whether each text is whole and known to be made from its document."""
    known = ConversionRecord(folder_of(root), PRIVATE).known
    for path in folder_of(root).glob("*.html.txt"):
        if LINE.strip() not in path.read_text("utf-8") or path.name.removesuffix(".txt") not in known:
            done(f"lost: {path.name} is not whole")
    for name in told:
        if not (folder_of(root) / f"{name}.txt").exists():
            done(f"lost: {name}")


WORKS = {
    "reviewing": (make_reports, reviewing, look_at_reports),
    "signing": (make_reports, signing, look_at_reports),
    "releasing": (make_signed, releasing, look_at_reports),
    "training": (make_corpus, training, look_at_model),
    "converting": (make_documents, converting, look_at_texts),
}


if __name__ == "__main__":
    sys.exit(main())
