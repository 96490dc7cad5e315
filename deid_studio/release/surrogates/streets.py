"""Streets: what takes the place of an address, of the same form."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from random import Random

import regex

from deid_studio.people.date_words import MONTHS
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES
from deid_studio.release.own_words import STREET_WAYS, Word, words_of
from deid_studio.release.surrogates.known_places import POSTAL_CODE
from deid_studio.release.surrogates.places import SurrogatePlaces
from deid_studio.release.surrogates.roads import other_figure, surrogate_road
from deid_studio.release.written import cased

_STREETS = (
    "Mayor|Real|Cervantes|Goya|Velázquez|del Olmo|de la Fuente|del Prado|de la Estación|de los Almendros|Colón|Murillo"
    "|de la Constitución|San Isidro|Santa Clara|del Río|del Molino|de las Flores|Lope de Vega|Quevedo|Rosalía de Castro"
    "|de la Rosa|del Pinar|de los Naranjos|Antonio Machado|Miguel Hernández|Ramón y Cajal|de la Paz|Nueva|Ancha"
    "|del Jardín|de la Luna|del Sol|Isaac Peral|Clara Campoamor|de los Reyes Católicos|del Castillo|San Sebastián"
).split("|")
# A name that is a day is one word (`Calle 5 de Mayo`), and so is one that a scanner misread (`PZA. DEL C0RRO`).
_TOKEN = regex.compile(
    rf"\p{{N}}{{1,2}}\s+de\s+(?i:{'|'.join(MONTHS['es'])})\b|\p{{L}}+\p{{N}}[^\P{{L}}ªº]{{2,}}"
    r"|[ªº]|[^\P{L}ªº]+|\p{N}+|[^\p{L}\p{N}]+"
)
_CODE = regex.compile(r"\p{Lu}{1,3}(?:-\p{N}{2}|\p{N})")  # of a road, or of a house in Quito: `LR-134`, `E5-06`
_NO_NUMBER = regex.compile(r"(?i)[\s,]*\bs\s*/\s*n\.?$")
_PARTICLES = regex.compile(r"^(?:de la|de los|de las|del|de) ")
_LETTERS = "ABCDEFGH"
_ORDINALS = frozenset("aorntèé")
_CATALAN = {"1": "r", "2": "n", "3": "r", "4": "t"}


def surrogate_street(text: str, places: SurrogatePlaces, before: str = "") -> str:
    """An address of the same form: kind of way and parts of a building stay, name, figures and letters change.

    Each is drawn by the person's own words up to it, so that `C/ Feria 112` is where `calle Feria n.º 112, 2.ºB` is.
    """
    road = surrogate_road(text, places)
    if road is not None:
        return road
    ends = _NO_NUMBER.search(text)
    text, tail = (text[: ends.start()], ends.group()) if ends else (text, "")
    words = words_of(text, "street", before)
    kept: set[int] = set()
    stays, is_figure = False, False
    for word in reversed(words):
        # A particle goes with what is behind it; but `200 m norte y 50 m este`.
        stays = not word.own and (word.folded not in PARTICLES or stays or (is_figure and word.folded == "y"))
        is_figure = word.folded[0].isdigit()
        if stays:
            kept.add(word.start)
    own = [word for word in words if word.own and word.folded not in "ºª"]
    ways = [word.start for word in words if not word.own and word.folded in STREET_WAYS]
    pieces: list[str] = []
    in_name = False
    drawn: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        is_code = _CODE.match(text, match.start()) is not None and not text[match.start() - 1 : match.start()].isalpha()
        ends_name = match.start() in kept or token in ("º", "ª") or is_code
        if in_name and not ends_name and (token[0].isalpha() or not regex.search(r"[,;()#\d]", token)):
            continue
        if in_name and not pieces[-1].endswith(" ") and (token[0].isdigit() or match.start() in kept or is_code):
            pieces.append(" ")
        in_name = False
        chance = places.draws.random("street", _told_until(own, match.start(), len(token) > 1))
        if token.isdigit():
            pieces.append(_figure(token, places, chance))
        elif (not token[0].isalnum() or token in ("º", "ª") or match.start() in kept) and not is_code:
            pieces.append(token)
        elif _is_ordinal(text, match):
            pieces.append(_ordinal(token, pieces[-1]))
        elif len(token) == 1 or is_code:
            letters = (chance.choice([c for c in _LETTERS if c != letter.upper()]) for letter in token)
            pieces.append(cased("".join(letters), token))
        else:
            in_name = True
            new = places.one_of([name for name in _STREETS if name not in drawn], text, chance, "place")
            drawn.append(new)
            # `Calle de la Luna`, but `Luna, 3` where nothing says what kind of way it is.
            new = new if ways and ways[0] < match.start() else _PARTICLES.sub("", new)
            pieces.append(new.upper() if token.isupper() else new)
    made = "".join(pieces) + tail
    return made if fold(made) != fold(text + tail) else f"{made} bis"


def _told_until(own: Sequence[Word], start: int, is_name: bool) -> str:
    """The own words of an address before a place, and the figure, the letter or the whole name that begins there."""
    before = " ".join(word.folded for word in own if word.start < start)
    behind = [word.folded for word in own if word.start >= start]
    here = takewhile(str.isalpha, behind) if is_name and behind and behind[0].isalpha() else behind[:1]
    return "|".join((before, " ".join(here)))


def _is_ordinal(text: str, match: regex.Match[str]) -> bool:
    """Whether a small letter right behind a figure makes an ordinal of it: `4a calle`, `1r 2a`."""
    return text[max(match.start() - 1, 0)].isdigit() and match.group() in _ORDINALS


def _ordinal(letter: str, figure: str) -> str:
    """The letter of a floor or a door behind another figure: in Catalan it is the last one of its word."""
    return letter if letter in "ao" else _CATALAN.get(figure, "è")


def _figure(figure: str, places: SurrogatePlaces, chance: Random) -> str:
    if len(figure) == 5 and POSTAL_CODE.fullmatch(figure):
        code = places.instead(figure)
        if code:  # none is drawn for a place abroad
            return code
    return other_figure(figure, chance)
