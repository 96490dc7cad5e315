"""Where the places of a report are after another program changed its text."""

from __future__ import annotations

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.mentions import desk_of
from deid_studio.model.span import Span
from deid_studio.review.elsewhere.text_change import TextChange


@given(st.text(alphabet="ab \n\r", max_size=30), st.text(alphabet="ab \n\r", max_size=30), st.data())
def test_what_is_carried_over_has_the_same_text(old: str, new: str, data: st.DataObject) -> None:
    if not old:
        return
    start = data.draw(st.integers(0, len(old) - 1))
    end = data.draw(st.integers(start + 1, len(old)))
    desk = desk_of([Span(start, end, "FECHAS")], [])
    carried, lost = TextChange(old, new).carried(desk)
    assert len(carried) + len(lost) == 1
    for mention in carried:
        assert mention.span.text(new) == old[start:end]
    if old == new:
        assert carried == desk


@given(st.lists(st.sampled_from("abc\n"), max_size=40), st.lists(st.sampled_from("abc\n"), max_size=40))
def test_every_place_is_found_or_none(old: list[str], new: list[str]) -> None:
    change = TextChange("\n".join(old), "\n".join(new))
    for start in range(len(change.old_text)):
        moved = change.moved(Span(start, start + 1, "FECHAS"))
        if moved is not None:
            assert moved.text(change.new_text) == change.old_text[start]


def test_unique_lines_hold_the_rest_in_place() -> None:
    old = "Uno\n\nrepetida\nDos\n\nrepetida\nTres\n"
    new = "Cabecera\nUno\n\nrepetida\nDos\n\nnueva\nrepetida\nTres\n"
    change = TextChange(old, new)
    for nth, start in enumerate((old.index("repetida"), old.rindex("repetida"))):
        moved = change.moved(Span(start, start + 8, "FECHAS"))
        assert moved is not None
        assert moved.start == (new.index("repetida"), new.rindex("repetida"))[nth]


@given(
    st.lists(st.sampled_from(("Ana\n", "Ana\r\n", "\n", "Otra: Ana\n")), min_size=1),
    st.sampled_from(("\n", "\r\n", "\r")),
)
def test_line_ends_that_were_written_anew_lose_no_mention(lines: list[str], end: str) -> None:
    old = "".join(lines)
    new = "".join(line.rstrip("\r\n") + end for line in lines)
    change = TextChange(old, new)
    found = [change.moved(Span(m.start(), m.end(), "NOMBRE")) for m in re.finditer("Ana", old)]
    assert [span and span.start for span in found] == [m.start() for m in re.finditer("Ana", new)]


def test_a_report_of_equal_lines_costs_no_more_than_its_length() -> None:
    equal = "Sin cambios.\n" * 20_000
    middle = "Sin cambios.\nCon cambios.\n" * 10_000
    began = time.perf_counter()
    for old, new in (
        (equal + "Fecha: 1\n" + equal, equal + "Nueva\n" + equal + "Fecha: 1\n"),
        ("A\n" + equal + "B\n", "C\n" + middle + "D\n"),
        (middle, "X\n" + middle[::-1]),
    ):
        TextChange(old, new).carried(desk_of([Span(n, n + 3, "FECHAS") for n in range(0, 3000, 10)], []))
    assert time.perf_counter() - began < 5
