"""Each style says what it is said to, and keeps every mention of any report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.learning.bio import unreachable
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.privacy.public_words import public_words
from deid_studio.learning.styles.restyler import STYLES, Restyler, restyled
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet, shipped_tagset
from tests.learning.styles.reports import TAGSET, WARD, keeps_its_mentions, marked, styled

SEEDS = range(8)
PIECES = ("Nombre: ", "Edad: ", "\n", "\n\n", "  ", " ", ". ", "; ", "|", "\t", "Dra. ", "el ", "con ", "\r\n", '"')
PIECES += ("Ana Ruiz", "de la Fuente", "ñandú", "45", "12/03/2020", "x@y.es", "RUIZ", "³", "İ", "ß", "é", "٣", "\\n")


@st.composite
def documents(draw: st.DrawFn) -> tuple[Document, TagSet]:
    """Any text of pieces of reports, with any spans of one of three tag sets."""
    tagset = draw(st.sampled_from((TAGSET, shipped_tagset("meddocan"), shipped_tagset("radiology"))))
    text = "".join(draw(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=25)))
    names = [one.name for one in tagset]
    spans, at = [], 0
    while text and at < len(text) and draw(st.booleans()):
        start = draw(st.integers(at, len(text) - 1))
        at = draw(st.integers(start + 1, min(start + 30, len(text))))
        spans.append(Span(start, at, draw(st.sampled_from(names))))
    return Document("any", text, tuple(spans)), tagset


@given(documents(), st.sampled_from(sorted(STYLES)), st.integers(0, 99))
def test_any_report_keeps_its_mentions_in_any_style(made: tuple[Document, TagSet], name: str, seed: int) -> None:
    doc, tagset = made
    keeps_its_mentions(doc, name, seed, tagset)


@given(documents(), st.lists(st.sampled_from(sorted(STYLES)), max_size=3), st.integers(0, 99))
def test_a_copy_is_the_same_again_and_can_be_written(
    made: tuple[Document, TagSet], names: list[str], seed: int
) -> None:
    doc, tagset = made
    copy = Restyler(paths.resources(), tagset, seed).report(doc, names)
    assert Restyler(paths.resources(), tagset, seed).report(doc, names) == copy
    written = AnnFile().with_spans(copy.spans, copy.text)
    assert parse_ann(written.to_bytes(), copy.text, Path("a.ann"), tagset).spans == copy.spans


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES)
def test_a_style_keeps_mentions_whole_tokens(name: str) -> None:
    invented = Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 4).reports([], 12)
    for number, doc in enumerate(invented):
        keeps_its_mentions(doc, name, number, shipped_tagset("meddocan"))
        assert unreachable(styled(doc, name, number, shipped_tagset("meddocan"))[0]) == []
    assert any(styled(WARD, name, seed)[0].text != WARD.text for seed in SEEDS)


def texts(name: str) -> list[str]:
    return [styled(WARD, name, seed)[0].text for seed in SEEDS]


def values(name: str, phi_class: str) -> list[list[str]]:
    made = [styled(WARD, name, seed)[0] for seed in SEEDS]
    return [[span.text(doc.text) for span in doc.spans if span.phi_class == phi_class] for doc in made]


@pytest.mark.parametrize(
    ("name", "each", "some"),
    [
        ("columns", r"\S {2,}\S", r"(?m)^\S.*\S {2,}\S.*$"),
        ("table", r"[|\t¦\n]", r"María Ruiz Gil[^\n]*[|\t¦]"),
        ("key-value", r"(?m)^.*\S.*$", r"\.{4,}|(?m:^[^\n:]+\n *\t*María Ruiz Gil$)"),
        ("json", r'^\{\s*"[^"]+": ', r"\\n"),
        ("xml", r"^<(\w+)>(?s:.*)</\1>$", r"<\w+>María Ruiz Gil</\w+>"),
        ("hl7", r"(?m)^(OBX|NTE)\|1\|", r"María\^Ruiz\^Gil"),
        ("csv", r"(?m)^edad|[;,|\t]edad[;,|\t]", r"(?m)^.*María Ruiz Gil[;,|\t].*$"),
        ("device", r"(?i)MARIA RUIZ GIL", r"SPO2|KT/V|QRS|BIS|EJE|MMHG|BAT|LOTE"),
        ("chat", r"(?m)\d\d:\d\d", r"(?m)^\[.*, \d\d:\d\d\] .*: "),
        ("mail", r"(?m)^(De|From|Remitente): ", r"(?m)^>+ ?\S"),
        ("call", r"(?m)^(\[\d\d:\d\d:\d\d\] )?[^:\n]+: ", r"\[00:0"),
        ("dictation", r"^[^A-ZÁÉÍÓÚÑ]+$", r" dos puntos "),
        ("capitals", r"^[^a-záéíóúñ]+$", r"MARIA RUIZ GIL"),
        ("cut-lines", r"^(.{0,95}\n)*.{0,95}$", r"(?m)^[^:\n]{30,95}$"),
        ("handwriting", r"", r"\b(pte|c/|tto)\b"),
        ("english", r"", r"\bwith\b"),
        ("catalan", r"", r"\bamb\b"),
        ("galician", r"", r"\bdor\b"),
        ("basque", r"", r"\beta\b"),
    ],
)  # fmt: skip
def test_a_style_looks_as_it_is_called(name: str, each: str, some: str) -> None:
    made = texts(name)
    assert all(re.search(each, text) for text in made), made[0]
    assert any(re.search(some, text) for text in made), made[0]


def test_names_lose_their_case_and_the_prose_does_not() -> None:
    for text, people in zip(texts("recased-names"), values("recased-names", "PACIENTE"), strict=True):
        assert people in (["maría ruiz gil"], ["MARÍA RUIZ GIL"])
        assert "La llama el doctor" in text


def test_names_turn_and_a_comma_makes_two_of_one() -> None:
    found = values("turned-names", "PACIENTE")
    assert ["RUIZ GIL", "MARÍA"] in found or ["Ruiz Gil", "María"] in found
    staff = [" ".join(people) for people in values("turned-names", "SANITARIO")]
    assert all("gil" in people.lower() for people in staff)
    assert any("DE LA FUENTE AMOR" in people or "de la Fuente Amor" in people for people in staff)


def test_a_name_that_is_turned_already_stays() -> None:
    doc = marked("[PACIENTE Ruiz Gil], [PACIENTE Ana María] vive sola.")
    assert all(styled(doc, "turned-names", seed)[0] == doc for seed in SEEDS)


def test_values_stand_without_labels_and_cues() -> None:
    for text in texts("no-labels"):
        assert "Paciente:" not in text and "Dra." not in text and "doctor" not in text
        assert "María Ruiz Gil" in text and "Inés Peña Otxoa" in text


def test_months_of_dates_and_nothing_else_of_mentions_are_in_the_other_language() -> None:
    assert any("9 de març" in days for days in values("catalan", "DIA"))
    assert all(people == ["María Ruiz Gil"] for people in values("catalan", "PACIENTE"))


def test_dictated_numbers_are_in_words_and_signs_are_not_there_or_spoken() -> None:
    ages, phones = values("dictation", "EDAD"), values("dictation", "TELEFONO")
    assert any(age == ["cuarenta y siete años"] or age == ["cuarenta y siete anos"] for age in ages)
    assert any(phone[0].startswith("seiscientos ciento veintitrés cero") for phone in phones)
    assert any(mail == ["ana punto gil arroba correo punto example"] for mail in values("dictation", "CORREO"))
    assert not any(re.search(r"[;?!:]", text) for text in texts("dictation"))


def test_a_scan_reads_letters_wrong_and_breaks_words_at_line_ends() -> None:
    made = [styled(WARD, "scan", seed) for seed in range(30)]
    letters = [sum(a != WARD.text[m] for a, m in zip(d.text, ms, strict=True) if isinstance(m, int)) for d, ms in made]
    assert sum(letters) > 50 and max(letters) < len(WARD.text) / 5
    assert any(re.search(r"[a-z]-\n[a-z]", doc.text) for doc, _ in made)


def test_a_mention_over_a_line_end_is_two() -> None:
    text = "Vive en la calle [SITIO " + " ".join(["Nuestra Señora de la Merced"] * 6) + "] con su hermana."
    for seed in SEEDS:
        made, _ = styled(marked(text), "cut-lines", seed)
        assert len(made.spans) > 1 and {span.phi_class for span in made.spans} == {"SITIO"}


def test_who_writes_is_of_the_class_for_staff_and_nobody_where_there_is_none() -> None:
    assert all(len(people) > 3 for people in values("chat", "SANITARIO"))
    patients = TagSet("p", "1", (TAGSET["PACIENTE"],))
    doc = marked("[PACIENTE Ana Gil] acude hoy por tos. Se le indica reposo en casa.")
    made, _ = styled(doc, "mail", 3, patients)
    assert [span.text(made.text) for span in made.spans] == ["Ana Gil"]


def test_a_label_that_is_annotated_stays() -> None:
    doc = marked("[CAMPO Paciente]: [PACIENTE Ana Gil]\n[CAMPO Teléfono]: [TELEFONO 600100200]\n[CAMPO Texto]: \n")
    for name in STYLES:
        made, _ = styled(doc, name, 2)
        assert [span.phi_class for span in made.spans].count("CAMPO") >= 3, name


def test_each_report_is_taken_before_one_is_taken_again() -> None:
    docs = [marked(f"NHC: [NUMERO 10{number}]", str(number)) for number in range(4)]
    made = restyled(docs, 2.5, TAGSET, 1)
    assert len(made) == 10 and len({doc.id for doc in made}) == 10
    assert made == restyled(docs, 2.5, TAGSET, 1) != restyled(docs, 2.5, TAGSET, 2)
    assert restyled(docs, 0, TAGSET, 1) == [] == restyled([], 3, TAGSET, 1)


def test_only_the_styles_that_are_wanted_are_taken() -> None:
    made = Restyler(paths.resources(), TAGSET, 1, ["capitals", "scan"]).reports([WARD], 40)
    assert {doc.id.split("-", 2)[2] for doc in made} == {"capitals", "scan", "capitals-scan"}


def test_words_of_the_styles_are_public() -> None:
    assert all(word in public_words() for word in ("cognoms", "ilegible", "llamante", "dni", "nhc"))
