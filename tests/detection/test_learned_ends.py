"""Learned ends: what a model that has learned from signed reports takes off the ends of what others suggest."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.learned_ends import LearnedEnds
from deid_studio.detection.signed_layouts import LAYOUTS
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

# Of these words the model is sure; of every other it holds both for possible.
SCORES = {"sanatorio": (20, 0), "privado": (20, 0), "punta": (0, 20), "alta": (0, 20), "perhaps": (0, 0)}
TAGS = ("O", "B-LUGAR")


def ends(adapted: bool = True, marks: tuple[str, ...] = ()) -> LearnedEnds:
    weights = np.asarray(list(SCORES.values()), dtype=np.float32)
    names = {f"0w={word}": number for number, word in enumerate(SCORES)}
    manifest = {"adapted": [{}], LAYOUTS: marks} if adapted else {}
    model = CrfModel(TAGS, np.zeros((2, 2), dtype=np.float32), InducedRules(), manifest, names, weights)
    return LearnedEnds(CrfDetector(model, default_gazetteers()))


def left(text: str, start: int, end: int, kind: str = "rule", adapted: bool = True) -> str:
    (one,) = ends(adapted).revise(Document("r", text), [Suggestion(Span(start, end, "LUGAR"), 0.8, (Evidence(kind),))])
    return one.span.text(text)


TEXT = "// SANATORIO PRIVADO Punta Alta //"


def test_what_is_surely_none_goes_from_the_ends_of_what_surely_is_some() -> None:
    assert left(TEXT, 3, 31) == "Punta Alta"
    assert left(TEXT, 5, 28) == "Punta A", "no end is moved outwards"
    assert left("Punta Alta PRIVADO\nperhaps", 0, 18) == "Punta Alta"
    assert left("Punta SANATORIO Alta", 0, 20) == "Punta SANATORIO Alta", "what stands within stays"


@pytest.mark.parametrize(
    ("text", "kind", "adapted"),
    [
        (TEXT, "rule", False),
        (TEXT, "patient", True),
        ("perhaps Punta Alta", "rule", True),
        ("SANATORIO perhaps", "context", True),
        ("SANATORIO PRIVADO", "context", True),
    ],
)
def test_else_everything_stays(text: str, kind: str, adapted: bool) -> None:
    assert left(text, 0, len(text), kind, adapted) == text


MARKS = ("hoja de enlace", "perhaps : cama", ": cama #", "perhaps | #")
FORM = "Hoja de enlace perhaps: cama 12 Punta\nperhaps | 2012"


@pytest.mark.parametrize(
    ("suggested", "kind", "kept"),
    [
        ("enlace", "context", ""),
        ("perhaps: cama", "grammar", ""),
        ("enlace perhaps: ca", "rule", ""),
        ("cama 12 Punta", "crf", "12 Punta"),
        ("12", "grammar", "12"),
        ("2012", "grammar", "2012"),
        ("enlace", "patient", "enlace"),
    ],
)
def test_what_a_signed_layout_prints_is_none_but_for_its_figures(suggested: str, kind: str, kept: str) -> None:
    at = FORM.index(suggested)
    one = Suggestion(Span(at, at + len(suggested), "LUGAR"), 0.8, (Evidence(kind),))
    found = ends(marks=MARKS).revise(Document("r", FORM), [one])
    assert [own.span.text(FORM) for own in found] == [kept] * bool(kept)
    other = ends(marks=MARKS).revise(Document("r", FORM.replace("Hoja", "Acta").replace("cama", "sala")), [one])
    assert len(other) == 1, "another layout prints something else"


@given(st.lists(st.sampled_from([*SCORES, "//"]), min_size=1, max_size=12), st.data())
def test_a_suggestion_keeps_all_that_may_be_phi(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    kept = left(text, start, end)
    assert kept in text[start:end]
    for word in ("punta", "alta"):
        assert kept.count(word) == text[start:end].count(word)
