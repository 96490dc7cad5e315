"""Rules turned off: what they found goes, others get their chance, and everything else stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.batch.comparing import difference
from deid_studio.detection.gazetteers import Gazetteer, default_gazetteers
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.detection.harmless.shipped_harmless import default_harmless
from deid_studio.detection.looks.looks_detector import LooksDetector, look_classes
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.rule_ids import RuleId, in_order, parsed, rests_on
from deid_studio.detection.sectioned.indicators import Indicator, Indicators
from deid_studio.detection.sectioned.sectioned_detector import SectionedDetector
from deid_studio.detection.trusted import Safeguards, TrustedDetector
from deid_studio.model.document import Document
from deid_studio.model.edits import suggestion_from_json, suggestion_to_json
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import shipped_tagset

MEDDOCAN = shipped_tagset("meddocan")


def rules_of(suggestion: Suggestion) -> tuple[str, ...]:
    """The ids of the rules that a suggestion rests on, each once."""
    return tuple(dict.fromkeys(fact.rule for fact in suggestion.evidence if fact.rule))


FOREIGN = sorted((Path(__file__).parents[1] / "foreign" / "dev").glob("**/*.txt"))[:12]
GRAMMAR = r"""
name = "prueba"
[lists]
nombre = { kinds = ["first_name"], form = "plain", cased = true }
nombre_de_pila = { kinds = ["first_name"], form = "plain", cased = true }
lugar = { kinds = ["town"], form = "plain", cased = true }
[[candidate]]
name = "candidato"
find = 'Paciente: (\p{Lu}\p{Ll}+)'
gather = ["report_person"]
[[block]]
name = "bloqueo_escala"
find = 'escala de \p{Lu}\p{Ll}+'
[[reliable]]
name = "fecha"
find = '\d\d/\d\d/\d{4}'
class = "FECHAS"
[[reliable]]
name = "mes_y_ano"
find = '\d\d/\d{4}'
class = "FECHAS"
[[reliable]]
name = "nombre"
find = '({@nombre})'
class = "NOMBRE_SUJETO_ASISTENCIA"
[[heuristic]]
name = "lugar"
find = '({@lugar})'
class = "TERRITORIO"
[[heuristic]]
name = "recogido"
find = '({@report_person})'
class = "NOMBRE_SUJETO_ASISTENCIA"
"""
LISTS = (
    Gazetteer("first_name", "", ("Lucía", "Glasgow", "Soria", "María Luz", "María")),
    Gazetteer("town", "TERRITORIO", ("Soria", "Cádiz")),
)


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> GrammarDetector:
    path = tmp_path_factory.mktemp("grammar") / "prueba.toml"
    path.write_text(GRAMMAR, encoding="utf-8")
    return GrammarDetector(read_grammar(path), LISTS)


def found(detector: object, text: str) -> list[tuple[str, str]]:
    return [(s.span.text(text), s.span.phi_class) for s in detector.detect(Document("x", text))]  # type: ignore[attr-defined]


def test_what_a_rule_found_goes_and_a_later_rule_gets_its_chance(grammar: GrammarDetector) -> None:
    text = "Lucía vino el 03/04/2021."
    assert found(grammar, text) == [("Lucía", "NOMBRE_SUJETO_ASISTENCIA"), ("03/04/2021", "FECHAS")]
    without = grammar.without(["grammar:prueba/fecha"])
    assert found(without, text) == [("Lucía", "NOMBRE_SUJETO_ASISTENCIA"), ("04/2021", "FECHAS")]
    assert found(without.without([]), text) == found(grammar, text)
    assert found(grammar.without(["grammar:otra/fecha", "fecha", "nada"]), text) == found(grammar, text)


def test_a_rule_that_blocks_no_longer_blocks(grammar: GrammarDetector) -> None:
    text = "escala de Glasgow"
    assert found(grammar, text) == []
    assert found(grammar.without(["grammar:prueba/bloqueo_escala"]), text) == [("Glasgow", "NOMBRE_SUJETO_ASISTENCIA")]


def test_a_rule_that_gathers_no_longer_gathers(grammar: GrammarDetector) -> None:
    text = "Paciente: Quintanar\nRefiere Quintanar dolor."
    assert [text for text, _ in found(grammar, text)] == ["Quintanar", "Quintanar"]
    assert found(grammar.without(["grammar:prueba/candidato"]), text) == []


def test_an_entry_goes_from_all_lists_of_its_kind_and_no_other(grammar: GrammarDetector) -> None:
    text = "Soria, Cádiz"
    assert found(grammar, text) == [("Soria", "NOMBRE_SUJETO_ASISTENCIA"), ("Cádiz", "TERRITORIO")]
    without = grammar.without(["grammar:prueba/nombre_de_pila=soria"])
    assert found(without, text) == [("Soria", "TERRITORIO"), ("Cádiz", "TERRITORIO")]
    assert found(without, "Lucía") == found(grammar, "Lucía")
    shorter = grammar.without(["grammar:prueba/nombre=maria luz"])
    assert [one for one, _ in found(grammar, "María Luz")] == ["María Luz"]
    assert [one for one, _ in found(shorter, "María Luz")] == ["María"]


def test_evidence_names_the_rule_and_the_entry_but_not_what_was_gathered(grammar: GrammarDetector) -> None:
    (own,) = grammar.detect(Document("x", "LUCIA"))
    assert rules_of(own) == ("grammar:prueba/nombre", "grammar:prueba/nombre=lucia")
    (gathered, _) = grammar.detect(Document("x", "Paciente: Quintanar\nRefiere Quintanar dolor."))
    assert rules_of(gathered) == ("grammar:prueba/recogido",)


def test_ids_that_name_nothing_are_told(grammar: GrammarDetector) -> None:
    off = ["grammar:prueba/fecha", "grammar:prueba/vieja", "grammar:prueba/nombre=lucia", "grammar:prueba/nombre=eva",
           "grammar:prueba/nada=lucia", "grammar:otra/vieja", "sectioned/fax"]  # fmt: skip
    gone = {"grammar:prueba/vieja", "grammar:prueba/nombre=eva", "grammar:prueba/nada=lucia"}
    assert grammar.unknown(off) == gone
    pipeline = Pipeline([grammar])
    assert pipeline.without(off).unknown_rules == gone and pipeline.unknown_rules == frozenset()


def test_what_is_found_again_elsewhere_goes_with_the_rule_that_found_it_first(grammar: GrammarDetector) -> None:
    pipeline = Pipeline([grammar, TrustedDetector(default_gazetteers(), Safeguards.of(MEDDOCAN))])
    doc = Document("x", "Fecha 03/04/2021\nOtra vez 03/04/2021.")
    assert all(rests_on(one, {"grammar:prueba/fecha"}) for one in pipeline.detect(doc))
    without = pipeline.without(["grammar:prueba/fecha", "grammar:prueba/mes_y_ano"])
    assert len(pipeline.detect(doc)) == 2 and without.detect(doc) == []
    fact = Evidence("rule", "nombre", "", "grammar:x/nombre")
    source = Suggestion(Span(0, 5, "NOMBRE_SUJETO_ASISTENCIA"), 0.9, (fact,))
    late = TrustedDetector(default_gazetteers(), Safeguards.of(MEDDOCAN)).detect_after(
        Document("x", "Lucía\nVuelve Lucía"), [source]
    )
    assert [rules_of(one) for one in late] == [("grammar:x/nombre",)]
    none = Suggestion(source.span, 0.9, (Evidence("crf", "", "0.9"),))
    late = TrustedDetector(default_gazetteers(), Safeguards.of(MEDDOCAN)).detect_after(
        Document("x", "Lucía\nVuelve Lucía"), [none]
    )
    assert [rules_of(one) for one in late] == [()]


def test_two_pipelines_are_compared_without_asking_what_they_share(grammar: GrammarDetector) -> None:
    class Model:
        name = "model"
        asked = 0

        def detect(self, doc: Document) -> list[Suggestion]:
            Model.asked += 1
            return []

    whole = Pipeline([Model(), grammar])
    before, after = whole.without([]), whole.without(["grammar:prueba/fecha"])
    assert difference(before, after, Document("x", "Lucía")) is None and Model.asked == 0
    both = difference(before, after, Document("x", "03/04/2021"))
    assert both is not None and Model.asked == 2
    assert [[s.span.text("03/04/2021") for s in some] for some in both] == [["03/04/2021"], ["04/2021"]]


def test_evidence_told_twice_keeps_the_rule_that_can_be_turned_off() -> None:
    class Says:
        def __init__(self, name: str, rule: str) -> None:
            self.name, self.rule = name, rule

        def detect(self, doc: Document) -> list[Suggestion]:
            fact = Evidence("gazetteer", "town", "Soria", self.rule)
            return [Suggestion(Span(0, 5, "TERRITORIO"), 0.9, (Evidence(self.name), fact))]

    (one,) = Pipeline([Says("crf", ""), Says("rule", "grammar:x/town=soria")]).detect(Document("x", "Soria"))
    assert [fact.kind for fact in one.evidence] == ["crf", "gazetteer", "rule"]
    assert rules_of(one) == ("grammar:x/town=soria",)


INDICATORS = Indicators(
    [
        Indicator("nombre", "Nombre", (("NOMBRE_SUJETO_ASISTENCIA", 9),), 9, False),
        Indicator("nhc", "NHC", (("ID_SUJETO_ASISTENCIA", 9),), 9, False),
    ]
)
LETTER = (
    "Nombre: Lucía.\nNHC: 556677.\n" + "Acude por dolor y mejora con el reposo.\n" * 12 + "Remitido por el servicio.\n"
    "Hospital San Roque, 42001 Soria. Fax: 975 123 456. Correo: olmo@ejemplo.es\n"
)


def test_the_sectioned_detectors_labels_steps_and_places_can_be_turned_off() -> None:
    class Nothing:
        name = "nothing"

        def detect(self, doc: Document) -> list[Suggestion]:
            return []

    detector = SectionedDetector(INDICATORS, Nothing(), default_gazetteers(), MEDDOCAN)
    whole = detector.detect(Document("x", LETTER))
    by_rule = {rule: one for one in whole for rule in rules_of(one)}
    assert {"sectioned/label=nombre", "sectioned/e-mail", "sectioned/fax", "sectioned/town=soria"} <= by_rule.keys()
    for rule, one in by_rule.items():
        rest = detector.without([rule]).detect(Document("x", LETTER))
        assert one not in rest and not any(rests_on(other, {rule}) for other in rest)
        assert all(other in rest or other.span.overlaps(one.span) for other in whole if other != one), rule
    off = ["sectioned/label=nada", "sectioned/nada", "sectioned/town=zzz", "sectioned/fax", "grammar:x/y"]
    assert detector.unknown(off) == {"sectioned/label=nada", "sectioned/nada"}


def test_a_kind_of_looks_can_be_turned_off() -> None:
    detector = LooksDetector(default_gazetteers(), default_harmless(), look_classes(MEDDOCAN))
    doc = Document("x", "El 03/04/2021 llama al 975123456.")
    kinds = {rule for one in detector.detect(doc) for rule in rules_of(one)}
    assert "looks/date" in kinds
    left = {rule for one in detector.without(["looks/date"]).detect(doc) for rule in rules_of(one)}
    assert left == kinds - {"looks/date"}
    assert detector.unknown(["looks/date", "looks/nada"]) == {"looks/nada"}


def test_rules_survive_the_journal() -> None:
    facts = (Evidence("rule", "a", "b", "grammar:x/a"), Evidence("crf", "", "0.9"))
    one = Suggestion(Span(0, 5, "X"), 0.9, facts)
    again = suggestion_from_json(suggestion_to_json(one))
    assert again == one and [fact.rule for fact in again.evidence] == ["grammar:x/a", ""]
    assert suggestion_to_json(one)["evidence"][1] == ["crf", "", "0.9"]  # as every earlier version writes it


# --- properties ----------------------------------------------------------------------------------------------

words = st.text("abcxyz:_- ", min_size=1)


@given(words.filter(lambda s: "/" not in s), st.from_regex(r"[a-z_]{1,9}", fullmatch=True), words)
def test_ids_are_read_as_they_are_written(owner: str, name: str, entry: str) -> None:
    one = RuleId(owner, name, entry)
    assert parsed(str(one)) == one


@given(st.lists(words))
def test_ids_are_kept_once_and_in_order(ids: list[str]) -> None:
    kept = in_order(ids)
    assert list(kept) == sorted(set(ids)) and in_order(reversed(kept)) == kept


@pytest.fixture(scope="module")
def shipped(shipped_pipeline):  # type: ignore[no-untyped-def]
    """The grammar that is shipped, and what each of its rules matches in some foreign reports."""
    detector = shipped_pipeline("grammar").detectors[0]
    assert isinstance(detector, GrammarDetector)
    docs = [Document(path.stem, path.read_text(encoding="utf-8")) for path in FOREIGN]
    matched = [{step.rule.name for step in detector.steps(detector.state(doc.text))} for doc in docs]
    return detector, docs, matched, [detector.detect(doc) for doc in docs]


@pytest.mark.slow
@settings(max_examples=15)
@given(st.data())
def test_turning_a_rule_off_never_changes_reports_in_which_it_had_no_match(shipped, data: st.DataObject) -> None:  # type: ignore[no-untyped-def]
    detector, docs, matched, whole = shipped
    rules = [rule.name for rule in detector.compiled.grammar.rules]
    used = sorted(set().union(*matched))
    off = data.draw(st.one_of(st.sampled_from(used), st.sampled_from(rules)))
    without = detector.without([f"grammar:spanish/{off}"])
    number = data.draw(st.integers(0, len(docs) - 1))
    now = without.detect(docs[number])
    if off not in matched[number]:
        assert now == whole[number]
    assert not any(rests_on(one, {f"grammar:spanish/{off}"}) for one in now)
