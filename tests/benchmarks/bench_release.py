"""What a release of annotated reports leaves, keeps and costs.

    python tests/benchmarks/bench_release.py CORPUS/dev [--model tests/models/meddocan-train]

The corpus is released with surrogates, every report a patient of its own. Told are: replaced stretches and those equal
to what they replace; strings of decided PHI that are still there (place and kind, the text only with --show); intervals
between full dates; new BRAT that is not valid; surrogates that are another real value of the report; reports that do
not come back byte for byte from the vault; reports a second on one core; and, with a model, what a detector finds in
the originals and in the surrogates.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from datetime import date
from pathlib import Path

from deid_studio import paths
from deid_studio.detection.gazetteers import fold
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.folder import find_reports
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.progress import Progress
from deid_studio.release.dates import Moment, read_date
from deid_studio.release.leak_check import LeakKind
from deid_studio.release.outputs import OutputFormat, ann_bytes
from deid_studio.release.policy import load_policy
from deid_studio.release.vault import open_vault, restored
from deid_studio.review.project import Project
from deid_studio.review.releasing import Prepared, ReleaseRequest, prepare, write_release

# What is looked for in a text whether anybody marked it or not is no string of decided PHI.
_OF_NOBODY = (LeakKind.EMAIL, LeakKind.WEB, LeakKind.NUMBER, LeakKind.DATE)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--policy", default="research")
    parser.add_argument("--show", action="store_true", help="show the texts of what is left")
    args = parser.parse_args()
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "reports"
        copy(args.folder, folder)
        project = Project(folder, tagset, "bench")
        request = ReleaseRequest(
            project, load_policy(args.policy), Path(temporary) / "out", (OutputFormat.BRAT,), numbered=True,
            vault=Path(temporary) / "vault", passphrases=("a", "b"),
        )  # fmt: skip
        prepare(request, Progress())  # what is loaded on first use is not the work
        start = time.process_time()
        prepared = prepare(request, Progress())
        checked = time.process_time() - start
        tell(prepared, tagset, args.show)
        allowed = frozenset(
            fold(one.released.text[leak.start : leak.end]) for one in prepared.leaking for leak in one.holding
        )
        request = ReleaseRequest(**{name: getattr(request, name) for name in request.__slots__} | {"allowed": allowed})
        start, cpu = time.perf_counter(), time.process_time()
        write_release(request, prepare(request, Progress()), Progress())
        whole, whole_cpu = time.perf_counter() - start, time.process_time() - cpu
        count = len(prepared.reports)
        print(
            f"released and checked: {count / checked:.0f} reports/s of one core (in memory);"
            f" with files and vault {count / whole_cpu:.0f} of one core, {count / whole:.0f} by the clock"
        )
        content = open_vault(request.vault, request.passphrases)
        back = 0
        for name, one in content.reports.items():
            released = (request.out / f"{name}.txt").read_bytes().decode()
            back += restored(released, one) == (folder / f"{one.name}.txt").read_bytes()
        print(f"brought back byte for byte: {back} of {count}")
        project.close()
        if args.model is not None:
            originals = [one.source.doc for one in prepared.reports]
            released = [one.released for one in prepared.reports]
            compare(args.model, originals, [Document(one.id, one.text, one.spans) for one in released])


def copy(source: Path, target: Path) -> None:
    target.mkdir()
    for path in find_reports(source):
        (target / path.name).write_bytes(path.read_bytes())
        (target / path.name).with_suffix(".ann").write_bytes(path.with_suffix(".ann").read_bytes())


def tell(prepared: Prepared, tagset: TagSet, show: bool) -> None:
    replaced = equal = intervals = changed = invalid = met = 0
    left: Counter[str] = Counter()
    excused: Counter[str] = Counter()
    for one in prepared.reports:
        doc, released = one.source.doc, one.released
        days: list[tuple[date, date]] = []
        real = {fold(span.text(doc.text)) for span in doc.spans}
        for replacement in released.replacements:
            place = replacement.place
            own, new = doc.text[place.start : place.end], replacement.instead
            replaced += 1
            equal += fold(own.strip()) == fold(new.strip())
            kind = tagset[place.phi_class].kind
            met += fold(new) in real and kind not in ("sex", "age", "relative", "date", "country")
            if kind == "date":
                before, after = read_date(own), read_date(new)
                if before.said.is_full and after.said.is_full and before.on(Moment()) and after.on(Moment()):
                    days.append((before.on(Moment()), after.on(Moment())))
        for index, (before, after) in enumerate(days):
            for other_before, other_after in days[:index]:
                intervals += 1
                changed += before - other_before != after - other_after
        again = parse_ann(ann_bytes(released), released.text, Path("a.ann"))
        broken = any("\n" in span.text(released.text) for span in released.spans)  # written as fragments
        invalid += set(again.spans) != set(released.spans) and not broken
        for leak in one.leaks:
            text = released.text[leak.start : leak.end]
            kinds = "of nobody" if leak.kind in _OF_NOBODY else "decided"
            (excused if leak.excuse else left)[f"{kinds}: {leak.excuse or leak.kind} {leak.phi_class}"] += 1
            if show and not leak.excuse:
                print(f"  {doc.id}: {leak.kind} {leak.phi_class} {text!r}")
    print(f"replaced: {replaced} stretches, equal to what they replace: {equal}; another real value there: {met}")
    print(f"intervals between full dates: {intervals}, changed: {changed}")
    print(f"reports whose new BRAT does not say the same: {invalid}")
    for name, counts in (("left", left), ("excused", excused)):
        for what, count in sorted(counts.items()):
            print(f"{name}: {count} {what}")


def compare(model: Path, originals: list[Document], surrogates: list[Document]) -> None:
    from deid_studio.detection.pipeline import load_pipeline

    pipeline = load_pipeline(model)
    figures = []
    for docs in (originals, surrogates):
        right = found = gold = 0
        for doc in docs:
            suggested = {s.span for s in pipeline.detect(Document(doc.id, doc.text))}
            right += len(suggested & set(doc.spans))
            found += len(suggested)
            gold += len(set(doc.spans))
        figures.append(2 * right / (found + gold))
    print(f"detector, NER F1: originals {figures[0]:.4f}, surrogates {figures[1]:.4f}"
          f" ({figures[1] - figures[0]:+.4f})")  # fmt: skip


if __name__ == "__main__":
    main()
