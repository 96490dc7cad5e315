"""How many missed spans the gate of a release catches, and how often it asks in vain.

    python tests/benchmarks/bench_gate.py CORPUS/dev --model tests/models/meddocan-train
    python tests/benchmarks/bench_gate.py tests/foreign/dev tests/foreign/second tests/foreign/held_out

A share of the gold spans that tell who somebody is (facts may stay) is dropped at random, as if a person had
overlooked them, and the rest is released. Told are, for each seed and all together: dropped spans that a held place
touches, by class; held places that touch no gold, a report; and how many reports a second one core reads and
releases. `--show` prints what was missed or asked in vain, of public corpora and invented reports only.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from release_figures import tells_who

from deid_studio import paths
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.release.gate.held import HeldPlace
from deid_studio.release.gate.held_places import held_places
from deid_studio.release.gate.readers import gate_reader
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser

_PATIENT = "NOMBRE_SUJETO_ASISTENCIA"
_SECRET = b"gate" * 8


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, default=paths.default_model())
    parser.add_argument("--policy", default="research")
    parser.add_argument("--share", type=float, default=0.03)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    policy, reader = load_policy(args.policy), gate_reader(args.model)
    docs = list(read_corpus(args.folders))
    for doc in docs:  # what is compiled on first use is not the work
        reader.read(doc.text)
    reader.close()
    start = time.process_time()
    for doc in docs:
        reader.read(doc.text)
    seconds = time.process_time() - start
    print(f"read: {len(docs) / seconds:.1f} reports/s of one core")
    caught, dropped, vain = Counter[str](), Counter[str](), 0
    for seed in args.seeds:
        everything = [
            (number, span)
            for number, doc in enumerate(docs)
            for span in doc.spans
            if tells_who(span.text(doc.text), tagset[span.phi_class].kind)
        ]
        chosen = random.Random(seed).sample(everything, round(len(everything) * args.share))
        gone: dict[int, list[Span]] = {}
        for number, span in chosen:
            gone.setdefault(number, []).append(span)
        own, all_own, asked = Counter[str](), Counter[str](), 0
        start = time.process_time()
        for number, doc in enumerate(docs):
            missing = gone.get(number, [])
            left = replace(doc, spans=tuple(span for span in doc.spans if span not in missing))
            released = Releaser([left], policy, tagset, _SECRET).release(left)
            held = held_places(
                left, released, reader.read(left.text), reader.read_released(released.text), policy, tagset
            )
            for span in missing:
                all_own[span.phi_class] += 1
                own[span.phi_class] += bool(found := [one for one in held if touches(one, [span])])
                if args.show and not found:
                    tell(doc, span.start, span.end, f"missed {span.phi_class}")
            for one in held:
                if not touches(one, doc.spans):
                    asked += 1
                    if args.show and seed == args.seeds[0]:
                        tell(doc, one.start, one.end, f"in vain {one.kind} {one.phi_class} {'; '.join(one.reasons)}")
        seconds = time.process_time() - start
        print(f"seed {seed}: {figures(own, all_own)}; in vain {asked / len(docs):.2f} a report;"
              f" {len(docs) / seconds:.0f} reports/s released and held")  # fmt: skip
        caught, dropped, vain = caught + own, dropped + all_own, vain + asked
    print(f"all: {figures(caught, dropped)}; in vain {vain / len(docs) / len(args.seeds):.2f} a report")
    for phi_class, count in sorted(dropped.items()):
        print(f"  {phi_class}: {caught[phi_class]} of {count}")


def figures(caught: Counter[str], dropped: Counter[str]) -> str:
    """The share of all and of patients' names that was caught."""
    names = f"{caught[_PATIENT]} of {dropped[_PATIENT]} patients' names"
    return f"caught {caught.total()} of {dropped.total()} ({caught.total() / dropped.total():.1%}), {names}"


def touches(place: HeldPlace, spans: Iterable[Span]) -> bool:
    """Whether a place shares a character with one of the spans."""
    return any(place.start < span.end and span.start < place.end for span in spans)


def tell(doc: Document, start: int, end: int, what: str) -> None:
    """Print a stretch with what is around it."""
    around = f"{doc.text[max(start - 40, 0) : start]}[{doc.text[start:end]}]{doc.text[end : end + 25]}"
    print(f"  {doc.id} {what}: {around!r}")


if __name__ == "__main__":
    main()
