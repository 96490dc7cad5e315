"""What the parrot finds of what a reviewer missed, by how many spans were missed and by how surrogates repeat.

    python tests/benchmarks/bench_parrot.py CORPUS/dev [--rates 0.01 0.03 0.05] [--seeds 1 2 3] [--repeats same fresh]

Spans of the gold standard are dropped at random, each with the given probability; the reports are released as texts by
`research` with the others, and attacked as `deid attack --parrot` does. What was dropped and stands in the released
text is a leak. The same surrogates and fresh ones are those of the folder (`scope = "project"`): every report is of
another patient, and within a patient there is nothing to tell them apart. A line of JSON for each release, then a table
of means.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import mean

from deid_studio import paths
from deid_studio.cli.attack_parrot import marked_texts
from deid_studio.learning.attack.parrot import Place, leaks_found, suspects
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.progress import Progress
from deid_studio.release.policy import Scope, load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.drawn_names import never_drawn
from deid_studio.release.surrogates.repeating import Repeat

_SECRET = b"bench_parrot" * 3


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rates", type=float, nargs="+", default=[0.01, 0.03, 0.05])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--repeats", type=Repeat, nargs="+", default=list(Repeat))
    parser.add_argument("--reports", type=int, help="only so many reports")
    args = parser.parse_args()
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    docs = read_corpus([args.folder], tagset)[: args.reports]
    table: dict[tuple[float, Repeat], list[dict[str, float]]] = defaultdict(list)
    for seed in args.seeds:
        for rate in args.rates:
            for repeat in args.repeats:
                row = attacked(docs, tagset, rate, seed, repeat)
                table[rate, repeat].append(row)
                print(json.dumps({"rate": rate, "seed": seed, "repeat": repeat.value} | row), flush=True)
    for line in told(table):
        print(line)


def attacked(docs: Sequence[Document], tagset: TagSet, rate: float, seed: int, repeat: Repeat) -> dict[str, float]:
    """The figures of one release in which spans were missed at a rate."""
    texts, kind_at = released(docs, tagset, rate, seed, repeat)
    leaks = list(kind_at)
    started = time.perf_counter()
    kinds = {one.name: one.kind for one in tagset}
    marked = suspects(marked_texts(texts, lambda name: kinds.get(name, ""), Progress()), {}, never_drawn, None, seed)
    found = leaks_found(marked, leaks)
    untagged = leaks_found(marked, leaks, lambda one: one.is_untagged)
    first = {(one.report, one.span) for one in marked[: found.leaks]}
    best = leaks_found(marked, leaks, lambda one: (one.report, one.span) in first)
    names = [place for place, kind in kind_at.items() if kind == "person"]
    of_names = leaks_found([one for one in marked if one.span.phi_class == "person"], names)
    return asdict(found) | {
        "names": of_names.leaks, "names_pointed": of_names.pointed, "names_right": of_names.right,
        "names_found": of_names.found,
        "untagged": untagged.pointed, "untagged_right": untagged.right, "first_right": best.right,
        "seconds": round(time.perf_counter() - started, 1),
    }  # fmt: skip


def released(
    docs: Sequence[Document], tagset: TagSet, rate: float, seed: int, repeat: Repeat
) -> tuple[dict[str, str], dict[Place, str]]:
    """The texts as they leave, where in them stands what was missed, and of what kind it is."""
    chance = random.Random(seed)
    missed = {doc.id: {span for span in doc.spans if chance.random() < rate} for doc in docs}
    marked = [replace(doc, spans=tuple(span for span in doc.spans if span not in missed[doc.id])) for doc in docs]
    scope = Scope.PATIENT if repeat is Repeat.CHAINED else Scope.PROJECT
    releaser = Releaser(marked, replace(load_policy("research"), repeat=repeat, scope=scope), tagset, _SECRET)
    texts: dict[str, str] = {}
    leaks: dict[Place, str] = {}
    for doc in marked:
        rewriting = releaser.release(doc).rewriting
        texts[doc.id] = rewriting.text
        for span in sorted(missed[doc.id]):
            start = rewriting.new_offset(span.start)
            end = start + span.end - span.start
            # A part of it may have been replaced with a span that overlapped.
            if rewriting.text[start:end] == doc.text[span.start : span.end]:
                leaks[doc.id, start, end] = tagset[span.phi_class].kind
    return texts, leaks


def told(table: dict[tuple[float, Repeat], list[dict[str, float]]]) -> Iterator[str]:
    """The means over the seeds, as a table for the documentation."""
    yield (
        "| missed | repeat | leaks, in reports | points at | of it leaked (at random) | leaks found | in reports with"
        " one | right in as many as leaked | not tagged, of it leaked | names found, of what is pointed at |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for (rate, repeat), rows in sorted(table.items()):
        of = {key: mean(row[key] for row in rows) for key in rows[0]}
        yield (
            f"| {rate:.0%} | {repeat.value} | {of['leaks']:.0f}, {of['reports']:.0f} | {of['pointed']:.0f}"
            f" | {of['right'] / of['pointed']:.1%} ({of['by_chance']:.1%}) | {of['found'] / of['leaks']:.1%}"
            f" | {of['reports_found'] / of['reports']:.1%} | {of['first_right'] / of['leaks']:.1%}"
            f" | {of['untagged']:.0f}, {of['untagged_right'] / max(of['untagged'], 1):.1%}"
            f" | {of['names_found'] / max(of['names'], 1):.1%}, {of['names_right'] / max(of['names_pointed'], 1):.1%} |"
        )


if __name__ == "__main__":
    main()
