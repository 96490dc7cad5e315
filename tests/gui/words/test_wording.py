"""Words of a report, where they are only named: few, and on one line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.gui.words.wording import few_words, one_line

LONG = "Nuria Belmonte Iglesias de la Vega y Fernández de Córdoba, marquesa viuda de los Altos del Duratón y Soria"


@given(st.text(alphabet="ab \n\r\tñ", max_size=80), st.integers(4, 40))
def test_no_more_is_shown_than_asked_for_and_always_on_one_line(text, longest):
    shown = few_words(text, longest)
    assert "\n" not in shown and "\r" not in shown and len(shown) <= longest + 1
    assert one_line(text).startswith(shown.removesuffix("…")) or text[:longest].endswith("\r")
    assert shown.endswith("…") == (len(text) > longest) and (len(text) > longest or shown == one_line(text))


def test_a_long_mention_is_cut_between_words():
    assert few_words(LONG) == "Nuria Belmonte Iglesias de la Vega y Fernández de Córdoba,…"
    assert few_words("x" * 100) == "x" * 60 + "…"


def test_the_notice_of_an_overlap_names_a_long_mention_in_few_words(studio, tmp_path):
    folder = tmp_path / "largos"
    folder.mkdir()
    (folder / "largo.txt").write_text(f"{LONG}.\n")
    studio.open(folder)
    for part in (LONG, "Belmonte"):
        studio.select_text(part)
        studio.key("T")
    told = studio.window.messages.shown("overlap").text
    assert "Nuria Belmonte" in told and "Duratón" not in told
