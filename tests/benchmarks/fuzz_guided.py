"""Gives readers of files damaged ones that libFuzzer makes, led by which lines of the program they reach.

    python -m pip install atheris
    python tests/benchmarks/fuzz_guided.py [--seconds 20] [--seed 1] [--only NAME ...] [--show]

What `fuzz_readers.py` draws by chance is here bred: a file that reaches lines that no other did is kept and changed
further. Each reader gets `--seconds`, shared out among its files, beginning with its sound ones; what counts as harm is
the same, and so are the readers. Linux, with CPython up to 3.13 (what Atheris has wheels for). Prints a row for each
reader, and exits with 1 for any harm.
"""

from __future__ import annotations

import argparse
import mmap
import multiprocessing
import os
import shutil
import struct
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

with atheris.instrument_imports(include=["deid_studio"], enable_loader_override=False):
    from deid_studio.errors import LibraryMissingError
    from tests.benchmarks.fuzz_readers import BAD, tried
    from tests.benchmarks.fuzzing.readers import READERS, Reader

_TIMEOUT, _MEMORY_MB = 30, 3072
_ENDINGS = {70: "hang", 71: "memory"}  # as libFuzzer ends for them
_COUNTS = struct.Struct("qq")  # files that were tried, and how many of them were read


@dataclass(frozen=True)
class Found:
    """What a reader did with so many files, and what of it is harm: each kind once, as text."""

    tried: int
    read: int
    harm: tuple[str, ...]


def fuzzed(reader: Reader, file: str, seconds: int, seed: int, place: Path) -> Found:
    """Breed one file of a reader for some seconds; raises what making its sound files raises."""
    sound, case, harm = place / "sound", place / "case", place / "harm"
    for folder in (sound, case, harm):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    reader.make(sound)
    counts = mmap.mmap(-1, _COUNTS.size)
    process = multiprocessing.get_context("fork").Process(
        target=_bred, args=(reader, file, seconds, seed, place, counts)
    )
    process.start()
    process.join(seconds + 4 * _TIMEOUT)
    if process.is_alive():
        process.kill()
        process.join()
    found = [path.read_text(encoding="utf-8") for path in sorted(harm.iterdir())]
    if process.exitcode:
        found.append(f"{_ENDINGS.get(process.exitcode, 'crash')}: the process ended with {process.exitcode}")
    return Found(*_COUNTS.unpack(counts[:]), tuple(found))


def _bred(reader: Reader, file: str, seconds: int, seed: int, place: Path, counts: mmap.mmap) -> None:
    """Fuzz until time is up; ends the process."""
    sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    sound, case, harm = place / "sound", place / "case", place / "harm"
    bred = place / "bred"
    shutil.rmtree(bred, ignore_errors=True)
    bred.mkdir()
    (bred / "sound").write_bytes((sound / file).read_bytes())
    os.chdir(place)

    def one(data: bytes) -> None:
        shutil.rmtree(case)
        shutil.copytree(sound, case)
        (case / file).write_bytes(data)
        if reader.seal is not None and data[:1] < b"\x80":  # signed anew, so that more than the signature is reached
            reader.seal(case)
        done = tried(reader, case)
        count, read = _COUNTS.unpack(counts[:])
        counts[:] = _COUNTS.pack(count + 1, read + (done.kind == "read"))
        if done.kind in BAD:
            kind = f"{done.kind} {done.why[-200:]}"
            told = harm / f"{hash(kind) & 0xFFFFFFFF:08x}"
            if not told.exists():
                told.write_text(f"{done.kind}: {file}\n{done.why}\n{data[:2000]!r}\n", encoding="utf-8")

    limits = [f"-max_total_time={seconds}", f"-timeout={_TIMEOUT}", f"-rss_limit_mb={_MEMORY_MB}", f"-seed={seed}"]
    atheris.Setup([sys.argv[0], *limits, "-max_len=65536", "-len_control=0", str(bred)], one)
    atheris.Fuzz()


def main() -> int:
    """Fuzz the readers and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--show", action="store_true", help="what is harm, once for each kind")
    options = parser.parse_args()
    chosen = [one for one in READERS if one.files]
    chosen = [one for one in chosen if not options.only or any(name in one.name for name in options.only)]
    print("| reader | files | refused | read | harm | seconds |\n|---|---|---|---|---|---|", flush=True)
    every = read = harmed = 0
    with tempfile.TemporaryDirectory(prefix="deid-fuzz-") as name:
        for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            os.environ[variable] = str(Path(name, variable.lower()))
        for reader in chosen:
            begun, each = time.monotonic(), max(options.seconds // len(reader.files), 2)
            try:
                found = [fuzzed(reader, file, each, options.seed, Path(name)) for file in reader.files]
            except LibraryMissingError as error:
                print(f"| {reader.name}: left out. {error.what()} |", flush=True)
                continue
            count, good = sum(one.tried for one in found), sum(one.read for one in found)
            harm = [told for one in found for told in one.harm]
            seconds = time.monotonic() - begun
            cells = (reader.name, count, count - good - len(harm), good, len(harm), f"{seconds:.0f}")
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)
            every, read, harmed = every + count, read + good, harmed + len(harm)
            for told in harm if options.show else ():
                print(told, flush=True)
    print(f"| {len(chosen)} readers | {every} | {every - read - harmed} | {read} | {harmed} | |")
    return 1 if harmed else 0


if __name__ == "__main__":
    sys.exit(main())
