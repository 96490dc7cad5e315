"""Looks at what `deid release` leaves that is killed at one of its changes of the file system; a line of JSON for each.

python killed_release.py FOLDER CASE…
"""

from __future__ import annotations

import gc
import getpass
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path

from click.testing import CliRunner

from deid_studio import paths
from deid_studio.cli.verbs import deid
from deid_studio.errors import DeidError
from deid_studio.formats import folder_swap
from deid_studio.formats.conversion.documents import convert, text_path
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.release import vault as vault_module
from deid_studio.release.gate import readers
from deid_studio.release.gate.sightings import Reader
from deid_studio.release.vault import open_vault, restored
from deid_studio.review.certificate import certifying
from deid_studio.review.certificate.ledger import Ledger
from deid_studio.review.kept_settings import RELEASE_SECRET, SURROGATES
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.signing import retraining

CLASS = "NOMBRE_SUJETO_ASISTENCIA"
NAMES = ("Nuria Belmonte", "Ramón Iglesias")
TYPED = "Carmen Soto"
OLD_PASSPHRASE, PASSPHRASE = "tambor lluvia grapa piedra", "cometa bosque rueda ladrillo"
_CHANGES = frozenset(("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.truncate", "os.chmod"))
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def docx(line: str) -> bytes:
    from docx import Document

    document, data = Document(), io.BytesIO()
    # The template's many styles would be cleaned, and looked through, at each moment.
    for style in document.styles.element.style_lst:
        document.styles.element.remove(style)
    document.add_paragraph(line)
    document.save(data)
    return data.getvalue()


def make(root: Path, documents: bool) -> None:
    """A folder with decided reports, a surrogate typed by hand, an older release of it, and that one's vault."""
    folder = root / "informes"
    folder.mkdir(parents=True)
    for number, name in enumerate(NAMES, start=1):
        line = f"Paciente: {name}. Ingresa el 12/03/2015."
        path = folder / (f"carta{number}.docx" if documents else f"r{number}.txt")
        if documents:
            path.write_bytes(docx(line))
            made = convert(path.read_bytes(), path)
            ConversionRecord(folder, PRIVATE).write(path, path.read_bytes(), made)
            path = text_path(path)
        else:
            path.write_text(f"{line}\r\n", newline="")
    project = Project(folder, tagset(), getpass.getuser())
    for entry, name in zip(project.entries, NAMES, strict=True):
        session = project.open(entry.name)
        for part, phi_class in ((name, CLASS), ("12/03/2015", "FECHAS")):
            at = session.text.index(part)
            session.perform(Add(session.desk.next_id, Span(at, at + len(part), phi_class)))
        session.save()
        session.sign_off()
    project.keep(SURROGATES, {(f"report:{project.entries[0].name}", CLASS, NAMES[0].lower()): TYPED})
    project.close()
    (root / "old").write_text(f"{OLD_PASSPHRASE}\n")
    (root / "new").write_text(f"{PASSPHRASE}\n")
    assert release(root, documents, "old.vault", "old") == 0


@cache
def tagset() -> object:
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


def release(root: Path, documents: bool, vault: str, key: str) -> int:
    formats = "txt,docx" if documents else "brat,csv"
    arguments = ["release", root / "informes", "--out", root / "out", "--policy", "research", "--format", formats,
                 "--vault", root / "cajas" / vault, "--passphrase-file", root / key, "--force"]  # fmt: skip
    done = CliRunner().invoke(deid, [str(one) for one in arguments], prog_name="deid")
    if done.exit_code:
        print(done.output, repr(done.exception), file=sys.stderr)
    return done.exit_code


class SeesNothing(Reader):
    def read(self, *_: object) -> tuple[()]:
        return ()

    read_released = read

    def close(self) -> None:
        pass


# --- killing -------------------------------------------------------------------------------------------------


def forked(work: Callable[[], object]) -> int:
    child = os.fork()
    if not child:
        try:
            os._exit(int(bool(work())))
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(99)
    return os.waitpid(child, 0)[1]


def moments(ready: Path, live: Path, work: Callable[[], object]) -> Iterator[bool]:
    """Bring `live` into each state that a kill can leave, in turn; False comes with the one in which the work ended.

    The work is done once, on a copy of `ready`, and the folder is kept as it is just before each of the work's changes:
    a process that is killed there leaves the same files, with what it had written to them. What is as it was before the
    last change is no other state.
    """
    kept = live.with_name("moments")
    kept.mkdir()
    shutil.copytree(ready, live)

    def keeping() -> object:
        numbers, busy = count(), False

        def change() -> None:
            nonlocal busy
            busy = True
            shutil.copytree(live, kept / f"{next(numbers):03}")
            busy = False

        def hook(event: str, arguments: tuple[object, ...]) -> None:
            writing = event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING
            path = arguments[0] if writing or event in _CHANGES else None
            if isinstance(path, str | bytes | os.PathLike) and not busy:
                name = os.fsdecode(path)
                # Relative ones are within a folder that is removed.
                if name.startswith(str(live)) or not Path(name).is_absolute():
                    change()

        exchange, sync = folder_swap._exchanged, folder_swap._sync
        folder_swap._exchanged = lambda *two: (change(), exchange(*two), change())[1]
        folder_swap._sync = lambda path: (change() if path.name == "out" else None, sync(path))[1]
        sys.addaudithook(hook)
        return work()

    assert forked(keeping) == 0
    live.rename(kept / "ended")
    before: dict[str, tuple[int, bytes]] = {}
    for state in sorted(kept.iterdir()):
        killed, now = state.name != "ended", everything(state)
        if killed and now == before:
            continue
        before = now
        shutil.rmtree(live, ignore_errors=True)
        state.rename(live)
        yield killed


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The modes of all that is in a folder, and what is in its files."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


# --- looking -------------------------------------------------------------------------------------------------


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def number_of(root: Path) -> str:
    return str(json.loads((root / "out" / "certificate.json").read_bytes())["vault"]["number"])


def back(root: Path, vault: str, passphrase: str) -> bool:
    """Whether a vault brings all reports of the release back, byte for byte."""
    try:
        content = open_vault(root / "cajas" / vault, (passphrase,))
        found = [
            restored((root / "out" / f"{name}.txt").read_bytes().decode(), one)
            == (root / "informes" / f"{one.name}.txt").read_bytes()
            for name, one in content.reports.items()
        ]
    except (DeidError, ValueError, OSError):
        return False
    return len(found) == len(NAMES) and all(found)


def look(root: Path, old: dict[str, bytes], old_number: str) -> tuple[str, bool, str]:
    """The state that a killed release left, whether there is a vault of none, and what is wrong with it."""
    out = root / "out"
    new_there = back(root, "new.vault", PASSPHRASE)
    if not out.exists():
        # Where the system cannot exchange folders the old one waits beside, until the next release brings it back.
        beside = list(root.glob(".out.old-*"))
        return "between", new_there, "" if len(beside) == 1 and files(beside[0]) == old else "no release"
    if number_of(root) == old_number:
        whole = files(out) == old and back(root, "old.vault", OLD_PASSPHRASE)
        return "old", (root / "cajas" / "new.vault").exists(), "" if whole else "the old release is not whole"
    own = {name for name in files(out) if not name.startswith("certificate")}
    was = {name for name in old if not name.startswith("certificate")}
    whole = own == was and new_there and TYPED in (out / sorted(n for n in own if n.endswith(".txt"))[0]).read_text()
    return "new", False, "" if whole else "the new release is not whole, or its vault does not bring it back"


def rests(root: Path) -> list[str]:
    own = {"informes", "out", "cajas", "old", "new"}
    left = [path.name for path in root.iterdir() if path.name not in own]
    left += [path.name for path in (root / "cajas").iterdir() if path.name not in ("old.vault", "new.vault")]
    return left + [path.name for path in root.rglob("*") if path.name.endswith(".tmp")]


def agree(root: Path) -> str:
    """What folder, vaults, remembered surrogates, journal and ledger say of each other after the next release."""
    project = Project(root / "informes", tagset(), getpass.getuser())
    try:
        typed = set(project.kept(SURROGATES).values())
        signed = [one.signed for one in project.summaries().values()]
        secret = project.kept(RELEASE_SECRET)
        releases = settled(project)
    finally:
        project.close()
    if typed != {TYPED} or signed != [True] * len(NAMES) or secret is None:
        return "the journal is not what it was"
    if releases[-1] != number_of(root):
        return "the ledger lacks the next release"
    vault = json.loads((root / "cajas" / "new.vault").read_bytes())["release"]
    return "" if vault == number_of(root) else "vault and release are not of each other"


def recorded(root: Path) -> list[str]:
    """The numbers in the ledger at the next start."""
    project = Project(root / "informes", tagset(), getpass.getuser())
    try:
        return settled(project)
    finally:
        project.close()


def settled(project: Project) -> list[str]:
    """The numbers in a ledger that was settled; those of which it is not sure in brackets."""
    ledger = Ledger(project)
    ledger.settle()
    return [one.number if one.settled else f"({one.number})" for one in ledger.entries()]


def ledger_says(root: Path, state: str, old_number: str) -> str:
    """What is wrong with the ledger after a kill: it has the releases that took their place, and no others."""
    made = [old_number, number_of(root)] if state == "new" else [old_number]
    return "" if recorded(root) == made else f"the ledger has not what is on disk ({state})"


def main() -> None:
    vault_module._SCRYPT = {"n": 2**8, "r": 8, "p": 1}
    folder_swap._sync = lambda _: None  # no power is cut here, and it takes longest
    certifying.pdf_bytes = lambda page: b"%PDF-" + page.title.encode()  # that it is written counts here, not its layout
    # What is held, and what is learned from, is no matter here, and a small process forks fast.
    readers.gate_reader = lambda *_: SeesNothing()
    retraining.bio_text = lambda *_: ""
    gc.disable()  # nothing that a release leaves in memory is much
    exchanged = folder_swap._exchanged
    for case in sys.argv[2:]:
        folder_swap._exchanged = exchanged if case == "exchanged" else lambda *_: False
        look_at(case, Path(sys.argv[1]) / case)


def look_at(case: str, root: Path) -> None:
    documents = case == "renamed-twice"  # Word documents in their layout, the other case has texts alone
    ready, live = root / "ready", root / "live"
    make(ready, documents)
    old, old_number = files(ready / "out"), number_of(ready)
    for killed in moments(ready, live, lambda: release(live, documents, "new.vault", "new")):
        state, orphan, wrong = look(live, old, old_number)
        wrong = wrong or ledger_says(live, state, old_number)
        if killed and not wrong:
            fresh = state == "new"  # there is its vault already, so that the next one has another
            if release(live, documents, "newer.vault" if fresh else "new.vault", "new"):
                wrong = "the next release does not complete"
            elif fresh:
                (live / "cajas" / "newer.vault").replace(live / "cajas" / "new.vault")
            if not wrong:
                after, _, wrong = look(live, old, old_number)
                wrong = wrong or ("" if after == "new" else after) or agree(live)
            if not wrong and rests(live):
                wrong = f"left: {rests(live)}"
        print(json.dumps({"case": case, "state": state, "orphan": orphan, "wrong": wrong}), flush=True)


if __name__ == "__main__":
    main()
