"""Kept settings: what is written reads as it was, and what is damaged as if it had never been kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.release.surrogates.draws import SECRET_BYTES
from deid_studio.review import kept_settings as kept
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS
from deid_studio.review.handover import Handover

WORD = st.text(min_size=1, max_size=8)
SURROGATES = st.dictionaries(st.tuples(WORD, st.sampled_from(("PACIENTE", "LUGAR", "DIA")), WORD), WORD, max_size=5)


@given(SURROGATES)
def test_surrogates_read_as_they_were_written(surrogates: dict[tuple[str, str, str], str]) -> None:
    assert kept.SURROGATES.read(kept.SURROGATES.text(surrogates)) == surrogates


@given(SURROGATES)
def test_surrogates_of_a_renamed_class_go_along(surrogates: dict[tuple[str, str, str], str]) -> None:
    after = kept.renamed(surrogates, "PACIENTE", "ENFERMO")
    assert {key[1] for key in after} == {"ENFERMO" if key[1] == "PACIENTE" else key[1] for key in surrogates}
    assert sorted(after.values()) == sorted(surrogates.values())


def test_a_handover_reads_as_it_was_written() -> None:
    handover = Handover("Registro de cáncer", "estudio")
    assert kept.HANDOVER.read(kept.HANDOVER.text(handover)) == handover


@given(
    st.none()
    | st.text(max_size=30)
    | st.sampled_from(("[1]", '{"a": 3}', '[["a", "b", "c", 4]]', "nan", "null", "1e9"))
)
def test_what_is_damaged_was_never_kept(text: str | None) -> None:
    assert kept.HANDOVER.read(text) == Handover()
    assert kept.SURROGATES.read(text) == {}
    assert not any(kept.GATE_ANSWERS.read(text).values())
    assert all(isinstance(one, str) for one in kept.RULES_OFF.read(text))
    assert 0 <= kept.SENSITIVITY.read(text) <= 1 or kept.SENSITIVITY.read(text) == ALL_SUGGESTIONS


@pytest.mark.parametrize("text", ["", "00", "xy" * SECRET_BYTES, "00" * (SECRET_BYTES + 1)])
def test_a_damaged_secret_is_told(text: str) -> None:
    secret = kept.RELEASE_SECRET
    assert secret.read(None) is None and secret.read("ab" * SECRET_BYTES) == b"\xab" * SECRET_BYTES
    with pytest.raises(ValueError):
        secret.read(text)
