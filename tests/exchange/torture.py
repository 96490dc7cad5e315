"""Reports that a form may stumble over, and any report that Hypothesis thinks of."""

from __future__ import annotations

from hypothesis import strategies as st

from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.model.span import Span, over

TEXTS = {
    "emoji": "Nombre: 👩🏽‍⚕️Ana 😀 Gil\nTel.: 600 123 123",
    "combining": "Jose\u0301 Nu\u0301n\u0303ez, e\u0301l",
    "crlf": "Paciente: Ana\r\nNHC: 12-3\rFin\r\n",
    "bom": "\ufeffPaciente Ana",
    "surrogate": "Ana \ud83d Gil",
    "control": "Ana\x07 Gil\x1f\x0b\x0c12\x7f de la historia clínica de siempre, sin más que decir",
    "separators": "Ana\x85Gil\u2028Luis\u2029Rey\xa0Sol\u200bMar",
    "empty": "",
    "blanks": " \t \n ",
    "edges": "Ana",
    "markup": '<TEXT>]]>&amp;"Ana" <![CDATA[ -DOCSTART- -X- O\n# id = 7\n\nO',
    "astral": "𝒜na 𐍈 12/03/2021 🧬",
    "run together": "DRAlbertoGarcíaNºCol28",
    "slashes/and %41 .": "Ana",
}

# Tag sets of others too: two words, a hyphen, what XML and BIO have signs for.
CLASSES = ("PACIENTE", "B-fecha", "First Name", "O", "a&b", "ÁREA", "x\x01y", "half\ud83d", "I-", "  ", "a,b;c|d")

_letters = st.sampled_from([*"aÁ9 \n\r\t.-<&]>'\",;|\x0b\x85\u2028\ufeff\u0301😀𝒜\x07", "\ud83d"])
texts = st.one_of(st.text(_letters, max_size=40), st.sampled_from(list(TEXTS.values())))


@st.composite
def reports(draw: st.DrawFn) -> AnnotatedReport:
    text = draw(texts)
    marks = []
    for _ in range(draw(st.integers(0, 5)) if text else 0):
        edges = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=6)))
        pieces = list(zip(edges[::2], edges[1::2], strict=False))
        phi_class = draw(st.sampled_from(CLASSES))
        note = draw(st.sampled_from(["", "", "por ver", "dos\nlíneas", "\x07", " a  b "]))
        marks.append((over(pieces, phi_class), note))
    id = draw(st.sampled_from(["a", "sub/b", "..", "con", "x y", "a%20b", " a", "é", "1\n2", "C:\\x"]))
    return AnnotatedReport.of(id, text, marks)


def every_torture() -> list[AnnotatedReport]:
    """The torture set: each text with spans at its edges, one under another, in pieces, inside words, and twice."""
    found = []
    for id, text in TEXTS.items():
        size = len(text)
        marks = [(Span(0, size, "PACIENTE"), "por ver")] if size else []
        if size > 2:
            marks += [(Span(1, 2, "FECHA"), ""), (Span(1, size, "NHC"), ""), (Span(size - 1, size, "First Name"), "")]
            marks += [(Span(0, 1, "PACIENTE"), ""), (Span(0, 1, "PACIENTE"), "")]
            marks += [(Span(0, size, "NHC", ((1, 2),)), "")]
        found.append(AnnotatedReport.of(id, text, marks))
    return found
