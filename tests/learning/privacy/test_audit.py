"""The audit of a model: what it reads from a model's files of annotated reports, whatever they were trained by."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from deid_studio import paths
from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.induced_rules import InducedRule, InducedRules
from deid_studio.detection.model_tagset import tag_set_entry
from deid_studio.detection.sectioned.indicators import Indicator, Indicators
from deid_studio.learning.privacy.audit import AuditedModel, audit, is_clean
from deid_studio.learning.privacy.audit_tables import to_text, verdict, with_audit
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset


def report(before: str, value: str, phi_class: str, after: str = "") -> Document:
    return Document("r", before + value + after, (Span(len(before), len(before) + len(value), phi_class),))


REPORTS = [
    report("Persona: ", "Zurbina Gómez", "PERSON", " acude con su vecino Quelto."),
    report("Cama: ", "KX4471", "BED", " de la planta."),
    *(report(f"Visita {n} ", f"Otra Kexo {name}", "PERSON") for n, name in enumerate("Ana Luz Paz Eva Pía".split())),
]


def model(*attributes: str, manifest: dict[str, object] | None = None, rules: InducedRules | None = None) -> CrfModel:
    """A model of one tag with these attributes and a last one without any weight."""
    names = {name: number for number, name in enumerate((*attributes, "0w=unused zurbina"))}
    weights = np.ones((len(names), 1), dtype=np.float32)
    weights[-1] = 0
    transitions = np.zeros((1, 1), dtype=np.float32)
    return CrfModel(("O",), transitions, rules or InducedRules(), manifest or {}, names, weights)


def found(audited: AuditedModel, phi_class: str = "PERSON") -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    (one,) = [one for one in audit(audited, REPORTS).classes if one.phi_class == phi_class]
    return one.words, one.together


def test_what_is_public_shared_by_many_or_has_no_weight_is_clean() -> None:
    attributes = ("0w=gómez", "0w=kexo", "b1=persona|:", "0s=Aa", "t1=999|.|9999", "0p=zur")
    done = audit(AuditedModel(model(*attributes)), REPORTS)
    assert done.clean
    assert done.reports == 7
    assert [(one.phi_class, one.private) for one in done.classes] == [("BED", 2), ("PERSON", 1), ("", 1)]


@pytest.mark.parametrize(
    "attribute", ["0w=zurbina", "-3W=Zurbina", "Lw=persona|zurbina", "new family=x zurbina", "g6=Zurbina|F"]
)
def test_a_name_is_read_in_any_attribute(attribute: str) -> None:
    assert found(AuditedModel(model(attribute))) == (("zurbina",), ())


def test_a_name_is_read_in_rules_labels_and_manifest() -> None:
    rule = InducedRule("person.zurbina", "PERSON", "zurbina", "9", r"[\p{L}\p{M}]+(?P<phi>\p{N}+)", 9, 1.0)
    literal = InducedRule("person", "PERSON", "", "a", r"(?P<phi>zurbina\p{Ll}+)", 9, 1.0)
    label = Indicators([Indicator("zurbina", "Zurbina", (("PERSON", 3),), 3)])
    for audited in (
        AuditedModel(model(rules=InducedRules([rule]))),
        AuditedModel(model(rules=InducedRules([literal]))),
        AuditedModel(model(), label),
        AuditedModel(model(manifest={"note": [{"deep": "de Zurbina"}]})),
        AuditedModel(model(manifest={"layouts": ["avisar a zurbina"]})),
    ):
        assert found(audited) == (("zurbina",), ())


def test_two_names_that_are_read_together_are_told_though_both_are_public() -> None:
    others = [report("Persona: ", "María Gómez", "PERSON")]
    done = audit(AuditedModel(model("b1=maría|gómez", "b1=luis|gómez")), others)
    assert [one.together for one in done.classes] == [(("gomez", "maria"),), ()]
    assert not done.clean
    assert audit(AuditedModel(model("0w=maría", "0w=gómez", "Lw=persona|gómez")), others).clean


def test_numbers_and_words_that_nobody_marked_are_told_too() -> None:
    assert found(AuditedModel(model("b1=kx|4471")), "BED")[0] == ("4471", "kx")
    phone = [report("Tel. ", "119 109", "PHONE")]
    assert audit(AuditedModel(model("0l=119", "0l=10AA", "Ld=tel|5")), phone).clean
    assert audit(AuditedModel(model("-2f=119")), phone).words == 1
    assert found(AuditedModel(model("0w=quelto")), "") == (("quelto",), ())
    assert found(AuditedModel(model("0p=quelto")), "") == ((), ()), "an affix of other words"
    assert found(AuditedModel(model("0p=zurbina"))) == (("zurbina",), ())


def test_what_stands_for_any_year_is_not_read_as_the_word() -> None:
    english = [*REPORTS, report("Born in year ", "new year 1999", "DATE")]
    assert audit(AuditedModel(model("0w=year", "b1=,|year", "-2year=19")), english).clean
    rule = InducedRule("date", "DATE", "year", "9", r"[\p{L}\p{M}]+(?P<phi>\p{N}+)", 9, 1.0)
    assert not audit(AuditedModel(model(rules=InducedRules([rule]))), english).clean


def test_the_names_of_classes_were_chosen_by_a_person() -> None:
    classes = {"tag_set": {"classes": ["SEÑOR_ZURBINA"]}}
    assert audit(AuditedModel(model("R=SEÑOR_ZURBINA/B", manifest=classes)), REPORTS).clean
    assert not audit(AuditedModel(model("0w=zurbina", manifest=classes)), REPORTS).clean


def test_what_a_manifest_says_of_classes_in_the_programs_words_is_of_no_report() -> None:
    manifest = model("0w=kexo", manifest={"tag_set": tag_set_entry(shipped_tagset("meddocan"))})
    english = [*REPORTS, report("Device health set, IP ", "Zurbina", "PERSON")]
    assert audit(AuditedModel(manifest), english).clean
    assert not audit(AuditedModel(model("0w=device", manifest=manifest.manifest)), english).clean


def test_words_that_the_reports_do_not_have_are_not_judged() -> None:
    audited = AuditedModel(model("0w=brixolto", "0w=gómez", "0g=first_name/1", "C<street_kind|2"))
    assert audit(audited).unjudged == ("brixolto",)
    assert not audit(audited).clean
    assert audit(audited, REPORTS).unjudged == ("brixolto",)
    assert audit(AuditedModel(model("0w=gómez", "0g=first_name/1"))).clean


def test_what_the_base_shows_too_says_nothing_of_the_reports() -> None:
    adapted = AuditedModel(model("0w=zurbina", "0w=brixolto"))
    clean = {"audit": {"clean": True}}
    assert audit(adapted, REPORTS, AuditedModel(model("0w=zurbina", "0w=brixolto", manifest=clean))).clean
    unaudited = audit(adapted, REPORTS, AuditedModel(model("0w=zurbina", "0w=brixolto")))
    assert not unaudited.words and not unaudited.clean


@pytest.mark.parametrize("entry", [None, 3, [], {}, {"clean": "yes"}, {"clean": False}])
def test_only_a_clean_audit_is_one(entry: object) -> None:
    assert not is_clean({"audit": entry})


def test_a_manifest_holds_counts_alone_and_words_are_shown_on_request() -> None:
    done = audit(AuditedModel(model("Lw=zurbina|gómez", "0w=brixolto")), REPORTS, strange=["nombres.txt"])
    assert "zurbina" not in str(done.to_json())
    assert done.to_json()["classes"]["PERSON"] == {"private": 1, "words": 1, "together": 1}
    for language, words in (("es", "No está limpio: se leen 2 palabras"), ("en", "Not clean: 2 words")):
        text = to_text(done, language)
        assert words in text and "nombres.txt" in text
        assert "zurbina" not in text and "brixolto" not in text
        shown = to_text(done, language, with_words=True)
        assert "  zurbina\n" in shown and "  gomez + zurbina\n" in shown and "  brixolto\n" in shown


def test_every_audit_that_is_not_clean_says_why_and_what_to_do() -> None:
    base, strange = AuditedModel(model("0w=gómez")), ["nombres.txt"]
    others, plain = AuditedModel(model("0w=brixolto")), AuditedModel(model("0w=gómez"))
    for done, words in (
        (audit(plain, REPORTS, base), ("that was adapted has no clean audit", "train without --base")),
        (audit(others, REPORTS), ("not of these reports either", "Name by --data all")),
        (audit(others), ("only the reports tell", "--data")),
        (audit(plain, strange=strange), ("no part of it", "Take them away")),
    ):
        assert not done.clean and [one for one in words if one not in verdict(done, "en")] == []
        assert to_text(done, "en").count("has no clean audit") == (not done.base_is_clean)
    both = to_text(audit(AuditedModel(model("0w=zurbina")), REPORTS, base), "en")
    assert "Do not hand it on" in both and "train without --base" in both


def test_a_model_that_is_adapted_from_the_shipped_one_needs_nothing_more_to_be_clean() -> None:
    assert is_clean(json.loads((paths.default_model() / "manifest.json").read_bytes()))


def test_a_card_keeps_its_own_text_and_has_one_audit() -> None:
    first = audit(AuditedModel(model("0w=zurbina")), REPORTS)
    card = with_audit("# Mi ficha\n\nTexto propio.\n", first, "es")
    assert card.startswith("# Mi ficha\n\nTexto propio.\n\n<!-- deid model audit -->\n\n## Qué se puede leer")
    assert "| PERSON | 1 | 1 | 0 |" in card and "zurbina" not in card
    again = with_audit(card + "\nDetrás.\n", replace(first, classes=()), "en")
    assert again.count("deid model audit") == 2 and "PERSON" not in again
    assert again.startswith("# Mi ficha\n\nTexto propio.\n") and "Detrás." in again
    assert with_audit("", first, "en").startswith("# Model card\n")
