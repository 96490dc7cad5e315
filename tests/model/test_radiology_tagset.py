"""The radiology tag set and the mapping of MEDDOCAN's classes into it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.errors import TagSetError
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.model.tagset_mapping import TagSetMapping, load_mapping

FOLDER = paths.resources() / "tagsets"
MEDDOCAN = load_tagset(FOLDER / "meddocan.toml")
RADIOLOGY = load_tagset(FOLDER / "radiology.toml")
MAPPING = load_mapping(FOLDER / "radiology.toml", MEDDOCAN, RADIOLOGY)


def test_the_seven_classes_with_titles_keys_and_a_header_that_is_kept() -> None:
    assert [one.name for one in RADIOLOGY] == ["NAME", "DIR", "LOC", "INST", "NUM", "FECHA", "CAB"]
    for one in RADIOLOGY:
        assert set(one.title) == set(RADIOLOGY.groups[one.group]) == {"es", "en"}
        assert one.release == ("keep" if one.name == "CAB" else "surrogate")
    assert len({one.shortcut for one in RADIOLOGY}) == 7


@pytest.mark.parametrize(
    ("phi_class", "text", "mapped"),
    [
        ("NOMBRE_PERSONAL_SANITARIO", "Inés Tornasol", [("NAME", "Inés Tornasol")]),
        ("TERRITORIO", "01234", [("DIR", "01234")]),
        ("TERRITORIO", "Villaficticia", [("LOC", "Villaficticia")]),
        ("PAIS", "España", [("LOC", "España")]),
        ("CENTRO_SALUD", "CS Ficticio", [("INST", "CS Ficticio")]),
        ("ID_SUJETO_ASISTENCIA", "AB-1234", [("NUM", "AB-1234")]),
        ("ID_SUJETO_ASISTENCIA", "negra", []),
        ("EDAD_SUJETO_ASISTENCIA", "70 años", []),
        ("FAMILIARES_SUJETO_ASISTENCIA", "dos hijos", []),
        ("FAMILIARES_SUJETO_ASISTENCIA", "hija Elpidia de la Fuente", [("NAME", "Elpidia de la Fuente")]),
        ("FAMILIARES_SUJETO_ASISTENCIA", "hija Elpidia, hijo Tal", [("NAME", "Elpidia"), ("NAME", "Tal")]),
        ("FECHA", "ayer", [("FECHA", "ayer")]),
    ],
)  # fmt: skip
def test_a_span_becomes_the_class_that_the_paper_gives_it(
    phi_class: str, text: str, mapped: list[tuple[str, str]]
) -> None:
    whole = f"» {text} «"
    span = Span(2, 2 + len(text), phi_class)
    assert [(s.phi_class, s.text(whole)) for s in MAPPING.spans([span], whole)] == mapped
    assert MAPPING.left_out([span], whole) == ([] if mapped else [span])
    suggestion = Suggestion(span, 0.7, (Evidence("rule", "x"),))
    assert [(s.span.phi_class, s.confidence, s.evidence) for s in MAPPING.suggestions([suggestion], whole)] == [
        (name, 0.7, suggestion.evidence) for name, _ in mapped
    ]


@given(
    st.text(min_size=1, max_size=60),
    st.lists(st.tuples(st.integers(0, 59), st.integers(1, 20), st.sampled_from([c.name for c in MEDDOCAN]))),
)
def test_mapped_spans_stay_inside_and_are_of_the_tag_set(text: str, places: list[tuple[int, int, str]]) -> None:
    spans = [Span(a, min(a + n, len(text)), name) for a, n, name in places if a < min(a + n, len(text))]
    mapped = MAPPING.spans(spans, text)
    assert mapped == sorted(set(mapped))
    assert all(one.phi_class in RADIOLOGY for one in mapped)
    assert all(any(s.start <= one.start and one.end <= s.end for s in spans) for one in mapped)
    # No span is lost but those that are told.
    kept = [s for s in spans if s not in MAPPING.left_out(spans, text)]
    assert all(any(s.overlaps(one) for one in mapped) for s in kept)


@pytest.mark.parametrize(
    ("mapping", "detail"),
    [
        ("", "missing or wrong"),
        ('[mapping]\nfrom = "b"\n[mapping.classes]\nA = "X"\n', "from b"),
        ('[mapping]\nfrom = "a"\n[mapping.classes]\n', "does not say A"),
        ('[mapping]\nfrom = "a"\n[mapping.classes]\nA = "Y"\n', "knows no class Y"),
        ('[mapping]\nfrom = "a"\n[mapping.classes]\nA = "X"\nB = "X"\n', "knows no class B"),
        ('[mapping]\nfrom = "a"\n[mapping.classes]\nA = {digits = "X"}\n', "other"),
        ('[mapping]\nfrom = "a"\n[mapping.classes]\nA = 3\n', "missing or wrong"),
        ("[mapping\n", ""),
    ],
)
def test_a_wrong_mapping_is_told(tmp_path: Path, mapping: str, detail: str) -> None:
    def tagset(name: str, phi_class: str) -> TagSet:
        path = tmp_path / f"{name}.toml"
        path.write_text(f'name = "{name}"\nversion = "1"\n[[classes]]\nname = "{phi_class}"\n', encoding="utf-8")
        return load_tagset(path)

    path = tmp_path / "m.toml"
    path.write_text(mapping, encoding="utf-8")
    with pytest.raises(TagSetError) as caught:
        load_mapping(path, tagset("a", "A"), tagset("x", "X"))
    assert detail in str(caught.value.params["detail"])


def test_the_mapping_says_whence_and_where() -> None:
    assert isinstance(MAPPING, TagSetMapping)
    assert (MAPPING.source, MAPPING.target) == ("meddocan", "radiology")
