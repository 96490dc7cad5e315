"""How cost grows: with the length of a report, its patients, e-mails, labels and released mentions, with reports, lists
and their entries.

    python tests/benchmarks/bench_growth.py
    python tests/benchmarks/bench_growth.py --only labels --only e-mails --factor 4

Each is measured for a size and for larger ones; cost ~ size^x. Ends with 1 where an x is above 1.15. Times are of the
processor, so that other programs count little; the fastest of three goes counts.
"""

from __future__ import annotations

import gc
import itertools
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio import paths
from deid_studio.detection.detector import LaterDetector
from deid_studio.detection.doubts import load_doubts
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.grammar.lists import ScannedLists
from deid_studio.detection.grammar.loading import load_grammar_detector
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.profile import load_profile
from deid_studio.detection.register_detector import RegisterDetector
from deid_studio.detection.trusted import Safeguards, TrustedDetector
from deid_studio.garbage import garbage_waits
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.people_index import PeopleIndex
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.gate.held_places import held_places
from deid_studio.release.gate.sightings import Sighting
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Released, Releaser
from deid_studio.release.surrogates.name_lists import default_lists

_MOST = 1.15
_GOES = 3
_NUMBERS = itertools.count()  # of names and addresses that no go before has made known
_PROSE = "Paciente de 45 años, natural de Sevilla, que acude el 12/03/2018 por dolor torácico de dos horas."
_VOWELS, _CONSONANTS = "aeiou", "bcdfglmnprstvz"


@click.command()
@click.option("--only", multiple=True, help="Measure only these.")
@click.option("--factor", default=8, show_default=True, help="How many times larger the largest size is.")
def main(only: tuple[str, ...], factor: int) -> None:
    """Measure all, and draw the cost of each size as a bar."""
    gc.set_threshold(20_000, 20, 20)  # as every process has it that detects
    steep = []
    for name, (size, prepared) in _MEASURED.items():
        if only and name not in only:
            continue
        costs = {}
        while size not in costs and len(costs) <= math.log2(factor):
            costs[size] = _seconds(prepared(size))
            size *= 2
        exponent = _exponent(costs)
        print(f"{name}: x = {exponent:.2f}")
        for one, cost in costs.items():
            print(f"  {one:>9} {cost:>9.3f} s  {'#' * round(40 * cost / max(costs.values()))}", flush=True)
        if exponent > _MOST:
            steep.append(name)
    if steep:
        print(f"above {_MOST}: {', '.join(steep)}")
        sys.exit(1)


def _exponent(costs: dict[int, float]) -> float:
    """The slope of the line through all points, both sides as logarithms."""
    points = [(math.log(size), math.log(max(cost, 1e-6))) for size, cost in costs.items()]
    middle, height = (sum(values) / len(points) for values in zip(*points, strict=True))
    return sum((x - middle) * (y - height) for x, y in points) / sum((x - middle) ** 2 for x, _ in points)


def _seconds(work: Callable[[], object]) -> float:
    # What was there before is not walked through: when Python does so depends on how large all else is.
    gc.collect()
    gc.freeze()
    times = []
    for _ in range(_GOES):
        begun = time.process_time()
        with garbage_waits():  # as it does while a pipeline works
            work()
        times.append(time.process_time() - begun)
    return min(times)


def _word(number: int, syllables: int = 4) -> str:
    """A word of its own for each number."""
    letters = ""
    for _ in range(syllables):
        number, consonant = divmod(number, len(_CONSONANTS))
        number, vowel = divmod(number, len(_VOWELS))
        letters += _CONSONANTS[consonant] + _VOWELS[vowel]
    return letters.capitalize()


def _new(text: str) -> Document:
    """A report that none was like before: what is kept of the last text is not to be found again."""
    return Document("x", text + " " * (time.perf_counter_ns() % 97))


def _name(number: int) -> str:
    """A name of its own for each number, of words that are hardly ever near each other."""
    return f"{_word(number * 987_654_321, 5)} {_word(number * 1_234_567_891 + 7, 5)}"


def _trusted() -> LaterDetector:
    return TrustedDetector(default_gazetteers(), Safeguards.of(load_profile("hybrid").pipeline().tagset))


def _register() -> LaterDetector:
    tagset = load_profile("hybrid").pipeline().tagset
    return RegisterDetector(default_gazetteers(), default_vocabulary(), tagset)


def _again(
    detector: LaterDetector, line: Callable[[int], str], phi_class: str
) -> Callable[[int], Callable[[], object]]:
    """As many different strings, each of which stands in the text again.

    Each go has strings of its own, as a folder has: what is kept of some thousands would be all of a small size, seen
    in the go before, and nothing of a large one.
    """

    def given(count: int) -> tuple[Document, list[Suggestion]]:
        lines = [line(next(_NUMBERS)) for _ in range(count)]
        found, at = [], 0
        for one in lines:
            found.append(Suggestion(Span(at, at + len(one), phi_class), 0.9, (Evidence("rule", "r", ""),)))
            at += len(one) + 1
        return Document("x", "".join(f"{one}\n" for one in lines * 2)), found

    def prepared(count: int) -> Callable[[], object]:
        goes = iter([given(count) for _ in range(_GOES)])
        return lambda: detector.detect_after(*next(goes))

    return prepared


def _grammar(text: Callable[[int], str]) -> Callable[[int], Callable[[], object]]:
    detector = load_grammar_detector()
    detector.detect(Document("warm", text(4000)))
    return lambda size: lambda: detector.detect(_new(text(size)))


def _doubts(size: int) -> Callable[[], object]:
    doubts = load_doubts(paths.default_model())
    assert doubts is not None
    text = _repeated(f"{_PROSE}\n")(size)
    return lambda: doubts.beside(_new(text), ())


def _entries(count: int) -> Callable[[], object]:
    lists = ScannedLists()
    lists.add("names", (f"{_word(number)} {_word(number + 7)}" for number in range(count)))
    lists.close()
    text = FoldedText(_repeated(f"{_PROSE}\n")(200_000))
    return lambda: lists.hits(text)


def _reports(count: int) -> Callable[[], object]:
    detector = load_grammar_detector()
    docs = [
        Document(str(number), f"Paciente: {_word(number)} {_word(number + 3)}\n{_PROSE * 10}")
        for number in range(count)
    ]
    return lambda: [detector.detect(doc) for doc in docs]


def _hybrid(size: int) -> Callable[[], object]:
    pipeline = load_pipeline(paths.default_model())
    pipeline.detect(Document("warm", _PROSE))
    text = _repeated(f"{_PROSE} ")(size)
    return lambda: pipeline.detect(_new(text))


def _listed(count: int) -> Callable[[], object]:
    """As many people on a list, each with a report."""
    names = [_name(number) for number in range(count)]
    people = [PatientFields((FieldValue(FieldKind.FULL_NAME, name),)) for name in names]
    texts = [f"Paciente {name} y {_name(number + count)}. {_PROSE}" for number, name in enumerate(names)]

    def work() -> None:
        index = PeopleIndex(people, default_lists(), default_vocabulary())
        index.prepare(texts)
        for text in texts:
            list(index.find(text))

    return work


def _released(gate: bool) -> Callable[[int], Callable[[], object]]:
    """A report of as many lines, each with four mentions: how it leaves, or what of it the gate holds."""
    tagset = shipped_tagset("meddocan")
    policy = load_policy("research")

    def prepared(count: int) -> Callable[[], object]:
        spans: list[Span] = []
        parts: list[str] = []
        at = 0
        for number in range(count):
            day, month = number % 28 + 1, ("enero", "mayo", "julio", "octubre")[number % 4]
            for before, own, phi_class in (
                ("Visto por", _name(number % 100), "NOMBRE_PERSONAL_SANITARIO"),
                (" el", f"{day:02}/{number % 12 + 1:02}/{1990 + number % 30}", "FECHAS"),
                (", antes el", f"{day} de {month}", "FECHAS"),
                (", correo", _email(number), "CORREO_ELECTRONICO"),
            ):
                start = at + len(before) + 1
                at = start + len(own)
                spans.append(Span(start, at, phi_class))
                parts.append(f"{before} {own}")
            parts.append(f", con {_word(number * 7 + 3)}.\n")
            at += len(parts[-1])
        text = "".join(parts)
        doc = Document("report", text, tuple(spans))

        def released() -> Released:
            return Releaser([doc], policy, tagset, b"x" * 32).release(doc)

        if not gate:
            return released
        there = released()
        beside = [Span(one.start, one.end + 4, one.phi_class) for one in spans]
        by = (Evidence("rule", "r", ""),)
        seen = [Sighting(Suggestion(one, 0.9, by), HeldKind.DETECTED) for one in beside]
        return lambda: held_places(doc, there, seen, (), policy, tagset)

    return prepared


def _email(number: int) -> str:
    return f"{_word(number).lower()}@correo.es"


def _repeated(unit: str) -> Callable[[int], str]:
    return lambda size: unit * (size // len(unit))


_MEASURED: dict[str, tuple[int, Callable[[int], Callable[[], object]]]] = {
    "lines": (20_000, lambda size: _grammar(_repeated(f"{_PROSE}\n"))(size)),
    "one line": (20_000, lambda size: _grammar(_repeated(f"{_PROSE} "))(size)),
    "one line of hybrid": (125_000, _hybrid),
    "labels": (4_000, lambda size: _grammar(_repeated("Nombre: "))(size)),
    "doubts": (20_000, _doubts),
    "patients": (
        1_000,
        lambda size: _again(_trusted(), lambda n: f"{_word(n)} {_word(n * 31 + 7)}", "NOMBRE_SUJETO_ASISTENCIA")(size),
    ),
    "e-mails": (1_000, lambda size: _again(_trusted(), _email, "CORREO_ELECTRONICO")(size)),
    "e-mails of a register": (1_000, lambda size: _again(_register(), _email, "CORREO_ELECTRONICO")(size)),
    "names of a register": (1_000, lambda size: _again(_register(), _name, "NOMBRE_SUJETO_ASISTENCIA")(size)),
    "people on a list": (1_000, _listed),
    "reports": (25, _reports),
    "gazetteer entries": (10_000, _entries),
    "mentions of a released report": (250, _released(gate=False)),
    "mentions at the gate": (500, _released(gate=True)),
}


if __name__ == "__main__":
    main()
