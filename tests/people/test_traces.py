"""Whatever of what was marked stands in a text is found, for MEDDOCAN's classes and others."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.person import Marked
from deid_studio.people.register import traces_of
from deid_studio.people.traces import TraceKind

TAGS = TagSet(
    "own",
    "1",
    (
        PhiClass("QUIEN", {}, kind="person"),
        PhiClass("FAMILIA", {}, kind="relative"),
        PhiClass("NUMERO", {}, kind="number"),
        PhiClass("DONDE", {}, kind="place"),
        PhiClass("COSA", {}),
    ),
)
TEXT, WORD, DIGITS = TraceKind.TEXT, TraceKind.NAME_WORD, TraceKind.DIGITS


def traces(text: str, *marked: tuple[str, str]) -> list[tuple[str, TraceKind]]:
    rows = [Marked("r", at, *one) for at, one in enumerate(marked)]
    found = traces_of(rows, TAGS).find(text)
    return [(text[one.start : one.end], one.trace) for one in found]


@pytest.mark.parametrize(
    ("text", "wanted", "phi_class", "found"),
    [
        ("BELMONTE vino", "Ana Belmonte", "QUIEN", [("BELMONTE", WORD)]),
        ("la Dra. de Belmonte", "Dra. Ana de Belmonte", "QUIEN", [("Belmonte", WORD)]),
        ("ana y aitana", "aitana roldan", "QUIEN", [("aitana", WORD)]),  # of small names the long words
        ("la madre Rosario llama", "madre Rosario", "FAMILIA", [("madre Rosario", TEXT), ("Rosario", WORD)]),
        ("en  Alcalá  de Henares", "ALCALA DE HENARES", "DONDE", [("Alcalá  de Henares", TEXT)]),
        ("NHC 483.920-11", "48392011", "NUMERO", [("483.920-11", DIGITS)]),
        ("NHC 48392011", "48392011", "NUMERO", [("48392011", TEXT), ("48392011", DIGITS)]),
        ("48392 y 011", "48392011", "NUMERO", []),
        ("sotobosque", "Soto", "DONDE", []),
        ("cosa77 7712345", "cosa77", "COSA", [("cosa77", TEXT)]),
        ("Ana", "Ana", "DONDE", []),  # too short to be looked for but as a name
    ],
)
def test_what_stands_there_is_found(text, wanted, phi_class, found):
    assert sorted(traces(text, (wanted, phi_class))) == sorted(found)


def test_a_name_of_two_people_is_found_once_and_a_number_over_several():
    marked = ("Ana Belmonte", "QUIEN"), ("Juan Belmonte", "QUIEN"), ("48392011", "NUMERO"), ("92011", "NUMERO")
    assert traces("Belmonte", *marked) == [("Belmonte", WORD)]
    assert ("920.11", DIGITS) in traces("n 483-920.11", *marked)


@settings(max_examples=100, deadline=None)
@given(
    st.text(st.sampled_from("aAbñÉ \n.-19"), min_size=4, max_size=20), st.sampled_from([one.name for one in TAGS]),
    st.text(max_size=20), st.text(max_size=20),
)  # fmt: skip
def test_what_was_marked_is_found_wherever_it_stands_free(wanted, phi_class, before, after):
    wanted = " ".join(wanted.split())
    if len(wanted) < 4 or (phi_class == "QUIEN" and not any(map(str.isalpha, wanted))):
        return  # no name
    if not (wanted[0].isalnum() and wanted[-1].isalnum()):
        return
    text = f"{before} {wanted} {after}"
    if phi_class != "FAMILIA":
        assert any(found.strip() == wanted for found, _ in traces(text, (wanted, phi_class)))


def test_the_cost_grows_as_the_text_does():
    rows = [Marked("r", at, f"Nombre{at} Apellido{at}", "QUIEN") for at in range(200)]
    rows += [Marked("r", at, str(10_000_000 + at), "NUMERO") for at in range(200)]
    search = traces_of(rows, TAGS)

    def seconds(count: int) -> float:
        text = "Acude Nombre7 con NHC 10.000.007 y 111 222 333.\n" * count
        began = time.process_time()
        assert sum(1 for _ in search.find(text)) >= count
        return time.process_time() - began

    few, many = min(seconds(200) for _ in range(3)), min(seconds(1600) for _ in range(2))
    assert many < 16 * few + 0.2
