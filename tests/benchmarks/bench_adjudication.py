"""How many keys it takes to adjudicate what two annotators differ in, in the real window, and whether anything is lost.

    python tests/benchmarks/bench_adjudication.py ../shared/corpora/meddocan/dev --reports 50

The annotators are made of gold by a seed: each misses spans, and gives others ends or classes of their own, at the
shares told by the options. A scripted adjudicator who knows the gold takes the side that is right, both, or nothing,
by the panel's keys; where neither is right nothing is taken and the span is marked in the text by the keys of a
review. Every key is one press that QTest sends to the window. What both have alike is not looked at: it counts as lost
only if it is not in the signed gold.

Told are differences, keys, keys a difference, and what of the decisions is not in the gold that was signed, which is
to be nothing. Exits with 1 when something is lost, or a difference takes more keys than --most.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import click
from PySide6.QtCore import qInstallMessageHandler

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from scripted_reviewer import Reviewer, Silent

from deid_studio.corpora.corpus_files import GOLD
from deid_studio.corpora.corpus_folder import CorpusFolder, annotators_named, make_corpus
from deid_studio.corpora.layer_differences import Difference, compared
from deid_studio.corpora.plan import Plan
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.review.project import Project
from tests.gui.parts import Window


@click.command()
@click.argument("gold", type=click.Path(path_type=Path, exists=True))
@click.option("--reports", default=50, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--missed", default=0.06, show_default=True, help="Share of spans that an annotator misses.")
@click.option("--ends", default=0.04, show_default=True, help="Share of spans with other ends.")
@click.option("--classes", default=0.02, show_default=True, help="Share of spans with another class.")
@click.option("--most", default=1.3, show_default=True, help="Keys a difference.")
def main(gold: Path, reports: int, seed: int, missed: float, ends: float, classes: float, most: float) -> None:
    """Count the keys."""
    tagset = shipped_tagset("meddocan")
    documents = read_corpus([gold])
    drawn = sorted(random.Random(seed).sample(documents, min(reports, len(documents))), key=lambda doc: doc.id)
    qInstallMessageHandler(lambda *_told: None)
    with tempfile.TemporaryDirectory() as place:
        corpus, layers = _corpus(Path(place), drawn, tagset, seed, (missed, ends, classes))
        adjudicator = _adjudicated(Path(place), corpus, drawn, layers, tagset)
        signed = dict(corpus.signed_spans(GOLD, tagset))
    lost = sum(set(signed.get(name, ())) != wanted for name, wanted in adjudicator.wanted.items())
    keys, places = sum(adjudicator.a_report), adjudicator.places
    print(f"{len(drawn)} reports, {places} differences, {adjudicator.neither} of them with neither side right")
    print(f"{keys} keys, with those that sign: {keys / max(places, 1):.2f} a difference (at most {most})")
    print(f"{lost} reports whose signed gold is not what was decided")
    sys.exit(1 if lost or keys > most * places else 0)


def _corpus(
    place: Path, documents: list[Document], tagset: TagSet, seed: int, shares: tuple[float, float, float]
) -> tuple[CorpusFolder, dict[str, dict[str, set[Span]]]]:
    reports = place / "reports"
    reports.mkdir()
    for doc in documents:
        (reports / f"{doc.id}.txt").write_bytes(doc.text.encode("utf-8"))
    corpus = make_corpus(place / "corpus", "bench", reports, annotators_named(["Ana", "Luis"]), Plan(), tagset)
    layers: dict[str, dict[str, set[Span]]] = {}
    for number, annotator in enumerate(corpus.corpus.annotators):
        chance = random.Random(1000 * seed + number)
        project = Project(corpus.layer(annotator), tagset, annotator.name)
        for doc in documents:
            session = project.open(doc.id)
            own = set(_slipped(doc, chance, [one.name for one in tagset], shares))
            for span in sorted(own):
                session.perform(Add(session.desk.next_id, span))
            session.sign_off()
            layers.setdefault(doc.id, {})[annotator.name] = own
        project.close()
    return corpus, layers


def _slipped(
    doc: Document, chance: random.Random, classes: list[str], shares: tuple[float, float, float]
) -> Iterator[Span]:
    missed, ends, others = shares
    for span in doc.spans:
        drawn = chance.random()
        first, _, rest = span.text(doc.text).partition(" ")
        if drawn < missed:
            continue
        if drawn < missed + ends and rest:
            yield Span(span.start, span.start + len(first), span.phi_class)
        elif drawn > 1 - others:
            yield Span(span.start, span.end, chance.choice(classes))
        else:
            yield span


def _adjudicated(
    place: Path,
    corpus: CorpusFolder,
    documents: list[Document],
    layers: dict[str, dict[str, set[Span]]],
    tagset: TagSet,
) -> Adjudicator:
    app = make_application(["bench-adjudication"])
    preferences = Preferences(place / "config" / "settings.toml")
    preferences.reviewer_asked = True
    preferences.change(reviewer="Eva", theme="light")
    controller = ReviewController(tagset, place / "no-model", "Eva", make_preannotator=Silent)  # type: ignore[arg-type]
    window = Window(controller, preferences)
    controller.setParent(window)
    window.resize(1280, 800)
    window.show()
    adjudicator = Adjudicator(app, window, {doc.id: doc for doc in documents}, False)
    adjudicator.layers = layers
    window.open_folder(corpus.folder)
    adjudicator.until(lambda: controller.folder is not None and controller.session is not None)
    adjudicator.until(lambda: not controller.folder.preannotating)  # type: ignore[union-attr]
    window.activateWindow()
    for _ in documents:
        adjudicator.report()
    window.close()
    return adjudicator


class Adjudicator(Reviewer):
    """Presses the panel's keys, and those of a review where neither side is right."""

    layers: dict[str, dict[str, set[Span]]]
    places = 0
    neither = 0

    def report(self) -> None:
        """Adjudicate the report on the screen and sign it off."""
        controller, walk = self.window.controller, self.window.features["adjudicating"]
        session, folder = controller.session, controller.folder
        assert session is not None and folder is not None
        doc = self.gold[session.name]
        found = compared(self.layers[doc.id])
        self.places += len(found.differences)
        wanted = set(found.agreed)
        while walk.current is not None:
            place = walk.current
            right = {span for span in doc.spans if span.start < place.end and place.start < span.end}
            wanted |= right
            key = self._key(place, right)
            if key is not None:
                self.press(key, "take")
                continue
            self.neither += 1
            while place in walk.differences:
                self._decide(doc, controller.mention)
            if walk.current == place:
                self.press("Return", "go on")
        lacking = sorted(wanted - {m.span for m in controller.desk if self._counts(m)})
        if lacking:
            self.press("Escape", "to the text")
            for span in lacking:
                self._mark(span)
            self.press("Ctrl+Shift+Q", "back to the panel")
        self.press("Return", "sign off")
        self.until(lambda: session.signed)
        self.wanted[doc.id] = wanted
        last = folder.next_unsigned(session.name) is None
        self.until(lambda: last or (controller.session is not None and controller.session is not session))
        self.app.processEvents()
        self.a_report.append(self.pressed)
        self.pressed = 0

    @property
    def wanted(self) -> dict[str, set[Span]]:
        """What was decided, by report."""
        return self.__dict__.setdefault("_wanted", {})

    def _go_on(self, doc: Document) -> None:
        pass  # the panel does

    def _class_key(self, name: str) -> str:
        key = super()._class_key(name)
        return key if not key.isdigit() else "Backspace"  # a figure takes a side; what is rejected is marked anew

    def _key(self, place: Difference, right: set[Span]) -> str | None:
        """The key that leaves what is right there; None where there is none."""
        sides = [set(side.spans) for side in place.sides]
        if right == sides[0]:
            return "Return"
        if right in sides:
            return str(sides.index(right) + 1)
        if right == set().union(*sides):
            return "+"
        return None if right else "0"


if __name__ == "__main__":
    main()
