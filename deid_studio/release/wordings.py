"""Wordings: relatives, sex, ages and professions said otherwise, without a change of gender, number or meaning."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import fold, read_gazetteer
from deid_studio.release.dates import in_words
from deid_studio.release.draws import Draws
from deid_studio.release.written import cased

# The same relation in another word: what a report says of the family's illnesses stays true.
_KIN = {
    "madre": "mamá", "padre": "papá", "mama": "madre", "papa": "padre", "madres": "mamás", "padres": "progenitores",
    "progenitor": "padre", "progenitora": "madre", "progenitores": "padres",
    "hermano": "hermano biológico", "hermana": "hermana biológica", "hermanos": "hermanos biológicos",
    "hermanas": "hermanas biológicas", "hijo": "hijo biológico", "hija": "hija biológica", "hijos": "hijos biológicos",
    "hijas": "hijas biológicas", "tio": "tío biológico", "tia": "tía biológica", "tios": "tíos biológicos",
    "tias": "tías biológicas", "primo": "primo hermano", "prima": "prima hermana", "primos": "primos hermanos",
    "primas": "primas hermanas", "sobrino": "sobrino biológico", "sobrina": "sobrina biológica",
    "sobrinos": "sobrinos biológicos", "sobrinas": "sobrinas biológicas", "abuelo": "abuelito", "abuela": "abuelita",
    "abuelos": "abuelitos", "abuelas": "abuelitas", "nieto": "nieto biológico", "nieta": "nieta biológica",
    "nietos": "nietos biológicos", "nietas": "nietas biológicas",
    "bisabuelo": "bisabuelito", "bisabuela": "bisabuelita",
    "esposo": "marido", "esposa": "cónyuge", "marido": "esposo", "mujer": "esposa", "novio": "prometido",
    "novia": "prometida", "pareja": "cónyuge", "conyuge": "pareja", "companero": "compañero sentimental",
    "companera": "compañera sentimental", "suegro": "padre político", "suegra": "madre política",
    "cunado": "hermano político", "cunada": "hermana política", "yerno": "hijo político", "nuera": "hija política",
    "familia": "familiares", "familiar": "pariente", "familiares": "parientes", "parientes": "familiares",
    "pariente": "familiar", "gemelo": "hermano gemelo", "gemela": "hermana gemela", "gemelos": "hermanos gemelos",
    "gemelas": "hermanas gemelas", "mellizo": "hermano mellizo", "melliza": "hermana melliza",
    "mellizos": "hermanos mellizos", "mellizas": "hermanas mellizas", "vecino": "vecino de casa",
    "vecina": "vecina de casa", "amigo": "conocido", "amiga": "conocida", "cuidador": "acompañante",
    "cuidadora": "acompañante", "hermanastro": "medio hermano", "hermanastra": "media hermana",
    "tutor": "tutor legal", "tutora": "tutora legal", "viudo": "cónyuge viudo", "viuda": "cónyuge viuda",
}  # fmt: skip
_SEX = {
    "varon": "hombre", "hombre": "varón", "mujer": "femenina", "femenino": "mujer", "femenina": "mujer",
    "masculino": "varón", "masculina": "varón", "nino": "chico", "nina": "chica", "chico": "niño", "chica": "niña",
    "nena": "niña", "nene": "niño", "femina": "mujer", "varones": "hombres", "mujeres": "femeninas",
    "hombres": "varones",
    "h": "Varón", "v": "Hombre", "f": "Mujer", "macho": "varón", "hembra": "mujer", "senora": "mujer",
    "senor": "varón", "caballero": "varón", "muchacho": "chico", "muchacha": "chica", "joven": "muchacho",
}  # fmt: skip
# Groups of people that a report may name; what stands side by side is exchanged for each other.
_GROUPS = (
    "lactante bebé|adolescente joven|preescolar escolar|homosexual bisexual|heterosexual bisexual|soltero divorciado"
    "|soltera divorciada|casado emparejado|casada emparejada|viudo separado|viuda separada|blanco mestizo"
    "|blanca mestiza|negro mulato|negra mulata|caucásico mediterráneo|caucásica mediterránea|mestizo mulato"
    "|mestiza mulata|musulmán budista|musulmana budista|cristiano evangélico|cristiana evangélica"
    "|subsahariano magrebí|subsahariana magrebí|asiático árabe|asiática árabe|latino hispano|latina hispana"
).split("|")
_ORDINALS = "primer segundo tercer cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo".split()
_NUMBERS = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce".split()
_AGE = regex.compile(r"(?i)(\d+(?:[.,/]\d+)?)(\s*)(.*)", regex.DOTALL)
_AGE_UNIT = regex.compile(r"(?i)\s*(?:años?|meses|mes|días?|semanas?|a\b)")
_YEARS = regex.compile(r"(?i)\s*(?:años?|a\.?|anys?|anos?|year.*)?\s*(?:de edad|de vida)?\s*")
_ADULT = 18
TOP_AGE = 90


def surrogate_sex(text: str, female: bool) -> str:
    """The same sex in another word; `female` tells what an `M` is: woman, or masculine."""
    new = _SEX.get(fold(text.strip())) or (("Mujer" if female else "Varón") if text.strip() in ("M", "m") else None)
    if new is None:
        words = [_SEX.get(fold(word)) for word in text.split()]
        known = next((word for word in words if word), None)
        return cased(known, text) if known else "paciente"
    return new if len(text.strip()) == 1 else cased(new, text)


def surrogate_relative(text: str, draws: Draws, name_of: Callable[[str], str]) -> str:
    """The same relatives in other words: names go by `name_of`, ages differ by one, how many they are stays.

    Only the first word for a relative is said otherwise (`hermana gemela`): two would say something else.
    """
    pieces: list[str] = []
    changed = said = False
    name: list[str] = []

    def close_name() -> None:
        nonlocal changed
        if name:
            trailing = name.pop() if not name[-1].strip() else ""
            pieces.append(name_of("".join(name)) + trailing)
            changed = True
            name.clear()

    tokens = regex.findall(r"[\p{L}\p{M}]+|\p{N}+|[^\p{L}\p{M}\p{N}]+", text)
    for place, token in enumerate(tokens):
        folded = fold(token)
        if folded in _KIN:
            close_name()
            pieces.append(token if said else cased(_KIN[folded], token))
            changed = said = True
        elif token.isdigit() and _AGE_UNIT.match("".join(tokens[place + 1 :])):
            close_name()
            number = int(token)
            step = draws.random("relative", token).choice((-1, 1))
            pieces.append(str(number + step if number + step > 1 else number + 1))
            changed = True
        elif token[0].isupper() or (name and not token[0].isalpha()):
            name.append(token)
        else:
            close_name()
            pieces.append(token)
    close_name()
    made = "".join(pieces)
    return made if changed and fold(made) != fold(text) else _other_number(text, draws)


def _other_number(text: str, draws: Draws) -> str:
    """What is said of relatives in figures alone, by one more or less; else that they are relatives."""
    words = regex.findall(r"[\p{L}\p{M}]+|\p{N}+|[^\p{L}\p{M}\p{N}]+", text)
    for place, word in enumerate(words):
        if fold(word) in _NUMBERS[2:]:
            number = _NUMBERS.index(fold(word))
            words[place] = cased(in_words(number + draws.random("relative", word).choice((-1, 1))), word)
            return "".join(words)
    if any(c.isdigit() for c in text):
        return "".join(str((int(c) + 1) % 10) if c.isdigit() else c for c in text)
    return cased("pariente", text)


def surrogate_age(text: str, draws: Draws, fixed: bool, after: str = "") -> str:
    """An age a little off, in the same unit; `fixed`: the same age written otherwise, where a date of birth tells it.

    `after` is what stands right after it: a unit there is not written twice.
    Years of adults move by up to three, of children and all smaller units by one; 90 and more stay 90 and more.
    """
    found = _AGE.search(text)
    if found is None:
        return _age_in_words(text, draws)
    figure, blank, unit = found.groups()
    head = text[: found.start()]
    if not figure.isdigit():
        return f"{head}{_shifted_digits(figure, draws)}{blank}{unit}"
    number = int(figure)
    if fixed and (_YEARS.fullmatch(unit) or _AGE_UNIT.match(unit)):
        if _AGE_UNIT.match(unit) and not regex.match(r"(?i)a\b", unit):
            return f"{head}{cased(_before_noun(number, unit), unit)}{blank or ' '}{unit}"
        if regex.match(r"(?i)\s*(?:años|a\b)", after):
            return f"{head}{_before_noun(number, 'años')}"
        return f"{head}{number} años"
    most = 3 if _YEARS.fullmatch(unit) and number >= _ADULT else 1
    step = draws.random("age", unit.strip()[:1].lower()).choice([s for s in range(-most, most + 1) if s])
    new = number + step
    if (number < TOP_AGE) != (new < TOP_AGE) or new < 1 or (new == 1) != (number == 1):
        new = number - step
    if new < 1 or (new == 1) != (number == 1):
        new = number + abs(step)
    return f"{head}{new}{blank}{unit}"


def _before_noun(number: int, noun: str) -> str:
    """A number in words as it stands before a noun: `veintiún años`, `treinta y un días`, `una semana`."""
    said = in_words(number)
    if not said.endswith("uno"):
        return said
    if fold(noun).startswith("semana"):
        return said.removesuffix("o") + "a"
    return said.removesuffix("uno") + "ún" if said.endswith("veintiuno") else said.removesuffix("o")


def _shifted_digits(figure: str, draws: Draws) -> str:
    last = figure[-1]
    return figure[:-1] + str((int(last) + draws.random("age", figure).choice((1, 2))) % 10)


def _age_in_words(text: str, draws: Draws) -> str:
    words = regex.findall(r"[\p{L}\p{M}]+|[^\p{L}\p{M}]+", text)
    step = draws.random("age").choice((-1, 1))
    for place, word in enumerate(words):
        folded = fold(word)
        for number in range(2, 120):
            said = in_words(number)
            if " " not in said and folded == fold(said):
                words[place] = cased(in_words(number + (step if number > 2 else 1)), word)
                return "".join(words)
        ordinals = [fold(one) for one in _ORDINALS]
        if folded in ordinals:
            number = ordinals.index(folded)
            words[place] = cased(_ORDINALS[number + step if 0 < number < len(ordinals) - 1 else 1], word)
            return "".join(words)
    folded = fold(text)
    for told, instead in (
        ("nacida", "neonata"), ("nacido", "neonato"), ("neonat", "recién nacido"), ("mes", "dos meses"),
        ("semana", "dos semanas"), ("dia", "dos días"), ("ano", "dos años"), ("ancian", "edad avanzada"),
    ):  # fmt: skip
        if told in folded and fold(instead) != folded:
            return cased(instead, text) if not text.isupper() else instead.upper()
    return cased("adulto", text)


def surrogate_group(text: str, draws: Draws) -> str | None:
    """Another group of people of the same kind and gender (an age, an origin, a religion); None when none is known."""
    words = regex.findall(r"[\p{L}\p{M}]+|[^\p{L}\p{M}]+", text)
    for place, word in enumerate(words):
        folded = fold(word)
        for one in _GROUPS:
            first, second = one.split()
            if folded in (fold(first), fold(second)):
                words[place] = cased(second if folded == fold(first) else first, word)
                return "".join(words)
        if folded in {fold(name) for name in _nationalities()}:
            ending = folded[-1]
            others = [n for n in _nationalities() if fold(n)[-1] == ending and fold(n) != folded and " " not in n]
            words[place] = cased(draws.pick(others, "nationality", folded), word)
            return "".join(words)
    return None


@cache
def _nationalities() -> tuple[str, ...]:
    return read_gazetteer(paths.resources() / "gazetteers" / "lists" / "nationalities.txt").entries


def surrogate_profession(text: str, draws: Draws, avoid: Callable[[str], bool]) -> str:
    """Another profession of the same grammatical gender."""
    folded = fold(text)
    first = folded.split()[0] if folded.split() else folded
    ending = first[-1:] if first[-1:] in ("o", "a", "s") else ""
    fitting = [
        one for one in _professions()
        if (one.split()[0][-1:] if one.split()[0][-1:] in ("o", "a", "s") else "") == ending
        and fold(one) not in folded and folded not in fold(one) and not avoid(one)
    ]  # fmt: skip
    return cased(draws.pick(fitting or _professions(), "profession", folded), text)


@cache
def _professions() -> tuple[str, ...]:
    listed = read_gazetteer(paths.resources() / "gazetteers" / "lists" / "professions.txt").entries
    return tuple(sorted(one for one in listed if len(one) > 4))
