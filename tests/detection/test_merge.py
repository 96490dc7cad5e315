"""Merging the suggestions of several detectors."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.merge import MergeStrategy, Merging, merge
from deid_studio.detection.pipeline import Pipeline
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion

TEXT = "Ana Gil Ruiz vive en la calle Mayor 3 de Soria desde 2019."


def found(text: str, phi_class: str, confidence: float, evidence: str = "x") -> Suggestion:
    start = TEXT.index(text)
    return Suggestion(Span(start, start + len(text), phi_class), confidence, (Evidence("rule", evidence),))


def merged(strategy: str, *detectors: list[Suggestion]) -> list[tuple[str, str]]:
    result = merge(detectors, MergeStrategy(strategy), TEXT)
    assert [s.span for s in result] == sorted(s.span for s in result)
    return [(s.span.text(TEXT), s.span.phi_class) for s in result]


def test_most_confident_stays() -> None:
    assert merged("confident", [found("Ana Gil", "N", 0.7)], [found("Gil Ruiz", "N", 0.9)]) == [("Gil Ruiz", "N")]


def test_what_lies_inside_a_sure_one_gives_way() -> None:
    assert merged("confident", [found("Ana Gil Ruiz", "F", 0.8)], [found("Gil", "N", 0.9)]) == [("Ana Gil Ruiz", "F")]
    assert merged("confident", [found("Ana Gil Ruiz", "F", 0.7)], [found("Gil", "N", 0.9)]) == [("Gil", "N")]
    # So does what ends where it ends, and one of those at its place need be sure.
    ending = [found("Gil Ruiz", "N", 0.9)]
    assert merged("confident", [found("Ana Gil Ruiz", "F", 0.8)], ending) == [("Ana Gil Ruiz", "F")]
    unsure = [found("Ana Gil Ruiz", "N", 0.3)]
    assert merged("confident", [found("Ana Gil Ruiz", "F", 0.8)], unsure, ending) == [("Ana Gil Ruiz", "F")]
    # At the same place there is no longer one.
    assert merged("confident", [found("Gil", "F", 0.8)], [found("Gil", "N", 0.9)]) == [("Gil", "N")]


def test_what_gave_way_to_one_that_gave_way_stays() -> None:
    sure = [found("Gil Ruiz vive", "F", 0.85)]
    assert merged("confident", sure, [found("Gil", "N", 0.9), found("vive en", "T", 0.95)]) == [
        ("Gil", "N"),
        ("vive en", "T"),
    ]


def test_earlier_detector_stays_however_unsure() -> None:
    first = [found("Ana Gil", "N", 0.2)]
    assert merged("first", first, [found("Gil Ruiz", "N", 0.9), found("Soria", "T", 0.5)]) == [
        ("Ana Gil", "N"),
        ("Soria", "T"),
    ]
    # Within one detector the most confident stays.
    assert merged("first", [found("Ana Gil", "N", 0.2), found("Gil Ruiz", "N", 0.9)]) == [("Gil Ruiz", "N")]


def test_union_joins_what_overlaps_in_one_class() -> None:
    assert merged("union", [found("Ana Gil", "N", 0.7)], [found("Gil Ruiz", "N", 0.9)]) == [("Ana Gil Ruiz", "N")]
    assert merged("union", [found("Gil", "N", 0.9)], [found("Ana Gil Ruiz", "N", 0.5)]) == [("Ana Gil Ruiz", "N")]
    both = merge([[found("Ana Gil", "N", 0.7, "a")], [found("Gil Ruiz", "N", 0.9, "b")]], MergeStrategy.UNION, TEXT)
    assert both[0].confidence == 0.9
    assert {e.name for e in both[0].evidence} == {"a", "b"}


def test_union_keeps_the_rest_of_another_class() -> None:
    street = [found("calle Mayor 3", "C", 0.9)]
    assert merged("union", street, [found("la calle Mayor 3 de Soria", "T", 0.4)]) == [
        ("la", "T"),
        ("calle Mayor 3", "C"),
        ("de Soria", "T"),
    ]
    # What is left holds no letter or digit: nothing is suggested.
    assert merged("union", [found("2019", "F", 0.9)], [found("2019.", "Z", 0.4)]) == [("2019", "F")]


def test_union_leaves_neighbours_two() -> None:
    assert merged("union", [found("Ana", "N", 0.9)], [found("Gil", "N", 0.9)]) == [("Ana", "N"), ("Gil", "N")]


@pytest.mark.parametrize("seed", range(40))
def test_union_loses_no_letter_and_no_strategy_overlaps(seed: int) -> None:
    chance = random.Random(seed)
    detectors = []
    for _ in range(3):
        own = []
        for _ in range(chance.randrange(6)):
            start = chance.randrange(len(TEXT) - 1)
            end = min(start + chance.randrange(1, 12), len(TEXT))
            span = Span(start, end, chance.choice("NTF"))
            own.append(Suggestion(span, chance.random(), (Evidence("rule"),)))
        detectors.append(own)
    marked = {at for own in detectors for s in own for at in range(s.span.start, s.span.end) if TEXT[at].isalnum()}
    for strategy in MergeStrategy:
        result = merge(detectors, strategy, TEXT)
        assert all(a.span.end <= b.span.start for a, b in itertools.pairwise(result))
        kept = {at for s in result for at in range(s.span.start, s.span.end) if TEXT[at].isalnum()}
        assert kept <= marked or strategy is MergeStrategy.UNION
        if strategy is MergeStrategy.UNION:
            assert kept >= marked


def at_random(start: int, length: int, phi_class: str, confidence: float) -> Suggestion:
    span = Span(start, min(start + length, len(TEXT)), phi_class)
    return Suggestion(span, confidence, (Evidence("rule", f"{start}{phi_class}"),))


PLACES, LENGTHS, WORTHS = st.integers(0, len(TEXT) - 1), st.integers(1, 12), st.sampled_from((0.3, 0.7, 0.8, 1.0))
OWN = st.lists(st.builds(at_random, PLACES, LENGTHS, st.sampled_from("NTF"), WORTHS), max_size=4)


@given(st.lists(OWN, max_size=5), st.sampled_from(MergeStrategy))
def test_what_is_joined_as_it_comes_is_what_all_of_it_is_joined_to(
    detectors: list[list[Suggestion]], strategy: MergeStrategy
) -> None:
    merging = Merging(strategy, TEXT)
    assert merging.joined == []
    for count, own in enumerate(detectors, 1):
        before = merging.joined
        merging.add(own)
        assert merging.joined == merge(detectors[:count], strategy, TEXT)
        assert own or merging.joined is before
    assert merging.found == detectors


class Fixed:
    name = "fixed"

    def detect(self, doc: Document) -> list[Suggestion]:
        return [found("Ana", "N", 0.9), found("Soria", "T", 0.3)]


class Echo:
    name = "echo"

    def detect(self, doc: Document) -> list[Suggestion]:
        raise AssertionError("it is asked with the suggestions so far")

    def detect_after(self, doc: Document, suggestions: list[Suggestion]) -> list[Suggestion]:
        assert [s.span.text(doc.text) for s in suggestions] == ["Ana", "Soria"]
        return [found("Gil", "N", 0.8)]


def test_a_later_detector_sees_what_was_suggested() -> None:
    pipeline = Pipeline([Fixed(), Echo()])
    assert pipeline.name == "fixed+echo"
    assert [s.span.text(TEXT) for s in pipeline.detect(Document("r", TEXT))] == ["Ana", "Gil", "Soria"]


def test_least_confidence_by_class_and_for_all_others() -> None:
    def kept(least: dict[str, float]) -> list[str]:
        pipeline = Pipeline([Fixed()], least_confidence=least)
        return [s.span.text(TEXT) for s in pipeline.detect(Document("r", TEXT))]

    assert kept({"T": 0.5}) == ["Ana"]
    assert kept({"": 0.5}) == ["Ana"]
    assert kept({"": 0.5, "T": 0.3}) == ["Ana", "Soria"]
    assert kept({"N": 1.0}) == ["Soria"]


@pytest.mark.parametrize("text", ["-----", "______", " . ", "…"])
def test_nothing_without_a_letter_or_a_digit_leaves_a_pipeline(text: str) -> None:
    class Ruled:
        name = "ruled"

        def detect(self, doc: Document) -> list[Suggestion]:
            return [Suggestion(Span(0, len(doc.text), "DATE"), 1.0, (Evidence("rule"),))]

    pipeline = Pipeline([Ruled()])
    assert (pipeline.detect(Document("r", text)), pipeline.heard(Document("r", text))) == ([], [])
    assert pipeline.detect(Document("r", text + "3"))
