"""A road stays one of its kind, with another number and another kilometre."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.places import SurrogatePlaces
from deid_studio.release.surrogates.roads import surrogate_road
from deid_studio.release.surrogates.streets import surrogate_street
from deid_studio.release.survivals import survivals


def places(number: int = 0) -> SurrogatePlaces:
    return SurrogatePlaces([], Draws(bytes([number]) * 32, "s"), lambda text: False)


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("AP-7 PK 412,3", r"AP-\d PK \d{3},\d"), ("ap-7 pk 412", r"ap-\d pk \d{3}"), ("A66", r"A\d\d"),
        ("autovía A-66, km 12", r"autovía A-\d\d, km \d\d"), ("N-634, km 98", r"N-\d{3}, km \d\d"),
        ("carretera N-340 pk 23,400 sentido Málaga", r"carretera N-\d{3} pk \d\d,\d{3}"),
        ("M-40 salida 12", r"[B-H]-\d\d salida \d\d"), ("CV-35 km 12,4", r"[B-H]{2}-\d\d km \d\d,\d"),
        ("Autovía del Mediterráneo A-7, p.k. 412+300", r"Autovía A-\d, p\.k\. \d{3}\+\d{3}"),
        ("km 23 de la A-4", r"km \d\d de la A-\d"), ("ctra. M-501, km. 21", r"ctra\. [B-H]-\d{3}, km\. \d\d"),
        ("Ruta 5 Sur km 320", r"Ruta \d, km \d{3}"), ("Ruta Nacional 9 km 700", r"Ruta \d km \d{3}"),
        ("RN 40 km 12", r"RN \d\d km \d\d"), ("MEX-57D km 102", r"[B-H]{3}-\d\dD km \d{3}"),
        ("autovía A 3 kilómetro 112", r"autovía A \d kilómetro \d{3}"),
        ("GI-636 p.k. 3", r"[B-H]{2}-\d{3} p\.k\. \d"), ("Ctra. Nacional 340 km 12", r"Ctra\. \d{3} km \d\d"),
        ("t.m. Villarriba (AP-7 PK 412,3)", r"AP-\d PK \d{3},\d"), ("AP-7, término de Villarriba", r"AP-\d"),
    ],
)  # fmt: skip
def test_a_road_is_one_of_its_kind(text, made, number):
    drawn = [surrogate_street(text, places(number + turn)) for turn in range(0, 32, 8)]
    assert all(regex.fullmatch(made, one) and one != text for one in drawn), drawn
    # What survives by chance (`1, 124` for `112`) is drawn again.
    assert any(not survivals(text, one, "street") for one in drawn)


@pytest.mark.parametrize(
    "text",
    ["C/ Mayor 12", "Calle A-7, 2.º", "casa A-7, 2.º B", "Carrera 7 # 12-34", "3a calle 8-15, zona 11", "E5-06",
     "25 de Mayo 12", "Barrio La Floresta, Madrid E11-47", "Avda. de la Albufera 19, 3 1", "Km 4,5",
     "carretera de Burgos km 12"],
)  # fmt: skip
def test_an_address_of_a_street_is_no_road(text):
    assert surrogate_road(text, places()) is None


@given(
    st.sampled_from(("A", "AP", "N", "M", "CV", "LR", "GI", "R")), st.integers(1, 999), st.integers(1, 999),
    st.sampled_from(("{} km {}", "{}, PK {}", "autovía {} p.k. {}", "carretera {}, km. {}", "km {1} de la {0}")),
)  # fmt: skip
def test_neither_number_of_a_road_stays(letters, number, at, form):
    text = form.format(f"{letters}-{number}", at)
    made = surrogate_street(text, places())
    figures = regex.findall(r"\d+", made)
    own = [str(at), str(number)] if form.startswith("km") else [str(number), str(at)]
    assert [len(one) for one in figures] == [len(one) for one in own]
    assert all(new != old for new, old in zip(figures, own, strict=True))


def test_one_road_stays_one():
    own = places()
    codes = {surrogate_street(text, own)[:4] for text in ("AP-7 PK 412,3", "AP-7", "AP-7, km 3")}
    assert len(codes) == 1
