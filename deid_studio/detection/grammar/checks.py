"""Checks: whether a string is a valid identifier of a kind, by its check letter or digits, or is as it was written."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from importlib import import_module

from deid_studio.people.folded_text import unaccented

_STDNUM = {
    "dni": "stdnum.es.dni", "nie": "stdnum.es.nie", "nif": "stdnum.es.nif", "curp": "stdnum.mx.curp",
    "rut": "stdnum.cl.rut", "cuil": "stdnum.ar.cuit", "iban": "stdnum.iban", "imei": "stdnum.imei",
}  # fmt: skip


def checker(name: str) -> Callable[[str], bool]:
    """The check of that name; raises KeyError for an unknown one.

    dni, nie, nif, curp, rut, cuil, iban, imei (python-stdnum); nass: Spanish social security, modulo 97; imss: Mexican
    social security, Luhn; phone: an international number of any country, or a Spanish one (phonenumbers); ip: an IPv4
    or IPv6 address; accented, unaccented: written with accents or without, which expressions do not see.
    """
    if name in _STDNUM:
        return _stdnum(name)
    return _OWN[name]


def names() -> tuple[str, ...]:
    """The names of all checks."""
    return tuple(sorted((*_STDNUM, *_OWN)))


def _stdnum(name: str) -> Callable[[str], bool]:
    valid = import_module(_STDNUM[name]).is_valid
    return lambda text: bool(valid(text.replace(".", "").replace(" ", "")))


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit() and character.isascii())


def _is_nass(text: str) -> bool:
    digits = _digits(text)
    if len(digits) not in (11, 12):
        return False
    province, number, control = digits[:2], digits[2:-2], digits[-2:]
    # Numbers below ten million lose their leading zeros before the division (Orden TAS/2865/2003).
    whole = int(province) * 10_000_000 + int(number) if int(number) < 10_000_000 else int(province + number)
    return whole % 97 == int(control)


def _is_imss(text: str) -> bool:
    digits = _digits(text)
    if len(digits) != 11:
        return False
    total = sum(sum(divmod(int(d) * (1 + place % 2), 10)) for place, d in enumerate(digits))
    return total % 10 == 0


def _is_ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_phone(text: str) -> bool:
    import phonenumbers  # takes a while to load: only for grammars that ask for it

    written = "+" + text[2:] if text.startswith("00") else text
    try:
        return bool(phonenumbers.is_valid_number(phonenumbers.parse(written, "ES")))
    except phonenumbers.NumberParseException:
        return False


def _is_unaccented(text: str) -> bool:
    return text == unaccented(text)


def _is_accented(text: str) -> bool:
    return not _is_unaccented(text)


_OWN: dict[str, Callable[[str], bool]] = {
    "nass": _is_nass, "imss": _is_imss, "ip": _is_ip, "phone": _is_phone,
    "accented": _is_accented, "unaccented": _is_unaccented,
}  # fmt: skip
