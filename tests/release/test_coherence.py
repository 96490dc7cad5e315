"""What leaves contradicts nothing that leaves with it; where a person makes it, it is told."""

from __future__ import annotations

import pytest

from deid_studio.people.folding import fold
from deid_studio.release.coherence import Said, contradictions
from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser, RemarkKind

SECRET = b"s" * 32
BORN, CAME = Said("date", "12/03/1950", "01/02/1948", birth=True), Said("date", "14/04/2015", "06/03/2013")


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ([BORN, CAME, Said("age", "65 años", "65 años")], []),
        ([BORN, CAME, Said("age", "65 años", "64 años")], [2]),
        ([BORN, CAME, Said("age", "40 años", "41 años")], []),  # the original did not fit either
        ([BORN, CAME, Said("age", "sesenta y cinco", "sesenta y dos")], [2]),
        ([BORN, Said("date", "14/04/2015", "31/01/2013"), Said("age", "65 años", "65 años")], [2]),
        ([CAME, Said("age", "65 años", "12 años")], []),
        ([Said("person", "Eva", "Juan", True), Said("sex", "Mujer", "Mujer")], [0]),
        ([Said("person", "Eva", "Marta", True), Said("sex", "Mujer", "Mujer")], []),
        ([Said("person", "Eva", "Juan"), Said("sex", "Mujer", "Mujer")], []),  # not the patient
        ([Said("person", "Juan", "Pedro", True), Said("sex", "Mujer", "Mujer")], []),
        ([Said("person", "Eva", "Juan", True), Said("sex", "M", "M")], []),
        ([Said("place", "28801", "41001"), Said("place", "Getafe", "Sevilla")], []),
        ([Said("place", "28801", "41001"), Said("place", "Getafe", "Lugo")], [1]),
        ([Said("place", "Getafe", "Lugo"), Said("place", "28801", "41001")], [0]),
        ([Said("date", "03/04/2015", "31/02/2013")], [0]),
        ([Said("date", "31/02/2015", "31/02/2013")], [0]),
    ],
)  # fmt: skip
def test_what_contradicts(said, found):
    assert contradictions(said) == found


def test_what_a_person_typed_is_told_where_it_contradicts(marked, tagset):
    text = "{NOMBRE_SUJETO_ASISTENCIA|Eva Lobo}, {SEXO_SUJETO_ASISTENCIA|mujer}. {TERRITORIO|28801} {TERRITORIO|Getafe}"
    doc = marked(text)
    own = {("report:a", "NOMBRE_SUJETO_ASISTENCIA", fold("Eva Lobo")): "Juan Robles"}
    made = Releaser([doc], load_policy("research"), tagset, SECRET, remembered=own).release(doc)
    [remark] = made.remarks
    assert remark.kind is RemarkKind.CONTRADICTION and made.text[remark.start : remark.end] == "Juan Robles"
    assert not Releaser([doc], load_policy("research"), tagset, SECRET).release(doc).remarks
