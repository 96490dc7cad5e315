import time

import pytest

from deid_studio.detection.expressions.compiled_expression import MatchedText
from deid_studio.detection.induced_rules import InducedRule, InducedRules, folded_words, word_shape
from deid_studio.detection.tokens import tokenizer

NAME = InducedRule("n", "NAME", "nombre", "A", r"\p{L}+\s*:\s*(?P<phi>\p{Lu}\p{Ll}+)", 5, 1.0)
DATE = InducedRule("d", "DATE", "", "9 / 9", r"(?P<phi>\d\d/\d\d/\d{4})(?!\d)", 5, 0.9)


def hits(rules: InducedRules, text: str) -> list[tuple[str, str]]:
    matched = MatchedText(text)
    return [
        (text[start:end], rule.name)
        for line in tokenizer().lines(text)
        for start, end, rule in rules.hits(matched, line, folded_words(line), list(map(word_shape, line.words)))
    ]


def test_anchored_and_free_rules() -> None:
    rules = InducedRules([NAME, DATE])
    assert hits(rules, "NOMBRE: Ana. Fecha: 01/02/2003 o 1/2/2003") == [("Ana", "n"), ("01/02/2003", "d")]
    assert hits(rules, "Nombre: ana, 01/02/20033") == []
    assert hits(rules, "Nombre:\nAna") == []  # a rule does not look beyond its line


@pytest.mark.parametrize(
    "rule",
    [
        InducedRule("bad", "X", "", "9", "(", 1, 1.0),
        InducedRule("bad", "X", "", "9", r"\d", 1, 1.0),
        InducedRule("bad", "X", "", "9", r"(?P<phi>\d)(\d)", 1, 1.0),
        InducedRule("bad", "X", "word", "99", r"(?P<phi>\d)", 1, 1.0),
    ],
)
def test_rules_that_cannot_work_are_refused(rule: InducedRule) -> None:
    with pytest.raises(ValueError, match="bad"):
        InducedRules([rule])


def test_an_expression_that_explodes_counts_as_no_match() -> None:
    slow = InducedRule("slow", "X", "", "a", r"(?P<phi>(?:a|a|aa)+)$(?<=b)", 1, 1.0)
    before = time.perf_counter()
    assert hits(InducedRules([slow]), "a" * 4000 + "c") == []
    assert time.perf_counter() - before < 5


@pytest.mark.parametrize(
    ("word", "shape"),
    [("12", "99"), ("1" * 30, "9" * 9), ("A", "A"), ("EEII", "AA"), ("García", "Aa"), ("ª", "a"), ("/", "/")],
)
def test_word_shape(word: str, shape: str) -> None:
    assert word_shape(word) == shape
