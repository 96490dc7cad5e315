"""How often the final check asks for each useful answer, and how much of what was missed it finds.

    python tests/benchmarks/bench_final_check.py tests/foreign/tenth
    python tests/benchmarks/bench_final_check.py ../shared/corpora/meddocan/dev --model tests/models/meddocan-train

A scripted reviewer decides every suggestion of the hybrid by gold, with suggestions that follow; then the final check
looks at what is left. Asked is each likely finding, and all the others of a report together where one of them is likely
to be of use; useful is what touches letters of gold that are unmarked. Told beside it is the sweep as it was before:
each finding asked about, none estimated. Exits with 1 when more than twice is asked for each useful answer.

`--learn` writes the weights of the chances, learned from these reports, instead.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio import paths
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
from deid_studio.review.checking.final_check import FinalCheck, load_final_check
from deid_studio.review.checking.finding import Finding, Sort
from deid_studio.review.checking.questions import is_likely, is_worth_asking
from deid_studio.review.checking.sweep import Sweep, detector_of
from deid_studio.review.checking.usefulness import Usefulness

_TAGSET = shipped_tagset("meddocan")
_MOST = 2.0  # asked for a useful answer
_HOLDING = 0.01  # chosen with the thresholds, by cross-validation on the reports that are learned from


@dataclass(frozen=True)
class Left:
    """What the scripted reviewer left of a report: the gold, their decisions, and what the two checks find."""

    doc: Document
    desk: Desk
    findings: tuple[Finding, ...]
    before: tuple[Finding, ...] = ()

    def is_useful(self, finding: Finding) -> bool:
        """Whether a place of a finding touches letters or figures of gold that are unmarked."""
        return any(self._free(place, gold) for place in (finding.span, *finding.others) for gold in self.doc.spans)

    @property
    def missed(self) -> list[Span]:
        """The gold of which something is unmarked."""
        return [gold for gold in self.doc.spans if self._free(gold, gold)]

    def _free(self, place: Span, gold: Span) -> bool:
        inside = range(max(place.start, gold.start), min(place.end, gold.end))
        text, marked = self.doc.text, self.desk.decided_spans
        return any(text[at].isalnum() and not any(one.start <= at < one.end for one in marked) for at in inside)


@click.command()
@click.argument("gold", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--model",
    default=paths.resources() / "models" / "default",
    help="A model that has not seen the reports.",
    type=click.Path(path_type=Path),
)
@click.option("--every", default=1, show_default=True, help="Only every n-th report.")
@click.option("--learn", type=click.Path(path_type=Path), help="Write the weights here.")
def main(gold: tuple[Path, ...], model: Path, every: int, learn: Path | None) -> None:
    """Measure the final check, or learn its chances."""
    pipeline, check = load_pipeline(model), load_final_check(model, _TAGSET)
    source = tagset_of(model)
    marginals = detector_of({"use": "crf-marginals", "least": 0.02}, Surroundings(model, tagset=source))
    sweep = Sweep(_TAGSET, (marginals,), source)
    left = []
    for doc in read_corpus(gold)[::every]:
        desk = reviewed(doc, pipeline.detect(Document(doc.id, doc.text)))
        before = () if learn is not None else tuple(sweep.findings(doc.text, desk))
        left.append(Left(doc, desk, check.findings(doc.text, desk), before))
    if learn is not None:
        write_weights(left, check, learn)
    else:
        sys.exit(tell(left))


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


def write_weights(left: Sequence[Left], check: FinalCheck, path: Path) -> None:
    """Learn what each clue weighs from the findings that are only estimated, and write it."""
    usefulness = check.usefulness
    assert isinstance(usefulness, Usefulness)
    clues, right = [], []
    for one in left:
        findings = [own for own in one.findings if own.sort in (Sort.DOUBT, Sort.ELSEWHERE)]
        clues += usefulness.clues(findings, one.doc.text, one.desk)
        right += map(one.is_useful, findings)
    weights = fit(clues, right, _HOLDING)
    write_file(path, (json.dumps(weights.to_json(), indent=1, ensure_ascii=False) + "\n").encode())
    print(f"{len(left)} reports, {len(right)} findings, {sum(right)} of use")


def tell(left: Sequence[Left]) -> int:
    """Print the figures; returns the exit code."""
    print(f"{len(left)} reports; spans that the reviewer left unmarked: {sum(len(one.missed) for one in left)}")
    _tell("the sweep before", [(1, one.is_useful(own)) for one in left for own in one.before], left, "before")
    likely = [(one, own) for one in left for own in one.findings if is_likely(own)]
    alone = [(1, one.is_useful(own)) for one, own in likely]
    _tell("asked one by one", alone, left, "likely")
    groups = [(one, [own for own in one.findings if not is_likely(own)]) for one in left]
    asked = [(1, any(map(one.is_useful, rest))) for one, rest in groups if is_worth_asking(rest)]
    _tell("asked together", asked, left, "together")
    ratio = _tell("asked in all", [*alone, *asked], left, "all")
    _tell("shown and not asked about", [], left, "findings")
    for sort in Sort:
        own = [one.is_useful(finding) for one, finding in likely if finding.sort is sort]
        if own:
            print(f"  one by one, {sort.value}: {len(own)} asked, {sum(own)} of use")
    return int(ratio > _MOST)


def _tell(name: str, asked: Sequence[tuple[int, bool]], left: Sequence[Left], which: str) -> float:
    useful = sum(was for _, was in asked)
    found = sum(any(own.overlaps(gold) for own in _places(one, which)) for one in left for gold in one.missed)
    ratio = len(asked) / useful if useful else float(bool(asked)) * float("inf") if asked else 0.0
    print(
        f"{name}: asked {len(asked)} times, {useful} of use ({ratio:.2f}); of the spans left unmarked it finds {found}"
    )
    return ratio


def _places(one: Left, which: str) -> list[Span]:
    rest = [own for own in one.findings if not is_likely(own)]
    shown = rest if is_worth_asking(rest) else []
    likely = [own for own in one.findings if is_likely(own)]
    chosen = {"before": one.before, "likely": likely, "together": shown, "all": [*likely, *shown]}
    return [place for own in chosen.get(which, one.findings) for place in (own.span, *own.others)]


if __name__ == "__main__":
    main()
