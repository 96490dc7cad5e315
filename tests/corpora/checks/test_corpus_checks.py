"""Checks of an annotated corpus, in classes of its own."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.checks.checked_corpus import CheckedCorpus, FindingKind
from deid_studio.corpora.checks.corpus_checks import CHECKS, findings, findings_csv
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

OWN = TagSet(
    "own",
    "1",
    (
        PhiClass("PERSONA", {}, kind="person", role="patient"),
        PhiClass("MEDICO", {}, kind="person", role="staff"),
        PhiClass("FECHA", {}, kind="date"),
        PhiClass("LUGAR", {}, kind="place"),
        PhiClass("CENTRO", {}, kind="centre"),
        PhiClass("TELEFONO", {}, kind="phone"),
        PhiClass("TELEFAX", {}, kind="phone", subkind="fax"),
        PhiClass("NUMERO", {}, kind="number"),
    ),
)


def report(name: str, *pieces: str | tuple[str, str]) -> Document:
    """A report of its pieces, of which those with a class are marked."""
    text, spans = "", []
    for piece in pieces:
        written, phi_class = (piece, "") if isinstance(piece, str) else piece
        if phi_class:
            spans.append(Span(len(text), len(text) + len(written), phi_class))
        text += written
    return Document(name, text, tuple(spans))


def found(kind: FindingKind, *documents: Document) -> list[tuple[str, str, str, str]]:
    """Report, marked text, its class and the class that is proposed of each finding of a kind."""
    texts = {doc.id: doc.text for doc in documents}
    return [
        (one.report, texts[one.report][one.start : one.end], one.phi_class, one.proposed_class)
        for one in findings(CheckedCorpus(documents, OWN), [kind])
    ]


def many(*pieces: str | tuple[str, str]) -> list[Document]:
    return [report(f"r{number}", *pieces) for number in range(9)]


def test_a_sign_at_an_end_is_odd_where_others_leave_it_out():
    right = many("Vive en ", ("Lugo", "LUGAR"), ".\n")
    assert found(FindingKind.EDGE, *right) == []
    odd = report("odd", "Vive en ", ("Vigo.", "LUGAR"), "\n")
    assert found(FindingKind.EDGE, *right, odd) == [("odd", "Vigo.", "LUGAR", "LUGAR")]
    habit = [replace(odd, id=f"h{number}") for number in range(20)]
    assert found(FindingKind.EDGE, *right, *habit) == []  # most of the corpus has it inside


def test_a_full_stop_of_an_initial_and_a_closed_bracket_belong_to_the_mention():
    right = many("Vio ", ("Eva Rey", "PERSONA"), ".\n", ("Lugo", "LUGAR"), ")\n")
    own = report("own", ("Eva R.", "PERSONA"), "\n", ("Lugo (Galicia)", "LUGAR"), "\n")
    assert found(FindingKind.EDGE, *right, own) == []


def test_a_cut_word_is_proposed_whole():
    right = many("Dra. ", ("Eva Rey", "MEDICO"), "\n")
    cut = report("cut", "Dra. E", ("va Rey", "MEDICO"), "\n")
    (one,) = findings(CheckedCorpus([*right, cut], OWN), [FindingKind.CUT])
    assert (one.report, one.proposed_start, one.proposed_end) == ("cut", 5, 12)


@pytest.mark.parametrize(
    ("right", "odd", "proposed"),
    [
        (("Dra. ", ("Eva Rey", "MEDICO")), (("Dra. Eva Rey", "MEDICO"),), "Eva Rey"),
        (("el ", ("3/4/2020", "FECHA")), ("el ", ("3/4/2020, 10:30", "FECHA")), "3/4/2020"),
        (("Nombre: ", ("Eva Rey", "PERSONA")), (("Nombre: Eva Rey", "PERSONA"),), "Eva Rey"),
        (("Tel. ", ("982123456", "TELEFONO")), ("Fax: ", ("982123456", "TELEFONO")), "982123456"),
        ((("27001", "LUGAR"), " ", ("Lugo", "LUGAR")), (("27001 Lugo", "LUGAR"),), ""),
        (((("Eva Rey", "PERSONA")),), (("Eva", "PERSONA"), " ", ("Rey", "PERSONA")), "Eva Rey"),
    ],
)
def test_a_guideline_rule_that_the_corpus_keeps_is_told_where_it_is_broken(right, odd, proposed):
    broken = report("odd", *odd, "\n")
    (one,) = findings(CheckedCorpus([*many(*right, "\n"), broken], OWN), [FindingKind.RULE])
    assert one.report == "odd" and broken.text[one.proposed_start : one.proposed_end] == proposed
    assert found(FindingKind.RULE, *(replace(broken, id=f"h{number}") for number in range(9))) == []


def test_the_same_text_in_another_class_is_told_and_names_only_within_a_report():
    right = many("En ", ("San Telmo", "CENTRO"), "\n")
    odd = report("odd", "En ", ("San Telmo", "LUGAR"), "\n")
    assert found(FindingKind.CLASS, *right, odd) == [("odd", "San Telmo", "LUGAR", "CENTRO")]
    names = many("Paciente ", ("Eva Rey", "PERSONA"), "\n")
    namesake = report("other", "Dra. ", ("Eva Rey", "MEDICO"), "\n")
    assert found(FindingKind.CLASS, *names, namesake) == []
    both = report("both", ("Eva Rey", "PERSONA"), ", ", ("Eva Rey", "PERSONA"), ", ", ("Eva Rey", "MEDICO"))
    assert found(FindingKind.CLASS, both) == [("both", "Eva Rey", "MEDICO", "PERSONA")]


def test_a_value_unlike_others_of_its_label_is_told():
    right = many("Centro: ", ("San Telmo", "CENTRO"), "\n")
    left, other = report("left", "Centro: Santa Ana\n"), report("other", "Centro: ", ("Lugo", "LUGAR"), "\n")
    empty = report("empty", "Centro: Fecha: hoy\n")
    more = [replace(doc, id=f"more-{doc.id}") for doc in right]
    assert found(FindingKind.LABEL, *right, *more, left, other, empty) == [
        ("left", "Santa Ana", "", "CENTRO"),
        ("other", "Lugo", "LUGAR", "CENTRO"),
    ]


def test_what_is_marked_elsewhere_and_not_here_is_told_but_not_the_word_in_small_letters():
    right = many("En ", ("Rosal", "LUGAR"), "\n")
    odd = report("odd", "Va a Rosal con un rosal.\n")
    assert found(FindingKind.MISSED, *right, odd) == [("odd", "Rosal", "", "LUGAR")]
    often = [replace(odd, id=f"h{number}") for number in range(9)]
    assert found(FindingKind.MISSED, *right, *often) == []


def test_a_form_of_what_a_report_marks_and_an_unmarked_address_are_left_over():
    doc = report("r", "Paciente ", ("Nuria Belmonte Vidal", "PERSONA"), ".\nBelmonte refiere dolor; nb@correo.es\n")
    assert {place for _, place, *_ in found(FindingKind.LEFTOVER, doc)} == {"Belmonte", "nb@correo.es"}


def test_right_control_letters_among_invented_ones_are_told():
    letters = "TRWAGMYFPDXBNJZSQVHLCKE"
    numbers = [f"{10_000_019 + at}" for at in range(30)]
    docs = [
        report(str(at), "DNI ", (number + letters[(int(number) + (at % 5 > 0)) % 23], "NUMERO"), "\n")
        for at, number in enumerate(numbers)
    ]
    assert [int(name) for name, *_ in found(FindingKind.LEFTOVER, *docs)] == [0, 10, 15, 20, 25, 5]


def test_copies_are_found_across_parts_whatever_is_marked_in_them():
    words = [f"palabra{at}" for at in range(120)]
    one = report("train/a", ("Eva Rey", "PERSONA"), " " + " ".join(words))
    other = report("dev/b", ("Luis Gil Pardo", "PERSONA"), " " + " ".join([*words[:110], "fin"]))
    stranger = report("dev/c", " ".join(f"otra{at}" for at in range(120)))
    (finding,) = findings(CheckedCorpus([one, stranger, other], OWN), [FindingKind.DUPLICATE])
    assert finding.report == "dev/b" and "train/a in" not in str(finding.why) and "another part" in str(finding.why)
    assert finding.likely > 0.8


SPANS = st.builds(
    lambda start, length, name: Span(start, start + length, name),
    st.integers(0, 50),
    st.integers(1, 9),
    st.sampled_from([one.name for one in OWN]),
)
TEXTS = st.text("Ev áR.,:-@\n27\u0301", min_size=60, max_size=80)


@given(st.lists(st.tuples(TEXTS, st.lists(SPANS, max_size=5)), min_size=1, max_size=4))
def test_every_finding_lies_in_its_report_quotes_nothing_and_has_a_key_of_its_own(reports):
    documents = [Document(f"r{at}", text, tuple(spans)) for at, (text, spans) in enumerate(reports)]
    own = findings(CheckedCorpus(documents, OWN))
    lengths = {doc.id: len(doc.text) for doc in documents}
    for one in own:
        assert 0 <= one.start < one.end <= lengths[one.report] and 0 <= one.likely <= 1
        assert one.proposed_end <= lengths[one.report] and one.kind in CHECKS
    assert own == findings(CheckedCorpus(documents, OWN))
    rows = list(csv.DictReader(io.StringIO(findings_csv(own, documents, "es"))))
    assert len(rows) == len(own)


def test_an_accent_without_a_letter_is_no_name():
    assert found(FindingKind.LEFTOVER, report("r", ("\u0301", "PERSONA"), " vista hoy")) == []


def proposals(kind: FindingKind, *documents: Document) -> list[tuple[str, str]]:
    """The marked text and the one that is proposed of each finding of a kind."""
    texts = {doc.id: doc.text for doc in documents}
    return [
        (texts[one.report][one.start : one.end], texts[one.report][one.proposed_start : one.proposed_end])
        for one in findings(CheckedCorpus(documents, OWN), [kind])
    ]


def test_a_place_that_is_a_whole_address_breaks_no_rule_of_a_corpus_that_parts_none():
    places = many("Vive en ", ("Lugo", "LUGAR"), ".\n")
    address = report("address", "Vive en ", ("c/ Mayor 3, 27001 Lugo", "LUGAR"), ".\n")
    assert found(FindingKind.RULE, *places, address) == []


def test_a_mention_over_a_blank_line_or_a_tab_is_told_and_a_wrapped_one_is_not():
    right = many("Dra. ", ("Eva\nRey", "MEDICO"), "\n")
    cell = report("cell", "Dra. ", ("Eva Rey\tJEFA", "MEDICO"), "\n")
    assert proposals(FindingKind.RULE, *right, cell) == [("Eva Rey\tJEFA", "Eva Rey")]
    text = "Dra. Eva Rey\n\nDATOS\n"
    line = Document("line", text, (Span(5, 19, "MEDICO", ((12, 14),)),))  # as it is written to a file of brat
    assert proposals(FindingKind.RULE, *right, line) == [("Eva Rey\n\nDATOS", "Eva Rey")]


def test_a_sign_that_ends_nothing_is_told_though_no_other_mention_stands_before_it():
    right = many("Tel. ", ("982123456", "TELEFONO"), "\n")
    odd = report("odd", "Tel. ", ("982654321/", "TELEFONO"), "M\n")
    assert proposals(FindingKind.EDGE, *right, odd) == [("982654321/", "982654321")]


def test_a_word_that_a_stray_blank_parts_is_told_where_the_corpus_has_it_whole():
    right = many("Hospital de Cáceres: ", ("San Telmo", "CENTRO"), ", Juana a consulta\n")
    odd = report("odd", "Hospital de ", ("C", "CENTRO"), " áceres, visto\n")
    behind = report("behind", "De Cácer ", ("es", "CENTRO"), "\n")
    name = report("name", "Paciente ", ("Juan", "PERSONA"), " a consulta\n")
    assert proposals(FindingKind.CUT, *right, odd, behind, name) == [("es", "Cácer es"), ("C", "C áceres")]


def test_an_initial_with_its_full_stop_here_and_without_it_there_is_told():
    with_it = report("with", "Enfermera ", ("Rocío V.", "MEDICO"), " Turno\n")
    without = report("without", "Firma ", ("Rocío V", "MEDICO"), ". Turno\n")
    assert proposals(FindingKind.EDGE, with_it, without) == [("Rocío V", "Rocío V.")]
    bare = report("bare", "Firma ", ("Rocío V", "MEDICO"), " Turno\n")  # nothing is left out there
    assert proposals(FindingKind.EDGE, with_it, bare) == []
