"""What learning from signed reports brings on others of the same hospitals, what it forgets at home, how long it takes.

    python tests/benchmarks/bench_learning.py efgh --signed 3 --home ../shared/corpora/meddocan/dev
    python tests/benchmarks/bench_learning.py --folder DIR --signed 3

The second takes annotated reports that are there: a layout is what their names begin with (`u-01.txt`), of each the
first by name are signed, all the others measured.
The hospitals are made (`made_hospitals.py`): `abcd` were looked at when learning was built, `efgh` when the judge began
to learn too, `ijkl` when home was replayed, `mnop` when learned ends came, `qrst` never before they were measured. The
model is the default one's twin, which has not learned from dev; the whole hybrid is measured, the rehearsal printed. At
last the others are measured as a person meets them in the folder where the reports were signed, whose own texts and
labels are known there (`review/alike/house.py`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from bench_final_check import reviewed
from made_hospitals import hospitals

from deid_studio.detection.crf_model import read_model
from deid_studio.detection.model_pipeline import load_pipeline, with_model
from deid_studio.detection.pipeline import Pipeline
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import Evaluation, evaluate
from deid_studio.learning.rehearsal import rehearse
from deid_studio.learning.rehearsal_tables import to_text
from deid_studio.learning.two_systems import compare
from deid_studio.learning.two_systems import to_text as differences
from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.alike.house import House, lesson_of

TWIN = Path(__file__).resolve().parents[1] / "models" / "meddocan-train"
PROSE = {
    "abcd": ("eighth/ordinary", "ninth/ordinary"),
    "efgh": ("tenth/ordinary", "seventh/q"),
    "ijkl": ("twelfth/ordinary", "thirteenth/ordinary"),
    "mnop": ("seventh/n", "thirteenth/hard"),
    "qrst": ("fifteenth/ordinary", "fifteenth/hard"),
}


def measured(suggest: Callable[[Document], Sequence[Suggestion]], documents: list[Document]) -> Evaluation:
    """The figures of what suggests."""
    return evaluate(documents, lambda doc: [one.span for one in suggest(Document(doc.id, doc.text))])


def house_of(pipeline: Pipeline, signed: list[Document]) -> House:
    """What a folder knows in which these reports were decided by gold."""
    tagset = shipped_tagset("meddocan")
    desks = ((doc, reviewed(doc, pipeline.detect(Document(doc.id, doc.text)))) for doc in signed)
    return House(tagset).with_lessons(lesson_of(doc.id, desk, doc.text, tagset) for doc, desk in desks)


def split(letters: str, folder: Path | None, signed: int, others: int, seed: int) -> tuple[list[Document], ...]:
    """The signed reports and the others, of made hospitals or of a folder."""
    if folder is not None:
        made: dict[str, list[Document]] = {}
        for doc in read_corpus([folder]):
            made.setdefault(doc.id.partition("-")[0], []).append(doc)
    else:
        prose = next(own for looked_at, own in PROSE.items() if letters[0] in looked_at)
        made = hospitals(letters, signed + others, prose, seed)
    groups = made.values()
    return [doc for own in groups for doc in own[:signed]], [doc for own in groups for doc in own[signed:]]


@click.command()
@click.argument("letters", default="")
@click.option("--folder", type=click.Path(exists=True, path_type=Path), help="Annotated reports instead of made ones.")
@click.option("--signed", default=3, help="How many reports of each hospital are learned from.")
@click.option("--others", default=12, help="How many others are measured.")
@click.option("--home", type=click.Path(path_type=Path), help="Annotated reports of home.")
@click.option("--some", default=0, help="Only so many of these.")
@click.option("--seed", default=1)
def main(letters: str, folder: Path | None, signed: int, others: int, home: Path | None, some: int, seed: int) -> None:
    """Learn and measure."""
    if not letters and folder is None:
        raise click.UsageError("letters of made hospitals, or --folder")
    learned_from, away = split(letters, folder, signed, others, seed)
    base = read_model(TWIN)
    began, cpu = time.monotonic(), time.process_time()
    model, rehearsal = rehearse(base, TWIN, learned_from)
    click.echo(to_text(rehearsal))
    took = f"{time.monotonic() - began:.0f} s, {time.process_time() - cpu:.0f} s of processor"
    standard = rehearsal.standard
    asked = f"the judge asks for {standard.least}, {standard.least_direct}, in their layouts for {standard.signed}"
    click.echo(f"{len(learned_from)} reports, {asked}, {took}")
    old = load_pipeline(TWIN)
    new = with_model(old, model)
    parts = {"others": away}
    if home is not None:
        at_home = read_corpus([home])
        parts["home"] = at_home[:: max(len(at_home) // some, 1)] if some else at_home
    for name, documents in parts.items():
        before, after = measured(old.detect, documents), measured(new.detect, documents)
        click.echo(
            f"{name}: {len(documents)} reports; characters missed {before.characters.fn} → {after.characters.fn},"
            f" mentions missed {before.ner.fn} → {after.ner.fn}, wrong {before.ner.fp} → {after.ner.fp}"
        )
        click.echo(differences(compare(before, after), ("before", "after")))
    house = house_of(old, learned_from)
    after = measured(lambda doc: house.applied(doc.id, doc.text, new.detect(doc))[0], away)
    click.echo(
        f"others, in the folder of the signed ones: characters missed {after.characters.fn},"
        f" precision {after.characters.precision:.4f}, NER {after.ner.f1:.4f}"
    )


if __name__ == "__main__":
    main()
