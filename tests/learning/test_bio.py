import pytest

from deid_studio.learning.bio import bio_lines, unreachable
from deid_studio.model.document import Document
from deid_studio.model.span import Span

TEXT = "Nombre: Ana Gil.\nEdad:36 años"


def test_bio_lines() -> None:
    doc = Document("x", TEXT, (Span(8, 15, "NAME"), Span(22, 29, "AGE")))
    assert bio_lines(doc) == [
        [
            ("Nombre", 0, 6, "O"),
            (":", 6, 7, "O"),
            ("Ana", 8, 11, "B-NAME"),
            ("Gil", 12, 15, "I-NAME"),
            (".", 15, 16, "O"),
        ],
        [("Edad", 17, 21, "O"), (":", 21, 22, "O"), ("36", 22, 24, "B-AGE"), ("años", 25, 29, "I-AGE")],
    ]
    assert unreachable(doc) == []


def test_neighbouring_spans_stay_two() -> None:
    doc = Document("x", TEXT, (Span(8, 11, "NAME"), Span(12, 15, "NAME")))
    assert [tag for *_, tag in bio_lines(doc)[0]] == ["O", "O", "B-NAME", "B-NAME", "O"]
    assert unreachable(doc) == []


@pytest.mark.parametrize(
    "span",
    [Span(9, 15, "NAME"), Span(8, 14, "NAME"), Span(12, 21, "NAME"), Span(7, 15, "NAME")],
    ids=["begins inside a token", "ends inside a token", "crosses a line end", "begins with a blank"],
)
def test_spans_that_tokens_cannot_express_are_reported(span: Span) -> None:
    doc = Document("x", TEXT, (span,))
    assert unreachable(doc) == [span]
    assert all(tag == "O" for line in bio_lines(doc) for *_, tag in line)


def test_of_overlapping_spans_the_first_is_kept() -> None:
    inner = Span(12, 15, "OTHER")
    doc = Document("x", TEXT, (Span(8, 15, "NAME"), inner))
    assert unreachable(doc) == [inner]


def test_no_text() -> None:
    assert bio_lines(Document("x", "")) == []
