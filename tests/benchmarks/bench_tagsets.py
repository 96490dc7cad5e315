"""Characters of PHI found on annotated reports in a coarse tag set of one's own, beside MEDDOCAN's.

    .venv/bin/python tests/benchmarks/bench_tagsets.py CORPUS MODEL

Both are counted on what is a class in both: the gold's classes that the coarse tag set has a class for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.ontology import mapping_between
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset

_NAMES = "PACIENTE MEDICO FAMILIAR FECHA EDAD LUGAR HOSPITAL TELEFONO CORREO NUMERO".split()
COARSE = TagSet("coarse", "1", tuple(PhiClass(name, {}).as_named() for name in _NAMES))


def _characters(spans: Iterable[Span]) -> set[tuple[int, str]]:
    return {(at, span.phi_class) for span in spans for at in range(span.start, span.end)}


def main(corpus: Path, model: Path) -> None:
    """Print precision, recall and F1 of characters with their class, in both tag sets."""
    meddocan = shipped_tagset("meddocan")
    mapping = mapping_between(meddocan, COARSE)
    assert mapping is not None
    pipeline = load_pipeline(model)
    coarse = pipeline.into(COARSE)
    counts = {name: [0, 0, 0] for name in ("meddocan", "coarse")}  # right, suggested, gold
    for doc in read_corpus([corpus]):
        plain = Document(doc.id, doc.text)
        all_of = {"meddocan": (doc.spans, [one.span for one in pipeline.detect(plain)])}
        all_of["coarse"] = (tuple(mapping.spans(doc.spans, doc.text)), [one.span for one in coarse.detect(plain)])
        for name, (gold, found) in all_of.items():
            if name == "meddocan":
                gold, found = (tuple(s for s in spans if mapping.spans([s], doc.text)) for spans in (gold, found))
            right, there = _characters(found), _characters(gold)
            for at, number in enumerate((len(right & there), len(right), len(there))):
                counts[name][at] += number
    print(f"nothing in the coarse tag set: {', '.join(mapping.nothing)}")
    for name, (right, found, gold) in counts.items():
        print(f"{name:10} P {right / found:.4f}  R {right / gold:.4f}  F1 {2 * right / (found + gold):.4f}  of {gold}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
