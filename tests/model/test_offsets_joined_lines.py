"""Enormously many lines are shown as few paragraphs, and no position moves by it."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model import offsets
from deid_studio.model.lines import LINE_END, line_number
from deid_studio.model.offsets import LINE_SEPARATOR, OffsetMap

_TEXTS = st.text(st.sampled_from("ab \n\n\n\r\u2028\U0001f600\ufeff"), max_size=300)


@given(_TEXTS, st.sampled_from([2, 5, 4000]))
def test_only_the_sign_between_two_lines_is_another(text: str, break_after: int) -> None:
    plain = OffsetMap(text, break_after)
    with patch.object(offsets, "_MANY_LINES", 0):
        joined = OffsetMap(text, break_after)
    assert joined.shown.replace(LINE_SEPARATOR, "\n") == plain.shown
    assert joined.soft_breaks == plain.soft_breaks and joined.shown_length == plain.shown_length
    assert [joined.to_shown(at) for at in range(len(text) + 1)] == [plain.to_shown(at) for at in range(len(text) + 1)]
    lines = joined.lines_of_paragraphs()
    assert sum(lines) == (plain.shown.count("\n") + 1 if joined.joins_lines else 0)
    assert all(line <= 256 for line in lines)


def test_a_million_line_ends_are_few_paragraphs_and_a_report_has_a_paragraph_a_line() -> None:
    assert OffsetMap("\n" * 1_000_000, 4000).shown.count("\n") < 20_000
    assert OffsetMap("Paciente\n" * 500_000, 4000).shown.count("\n") < 20_000
    assert LINE_SEPARATOR not in OffsetMap("Paciente\n" * 20_000, 4000).shown


@given(_TEXTS)
def test_a_line_has_the_number_of_the_line_ends_before_it(text: str) -> None:
    for at in range(len(text) + 1):
        assert line_number(text, at) == 1 + sum(1 for _ in LINE_END.finditer(text, 0, at))
