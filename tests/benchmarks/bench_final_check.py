"""How often the final check asks for each useful answer, and how much of what was missed it finds.

    python tests/benchmarks/bench_final_check.py tests/foreign/thirteenth
    python tests/benchmarks/bench_final_check.py --home ../shared/corpora/meddocan/dev

A scripted reviewer decides every suggestion of the hybrid by gold, with suggestions that follow; then the final check
looks at what is left. Asked is each finding that is asked about by itself, and all the others of a report together
where that is worth a question; useful is what touches letters of gold that are unmarked. Told beside it is the sweep as
it was before: each finding asked about, none estimated. Exits with 1 when more than twice is asked for each useful
answer. What was rejected is left out in a line of its own: the script rejects nothing by mistake, so no such question
can be of use to it (of the 9 surest on dev 7 are PHI that gold lacks).

The reports of `--home` are decided with a model that has not seen them. `--kept` keeps what was found in a folder and
takes it from there, so that detection runs once; it is to be emptied when a detector or a clue changes.

`--learn` writes the weights of the chances, learned from these reports; the figures are then of chances that were
learned from the other four fifths of them.
"""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio import paths
from deid_studio.detection.judge.judge import Weights
from deid_studio.detection.model_pipeline import load_pipeline
from deid_studio.detection.model_tagset import tagset_of
from deid_studio.detection.registry import Surroundings
from deid_studio.formats.files import write_file
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.judge_training import fit
from deid_studio.model.document import Document
from deid_studio.model.edits import Add, Edit, Reject, Remove, Restore, Several
from deid_studio.model.mentions import Decision, Desk, Mention, desk_of
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.alike.following import following
from deid_studio.review.checking.final_check import load_final_check
from deid_studio.review.checking.finding import Finding, Sort
from deid_studio.review.checking.questions import is_likely, is_worth_asking
from deid_studio.review.checking.sweep import Sweep, detector_of
from deid_studio.review.checking.usefulness import Usefulness, shipped_weights

_TAGSET = shipped_tagset("meddocan")
_SHIPPED = paths.resources() / "models" / "default"
_TRAIN_ALONE = Path(__file__).resolve().parents[1] / "models" / "meddocan-train"
_MOST = 2.0  # asked for a useful answer
_HOLDING = 0.01  # chosen by cross-validation on the reports that are learned from
_FOLDS = 5
_FOLDER = click.Path(path_type=Path)


@dataclass(frozen=True)
class Left:
    """What the scripted reviewer left of a report: the gold, their decisions, what the check finds and by which clues,
    what the sweep found before."""

    doc: Document
    desk: Desk
    findings: tuple[Finding, ...]
    clues: tuple[Mapping[str, float], ...]
    before: tuple[Finding, ...]

    def is_useful(self, finding: Finding) -> bool:
        """Whether a place of a finding touches letters or figures of gold that are unmarked."""
        return any(self._free(place, gold) for place in (finding.span, *finding.others) for gold in self.doc.spans)

    @property
    def missed(self) -> list[Span]:
        """The gold of which something is unmarked."""
        return [gold for gold in self.doc.spans if self._free(gold, gold)]

    @property
    def estimated(self) -> list[tuple[Finding, Mapping[str, float]]]:
        """The findings whose chances are learned, with their clues."""
        pairs = zip(self.findings, self.clues, strict=True)
        return [(one, clues) for one, clues in pairs if one.sort in (Sort.DOUBT, Sort.ELSEWHERE)]

    def by(self, weights: Weights) -> Left:
        """The same with the chances that weights give."""
        chances = {one: weights.chance(clues) for one, clues in self.estimated}
        return replace(self, findings=tuple(replace(one, chance=chances.get(one, one.chance)) for one in self.findings))

    def _free(self, place: Span, gold: Span) -> bool:
        inside = range(max(place.start, gold.start), min(place.end, gold.end))
        text, marked = self.doc.text, self.desk.decided_spans
        return any(text[at].isalnum() and not any(one.start <= at < one.end for one in marked) for at in inside)


@click.command()
@click.argument("gold", nargs=-1, type=_FOLDER)
@click.option("--home", multiple=True, help="Reports of a corpus that the shipped model knows.", type=_FOLDER)
@click.option("--kept", help="Keep here what was found, and take it from here.", type=_FOLDER)
@click.option("--learn", type=_FOLDER, help="Write the weights here.")
def main(gold: tuple[Path, ...], home: tuple[Path, ...], kept: Path | None, learn: Path | None) -> None:
    """Measure the final check, or learn its chances."""
    parts = {folder: left_of(read_corpus([folder]), _SHIPPED, kept) for folder in gold}
    parts |= {folder: left_of(read_corpus([folder]), _TRAIN_ALONE, kept) for folder in home}
    weights = [shipped_weights()] * _FOLDS
    if learn is not None:
        everything = [one for left in parts.values() for one in left]
        write_file(learn, (json.dumps(learned(everything).to_json(), indent=1, ensure_ascii=False) + "\n").encode())
        weights = [learned([one for one in everything if _fold(one) != fold]) for fold in range(_FOLDS)]
    told = [tell(folder.name, [one.by(weights[_fold(one)]) for one in left]) for folder, left in parts.items()]
    sys.exit(max(told, default=0))


def left_of(docs: Sequence[Document], model: Path, kept: Path | None) -> list[Left]:
    """What the reviewer leaves of reports with the suggestions of a model; taken from `kept` where it is there."""
    places = [kept and kept / f"{Path(doc.id).name}.{model.name}" for doc in docs]
    if all(place is not None and place.exists() for place in places):
        return [pickle.loads(place.read_bytes()) for place in places if place]
    pipeline, check = load_pipeline(model), load_final_check(model, _TAGSET)
    source = tagset_of(model)
    marginals = detector_of({"use": "crf-marginals", "least": 0.02}, Surroundings(model, tagset=source))
    sweep, usefulness = Sweep(_TAGSET, (marginals,), source), check.usefulness
    assert isinstance(usefulness, Usefulness)
    found = []
    for doc, place in zip(docs, places, strict=True):
        desk = reviewed(doc, pipeline.detect(Document(doc.id, doc.text)))
        findings = check.findings(doc.text, desk)
        clues = tuple(usefulness.clues(findings, doc.text, desk))
        found.append(Left(doc, desk, findings, clues, tuple(sweep.findings(doc.text, desk))))
        if place is not None:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(pickle.dumps(found[-1]))
    return found


def _fold(one: Left) -> int:
    return hashlib.sha256(one.doc.id.encode()).digest()[0] % _FOLDS


def reviewed(doc: Document, suggestions: Iterable[Suggestion]) -> Desk:
    """The desk after each suggestion was decided by gold, in text order, and others followed."""
    desk = desk_of((), suggestions)
    while desk.pending:
        desk = following(desk, doc.text, _by_gold(desk, desk.pending[0], doc.spans), _TAGSET).apply(desk)
    return desk


def _by_gold(desk: Desk, mention: Mention, spans: Sequence[Span]) -> Edit:
    gold = [span for span in spans if span.overlaps(mention.span)]
    wanted = [span for span in gold if span not in desk.decided_spans]
    if not wanted:
        return Remove(mention.id) if gold else Reject(mention.id)
    first = Restore(Mention(mention.id, wanted[0], Decision.ACCEPTED, mention.origin, mention.suggestion))
    others = [Add(desk.next_id + number, span) for number, span in enumerate(wanted[1:])]
    return Several((first, *others)) if others else first


def learned(left: Sequence[Left]) -> Weights:
    """What each clue weighs, from the findings that are only estimated."""
    rows = [(clues, one.is_useful(finding)) for one in left for finding, clues in one.estimated]
    clues, right = zip(*rows, strict=True)
    return fit(clues, right, _HOLDING)


def tell(name: str, left: Sequence[Left]) -> int:
    """Print the figures; returns the exit code."""
    print(f"{name}: {len(left)} reports; spans left unmarked: {sum(len(one.missed) for one in left)}")
    _tell("the sweep before", left, lambda one: [[own] for own in one.before])
    _tell("each finding by itself", left, lambda one: [[own] for own in one.findings])
    for sort in Sort:
        of_sort = [replace(one, findings=tuple(own for own in one.findings if own.sort is sort)) for one in left]
        if any(map(_alone, of_sort)):
            _tell(f"asked one by one, {sort.value}", of_sort, _alone)
    _tell("asked together", left, _together)
    asked = _tell("asked in all", left, _questions)
    unrejected = [replace(one, findings=tuple(own for own in one.findings if not _is_rejected(own))) for one in left]
    _tell("the same, but for what was rejected", unrejected, _questions)
    return int(asked > _MOST)


def _is_rejected(finding: Finding) -> bool:
    return finding.sort is Sort.REJECTED


def _questions(one: Left) -> list[list[Finding]]:
    return [*_alone(one), *_together(one)]


def _alone(one: Left) -> list[list[Finding]]:
    return [[own] for own in one.findings if is_likely(own)]


def _together(one: Left) -> list[list[Finding]]:
    rest = [own for own in one.findings if not is_likely(own)]
    return [rest] if is_worth_asking(rest) else []


def _tell(name: str, left: Sequence[Left], questions: Callable[[Left], list[list[Finding]]]) -> float:
    """Print how often was asked, each time about some findings; returns how often for each useful answer."""
    asked = useful = found = 0
    for one in left:
        each = questions(one)
        places = [place for own in each for finding in own for place in (finding.span, *finding.others)]
        asked += len(each)
        useful += sum(any(map(one.is_useful, own)) for own in each)
        found += sum(any(place.overlaps(gold) for place in places) for gold in one.missed)
    ratio = asked / useful if useful else float("inf") if asked else 0.0
    print(f"  {name}: asked {asked} times, {useful} of use ({ratio:.2f}); finds {found} of the spans")
    return ratio


if __name__ == "__main__":
    main()
