"""Identifiers keep their form and their checks, and are never what they were."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.es import cif, dni, iban, nie

from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import (
    says_number,
    surrogate_email,
    surrogate_identifier,
    surrogate_phone,
    surrogate_web,
)

DRAWS = Draws(b"i" * 32, "patient:1")


def nothing(_text):
    return False


class Names:
    """Words of names with what takes their place."""

    def __init__(self, **instead: str) -> None:
        self.instead = instead

    def of_handle(self, text):
        return {text.find(word): new for word, new in self.instead.items() if word in text}


@pytest.mark.parametrize(
    ("text", "valid"),
    [("12345678Z", dni.is_valid), ("12.345.678-Z", dni.is_valid), ("X1234567L", nie.is_valid),
     ("A58818501", cif.is_valid), ("ES91 2100 0418 4502 0005 1332", iban.is_valid),
     ("4111 1111 1111 1111", luhn.is_valid)],
)  # fmt: skip
def test_checks_stay_valid(text, valid):
    made = surrogate_identifier(text, DRAWS, nothing)
    assert made != text
    assert valid("".join(c for c in made if c.isalnum()))
    assert [c.isalnum() for c in made] == [c.isalnum() for c in text]


@pytest.mark.parametrize("text", ["2023/10/00418", "20231000418", "1998-004412"])
def test_a_number_that_begins_with_a_year_goes_on_doing_so(text):
    made = surrogate_identifier(text, DRAWS, nothing)
    assert 1990 <= int(made[:4]) <= 2026 and made[:3] != text[:3]


def test_an_identity_number_of_a_foreigner_with_a_slip_stays_one_in_form():
    made = surrogate_identifier("X-4471902-B", DRAWS, nothing)
    assert made[0] in "XYZ" and nie.is_valid(made)


def test_a_valid_social_security_number_stays_one():
    made = "".join(c for c in surrogate_identifier("28 1234567840", DRAWS, nothing) if c.isdigit())
    assert int(made[:10]) % 97 == int(made[10:]) and made != "281234567840"


def test_two_spellings_of_one_number_stay_two_spellings_of_one():
    one, other = (surrogate_identifier(text, DRAWS, nothing) for text in ("12.345.678-Z", "12345678z"))
    assert "".join(c for c in one if c.isalnum()).lower() == other


@given(st.integers(1000, 10**8 - 1), st.integers(0, 6), st.sampled_from(["", "-", " ", "."]))
@example(482913, 2, "")
@example(1234567, 1, "")
def test_zeros_before_a_number_make_it_no_other(number, zeros, between):
    plain = str(number)
    filled = "0" * zeros + plain[:2] + between + plain[2:]
    one, other = (surrogate_identifier(text, DRAWS, nothing) for text in (plain, filled))
    assert "".join(filter(str.isdigit, other)) == "0" * zeros + one and one != plain


def test_an_identity_number_without_its_zero_is_the_same():
    one, other = (surrogate_identifier(text, DRAWS, nothing) for text in ("01234567L", "1.234.567-L"))
    assert dni.is_valid(one) and "0" + "".join(filter(str.isalnum, other)) == one


def test_words_in_a_number_stay():
    assert surrogate_identifier("Residente de 5.º año", DRAWS, nothing).startswith("Residente de ")


@given(st.from_regex(r"[A-Z0-9]{2,4}[-/ .]?[0-9]{3,9}[a-z]?", fullmatch=True))
@example("UN000")
def test_the_pattern_stays_and_the_text_does_not(text):
    assume(not says_number(text))  # `DOS 300`
    made = surrogate_identifier(text, DRAWS, nothing)
    assert len(made) == len(text)
    for new, old in zip(made, text, strict=True):
        assert new.isdigit() == old.isdigit() and new.isupper() == old.isupper()
    assert made != text


def test_letters_that_touch_figures_say_no_number():
    assert says_number("DOS 300 12") and not says_number("DOS300")


def test_what_is_avoided_does_not_come():
    first = surrogate_identifier("483920", DRAWS, nothing)
    assert surrogate_identifier("483920", DRAWS, lambda text: text == first) != first


@pytest.mark.parametrize("text", ["612 345 678", "+34 912 34 56 78", "0034 612345678", "93-567-22-28", "900123456"])
def test_a_phone_keeps_type_country_and_spacing(text):
    made = surrogate_phone(text, DRAWS, nothing)
    assert made != text
    assert [c if not c.isdigit() else "0" for c in made] == [c if not c.isdigit() else "0" for c in text]
    country = "34" in text[:4]
    own, new = ("".join(c for c in t if c.isdigit())[-9:] for t in (text, made))
    assert own[0] == new[0]
    assert not country or made.startswith(text[: text.index("34") + 2])


def test_an_e_mail_address_follows_the_names():
    of = Names(garcia="soler", ana="elena")
    assert surrogate_email("ana.garcia@hospitalx.es", DRAWS, of).startswith("elena.soler@")
    made = surrogate_email("agarcia77@gmail.com", DRAWS, Names(agarcia="qsoler"))
    # At a provider that many use it might be somebody's.
    assert made.endswith(".example") and made.startswith("qsoler") and "garcia" not in made
    assert surrogate_email("pacientes@hospitalx.es", DRAWS, of).endswith(".example")


@pytest.mark.parametrize("text", ["192.168.1.44", "http://www.hospitalx.es/ana/garcia?id=44", "www.hospitalx.es"])
def test_web_addresses_lead_nowhere(text):
    made = surrogate_web(text, DRAWS, Names(garcia="Soler"))
    assert "hospitalx" not in made and "garcia" not in made
    assert ".example" in made or made.startswith(("192.0.2.", "198.51.100.", "203.0.113."))
