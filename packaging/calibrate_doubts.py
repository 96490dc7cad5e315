"""Measures how often doubts (`detection/doubts.py`) hold PHI, and writes what their confidences are worth.

    python packaging/calibrate_doubts.py ../shared/corpora/meddocan/dev tests/foreign/dev \
        --model tests/models/meddocan-train --for resources/models/default

Prints, for folders apart, what the hybrid misses, how much of it doubts cover, how many doubts there are, and the
table of confidences as corrected by the other half of the reports. With --write they are written beside the profile.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from deid_studio import paths
from deid_studio.detection.crf_model import read_model
from deid_studio.detection.doubts import Doubts, load_doubts
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.pipeline import Pipeline
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import read_folder
from deid_studio.learning.calibrating import Judged, error, fit, reliability
from deid_studio.model.document import Document


def main() -> None:
    """Measure, tell, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gold", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, required=True, help="one that has not seen the reports")
    parser.add_argument("--for", dest="successor", type=Path, help="the model that what is written is for")
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    pipeline, doubts = load_pipeline(wanted.model), load_doubts(wanted.model)
    assert doubts is not None
    reports: list[list[Judged]] = []
    for folder in wanted.gold:
        reports += _measured(folder, pipeline, doubts)
    print(f"\ncorrected by the other half (ECE {error(reliability(reports)):.4f}):")
    for one in reliability(reports):
        print(f"{one.low:>7.3f}-{one.high:<7.3f}{one.count:>7}{one.confidence:>9.4f}{one.right:>9.4f}")
    calibration = fit(reports, read_model(wanted.successor or wanted.model).fingerprint)
    for source, knots in calibration.knots.items():
        print(source, knots)
    if wanted.write:
        path = paths.resources() / "profiles" / "doubts.calibration.json"
        write_file(path, (json.dumps(calibration.to_json(), indent=1) + "\n").encode())


def _measured(folder: Path, pipeline: Pipeline, doubts: Doubts) -> list[list[Judged]]:
    found: list[list[Judged]] = []
    missed = covered = 0
    times = [0.0, 0.0]
    for doc in read_folder(folder):
        bare = Document(doc.id, doc.text)
        began = time.perf_counter()
        suggestions = pipeline.detect(bare)
        between = time.perf_counter()
        own = doubts.raw(bare, suggestions)
        times = [times[0] + between - began, times[1] + time.perf_counter() - between]
        left = [span for span in doc.spans if not any(span.overlaps(one.span) for one in suggestions)]
        missed += len(left)
        covered += sum(any(span.overlaps(one.span) for one, _ in own) for span in left)
        # Right is what holds PHI: a doubt is there to be looked at.
        held = [any(one.span.overlaps(span) for span in doc.spans) for one, _ in own]
        found.append([Judged(s, one.confidence, hold, hold) for (one, s), hold in zip(own, held, strict=True)])
    count, total = sum(map(len, found)), len(found)
    print(f"{folder}: {total} reports, missed {missed}, of these covered {covered}, {count / total:.1f} doubts each")
    print(f"  {times[0] / total * 1000:.1f} ms a report, doubts {times[1] / total * 1000:.1f} ms more")
    return found


if __name__ == "__main__":
    main()
