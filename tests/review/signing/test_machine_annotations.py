"""Machine annotations are known by their spans, however their lines are written."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.formats.brat import AnnFile, parse_ann
from deid_studio.model.span import Span
from deid_studio.review.signing.machine_annotations import MachineAnnotations

TEXT = "Lucía Quintanar\nRíos vino el 3 de abril de 2021\n"
SPANS = st.builds(
    lambda start, length, phi_class: Span(start, min(start + length, len(TEXT)), phi_class),
    st.integers(0, len(TEXT) - 1),
    st.integers(1, 12),
    st.sampled_from(["NOMBRE_SUJETO_ASISTENCIA", "FECHAS"]),
)


@given(spans=st.sets(SPANS, max_size=5), more=SPANS)
def test_spans_are_known_as_they_are_read_again_and_not_with_one_more_or_less(tmp_path_factory, spans, more):
    folder = tmp_path_factory.mktemp("notes")
    written = AnnFile().with_spans(spans, TEXT)
    MachineAnnotations(folder, "a program").note("a", written.spans)
    read = parse_ann(written.to_bytes(), TEXT, Path("a.ann")).spans
    machine = MachineAnnotations(folder)
    assert machine.made("a", read) and machine.made("b", read) == bool(read)
    assert not machine.made("a", {*read} ^ {more})
    assert not machine.made("a", read[1:]) or not read
    assert "Quintanar" not in machine.path.read_text()
