"""Drawn: expressions and texts that have little to do with each other, and yet something."""

from __future__ import annotations

from hypothesis import strategies as st

_SIGNS = (
    "a", "b", "k", "s", "i", "A", ".", "º", "-", "^", "$", r"\d", r"\w", r"\s", r"\S",
    r"\p{L}", r"\p{Lu}", r"\P{L}", r"\.", r"\n",
    r"\b", r"\x41", "[ab]", r"[^a\n]", r"[^\S\n]", r"[\p{L}.-]", "[º°]", "[]a]", "[^]a]", "[[:alpha:]]",
)  # fmt: skip
_SIGN = st.sampled_from(_SIGNS)
_QUANTIFIER = st.sampled_from(["", "", "", "?", "*", "+", "*?", "++", "?+", "{2}", "{1,3}", "{0,9}", "{2,}", "{12}"])
_OPENING = st.sampled_from(["(", "(?:", "(?i:", "(?-i:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?P<one>", "(?s:"])


def _extended(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    group = st.builds(lambda opening, own: f"{opening}{own})", _OPENING, inner)
    repeated = st.builds(lambda own, often: f"(?:{own}){often}", inner, _QUANTIFIER)
    return st.one_of(
        group, repeated, st.builds(lambda a, b: f"{a}|{b}", inner, inner), st.builds(str.__add__, inner, inner)
    )


EXPRESSIONS = st.recursive(
    st.builds(lambda sign, often: sign + (often if sign not in "^$" and sign != r"\b" else ""), _SIGN, _QUANTIFIER),
    _extended,
    max_leaves=6,
)
TEXTS = st.text(st.sampled_from("abkisAKI019 .-\n\t[]ºª°éñſıK\u00a0\u2028٣Жx"), max_size=12)
