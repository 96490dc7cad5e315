"""The context model: what it may know of words, what it refuses, what it adds beside other detectors."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.context import columns
from deid_studio.detection.context.columns import reader
from deid_studio.detection.context.context_detector import GROUPS, ContextDetector, Joining, Seen, Sight
from deid_studio.detection.context.context_model import read_context_model
from deid_studio.detection.context.network import Network
from deid_studio.detection.signed_layouts import Layouts, marks_in
from deid_studio.errors import ModelDamagedError, ModelMissingError
from deid_studio.learning.privacy.public_words import public_words, words_in
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet, shipped_tagset

SHIPPED = paths.resources() / "models" / "context"
EVERYTHING = dict.fromkeys(GROUPS, 0.5)
PATIENT, STAFF, TOWN, STREET = "NOMBRE_SUJETO_ASISTENCIA", "NOMBRE_PERSONAL_SANITARIO", "TERRITORIO", "CALLE"


@cache
def shipped(tagset: str = "meddocan") -> ContextDetector:
    return ContextDetector.load(SHIPPED, shipped_tagset(tagset), Joining(EVERYTHING, EVERYTHING))


class Told(Sight):
    """A sight that sees what a test says."""

    def __init__(self, seen: Seen) -> None:
        self._told = seen

    def see(self, text: str) -> Seen:
        return self._told


def seeing(
    seen: Sequence[Suggestion],
    joining: Joining,
    tagset: TagSet | None = None,
    chances: Sequence[tuple[int, int, float]] = (),
) -> ContextDetector:
    places = np.asarray([(start, end) for start, end, _ in chances], dtype=np.int64).reshape(-1, 2)
    told = Seen(tuple(seen), places, np.asarray([chance for *_, chance in chances], dtype=np.float32))
    return ContextDetector(Told(told), tagset or shipped_tagset("meddocan"), joining)


def suggested(start: int, end: int, phi_class: str, confidence: float = 0.9) -> Suggestion:
    return Suggestion(Span(start, end, phi_class), confidence, (Evidence("context"),))


def spans(found: Sequence[Suggestion]) -> list[tuple[int, int, str]]:
    return [(one.span.start, one.span.end, one.span.phi_class) for one in found]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Le explico a Begoña el resultado de la biopsia.", "Begoña"),
        ("Se lo comento a Ferrándiz y quedamos en repetir la analítica.", "Ferrándiz"),
        ("hoy begoña ha dormido mejor y pide el alta", "begoña"),
    ],
)
def test_names_without_a_cue_are_seen(text: str, name: str) -> None:
    assert name in [one.span.text(text) for one in shipped().detect(Document("r", text))]


@pytest.mark.parametrize(
    "text", ["", " \n\n ", "\ud800", "Toma Adiro y Sintrom. Signo de Murphy negativo.", "TA 120/70 mmHg, FC 80 lpm."]
)
def test_nothing_is_seen_where_there_is_nothing(text: str) -> None:
    assert shipped().detect(Document("r", text)) == []


def test_two_names_that_stand_in_the_same_lists_are_the_same_to_it() -> None:
    own = reader(("vino", "a", "la", "consulta"))
    # Invented, in no list, with the same first and last three letters and shape.
    one, other = (own.read(f"Vino {name} a la consulta.") for name in ("Zurbineta", "Zurkoneta"))
    for column in ("words", "parts", "shapes", "marks"):
        assert np.array_equal(getattr(one, column), getattr(other, column)), column


def test_a_report_has_the_same_columns_however_many_words_were_met_before(monkeypatch: pytest.MonkeyPatch) -> None:
    own = reader(("vino", "a", "la", "consulta"))
    text = "Vino Zurbineta\na la consulta.\n\nSan Sebastián, 12"
    first = own.read(text)
    many = " ".join(f"palabra{number}" for number in range(1500))
    for most in (40_000, 100):  # words that are kept
        monkeypatch.setattr(columns, "_CACHED", most)
        own.read(many)
        again = own.read(text)
        for column in ("words", "parts", "shapes", "marks", "bounds"):
            assert np.array_equal(getattr(first, column), getattr(again, column)), column


def test_places_are_those_of_tokens_with_none_at_the_ends_of_lines() -> None:
    text = "Vino Ana\n\n hoy"
    bounds = reader(()).read(text).bounds.tolist()
    assert [text[start:end] if start >= 0 else None for start, end in bounds] == ["Vino", "Ana", None, "hoy", None]


def test_no_name_is_told_by_itself_even_if_a_model_lists_it() -> None:
    own = reader(("zurbineta", "begona", "consulta"))
    assert own.key("Zurbineta") == own.key("Begoña") == ""
    assert own.key("Consulta") == "consulta"


def test_each_word_of_the_shipped_model_is_public() -> None:
    model, _ = read_context_model(SHIPPED)
    public = public_words()
    assert [word for one in model.words for word in words_in(one) if word not in public] == []
    assert [word for word in model.words if public.is_name(word) and not public.is_ordinary(word)] == [
        word for word in model.words if public.is_name(word)
    ]


@pytest.mark.parametrize("name", ["words.json", "weights.npy", "manifest.json"])
@pytest.mark.parametrize("harm", ["missing", "empty", "cut", "one bit"])
def test_any_damage_is_noticed(tmp_path: Path, name: str, harm: str) -> None:
    folder = tmp_path / "m"
    shutil.copytree(SHIPPED, folder)
    path = folder / name
    data = path.read_bytes()
    if harm == "missing":
        path.unlink()
    else:
        middle = len(data) // 2
        flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        path.write_bytes({"empty": b"", "cut": data[:middle], "one bit": flipped}[harm])
    with pytest.raises((ModelDamagedError, ModelMissingError)):
        read_context_model(folder)


def test_nothing_is_said_twice_and_a_longer_one_of_the_same_group_takes_the_place_of_a_shorter() -> None:
    text = "Vive con Ana María Gil en Calle Mayor 3, Utiel"
    seen = [suggested(9, 22, STAFF, 0.95), suggested(26, 46, STREET, 0.7)]
    before = [suggested(9, 12, PATIENT, 0.99), suggested(26, 39, STREET), suggested(41, 46, TOWN)]
    added = seeing(seen, Joining(EVERYTHING, EVERYTHING)).detect_after(Document("r", text), before)
    assert spans(added) == [(9, 22, PATIENT)]
    assert added[0].confidence == 0.99


def test_what_is_left_of_a_span_beside_others_has_letters_at_its_ends() -> None:
    text = "Ana Gil, Luis Paz (Utiel) y Eva"
    before = [suggested(9, 17, PATIENT), suggested(19, 24, TOWN)]
    added = seeing([suggested(0, 31, STAFF)], Joining(EVERYTHING, EVERYTHING)).detect_after(Document("r", text), before)
    assert spans(added) == [(0, 7, STAFF), (26, 31, STAFF)]


def test_less_is_asked_where_the_others_know_the_layout_badly() -> None:
    joining = Joining({"people": 0.9}, {"people": 0.6, "places": 0.6}, strange=0.5)
    seen = [suggested(0, 3, PATIENT, 0.7), suggested(10, 13, TOWN, 0.7)]
    alike = [suggested(at, at + 3, STAFF) for at in (20, 30, 40, 50, 60)]
    text = "Ana " * 20
    known = seeing([*seen, *alike], joining).detect_after(Document("r", text), alike)
    assert spans(known) == []
    strange = seeing(seen, joining).detect_after(Document("r", text), alike)
    assert spans(strange) == [(0, 3, PATIENT), (10, 13, TOWN)]
    form = "Ana ingresa en planta de cirugía vascular , cama 7 , turno de tarde , control de drenaje"
    signed = seeing([*seen, *alike], joining).knowing(Layouts(marks_in(form)))
    assert spans(signed.detect_after(Document("r", form), alike)) == [(0, 3, PATIENT), (10, 13, TOWN)]
    assert signed.detect_after(Document("r", text), alike) == []


def test_one_mark_alone_in_a_text_says_nothing_of_its_layout() -> None:
    detector = seeing([suggested(0, 3, PATIENT, 0.7)], Joining({}, {"people": 0.6}, strange=0.7))
    assert detector.detect_after(Document("r", "Leoch de 1 cm"), []) == []


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(1, 12), st.sampled_from((PATIENT, TOWN, STREET))), max_size=6),
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from((PATIENT, TOWN, STREET))), max_size=6),
)
def test_what_is_added_covers_all_that_is_seen(seen: list[tuple[int, int, str]], before: list[tuple[int, str]]) -> None:
    text = "abcd efgh " * 7
    taken = [suggested(10 * at, 10 * at + 4, name) for at, name in sorted(dict(before).items())]
    own = [
        suggested(start, start + length, name) for start, length, name in seen if text[start : start + length].strip()
    ]
    added = seeing(own, Joining(EVERYTHING, EVERYTHING)).detect_after(Document("r", text), taken)
    covered = {at for one in [*taken, *added] for at in range(one.span.start, one.span.end)}
    for one in own:
        letters = [at for at in range(one.span.start, one.span.end) if text[at].isalnum()]
        runs = "".join("x" if at not in covered else " " for at in letters).split()
        assert all(len(run) < 2 for run in runs)  # a single letter that is left is no word
    assert all(text[one.span.start : one.span.end].strip() for one in added)


def test_another_tag_set_gets_its_own_classes() -> None:
    text = "Hoy Begoña ha dormido mejor. Vive en Valladolid."
    names = {one.name for one in shipped_tagset("radiology")}
    found = shipped("radiology").detect(Document("r", text))
    assert found and {one.span.phi_class for one in found} <= names


@pytest.mark.parametrize(
    ("confidence", "chance", "refused"),
    [(0.7, 0.01, True), (0.8, 0.01, False), (0.7, 0.03, False), (0.7, 0.5, False)],
)
def test_what_others_hardly_believe_and_no_sentence_tells_is_none(
    confidence: float, chance: float, refused: bool
) -> None:
    joining = Joining(EVERYTHING, EVERYTHING, strange=0.0, sure=0.8, unlikely=0.02)
    detector = seeing([], joining, chances=[(0, 5, 0.9), (6, 10, chance), (11, 15, 0.9)])
    before = suggested(6, 10, PATIENT, confidence)
    assert detector.detect_and_doubt(Document("r", "Tiene gota otra"), [before]) == (
        [],
        [(6, 10)] if refused else [],
    )


def test_more_must_be_believed_where_the_others_know_the_layout_badly() -> None:
    joining = Joining(EVERYTHING, EVERYTHING, strange=0.7, sure=0.5, sure_strange=0.9)
    known = [suggested(11, 15, PATIENT)]
    before = [suggested(6, 10, PATIENT, 0.6), suggested(11, 15, PATIENT)]
    strange = seeing([suggested(0, 5, STAFF)], joining, chances=[(0, 5, 0.9), (6, 10, 0.0), (11, 15, 0.95)])
    alike = seeing([*before], joining, chances=[(0, 5, 0.9), (6, 10, 0.0), (11, 15, 0.95)])
    assert strange.detect_and_doubt(Document("r", "Tiene gota otra"), before)[1] == [(6, 10)]
    assert alike.detect_and_doubt(Document("r", "Tiene gota otra"), before)[1] == []
    assert strange.detect_and_doubt(Document("r", "Tiene gota otra"), known)[1] == []


def test_a_place_without_a_token_is_not_doubted() -> None:
    detector = seeing([], Joining({}, {}, sure=1.0, sure_strange=1.0), chances=[(0, 5, 0.0)])
    assert detector.detect_and_doubt(Document("r", "Tiene -- gota"), [suggested(6, 8, PATIENT, 0.1)])[1] == []


@pytest.mark.parametrize("kind", ["patient", "register", "trusted"])
def test_whoever_is_known_is_never_doubted(kind: str) -> None:
    detector = seeing([], Joining({}, {}, strange=1.0, sure=1.0, sure_strange=1.0), chances=[(6, 10, 0.0)])
    known = Suggestion(Span(6, 10, PATIENT), 0.3, (Evidence(kind),))
    assert detector.detect_and_doubt(Document("r", "Tiene gota otra"), [known])[1] == []


def test_a_report_is_looked_at_once_however_many_detectors_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    reckon = Network.by_part
    monkeypatch.setattr(Network, "by_part", lambda *given: looked.append(1) or reckon(*given))
    tagset = shipped_tagset("meddocan")
    one = ContextDetector.load(SHIPPED, tagset, Joining(EVERYTHING, EVERYTHING))
    other = ContextDetector.load(SHIPPED, tagset, Joining({}, {}), before=(one,))
    for text in ("Vino Nieves", "Vino Marta"):
        report = Document("r", text)
        assert one.detect(report) == other.detect(report)
    assert len(looked) == 2
