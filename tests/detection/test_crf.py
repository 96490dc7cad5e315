import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.features import place_features
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.linear_chain import best_tags, runs
from deid_studio.detection.report_context import gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import REACH, Words, distance_tier
from deid_studio.errors import ModelMissingError
from deid_studio.model.document import Document
from deid_studio.people.pieces import LINE

REPORT = (
    "\ufeffInforme de alta.\r\n"
    "Paciente: Marta Robledo Sanz   NHC: 4471823   Edad: 52 años\r\n"
    "Domicilio: C/ Olmo 14, 2º B, 28012 Madrid. Tel. 600 000 123\r\n"
    "Mujer de 52 años que ingresa el 3 de mayo de 2021 por disnea 🫁. Vive con su marido en Getafe.\r\n"
    "Dra. Elvira Montes Prado. Hospital San Telmo. Correo: emontes@santelmo.example"
)


@pytest.fixture(scope="module")
def detector() -> CrfDetector:
    return CrfDetector.load(paths.default_model())


def test_the_shipped_model_finds_what_is_plain(detector: CrfDetector) -> None:
    found = {(s.span.text(REPORT), s.span.phi_class) for s in detector.detect(Document("x", REPORT))}
    assert {
        ("Marta Robledo Sanz", "NOMBRE_SUJETO_ASISTENCIA"),
        ("4471823", "ID_SUJETO_ASISTENCIA"),
        ("52 años", "EDAD_SUJETO_ASISTENCIA"),
        ("28012", "TERRITORIO"),
        ("Madrid", "TERRITORIO"),
        ("600 000 123", "NUMERO_TELEFONO"),
        ("3 de mayo de 2021", "FECHAS"),
        ("Elvira Montes Prado", "NOMBRE_PERSONAL_SANITARIO"),
        ("emontes@santelmo.example", "CORREO_ELECTRONICO"),
    } <= found


def test_suggestions_are_in_order_disjoint_and_have_evidence(detector: CrfDetector) -> None:
    suggestions = detector.detect(Document("x", REPORT))
    at = 0
    for suggestion in suggestions:
        assert at <= suggestion.span.start
        at = suggestion.span.end
        assert 0 <= suggestion.confidence <= 1
        assert suggestion.evidence[0].kind == "crf"
        assert str(suggestion.evidence[0]) == f"crf: {suggestion.confidence:.2f}"
    kinds = {evidence.kind for suggestion in suggestions for evidence in suggestion.evidence}
    assert kinds == {"crf", "rule", "gazetteer"}


def test_line_ends_do_not_matter_for_what_is_found(detector: CrfDetector) -> None:
    texts = [REPORT.replace("\r\n", end) for end in ("\r\n", "\n", "\r", "\u2028")]
    found = [[s.span.text(text) for s in detector.detect(Document("x", text))] for text in texts]
    assert all(other == found[0] for other in found)


@given(st.sets(st.integers(0, 60)))
def test_lines_are_read_as_in_the_whole_report(detector: CrfDetector, numbers: set[int]) -> None:
    doc = Document("x", REPORT * 2)
    lines = [line.span() for line in LINE.finditer(doc.text)]
    asked = [line for number, line in enumerate(lines) if number in numbers]
    assert detector.detect_in(doc, asked) == [
        one
        for one in detector.detect(doc)
        if any(start <= one.span.start and one.span.end <= end for start, end in asked)
    ]


def test_the_same_report_gives_the_same_suggestions(detector: CrfDetector) -> None:
    doc = Document("x", REPORT)
    first = detector.detect(doc)
    assert CrfDetector.load(paths.default_model()).detect(doc) == first == detector.detect(doc)


@pytest.mark.parametrize(
    "text", ["", " \n\r\n\u2028", "\x00", "\ufeff", "😀", "\x00\ud800🇪🇸\u0301", ":", "@", "::::\n@@"]
)
def test_odd_texts_give_no_error(detector: CrfDetector, text: str) -> None:
    for suggestion in detector.detect(Document("x", text)):
        assert suggestion.span.end <= len(text)


@given(text=st.text(alphabet=st.sampled_from("aÁ9.:,@\n\r\u2028 /-\x00😀Ñº"), max_size=120))
@settings(max_examples=80)
def test_any_text_gives_spans_inside_it(detector: CrfDetector, text: str) -> None:
    doc = Document("x", text)
    for suggestion in detector.detect(doc):
        assert 0 <= suggestion.span.start < suggestion.span.end <= len(text)


@pytest.mark.slow
@pytest.mark.parametrize("unit", ["paciente de 40 años; ", "9", "(", "a", ": ", "Ana Gil\n", "ana@x.es Ana Gil\n"])
def test_long_texts_take_bounded_time(detector: CrfDetector, unit: str) -> None:
    text = unit * (30_000 // len(unit))
    before = time.process_time()
    detector.detect(Document("x", text))
    assert time.process_time() - before < 2.5


def test_cached_scores_are_those_of_all_features_together() -> None:
    model = read_model(paths.default_model())
    detector = CrfDetector(model, default_gazetteers())
    words = Words(default_gazetteers())
    lines = tokenizer().lines(REPORT)
    report = gather_context(REPORT, lines, words, model.rules)
    expected = []
    for view, places in zip(report.lines, place_features(report), strict=True):
        around = [words.edge()] * REACH + view.words + [words.edge()] * REACH
        for i, own in enumerate(places):
            names = list(own)
            for offset in range(-REACH, REACH + 1):
                names += [f"{offset}{f}" for f in around[i + REACH + offset].features()[distance_tier(offset)]]
            numbers = [model.attributes[name] for name in names if name in model.attributes]
            expected.append(model.weights[numbers].sum(axis=0, dtype=np.float64))
    for _ in range(2):  # the second time from the cache
        scores = detector.scores(report)
        assert np.abs(scores - np.array(expected)).max() < 1e-3


def test_searching_only_unsure_places_gives_the_best_path(detector: CrfDetector) -> None:
    model = detector.model
    lines = tokenizer().lines(REPORT * 3)
    report = gather_context(REPORT * 3, lines, Words(default_gazetteers()), model.rules)
    tags = best_tags(detector.scores(report), [len(line) for line in lines], model.transitions)
    expected = []
    at = 0
    for view in report.lines:
        own = tags[at : at + len(view.line)].tolist()
        at += len(own)
        inside = [model.tags.index("I-" + t[2:]) if "I-" + t[2:] in model.tags else -1 for t in model.tags]
        expected += [
            (view.line.starts[first], view.line.ends[last])
            for first, last, _ in runs(own, model.tags.index("O"), inside)
        ]
    found = [(s.span.start, s.span.end) for s in detector.detect(Document("x", REPORT * 3))]
    assert found == expected


def test_an_inside_tag_without_its_begin_opens_a_span() -> None:
    inside = [-1, 2, 2, 3]  # of O, B-A, I-A and I-B
    assert runs([2, 2, 0, 1, 1, 2, 3], 0, inside) == [(0, 1, 2), (3, 3, 1), (4, 5, 1), (6, 6, 3)]


def test_an_empty_model_suggests_nothing() -> None:
    from deid_studio.detection.induced_rules import InducedRules

    zero = np.zeros((1, 1), dtype=np.float32)
    model = CrfModel(("O",), zero, InducedRules(), {}, {"x": 0}, zero)
    assert CrfDetector(model, default_gazetteers()).detect(Document("x", REPORT)) == []


def test_a_missing_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError):
        CrfDetector.load(tmp_path)


def test_the_model_loads_quickly_and_is_small() -> None:
    folder = paths.default_model()
    assert sum(path.stat().st_size for path in folder.iterdir()) < 10_000_000
    before = time.process_time()
    read_model(folder)
    assert time.process_time() - before < 1.5
    assert (folder / "MODEL_CARD.md").is_file()
