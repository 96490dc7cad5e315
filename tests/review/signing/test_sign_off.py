"""What a sign-off binds: any change of it makes the proof another, or the report no longer as it was signed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.signing.sign_off import Differs, Proof, TagSetMark, proof_from_values, proof_in, proof_of

TAGSET = TagSet("inventado", "1", (PhiClass("NOMBRE", {"es": "Nombre"}, kind="person"), PhiClass("FECHA", {})))
WORDS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
DIGESTS = st.text("0123456789abcdef", min_size=64, max_size=64)


@st.composite
def spans(draw: st.DrawFn) -> Span:
    start = draw(st.integers(0, 50))
    end = draw(st.integers(start + 1, start + 20))
    gap = ((start + 1, start + 2),) if end > start + 3 and draw(st.booleans()) else ()
    return Span(start, end, draw(st.sampled_from(("NOMBRE", "FECHA"))), gap)


def proofs() -> st.SearchStrategy[Proof]:
    marks = st.builds(TagSetMark, WORDS, WORDS, DIGESTS)
    return st.builds(Proof, WORDS, DIGESTS, DIGESTS, marks, st.integers(0, 99), WORDS, WORDS, st.booleans())


@given(proofs(), proofs(), st.data())
def test_any_other_field_makes_another_proof(one: Proof, other: Proof, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(Proof.__slots__[:-1]))
    changed = replace(one, **{name: getattr(other, name)})
    assert (changed.sha256 == one.sha256) == (changed == one)


@given(DIGESTS, st.lists(spans(), max_size=5), st.lists(spans(), max_size=5))
def test_a_proof_fits_these_spans_in_any_order_and_no_others(text: str, own: list[Span], other: list[Span]) -> None:
    proof = proof_of("a", text, own, TAGSET, "Dra. Prueba", "2026-03-01T10:00:00.000+00:00")
    assert proof.differences(text, reversed(own), TAGSET) == ()
    assert proof.differences(text, other, TAGSET) == (() if sorted(own) == sorted(other) else (Differs.SPANS,))


@given(spans(), st.sampled_from(("start", "end", "phi_class")))
def test_another_end_or_class_of_a_span_does_not_fit(span: Span, what: str) -> None:
    own = Span(span.start, span.end + 1, span.phi_class)
    other = {"start": own.start + 1, "end": own.end + 1, "phi_class": "OTRA"}[what]
    proof = proof_of("a", "0" * 64, [own], TAGSET, "x", "")
    assert proof.differences("0" * 64, [replace(own, **{what: other})], TAGSET) == (Differs.SPANS,)


def test_another_text_does_not_fit() -> None:
    proof = proof_of("a", "0" * 64, (), TAGSET, "x", "")
    assert proof.differences("1" * 64, (), TAGSET) == (Differs.TEXT,)


@pytest.mark.parametrize("classes", [
    TAGSET.classes[:1], (*TAGSET.classes, PhiClass("CALLE", {})),
    (replace(TAGSET.classes[0], kind="place"), TAGSET.classes[1]),
    (replace(TAGSET.classes[0], release="keep"), TAGSET.classes[1]),
])  # fmt: skip
def test_other_classes_do_not_fit(classes: tuple[PhiClass, ...]) -> None:
    proof = proof_of("a", "0" * 64, (), TAGSET, "x", "")
    assert proof.differences("0" * 64, (), replace(TAGSET, classes=classes)) == (Differs.TAG_SET,)


def test_how_classes_look_and_what_the_tag_set_is_called_changes_nothing_for_who_signed() -> None:
    proof = proof_of("a", "0" * 64, (), TAGSET, "x", "")
    again = tuple(replace(one, colour="#000000", title={"es": "Otro"}) for one in reversed(TAGSET.classes))
    assert proof.differences("0" * 64, (), TagSet("otra carpeta", "2", again)) == ()


@given(proofs())
def test_a_proof_is_read_back_as_it_was_written(proof: Proof) -> None:
    assert proof_from_values(proof.values()) == proof
    assert proof_in(proof.report, proof.reviewer, proof.payload()) == proof


@given(proofs(), WORDS)
def test_an_event_whose_signer_was_renamed_does_not_fit_its_proof(proof: Proof, other: str) -> None:
    assume(other != proof.reviewer)
    with pytest.raises(ValueError):
        proof_in(proof.report, other, proof.payload())


JSON = st.none() | st.booleans() | st.integers() | WORDS | st.lists(WORDS, max_size=2)


@given(proofs(), st.sampled_from(sorted(proof_of("", "", (), TAGSET, "", "").values())), JSON)
def test_wrong_types_are_told_and_nothing_else_happens(proof: Proof, key: str, wrong: object) -> None:
    values = proof.values() | {key: wrong}
    try:
        assert proof_from_values(values).values() == values
    except ValueError:
        assert repr(values) != repr(proof.values())  # 0 is no False


def test_sign_offs_of_earlier_versions_have_no_proof() -> None:
    assert proof_in("a", "x", {"spans": 3}) is None
