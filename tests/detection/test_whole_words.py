"""Whole words: numbers, codes and names are suggested whole; dates and what is beside a suggestion stay as they are."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.detector import Reviser
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.whole_words import WholeWords
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet

CLASSES = ("NOMBRE", "MEDICO", "FAMILIARES", "FECHA", "HISTORIA", "TELEFONO")
TAGSET = TagSet("own", "1", tuple(PhiClass(name, {}).as_named() for name in CLASSES))


def suggested(*spans: tuple[int, int, str]) -> list[Suggestion]:
    return [Suggestion(Span(*span), 0.9, (Evidence("rule"),)) for span in spans]


def revised(marked: str) -> str:
    """What becomes of `text [NOMBRE value] text`, written in the same way."""
    text, spans = "", []
    for piece in marked.replace("]", "[").split("["):
        name, _, value = piece.partition("=")
        if name in CLASSES:
            spans.append((len(text), len(text) + len(value), name))
            text += value
        else:
            text += piece
    out, at = "", 0
    for one in WholeWords(TAGSET, default_gazetteers()).revise(Document("r", text), suggested(*spans)):
        out += text[at : one.span.start] + f"[{one.span.phi_class}={one.span.text(text)}]"
        at = one.span.end
    return out + text[at:]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("NHC LB[HISTORIA=230914-6385].", "NHC [HISTORIA=LB230914-6385]."),
        ("código V-[HISTORIA=RN-20-3391]; grupo", "código [HISTORIA=V-RN-20-3391]; grupo"),
        ("NHC-[HISTORIA=739146]", "NHC-[HISTORIA=739146]"),
        ("ingreso-[HISTORIA=739146]", "ingreso-[HISTORIA=739146]"),
        ("[HISTORIA=00771942].2, 12.[HISTORIA=120.447]-K.", "[HISTORIA=00771942.2], [HISTORIA=12.120.447-K]."),
        ("[HISTORIA=LR-0992]-SERV a.[HISTORIA=12].", "[HISTORIA=LR-0992]-SERV a.[HISTORIA=12]."),
        ("Ana-[NOMBRE=Rosa]-2", "Ana-[NOMBRE=Rosa]-2"),
        ("sesión c[HISTORIA=7f]0-9", "sesión [HISTORIA=c7f0-9]"),
        ("Fdo: [MEDICO=J. Núñez C]0ca Ruiz", "Fdo: [MEDICO=J. Núñez C0ca] Ruiz"),
        ("[MEDICO=Begoña Iza]NºCol 4", "[MEDICO=Begoña Iza]NºCol 4"),
        ("[FECHA=2023-06-21]T19:08", "[FECHA=2023-06-21]T19:08"),
        ("[HISTORIA=123][NOMBRE=Ana]", "[HISTORIA=123][NOMBRE=Ana]"),
        ("a[HISTORIA=12]b[HISTORIA=34]", "[HISTORIA=a12b][HISTORIA=34]"),
        ("[NOMBRE=Rosa Ortiz] de [NOMBRE=Pons], [NOMBRE=Rosa] y [NOMBRE=Luis]",
         "[NOMBRE=Rosa Ortiz de Pons], [NOMBRE=Rosa] y [NOMBRE=Luis]"),
        ("[NOMBRE=Rosa] de la [MEDICO=Torre]", "[NOMBRE=Rosa] de la [MEDICO=Torre]"),
        ("[NOMBRE=Rosa]\nde [NOMBRE=Torre]", "[NOMBRE=Rosa]\nde [NOMBRE=Torre]"),
        ("Móvil 6 5 9. [TELEFONO=0] 0. 7 1. 4 4. Ojo", "Móvil [TELEFONO=6 5 9. 0 0. 7 1. 4 4]. Ojo"),
        ("al 924-(0)-[TELEFONO=88] 12 07 tardes", "al [TELEFONO=924-(0)-88 12 07] tardes"),
        ("[TELEFONO=959 123 456] 3 veces, [TELEFONO=959] 12 h", "[TELEFONO=959 123 456] 3 veces, [TELEFONO=959] 12 h"),
        ("Fdo. [MEDICO=Ugalde-Bilbao] F.\n", "Fdo. [MEDICO=Ugalde-Bilbao F].\n"),
        ("su [FAMILIARES=hija Ane] P., y la [FAMILIARES=madre] de [FAMILIARES=Luis]",
         "su [FAMILIARES=hija Ane P]., y la [FAMILIARES=madre] de [FAMILIARES=Luis]"),
        ("[MEDICO=Szwarcberg] M.N. 38", "[MEDICO=Szwarcberg] M.N. 38"),
        ("[MEDICO=Ana Redondo] E-mail", "[MEDICO=Ana Redondo] E-mail"),
        ("x" * 41 + "[HISTORIA=12]", "x" * 41 + "[HISTORIA=12]"),
    ],
)  # fmt: skip
def test_suggestions_have_whole_words(marked, expected):
    assert revised(marked) == expected


@pytest.mark.parametrize(
    ("text", "marked", "whole"),
    [("11B22-1", (6, 7), (0, 7)), ("Te1. 948 01 77", (12, 14), (5, 14)), ("Tel 948-36ext", (4, 7), (4, 13))],
)
def test_a_phone_that_goes_on_has_whole_words_too(text, marked, whole):
    found = WholeWords(TAGSET, default_gazetteers()).revise(Document("r", text), suggested((*marked, "TELEFONO")))
    assert [(one.span.start, one.span.end) for one in found] == [whole]


@given(
    st.text("aB1 -ñ\n", max_size=40),
    st.sets(st.integers(0, 40), max_size=8),
    st.lists(st.sampled_from(CLASSES), min_size=4, max_size=4),
)
def test_nothing_is_lost_and_nothing_overlaps(text, cuts, names):
    edges = sorted(cut for cut in cuts if cut <= len(text))
    spans = [(a, b, name) for a, b, name in zip(edges[::2], edges[1::2], names, strict=False) if a < b]
    found = WholeWords(TAGSET, default_gazetteers()).revise(Document("r", text), suggested(*spans))
    covered = {at for one in found for at in range(one.span.start, one.span.end)}
    assert covered >= {at for start, end, _ in spans for at in range(start, end)}
    assert all(one.span.end <= other.span.start for one, other in pairwise(found))
    assert WholeWords(TAGSET, default_gazetteers()).revise(Document("r", text), found) == found


def test_it_is_a_reviser():
    assert isinstance(WholeWords(TAGSET, default_gazetteers()), Reviser)
