"""Spreading: a word that stands everywhere and was taken for a name once is not one everywhere."""

import pytest

from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.spreading import believed, no_surer_than_found
from deid_studio.model.span import Evidence, Span, Suggestion

TEXT = "Nieves STOP Nieves STOP Nieves STOP Nieves STOP Nieves STOP Nieves STOP Nieves STOP"


def suggested(word: str, first: int = 0, last: int | None = None) -> list[Suggestion]:
    starts = [at for at in range(len(TEXT)) if TEXT.startswith(word, at)][first:last]
    return [Suggestion(Span(at, at + len(word), "NOMBRE"), 0.9, (Evidence("crf"),)) for at in starts]


@pytest.mark.parametrize(
    ("word", "sources", "again", "left"),
    [("STOP", 1, 6, 0), ("STOP", 1, 5, 5), ("STOP", 2, 5, 5), ("Nieves", 1, 6, 6)],
)
def test_what_stands_everywhere_is_believed_of_names(word: str, sources: int, again: int, left: int) -> None:
    found = suggested(word, sources, sources + again)
    assert believed(found, suggested(word, 0, sources), TEXT, default_gazetteers()) == found[:left]


def test_two_witnesses_are_enough() -> None:
    text = TEXT + " STOP"
    found = suggested("STOP", 1)
    assert believed(found, suggested("STOP", 0, 1) * 2, text, default_gazetteers()) == found


def test_what_is_found_again_is_no_surer_than_where_it_was_found() -> None:
    text = "Mapeo hecho. MAPEO. García. GARCÍA"
    weak, again, sure, other = (
        Suggestion(Span(*place, "NAME"), confidence, (Evidence(kind, "", ""),))
        for place, confidence, kind in (
            ((0, 5), 0.25, "crf"), ((13, 18), 0.82, "trusted"), ((20, 26), 0.97, "crf"), ((28, 34), 0.92, "trusted"),
        )
    )  # fmt: skip
    found = no_surer_than_found([weak, again, sure, other], text)
    assert [one.confidence for one in found] == [0.25, 0.25, 0.97, 0.92]
    assert no_surer_than_found([again], text) == [again]  # where it was found stands in no suggestion any more
