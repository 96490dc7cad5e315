"""The CRF's doubts: what it thinks possible, not only what it decides."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from deid_studio import paths
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_marginals import MarginalsDetector
from deid_studio.detection.harmless.word_weights import Weight
from deid_studio.detection.tokens import TokenLine
from deid_studio.model.document import Document

TEXT = (
    "Nombre: Eloísa.\nApellidos: Quintana Prado.\nNHC: 4763954.\n\nAcude con su hermana Rosario, celadora en el"
    " Hospital del Olmo de Villar, el lunes.\nTiene 40 años y trabaja de panadera.\n"
)


@pytest.fixture(scope="module")
def crf() -> CrfDetector:
    return CrfDetector.load(paths.default_model())


def detector(crf: CrfDetector, least: float) -> MarginalsDetector:
    return MarginalsDetector(crf, least)


def letters(detector: MarginalsDetector | CrfDetector) -> set[int]:
    return {at for s in detector.detect(Document("r", TEXT)) for at in range(s.span.start, s.span.end)}


def test_the_lower_the_threshold_the_more_is_suggested(crf: CrfDetector) -> None:
    sizes = [len(letters(detector(crf, least))) for least in (0.9, 0.5, 0.05, 0.001)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_it_covers_what_the_crf_is_sure_of(crf: CrfDetector) -> None:
    sure = [s for s in crf.detect(Document("r", TEXT)) if s.confidence > 0.9]
    assert sure
    covered = letters(detector(crf, 0.05))
    assert all(set(range(s.span.start, s.span.end)) <= covered for s in sure)


def weigh(lines: Sequence[TokenLine]) -> list[list[Weight]]:
    weights = {"Tiene": Weight.PLAIN, "trabaja": Weight.PLAIN, "celadora": Weight.HARMLESS, "del": Weight.PLAIN}
    return [[weights.get(word, Weight.OPEN) for word in line.words] for line in lines]


def found(detector: MarginalsDetector) -> list[str]:
    return [one.span.text(TEXT) for one in detector.detect(Document("r", TEXT))]


def test_plain_words_need_more(crf: CrfDetector) -> None:
    plain = MarginalsDetector(crf, 0.0, least_plain=1.1, weigh=weigh)
    assert letters(plain) < letters(detector(crf, 0.0))
    assert not any("trabaja" in one for one in found(plain))
    assert any("panadera" in one for one in found(plain))


def test_harmless_words_need_more_still(crf: CrfDetector) -> None:
    assert any("celadora" in one for one in found(MarginalsDetector(crf, 0.0, least_plain=1.1, weigh=weigh)))
    harmless = MarginalsDetector(crf, 0.0, least_plain=1.1, least_harmless=1.1, weigh=weigh)
    assert not any("celadora" in one for one in found(harmless))


def test_no_run_ends_with_a_joining_word(crf: CrfDetector) -> None:
    weights = {"años": Weight.JOINING}
    joining = MarginalsDetector(
        crf,
        0.0,
        least_plain=1.0,
        weigh=lambda lines: [[weights.get(word, Weight.OPEN) for word in line.words] for line in lines],
    )
    assert joining.detect(Document("r", "Tiene 40 años"))[-1].span.end == len("Tiene 40")


def test_a_short_word_between_two_others_stays(crf: CrfDetector) -> None:
    assert any("Hospital del Olmo" in one for one in found(MarginalsDetector(crf, 0.0, least_plain=1.1, weigh=weigh)))


def test_suggestions_are_sound(crf: CrfDetector) -> None:
    found = detector(crf, 0.001).detect(Document("r", TEXT))
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))
    for suggestion in found:
        value = suggestion.span.text(TEXT)
        assert value[0].isalnum()
        assert value[-1].isalnum()
        assert "\n" not in value
        assert 0.001 <= suggestion.confidence <= 1
        assert suggestion.evidence[0].name == "marginal"
    names = [s.span.phi_class for s in found if s.span.text(TEXT) == "Quintana Prado"]
    assert names == ["NOMBRE_SUJETO_ASISTENCIA"]


def test_batches_do_not_change_anything(crf: CrfDetector, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = detector(crf, 0.01).detect(Document("r", TEXT))
    monkeypatch.setattr("deid_studio.detection.crf._TOKENS_AT_ONCE", 5)
    parts = detector(crf, 0.01).detect(Document("r", TEXT))
    assert [s.span for s in parts] == [s.span for s in whole]
    assert np.allclose([s.confidence for s in parts], [s.confidence for s in whole])


def test_nothing_in_an_empty_report(crf: CrfDetector) -> None:
    assert detector(crf, 0.01).detect(Document("r", " \n\n")) == []
