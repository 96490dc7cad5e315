"""Speed and figures of this program beside others, all in one run, into docs/performance.md: `make bench`.

    packaging/bench.sh
    packaging/bench.sh --against COMMIT --words 0

Each system runs in a process of its own on one core and marks the same reports; they take turns of some reports each,
so that what else the machine does meets all of them: by default few turns, each of which is longer than a processor
takes to have at hand again what the others drove out. Other reports warm them before. Seconds are of the processor,
figures those of `learning/evaluate.py`. What learns does so on MEDDOCAN train, and is kept in build/bench for as long
as the reports and its code are the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import quantiles

import click

sys.path.insert(0, str(Path(__file__).resolve().parent))

from peers.drawing import Point, drawing

from deid_studio.detection.suggester import DETECTED
from deid_studio.learning.corpus import corpus_hash, read_corpus
from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.model.class_names import meaning_of_name
from deid_studio.model.document import Document
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset

ROOT = Path(__file__).resolve().parents[2]
PEERS = ROOT / "tests" / "benchmarks" / "peers"
KEPT = ROOT / "build" / "bench"
MODEL = Path("tests", "models", "meddocan-train")
PAGE = ROOT / "docs" / "performance.md"
PICTURE = ROOT / "docs" / "images" / "performance.svg"
OWN = "hybrid"
_BEGIN, _END = "<!-- make bench -->", "<!-- /make bench -->"
_CORES, _MANY = 16, 200_000_000
_WARMING = 40  # reports of train; as many of the development set of foreign ones
Marked = list[tuple[int, int, str]]


@dataclass
class Corpus:
    """Reports with gold."""

    title: str
    documents: list[Document]

    @property
    def words(self) -> int:
        """Words of all; words are what blanks separate."""
        return _words(self.documents)


@dataclass
class System:
    """A system at work, with the words a second of its turns and the figures of each corpus, by its title."""

    name: str
    process: subprocess.Popen[str]
    rates: dict[str, list[float]] = field(default_factory=dict)
    figures: dict[str, Evaluation] = field(default_factory=dict)

    def mark(self, documents: Sequence[Document]) -> tuple[float, list[Marked]]:
        """Words per second of the processor, and what is marked in reports."""
        assert self.process.stdin is not None and self.process.stdout is not None
        answer = ""
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps([doc.text for doc in documents]) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        if not answer:
            raise click.ClickException(f"{self.name} has ended; what it said stands above. Nothing was written.")
        found = json.loads(answer)
        return _words(documents) / found["seconds"], found["marked"]


@click.command()
@click.option("--corpus", type=click.Path(path_type=Path), default=ROOT.parent / "shared" / "corpora" / "meddocan")
@click.option("--foreign", type=click.Path(path_type=Path), default=ROOT / "tests" / "foreign" / "fifteenth")
@click.option("--turns", type=click.IntRange(2, 50), default=4, show_default=True, help="Turns of each system.")
@click.option("--against", metavar="COMMIT", help="Measure the hybrid of an earlier commit, too.")
@click.option("--words", default=1_000_000, show_default=True, help="Words for the whole command; 0 leaves it out.")
def main(corpus: Path, foreign: Path, turns: int, against: str | None, words: int) -> None:
    """Measure, and write table and picture."""
    if not all(any((corpus / part).glob("*.ann")) for part in ("train", "dev")):
        raise click.ClickException(
            f"{corpus} does not hold the MEDDOCAN corpus (folders train and dev, reports with .ann): put it there, or "
            "say where it is with --corpus. Nothing was measured or changed."
        )
    corpora = [
        Corpus("MEDDOCAN dev", read_corpus([corpus / "dev"])),
        Corpus(f"tests/foreign/{foreign.name}", read_corpus([foreign])),
    ]
    train = read_corpus([corpus / "train"])
    warming = train[:_WARMING] + read_corpus([ROOT / "tests" / "foreign" / "dev"])[:_WARMING]
    systems = _systems(corpus / "train", corpus_hash(train), against)
    load = os.getloadavg()[0]
    try:
        for system in systems:
            system.mark(warming)
        for one in corpora:
            measure(systems, one, turns)
    finally:
        for system in systems:
            system.process.terminate()
    command = _whole_command(corpora[0].documents, words) if words else None
    told = _told(systems, corpora, f"{turns} turns, load {load:.1f} to {os.getloadavg()[0]:.1f}", command)
    print(told)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    PAGE.write_text(f"{before}{_BEGIN}\n\n{told}\n{_END}{after}", encoding="utf-8")
    PICTURE.write_text(drawing(_points(systems, corpora)), encoding="utf-8")


def measure(systems: Sequence[System], corpus: Corpus, turns: int) -> None:
    """Let the systems take turns on reports that none of them has seen."""
    marked: dict[str, dict[str, Marked]] = {system.name: {} for system in systems}
    for turn in range(turns):
        documents = corpus.documents[turn::turns]
        for system in systems:
            rate, found = system.mark(documents)
            system.rates.setdefault(corpus.title, []).append(rate)
            marked[system.name].update(zip((doc.id for doc in documents), found, strict=True))
        print(f"{corpus.title}: turn {turn + 1} of {turns}", file=sys.stderr, flush=True)
    for system in systems:
        own = marked[system.name]
        system.figures[corpus.title] = evaluate(corpus.documents, lambda doc, own=own: _spans(own[doc.id]))


def _spans(marked: Marked) -> list[Span]:
    return [Span(start, end, _our_class(name)) for start, end, name in marked]


def _words(documents: Sequence[Document]) -> int:
    return sum(len(doc.text.split()) for doc in documents)


def _our_class(name: str) -> str:
    """The class of what another system calls something, by what such names mean; its own where nobody knows."""
    tagset = shipped_tagset(DETECTED)
    meaning = None if name in tagset else meaning_of_name(name)
    return (class_for(Meaning(*meaning), tagset) if meaning else "") or name


# --- the systems ----------------------------------------------------------------------------------------------


def _systems(train: Path, data: str, against: str | None) -> list[System]:
    own, model = PEERS / "own.py", ROOT / MODEL
    systems = [(OWN, [own, "hybrid", model], ROOT), ("grammar", [own, "grammar", model], ROOT)]
    if against:
        tree = _tree_of(against)
        systems.append((f"{OWN} of {against}", [own, "hybrid", tree / MODEL], tree))
    for name, file in (("spaCy NER", "spacy_ner.py"), ("python-crfsuite", "crfsuite.py")):
        systems.append((name, [PEERS / file, _trained(PEERS / file, train, data)], ROOT))
    started = [System(name, _start([sys.executable, *command], tree)) for name, command, tree in systems]
    presidio = [ROOT / ".bench-venv" / "bin" / "python", PEERS / "presidio.py"]
    return [*started, System("Presidio", _start(presidio, ROOT))]


def _trained(program: Path, train: Path, data: str) -> Path:
    """What a program has learned of reports, learned now if it was not before."""
    code = hashlib.sha256(program.read_bytes() + data.encode()).hexdigest()[:16]
    model = KEPT / f"{program.stem}-{code}"
    if not model.exists():
        print(f"{program.stem} learns (once, up to half an hour) …", file=sys.stderr, flush=True)
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as folder:
            subprocess.run([sys.executable, program, f"{folder}/model", train], check=True, env=_one_core(ROOT))
            Path(folder, "model").rename(model)
    return model


def _tree_of(commit: str) -> Path:
    """The program as a commit has it, with its kernel where it has one."""
    tree = KEPT / f"tree-{commit}"
    if not tree.exists():
        tree.mkdir(parents=True)
        parts = ["deid_studio", "resources", "packaging", MODEL.as_posix()]
        files = subprocess.run(["git", "archive", commit, *parts], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", tree], input=files, check=True)
    kernel = tree / "packaging" / "build_kernel.py"
    if kernel.exists():
        subprocess.run([sys.executable, kernel], check=True)
    return tree


def _start(command: Sequence[object], tree: Path) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(list(map(str, command)), stdin=pipe, stdout=pipe, text=True, env=_one_core(tree))


def _one_core(tree: Path) -> dict[str, str]:
    threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR")}
    return {**os.environ, **threads, "PYTHONPATH": str(tree)}


# --- what is told ---------------------------------------------------------------------------------------------


def _whole_command(documents: Sequence[Document], words: int) -> tuple[int, int, float]:
    """`deid annotate` of copies of reports, in one process: reports, words, and seconds of the processor."""
    count = reports = 0
    with tempfile.TemporaryDirectory() as folder:
        reports_folder = Path(folder, "in")
        reports_folder.mkdir()
        while count < words:
            text = documents[reports % len(documents)].text.removeprefix("\ufeff")
            (reports_folder / f"{reports}.txt").write_text(text, encoding="utf-8")
            count += len(text.split())
            reports += 1
        before = _seconds_of_children()
        command = ["-m", "deid_studio", "annotate", str(reports_folder), "--out", f"{folder}/out", "--jobs", "1"]
        subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL, env=_one_core(ROOT))
        return reports, count, _seconds_of_children() - before


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _told(
    systems: Sequence[System], corpora: Sequence[Corpus], how: str, command: tuple[int, int, float] | None
) -> str:
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    lines = [
        f"{date.today()}, commit {commit}, Python {platform.python_version()}; {how}.",
        "In brackets: the quartiles over the turns. Clean: reports of which no letter or figure of PHI is missed.",
        "",
    ]
    for corpus in corpora:
        lines += [
            f"**{corpus.title}** ({len(corpus.documents)} reports, {corpus.words:,} words)",
            "",
            f"| system | words/s | {OWN} against it | NER F1 | merged F1 | recall (NER) | clean |",
            "|---|---|---|---|---|---|---|",
        ]
        ours = systems[0].rates[corpus.title]
        for system in systems:
            own, figures = system.rates[corpus.title], system.figures[corpus.title]
            low, middle, high = quantiles(own, n=4)
            ratios = quantiles([our / rate for our, rate in zip(ours, own, strict=True)], n=4)
            lines.append(
                f"| {system.name} | {middle:,.0f} ({low:,.0f}–{high:,.0f}) "
                f"| {ratios[1]:.2f}× ({ratios[0]:.2f}–{ratios[2]:.2f}) | {figures.ner.f1:.4f} "
                f"| {figures.spans_merged.f1:.4f} | {figures.ner.recall:.4f} | {figures.clean.value:.1%} |"
            )
        lines.append("")
    if command:
        reports, words, seconds = command
        rate = words / seconds
        lines += [
            "The whole command, `deid annotate --jobs 1`, from its start to its end (copies of MEDDOCAN dev):",
            "",
            f"| reports | words | seconds of the processor | words/s | {_MANY:,} words on {_CORES} cores, calculated |",
            "|---|---|---|---|---|",
            f"| {reports:,} | {words:,} | {seconds:.0f} | {rate:,.0f} | {_MANY / rate / _CORES / 60:.0f} minutes |",
            "",
        ]
    return "\n".join(lines)


def _points(systems: Sequence[System], corpora: Sequence[Corpus]) -> dict[str, list[Point]]:
    def point(system: System, title: str) -> Point:
        figures = system.figures[title]
        return Point(system.name, tuple(quantiles(system.rates[title], n=4)), figures.ner.f1, figures.clean.value)

    return {one.title: [point(system, one.title) for system in systems] for one in corpora}


if __name__ == "__main__":
    main()
