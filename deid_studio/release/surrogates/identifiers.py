"""Identifiers: numbers, codes, telephones, plates and addresses of the net, of the same form and with valid checks.

Each is drawn until no three figures in a row and no word of it are those that it takes the place of.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

import regex
from stdnum import luhn
from stdnum.es import cif, dni, iban

from deid_studio.people.folding import fold
from deid_studio.people.number_words import LARGEST, in_words, read_number
from deid_studio.release.calling_codes import calling_code
from deid_studio.release.own_words import FILE_KIND, PARAMETER
from deid_studio.release.surrogates.check_digits import checks_of, kept_places
from deid_studio.release.surrogates.dated_numbers import (
    NO_DAYS,
    MovedDays,
    day_in,
    signs_of_days,
    signs_of_short_year,
)
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.known_places import telephone_kinds
from deid_studio.release.surrogates.mexican_codes import made_of_birth
from deid_studio.release.survivals import survivals
from deid_studio.release.written import cased


class OfNames(Protocol):
    """What takes the place of names, which addresses and user names are made of."""

    def of_handle(self, text: str) -> Mapping[int, str]:
        """What takes the place of the words of a user name that are made of somebody's name, by where each begins."""


_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_PLATE_LETTERS = "BCDFGHJKLMNPRSTVWXYZ"
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_NASS = regex.compile(r"\d{2}(?:\d{8}|\d{7})\d{2}")
_OF_YEAR = regex.compile(r"(?:199|20[0-2])\d{5}")  # `2023/10/00418`: the number of an episode of that year
_FIRST_YEAR, _LAST_YEAR = 1990, 2026
_TRIES = 100
_CHECK_TRIES = 500  # a number may keep to several rules by chance
_OF_BIRTH = 10  # signs of a CURP and an RFC that are of the same name and birth
_LEAST_SAID = 3  # figures of a number that is said at once: more are no count and no age
_WORDS = regex.compile(r"\p{Ll}{3}")
_TOKEN = regex.compile(r"[\p{L}\p{M}]+|\p{Nd}+")
_EXTENSION = regex.compile(r"(?i)\s*(?:ext|int|extensi[oó]n|interno)\b")
_OF_COUNTRY = 2  # letters of a country's last label
# `952 39 O4 OO`, as scanners read it, where there are enough figures
_MISREAD = regex.compile(r"(?<![\p{L}\p{N}])[OlI\d]+(?![\p{L}\p{N}])")
_AS_FIGURES = str.maketrans("OlI", "011")
_LEAST_PHONE = 6
# What a parameter is called, or whatever else stands between the signs.
_PART_OF_PATH = regex.compile(rf"(?P<parameter>{PARAMETER.pattern})|[^/?&;=#]+")
_PLAIN_HOSTS = frozenset("www es com org net edu gob cat eu gal eus info".split())


def surrogate_identifier(
    text: str,
    draws: Draws,
    avoid: Callable[[str], bool],
    names: OfNames | None = None,
    days: MovedDays = NO_DAYS,
) -> str:
    """Another identifier of the same pattern: digit for digit, letter for letter of the same case, checks kept valid.

    Knows DNI, NIE, CIF, NASS, IBAN, CURP, RFC, card numbers (Luhn), plates and the numbers of `check_digits`; `avoid`
    tells what it may not be. Two spellings of one number (with and without points, or zeros before it) give two
    spellings of one other. A user name (`mblanco04`) follows `names`, a day in it `days`.
    """
    if says_number(text):
        return surrogate_phone(text, draws, avoid)
    if not is_code(text):
        if any(c.isspace() for c in text) and not FILE_KIND.search(text):
            return surrogate_identifier_digits(text, draws)  # `Residente de 5.º año` is no code
        return surrogate_handle(text, draws, names, days)
    bare = "".join(c for c in text if c.isalnum()).upper()
    number = bare[_zeros(bare) :]
    chance = draws.random("identifier", number)
    # Judged with zeros before it, also where it has none: the number is to be the same in both forms.
    filled = "" if _keeps_first(number, days) else "00"
    for turn in range(_TRIES):
        if turn == _TRIES // 2:
            days = replace(days, free=True)
        # CURP and RFC of one person begin alike.
        shared = draws.random("birth", bare[:_OF_BIRTH], str(turn))
        made = made_of_birth(bare, days, shared, chance) or _made(bare, days, chance)
        new, written = made[_zeros(made) :], _like(text, made)
        if new == number or survivals(filled + number, filled + new, "number") or survivals(text, written, "number"):
            continue
        if not any(map(avoid, (written, made, new))):
            return written
    return _like(text, made)


def is_code(text: str) -> bool:
    """Whether what takes a text's place is drawn sign by sign: it is no file, holds no words, and says no number."""
    return not (says_number(text) or FILE_KIND.search(text) or _WORDS.search(text))


def surrogate_part(text: str, whole: str, start: int) -> str:
    """What takes the place of a number within another one, whose signs begin with its own at `start`, of which `whole`
    takes the place."""
    signs = "".join(filter(str.isalnum, whole))[start:]
    return _like(text, signs.upper())


def _made(bare: str, days: MovedDays, chance: random.Random) -> str:
    zeros = _zeros(bare)
    begins_with_year = _OF_YEAR.match(bare, zeros) is not None
    checks = checks_of(bare[zeros:], begins_with_year)
    signs = {zeros + place: bare[zeros + place] for place in kept_places(bare[zeros:], checks)}
    if not signs:
        for is_one, make in _FORMS:
            if is_one(bare):
                return make(bare, chance)
        signs = signs_of_days(bare, days, chance)
        checks = () if signs else checks
    for _ in range(_CHECK_TRIES):
        made = _of_year(bare, zeros, chance) if begins_with_year and not signs else _of_pattern(bare, zeros, chance)
        made = "".join(signs.get(place, sign) for place, sign in enumerate(made))
        last = (made[-1:],) if not checks or len(made) - 1 in signs else "0123456789"
        for figure in last:
            if all(check(made[zeros:-1] + figure) for check in checks):
                return made[:-1] + figure
    return made


def _keeps_first(number: str, days: MovedDays) -> bool:
    """Whether a number goes on beginning as it does, or with a day: such a one is filled up with no zeros."""
    day = day_in(number, days)
    return 0 in kept_places(number, checks_of(number)) or (day is not None and day[0] == 0)


def _of_pattern(bare: str, zeros: int, chance: random.Random) -> str:
    return bare[:zeros] + "".join(_other(c, chance, first=i == 0) for i, c in enumerate(bare[zeros:]))


def _zeros(bare: str) -> int:
    """How many zeros a number is filled up with."""
    return len(bare) - len(bare.lstrip("0")) if bare.strip("0") else 0


def _other(character: str, chance: random.Random, first: bool = False) -> str:
    if character.isdigit():
        # Only what it is filled up with makes a number begin with zeros.
        return str(chance.randint(1 if first else 0, 9))
    return chance.choice(_LETTERS) if character.isascii() and character.isalpha() else character


def _digits(count: int, chance: random.Random) -> str:
    return "".join(str(chance.randint(1 if place == 0 else 0, 9)) for place in range(count))


def _dni(bare: str, chance: random.Random) -> str:
    zeros = _zeros(bare)
    number = bare[:zeros] + _digits(len(bare) - 1 - zeros, chance)
    return number + _DNI_LETTERS[int(number) % 23]


def _nie(bare: str, chance: random.Random) -> str:
    first = chance.choice("XYZ")
    number = _digits(7, chance)
    return first + number + _DNI_LETTERS[int(str("XYZ".index(first)) + number) % 23]


def _cif(bare: str, chance: random.Random) -> str:
    body = bare[0] + _digits(7, chance)
    check = cif.calc_check_digits(body)
    return body + (check[0] if bare[-1].isdigit() else check[-1])


def _nass_check(number: str) -> str:
    """The two control digits of a Spanish social security number: the rest modulo 97 (TGSS)."""
    province, serial = number[:2], number[2:]
    value = int(province) * 10_000_000 + int(serial) if int(serial) < 10_000_000 else int(province + serial.lstrip("0"))
    return f"{value % 97:02d}"


def _is_nass(bare: str) -> bool:
    return bool(_NASS.fullmatch(bare)) and 1 <= int(bare[:2]) <= 53 and _nass_check(bare[:-2]) == bare[-2:]


def _nass(bare: str, chance: random.Random) -> str:
    number = f"{chance.randint(1, 52):02d}" + _digits(len(bare) - 4, chance)
    return number + _nass_check(number)


def _iban(bare: str, chance: random.Random) -> str:
    account = _digits(20, chance)
    bank, number = account[:8], account[10:]
    account = bank + _ccc_digit("00" + bank) + _ccc_digit(number) + number
    check = 98 - int(account + "142800") % 97
    return f"ES{check:02d}{account}"


def _ccc_digit(ten: str) -> str:
    rest = 11 - sum(int(c) * weight for c, weight in zip(ten, (1, 2, 4, 8, 5, 10, 9, 7, 3, 6), strict=True)) % 11
    return {10: "1", 11: "0"}.get(rest, str(rest))


def _card(bare: str, chance: random.Random) -> str:
    body = bare[0] + _digits(len(bare) - 2, chance)
    return str(body + luhn.calc_check_digit(body))


def _plate(bare: str, chance: random.Random) -> str:
    return _digits(4, chance) + "".join(chance.choice(_PLATE_LETTERS) for _ in range(3))


def _of_year(bare: str, zeros: int, chance: random.Random) -> str:
    year = f"{chance.randint(_FIRST_YEAR, _LAST_YEAR)}"
    return bare[:zeros] + year + "".join(_other(c, chance) for c in bare[zeros + len(year) :])


_FORMS: tuple[tuple[Callable[[str], bool], Callable[[str, random.Random], str]], ...] = (
    (lambda t: len(t) in (8, 9) and bool(dni.is_valid(t.zfill(9))), _dni),
    (lambda t: bool(regex.fullmatch(r"[XYZ]\d{7}[A-Z]", t)), _nie),  # also one with a slip
    (lambda t: len(t) == 9 and bool(cif.is_valid(t)), _cif),
    (_is_nass, _nass),
    (lambda t: t.startswith("ES") and bool(iban.is_valid(t)), _iban),
    (lambda t: len(t) == 16 and t.isdigit() and bool(luhn.is_valid(t)), _card),
    (lambda t: bool(regex.fullmatch(r"\d{4}[B-DF-HJ-NP-TV-Z]{3}", t)), _plate),
)


def _like(text: str, bare: str) -> str:
    """The characters of `bare` in the places, case and between the signs of `text`."""
    made = iter(bare)
    return "".join(
        (new.lower() if c.islower() else new) if c.isalnum() and (new := next(made, "")) else c for c in text
    )


def surrogate_phone(
    text: str, draws: Draws, avoid: Callable[[str], bool], prefix_of: Callable[[str], str] = lambda number: ""
) -> str:
    """Another telephone number of the same type (mobile, landline, special), prefix of country and way of writing.

    What is said in words stays in words, in others. `prefix_of` tells how the other landline begins, where it is known.
    """
    ends = _EXTENSION.search(text)
    number, extension = (text[: ends.start()], text[ends.start() :]) if ends else (text, "")
    pieces = _spoken_pieces(_with_figures(number))
    digits = "".join(piece for piece, _ in pieces if piece.isdigit())
    spain = next((p for p in ("0034", "34") if digits.startswith(p) and len(digits) - len(p) == 9), "")
    country = spain or calling_code(number)
    own = digits[len(country) :]
    chance = draws.random("phone", own)
    kept = _kind(own) if len(own) >= _LEAST_PHONE else ""
    prefix = "" if country != spain else prefix_of(own)
    alike = telephone_kinds().get((country.lstrip("0"), len(own)), ())
    alike = alike if own.startswith(alike) else ()
    for turn in range(_TRIES):
        if alike:
            kept = chance.choice(alike)
        head = prefix if prefix and turn < _TRIES // 2 else kept
        rest = len(own) - len(head)
        new = country + head + "".join(str(chance.randint(1 if place == 0 else 0, 9)) for place in range(rest))
        written = _written_like(pieces, new, chance)
        if not survivals(number, written, "phone") and not avoid(new[len(country) :]):
            break
    return written + ("" if not extension else surrogate_identifier_digits(extension, draws))


def _kind(number: str) -> str:
    """The figures that tell what kind a number is of: 6 and 7 are mobiles, 8 and 9 landlines, abroad behind a zero."""
    return number[:2] if number.startswith("0") and number[1] != "0" else number[:1]


def _with_figures(number: str) -> str:
    figures = sum(map(str.isdecimal, number))
    return (
        str(_MISREAD.sub(lambda one: one.group().translate(_AS_FIGURES), number)) if figures >= _LEAST_PHONE else number
    )


def says_number(text: str) -> bool:
    """Whether numbers are said in words, as in a dictated one: among figures, or more of them than of other words."""
    pieces = _spoken_pieces(text)
    said = [figures for figures, words in pieces if words]
    written = sum(figures.isdigit() for figures, _ in pieces) - len(said)
    others = sum(figures.isalpha() for figures, _ in pieces)
    several = len(said) > max(others, 1) or any(len(one) > _LEAST_SAID for one in said)
    return several or bool(said and written and not others)


def _spoken_pieces(text: str) -> list[tuple[str, str]]:
    """A text in pieces: runs of figures, numbers in words as figures with their words, and what is between."""
    tokens = list(_TOKEN.finditer(text))
    folded = [fold(token.group()) for token in tokens]
    pieces: list[tuple[str, str]] = []
    at = end = 0
    while at < len(tokens):
        start, last, words, figures = tokens[at].start(), tokens[at].end(), "", tokens[at].group()
        beside = text[start - 1 : start] + text[last : last + 1]
        # Letters that touch figures are a code's: `UN000`.
        read = None if any(map(str.isdigit, (figures, *beside))) else read_number(folded, at)
        if read is not None:
            at, last = read[1] - 1, tokens[read[1] - 1].end()
            figures, words = str(read[0]), text[start:last]
        pieces += (text[end:start], ""), (figures, words)
        end = last
        at += 1
    return [*pieces, (text[end:], "")]


@lru_cache(maxsize=64)
def _numbers_without(said: frozenset[str], figures: int) -> list[str]:
    """The numbers of so many figures that are said without certain words, in others as well (`ocho`, `veintiocho`)."""
    low = 10 ** (figures - 1) if figures > 1 else 0
    numbers = range(low, min(10**figures, LARGEST + 1))
    return [str(one) for one in numbers if not any(word in fold(in_words(one)) for word in said)]


def _written_like(pieces: Sequence[tuple[str, str]], digits: str, chance: random.Random) -> str:
    """Figures in the places of those of a number, in words where they were: in none of the words that are there."""
    said = frozenset(word for _, words in pieces for word in fold(words).split() if word != "y")
    made = []
    rest = iter(digits)
    first = next((figures for figures, _ in pieces if figures.isdigit()), "")
    for figures, words in pieces:
        if not figures.isdigit():
            made.append(figures)
            continue
        new = "".join(next(rest) for _ in figures)
        if words:
            free = _numbers_without(said, len(figures))
            if figures is first:
                # A mobile stays one, and a landline.
                free = [one for one in free if one[0] in ("67" if new[0] in "67" else "89")] or free
            # In figures where all words are taken, as in a number that has every figure.
            new = cased(in_words(int(chance.choice(free))), words) if free else new
        made.append(new)
    return "".join(made)


def surrogate_identifier_digits(text: str, draws: Draws) -> str:
    """The text with other digits."""
    chance = draws.random("digits", text)
    return "".join(str((int(c) + chance.randint(1, 9)) % 10) if c.isdigit() else c for c in text)


def surrogate_email(text: str, draws: Draws, names: OfNames | None, days: MovedDays = NO_DAYS) -> str:
    """An address whose user goes with the surrogate names, at a reserved host (RFC 2606): it can be nobody's."""
    user, at, host = text.partition("@")
    if not user and not _ends_as_host(host):
        return at + surrogate_handle(host, draws, names, days)  # of a network: `@mblanco`
    if not at:
        # But what is before the `@`, or somebody's name, where no host is written.
        if regex.search("[./]", text):
            return surrogate_web(text, draws, names, days)
        return surrogate_handle(text, draws, names, days)
    return f"{user and surrogate_handle(user, draws, names, days)}@{_host(host, draws)}"


def _ends_as_host(text: str) -> bool:
    """Whether a text ends as the name of a host does: in a country's two letters, or in another last label."""
    label = text.rpartition(".")[2].lower()
    return "." in text and label.isalpha() and (len(label) == _OF_COUNTRY or label in _PLAIN_HOSTS)


def surrogate_web(
    text: str,
    draws: Draws,
    names: OfNames | None,
    days: MovedDays = NO_DAYS,
    number: Callable[[str], str | None] = lambda text: None,
) -> str:
    """A web address at a reserved host (RFC 2606), or an IP address of a documentation network (RFC 5737, RFC 3849).

    What its parameters are called stays, and `number` tells what takes the place of a number that stands elsewhere too.
    """
    chance = draws.random("web", text.lower())
    if regex.fullmatch(r"\d{1,3}(?:\.\d{1,3}){3}", text):
        return f"{chance.choice(['192.0.2', '198.51.100', '203.0.113'])}.{chance.randint(1, 254)}"
    if regex.fullmatch(r"(?i)[0-9a-f:]*:[0-9a-f:]+", text) and ":" in text:
        return f"2001:db8::{chance.randint(1, 0xFFFF):x}"

    def instead(part: regex.Match[str]) -> str:
        own = str(part.group())
        if part["parameter"] and not (names is not None and names.of_handle(own)):
            return own
        return number(own) or _like_handle(own, draws, names, days)

    scheme, sep, rest = text.rpartition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{sep}{_host(host, draws)}{slash}{_PART_OF_PATH.sub(instead, path)}"


def _host(host: str, draws: Draws) -> str:
    labels = host.split(".")
    names = [label for label in labels[:-1] if label.lower() not in _PLAIN_HOSTS] or labels[:1]
    word = draws.pick(_HOST_WORDS, "host", ".".join(names).lower())
    start = "www." if labels[0].lower() == "www" and len(labels) > 2 else ""
    return f"{start}{word}.example"


_HOST_WORDS = (
    "mediterra norteweb vegaclara lagomar redsur almendro cipres olivar puertoazul sierraverde montealto riofrio"
    " camponuevo altamira brisa horizonte alameda"
).split()


def surrogate_user(text: str, draws: Draws, names: OfNames | None, days: MovedDays = NO_DAYS) -> str | None:
    """A user name (`mblanco`, `TER_LGARRIDO`) that follows the name that it is made of; None where it is of none."""
    if any(c.isspace() for c in text):
        return None
    is_user = "_" in text or (names is not None and names.of_handle(text))
    return surrogate_handle(text, draws, names, days) if is_user else None


def surrogate_handle(user: str, draws: Draws, names: OfNames | None, days: MovedDays = NO_DAYS) -> str:
    """Another user name: of the surrogate what it is of the name, with other figures; a year of birth is moved."""
    made = _like_handle(user, draws, names, days)
    return made if fold(made) != fold(user) else made + "1"


def _like_handle(text: str, draws: Draws, names: OfNames | None, days: MovedDays = NO_DAYS) -> str:
    """A text with other words and figures in it: what is made of a name of the surrogate, else such as no name has.

    The days of `days` in it are moved, and what says what kind of file it is stays.
    """
    of_names = {} if names is None else names.of_handle(text)
    kind = FILE_KIND.search(text)
    text, kind_of_file = (text[: kind.start()], kind.group()) if kind else (text, "")

    def instead(match: regex.Match[str]) -> str:
        token = match.group()
        if token.isdigit():
            figures = surrogate_identifier_digits(token, draws)
            chance = draws.random("day", token)
            signs = signs_of_days(token, days, chance) or signs_of_short_year(token, days, chance)
            dated = "".join(signs.get(place, figure) for place, figure in enumerate(figures))
            return figures if survivals(token, dated, "number") else dated
        folded = fold(token)
        surname = draws.pick(_USERS, "user", folded)
        of_nobody = surname if len(folded) > 3 else surname[: len(folded)]
        return cased(of_names.get(match.start(), of_nobody), token)

    return str(_TOKEN.sub(instead, text)) + kind_of_file


_USERS = (
    "arizmendi belloso calatrava dorronsoro escribano fontanar gorostiza herranz izquierdo lozoya mazarrasa nogueras"
    " olabarria pedrosa quiroga rebollar salcedo tamayo urrutia villamor zorrilla aldecoa barrientos casasola"
).split()
