"""Wordings: relatives, sex, ages and what else is said of people, without a change of gender, number or meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import read_gazetteer
from deid_studio.people.folding import fold
from deid_studio.people.kinship import KEPT, KEPT_BEHIND, KIN, POSSESSIVES, Part, Stretch, names_in, read_relatives
from deid_studio.people.kinship import SAID as SAID_OF_KIN
from deid_studio.people.number_words import before_noun, in_words, read_number
from deid_studio.release.surrogates.agreement import ANY, Form, Gender, asked_before, form_of
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.identifiers import surrogate_identifier_digits
from deid_studio.release.surrogates.professions import is_profession, surrogate_profession
from deid_studio.release.written import cased

Avoid = Callable[[str], bool]  # whether a text is what really stands in these reports

_SEX = {
    "varon": "hombre|masculino", "hombre": "varón|masculino", "mujer": "femenina|fémina", "femenino": "mujer|femenina",
    "femenina": "mujer|fémina", "masculino": "varón|hombre", "masculina": "varón|hombre", "nino": "chico|crío",
    "nina": "chica|cría", "chico": "niño|crío", "chica": "niña|cría",
    "nena": "niña|chica", "nene": "niño|chico", "femina": "mujer|femenina", "varones": "hombres|masculinos",
    "mujeres": "femeninas|féminas", "hombres": "varones|masculinos",
    "v": "Hombre|Varón|Masculino", "f": "Mujer|Femenino|Hembra", "macho": "varón|hombre",
    "masc": "varón|hombre", "fem": "mujer|femenina", "home": "hombre|varón", "dona": "mujer|femenina",
    "muller": "mujer|femenina", "gizona": "hombre|varón", "emakumea": "mujer|femenina", "♀": "mujer|femenina",
    "♂": "varón|hombre", "hembra": "mujer|femenina", "senora": "mujer|femenina",
    "senor": "varón|hombre", "caballero": "varón|hombre", "muchacho": "chico|crío", "muchacha": "chica|cría",
    # What is said along with the sex is a fact as well: a pregnancy, a delivery, a birth.
    "gestante": "embarazada|encinta", "embarazada": "gestante|encinta", "encinta": "gestante|embarazada",
    "gestantes": "embarazadas", "embarazadas": "gestantes", "primigesta": "gestante por primera vez",
    "primigravida": "gestante por primera vez", "multigesta": "con varios embarazos",
    "multigravida": "con varios embarazos", "nuligesta": "sin embarazos previos", "puerpera": "recién parida",
    "parturienta": "mujer de parto", "primipara": "con un parto", "multipara": "con varios partos",
    "nulipara": "sin partos previos", "nacido": "venido al mundo", "nacida": "venida al mundo",
    "recien nacido": "neonato", "recien nacida": "neonata", "lactante": "bebé", "bebe": "lactante",
}  # fmt: skip
# Words that do not tell the sex: what they are of women, and of men. H is `hembra` where V is `varón`.
_UNTOLD = {
    "h": ("Mujer|Femenino", "Varón|Masculino"), "m": ("Mujer|Femenino|Hembra", "Varón|Hombre|Masculino"),
    "joven": ("muchacha|chica", "muchacho|chico"),
}  # fmt: skip
_INITIALS = frozenset("hm")
_IS_WOMAN = dict.fromkeys(
    "mujer femenino femenina femina f fem nina chica nena muchacha senora hembra dona muller emakumea gestante"
    " embarazada encinta primigesta puerpera nacida".split(),
    True,
) | dict.fromkeys(
    "varon hombre masculino masculina v masc nino chico nene muchacho senor caballero macho home gizona nacido".split(),
    False,
)  # fmt: skip
# What else is said of people, and other words of the same gender and number that stand for it. Groups (an age, an
# origin, a religion) become others; what a clinician needs (a colour, a syndrome) stays true.
_EXCHANGED = (
    "lactante|bebé adolescente|joven preescolar|escolar homosexual|bisexual heterosexual|bisexual soltero|divorciado"
    " soltera|divorciada casado|emparejado casada|emparejada viudo|separado viuda|separada blanco|mestizo"
    " blanca|mestiza negro|mulato negra|mulata caucásico|mediterráneo caucásica|mediterránea musulmán>budista"
    " musulmana>budista budista>hinduista cristiano|evangélico cristiana|evangélica católico|ortodoxo católica|ortodoxa"
    " subsahariano>magrebí subsahariana>magrebí magrebí|árabe asiático>oriental asiática>oriental latino|hispano"
    " latina|hispana indígena|aborigen gitano>romaní gitana>romaní"
).split()
_SAID = {
    "menor": "más joven", "mayor": "de más edad", "mediano": "intermedio", "mediana": "intermedia",
    "materno": "por parte de madre", "materna": "por parte de madre", "paterno": "por parte de padre",
    "paterna": "por parte de padre", "maternos": "por parte de madre", "maternas": "por parte de madre",
    "paternos": "por parte de padre", "paternas": "por parte de padre", "negroide": "africana",
    "amarillento": "pajizo", "amarillenta": "pajiza", "rojizo": "rubicundo", "rojiza": "rubicunda",
    "moreno": "trigueño", "morena": "trigueña", "rubio": "de pelo claro", "rubia": "de pelo claro",
    "tatuaje": "dibujo en la piel", "tatuajes": "dibujos en la piel", "sindrome de down": "trisomía 21",
    "trisomia 21": "síndrome de Down", "fusil": "rifle", "rifle": "fusil", "unico": "sin hermanos",
    "unica": "sin hermanos", "adoptado": "por adopción", "adoptada": "por adopción",
}  # fmt: skip
_ORDINALS = "primer segundo tercer cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo".split()
_ORDINAL_OF = {fold(word): number for number, word in enumerate(_ORDINALS)}
# Stages of life, each by a word of the same gender.
_STAGES = {
    "recien nacido": "neonato",
    "recien nacida": "neonata",
    "neonato": "recién nacido",
    "neonata": "recién nacida",
    "neonatos": "recién nacidos",
    "neonatas": "recién nacidas",
    "anciano": "hombre mayor",
    "anciana": "mujer mayor",
    "ancianos": "hombres mayores",
    "ancianas": "mujeres mayores",
    "adulto": "hombre maduro",
    "adulta": "mujer madura",
    "lactantes": "bebés",
    "adolescentes": "jóvenes",
}
_SECOND = {"mes": "dos meses", "semana": "dos semanas", "dia": "dos días", "ano": "dos años", "hora": "dos horas"}
_OF_ORIGIN = frozenset("natural nacionalidad procedente origen oriundo oriunda inmigrante residente".split())
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_AGE = regex.compile(r"(?i)(\d+(?:[.,/]\d+)?)(\s*)(.*)", regex.DOTALL)
_AGE_UNIT = regex.compile(r"(?i)\s*(?:años?|meses|mes|días?|semanas?|a\b)")
_YEARS = regex.compile(r"(?i)\s*(?:años?|a\.?|anys?|anos?|year.*)?\s*(?:de edad|de vida)?\s*")
_ADDRESS = regex.compile(r"(?i)\b(?:don|doña|señora?)\s+$")
_ARTICLES = frozenset("el la los las".split())
# `hija suya de su hermana` would be the wrong one's.
_OF_SOMEBODY = regex.compile(r"\s+de(?:l|\s+(?:sus?|mis?|tus?|el|las?|los|una?|\p{Lu}\p{L}*))\b")
_ADULT = 18
TOP_AGE = 90
_OLDEST = 120


def surrogate_sex(text: str, female: bool | None, draws: Draws, avoid: Avoid) -> str | None:
    """The same sex in another word; `female` tells what `H` (hombre, hembra), `M` and `joven` are: a woman, or not.

    None where that decides and nobody knows it.
    """
    own = text.strip()
    words = [fold(word) for word in _WORD.findall(own)]
    if words == ["joven"] or not _INITIALS.isdisjoint(words):
        if female is None:
            return None
        known = words if len(words) == 1 else _INITIALS  # in `H joven` the letter tells more
        told = {word: _UNTOLD[word][0 if female else 1] for word in known}
        return _first(told[words[0]], avoid) if len(own) == 1 else _reworded(text, told, avoid=avoid)
    if len(own) == 1:
        return _first(_SEX.get(fold(own), "paciente"), avoid)
    return _reworded(text, _SEX, avoid=avoid) or _age_otherwise(text, draws, avoid) or cased("paciente", own)


def says_woman(text: str) -> bool | None:
    """Whether a word for the sex says a woman; None where it says nothing of it, or may say either."""
    said = {_IS_WOMAN[word] for word in map(fold, _WORD.findall(text)) if word in _IS_WOMAN}
    return said.pop() if len(said) == 1 else None


def _first(candidates: str, avoid: Avoid) -> str:
    """The first of them (`a|b|c`) that is not to be avoided, else the first."""
    each = candidates.split("|")
    return next((one for one in each if not avoid(one)), each[0])


def surrogate_relative(
    text: str, draws: Draws, name_of: Callable[[str], str | None], avoid: Avoid, before: str = "", after: str = ""
) -> str | None:
    """The same relatives in other words: names go by `name_of`, ages differ by one, how many they are stays.

    A word for a relative stays where no other tells as much (`KEPT`); what would be the same then says whose they are.
    `before` and `after` are what stands around it. None where `name_of` finds no name in what must be one.
    """
    pieces: list[str] = []
    at = 0
    kept: Stretch | None = None
    names = dict(names_in(text, before))
    for stretch in read_relatives(text, before):
        if stretch.start < at:
            continue  # the rest of a name
        start, end = stretch.start, names.get(stretch.start, stretch.end)
        own = text[start:end]
        new: str | None = own
        match stretch.part:
            case Part.NAME:
                new = name_of(own)
            case Part.KIN if _stays(own, before + text[:start]):
                kept = stretch
            case Part.KIN | Part.SAID:
                table = KIN if stretch.part is Part.KIN else SAID_OF_KIN
                new = cased(_first(table[_phrase(own)], avoid), own)
            case Part.AGE:
                new = _age_of_relative(own, text[end:], draws)
        if new is None:
            return None
        pieces += text[at:start], new
        at = end
    made = "".join((*pieces, text[at:]))
    if fold(made) != fold(text):
        return made
    if kept is None:
        return cased(_first("pariente|familiar|allegado", avoid), text)
    head, kin, rest = text[: kept.start], text[kept.start : kept.end], text[kept.end :]
    if any(c.isdigit() for c in head):
        return head + _first(KIN[_phrase(kin)], avoid) + rest  # `3 hijas suyas` has the whole of it still
    return head + _whose(kin, before + head, rest + after) + rest


def _stays(kin: str, before: str) -> bool:
    """Whether a word for a relative stays in what takes a mention's place: none that may be somebody's name there."""
    phrase = _phrase(kin)
    if not kin.islower():
        return False
    return phrase in KEPT or (phrase in KEPT_BEHIND and asked_before(before) != ANY and _ADDRESS.search(before) is None)


def _whose(kin: str, before: str, after: str) -> str:
    """A word for a relative with a word that says whose: `su propia hija`, but `una hija suya`."""
    form = form_of(kin)
    end = ("a" if form.gender is Gender.FEMININE else "o") + ("s" if form.plural else "")
    last = [fold(word) for word in _WORD.findall(before)[-2:]]
    if not _ARTICLES.isdisjoint(last[-1:]) or not POSSESSIVES.isdisjoint(last) or _OF_SOMEBODY.match(after):
        return f"propi{end} {kin}"
    return f"{kin} suy{end}"


def without_names(text: str, name_of: Callable[[str], str | None], before: str = "") -> str | None:
    """A mention of relatives as it is, but for the names in it, which go by `name_of`; None where it finds none."""
    pieces: list[str] = []
    at = 0
    for start, end in names_in(text, before):
        new = name_of(text[start:end])
        if new is None:
            return None
        pieces += text[at:start], new
        at = end
    return "".join((*pieces, text[at:]))


def _phrase(text: str) -> str:
    return " ".join(fold(word) for word in _WORD.findall(text))


def _age_of_relative(figure: str, rest: str, draws: Draws) -> str:
    """An age one year (or month, or day) off, in figures or in words; another number of as many figures for others."""
    words = [fold(word) for word in _WORD.findall(figure)]
    read = read_number(words) if words else None
    number = int(figure) if figure.isdigit() else None if read is None else read[0]
    if number is None or number > _OLDEST:
        return surrogate_identifier_digits(figure, draws)
    step = draws.random("relative", figure).choice((-1, 1))
    new = number + step if number + step > 1 else number + 1
    if figure.isdigit():
        return str(new)
    noun = next(iter(_WORD.findall(rest)), "")
    return cased(before_noun(new, _is_feminine(noun)) if noun else in_words(new), figure)


def _reworded(text: str, *tables: Mapping[str, str], avoid: Avoid) -> str | None:
    """The text with each word or phrase that a table knows said otherwise; None where none does."""
    words = list(_WORD.finditer(text))
    folded = [fold(word.group()) for word in words]
    pieces: list[str] = []
    at = end = 0
    while at < len(words):
        phrases = ((length, " ".join(folded[at : at + length])) for length in (3, 2, 1) if at + length <= len(words))
        found = next(((n, table[p]) for n, p in phrases for table in tables if p in table), None)
        if found is None:
            at += 1
            continue
        length, new = found
        start, last = words[at].start(), words[at + length - 1].end()
        pieces += text[end:start], cased(_first(new, avoid), text[start:last])
        end = last
        at += length
    return "".join((*pieces, text[end:])) if pieces else None


def surrogate_age(text: str, draws: Draws, fixed: bool, after: str, avoid: Avoid) -> str:
    """An age a little off, in the same unit; `fixed`: the same age written otherwise, where a date of birth tells it.

    `after` is what stands right after it: a unit there is not written twice.
    Years of adults move by up to three, of children and all smaller units by one; 90 and more stay 90 and more.
    """
    found = _AGE.search(text)
    if found is None:
        return (
            _age_otherwise(text, draws, avoid, fixed)
            or _reworded(text, _SAID, _exchanged(), _SEX, avoid=avoid)
            or cased("adulto", text)
        )
    figure, blank, unit = found.groups()
    head = text[: found.start()]
    if not figure.isdigit():
        return f"{head}{_shifted_digits(figure, draws)}{blank}{unit}"
    number = int(figure)
    if fixed and number <= _OLDEST and (_YEARS.fullmatch(unit) or _AGE_UNIT.match(unit)):
        said = before_noun(number, _is_feminine(unit))
        if _AGE_UNIT.match(unit) and not regex.match(r"(?i)a\b", unit):
            ways: tuple[str, ...] = (f"{cased(said, unit)}{blank or ' '}{unit}",)
            if _AGE_UNIT.fullmatch(unit) or _YEARS.fullmatch(unit):
                ways += (f"{number} {unit.lstrip()[0]}",)
            elif number == 1:
                ways += (unit.lstrip(),)  # `Mes y medio`
        elif regex.match(r"(?i)\s*(?:años|a\b)", after):
            ways = (said,)
        else:
            ways = f"{number} años", f"{said} años", said
        return head + next((way for way in ways if not avoid(way)), ways[0])
    return f"{head}{_moved(number, unit, draws)}{blank}{unit}"


def _moved(number: int, unit: str, draws: Draws) -> int:
    most = 3 if _YEARS.fullmatch(unit) and number >= _ADULT else 1
    step = draws.random("age", unit.strip()[:1].lower()).choice([s for s in range(-most, most + 1) if s])
    new = number + step
    if (number < TOP_AGE) != (new < TOP_AGE) or new < 1 or (new == 1) != (number == 1):
        new = number - step
    if new < 1 or (new == 1) != (number == 1):
        new = number + abs(step)
    return new


def _is_feminine(unit: str) -> bool:
    return fold(unit).lstrip().startswith(("semana", "hora"))


def _age_otherwise(text: str, draws: Draws, avoid: Avoid, fixed: bool = False) -> str | None:
    """An age without figures: numbers in words are moved (in figures where it is fixed), a stage is called otherwise.

    None where nothing of an age is known in it.
    """
    words = list(_WORD.finditer(text))
    folded = [fold(word.group()) for word in words]
    pieces: list[str] = []
    at = end = 0
    while at < len(words):
        number, after = read_number(folded, at) or (0, 0)
        start, last = words[at].start(), words[max(after, at + 1) - 1].end()
        if number > 1:
            noun = words[after].group() if after < len(words) else ""
            moved = number if fixed else _moved(number, text[last:], draws)
            new = str(number) if fixed else before_noun(moved, _is_feminine(noun)) if noun else in_words(moved)
            if fixed and len(words) == after + 1 and not pieces and avoid(f"{text[:start]}{new}{text[last:]}"):
                return f"{text[:start]}{new} {noun[0]}"
        elif folded[at] in _ORDINAL_OF:
            which = _ORDINAL_OF[folded[at]]
            step = draws.random("age").choice((-1, 1))
            new = _ORDINALS[which + step if 0 < which < len(_ORDINALS) - 1 else which + 1 if which == 0 else which - 1]
        else:
            at += 1
            continue
        pieces += text[end:start], cased(new, text[start:last])
        end = last
        at = max(after, at + 1)
    if pieces:
        return "".join((*pieces, text[end:]))
    reworded = _reworded(text, _STAGES, avoid=avoid)
    if reworded is not None:
        return reworded
    if len(folded) == 1 and folded[0] in _SECOND:
        # `al mes de vida`
        return f"{cased('primera' if _is_feminine(text) else 'primer', text)} {text.lower()}"
    one = next((unit for unit in _SECOND if unit in folded), None)
    return None if one is None else cased(_SECOND[one], text)


def _shifted_digits(figure: str, draws: Draws) -> str:
    last = figure[-1]
    return figure[:-1] + str((int(last) + draws.random("age", figure).choice((1, 2))) % 10)


def surrogate_described(text: str, draws: Draws, asked: Form, avoid: Avoid) -> str | None:
    """What is said of somebody in words (an origin, a place among siblings, a trade), said otherwise in the same form.

    `asked` is what the words before it ask for. None when nothing is known of it.
    """
    words = list(_WORD.finditer(text))
    for word in words:
        if fold(word.group()) in _nationality_forms():
            new = _nationality(word.group(), draws, asked)
            return text[: word.start()] + cased(new, word.group()) + text[word.end() :]
    reworded = _reworded(text, *_described(), avoid=avoid)
    if reworded is not None:
        return reworded
    return surrogate_profession(text, draws, avoid, asked) if is_profession(text) else None


def is_described(folded: str) -> bool:
    """Whether a folded word is one that is said of people in general, and can be said otherwise."""
    return folded in _nationality_forms() or any(folded in table for table in _described())


def _described() -> tuple[Mapping[str, str], ...]:
    return _exchanged(), _STAGES, _SEX, KIN, _SAID


@cache
def _exchanged() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for pair in _EXCHANGED:
        first, second = pair.replace(">", "|").split("|")
        found.setdefault(fold(first), second)
        if "|" in pair:
            found.setdefault(fold(second), first)
    return found


@cache
def _nationality_forms() -> Mapping[str, Form]:
    """Nationalities, each with its form; what merely speaks of origin (`oriundo`) is none."""
    listed = read_gazetteer(paths.resources() / "gazetteers" / "lists" / "nationalities.txt").entries
    return {fold(one): form_of(one) for one in listed if one not in _OF_ORIGIN}


def _nationality(word: str, draws: Draws, asked: Form) -> str:
    own = form_of(word).narrowed(asked)
    names = read_gazetteer(paths.resources() / "gazetteers" / "lists" / "nationalities.txt").entries
    forms = _nationality_forms()
    others = [one for one in names if fold(one) in forms and fold(one) != fold(word)]
    fitting = [one for one in others if forms[fold(one)].replaces(own)]
    return draws.pick(fitting or others, "nationality", fold(word))
