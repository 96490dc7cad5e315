"""Global de-identification figures: words, whatever their class, without the labels of headers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.lab.radiology_metrics import global_deidentification, kept_classes
from deid_studio.learning.scores import Counts
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset

KEPT = kept_classes(load_tagset(paths.resources() / "tagsets" / "radiology.toml"))
TEXT = "PACIENTE: Olalla Ficticio\nTC de cabeza del 3 de mayo en Villaficticia."


def span(words: str, phi_class: str) -> Span:
    start = TEXT.index(words)
    return Span(start, start + len(words), phi_class)


GOLD = (span("PACIENTE", "CAB"), span("Olalla Ficticio", "NAME"), span("3 de mayo", "FECHA"), span("Villaf", "LOC"))


def test_header_labels_do_not_identify() -> None:
    assert {"CAB"} == KEPT
    figures = global_deidentification([Document("1", TEXT, GOLD)], lambda doc: [GOLD[0]], KEPT)
    assert figures.total == Counts(0, 0, 6)
    assert figures.per_class["CAB"] == Counts(1, 0, 0)
    assert (figures.reports, figures.reports_leaking, figures.leaking) == (1, 1, 1.0)
    assert figures.words == 12


def test_the_class_does_not_matter_but_for_its_own_figure() -> None:
    system = [span("Olalla", "LOC"), span("Ficticio", "NAME"), span("3 de", "FECHA"), span("cabeza", "NAME")]
    figures = global_deidentification([Document("1", TEXT, GOLD)], lambda doc: system, KEPT)
    assert figures.total == Counts(4, 1, 2)
    assert figures.total.recall == 4 / 6
    assert figures.total.precision == 4 / 5
    assert figures.per_class == {
        "CAB": Counts(0, 0, 1), "FECHA": Counts(2, 0, 1), "LOC": Counts(0, 1, 1), "NAME": Counts(1, 1, 1),
    }  # fmt: skip


def test_a_word_counts_only_when_all_that_identifies_is_covered() -> None:
    half, more = span("Olal", "NAME"), span("Villaficticia", "LOC")
    figures = global_deidentification([Document("1", TEXT, GOLD)], lambda doc: [half, more], KEPT)
    assert figures.total == Counts(1, 0, 5)


def test_no_reports() -> None:
    figures = global_deidentification([], lambda doc: [])
    assert (figures.total, figures.leaking, figures.words) == (Counts(), 0.0, 0)


@given(
    st.text(alphabet="aB1 .,\n", min_size=1, max_size=80),
    st.lists(st.tuples(st.integers(0, 79), st.integers(1, 30), st.sampled_from(["NAME", "LOC", "CAB"]))),
)
def test_the_gold_itself_leaks_nothing(text: str, places: list[tuple[int, int, str]]) -> None:
    spans = tuple(Span(a, min(a + n, len(text)), name) for a, n, name in places if a < min(a + n, len(text)))
    doc = Document("1", text, spans)
    same = global_deidentification([doc], lambda doc: spans, KEPT)
    nothing = global_deidentification([doc], lambda doc: [], KEPT)
    assert (same.total.fp, same.total.fn, same.reports_leaking) == (0, 0, 0)
    assert nothing.total == Counts(0, 0, same.total.tp)
    assert same.total.tp <= same.words
