"""The rule by which a model may be handed on: words of few reports are not shown, nor names put together."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.learning.adapt import adapt
from deid_studio.learning.indicator_counts import count_indicators
from deid_studio.learning.model_writing import model_files, write_model
from deid_studio.learning.privacy.least_reports import ShowingRule
from deid_studio.learning.privacy.public_words import PublicWords, public_words
from deid_studio.learning.privacy.shown_words import Shown, shown
from deid_studio.learning.rule_induction import induce_rules
from deid_studio.learning.train import TrainingOptions, train
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

PUBLIC = PublicWords(
    places=["brunete"],
    names=["maria", "rosario", "gil"],
    ordinary=["nombre", "dolor", "rosario", "dos"],
    particles=["de"],
)


def report(*parts: str | tuple[str, str], id: str = "r") -> Document:
    """A report of stretches of text, with their class where they are PHI."""
    text, spans = "", []
    for part in parts:
        piece, phi_class = (part, "") if isinstance(part, str) else part
        if phi_class:
            spans.append(Span(len(text), len(text) + len(piece), phi_class))
        text += piece
    return Document(id, text, tuple(spans))


def rule(documents: Iterable[Document], least: int = 3) -> ShowingRule:
    seen = ShowingRule.of(documents, least)
    return ShowingRule(least, seen.reports, seen.wordings, PUBLIC)


def words(*found: str) -> Shown:
    return Shown(found)


def test_a_word_is_shown_when_it_is_public_or_in_enough_reports() -> None:
    seen = rule(report(f"Nota {n}: zurbina" + (" quelta" if n else "")) for n in range(3))
    assert seen.knows("zurbina")
    assert not seen.knows("quelta")
    assert seen.knows("maria") and seen.knows("brunete") and seen.knows("dolor")
    assert seen.knows("x") and seen.knows("12") and not seen.knows("123")
    assert not seen.knows("unseen")


def test_places_in_one_report_and_copies_of_it_count_once() -> None:
    seen = rule([report("zurbina zurbina\nzurbina"), report("zurbina zurbina\nzurbina", id="copy"), report("Zurbina")])
    assert not seen.knows("zurbina")


def test_many_reports_of_one_person_are_no_witnesses_of_the_name() -> None:
    visits = [report(f"Visita {n}. ", ("María Zurbina", "NAME"), f" sigue {n}") for n in range(9)]
    seen = rule(visits)
    assert not seen.knows("zurbina")
    others = [report(("Zurbina " + name, "NAME")) for name in ("Ana", "Luz")]
    assert rule([*visits, *others]).knows("zurbina")


def test_two_names_are_shown_together_only_when_many_bear_both() -> None:
    documents = [report(f"{n} ", ("María Gil", "NAME")) for n in range(9)]
    seen = rule(documents)
    assert seen.may_show(words("maria"), 1) and seen.may_show(words("nombre", "gil"), 1)
    assert not seen.may_show(words("maria", "gil"), 9)
    assert not seen.may_show(words("maria", "de", "gil"), 9)
    several = [report(("María Gil " + other, "NAME")) for other in ("Ana", "Luz", "Paz")]
    assert rule(several).may_show(words("maria", "gil"), 3)
    assert not rule(several).may_show(words("maria", "gil"), 2)
    elsewhere = rule([*documents, report(("nombre", "NAME"))])
    assert not elsewhere.may_show(words("nombre", "maria", "gil"), 9), "though no span holds all three"


def test_names_that_nobody_marked_are_not_shown_together_either() -> None:
    seen = rule([report("Acude María Gil con dolor de dos.")])
    assert not seen.may_show(words("maria", "gil"), 2)
    assert not seen.may_show(words("rosario", "gil"), 2)
    assert seen.may_show(words("dolor", "de", "dos"), 1)


def test_words_of_spans_are_not_shown_together_though_they_are_ordinary() -> None:
    seen = rule([report("Trae a ", ("sus dos nombre", "KIN"))])
    assert not seen.may_show(words("dos", "nombre"), 2)
    assert seen.may_show(words("dos", "dolor"), 1)


def test_parts_of_a_number_are_not_shown_together() -> None:
    seen = rule([report("Tel. ", ("91 22 33 44", "PHONE"))])
    assert seen.may_show(words("22"), 1)
    assert not seen.may_show(words("22", "33"), 1)


def test_an_affix_is_shown_when_public_words_have_it_and_no_short_name_is_read_in_it() -> None:
    seen = rule([report("Sra. ", ("Ros", "NAME"), " y "), report("la del guiño")])
    assert seen.may_show(Shown(opening="mari"), 1) and seen.may_show(Shown(ending="ete"), 1)
    assert not seen.may_show(Shown(opening="zur"), 1) and seen.may_show(Shown(opening="zur"), 3)
    assert not seen.may_show(Shown(opening="ros"), 9)
    assert not seen.may_show(Shown(ending="823"), 1)


def test_the_shipped_lists() -> None:
    public = public_words()
    for word in ("maria", "garcia", "madrid", "hospital", "apellidos", "nhc", "dolor", "iglesias"):
        assert word in public, word
    assert public.is_name("garcia") and not public.is_ordinary("garcia")
    assert public.is_ordinary("apellidos") and public.is_particle("de") and not public.is_name("de")
    assert "zurbina" not in public


# A tag set that is not MEDDOCAN's.
WARD = TagSet("ward", "1", (PhiClass("PERSON", {}), PhiClass("BED", {})))
QUICK = TrainingOptions(iterations=15, augmented=1)


@pytest.fixture(scope="module")
def ward() -> list[Document]:
    """Reports of a ward: names in no list, one of them in one report, the other in nine of the same patient."""
    first = report(
        "Persona: ", ("Zurbina Quelta", "PERSON"), "\nCama: ", ("KX10", "BED"), "\nVisita. Zurbina duerme bien.\n"
    )
    visits = [
        report(
            "Persona: ", ("Brixolto Gómez", "PERSON"), "\nCama: ", (f"KX{n + 11}", "BED"),
            f"\nVisita. Brixolto come {n} veces sin dolor. Luis Gómez le acompaña.\n",
        )
        for n in range(9)
    ]  # fmt: skip
    return [first, *visits]


@pytest.fixture(scope="module")
def ward_model(ward: list[Document]) -> CrfModel:
    return train(ward, WARD, QUICK)


def written(model: CrfModel) -> str:
    """All text of a model's files, in small letters."""
    return "\n".join(data.decode("utf-8", "replace") for data in model_files(model).values()).lower()


SECRET = ("zurbina", "quelta", "brixolto", "gómez|luis", "luis|gómez", "brixolto|gómez")


def test_a_trained_model_shows_no_name_of_few_people(ward: list[Document], ward_model: CrfModel) -> None:
    text = written(ward_model)
    assert [word for word in SECRET if word in text] == []
    assert "persona" in text and "kx" in text, "what many reports have is learned"
    careless = written(train(ward, WARD, TrainingOptions(iterations=15, least_reports=1)))
    assert "brixolto" in careless


def test_a_model_of_another_tag_set_has_its_classes_alone(ward_model: CrfModel, tmp_path: Path) -> None:
    write_model(ward_model, tmp_path / "m")
    assert read_model(tmp_path / "m").tags == ("B-BED", "B-PERSON", "I-BED", "I-PERSON", "O")


@pytest.mark.slow
def test_an_adapted_model_shows_no_name_either(small_model: CrfModel, ward: list[Document]) -> None:
    adapted = adapt(small_model, ward)
    text = written(adapted)
    assert [word for word in SECRET if word in text and word not in written(small_model)] == []
    assert "0w=kx" in text


def test_adapting_moves_no_weight_that_would_tell_a_name(ward: list[Document]) -> None:
    new = [report(f"Visita {n}. Acude ", ("Luis Gómez", "PERSON"), f" a la cama {n}.\n") for n in range(2)]
    base = train([*ward, *new], WARD, TrainingOptions(iterations=15, augmented=0, least_count=1, least_reports=1))
    adapted = adapt(base, new)
    moved = {
        name for name, number in base.attributes.items() if (adapted.weights[number] != base.weights[number]).any()
    }
    together = {name for name in base.attributes if set(shown(name).words) >= {"luis", "gomez"}}
    assert together and not together & moved
    assert "0w=luis" in moved


def test_a_rule_of_few_reports_shows_no_name() -> None:
    documents = [report("Zurbina, ", (name, "PERSON"), ", come bien.") for name in ("Ana", "Luz", "Paz", "Eva")]
    assert induce_rules(documents) == []
    assert {rule.anchor for rule in induce_rules(documents, showing=ShowingRule.of(documents, 4))} == {"zurbina"}


def test_a_value_that_looks_like_a_label_is_no_indicator() -> None:
    documents = [
        report("Nombre: ", ("Luis", "PERSON"), f"\nZurbina: {n}\nLuis Gómez: {n}\nEdad: 4{n}\nFin.\n") for n in range(4)
    ]
    assert {one.label for one in count_indicators(documents)} == {"nombre", "zurbina", "luis gomez", "edad"}
    shown = count_indicators(documents, showing=ShowingRule.of(documents))
    assert {one.label for one in shown} == {"nombre", "edad"}
