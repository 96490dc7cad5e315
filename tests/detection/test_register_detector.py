"""The register detector: whoever was found once is found everywhere, and nobody else."""

import pytest

from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex
from deid_studio.detection.merge import MergeStrategy, merge
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.register_detector import RegisterDetector
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.vocabulary import Vocabulary

TAGSET = TagSet(
    "own",
    "1",
    tuple(PhiClass(name, {}).as_named() for name in ("PACIENTE", "MEDICO", "FAMILIAR", "TELEFONO", "IDENTIFICADOR")),
)
INDEX = GazetteerIndex(
    [
        Gazetteer("first_name", "PACIENTE", ("nuria", "breixo", "amalia", "rosa")),
        Gazetteer("last_name", "PACIENTE", ("quintanilla", "olmedo", "rosa", "vallejera", "calvo")),
    ]
)
WORDS = Vocabulary("rosa calvo refiere dolor placa pautas sin llevarla el la una que no en infantil villa olmo".split())


def found(text: str, *values: tuple[str, str], confidence: float = 0.9) -> list[tuple[str, str]]:
    sources = [
        Suggestion(Span(text.index(value), text.index(value) + len(value), name), confidence, (Evidence("rule"),))
        for value, name in values
    ]
    sources.sort(key=lambda one: one.span)
    detector = RegisterDetector(INDEX, WORDS, TAGSET)
    return [(one.span.text(text), one.span.phi_class) for one in detector.detect_after(Document("r", text), sources)]


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("Paciente: Nuria Quintanilla.\nse le explica a nuria y se va", "nuria"),
        ("Paciente: Nuria Quintanilla.\nFue QUINTANILLA quien llamó.", "QUINTANILLA"),
        ("Paciente: Nuria Quintanilla.\nDe nuevo Quintanila en urgencias.", "Quintanila"),
        ("Paciente: Nuria Quintanilla.\nAvisa Qu1ntanilla al llegar.", "Qu1ntanilla"),
        ("Paciente: Nuria Quintanilla.\nRevisada N. Quintanilla hoy.", "N. Quintanilla"),
        ("Paciente: Nuria Quintanilla.\nCarpeta NuriaQuintanilla.", "NuriaQuintanilla"),
        ("Paciente: Nuria Quintanilla.\nEs Quinta-\nnilla otra vez.", "Quinta-\nnilla"),
    ],
)
def test_a_person_is_found_in_every_form(text: str, again: str) -> None:
    assert found(text, ("Nuria Quintanilla", "PACIENTE")) == [(again, "PACIENTE")]


@pytest.mark.parametrize(
    "text",
    [
        "Paciente: Nuria Calvo.\nHombre calvo, sin dolor. Una placa.",  # a surname that is a word
        "Paciente: Nuria Rosa.\nExantema rosa en tronco.",
        "Paciente: Nuria Olmedo.\nSe sienta bajo el olmo; olmeda.",  # near, in small letters
        "Paciente: Nuria Pauta.\nPautas de alarma.",
        "Paciente: Nuria Quintanilla.\nPaso 1: N. Negativo. Q. 2",  # letters alone
        "Paciente: Nuria Valle Rila.\nSi empeora, llevarla al hospital.",
    ],
)
def test_what_only_looks_like_a_name_is_left(text: str) -> None:
    name = text[len("Paciente: ") : text.index(".")]
    assert found(text, (name, "PACIENTE")) == []


def test_a_relative_and_a_member_of_staff_keep_their_class() -> None:
    text = "Su hija Amalia la trae. Médica: Breixo Olmedo.\ndicen amalia y breixo que no. Amalia firma."
    assert found(text, ("hija Amalia", "FAMILIAR"), ("Breixo Olmedo", "MEDICO")) == [
        ("amalia", "FAMILIAR"), ("breixo", "MEDICO"), ("Amalia", "FAMILIAR"),
    ]  # fmt: skip


def test_a_number_is_found_with_other_separators_and_no_other_number() -> None:
    text = "Tel. 611 42 90 37. NHC 40-71382.\nLlamar al 611.429.037 o 611 42 90 88; nhc 4071382, 4071383."
    values = (("611 42 90 37", "TELEFONO"), ("40-71382", "IDENTIFICADOR"))
    assert found(text, *values) == [("611.429.037", "TELEFONO"), ("4071382", "IDENTIFICADOR")]


def test_a_name_comes_with_the_initials_and_names_beside_it() -> None:
    text = "Dra. Vallejera.\nFirmado: A. M. Vallejera Olmedo. Visto con D. Vallejera Placa y E.S.E. Vallejera."
    assert [value for value, _ in found(text, ("Vallejera", "MEDICO"))] == [
        "A. M. Vallejera Olmedo",
        "Vallejera",
        "Vallejera",
    ]


def test_a_fuller_place_takes_that_of_a_part() -> None:
    text = "Dra. Amalia Vallejera.\nFirmado: A. Vallejera."
    start = text.rindex("Vallejera")
    parts = [
        Suggestion(Span(5, 21, "MEDICO"), 0.9, (Evidence("rule"),)),
        Suggestion(Span(start, start + 9, "MEDICO"), 0.7, (Evidence("rule"),)),
    ]
    own = RegisterDetector(INDEX, WORDS, TAGSET).detect_after(Document("r", text), parts)
    joined = merge([parts, own], MergeStrategy.CONFIDENT, text)
    assert [one.span.text(text) for one in joined] == ["Amalia Vallejera", "A. Vallejera"]


def test_what_is_marked_already_is_not_told_again_and_what_is_doubtful_not_believed() -> None:
    text = "Nuria Quintanilla acude. Nuria mejora."
    assert found(text, ("Nuria Quintanilla", "PACIENTE"), ("Nuria mejora", "PACIENTE")) == []
    assert found(text, ("Nuria Quintanilla", "PACIENTE"), confidence=0.1) == []


def revised(text: str, *values: tuple[str, str, float]) -> list[tuple[str, str]]:
    found = []
    at = 0
    for value, name, confidence in values:
        at = text.index(value, at)
        found.append(Suggestion(Span(at, at + len(value), name), confidence, (Evidence("crf"),)))
        at += len(value)
    own = RegisterDetector(INDEX, WORDS, TAGSET).revise(Document("r", text), found)
    assert [(one.span.start, one.span.end) for one in own] == [(one.span.start, one.span.end) for one in found]
    return [(one.span.text(text), one.span.phi_class) for one in own]


def test_what_is_told_beside_one_mention_decides_for_all() -> None:
    text = "Paciente: Nuria Quintanilla\nSe explica a Nuria. Quintanilla N."
    names = (("Nuria Quintanilla", "MEDICO", 0.99), ("Nuria", "MEDICO", 0.9), ("Quintanilla", "PACIENTE", 0.3))
    assert revised(text, *names) == [
        ("Nuria Quintanilla", "PACIENTE"), ("Nuria", "PACIENTE"), ("Quintanilla", "PACIENTE"),
    ]  # fmt: skip


def test_what_the_hospital_knows_of_a_name_decides_for_all() -> None:
    text = "Residente: Nuria Quintanilla\nN. Quintanilla come. Vista por Dra. Quintanilla."
    whole, short = Evidence("patient", "given name", "exact"), Evidence("patient", "given name", "initial")
    names = (("Nuria Quintanilla", (whole,)), ("N. Quintanilla", (short,)), ("Quintanilla.", (Evidence("crf"),)))
    places = [(text.rindex(value), value.rstrip("."), facts) for value, facts in names]
    found = [Suggestion(Span(at, at + len(one), "MEDICO"), 0.9, facts) for at, one, facts in places]
    own = RegisterDetector(INDEX, WORDS, TAGSET).revise(Document("r", text), found)
    assert [one.span.phi_class for one in own] == ["PACIENTE", "PACIENTE", "MEDICO"]


def test_two_people_of_one_surname_keep_their_roles() -> None:
    text = "Paciente: Nuria Olmedo\nVista por Dra. Olmedo. Se cita a Nuria. Con Olmedo."
    names = [("Nuria Olmedo", "PACIENTE", 0.9), ("Olmedo", "PACIENTE", 0.9)]
    names += [("Nuria", "PACIENTE", 0.9), ("Olmedo", "MEDICO", 0.5)]
    roles = ["PACIENTE", "MEDICO", "PACIENTE", "MEDICO"]
    assert [name for _, name in revised(text, *names)] == roles


def test_without_a_word_beside_it_the_clearer_class_decides_and_a_doubt_does_not() -> None:
    text = "Nuria duerme. Nuria come. Nuria canta."
    clear = (("Nuria", "PACIENTE", 0.9), ("Nuria", "PACIENTE", 0.9), ("Nuria", "MEDICO", 0.6))
    assert {name for _, name in revised(text, *clear)} == {"PACIENTE"}
    doubt = (("Nuria", "PACIENTE", 0.9), ("Nuria", "MEDICO", 0.8))
    assert [name for _, name in revised(text, *doubt)] == ["PACIENTE", "MEDICO"]


def test_a_relative_is_never_made_the_patient() -> None:
    text = "Paciente: Nuria Olmedo\nSu madre, Nuria Olmedo, de 61 años"
    assert revised(text, ("Nuria Olmedo", "PACIENTE", 0.9), ("Nuria Olmedo", "FAMILIAR", 0.5))[1][1] == "FAMILIAR"


def test_the_pipeline_asks_for_the_last_word() -> None:
    class One:
        name = "one"

        def detect(self, doc: Document) -> list[Suggestion]:
            return [Suggestion(Span(10, 27, "MEDICO"), 1.0, (Evidence("crf"),))]

    text = "Paciente: Nuria Quintanilla"
    pipeline = Pipeline((One(), RegisterDetector(INDEX, WORDS, TAGSET)), tagset=TAGSET)
    assert [one.span for one in pipeline.detect(Document("r", text))] == [Span(10, 27, "PACIENTE")]
    assert [source for _, source in pipeline.joined(Document("r", text))] == ["one"]


def classed(tagset: TagSet, text: str, *values: tuple[str, str]) -> dict[str, str]:
    """The classes of all suggestions once they are revised, by what they are of."""
    sources = [
        Suggestion(Span(text.index(value), text.index(value) + len(value), name), 0.9, (Evidence("rule"),))
        for value, name in values
    ]
    detector = RegisterDetector(INDEX, WORDS, tagset)
    sources = sorted([*sources, *detector.detect_after(Document("r", text), sources)], key=lambda one: one.span)
    return {one.span.text(text): one.span.phi_class for one in detector.revise(Document("r", text), sources)}


TOLD_APART = TagSet(
    "apart",
    "1",
    tuple(PhiClass(name, {}, kind="person", role=role) for name, role in (("QUIEN", "patient"), ("FIRMA", "staff")))
    + tuple(PhiClass(name, {}, kind="number", role=role) for name, role in (("CLAVE", "patient"), ("FICHA", "staff"))),
)


@pytest.mark.parametrize("before", ["FICHA", "CLAVE", "FIRMA", "QUIEN", ""])
@pytest.mark.parametrize(
    ("user", "after"),
    [
        ("nquintanilla32", "CLAVE"),
        ("nuria.quintanilla", "CLAVE"),
        ("quintanilla_n", "CLAVE"),
        ("nuria_quintanilla7", "CLAVE"),
        ("NQUINTANILLA04", "CLAVE"),
        ("bvallejera3", "FICHA"),
        ("b.vallejera", "FICHA"),
        ("vallejera_08", "FICHA"),
    ],
)
def test_a_user_name_made_of_a_name_is_a_number_of_whose_name_it_is(user: str, after: str, before: str) -> None:
    text = f"Paciente: Nuria Quintanilla Olmedo.\nFirmado: Breixo Vallejera.\nAcceso: {user} a las 9"
    values = [("Nuria Quintanilla Olmedo", "QUIEN"), ("Breixo Vallejera", "FIRMA")]
    assert classed(TOLD_APART, text, *values, *([(user, before)] if before else []))[user] == after


def test_what_is_no_user_name_of_anybody_keeps_its_class() -> None:
    text = "Paciente: Nuria Quintanilla.\nFirmado: Breixo Vallejera.\nOtra quintanilla-olmedo: jperez04, AB-4471, nuria"
    values = {"Nuria Quintanilla": "QUIEN", "Breixo Vallejera": "FIRMA", "quintanilla-olmedo": "QUIEN"}
    values |= {"jperez04": "FICHA", "AB-4471": "FICHA", "nuria": "QUIEN"}
    assert classed(TOLD_APART, text, *values.items()) == values


def test_one_word_of_a_name_with_one_figure_is_no_user_name() -> None:
    text = "Paciente: Nuria Quintanilla.\nFirmado: Breixo Vallejera.\nvallejera_2: ya está\nbvallejera2: gracias"
    values = {"Nuria Quintanilla": "QUIEN", "Breixo Vallejera": "FIRMA"}
    assert classed(TOLD_APART, text, *values.items()) == {
        **values,
        "vallejera": "FIRMA",
        "bvallejera2": "FICHA",
    }


def test_where_a_tag_set_does_not_say_whose_a_number_is_a_user_name_is_one_all_the_same() -> None:
    text = "Paciente: Nuria Quintanilla.\nPortal: nquintanilla32"
    assert classed(TAGSET, text, ("Nuria Quintanilla", "PACIENTE"))["nquintanilla32"] == "IDENTIFICADOR"
