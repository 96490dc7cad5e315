"""Mexican codes: CURP and RFC, made of a name, the day and state of a birth, and a check (RENAPO, SAT)."""

from __future__ import annotations

from datetime import date
from random import Random

import regex
from stdnum.exceptions import InvalidComponent
from stdnum.mx import curp, rfc

from deid_studio.release.surrogates.dated_numbers import SHORT, MovedDays, day_in

# The name's letters, the day, and what else: sex, state, consonants, the century's sign and the check; or a homonym's.
_CURP = regex.compile(r"[A-Z][AEIOUX][A-Z]{2}\d{6}[HM][A-Z]{5}[A-Z\d]\d")
_RFC = regex.compile(r"[A-ZÑ&]{4}\d{6}[A-Z\d]{3}")
_LETTERS = "BCDFGHJKLMNPQRSTVWXYZ"  # consonants: no word comes of them
_VOWELS = "AEIOU"
_STATES = "AS BC BS CC CH CL CM CS DF DG GR GT HG JC MC MN MS NL NT OC PL QR QT SL SP SR TC TL TS VZ YN ZS".split()
_LAST_HOMONYM = "V"
_ABROAD = "NE"
_LETTERS_FROM = 2000  # year of birth from which on the sign before the check is a letter
_DAY, _SEX, _STATE, _CENTURY = 4, 10, 11, 16  # where each stands


def made_of_birth(bare: str, days: MovedDays, shared: Random, chance: Random) -> str | None:
    """Another CURP or RFC, of another name and state and of the day of birth as it is moved; None where it is neither.

    `shared` draws what both of one person begin with alike, `chance` the rest.
    """
    is_curp = _CURP.fullmatch(bare) is not None
    born = _birth(bare, days, is_curp) if is_curp or _RFC.fullmatch(bare) else None
    if born is None:
        return None
    name = [shared.choice(_LETTERS) for _ in range(_DAY)]
    name[1] = shared.choice(_VOWELS)
    moved = days.instead(born, shared)
    head = "".join(name) + moved.strftime(SHORT)
    if not is_curp:
        letters = [one for one in _LETTERS if one <= _LAST_HOMONYM]
        body = head + "".join(chance.choice("123456789" if sign.isdigit() else letters) for sign in bare[_SEX:-1])
        return body + str(rfc.calc_check_digit(body))
    state = bare[_STATE : _STATE + 2]
    if state != _ABROAD:
        state = chance.choice([one for one in _STATES if one != state])
    consonants = "".join(chance.choice(_LETTERS) for _ in range(3))
    body = head + bare[_SEX] + state + consonants + ("0" if moved.year < _LETTERS_FROM else "A")
    return body + str(curp.calc_check_digit(body))


def _birth(bare: str, days: MovedDays, is_curp: bool) -> date | None:
    """The day of birth of a code: of which century, a CURP tells itself."""
    if is_curp:
        try:
            return curp.get_birth_date(bare)
        except InvalidComponent:
            return None
    found = day_in(bare, days)
    return None if found is None or found[0] != _DAY else found[2]
