"""Professions: another one of the same grammatical gender and number, or another occupation where none is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import read_gazetteer
from deid_studio.people.folding import fold
from deid_studio.release.surrogates.agreement import ANY, Form, form_of
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.trades import trades
from deid_studio.release.written import cased, without_accents

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_GERUND_ENDINGS = ("ando", "iendo")
_ACTIVITIES = (
    "conduciendo camiones",
    "atendiendo un comercio",
    "reparando vehículos",
    "cultivando hortalizas",
    "limpiando oficinas",
    "montando muebles",
    "cuidando jardines",
    "sirviendo mesas",
)
# Where somebody works, not what somebody is: `mantenimiento de instalaciones`, `el campo`, `tareas del hogar`.
_FIELD_ENDINGS = ("miento", "cion", "sion", "dad", "aje", "eria", "ura", "ismo", "ncia")
_FIELD_WORDS = frozenset("hogar campo comercio tareas labores trabajos fuerza fuerzas banca limpieza industria".split())
_FIELDS = (
    "comercio",
    "transporte",
    "almacenaje",
    "turismo",
    "agricultura",
    "hostelería",
    "construcción",
    "limpieza",
    "jardinería",
    "trabajos de oficina",
    "trabajos agrícolas",
    "labores agrícolas",
    "tareas de oficina",
)


def surrogate_profession(text: str, draws: Draws, avoid: Callable[[str], bool], asked: Form = ANY) -> str:
    """Another profession of the same grammatical gender and number; `asked` is what the words before it ask for."""
    folded = fold(text)
    words = _WORD.findall(folded)
    own = asked.narrowed(form_of(text))
    if any(word.endswith(_GERUND_ENDINGS) for word in words[:1]):
        listed: Sequence[str] = _ACTIVITIES
    elif words and words[0] not in trades() and (words[0] in _FIELD_WORDS or words[0].endswith(_FIELD_ENDINGS)):
        listed = [one for one in _FIELDS if form_of(one).replaces(own)]
    elif own.plural:
        single = (one for one in _professions() if " " not in one)
        listed = [_in_plural(one) for one in single if form_of(one).replaces(Form(own.gender))]
    else:
        listed = [one for one in _professions() if form_of(one).replaces(own)]
    fitting = [one for one in listed if fold(one) not in folded and folded not in fold(one) and not avoid(one)]
    return cased(draws.pick(fitting or listed, "profession", folded), text)


def _in_plural(word: str) -> str:
    if word[-1] in "aeiouáéó":
        return word + "s"
    if word[-1] == "z":
        return word[:-1] + "ces"
    return (without_accents(word) if word[-1] in "ns" else word) + "es"


@cache
def _professions() -> tuple[str, ...]:
    listed = read_gazetteer(paths.resources() / "gazetteers" / "lists" / "professions.txt").entries
    # `el ama de casa` takes an article that its gender does not tell.
    return tuple(sorted(one for one in listed if len(one) > 4 and not one.startswith("ama ")))
