"""Refusing: what a grammar knows to be no PHI is suggested by no detector."""

from collections.abc import Callable
from pathlib import Path

import pytest

from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.detection.merge import MergeStrategy
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.translated import TranslatedDetector
from deid_studio.errors import GrammarError
from deid_studio.model.document import Document
from deid_studio.model.ontology import mapping_between
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet

OWN = TagSet("own", "1", tuple(PhiClass(name, {}).as_named() for name in ("FECHA", "LUGAR")))
OTHER = TagSet("other", "1", tuple(PhiClass(name, {}).as_named() for name in ("DATE", "LOCATION")))
GRAMMAR = """
[[block]]
name = "law"
{refuses}
find = 'Ley ([\\d/]+)'

[[reliable]]
name = "year"
find = '\\d{4}'
class = "FECHA"
"""
TEXT = "Desde 2003. Según la Ley 41/2002 de Autonomía."


class Says:
    """A detector that suggests what it is told to."""

    name = "says"

    def __init__(self, *values: tuple[str, str]) -> None:
        self._values = values

    def detect(self, doc: Document) -> list[Suggestion]:
        places = [(doc.text.index(value), value, name) for value, name in self._values]
        return [Suggestion(Span(at, at + len(value), name), 0.99, (Evidence("rule"),)) for at, value, name in places]


Made = Callable[[bool], GrammarDetector]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def grammar(refuses: bool) -> GrammarDetector:
        path = tmp_path / "grammar.toml"
        path.write_text(GRAMMAR.replace("{refuses}", f"refuses = {str(refuses).lower()}"), encoding="utf-8")
        return GrammarDetector(read_grammar(path), ())

    return grammar


def found(pipeline: Pipeline) -> list[str]:
    return [one.span.text(TEXT) for one in pipeline.detect(Document("r", TEXT))]


@pytest.mark.parametrize("strategy", list(MergeStrategy))
@pytest.mark.parametrize("before", [True, False])
def test_what_is_refused_is_suggested_by_nobody(made: Made, strategy: MergeStrategy, before: bool) -> None:
    says, grammar = Says(("41/2002", "FECHA")), made(True)
    detectors = [says, grammar] if before else [grammar, says]
    assert found(Pipeline(detectors, strategy, tagset=OWN)) == ["2003"]


def test_what_is_blocked_only_is_left_to_the_others(made: Made) -> None:
    assert found(Pipeline([Says(("41/2002", "FECHA")), made(False)], tagset=OWN)) == ["2003", "41/2002"]


def test_what_reaches_beyond_stays(made: Made) -> None:
    longer = Says(("41/2002 de Autonomía", "LUGAR"))
    assert found(Pipeline([longer, made(True)], tagset=OWN)) == ["2003", "41/2002 de Autonomía"]


def test_a_rule_that_is_off_refuses_nothing(made: Made) -> None:
    off = made(True).without(["grammar:grammar/law"])
    assert found(Pipeline([Says(("41/2002", "FECHA")), off], tagset=OWN)) == ["2003", "41/2002"]


def test_it_holds_in_other_classes_too(made: Made) -> None:
    mapping = mapping_between(OWN, OTHER)
    assert mapping is not None
    translated = TranslatedDetector(made(True), mapping)
    assert found(Pipeline([Says(("41/2002", "DATE")), translated], tagset=OTHER)) == ["2003"]


def test_only_what_blocks_can_refuse(tmp_path: Path) -> None:
    path = tmp_path / "grammar.toml"
    path.write_text("[[reliable]]\nname = 'x'\nfind = 'x'\nclass = 'X'\nrefuses = true\n", encoding="utf-8")
    with pytest.raises(GrammarError, match="refuses"):
        read_grammar(path)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Consultó a su médico de familia.", "médico de familia"),
        ("Edad ósea de 9 años.", "9 años"),
        ("ANA positivos a título 1/2560.", "1/2560"),
        ("Coombs (1/320).", "1/320"),
        ("Según el Real Decreto 1090/2015.", "1090/2015"),
        ("Estadio pT2 (TNM 2017).", "2017"),
    ],
)
def test_what_the_shipped_grammar_refuses(shipped: GrammarDetector, text: str, value: str) -> None:
    _, refused = shipped.detect_and_refuse(Document("r", text))
    assert [text[start:end] for start, end in refused] == [value]


@pytest.mark.parametrize("text", ["Ingresa el 1/12/2017.", "Control en 1/2016.", "Revisión 1/10.", "TA 11/60."])
def test_dates_are_not_refused(shipped: GrammarDetector, text: str) -> None:
    assert shipped.detect_and_refuse(Document("r", text))[1] == []
