"""Gives every reader of files damaged ones, and counts what it does with them.

    python tests/benchmarks/fuzz_readers.py [--cases 500] [--seed 1] [--only NAME ...] [--show] [--kept FILE]

Each case is a sound folder with one damaged file (`fuzzing/damages.py`); each reader (`fuzzing/readers.py`) reads
`--cases` of them and the bombs once, in a process of its own with 2 GB of memory. *Refused* is a clear
error of the program, *read* what can still be understood. *Crash* is any other exception or the end of the process,
*hang* a case that takes more than `--seconds` of a processor, *memory* more than there is, *changed* a file that is
other bytes afterwards, and *told* an error that says text of a report. Exits with 1 for any of these.

With `--kept`, what each reader came to is a line of that file as soon as it is known, and readers that have one there
are not tried again: a run that was stopped goes on, and one reader is tried anew by taking its line away.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from deid_studio.errors import DeidError, LibraryMissingError  # noqa: E402
from tests.benchmarks.fuzzing.damages import bombs, damaged  # noqa: E402
from tests.benchmarks.fuzzing.readers import CANARY, READERS, Reader, odd_folder  # noqa: E402

GOOD = ("refused", "read")
BAD = ("crash", "hang", "memory", "changed", "told")
_COLUMNS = ("reader", "cases", *GOOD, *BAD, "slowest s", "all s")
_MEMORY = 2 << 30
_NO_FILES = ("a folder", "a pipe", "a device", "a link to itself", "missing", "locked")


@dataclass(frozen=True)
class Outcome:
    """What a reader did with a case, in what seconds of a processor, and what is to be known of it."""

    kind: str
    seconds: float = 0.0
    why: str = ""


@dataclass(frozen=True)
class Case:
    """A damaged file of a reader's folder: what is drawn by a seed, or a bomb or odd kind of file by its name."""

    file: str
    seed: int
    bomb: str = ""


def cases(reader: Reader, count: int, seed: int, sound: Path) -> list[Case]:
    """The damaged files of a reader, in turn, then bombs and what is no file: the largest bombs of its first file."""
    if not reader.files:
        return [Case("", seed * 1_000_000 + number) for number in range(count)]
    found = [Case(reader.files[number % len(reader.files)], seed * 1_000_000 + number) for number in range(count)]
    for file in reader.files:
        known = bombs((sound / file).read_bytes())
        names = [name for name in known if file == reader.files[0] or "a megabyte" in name]
        found += [Case(file, 0, name) for name in (*names, *_NO_FILES)]
    return found


def put(case: Case, reader: Reader, sound: Path, folder: Path, others: tuple[bytes, ...]) -> None:
    """Make the damaged folder of a case out of the sound one."""
    random = Random(case.seed)
    if not reader.files:
        odd_folder(folder, random)
        return
    path, raw = folder / case.file, (sound / case.file).read_bytes()
    path.unlink()
    match case.bomb:
        case "":
            path.write_bytes(damaged(raw, random, others))
        case "a folder":
            path.mkdir()
        case "a pipe":
            os.mkfifo(path)
        case "a device":
            path.symlink_to("/dev/zero")
        case "a link to itself":
            path.symlink_to(path)
        case "missing":
            return
        case "locked":
            path.write_bytes(raw)
            path.chmod(0)
        case name:
            path.write_bytes(bombs(raw)[name]())
    if reader.seal is not None and case.bomb == "" and random.random() < 0.7:
        reader.seal(folder)


def tried(reader: Reader, folder: Path) -> Outcome:
    """Read a damaged folder."""
    before = _bytes_of(folder, reader)
    begun = time.process_time()
    kind, why = "read", ""
    try:
        try:
            reader.read(folder)
        except DeidError as error:
            kind, why = "refused", f"{error.what('es')} {error.remedy('en')} {error.code}"
            if CANARY in why:
                kind = "told"
    except reader.refuses:
        kind = "refused"
    except MemoryError:
        kind, why = "memory", _last_lines()
    except Exception:
        kind, why = "crash", _last_lines()
    seconds = time.process_time() - begun
    if kind in GOOD and (changed := _differences(before, _bytes_of(folder, reader))):
        return Outcome("changed", seconds, " ".join(changed))
    return Outcome(kind, seconds, why)


def _last_lines() -> str:
    return "\n".join(traceback.format_exc(limit=-4)[-1_500:].splitlines()[-12:])


def _bytes_of(folder: Path, reader: Reader) -> dict[str, str]:
    """What each file is that no reading may change; a large one by its time and size."""
    found = {}
    for here, _, names in os.walk(folder):
        for name in names:
            path = Path(here, name)
            within = path.relative_to(folder).as_posix()
            if within.startswith(reader.writes or ("\0",)) or within.endswith(("-wal", "-shm", ".lock")):
                continue
            if path.is_symlink() or not path.is_file():
                found[within] = "no file"
                continue
            about = path.stat()
            small = about.st_size < 500_000 and os.access(path, os.R_OK)
            data = path.read_bytes() if small else b"%d %d" % (about.st_mtime_ns, about.st_size)
            found[within] = hashlib.sha256(data).hexdigest()
    return found


def _differences(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return [name for name, what in before.items() if after.get(name) != what]


def _work(
    pipe: Connection, reader: Reader, sound: Path, place: Path, todo: list[Case], others: tuple[bytes, ...]
) -> None:
    sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for case in todo:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(sound, place)
        put(case, reader, sound, place, others)
        pipe.send(None)  # from here on the reader's time counts
        resource.setrlimit(resource.RLIMIT_AS, (now + _MEMORY, resource.RLIM_INFINITY))
        pipe.send(tried(reader, place))


def outcomes(
    reader: Reader, todo: list[Case], sound: Path, place: Path, others: tuple[bytes, ...], seconds: float
) -> Iterator[tuple[Case, Outcome]]:
    """What a reader does with each case; a process that hangs or ends is started anew behind the case."""
    context = multiprocessing.get_context("fork")
    while todo:
        pipe, end = context.Pipe()
        process = context.Process(target=_work, args=(end, reader, sound, place, todo, others))
        process.start()
        end.close()
        for case in todo[:]:
            try:
                pipe.recv()
                found = pipe.recv() if _waited(pipe, process.pid or 0, seconds) else Outcome("hang", seconds)
            except EOFError:
                process.join()
                found = Outcome("crash", 0.0, f"the process ended with {process.exitcode}")
            todo.remove(case)
            yield case, found
            if found.kind == "hang" or not process.is_alive():
                break
        process.kill()
        process.join()


def _waited(pipe: Connection, pid: int, seconds: float) -> bool:
    """Whether there is an answer before the process has used these seconds of a processor, or slept for ten more."""
    begun, asked = _processor_seconds(pid), time.monotonic()
    while not pipe.poll(0.5):
        used, gone = _processor_seconds(pid) - begun, time.monotonic() - asked
        if used > seconds or gone > seconds + 10 + 4 * used:
            return False
    return True


def _processor_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Tally:
    """How many cases of a reader came to what, in what seconds altogether; each kind of finding once."""

    reader: str
    counts: dict[str, int]
    seconds: float
    slowest: float
    findings: tuple[str, ...] = ()

    def row(self) -> str:
        """A row of the table."""
        counts = [self.counts.get(kind, 0) for kind in (*GOOD, *BAD)]
        cells = (self.reader, sum(counts), *counts, f"{self.slowest:.1f}", f"{self.seconds:.0f}")
        return "| " + " | ".join(map(str, cells)) + " |"


def tally(reader: Reader, count: int, seed: int, seconds: float, place: Path) -> Tally:
    """Try a reader on its cases; raises what making its sound files raises."""
    begun, sound = time.monotonic(), place / "sound"
    shutil.rmtree(sound, ignore_errors=True)
    sound.mkdir()
    reader.make(sound)
    others = tuple((sound / file).read_bytes() for file in reader.files)
    counts: collections.Counter[str] = collections.Counter()
    findings: dict[str, str] = {}
    slowest = 0.0
    for case, found in outcomes(reader, cases(reader, count, seed, sound), sound, place / "case", others, seconds):
        counts[found.kind] += 1
        slowest = max(slowest, found.seconds)
        if found.kind in BAD:
            findings.setdefault(f"{found.kind} {found.why[-300:]}", f"{found.kind}: {case}\n{found.why}")
    return Tally(reader.name, dict(counts), time.monotonic() - begun, slowest, tuple(findings.values()))


def main() -> int:
    """Fuzz the readers and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--show", action="store_true", help="each kind of finding, once")
    parser.add_argument("--kept", type=Path, help="a file of JSON lines, to go on with another time")
    options = parser.parse_args()
    chosen = [one for one in READERS if not options.only or any(name in one.name for name in options.only)]
    kept = options.kept.read_text().splitlines() if options.kept and options.kept.exists() else []
    tallies = {one.reader: one for one in (Tally(**json.loads(line)) for line in kept)}
    print("| " + " | ".join(_COLUMNS) + " |\n|" + "---|" * len(_COLUMNS), flush=True)
    with tempfile.TemporaryDirectory(prefix="deid-fuzz-") as name:
        for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            os.environ[variable] = str(Path(name, variable.lower()))
        for reader in chosen:
            if reader.name not in tallies:
                try:
                    tallies[reader.name] = one = tally(reader, options.cases, options.seed, options.seconds, Path(name))
                except LibraryMissingError as error:
                    print(f"| {reader.name}: left out. {error.what()} |", flush=True)
                    continue
                if options.kept:
                    with options.kept.open("a") as file:
                        file.write(json.dumps(asdict(one)) + "\n")
            print(tallies[reader.name].row(), flush=True)
            for finding in tallies[reader.name].findings if options.show else ():
                print(finding, flush=True)
    found = [tallies[one.name] for one in chosen if one.name in tallies]
    every: collections.Counter[str] = collections.Counter()
    for one in found:
        every.update(one.counts)
    seconds, slowest = sum(one.seconds for one in found), max((one.slowest for one in found), default=0.0)
    print(Tally(f"{len(found)} readers", dict(every), seconds, slowest).row())
    return 1 if any(every[kind] for kind in BAD) else 0


if __name__ == "__main__":
    sys.exit(main())
