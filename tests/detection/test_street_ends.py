"""Street ends: addresses go on to floor, door, building and quarter, and no further."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.detector import Reviser
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.street_ends import StreetEnds
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet

TAGSET = TagSet("own", "1", tuple(PhiClass(name, {}).as_named() for name in ("CALLE", "LUGAR", "TELEFONO")))


def revised(text: str, *marked: tuple[str, str]) -> list[tuple[str, str]]:
    found = [
        Suggestion(Span(text.index(value), text.index(value) + len(value), name), 0.9, (Evidence("rule"),))
        for value, name in marked
    ]
    found = StreetEnds(TAGSET).revise(Document("r", text), sorted(found, key=lambda one: one.span))
    return [(one.span.text(text), one.span.phi_class) for one in found]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Vive en |C/ Olmo 4|, 2.º izq. Sola.", ", 2.º izq"),
        ("|Gran Vía 71, 2.º, 4|.ª · 46006", ".ª"),
        ("|C. del Carme, 5, 2|n  Roses", "n"),
        ('|Bv. Orion 1846| P. 7 Dto. "B", Rosario', ' P. 7 Dto. "B"'),
        ("|Calle 5 de Mayo #218| Int. 3, Col. Lomas del Sol, C.P.", " Int. 3, Col. Lomas del Sol"),
        ("|Ctra. Rosario, 145| - edif. anexo, pl. -1 · 38010", " - edif. anexo, pl. -1"),
        ("en la |carretera RM-F14|, p.k. 6. Fue", ", p.k. 6"),
        ("|C/ Olmo 16|. Residencial El Pinar. 3º A. 29620", ". Residencial El Pinar. 3º A"),
        ("|Pz Mayor,2|, Ed.ICA, Esc.2a,5ºC 30009", ", Ed.ICA, Esc.2a,5ºC"),
        ("|c/ Nou, 88|, baixos, 17600", ", baixos"),
    ],
)
def test_an_address_goes_on_to_its_end(text: str, rest: str) -> None:
    before, marked, behind = text.split("|")
    assert revised(before + marked + behind, (marked, "CALLE")) == [(marked + rest, "CALLE")]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("C/ Olmo 4 28001 Madrid", "C/ Olmo 4"),
        ("C/ Olmo 4. Madrid", "C/ Olmo 4"),
        ("C/ Olmo 4, 2.º ingreso en un año", "C/ Olmo 4"),
        ("C/ Olmo 4. Bloqueo auricular", "C/ Olmo 4"),
        ("C/ Olmo 4. Departamento de Cirugía", "C/ Olmo 4"),
        ("C/ Olmo 4. Interconsulta", "C/ Olmo 4"),
        ("García Torres, 46. Col. San Lucas", "García Torres, 46"),
        ("C/ Olmo 4\n2.º B", "C/ Olmo 4"),
        ("calle Olmo, planta baja", "calle Olmo"),
    ],
)
def test_what_is_no_part_of_an_address_is_left(text: str, marked: str) -> None:
    assert revised(text, (marked, "CALLE")) == [(marked, "CALLE")]


def test_what_was_suggested_of_the_rest_goes_with_it() -> None:
    text = "Priv. Zapata 14, Col. Mesa Colorada, Zapopan. P. 7 Dto. 3."
    marked = [("Priv. Zapata 14", "CALLE"), ("Mesa Colorada", "LUGAR"), ("Zapopan", "LUGAR")]
    assert revised(text, *marked) == [("Priv. Zapata 14, Col. Mesa Colorada", "CALLE"), ("Zapopan", "LUGAR")]
    text = "Pz Mayor,2, Ed.ICA, Esc.2,5ºC 30009"
    assert revised(text, ("Pz Mayor,2", "CALLE"), ("ICA, Esc.2,5ºC", "CALLE")) == [(text[:-6], "CALLE")]


def test_what_reaches_beyond_stays_whole() -> None:
    text = "C/ Olmo 4, piso 2 600 11 22 33"
    assert revised(text, ("C/ Olmo 4", "CALLE"), ("2 600 11 22 33", "TELEFONO"))[-1] == ("2 600 11 22 33", "TELEFONO")


def test_without_a_class_for_streets_nothing_changes() -> None:
    tagset = TagSet("places", "1", (PhiClass("LUGAR", {}).as_named(),))
    found = [Suggestion(Span(0, 9, "LUGAR"), 0.9, (Evidence("rule"),))]
    assert StreetEnds(tagset).revise(Document("r", "C/ Olmo 4, 2.º B"), found) == found


class Says:
    """A detector that suggests the first nine characters as a street."""

    name = "says"

    def detect(self, doc: Document) -> list[Suggestion]:
        return [Suggestion(Span(0, 9, "CALLE"), 0.9, (Evidence("rule"),))]


def test_a_pipeline_keeps_who_suggested_it() -> None:
    ends = StreetEnds(TAGSET)
    assert isinstance(ends, Reviser)
    ((one, source),) = Pipeline([Says(), ends], tagset=TAGSET).joined(Document("r", "C/ Olmo 4, 2.º B"))
    assert (one.span, source) == (Span(0, 16, "CALLE"), "says")


@given(
    st.lists(
        st.sampled_from(
            ["C/ Olmo", " 4", ", ", "piso ", "2.º", " B", "Col. ", "Lomas", "edif. ", "-", "\n", "s/n", "º"]
        ),
        max_size=12,
    ),
    st.data(),
)
def test_no_letter_is_lost_and_nothing_overlaps(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    names = [data.draw(st.sampled_from(["CALLE", "LUGAR"])) for _ in cuts]
    before = [
        Suggestion(Span(start, end, name), 0.9, (Evidence("rule"),))
        for (start, end), name in zip(zip(cuts[::2], cuts[1::2], strict=False), names, strict=False)
    ]
    after = StreetEnds(TAGSET).revise(Document("r", text), before)
    assert all(one.span.end <= other.span.start for one, other in pairwise(after))
    covered = {at for one in after for at in range(one.span.start, one.span.end)}
    assert covered >= {at for one in before for at in range(one.span.start, one.span.end)}
