"""Training a context model: which reports it learns from, and the model that comes of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from deid_studio import paths
from deid_studio.detection.context.columns import reader
from deid_studio.detection.context.context_model import ContextModel
from deid_studio.detection.gazetteers import context_gazetteers, shipped_gazetteers
from deid_studio.errors import TrainingDataError
from deid_studio.learning.context.network_training import NetworkOptions, examples, fit, words_told
from deid_studio.learning.context.prose import Prose
from deid_studio.learning.context.recasing import NameSwapper, recased
from deid_studio.learning.corpus import corpus_hash, tag_set_entry
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.styles.restyler import restyled
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress


@dataclass(frozen=True, slots=True)
class ContextOptions:
    """How to train: `prose` and `made` reports are made; of each report there are `restyled` copies in other styles,
    and of each of the `varied` ones `varied_restyled`, and `swapped` with other names; those of one layout are taken
    `repeated` times, so that the few words which only the clinic uses are not forgotten over the many layouts."""

    network: NetworkOptions = field(default_factory=NetworkOptions)
    prose: int = 3000
    made: int = 1200
    restyled: float = 0
    varied_restyled: float = 1
    swapped: int = 2
    repeated: int = 5
    seed: int = 1


def train_context(
    documents: Sequence[Document],
    varied: Sequence[Document],
    tagset: TagSet,
    options: ContextOptions | None = None,
    progress: Progress | None = None,
) -> ContextModel:
    """A context model of annotated reports; the same reports and options give the same model on the same machine.

    `varied` are those of many layouts, however few: they count several times, in other cases and with other names.
    Raises `TrainingDataError` when there is no span or a class that the tag set has not, `CancelledError` when the
    person stops.
    """
    options = options or ContextOptions()
    progress = progress or Progress()
    every = [*documents, *varied]
    if not any(doc.spans for doc in every):
        raise TrainingDataError(path=f"{len(every)} reports", detail="no span is annotated")
    entry = tag_set_entry(tagset, every)
    reports = training_reports(documents, varied, tagset, options)
    own = reader(words_told(reports, options.network.least_count))
    tags = ("O", *sorted({f"{part}-{span.phi_class}" for doc in reports for span in doc.spans for part in "BI"}))
    numbers = {tag: number for number, tag in enumerate(tags)}
    weights = fit(examples(reports, own, numbers, progress), own, tags, options.network, progress)
    manifest = {
        "tag_set": entry,
        "marks": list(own.marks),
        "lists_sha256": context_gazetteers().sha256,
        "training": asdict(options),
        "data": {
            "reports": len(every),
            "spans": sum(len(doc.spans) for doc in every),
            "sha256": corpus_hash(every),
        },
    }
    return ContextModel(tuple(own.words), tags, weights, manifest)


def training_reports(
    documents: Sequence[Document], varied: Sequence[Document], tagset: TagSet, options: ContextOptions
) -> list[Document]:
    """The annotated reports, their variants, and the made ones."""
    source = random.Random(options.seed)
    lists: dict[str, list[str]] = {}
    for gazetteer in shipped_gazetteers(paths.resources()):
        lists.setdefault(gazetteer.kind, [entry for entry in gazetteer.entries if entry.isalpha()])
    swapper = NameSwapper(lists["first_name"], lists["last_name"], context_gazetteers(), tagset)
    found = list(documents) * options.repeated
    for doc in documents:
        way = source.random()
        if way < 0.26:
            found.append(
                recased(doc, "small" if way < 0.1 else "upper" if way < 0.16 else "names", tagset, 0.8, source)
            )
    for doc in varied:
        found += [doc, doc, *(recased(doc, way, tagset, 0.7, source) for way in ("small", "upper", "names"))]
        for _ in range(options.swapped):
            other = swapper.swapped(doc, source)
            way = source.random()
            if way < 0.45:
                case = "small" if way < 0.2 else "upper" if way < 0.3 else "names"
                other = recased(other, case, tagset, 0.7, source)
            found.append(other)
    found += restyled(documents, options.restyled, tagset, options.seed)
    found += restyled(varied, options.varied_restyled, tagset, options.seed + 1)
    around = [*documents, *varied, *varied, *varied]
    resources = paths.resources()
    found += Augmenter.load(resources, tagset, options.seed).reports(around, options.made)
    found += Prose.load(resources, tagset, options.seed).reports(around, options.prose)
    return found
