"""What a profile finds in reports as they are and in copies made harder to read: dictated, in capitals, scanned.

    python tests/benchmarks/bench_readings.py --profile hybrid tests/foreign/dev tests/foreign/second

Of each folder, as it is and in each form: reports wholly clean, direct and all, characters P and R, F1 of NER,
strict and merged spans, seconds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio.detection.profile import load_profile
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import evaluate
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.people.folded_text import unaccented

TRAINED_ON_TRAIN = Path(__file__).resolve().parents[1] / "models" / "meddocan-train"
_WRONG = {"o": "0", "l": "1", "i": "1", "s": "5", "0": "O", "1": "l", "5": "S", "8": "B", "m": "rn", "O": "0", "S": "5"}
_MISREAD = 0.03
_STRAY_BLANK = 0.006
_WIDTH = 60


def dictated(text: str, _random: random.Random) -> Iterator[str]:
    """What stands for each code point in lower case without punctuation."""
    for at, sign in enumerate(text):
        closes = sign in ",;:.?!" and not text[at + 1 : at + 2].isalnum()
        yield "" if closes or sign in "¿¡()" else sign.lower()


def capitals(text: str, _random: random.Random) -> Iterator[str]:
    """What stands for each code point in capitals without accents."""
    yield from (sign.upper() if len(sign.upper()) == 1 else sign for sign in unaccented(text))


def scanned(text: str, chance: random.Random) -> Iterator[str]:
    """What stands for each code point after a bad scan: wrong signs, stray blanks, lines and words broken at 60."""
    column = 0
    for at, sign in enumerate(text):
        column = 0 if sign == "\n" else column + 1
        inside = text[at - 1 : at].isalpha() and text[at : at + 2].isalpha()
        if sign == " " and column > _WIDTH:
            column = 0
            yield "\n"
        elif inside and column > _WIDTH and chance.random() < 0.5:
            column = 0
            yield "-\n" + sign
        elif sign in _WRONG and chance.random() < _MISREAD * (3 if sign.isdigit() else 1):
            yield _WRONG[sign]
        elif inside and chance.random() < _STRAY_BLANK:
            yield " " + sign
        else:
            yield sign


FORMS: dict[str, Callable[[str, random.Random], Iterator[str]]] = {
    "dictated": dictated,
    "capitals": capitals,
    "scanned": scanned,
}


def rewritten(doc: Document, form: str) -> Document:
    """The report in a form, always the same one, with its spans at their new places."""
    parts = list(FORMS[form](doc.text, random.Random(f"{form} {doc.id}")))
    places = [0]
    for part in parts:
        places.append(places[-1] + len(part))
    text = "".join(parts)
    spans = []
    for span in doc.spans:
        start, end = places[span.start], places[span.end]
        while start < end and not text[start].isalnum() and doc.text[span.start].isalnum():
            start += 1  # a break before its first letter
        while start < end and text[end - 1].isspace():
            end -= 1
        if start < end:
            spans.append(Span(start, end, span.phi_class))
    return Document(doc.id, text, tuple(spans))


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", default="hybrid", show_default=True)
@click.option("--model", default=TRAINED_ON_TRAIN, type=click.Path(path_type=Path))
@click.option("--form", "forms", multiple=True, default=("", *FORMS), type=click.Choice(("", *FORMS)))
def main(folders: tuple[Path, ...], profile: str, model: Path, forms: tuple[str, ...]) -> None:
    """Measure a profile on reports in several forms."""
    pipeline = load_profile(profile).pipeline(model)
    pipeline.detect(Document("x", "Nombre: Ana"))
    print(f"{'':32}{'direct':>8}{'all':>7}{'P':>8}{'R':>8}{'NER':>8}{'strict':>8}{'merged':>8}{'s':>7}")
    for folder in folders:
        reports = list(read_corpus([folder]))
        for form in forms:
            made = [rewritten(doc, form) for doc in reports] if form else reports
            begun = time.process_time()
            found = {doc.id: [one.span for one in pipeline.detect(doc)] for doc in made}
            seconds = time.process_time() - begun
            figures = evaluate(made, lambda doc, found=found: found[doc.id])
            characters = figures.characters
            name = f"{folder.parent.name}/{folder.name} {form}"
            print(
                f"{name:32}{figures.direct_clean.value:8.1%}{figures.clean.value:7.1%}"
                f"{characters.precision:8.4f}{characters.recall:8.4f}{figures.ner.f1:8.4f}{figures.spans_strict.f1:8.4f}"
                f"{figures.spans_merged.f1:8.4f}{seconds:7.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
