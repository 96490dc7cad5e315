"""Comparing labellings: the body's CRF in all four, measured by tokens and spans (thesis, tables 5.1 to 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.sectioned.header import parts
from deid_studio.detection.sectioned.sectioned_model import SectionedModel
from deid_studio.detection.sections import Section
from deid_studio.detection.tokens import tokenizer
from deid_studio.lab.token_scores import count_tags, micro
from deid_studio.learning.bio import OUTSIDE, tag_lines
from deid_studio.learning.scores import Counts, ner_counts, strict_counts
from deid_studio.learning.section_models import Labelling, SectionedOptions, SectionedTrainer
from deid_studio.model.document import Document
from deid_studio.progress import Progress

# F1 of the thesis: tables 5.1 and 5.2 give it per label (C-N and D-N here weighted by support), table 5.5 the micro
# average without the label I; for N-I with classes it gives none without I.
PUBLISHED_F1 = {Labelling.NI: 0.86, Labelling.BIO: 0.85, Labelling.BIO_CLASSES: 0.80}


@dataclass(frozen=True, slots=True)
class LabellingScores:
    """What one labelling reaches on bodies.

    `tokens` counts labels without `O`, on all lines and, as in the thesis, on those that hold PHI; `spans` counts
    places, `ner` places with classes (None where the labelling has none).
    """

    labelling: Labelling
    tokens: Counts
    tokens_of_lines_with_phi: Counts
    spans: Counts
    ner: Counts | None


def compare_labellings(
    trainer: SectionedTrainer,
    dev: Sequence[Document],
    options: Callable[[Labelling], SectionedOptions] = SectionedOptions,
    progress: Progress | None = None,
) -> list[LabellingScores]:
    """Train a model in each labelling and measure it on the bodies of `dev`."""
    progress = progress or Progress()
    return [score(trainer.train(options(labelling)), labelling, dev, progress) for labelling in Labelling]


def score(model: SectionedModel, labelling: Labelling, dev: Sequence[Document], progress: Progress) -> LabellingScores:
    """The scores of a model's CRF on the bodies of annotated reports."""
    detector = CrfDetector(model.crf, default_gazetteers())
    everywhere: dict[str, Counts] = {}
    with_phi: dict[str, Counts] = {}
    spans, ner = Counts(), Counts()
    for doc in progress.each(dev, len(dev), f"measuring {labelling}"):
        lines = tokenizer().lines(doc.text)
        body = [part is Section.BODY for part in parts(lines, model.indicators)]
        found = [suggestion.span for suggestion in detector.detect(Document(doc.id, doc.text))]
        pairs = zip(tag_lines(lines, doc.spans), tag_lines(lines, found), body, strict=True)
        for own_gold, own_found, in_body in pairs:
            if not in_body:
                continue
            gold_tags = [labelling.tag(tag) for tag in own_gold]
            found_tags = [labelling.tag(tag) for tag in own_found]
            count_tags(gold_tags, found_tags, everywhere)
            if any(tag != OUTSIDE for tag in own_gold):
                count_tags(gold_tags, found_tags, with_phi)
        starts = {start for line, in_body in zip(lines, body, strict=True) if in_body for start in line.starts}
        gold_spans = [span for span in doc.spans if span.start in starts]
        found_spans = [span for span in found if span.start in starts]
        spans += strict_counts(gold_spans, found_spans)
        ner += ner_counts(gold_spans, found_spans)
    classes = labelling in (Labelling.NI_CLASSES, Labelling.BIO_CLASSES)
    return LabellingScores(labelling, micro(everywhere), micro(with_phi), spans, ner if classes else None)
