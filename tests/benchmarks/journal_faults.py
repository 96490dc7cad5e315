"""Damages a folder's journal in every way, and tells whether each was recovered from, told, or passed in silence.

    python tests/benchmarks/journal_faults.py [--bits 40] [--cuts 20] [--damages 80] [--seed 1] [--cases]

The folder holds reports that are signed, withdrawn, half decided and not opened, with settings, patients' fields and
what was read; damaged are the journal's file and its write-ahead log, in a folder that was closed and in one whose
program was killed, and in `damages` any file that the program keeps. A case is *harmless* when the folder opens and is
all as it was, *recovered* when the folder is refused and after recovery everything is as it was, *told* when what is
not is named, per report or for the folder. *silent* is what differs and was not told, *dead end* what cannot be
recovered from. Prints a table; exits with 1 for any of the last two.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.errors import DeidError, JournalDamagedError, JournalMissingError
from deid_studio.formats.folder import find_reports, report_id
from deid_studio.model.edits import Accept, Reject
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset
from deid_studio.progress import Progress
from deid_studio.review.journal.findings import Harm
from deid_studio.review.journal.snapshots import keep_snapshot
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.review.project import Project
from deid_studio.review.recovery.recovery import begin_anew, recover
from deid_studio.review.recovery.survey import Fate, Lack, Plan, survey

TAGSET = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
NAMES = [f"informe-{number}" for number in range(8)]
WHO = "Dra. Prueba"


def text_of(name: str) -> str:
    """An invented report."""
    return f"Informe {name[-1]}\nPaciente: Elvira Sanjuán Tobes\nIngreso: 04/03/2021\nAlta: 09/03/2021\n" * 3


def suggestions(text: str) -> list[Suggestion]:
    """Two dates and a name in each."""
    found = []
    for words, phi_class in (("Elvira Sanjuán Tobes", "NOMBRE_SUJETO_ASISTENCIA"), ("04/03/2021", "FECHAS")):
        at = -1
        while (at := text.find(words, at + 1)) >= 0:
            found.append(Suggestion(Span(at, at + len(words), phi_class), 0.9, (Evidence("crf", "", "0.90"),)))
    return found


def make(folder: Path, living: Path) -> None:
    """A folder after a day's work, closed; and the same as its program left it when it was killed."""
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.txt").write_text(text_of(name), encoding="utf-8")
    project = Project(folder, TAGSET, WHO)
    project.keep_patient_fields({NAMES[0]: PatientFields((FieldValue(FieldKind.SURNAME, "Sanjuán Tobes"),))})
    for number, name in enumerate(NAMES[:6]):
        session = project.open(name)
        session.offer(suggestions(session.text), "m")
        for mention in list(session.desk.pending)[: 2 if number > 3 else None]:
            session.perform(Accept(mention.id) if mention.id % 3 else Reject(mention.id))
        project.keep_coverage(name, WHO, session.text_sha256, bytes([number] * 9))
        session.save()
        if number < 4:
            session.sign_off(read=1.0)
        if number == 1:
            keep_snapshot(project.journal_path)
        if number == 3:
            session.withdraw_sign_off()
            session.save()
    project.keep(RULES_OFF, {"a-rule"})
    session.undo()
    shutil.copytree(folder, living)
    session.save()
    project.close()


def state(folder: Path) -> dict[str, Any]:
    """All that a person said in a folder, as the program reads it."""
    project = Project(folder, TAGSET, WHO)
    try:
        for name in list(project.interrupted()):
            project.finish(name)
        summaries = project.summaries()
        found: dict[str, Any] = {}
        for name in NAMES:
            session, summary = project.open(name), summaries.get(name)
            signatures = tuple((one.reviewer, one.at, one.proof) for one in session.signatures)
            desk = tuple((m.span, m.decision.value) for m in session.desk)
            found[name] = (session.signed, signatures if session.signed else (), desk, len(session.history.done))
            found[f"{name} .ann"] = (folder / f"{name}.ann").read_bytes() if (folder / f"{name}.ann").exists() else None
            listed = summary is not None and (summary.signed, summary.accepted, summary.rejected)
            found[f"{name} listed"] = listed if summary is not None and summary.decided else False
        found["settings"] = project.kept(RULES_OFF)
        found["patients"] = project.patient_fields()
        found["coverage"] = [project.coverage(name, WHO, project.open(name).text_sha256) for name in NAMES]
        found["moments"] = project.journal().moments()
        return found
    finally:
        project.close()


@dataclass(frozen=True)
class Outcome:
    """What became of a case, and why."""

    kind: str
    why: str = ""


def outcome(folder: Path, truth: dict[str, Any]) -> Outcome:
    """Open a damaged folder, recover it if it is refused, and compare."""
    try:
        after = state(folder)
    except (JournalDamagedError, JournalMissingError) as error:
        findings = error.params["findings"]
    except DeidError as error:
        return Outcome("dead end", f"{type(error).__name__}: {error}")
    else:
        differs = [key for key in truth if after[key] != truth[key]]
        return Outcome("silent", f"differs: {differs}") if differs else Outcome("harmless")
    try:
        reports = {report_id(path, folder): path for path in find_reports(folder)}
        plan = survey(folder, reports, Progress())
        recover(plan, findings, "recovery", adopted=any(one.harm is Harm.FOREIGN for one in findings))
        after = state(folder)
    except DeidError as error:
        return Outcome("dead end", f"{type(error).__name__}: {error}")
    wrong = untold(truth, after, plan)
    why = ", ".join(sorted({one.harm.name for one in findings}))
    if wrong:
        return Outcome("silent", f"after {why}: {wrong}")
    fates = collections.Counter(one.fate.name for one in plan.remains if one.fate is not Fate.WHOLE)
    lost = {**fates, **{lack.name: 1 for lack in plan.lacks}}
    return Outcome("told", f"{why}: {lost}") if lost else Outcome("recovered", why)


def untold(truth: dict[str, Any], after: dict[str, Any], plan: Plan) -> list[str]:
    """What is not as it was and was not told either."""
    fates = {one.report: one.fate for one in plan.remains}
    named = {Lack.SETTINGS: "settings", Lack.PATIENTS: "patients", Lack.COVERAGE: "coverage"}
    lacking = {named[lack] for lack in plan.lacks if lack in named}
    wrong = [key for key in ("settings", "patients", "coverage") if after[key] != truth[key] and key not in lacking]
    whole = True
    for name in NAMES:
        fate = fates.get(name, Fate.WHOLE)
        whole &= fate is Fate.WHOLE
        for key in (name, f"{name} listed", f"{name} .ann"):
            if after[key] != truth[key] and not (
                (fate is Fate.WHOLE and Lack.EVENTS in plan.lacks and not after[name][0])
                or fate in (Fate.PARTLY, Fate.LOST, Fate.UNKNOWN)
                or (fate is Fate.UNSIGNED and (not key.endswith(name) or after[key][2] == truth[key][2]))
            ):
                wrong.append(f"{key} ({fate.name})")
        if after[name][0] and not truth[name][0]:
            wrong.append(f"{name} became signed")
    if whole and not plan.lacks and after["moments"][: len(truth["moments"])] != truth["moments"]:
        wrong.append("moments")
    return wrong


# --- what is done to the folder ------------------------------------------------------------------------------------


def flip(path: Path, chance: random.Random) -> str:
    """Flip one bit."""
    data = bytearray(path.read_bytes())
    at, bit = chance.randrange(len(data)), chance.randrange(8)
    data[at] ^= 1 << bit
    path.write_bytes(data)
    return f"bit {bit} of byte {at} of {path.name}"


def cut(path: Path, chance: random.Random) -> str:
    """Cut a file off."""
    length = chance.randrange(path.stat().st_size)
    with path.open("r+b") as file:
        file.truncate(length)
    return f"{path.name} cut to {length}"


def kept(folder: Path) -> list[Path]:
    """All files that the program keeps in a folder."""
    places = (folder / ".deid-studio", folder / "retraining")
    found = [path for place in places for path in place.rglob("*") if path.is_file() and path.name not in _PASSING]
    return sorted([*found, folder / "review.jsonl", *folder.glob("*.ann")])


_PASSING = ("lock", "owner.json", "project.db-shm")


def damage(folder: Path, chance: random.Random) -> str:
    """Do anything to any of the files that the journal is made of."""
    private = folder / ".deid-studio"
    journal = private / "project.db"
    files = [path for path in kept(folder) if path.suffix not in (".ann", ".txt", ".bio", ".json")]
    path = chance.choice(files)
    data = bytearray(path.read_bytes())
    kind = chance.choice(_DAMAGES)
    if kind == "delete":
        path.unlink()
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "zeros" or kind == "noise":
        at, length = chance.randrange(len(data)), chance.choice((16, 512, 4096))
        data[at : at + length] = bytes(length) if kind == "zeros" else chance.randbytes(length)
        path.write_bytes(data)
    elif kind == "text":
        path.write_bytes(b"not what it was " * 300)
    elif kind == "doubled":
        path.write_bytes(data + data[len(data) // 2 :])
    elif kind == "no-wal":
        for one in private.glob("project.db-*"):
            one.unlink()
        path = journal
    elif kind == "alone":
        for one in (*private.glob("project.db-*"), private / "journal.log"):
            one.unlink(missing_ok=True)
        path = journal
    else:
        with sqlite3.connect(journal) as db:
            db.execute(chance.choice(_FORGERIES))
        db.close()
        path = journal
    return f"{kind} {path.name}"


_DAMAGES = ("delete", "empty", "zeros", "noise", "text", "doubled", "no-wal", "alone", "sql", "sql", "sql")
_FORGERIES = (
    "UPDATE events SET reviewer='Dr. Otro' WHERE kind='sign_off'",
    "UPDATE events SET reviewer='Dr. Otro' WHERE seq=(SELECT max(seq) FROM events WHERE kind='sign_off')",
    "DELETE FROM events WHERE kind='perform' AND seq % 3 = 0",
    "DELETE FROM events WHERE seq=(SELECT max(seq) FROM events)",
    "DELETE FROM events",
    "DELETE FROM reports",
    "DELETE FROM settings",
    "DELETE FROM patient_fields",
    "DELETE FROM coverage WHERE report='informe-1'",
    "UPDATE reports SET signed_seq=NULL WHERE name='informe-0'",
    "UPDATE reports SET signed_seq=last_seq WHERE name='informe-4'",
    "UPDATE settings SET value='[]'",
    "UPDATE patient_fields SET value='Otra'",
    "UPDATE state SET writes=writes-3",
    "INSERT INTO events SELECT max(seq)+1, 'informe-4', max(seq), at, 'x', 'sign_off', '{}', hash, hash FROM events",
    "UPDATE meta SET value='1' WHERE key='format'",
    "DROP TABLE coverage",
    "DROP INDEX events_of_report",
)


def emptied(folder: Path) -> str:
    """Leave a journal without anything in it, as a new one."""
    path = folder / ".deid-studio" / "project.db"
    for one in (path, *path.parent.glob("project.db-*"), path.with_name("journal.log")):
        one.unlink(missing_ok=True)
    other = folder.with_name("other")
    other.mkdir()
    (other / "x.txt").write_text("x")
    project = Project(other, TAGSET, WHO)
    project.journal()
    project.close()
    for name in ("project.db", "journal.log"):
        shutil.copy(other / ".deid-studio" / name, path.with_name(name))
    shutil.rmtree(other)
    return "an empty journal"


def absent(folder: Path) -> str:
    """Take the journal away with all that is beside it."""
    shutil.rmtree(folder / ".deid-studio")
    return "no journal"


def foreign(folder: Path) -> str:
    """Put the journal of another folder in its place, with its mirror."""
    absent(folder)
    other = folder.with_name("other")
    other.mkdir()
    (other / "otro.txt").write_text(text_of("otro-9"))
    project = Project(other, TAGSET, WHO)
    session = project.open("otro")
    session.offer(suggestions(session.text), "m")
    for mention in list(session.desk.pending):
        session.perform(Accept(mention.id))
    session.sign_off()
    project.close()
    shutil.copytree(other / ".deid-studio", folder / ".deid-studio")
    shutil.rmtree(other)
    return "another folder's journal"


def forged(folder: Path) -> str:
    """Rename every signer in the journal."""
    with sqlite3.connect(folder / ".deid-studio" / "project.db") as db:
        db.execute("UPDATE events SET reviewer='Dr. Otro' WHERE kind='sign_off'")
    db.close()
    return "signers renamed"


def main() -> int:
    """Run all cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bits", type=int, default=40)
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--damages", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", action="store_true", help="print every case")
    wanted = parser.parse_args()
    table = run(wanted.bits, wanted.cuts, wanted.damages, wanted.seed, print if wanted.cases else None)
    kinds = ("harmless", "recovered", "told", "silent", "dead end")
    print(f"{'':<28}" + "".join(f"{kind:>11}" for kind in kinds))
    for group, found in table.items():
        counts = collections.Counter(one.kind for one in found)
        print(f"{group:<28}" + "".join(f"{counts[kind]:>11}" for kind in kinds))
    bad = [one for found in table.values() for one in found if one.kind in ("silent", "dead end")]
    print(json.dumps([one.why for one in bad], indent=1) if bad else "0 silent, 0 dead ends")
    return 1 if bad else 0


def run(
    bits: int, cuts: int, damages: int, seed: int, tell: Callable[[str], None] | None = None
) -> dict[str, list[Outcome]]:
    """The outcomes by group of cases."""
    table: dict[str, list[Outcome]] = {}
    with tempfile.TemporaryDirectory() as place:
        closed, killed, live = Path(place) / "closed", Path(place) / "killed", Path(place) / "live"
        make(closed, killed)
        truths = {}
        for start in (closed, killed):
            shutil.copytree(start, live)
            truths[start] = state(live)
            shutil.rmtree(live)
        chance = random.Random(seed)

        def case(group: str, start: Path, do: Callable[[Path], str]) -> None:
            shutil.copytree(start, live)
            what = do(live)
            found = outcome(live, truths[start])
            table.setdefault(group, []).append(found)
            if tell is not None:
                tell(f"{group}: {what}: {found.kind} {found.why}")
            if found.kind not in ("dead end",) and group in ("absent", "foreign"):
                begin_anew(live)
                if any(state(live)[name][0] for name in NAMES):
                    table[group].append(Outcome("silent", "signed after it was begun anew"))
            shutil.rmtree(live)

        for number in range(bits):
            name = "project.db" if number % 2 else "project.db-wal"
            start = closed if number % 4 == 1 else killed
            case(f"bits of {name}", start, lambda f, name=name: flip(f / ".deid-studio" / name, chance))
        for number in range(cuts):
            start, name = ((closed, "project.db"), (killed, "project.db-wal"), (killed, "project.db"))[number % 3]
            case(f"cut {name}", start, lambda f, name=name: cut(f / ".deid-studio" / name, chance))
        for number in range(damages):
            case("damages", (closed, killed)[number % 2], lambda f: damage(f, chance))
        for start in (closed, killed):
            case("absent", start, absent)
            case("emptied", start, emptied)
            case("foreign", start, foreign)
            case("signers renamed", start, forged)
    return table


if __name__ == "__main__":
    sys.exit(main())
