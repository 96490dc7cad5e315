"""Inflection: whether a word is a form of a Spanish one that a dictionary holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from deid_studio.kernel.compiled import native
from deid_studio.people.vocabulary import Vocabulary

# Folded endings of regular verbs; an infinitive's stands in their place.
_AR = (
    "abamos aremos ariamos aramos asemos asteis abais areis ariais arais aseis aron aban aran arian asen aste amos abas"
    " aras arias ases ando adas ados ada ado aba are ara aria ase an as ais en es eis emos a o e"
)
_ER = (
    "ieramos iesemos eremos eriamos isteis ierais ieseis iamos iendo ieron ieran iesen eran erian iste imos emos ieras"
    " ieses idas idos ido ida iera iese eria ere era ian ias iais io ia en es eis an as amos e o a i"
)
_IR = (
    _ER.replace("ere", "ire")
    .replace("eria", "iria")
    .replace("eran", "iran")
    .replace("era ", "ira ")
    .replace("eremos", "iremos")
)
_CLITICS = tuple("melo mela selo sela selos selas telo tela noslo nosla me te se le la lo les las los nos os".split())
_NOMINAL_ENDINGS = (
    ("as", "o"), ("os", "o"), ("a", "o"), ("as", "e"), ("a", ""), ("as", ""), ("es", ""), ("s", ""),
    ("itos", "o"), ("itas", "a"), ("ito", "o"), ("ita", "a"), ("mente", ""), ("amente", "o"), ("isimo", "o"),
    ("isima", "o"), ("ces", "z"),
)  # fmt: skip
_BARE = ("ar", "er", "ir", "ando", "iendo")  # a pronoun may hang on these
_LEAST_STEM = 3
# Stems that change (`prefiere`, `duerme`, `indique`, `conozco`): what stands at a stem's end, or last in it, for what.
_SPELLINGS = {"qu": "c", "gu": "g", "c": "z", "zc": "c", "j": "g", "g": "", "ng": "n"}
_VOWELS = {"ie": "e", "ue": "o", "i": "e", "u": "o"}
_PREFIXES = tuple(
    "anti auto bi co contra des di dis endo epi extra hemi hidro hiper hipo in infra inter intra macro micro mono multi"
    " neo para peri pluri poli pos post pre pro pseudo re retro semi sobre sub supra trans tri ultra uni".split()
)
_LEAST_BASE = 5  # of a word behind a prefix
_JOINT = "o"  # between the parts of a compound: `costolumbar`, `seropurulento`


def _verbs() -> tuple[tuple[str, str], ...]:
    classes = ((_AR, "ar"), (_ER, "er"), (_IR, "ir"))
    return tuple((ending, infinitive) for endings, infinitive in classes for ending in dict.fromkeys(endings.split()))


def _by_ending(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for ending, root in pairs:
        found[ending] = (*found.get(ending, ()), root)
    return found


_NOMINAL, _VERBAL = _by_ending(_NOMINAL_ENDINGS), _by_ending(_verbs())
# What may stand in the place of an ending: of a noun or an adjective, of a verb.
_ENDINGS = {ending: (_NOMINAL.get(ending, ()), _VERBAL.get(ending, ())) for ending in _NOMINAL | _VERBAL}
_NONE: tuple[tuple[str, ...], tuple[str, ...]] = (), ()
_LONGEST = max(map(len, _ENDINGS))
_LONGEST_NATIVE = 100


class Inflection:
    """Tells forms of the folded words that vocabularies hold; irregular ones it knows only as listed."""

    def __init__(self, vocabularies: Sequence[Vocabulary]) -> None:
        self._vocabularies = vocabularies
        self._compiled = _by_kernel(vocabularies)

    def is_form(self, folded: str) -> bool:
        """Whether a folded word is listed, a form of what is, or such behind a prefix or another part of a compound."""
        if self._compiled is not None and len(folded) <= _LONGEST_NATIVE and folded.isascii():
            found: bool = self._compiled.are_listed(folded)
            return found
        return self.is_plainly_form(folded)

    def is_plainly_form(self, folded: str) -> bool:
        """The same in Python: what the kernel has to give."""
        words = roots(folded)
        return any(vocabulary.holds_any(words) for vocabulary in self._vocabularies)


def roots(folded: str) -> list[str]:
    """What a folded word, or what stands in it behind a prefix or another part of a compound, may be a form of."""
    return [root for word in (folded, *_bases(folded)) for root in _simple_roots(word)]


def _simple_roots(folded: str) -> list[str]:
    """A word and what it may be a form of by its end."""
    bare = _without_clitics(folded)
    found = [folded, *bare]
    for word in (folded, *bare):
        for at in range(max(_LEAST_STEM, len(word) - _LONGEST), len(word)):
            nominal, verbal = _ENDINGS.get(word[at:], _NONE)
            if nominal and word is folded:
                found += [word[:at] + root for root in nominal]
            if verbal:
                found += [stem + root for stem in _stems(word[:at]) for root in verbal]
    return found


def _without_clitics(folded: str) -> list[str]:
    """Infinitives and gerunds that a pronoun hangs on: `levantarla`."""
    if not folded.endswith(_CLITICS):
        return []
    bare = [folded[: -len(clitic)] for clitic in _CLITICS if folded.endswith(clitic)]
    return [word for word in bare if len(word) >= _LEAST_STEM and word.endswith(_BARE)]


def _stems(stem: str) -> list[str]:
    """A verb's stem, of three letters and more, as it may be in the infinitive."""
    found = [stem]
    for at in (-1, -2):
        other = _SPELLINGS.get(stem[at:])
        if other is not None:
            found.append(stem[:at] + other)
    last = max(map(stem.rfind, "aeiou"))
    for at in (last, last - 1):
        other = _VOWELS.get(stem[at : last + 1])
        if other is not None:
            found.append(stem[:at] + other + stem[last + 1 :])
    return found


def _bases(folded: str) -> list[str]:
    """What stands behind a prefix, or behind the first part of a compound."""
    found = []
    if folded.startswith(_PREFIXES):
        found = [folded[len(prefix) :] for prefix in _PREFIXES if folded.startswith(prefix)]
    found += [folded[at + 1 :] for at in range(_LEAST_STEM, len(folded) - _LEAST_BASE) if folded[at] == _JOINT]
    return [base for base in found if len(base) >= _LEAST_BASE]


def _by_kernel(vocabularies: Iterable[Vocabulary]) -> Any:
    """What tells the same of words in ASCII that are not too long (roots.c)."""
    if native is None:
        return None
    pairs = _NOMINAL_ENDINGS, _verbs(), _SPELLINGS.items(), _VOWELS.items()
    tables = *map(chain.from_iterable, pairs), _CLITICS, _BARE, _PREFIXES
    lists = ([word.encode() for word in table] for table in tables)
    return native.Roots(*lists, tuple([vocabulary.words for vocabulary in vocabularies]))
