"""Identifiers keep their form and their checks, and are never what they were."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import regex
from hypothesis import assume, example, given
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.ar import cuit
from stdnum.cl import rut
from stdnum.do import cedula
from stdnum.ec import ci
from stdnum.es import cif, dni, iban, nie
from stdnum.mx import curp, rfc

from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.check_digits import checks_of
from deid_studio.release.surrogates.dated_numbers import MovedDays
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import (
    says_number,
    surrogate_email,
    surrogate_identifier,
    surrogate_phone,
    surrogate_web,
)
from deid_studio.release.survivals import survivals

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


def is_uruguayan(text):
    """By the rule itself: the weights of the seven figures before the check."""
    *body, check = map(int, text.zfill(8))
    return (sum(map(int.__mul__, (2, 9, 8, 7, 6, 3, 4), body)) + check) % 10 == 0


@pytest.mark.parametrize("secret", range(8))
@pytest.mark.parametrize(
    ("text", "valid"),
    [("18.431.207-7", rut.is_valid), ("9.127.443-4", rut.is_valid), ("15234869-K", rut.is_valid),
     ("091274434", rut.is_valid), ("20-24731908-6", cuit.is_valid), ("27317764052", cuit.is_valid),
     ("23-30441270-4", cuit.is_valid), ("30-70915483-0", cuit.is_valid), ("1710034065", ci.is_valid),
     ("091827364-0", ci.is_valid), ("2.718.281-9", is_uruguayan), ("40772312", is_uruguayan),
     ("402-1829305-4", cedula.is_valid), ("00114277395", cedula.is_valid), ("4712 83 5501 4", luhn.is_valid)],
)  # fmt: skip
def test_checks_of_other_countries_stay_valid(text, valid, secret):
    made = surrogate_identifier(text, Draws(bytes([secret]) * 32, "s"), nothing)
    bare, own = ("".join(filter(str.isalnum, one)) for one in (made, text))
    assert valid(own) and valid(bare) and bare != own
    assert [c.isdigit() for c in made] == [c.isdigit() for c in text]
    assert not survivals(text, made, "number")


@pytest.mark.parametrize("text", ["20-24731908-6", "27-31776405-2", "23-30441270-4"])
def test_a_cuil_stays_of_the_same_sex(text):
    made = surrogate_identifier(text, DRAWS, nothing)
    assert made[:2] == text[:2] and (text[:2] != "23" or made[-1] == text[-1])


def test_a_number_of_no_rule_keeps_to_none():
    assert not checks_of("18431208") and not checks_of("AB12") and not checks_of("")


BORN, SEEN, OLD = date(1974, 8, 17), date(2023, 10, 5), date(1931, 4, 2)
MOVED = MovedDays(frozenset((SEEN,)), frozenset((BORN, OLD)), -1500, SEEN, date(1933, 10, 5))


def birth_moved(form, day=BORN):
    return (day + timedelta(days=-1500)).strftime(form)


@pytest.mark.parametrize("secret", range(6))
@pytest.mark.parametrize(
    ("text", "expected"),
    [("ROGA 1 740817 204", r"[A-Z]{4} 1 DATE \d{3}"), ("ROGA0740817204", r"[A-Z]{4}0DATE\d{3}"),
     ("CYLR740817302118", r"[A-Z]{4}DATE\d{6}"), ("740817RGAB1", r"DATE[A-Z]{4}\d"),
     ("7408170RGABM004", r"DATE0[A-Z]{5}\d{3}"), ("740817-FE", r"DATE-[A-Z]{2}")],
)  # fmt: skip
def test_a_day_of_birth_within_a_number_moves_with_the_patients(text, expected, secret):
    made = surrogate_identifier(text, Draws(bytes([secret]) * 32, "s"), nothing, days=MOVED)
    assert regex.fullmatch(expected.replace("DATE", birth_moved("%y%m%d")), made)


@pytest.mark.parametrize("secret", range(6))
def test_a_mexican_keeps_sex_and_day_of_birth_in_both_codes(secret):
    draws = Draws(bytes([secret]) * 32, "s")
    one, other = (surrogate_identifier(text, draws, nothing, days=MOVED) for text in
                  ("ROGM740817MJCDRS05", "ROGM740817QT1"))  # fmt: skip
    assert curp.is_valid(one) and curp.get_birth_date(one).strftime("%y%m%d") == birth_moved("%y%m%d")
    assert one[10] == "M" and one[:10] == other[:10] and rfc.is_valid(other, validate_check_digits=True)


@pytest.mark.parametrize("text", ["ROGM040215MNEDRSA3", "ROGH690229HDFDRS01"])
def test_a_mexican_code_of_no_known_day_has_a_possible_one(text):
    for secret in range(6):
        made = surrogate_identifier(text, Draws(bytes([secret]) * 32, "s"), nothing)
        # Of a day that there was not, another code.
        assert curp.is_valid(made) == (text[4:10] != "690229") and made[:4] != text[:4]


@pytest.mark.parametrize("text", ["0801-1974-00417", "0501197400417"])
def test_a_honduran_keeps_a_possible_place_and_the_moved_year(text):
    for secret in range(6):
        made = surrogate_identifier(text, Draws(bytes([secret]) * 32, "s"), nothing, days=MOVED)
        bare = made.replace("-", "")
        # Where three figures of the year stay, as here, its class takes its place in a release.
        assert bare[4:8] == birth_moved("%Y") and 1 <= int(bare[:2]) <= 18 and 1 <= int(bare[2:4]) <= 4


def test_the_day_of_birth_of_the_oldest_is_not_told_in_a_number_either():
    for secret in range(6):
        made = surrogate_identifier("LOPA 0 310402 118", Draws(bytes([secret]) * 32, "s"), nothing, days=MOVED)
        assert made[7:13] != birth_moved("%y%m%d", OLD) and int(made[7:9]) < 30
        assert date(1900 + int(made[7:9]), int(made[9:11]), int(made[11:13]))


@pytest.mark.parametrize(
    "text", ["alta_ruiz_20231005.pdf", "RUIZ_05102023.SVS", "ruiz-blanca-20231005.docx", "TC Ruiz 20231005.dcm"]
)
def test_the_name_of_a_file_keeps_its_kind_and_its_day_moves(text):
    made = surrogate_identifier(text, DRAWS, nothing, days=MOVED)
    day = birth_moved("%Y%m%d" if "2023100" in text else "%d%m%Y", SEEN)
    assert made.rpartition(".")[2] == text.rpartition(".")[2]
    assert day in made and "ruiz" not in made.lower() and not survivals(text, made, "number")


def test_a_number_within_another_one_stays_within_it(marked, tagset):
    text = "CUIL {ID_SUJETO_ASISTENCIA|20-24731908-6} DNI {ID_SUJETO_ASISTENCIA|24.731.908} y otra vez"
    text += " {ID_SUJETO_ASISTENCIA|24731908}, HC {ID_SUJETO_ASISTENCIA|HC24731908/1}, cama {ID_SUJETO_ASISTENCIA|2473}"
    for secret in range(6):
        made = Releaser([marked(text)], load_policy("research"), tagset, bytes([secret]) * 32).release(marked(text))
        cuil, dotted, plain, history, bed = (one.instead for one in made.replacements)
        assert cuit.is_valid(cuil) and cuil[3:11] == dotted.replace(".", "") == plain
        assert dotted[2] == dotted[6] == "." and history != cuil and bed.isdigit()


def test_a_day_of_birth_in_a_number_is_the_moved_one_of_the_report(marked, tagset):
    text = "Nacida el {FECHAS|17/08/1974}. CIP {ID_SUJETO_ASISTENCIA|ROGA 1 740817 204}. Visita {FECHAS|05/10/2023}"
    for secret in range(6):
        made = Releaser([marked(text)], load_policy("research"), tagset, bytes([secret]) * 32).release(marked(text))
        born, number, _ = (one.instead for one in made.replacements)
        assert number.startswith("[") or number.split()[2] == born[8:] + born[3:5] + born[:2]


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
@example(19900000, 1, "")
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
    assume(not regex.fullmatch(r"(?i)[A-Z]{4}\d{6}[A-Z\d]{3}", text))  # an RFC, whose check is a figure or a letter
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


@pytest.mark.parametrize("secret", [bytes([number]) * 32 for number in range(8)])
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("+56 9 8765 4321", r"\+56 9 \d{4} \d{4}"), ("+504 9988-7766", r"\+504 9\d{3}-\d{4}"),
        ("+212 661-123456", r"\+212 6\d\d-\d{6}"), ("00212 661123456", r"00212 6\d{8}"),
        ("(+593) 99 123 4567", r"\(\+593\) 9\d \d{3} \d{4}"), ("+44 20 7946 0958", r"\+44 2\d \d{4} \d{4}"),
        ("+1 809-555-1212", r"\+1 8[024]9-\d{3}-\d{4}"), ("(829) 555-3434", r"\(8[024]9\) \d{3}-\d{4}"),
        ("0414-1234567", r"04[12][246]-\d{7}"), ("+58 416 1234567", r"\+58 4[12][246] \d{7}"),
        ("0998765432", r"09\d{8}"), ("0212-9876543", r"02\d\d-\d{7}"), ("+34 612 345 678", r"\+34 6\d\d \d{3} \d{3}"),
    ],
)  # fmt: skip
def test_a_phone_abroad_keeps_its_country_and_kind(text, kept, secret):
    made = surrogate_phone(text, Draws(secret, "s"), nothing)
    assert regex.fullmatch(kept, made) and not survivals(text, made, "phone"), made


def test_only_the_code_of_a_country_may_stay_of_a_phone():
    assert survivals("+56 9 8765 4321", "+56 9 8765 1234", "phone")
    assert survivals("56987654321", "56912345678", "phone") and survivals("+999 123 456 78", "+999 876 543 21", "phone")


def test_a_misread_phone_is_the_same():
    own, misread = (surrogate_phone(text, DRAWS, nothing) for text in ("952 39 04 00", "952 39 O4 OO"))
    assert own == misread and surrogate_phone("ext. O4", DRAWS, nothing).startswith("ext. O")


def test_an_e_mail_address_follows_the_names():
    of = Names(garcia="soler", ana="elena")
    assert surrogate_email("ana.garcia@hospitalx.es", DRAWS, of).startswith("elena.soler@")
    made = surrogate_email("agarcia77@gmail.com", DRAWS, Names(agarcia="qsoler"))
    # At a provider that many use it might be somebody's.
    assert made.endswith(".example") and made.startswith("qsoler") and "garcia" not in made
    assert surrogate_email("pacientes@hospitalx.es", DRAWS, of).endswith(".example")


@pytest.mark.parametrize("text", ["@anagarcia", "@AnaGarcia", "@ana.garcia", "@ana_garcia74", "@GARCIA"])
def test_a_user_name_of_a_network_stays_one(text):
    own = Names(garcia="soler", ana="elena", Garcia="soler", Ana="elena", GARCIA="soler", anagarcia="elenasoler")
    own.instead |= {"AnaGarcia": "elenasoler"}
    made = surrogate_email(text, DRAWS, own)
    assert made.startswith("@") and "soler" in made.lower() and ".example" not in made


@pytest.mark.parametrize("text", ["@hospitalx.es", "@salud.hospitalx.org"])
def test_the_host_of_an_address_is_no_user_name(text):
    assert regex.fullmatch(r"@\w+\.example", surrogate_email(text, DRAWS, Names()))


@pytest.mark.parametrize("text", ["192.168.1.44", "http://www.hospitalx.es/ana/garcia?id=44", "www.hospitalx.es"])
def test_web_addresses_lead_nowhere(text):
    made = surrogate_web(text, DRAWS, Names(garcia="Soler"))
    assert "hospitalx" not in made and "garcia" not in made
    assert ".example" in made or made.startswith(("192.0.2.", "198.51.100.", "203.0.113."))
