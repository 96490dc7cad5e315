from deid_studio.detection.expressions.compiled_expression import MatchedText
from deid_studio.detection.induced_rules import InducedRules, folded_words, word_shape
from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.rule_induction import LEAST_PRECISION, LEAST_SUPPORT, induce_rules
from deid_studio.model.document import Document
from deid_studio.model.span import Span

NAMES = ["Ana Gil", "Luis de la Paz", "Eva María Ruiz", "Óscar Peña", "Iker Sanz", "Noa Vidal", "Pau Roig", "Leo Ros"]


def report(number: int) -> Document:
    name, date = NAMES[number % len(NAMES)], f"{number % 28 + 1:02}/05/{1950 + number}"
    text = (
        f"Nombre: {name}.\nFecha: {date}.\nDomicilio: c/ Sol nº {number}, {number} B.\n"
        f"Tensión: {number}/80. Peso {number} kg."
    )
    spans = []
    for value, phi_class in ((name, "NAME"), (date, "DATE"), (f"c/ Sol nº {number}, {number} B", "STREET")):
        start = text.index(value)
        spans.append(Span(start, start + len(value), phi_class))
    return Document(str(number), text, tuple(spans))


REPORTS = [report(number) for number in range(10, 40)]


def found(rules: InducedRules, text: str) -> set[tuple[str, str]]:
    matched = MatchedText(text)
    return {
        (text[start:end], rule.phi_class)
        for line in tokenizer().lines(text)
        for start, end, rule in rules.hits(matched, line, folded_words(line), list(map(word_shape, line.words)))
    }


def test_rules_generalise_to_values_that_were_not_seen() -> None:
    rules = InducedRules(induce_rules(REPORTS))
    new = "Nombre: Julia del Olmo.\nFecha: 31/12/2024.\nDomicilio: c/ Luna nº 77, 3 C."
    assert found(rules, new) >= {
        ("Julia del Olmo", "NAME"),
        ("31/12/2024", "DATE"),
        ("c/ Luna nº 77, 3 C", "STREET"),
    }
    assert found(rules, "Tensión: 120/80. Peso 70 kg.") == set()


def test_rules_tell_their_support_and_precision() -> None:
    rules = induce_rules(REPORTS)
    assert rules
    for rule in rules:
        assert rule.support >= LEAST_SUPPORT
        assert rule.precision >= LEAST_PRECISION
        assert "?P<phi>" in rule.expression
        assert rule.name.startswith(rule.phi_class.lower())
    assert len({rule.name for rule in rules}) == len(rules)


def test_the_same_reports_give_the_same_rules() -> None:
    assert induce_rules(REPORTS) == induce_rules(list(REPORTS))


def test_what_holds_in_too_few_reports_or_is_often_wrong_is_no_rule() -> None:
    assert induce_rules(REPORTS[: LEAST_SUPPORT - 1]) == []
    noisy = [Document(d.id, d.text + "\nFecha: 01/01/2001.\nFecha: 02/02/2002.", d.spans[:1]) for d in REPORTS]
    assert {rule.phi_class for rule in induce_rules(noisy)} == {"NAME"}
    assert induce_rules([]) == []
