"""HL7 v2: the text of OBX-5 and of notes, with its escapes, in any of the encodings that messages declare."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.errors import DocumentDamagedError
from deid_studio.formats.conversion.hl7 import read_hl7

MSH = r"MSH|^~\&|HIS|VB|RIS|VB|202104030910||ORU^R01|1|P|2.5"
PID = "PID|1||556677||Montero^Lucía"


def message(*segments: str, end: str = "\r") -> bytes:
    return end.join([MSH, PID, *segments, ""]).encode()


def text(*segments: str) -> str:
    return read_hl7(message(*segments)).text


def told(*segments: str) -> dict[str, int]:
    return {taken.part.name: taken.count for taken in read_hl7(message(*segments)).told}


def test_text_values_are_read_in_order() -> None:
    segments = (
        "OBX|1|ST|1^Motivo||TC de tórax||||||F",
        "OBX|2|NM|2^Peso||61||||||F",
        "OBX|3|TX|3||Línea uno~Línea dos||||||F",
        "NTE|1||Avisar a Elvira",
        "OBX|4|ED|4||^application^pdf^Base64^JVBERi0=",
        "OBX|5|FT|5||Fin",
        "OBX|6|CE|6||",
        "OBX|7|TX",
    )
    assert text(*segments) == "TC de tórax\nLínea uno\nLínea dos\nAvisar a Elvira\nFin\n"
    assert told(*segments) == {"COMMENTS": 1, "OBJECTS": 1, "VALUES": 1}


def test_escapes_are_undone() -> None:
    value = r"Uno\.br\Dos\.sp2\Tres \F\ \S\ \T\ \R\ \E\ \H\negrita\N\ \X41C3A9\ \X0D0A\Z\.in+4\!\C2842\\M2842AB\?"
    assert text(f"OBX|1|FT|1||{value}") == "Uno\nDos\n\nTres | ^ & ~ \\ negrita Aé\nZ!?\n".replace("é \n", "é\n")


def test_what_is_no_escape_stays() -> None:
    assert text(r"OBX|1|TX|1||C:\temp\a y 5\10 \F\ fin \Q\ ") == "C:\\temp\\a y 5\\10 | fin \\Q\\\n"


def test_a_message_says_its_own_signs() -> None:
    raw = b"MSH$%*!@$HIS\rOBX$1$TX$1$$Uno*Dos | !F!\r"
    assert read_hl7(raw).text == "Uno\nDos | $\n"


def test_several_messages_and_the_framing_of_the_wire() -> None:
    one = message("OBX|1|TX|1||Primero", end="\r\n")
    two = message("OBX|1|TX|1||Segundo", end="\n")
    raw = b"FHS|^~\\&|x\rBHS|^~\\&|x\r\x0b" + one + b"\x1c\r\x0b" + two + b"\x1c\r"
    assert read_hl7(raw).text == "Primero\n\nSegundo\n"


@pytest.mark.parametrize(
    ("declared", "encoding"),
    [("8859/1", "latin-1"), ("UNICODE UTF-8", "utf-8"), ("", "cp1252"), ("8859/15", "iso8859-15")],
)
def test_encodings(declared: str, encoding: str) -> None:
    raw = f"{MSH}||||||{declared}\rOBX|1|TX|1||Muñoz\r".encode(encoding)
    assert read_hl7(raw).text == "Muñoz\n"


@pytest.mark.parametrize("raw", [b"", b"MSH", b"PID|1", b"MSH ^~", b"<html>"])
def test_what_is_no_message_is_damaged(raw: bytes) -> None:
    with pytest.raises(DocumentDamagedError):
        read_hl7(raw)


@settings(max_examples=200)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=40))
def test_any_value_comes_back(value: str) -> None:
    escapes = {"\\": "E", "|": "F", "^": "S", "&": "T", "~": "R"}
    escaped = "".join(f"\\{escapes[sign]}\\" if sign in escapes else sign for sign in value)
    assert text(f"OBX|1|TX|1||{escaped}") == f"{value}\n"
