"""What an `annotation.conf` lets one say of mentions."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.formats.brat_types import Argument, BratType, BratTypes, is_name, types_for

CONF = """[entities]
GENTE
[relations]
<CASA>=PUERTO|BARCO
# Antes\tArg1:X, Arg2:X
Vive|En\tQuien:GENTE, Donde:<CASA>
Igual  Arg1:<ENTITY>, Arg2:<ENTITY>, <REL-TYPE>:symmetric-transitive
<OVERLAP>\tArg1:<ANY>, Arg2:<ANY>, <OVL-TYPE>:nest
[events]
!Hecho
\tIngreso\tQuien:GENTE, Medico*:GENTE|MEDICO, Dia{2}:<ANY>
Alta
[attributes]
Negado\tArg:<EVENT>
Seguro\tArg:<EVENT>|GENTE, Value:poco|mucho
"""


def test_relations_events_and_attributes_are_read(tmp_path: Path) -> None:
    (tmp_path / "annotation.conf").write_text(CONF)
    (tmp_path / "dentro").mkdir()
    types = types_for(tmp_path / "dentro")
    vive, igual = types.relations
    assert vive == BratType(
        "Vive", (Argument("Quien", frozenset({"GENTE"})), Argument("Donde", frozenset({"PUERTO", "BARCO"})))
    )
    assert igual.equivalence and not vive.equivalence and len(igual.arguments) == 2
    assert [(kind.name, [one.role for one in kind.arguments]) for kind in types.events] == [
        ("Ingreso", ["Quien", "Medico", "Dia"]),
        ("Alta", []),
    ]
    assert [(kind.name, kind.values) for kind in types.attributes] == [("Negado", ()), ("Seguro", ("poco", "mucho"))]


def test_an_argument_takes_classes_their_groups_or_events() -> None:
    anything, entity, event, ours = (Argument("A", frozenset(one)) for one in ([], ["<ENTITY>"], ["<EVENT>"], ["G"]))
    assert [one.takes(("X", "G")) for one in (anything, entity, event, ours)] == [True, True, False, True]
    assert [one.takes(("X",), event=True) for one in (anything, entity, event, ours)] == [True, False, True, False]


@pytest.mark.parametrize(
    "content", [None, b"\x00", b"[relations]\n<ANY>=x\n", b"[relations]\n<a>= x<a><a>\n" + b"<a>" * 60_000]
)
def test_a_file_that_cannot_be_read_says_nothing(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "annotation.conf").write_bytes(content)
    assert types_for(tmp_path) == BratTypes()


def test_names_are_those_that_brat_takes() -> None:
    assert is_name("Es_de-1") and not any(map(is_name, ("", "Es de", "Año", "a:b", "a|b", "a\n")))
