"""The grammar language and its engine, on small grammars of their own."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from deid_studio.detection.expressions import compiled_expression
from deid_studio.detection.gazetteers import Gazetteer
from deid_studio.detection.grammar.checking import check
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.measures import Measure, measures_toml, read_measures
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.errors import GrammarError
from deid_studio.lab.grammar_rules import explain, measure
from deid_studio.model.document import Document
from deid_studio.model.span import Span

GAZETTEERS = (
    Gazetteer("town", "TERRITORIO", ("Alcalá del Río", "Vega", "Glasgow", "Lerma")),
    Gazetteer("hospital", "HOSPITAL", ("HOSPITAL LA PAZ",)),
    Gazetteer("kin", "FAMILIARES", ("madre", "tía")),
    Gazetteer("common_word", "", ("vega",)),
)
LISTS = """
[lists]
town = { kinds = ["town"], form = "plain", cased = true }
hospital = { kinds = ["hospital"], form = "hospital" }
kin = { kinds = ["kin"] }
"""


def grammar_file(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def detector(folder: Path, rules: str, lists: str = LISTS) -> GrammarDetector:
    return GrammarDetector(read_grammar(grammar_file(folder, lists + rules)), GAZETTEERS)


def found(folder: Path, rules: str, text: str, lists: str = LISTS) -> list[tuple[str, str]]:
    suggestions = detector(folder, rules, lists).detect(Document("x", text))
    return [(s.span.phi_class, text[s.span.start : s.span.end]) for s in suggestions]


def test_the_papers_rule_assigns_a_class_to_each_group(tmp_path: Path) -> None:
    rules = """
[symbols]
SEP = '[\\s.,;]'
HOSPITAL = '{@hospital}'
CITY_OR_PROVINCE = '{@town}'
[[reliable]]
name = "resp_known_hospital"
find = '({HOSPITAL})(?:{SEP}*({CITY_OR_PROVINCE}))?'
classes = ["HOSPITAL", "TERRITORIO"]
"""
    lists = LISTS.replace("[lists]", "[lists]")
    text = "Remitido por H.U. La Paz, Alcalá del Río. Otro del Hospital La Paz."
    assert found(tmp_path, rules, text, lists) == [
        ("HOSPITAL", "H.U. La Paz"), ("TERRITORIO", "Alcalá del Río"), ("HOSPITAL", "Hospital La Paz"),
    ]  # fmt: skip


def test_a_group_may_span_list_entries_and_text(tmp_path: Path) -> None:
    rules = """
[[reliable]]
name = "wide"
find = 'en ({@town} y {@town})(?: con (\\w+))?'
classes = ["TERRITORIO", "FAMILIARES"]
"""
    assert found(tmp_path, rules, "Vivió en Vega y Lerma con Ana. En Vega.") == [
        ("TERRITORIO", "Vega y Lerma"), ("FAMILIARES", "Ana"),
    ]  # fmt: skip


def test_contexts_are_text_and_classes_assigned_before(tmp_path: Path) -> None:
    rules = """
[[reliable]]
name = "cp"
find = '\\d{5}'
class = "TERRITORIO"
[[reliable]]
name = "after_cp"
find = '\\p{Lu}\\p{L}+'
class = "LUGAR"
left_class = ["TERRITORIO"]
[[reliable]]
name = "before_cp"
find = '\\p{Lu}\\p{L}+'
class = "CALLE"
right_class = ["TERRITORIO"]
gap = ', '
[[reliable]]
name = "texts"
find = '\\d+'
class = "ID"
left = 'NHC: '
right = '\\.'
[[heuristic]]
name = "inside"
find = '{=LUGAR} \\((\\p{L}+)\\)'
class = "PAIS"
"""
    text = "NHC: 77. NHC: 78, 79. Mayor, 28001 Sotillo (Francia) Otro"
    assert found(tmp_path, rules, text) == [
        ("ID", "77"), ("CALLE", "Mayor"), ("TERRITORIO", "28001"), ("LUGAR", "Sotillo"), ("PAIS", "Francia"),
    ]  # fmt: skip


def test_blocking_comes_before_and_the_first_rule_wins(tmp_path: Path) -> None:
    rules = """
[[heuristic]]
name = "town"
find = '({@town})'
class = "TERRITORIO"
[[reliable]]
name = "whole"
find = 'Alcalá del Río Alto'
class = "CALLE"
[[block]]
name = "eponym"
find = '(?i:escala|signo) de(?: \\p{Ll}+)* (\\p{Lu}\\p{L}+)'
"""
    text = "Escala de coma de Glasgow 15. Reside en Glasgow, Alcalá del Río Alto."
    assert found(tmp_path, rules, text) == [("TERRITORIO", "Glasgow"), ("CALLE", "Alcalá del Río Alto")]


def test_candidates_are_gathered_before_and_found_by_their_variants(tmp_path: Path) -> None:
    rules = """
[[candidate]]
name = "gather"
cue = ["paciente:"]
find = 'Paciente: ([\\p{L} ]+)'
gather = ["report_person"]
[[reliable]]
name = "seen"
find = '({@report_person})'
class = "NOMBRE"
"""
    text = "Paciente: Remedios Gaztelu Vega\nLa Sra. Gaztelu, R. Gaztelu y remedios caseros en la Vega."
    assert found(tmp_path, rules, text) == [
        ("NOMBRE", "Remedios Gaztelu Vega"), ("NOMBRE", "Gaztelu"), ("NOMBRE", "R. Gaztelu"),
    ]  # fmt: skip


def test_cues_zones_and_lines_say_where_a_rule_is_tried(tmp_path: Path) -> None:
    rules = """
[zones]
firma = { begins = '^Firma', ends = '^Fin' }
[[reliable]]
name = "field"
cue = ["medico"]
find = '^M[eé]dico:\\s*([^\\n]+)'
class = "PERSONAL"
lines = 1
[[reliable]]
name = "signed"
zone = "firma"
find = 'Ana'
class = "PERSONAL"
[[reliable]]
name = "elsewhere"
zone = "!firma"
find = 'Ana'
class = "OTRO"
"""
    text = "Ana\nMÉDICO: no\nMédico:\nLuis Vega\nFirma Ana\nFin\nAna"
    assert found(tmp_path, rules, text) == [
        ("OTRO", "Ana"), ("PERSONAL", "Luis Vega"), ("PERSONAL", "Ana"), ("OTRO", "Ana"),
    ]  # fmt: skip


def test_a_rule_is_tried_near_each_of_its_cues_in_a_long_line(tmp_path: Path) -> None:
    rules = """
[[reliable]]
name = "sees"
cue = ["consulta"]
find = 'Dra?\\. [A-Z][a-z]+'
class = "PERSONAL"
"""
    far = "tos seca y fiebre " * 25
    text = f"Dr. Lejos {far}Dra. Antes consulta y Dr. Tras. {far}Dr. No {far}consulta Dra. Fin {far}Consulta, Dr. Cabo"
    assert [name for _, name in found(tmp_path, rules, text)] == ["Dra. Antes", "Dr. Tras", "Dra. Fin", "Dr. Cabo"]
    text = "consulta " + "Dr. Vega y consulta " * 400
    assert len(found(tmp_path, rules, text)) == 400


def test_number_checks_decide(tmp_path: Path) -> None:
    rules = """
[[reliable]]
name = "dni"
find = '\\d{8}[A-Z]'
class = "ID"
check = ["nie", "dni"]
"""
    assert found(tmp_path, rules, "12345678Z 12345678A") == [("ID", "12345678Z")]


def test_evidence_names_rule_and_entry_and_confidence_is_the_measured_precision(tmp_path: Path) -> None:
    path = grammar_file(
        tmp_path,
        LISTS
        + """
[[reliable]]
name = "town"
find = 'en ({@town})'
class = "TERRITORIO"
""",
    )
    text = "Vive en Vega y en Lerma."
    doc = Document("x", text, (Span(8, 12, "TERRITORIO"),))
    grammar = read_grammar(path)
    measured = measure(GrammarDetector(grammar, GAZETTEERS), [doc])
    assert measured == {"town": Measure(1, 1)}
    (tmp_path / "m.toml").write_bytes(measures_toml({"town": Measure(96, 0)}))
    trusted = GrammarDetector(grammar, GAZETTEERS, read_measures(tmp_path / "m.toml")).detect(doc)
    doubted = GrammarDetector(grammar, GAZETTEERS, {"town": Measure(1, 95)}).detect(doc)
    assert [str(fact) for fact in trusted[0].evidence] == ["rule town: 1.00", "gazetteer town: Vega"]
    assert trusted[0].confidence == pytest.approx(0.996)
    assert doubted[0].confidence < 0.1


@pytest.mark.slow
def test_a_rule_that_takes_too_long_is_told_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_expression, "TIMEOUT_SECONDS", 0.1)  # as good as never
    rules = """
[[reliable]]
name = "hanging"
find = '(?:a+)+b'
class = "OTRO"
[[reliable]]
name = "fine"
find = 'Vega'
class = "TERRITORIO"
"""
    text = "a" * 5000 + " Vega"
    with caplog.at_level(logging.WARNING):
        assert found(tmp_path, rules, text) == [("TERRITORIO", "Vega")]
    assert [record.getMessage() for record in caplog.records] == ["rule or list hanging took too long and was left out"]


def test_explanation_says_who_won_and_what_it_cost(tmp_path: Path) -> None:
    one = detector(
        tmp_path,
        """
[[reliable]]
name = "first"
find = 'Vega Alta'
class = "CALLE"
[[heuristic]]
name = "second"
find = '({@town})'
class = "TERRITORIO"
""",
    )
    told = explain(one, "en Vega Alta y Lerma")
    outcomes = [(step.rule.name, place, lost) for step in told.steps for place, _, lost in step.outcomes]
    assert outcomes == [("first", (3, 12), ""), ("second", (3, 7), "first"), ("second", (15, 20), "")]
    assert [(a.start, a.rule) for a in told.assigned] == [(3, "first"), (15, "second")]
    assert set(told.seconds) == {"first", "second"} and told.lists_seconds > 0


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[[reliable]]\nname = 'x'\nfind = 'a'\nclass = 'A'\nfoo = 1", "unknown foo"),
        ("[[reliable]]\nname = 'x'\nfind = 'a'", "no “class”"),
        ("[[reliable]]\nfind = 'a'\nclass = 'A'", "no “name”"),
        ("[[candidate]]\nname = 'x'\nfind = 'a'", "no “gather”"),
        ("[[reliable]]\nname = 'x'\nfind = 3\nclass = 'A'", "must be text"),
        ("[[block]]\nname = 'x'\nfind = 'a'\n[[block]]\nname = 'x'\nfind = 'a'", "two rules"),
        ("[[block]]\nname = 'x'\nfind = 'a'\nzone = 'z'", "unknown zone"),
        ("[[block]]\nname = 'x'\nfind = 'a'\nlines = -1", "from 0 to 100"),
        ("[[block]]\nname = 'x'\nfind = 'a'\nlines = 99999999999999999999", "from 0 to 100"),
        ("reliable = 3", "not a list"),
        ("[lists]\nx = { form = 'odd' }", "unknown form"),
        ("[lists]\nx = { filters = ['odd'] }", "unknown filter"),
        ("[symbols]\nX = 3", "not text"),
        ("odd = 1", "unknown odd"),
        ("x = [", "Invalid value"),
    ],
)  # fmt: skip
def test_form_errors_name_what_is_wrong(tmp_path: Path, text: str, part: str) -> None:
    with pytest.raises(GrammarError) as error:
        read_grammar(grammar_file(tmp_path, text))
    assert part in error.value.what("en") or part in str(error.value.params["detail"])


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"x = '" + b"a" * 2_000_001 + b"'", b"[" * 100_000])
def test_hostile_files_are_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "g.toml").write_bytes(data)
    with pytest.raises(GrammarError):
        read_grammar(tmp_path / "g.toml")
    with pytest.raises(GrammarError):
        read_grammar(tmp_path / "absent.toml")


@pytest.mark.parametrize(
    ("find", "part"),
    [
        ("{NOWHERE}", "unknown symbol"),
        ("(a", "not closed"),
        ("a)", "parenthesis"),
        ("[a", "not closed"),
        ("(?:{@town}|a)", "top level"),
        ("{@town}+", "cannot be repeated"),
        ("{@nowhere}", "unknown list"),
        ("({@town}) (b)", "groups"),
        ("{A}", "mean each other"),
    ],
)
def test_check_tells_every_expression_that_is_wrong(tmp_path: Path, find: str, part: str) -> None:
    path = grammar_file(
        tmp_path,
        f"""{LISTS}
[symbols]
A = '{{B}}'
B = '{{A}}'
[[reliable]]
name = "wrong"
find = '{find}'
class = "X"
[[reliable]]
name = "cue"
cue = ["Médico"]
find = 'a'
class = "X"
""",
    )
    result = check(read_grammar(path), GAZETTEERS, ["a"])
    errors = {finding.name: finding.what for finding in result.findings if finding.error}
    assert part in errors["wrong"]
    assert "folded" in errors["cue"]
    assert not result.sound


@pytest.mark.slow
def test_check_warns_of_what_is_unused_unknown_and_catastrophic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_expression, "TIMEOUT_SECONDS", 0.1)  # as good as never
    path = grammar_file(
        tmp_path,
        LISTS
        + """
other = { kinds = ["nothing"] }
[symbols]
UNUSED = 'a'
[[reliable]]
name = "catastrophic"
find = '(?:a+)+b'
class = "X"
[[reliable]]
name = "nothing"
find = 'x?'
class = "X"
""",
    )
    result = check(read_grammar(path), GAZETTEERS, ["Texto de muestra."])
    told = {(finding.name, finding.what.split(":")[0].split(" of ")[0]) for finding in result.findings}
    assert {
        ("UNUSED", "symbol is never used"), ("town", "list is never used"), ("other", "no gazetteer"),
        ("catastrophic", "catastrophic on hostile text"), ("nothing", "its expression can match nothing"),
    } <= told  # fmt: skip
    assert result.sound
    assert {cost.name for cost in result.costs} == {"catastrophic", "nothing"}


def test_damaged_measures_are_told(tmp_path: Path) -> None:
    for text in ("[rules.a]\nright = -1\nwrong = 0", "[rules.a]\nright = 'x'", "rules = 3", "x = ["):
        (tmp_path / "m.toml").write_text(text, encoding="utf-8")
        with pytest.raises(GrammarError):
            read_measures(tmp_path / "m.toml")
    assert read_measures(tmp_path / "absent.toml") == {}
