"""Training of a judge: from annotated reports that no detector has learned from to what each clue weighs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deid_studio.detection.judge.judge import Judge, Weights
from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.progress import Progress

_HOLDING = 0.03  # inverse strength of the L2 penalty, on clues of unit variance
_HALF = 0.5


def judge_of(pipeline: Pipeline) -> Judge | None:
    """The judge of a pipeline, if it has one."""
    return next((one for one in pipeline.detectors if isinstance(one, Judge)), None)


def learn_weights(pipeline: Pipeline, documents: Sequence[Document], progress: Progress | None = None) -> Weights:
    """The weights with which the pipeline's judge tells best what in annotated reports is PHI.

    A suggestion counts as PHI when half of its letters and figures are. Raises `ValueError` where the pipeline has no
    judge, or the reports that it judges hold nothing to tell apart.
    """
    judge = judge_of(pipeline)
    if judge is None:
        raise ValueError("the pipeline has no judge")
    unjudged = pipeline.with_detectors([one for one in pipeline.detectors if one is not judge])
    found: list[Mapping[str, float]] = []
    right: list[bool] = []
    for doc in (progress or Progress()).each(documents, len(documents), "annotating"):
        suggestions = [one for one, _ in unjudged.joined(doc)]
        if own := judge.clues(doc, suggestions):
            found += own
            right += [_share(one.span, doc) > _HALF for one in suggestions]
    if len(set(right)) < 2:
        raise ValueError("nothing to tell apart")
    return fit(found, right)


def _share(span: Span, doc: Document) -> float:
    places = [at for at in range(span.start, span.end) if doc.text[at].isalnum()]
    held = sum(any(gold.start <= at < gold.end for gold in doc.spans) for at in places)
    return held / len(places) if places else 0.0


def fit(
    found: Sequence[Mapping[str, float]],
    right: Sequence[bool],
    holding: float = _HOLDING,
    counts: Sequence[float] | None = None,
) -> Weights:
    """The weights by which clues tell best what is right; the greater `holding`, the further they may go.

    `counts` says how many each of them stands for, one each without.
    """
    from sklearn.feature_extraction import DictVectorizer  # takes a second to import
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    names = DictVectorizer(sparse=False)
    values = names.fit_transform(found)
    scale = StandardScaler()
    model = LogisticRegression(C=holding, max_iter=5000).fit(scale.fit_transform(values), right, counts)
    weights = model.coef_[0] / scale.scale_
    intercept = float(model.intercept_[0] - (weights * scale.mean_).sum())
    return Weights(
        round(intercept, 4),
        {name: round(float(own), 4) for name, own in zip(names.feature_names_, weights, strict=True)},
    )
