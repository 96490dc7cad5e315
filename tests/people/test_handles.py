"""Handles: no word is passed over that may be one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.person import Marked
from deid_studio.people.register import Register
from deid_studio.people.vocabulary import Vocabulary

VOCABULARY = Vocabulary(["clara", "rosal"])
NAMES = ("Rosa Marín", "Ana Rosalmar Marín", "Rosamarin Clara", "Ñuño Íñigo")
_PARTS = "Rosa rosa Marin\u0301 marin clara rosalmar rosamarin Mar\xadin Ñuño i\u0301nigo \u0903 \u200b ana 04 5 R"
_PART = st.sampled_from([*_PARTS.split(" "), *' ._-@#,:;()/\n"', " ", " ", ". ", "  "])
TAGSET = shipped_tagset("meddocan")


@given(st.lists(_PART, max_size=20).map("".join), st.lists(st.sampled_from(NAMES), unique=True))
def test_a_word_by_itself_is_no_handle(text: str, names: list[str]) -> None:
    marked = [Marked("", at, name, "NOMBRE_SUJETO_ASISTENCIA") for at, name in enumerate(names)]
    found = list(Register.of(marked, TAGSET).handles(text, VOCABULARY))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deid_studio.people.handles._is_alone", lambda folded, start, end: False)
        assert found == list(Register.of(marked, TAGSET).handles(text, VOCABULARY))
