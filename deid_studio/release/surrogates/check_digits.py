"""Check digits: by which countries' rules a number is valid, so that what takes its place can be valid by the same.

The rules are public standards, most of them as python-stdnum has them:

- Chile: RUT, modulo 11 with `K` for ten (Servicio de Registro Civil e Identificación);
- Argentina: CUIL and CUIT, modulo 11 (AFIP, ANSES); the first two figures tell whom it is of: 20 a man, 27 a woman, 23
  either where that would leave no check digit, which is then 9 of a man and 4 of a woman, 30 and more a company;
- Ecuador: cédula, Luhn behind a province from 01 to 24, or 30 (Registro Civil);
- Uruguay: cédula, modulo 10 by the weights 2 9 8 7 6 3 4 (Dirección Nacional de Identificación Civil);
- El Salvador: DUI, modulo 10 by the weights 9 to 2 (RNPN);
- Luhn (ISO/IEC 7812-1): the cédula of the Dominican Republic (JCE), the NSS of Mexico (IMSS), cards and devices.

A number is judged without the zeros that it is filled up with: it is the same one without them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stdnum import luhn
from stdnum.ar import cuit
from stdnum.cl import rut
from stdnum.ec import ci

Check = Callable[[str], bool]

_URUGUAY = (2, 9, 8, 7, 6, 3, 4)
_EL_SALVADOR = range(9, 1, -1)
_EITHER_SEX = frozenset(("23", "24"))  # in front of a CUIL
_OF_WHOM = 2  # figures


def checks_of(number: str, begins_with_year: bool = False) -> tuple[Check, ...]:
    """The checks that a number of figures, or with a last `K`, passes, without signs between them and zeros before.

    One that may begin with a year does not begin with a province.
    """
    if not (number[:-1].isdecimal() and number.isascii()):
        return ()
    return tuple(check for check in _CHECKS if not (begins_with_year and check is _ecuadorian) and check(number))


def kept_places(number: str, checks: Sequence[Check]) -> frozenset[int]:
    """Which signs of a number stay: those that tell what it is of, and a letter as its check."""
    kept: set[int] = set()
    if cuit.is_valid in checks:
        kept.update(range(_OF_WHOM))
        kept.update(at for at in range(_OF_WHOM, len(number)) if not number[_OF_WHOM : at + 1].strip("0"))
        if number[:_OF_WHOM] in _EITHER_SEX:
            kept.add(len(number) - 1)
    if checks and not number[-1].isdecimal():
        kept.add(len(number) - 1)
    return frozenset(kept)


def _chilean(number: str) -> bool:
    return len(number) in (8, 9) and bool(rut.is_valid(number))


def _ecuadorian(number: str) -> bool:
    return len(number) in (9, 10) and bool(ci.is_valid(number.zfill(10)))


def _uruguayan(number: str) -> bool:
    return len(number) in (7, 8) and _is_tens(number[:-1].zfill(7), _URUGUAY, number[-1])


def _salvadoran(number: str) -> bool:
    return len(number) in (8, 9) and _is_tens(number[:-1].zfill(8), _EL_SALVADOR, number[-1])


def _is_tens(body: str, weights: Sequence[int], check: str) -> bool:
    total = sum(int(figure) * weight for figure, weight in zip(body, weights, strict=True))
    return str(-total % 10) == check


_LEAST_LUHN = 9  # figures: a tenth of all shorter numbers would be told to be something


def _luhn(number: str) -> bool:
    return len(number) >= _LEAST_LUHN and bool(luhn.is_valid(number))


_CHECKS: tuple[Check, ...] = (_chilean, cuit.is_valid, _ecuadorian, _uruguayan, _salvadoran, _luhn)
