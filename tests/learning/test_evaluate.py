"""Evaluation: the official definitions, checked against the official figures, by hand, and by properties."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.sections import Section
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.folder import read_pair
from deid_studio.learning.evaluate import Share, count_sentences, evaluate, sections_by_offset
from deid_studio.learning.evaluation_tables import to_csv, to_json, to_text
from deid_studio.learning.mistakes import mistakes, mistakes_csv, mistakes_json, mistakes_text
from deid_studio.learning.scores import (
    MISSING,
    SPURIOUS,
    Counts,
    character_counts,
    confusions,
    merged_counts,
    ner_counts,
    overlap_confusions,
    strict_counts,
)
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet

TEXT = "Ana Ruiz - Gil, c/ Mayor 3, Soria."
ANA, RUIZ, GIL = Span(0, 3, "N"), Span(4, 8, "N"), Span(11, 14, "N")
MAYOR, SORIA = Span(19, 26, "C"), Span(28, 33, "T")


def body(_: str) -> Callable[[int], Section]:
    return lambda offset: Section.HEADER if offset < 10 else Section.BODY


@pytest.mark.corpus
def test_the_figures_are_those_of_the_official_evaluator(corpus: Path, official_evaluation: Path) -> None:
    gold: list[Document] = []
    system: dict[str, tuple[Span, ...]] = {}
    for path in sorted((official_evaluation / "system").glob("*.ann")):
        report, ann = read_pair(corpus / "dev" / f"{path.stem}.txt")
        assert ann is not None
        gold.append(Document(report.document.id, report.document.text, ann.spans))
        system[report.document.id] = parse_ann(path.read_bytes(), report.document.text, path).spans
    assert len(gold) == 25
    figures = to_json(evaluate(gold, lambda doc: system[doc.id], section_of=body))
    expected = json.loads((official_evaluation / "expected.json").read_text(encoding="utf-8"))
    for measure in ("ner", "spans_strict", "spans_merged"):
        assert {name: round(figures[measure][name], 4) for name in expected[measure]} == expected[measure]


def test_ner_asks_for_class_and_place_and_spans_for_the_place() -> None:
    gold, system = [ANA, RUIZ, SORIA], [ANA, Span(4, 8, "C"), Span(28, 34, "T")]
    assert ner_counts(gold, system) == Counts(1, 2, 2)
    assert strict_counts(gold, system) == Counts(2, 1, 1)


def test_a_doubled_span_counts_once() -> None:
    assert ner_counts([ANA, ANA], [ANA]) == Counts(1, 0, 0)


def test_merged_spans_forgive_how_neighbours_are_cut() -> None:
    whole = Span(0, 14, "N")
    # The three together are one merged span: a match; each alone lies inside it and is no error.
    assert merged_counts([whole], [ANA, RUIZ, GIL], TEXT) == Counts(1, 0, 0)
    assert merged_counts([ANA, RUIZ, GIL], [whole], TEXT) == Counts(1, 0, 0)
    # Strict matches count by themselves, beside the merged one.
    assert merged_counts([ANA, RUIZ], [ANA, RUIZ], TEXT) == Counts(3, 0, 0)
    # A letter between keeps spans apart.
    assert merged_counts([Span(0, 26, "N")], [ANA, MAYOR], TEXT) == Counts(0, 2, 1)


def test_characters_are_letters_and_digits_whatever_the_class() -> None:
    assert character_counts([Span(0, 14, "N")], [Span(4, 26, "C")], TEXT) == Counts(7, 1 + 6, 3)
    assert character_counts([Span(0, 14, "N", ((3, 11),))], [], TEXT) == Counts(0, 0, 6)


def test_confusions_by_place() -> None:
    gold = [ANA, RUIZ, Span(4, 8, "X"), SORIA]
    system = [Span(0, 3, "C"), RUIZ, Span(28, 34, "T")]
    assert sorted(confusions(gold, system)) == sorted(
        [("N", "C"), ("N", "N"), ("X", MISSING), ("T", MISSING), (SPURIOUS, "T")]
    )


def test_confusions_by_overlap_prefer_the_same_place_then_the_longest() -> None:
    assert sorted(overlap_confusions([Span(0, 8, "A")], [ANA, Span(0, 8, "B")])) == [("A", "B"), (SPURIOUS, "N")]
    assert sorted(overlap_confusions([Span(0, 8, "A")], [ANA, Span(3, 8, "B")])) == [("A", "B"), (SPURIOUS, "N")]
    assert sorted(overlap_confusions([SORIA], [ANA])) == [(SPURIOUS, "N"), ("T", MISSING)]


def test_figures_by_class_section_and_report() -> None:
    gold = [Document("a", TEXT, (ANA, RUIZ, SORIA)), Document("b", "Gil. Sin más.\nFin", (Span(0, 3, "N"),))]
    result = evaluate(gold, lambda doc: [ANA, MAYOR] if doc.id == "a" else None, ["c"], body)
    assert (result.reports, result.missing, result.unknown) == (2, ("b",), ("c",))
    assert result.ner == Counts(1, 1, 3)
    assert result.per_class == {"C": Counts(0, 1, 0), "N": Counts(1, 0, 2), "T": Counts(0, 0, 1)}
    assert result.per_section == {"header": Counts(1, 0, 2), "body": Counts(0, 1, 1), "footer": Counts()}
    assert result.sentences == 1 + 3
    assert result.leak == 3 / 4


def test_nothing_found_and_nothing_to_find_are_no_division_by_zero() -> None:
    result = evaluate([Document("a", "")], lambda _: [], section_of=body)
    assert (result.ner.precision, result.ner.recall, result.ner.f1, result.leak) == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [("", 0), ("...\n\n", 0), ("Una. Dos.", 2), ("El Sr. Gil, 3.5 mg. ¿Tres?\nCuatro", 4), ("a las 10. y más", 1)],
)
def test_sentences(text: str, sentences: int) -> None:
    assert count_sentences(text) == sentences


def test_sections_are_told_by_offset() -> None:
    text = (
        "Nombre: Ana.\nApellidos: Ruiz Gil.\nEdad: 36 años.\nInforme clínico:\n"
        + "Mujer que acude por dolor lumbar de dos semanas de evolución tras caída, sin otros síntomas de interés, "
        "con exploración normal y analítica anodina; se pauta tratamiento y se cita en consulta. " * 3
    )
    at = sections_by_offset(text)
    assert at(0) is Section.HEADER
    assert at(len(text) - 5) is Section.BODY
    assert sections_by_offset("")(0) is Section.BODY


def test_renderings_agree() -> None:
    result = evaluate([Document("a", TEXT, (ANA, SORIA))], lambda _: [ANA, MAYOR], section_of=body)
    figures = json.loads(json.dumps(to_json(result)))
    assert figures["ner"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5, "tp": 1, "fp": 1, "fn": 1}
    assert figures["confusion"] == {"N": {"N": 1}, "T": {MISSING: 1}, SPURIOUS: {"C": 1}}
    rows = list(csv.DictReader(to_csv(result).splitlines()))
    assert {row["table"] for row in rows} == {
        "wholly_clean", "macro", "overall", "class", "section", "report characters", "report direct", "confusion",
        "confusion_by_overlap",
    }  # fmt: skip
    (ner,) = (row for row in rows if row["table"] == "overall" and row["name"] == "ner")
    assert (ner["precision"], ner["tp"]) == ("0.500000", "1")
    for language, word in (("es", "Menciones"), ("en", "Spans")):
        assert word in to_text(result, language)
        assert "0.5000" in to_text(result, language)


TAGS = TagSet("own", "1", (PhiClass("N", {}, kind="person"), PhiClass("C", {}, kind="street"), PhiClass("T", {})))


def test_a_report_is_clean_when_every_letter_and_figure_is_marked_whatever_the_class() -> None:
    gold = [
        Document("whole", TEXT, (ANA, RUIZ, SORIA)),
        Document("direct", TEXT, (ANA, MAYOR, SORIA)),
        Document("leaks", TEXT, (ANA, GIL)),
        Document("a date's", TEXT, (SORIA,)),
        Document("nothing", TEXT),
    ]
    system = {
        "whole": [Span(0, 8, "T"), SORIA], "direct": [ANA, Span(19, 24, "X"), Span(25, 26, "C")],
        "leaks": [ANA, Span(11, 13, "N")], "a date's": [], "nothing": [],
    }  # fmt: skip
    result = evaluate(gold, lambda doc: system[doc.id], section_of=body, tagset=TAGS)
    assert result.clean == Share(1, 4)
    assert result.direct_clean == Share(2, 3)  # a blank between street and number is nobody's
    assert [one.direct.fn for one in result.per_report] == [0, 0, 1, 0, 0]
    assert result.macro_f1 == sum(result.per_class[name].f1 for name in "NCT") / 3  # not of X, which no gold has
    told = to_text(result)
    assert told.index("2 of 3 reports") < told.index("1 of 4 reports") < told.index("NER")


def test_the_interval_of_a_share_is_wilsons() -> None:
    low, high = Share(1, 20).interval
    assert (round(low, 4), round(high, 4)) == (0.0089, 0.2361)
    assert Share(0, 0).interval == (0.0, 1.0)


def test_mistakes_tell_the_place_the_words_around_it_and_who_said_what() -> None:
    doc = Document("a", TEXT, (ANA, MAYOR, SORIA))
    system = [Span(0, 3, "C"), Span(19, 24, "C"), Span(4, 8, "N")]
    heard = [("crf", Suggestion(Span(0, 3, "C"), 0.5, (Evidence("crf", "tag"),)))]
    found = list(mistakes(doc, system, heard))
    assert [(one.kind.value, one.text, one.gold, one.system, one.uncovered) for one in found] == [
        ("class", "Ana", "N", "C", 0), ("spurious", "Ruiz", "", "N", 0), ("boundary", "Mayor 3", "C", "C", 1),
        ("missed", "Soria", "T", "", 5),
    ]  # fmt: skip
    assert found[0].said == ("crf C 0-3 0.50",)
    assert (found[2].before, found[2].after) == ("Ana Ruiz - Gil, c/ ", ", Soria.")
    assert len(list(csv.DictReader(mistakes_csv(found).splitlines()))) == len(json.loads(mistakes_json(found))) == 4
    assert "[Soria]" in mistakes_text(found).splitlines()[3]
    assert not list(mistakes(doc, doc.spans))


spans = st.lists(
    st.builds(
        lambda a, b, c: Span(min(a, b), max(a, b) + 1, c),
        st.integers(0, len(TEXT) - 1), st.integers(0, len(TEXT) - 1), st.sampled_from("NCT"),
    ),
    max_size=8,
)  # fmt: skip


@given(spans, spans)
def test_properties_of_the_counts(gold: list[Span], system: list[Span]) -> None:
    places = {(span.start, span.end) for span in gold}
    for counts, total in ((ner_counts(gold, system), len(set(gold))), (strict_counts(gold, system), len(places))):
        assert counts.tp + counts.fn == total
    assert character_counts(gold, system, TEXT) == Counts(
        *(sum(c.isalnum() for at, c in enumerate(TEXT) if (covered(gold, at), covered(system, at)) == both)
          for both in ((True, True), (False, True), (True, False)))
    )  # fmt: skip
    assert merged_counts(gold, system, TEXT).tp >= strict_counts(gold, system).tp
    turned = merged_counts(system, gold, TEXT)
    assert merged_counts(gold, system, TEXT) == Counts(turned.tp, turned.fn, turned.fp)
    for pairs in (list(confusions(gold, system)), list(overlap_confusions(gold, system))):
        assert sum(g != SPURIOUS for g, _ in pairs) == len(set(gold))
        assert sum(s != MISSING for _, s in pairs) == len(set(system))


@given(spans)
def test_a_perfect_system_has_no_error(gold: list[Span]) -> None:
    result = evaluate([Document("a", TEXT, tuple(gold))], lambda doc: gold, section_of=body)
    for counts in (result.ner, result.spans_strict, result.spans_merged, result.characters):
        assert (counts.fp, counts.fn) == (0, 0)


def covered(spans: list[Span], at: int) -> bool:
    return any(span.start <= at < span.end for span in spans)
