"""Readings: texts changed in places, with the exact map back."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.grammar.searching import SearchedText
from deid_studio.detection.readings import case, scan
from deid_studio.detection.readings import numerals as numbers
from deid_studio.detection.readings.case import labelled_fields, lowered_capitals, restored_case
from deid_studio.detection.readings.lexicon import Lexicon
from deid_studio.detection.readings.numerals import numerals
from deid_studio.detection.readings.reading import Edit, Reading, Readings
from deid_studio.detection.readings.readings_detector import readings_of
from deid_studio.detection.readings.scan import is_scanned, rejoined, right_signs
from deid_studio.people.vocabulary import default_vocabulary


@cache
def lexicon() -> Lexicon:
    """The shipped lists; loaded by the first test that reads."""
    return Lexicon(default_gazetteers(), default_vocabulary().__contains__)


READ = {
    "restored case": lambda text: restored_case(text, lexicon()),
    "fields": lambda text: labelled_fields(text, lexicon()),
    "capitals": lambda text: lowered_capitals(text, lexicon()),
    "numerals": numerals,
    "rejoined": lambda text: rejoined(text, lexicon()),
    "signs": lambda text: right_signs(text, lexicon()),
    "all": lambda text: readings_of(text, lexicon()),
}
_PIECES = (
    "paciente", "MARÍA", "maria", "GARC1A", "garcia", "García", "de la", "cruz", "dr", "Dra.", "hospital", "general",
    "calle mayor", "12", "l2/O3/2O19", "6O9", "l2", "seis", "cero", "nueve", "treinta y cuatro", "de marzo",
    "hos-\npital", "hos pital", "nombre", "edad", "ß", "İ", "ﬁ", "🙂", "á", ",", ".", ":", "\r\n", "\n\n", "\t", "  ",
)  # fmt: skip
texts = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(_PIECES), max_size=40).map(" ".join))


@pytest.mark.parametrize("name", READ)
@given(text=texts, data=st.data())
def test_every_stretch_of_a_reading_is_a_stretch_of_the_text(name: str, text: str, data: st.DataObject) -> None:
    read = READ[name](text)
    if not read.text:
        return
    start = data.draw(st.integers(0, len(read.text) - 1))
    end = data.draw(st.integers(start + 1, len(read.text)))
    first, last = read.to_original(start, end)
    assert 0 <= first < last <= len(text)
    if read.text == text:
        assert (first, last) == (start, end)
    # A longer stretch never stands for less.
    assert read.to_original(0, len(read.text))[0] <= first and last <= read.to_original(0, len(read.text))[1]


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text("abc", min_size=1, max_size=30))
    edits = []
    at = 0
    while at < len(text) and draw(st.booleans()):
        start = draw(st.integers(at, len(text) - 1))
        at = draw(st.integers(start + 1, len(text)))
        edits.append(Edit(start, at, draw(st.text("XYZ", max_size=4))))
    return text, edits


@given(edited())
def test_what_is_not_edited_keeps_its_place(made: tuple[str, list[Edit]]) -> None:
    text, edits = made
    read = Reading(text, edits)
    starts = [edit.start for edit in edits]
    for at, sign in enumerate(read.text):
        start, end = read.to_original(at, at + 1)
        if sign in "abc":
            assert (text[start:end], end - start) == (sign, 1)
        else:
            edit = edits[bisect_right(starts, start) - 1]
            assert edit.start <= start < end <= edit.end


def test_edits_replace_something_and_come_in_order() -> None:
    for edits in ([Edit(1, 1, "x")], [Edit(2, 3, ""), Edit(1, 2, "")], [Edit(0, 4, "")]):
        with pytest.raises(ValueError, match="edit"):
            Reading("abc", edits)
    with pytest.raises(ValueError, match="stretch"):
        Reading("abc", []).to_original(2, 2)


def test_a_reading_of_a_reading_leads_back_through_both() -> None:
    first = Reading("telé-\nfono seis cero nueve", [Edit(4, 6, "")])
    second = numerals(first.text)
    read = Readings(first.of, [first, second])
    assert read.text == "teléfono 609"
    assert read.to_original(9, 12) == (11, 26)
    assert read.to_original(0, 8) == (0, 10)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "acude maria de la cruz perez con fiebre de tres dias",
            "Acude Maria de la Cruz Perez con fiebre de tres dias",
        ),
        ("lo ve la dra rosa blanco y pide analitica completa", "Lo ve la dra Rosa Blanco y pide analitica completa"),
        (
            "con una rosa blanca en la mano de siempre y nada mas",
            "Con una rosa blanca en la mano de siempre y nada mas",
        ),
        ("PACIENTE: JUAN PÉREZ LÓPEZ", "Paciente: Juan Pérez López"),
        ("Ordinario, como se escribe: Juan Pérez.", "Ordinario, como se escribe: Juan Pérez."),
        ("nhc  12345\nnombre  ana ruiz garcia  edad  34", "Nhc: 12345\nNombre: Ana Ruiz Garcia  Edad: 34"),
        ("Teléfono: seis cero nueve, doce, treinta y cuatro", "Teléfono: 6091234"),
        ("Nace el veinte de marzo de dos mil doce.", "Nace el 20 de marzo de 2012."),
        ("Tiene dos hijos y tres hermanas, de siete años.", "Tiene dos hijos y tres hermanas, de siete años."),
        ("Tel 6O9 l2 34, el l2/O3/2O19 Mar1a Fernández", "Tel 609 12 34, el 12/03/2019 Maria Fernández"),
        ("Glucemia, HbA1c 7, B12 y SpO2 al 98 %, L5-S1", "Glucemia, HbA1c 7, B12 y SpO2 al 98 %, L5-S1"),
        ("Ingresa en el hos-\npital por dolor abdo-\nminal.", "Ingresa en el hospital por dolor abdominal."),
        ("Mar1a Pér3z, de 7l años, desde 2Ol5 y 2O18.", "Maria Pérez, de 71 años, desde 2015 y 2018."),
        ("Mar1a Pér3z. Rev. l4 de marz0 u O8 de ju1io.", "Maria Pérez. Rev. 14 de marzo u 08 de julio."),
        ("Mar1a Pér3z. Servlcio del HlJO.\nVALLAD0LlD", "Maria Pérez. Servicio del HIJO.\nValladolid"),
        ("Mar1a Pér3z, lote 2Al5, cama l4 de planta.", "Maria Pérez, lote 2Al5, cama l4 de planta."),
    ],
)
def test_a_text_is_read_as_it_would_be_written(text: str, expected: str) -> None:
    assert readings_of(text, lexicon()).text == expected


def test_what_is_written_ordinarily_is_not_taken_for_a_scan() -> None:
    assert not is_scanned(
        "Glucemia, HbA1c 7, B12 y SpO2 al 98 %, L5-S1, T4, COVID-19, 5mg c/8h, IL6, p53, CA15-3, 12345678Z"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("piece", ["a ", "A ", "1l", "seis ", "hos-\n", "nombre  ", "a-\n", "º"])
def test_time_is_linear(name: str, piece: str) -> None:
    def seconds(times: int) -> float:
        text = piece * times
        begun = process_time()
        READ[name](text)
        return process_time() - begun

    seconds(10)
    assert seconds(10_000) < max(
        40 * seconds(1_000), 0.375
    )  # what takes the square of it takes a hundred times as long


_WORDS = st.lists(
    st.sampled_from(("dos", "Mil", "cientos", "doscientas", "de mayo", "pacıente", "y", "K", ",")), max_size=9
)


@given(_WORDS.map(" ".join))
def test_hundreds_are_looked_for_where_there_are_some(text: str) -> None:
    if numbers._OF_HUNDREDS.search(text) is None:
        found = [run.span() for run in numbers._RUN_OF_HUNDREDS.pattern.finditer(text)]
        assert [run.span() for run in numbers._RUN.pattern.finditer(text)] == found
        assert list(numbers._RUN.places(SearchedText(text))) == found


@given(st.text(st.sampled_from("AÁbñ1 .ⅧǅIi"), max_size=130))
def test_capitals_are_counted_as_far_as_they_tell(text: str) -> None:
    capitals, small = sum(map(str.isupper, text)), sum(map(str.islower, text))
    assert case._of_capitals(text) == (capitals >= case._LEAST_CAPITALS and small <= case._SMALL * capitals)
    assert case._few_capitals(text) == (capitals < case._FEW_CAPITALS * len(text))


@given(st.text(st.sampled_from("Oab01l|.:(-\u00ad \n"), max_size=30))
def test_what_has_no_figure_is_not_misread(text: str) -> None:
    words = [word for word in scan._TOKEN.findall(text) if not word.isdecimal()]
    misread = sum(scan._of_figures(word) is not None or scan._looks_misread(word) for word in words)
    broken = len(scan._BROKEN.findall(text))
    assert is_scanned(text) == (misread >= scan._LEAST_SIGNS or broken >= scan._LEAST_SIGNS)
