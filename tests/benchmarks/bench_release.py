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
from dataclasses import replace
from pathlib import Path

from release_figures import answering_all, brought_back, copy_reports, figures

from deid_studio import paths
from deid_studio.formats.folder import find_reports
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.progress import Progress
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import load_policy
from deid_studio.review.project import Project
from deid_studio.review.releasing.release_preparation import Prepared, prepare
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_writing import write_release


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
        copy_reports(find_reports(args.folder), folder)
        project = Project(folder, tagset, "bench")
        request = ReleaseRequest(
            project, load_policy(args.policy), Path(temporary) / "out", (OutputFormat.BRAT,), numbered=True,
            vault=Path(temporary) / "vault", passphrases=("tambor lluvia grapa piedra", "cometa bosque rueda ladrillo"),
            reviewed_by="MEDDOCAN, two annotators and a revision",
        )  # fmt: skip
        prepare(request, Progress())  # what is loaded on first use is not the work
        request.reader.close()  # and what was read is read again
        start = time.process_time()
        prepared = prepare(request, Progress())
        checked = time.process_time() - start
        tell(prepared, tagset, args.show)
        request = replace(request, answers=answering_all(prepared))
        start, cpu = time.perf_counter(), time.process_time()
        write_release(request, prepare(request, Progress()), Progress())
        whole, whole_cpu = time.perf_counter() - start, time.process_time() - cpu
        count = len(prepared.reports)
        print(
            f"released and checked: {count / checked:.0f} reports/s of one core (in memory);"
            f" with files and vault {count / whole_cpu:.0f} of one core, {count / whole:.0f} by the clock"
        )
        print(f"brought back byte for byte: {brought_back(request)} of {count}")
        project.close()
        if args.model is not None:
            originals = [one.source.doc for one in prepared.reports]
            released = [one.released for one in prepared.reports]
            compare(args.model, originals, [Document(one.id, one.text, one.spans) for one in released])


def tell(prepared: Prepared, tagset: TagSet, show: bool) -> None:
    found = figures(prepared, tagset)
    print(f"replaced: {found.replaced} stretches ({found.unmarked} of {found.marked} spans left out)")
    print(f"of {found.who} that tell who, equal to what they replace: {found.equal}; another real value: {found.met}")
    print(f"intervals between full dates: {found.intervals}, changed: {found.changed}")
    print(f"reports whose new BRAT does not say the same: {found.invalid}")
    print(f"strings that stand there as they were, unknown to the gate: {found.standing}")
    for what, count in sorted(found.left.items()):
        print(f"held: {count} {what}")
    for one in prepared.reports if show else ():
        for place in one.held:
            text = one.released.text[slice(*place.there)]
            print(f"  {one.source.doc.id}: {place.kind} {place.phi_class} {text!r}")


def compare(model: Path, originals: list[Document], surrogates: list[Document]) -> None:
    from deid_studio.detection.model_pipeline import load_pipeline

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
