"""Wordings: relatives, sex, ages and what else is said of people, without a change of gender, number or meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import regex

from deid_studio import paths
from deid_studio.detection.gazetteers import fold, read_gazetteer
from deid_studio.detection.number_words import before_noun, in_words, read_number
from deid_studio.release.agreement import Form, form_of
from deid_studio.release.draws import Draws
from deid_studio.release.professions import is_profession, surrogate_profession
from deid_studio.release.written import cased

Avoid = Callable[[str], bool]  # whether a text is what really stands in these reports

# The same relation in another word, the first that no report has: what is said of the family's illnesses stays true.
# `hno` is how a hurried clinician writes it; degrees of kinship are those of the Código Civil, articles 915 to 919.
_KIN = {
    "madre": "mamá|progenitora", "padre": "papá|progenitor", "mama": "madre|progenitora", "papa": "padre|progenitor",
    "madres": "mamás|progenitoras", "padres": "progenitores|papás", "progenitor": "padre|papá",
    "progenitora": "madre|mamá", "progenitores": "padres|papás",
    "hermano": "hno", "hermana": "hna", "hermanos": "hnos", "hermanas": "hnas",
    "hijo": "descendiente", "hija": "descendiente", "hijos": "descendientes", "hijas": "descendientes",
    "tio": "tío biológico", "tia": "tía biológica", "tios": "hermanos de sus padres", "tias": "hermanas de sus padres",
    "primo": "pariente de cuarto grado", "prima": "pariente de cuarto grado", "primos": "parientes de cuarto grado",
    "primas": "parientes de cuarto grado", "sobrino": "hijo de un hermano|pariente de tercer grado",
    "sobrina": "hija de un hermano|pariente de tercer grado",
    "sobrinos": "hijos de sus hermanos|parientes de tercer grado",
    "sobrinas": "hijas de sus hermanos|parientes de tercer grado", "abuelo": "yayo|abuelito",
    "abuela": "yaya|abuelita", "abuelos": "yayos|abuelitos", "abuelas": "yayas|abuelitas",
    "nieto": "descendiente de segundo grado", "nieta": "descendiente de segundo grado",
    "nietos": "descendientes de segundo grado", "nietas": "descendientes de segundo grado",
    "bisabuelo": "bisabuelito", "bisabuela": "bisabuelita",
    "esposo": "marido|cónyuge", "esposa": "mujer|cónyuge", "marido": "esposo|cónyuge", "mujer": "esposa|cónyuge",
    "novio": "prometido", "novia": "prometida", "pareja": "conviviente", "conyuge": "consorte",
    "consorte": "cónyuge", "companero": "conviviente", "companera": "conviviente",
    "suegro": "padre político|consuegro", "suegra": "madre política|consuegra",
    "cunado": "hermano político|hno político", "cunada": "hermana política|hna política",
    "yerno": "hijo político", "nuera": "hija política",
    "familia": "parentela", "familiar": "pariente|allegado", "familiares": "parientes|allegados",
    "parientes": "familiares|allegados", "pariente": "familiar|allegado",
    "gemelo": "hermano del mismo parto|hno del mismo parto", "gemela": "hermana del mismo parto|hna del mismo parto",
    "gemelos": "hermanos del mismo parto|hnos del mismo parto",
    "gemelas": "hermanas del mismo parto|hnas del mismo parto",
    "mellizo": "hermano del mismo parto|hno del mismo parto",
    "melliza": "hermana del mismo parto|hna del mismo parto",
    "mellizos": "hermanos del mismo parto|hnos del mismo parto",
    "mellizas": "hermanas del mismo parto|hnas del mismo parto", "vecino": "residente cercano",
    "vecina": "residente cercana", "amigo": "conocido", "amiga": "conocida", "cuidador": "acompañante",
    "cuidadora": "acompañante", "hermanastro": "medio hermano", "hermanastra": "media hermana",
    "suegros": "padres políticos", "cunados": "hermanos políticos", "cunadas": "hermanas políticas",
    "exmarido": "exesposo", "exmujer": "exesposa", "primogenito": "hijo mayor", "primogenita": "hija mayor",
    "biznieto": "bisnieto", "biznieta": "bisnieta", "bisnieto": "biznieto", "bisnieta": "biznieta",
    "bisabuelos": "bisabuelitos", "bisabuelas": "bisabuelitas", "hijastro": "hijo de su pareja",
    "hijastra": "hija de su pareja", "padrastro": "marido de su madre", "madrastra": "mujer de su padre",
    "hermanito": "hermano pequeño", "hermanita": "hermana pequeña", "ahijado": "apadrinado",
    "ahijada": "apadrinada", "descendencia": "prole", "prole": "descendencia",
    "tutor": "responsable legal", "tutora": "responsable legal", "viudo": "cónyuge supérstite",
    "viuda": "cónyuge supérstite",
}  # fmt: skip
_SEX = {
    "varon": "hombre|masculino", "hombre": "varón|masculino", "mujer": "femenina|fémina", "femenino": "mujer|femenina",
    "femenina": "mujer|fémina", "masculino": "varón|hombre", "masculina": "varón|hombre", "nino": "chico|crío",
    "nina": "chica|cría", "chico": "niño|crío", "chica": "niña|cría",
    "nena": "niña|chica", "nene": "niño|chico", "femina": "mujer|femenina", "varones": "hombres|masculinos",
    "mujeres": "femeninas|féminas", "hombres": "varones|masculinos",
    "h": "Varón|Hombre|Masculino", "v": "Hombre|Varón|Masculino", "f": "Mujer|Femenino|Hembra", "macho": "varón|hombre",
    "hembra": "mujer|femenina", "senora": "mujer|femenina",
    "senor": "varón|hombre", "caballero": "varón|hombre", "muchacho": "chico|crío", "muchacha": "chica|cría",
}  # fmt: skip
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
    "tatuaje": "dibujo tatuado", "tatuajes": "dibujos tatuados", "sindrome de down": "trisomía 21",
    "trisomia 21": "síndrome de Down", "fusil": "rifle", "rifle": "fusil",
}  # fmt: skip
_ORDINALS = "primer segundo tercer cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo".split()
_ORDINAL_OF = {fold(word): number for number, word in enumerate(_ORDINALS)}
# Stages of life, each by a word of the same gender.
_STAGES = {
    "recien nacido": "neonato", "recien nacida": "neonata", "neonato": "recién nacido", "neonata": "recién nacida",
    "neonatos": "recién nacidos", "neonatas": "recién nacidas", "anciano": "hombre mayor", "anciana": "mujer mayor",
    "ancianos": "hombres mayores", "ancianas": "mujeres mayores", "adulto": "hombre adulto", "adulta": "mujer adulta",
    "lactantes": "bebés", "adolescentes": "jóvenes",
}
_SECOND = {"mes": "dos meses", "semana": "dos semanas", "dia": "dos días", "ano": "dos años", "hora": "dos horas"}
_OF_ORIGIN = frozenset("natural nacionalidad procedente origen oriundo oriunda inmigrante residente".split())
# What is said of a relative and then again: `hermana biológica biológica`.
_TWICE = regex.compile(r"(?i)(?<=\b(biol[oó]gic[oa]s?|legal|de (?:primer|segundo|tercer|cuarto) grado)) \1\b")
_TOLD_MORE = regex.compile(r"(?i) (?:biol[oó]gic[oa]s?|legal|de (?:primer|segundo|tercer|cuarto) grado)\b")
_TOKEN = regex.compile(r"[\p{L}\p{M}]+|\p{N}+|[^\p{L}\p{M}\p{N}]+")
_WORD = regex.compile(r"[\p{L}\p{M}]+")
_AGE = regex.compile(r"(?i)(\d+(?:[.,/]\d+)?)(\s*)(.*)", regex.DOTALL)
_AGE_UNIT = regex.compile(r"(?i)\s*(?:años?|meses|mes|días?|semanas?|a\b)")
_YEARS = regex.compile(r"(?i)\s*(?:años?|a\.?|anys?|anos?|year.*)?\s*(?:de edad|de vida)?\s*")
_ADULT = 18
TOP_AGE = 90
_OF_PEOPLE = (_SEX, _STAGES, _SAID)


def surrogate_sex(text: str, female: bool, draws: Draws, avoid: Avoid) -> str:
    """The same sex in another word; `female` tells what an `M` or `joven` is: a woman, or masculine."""
    own = text.strip()
    folded = fold(own)
    if folded == "m":
        return _first("Mujer|Femenino|Hembra" if female else "Varón|Hombre|Masculino", avoid)
    if folded == "joven":
        return cased(_first("muchacha|chica" if female else "muchacho|chico", avoid), own)
    if len(own) == 1:
        return _first(_SEX.get(folded, "paciente"), avoid)
    return _reworded(text, _SEX, avoid=avoid) or _age_otherwise(text, draws, avoid) or "paciente"


def _first(candidates: str, avoid: Avoid) -> str:
    """The first of them (`a|b|c`) that is not to be avoided, else the first."""
    each = candidates.split("|")
    return next((one for one in each if not avoid(one)), each[0])


def surrogate_relative(text: str, draws: Draws, name_of: Callable[[str], str], avoid: Avoid) -> str:
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

    def is_said(token: str) -> bool:
        return _reworded(token, *_OF_PEOPLE, avoid=avoid) is not None

    tokens = _TOKEN.findall(text)
    known = any(fold(token) in _KIN for token in tokens)
    for place, token in enumerate(tokens):
        rest = "".join(tokens[place + 1 :])
        if fold(token) in _KIN:
            close_name()
            pieces.append(token if said else cased(_first(_KIN[fold(token)], avoid), token))
            changed = said = True
        elif token.isdigit() and _AGE_UNIT.match(rest):
            close_name()
            number = int(token)
            step = draws.random("relative", token).choice((-1, 1))
            pieces.append(str(number + step if number + step > 1 else number + 1))
            changed = True
        elif (name and not token[0].isalpha()) or (token[0].isupper() and (known or not is_said(token))):
            name.append(token)
        else:
            close_name()
            pieces.append(token)
    close_name()
    made = str(_TWICE.sub("", "".join(pieces)))
    if changed:
        return made if fold(made) != fold(text) else str(_TOLD_MORE.sub("", text))
    return (
        _reworded(text, *_OF_PEOPLE, avoid=avoid)
        or _age_otherwise(text, draws, avoid)
        or _shifted(text)
        or cased(_first("pariente|familiar|allegado", avoid), text)
    )


def _shifted(text: str) -> str | None:
    return "".join(str((int(c) + 1) % 10) if c.isdigit() else c for c in text) if any(map(str.isdigit, text)) else None


def _reworded(text: str, *tables: Mapping[str, str], avoid: Avoid) -> str | None:
    """The text with the first word or phrase that a table knows said otherwise; None where none does."""
    words = list(_WORD.finditer(text))
    folded = [fold(word.group()) for word in words]
    for table in tables:
        for length in (3, 2, 1):
            for at in range(len(words) - length + 1):
                new = table.get(" ".join(folded[at : at + length]))
                if new is not None:
                    start, end = words[at].start(), words[at + length - 1].end()
                    return text[:start] + cased(_first(new, avoid), text[start:end]) + text[end:]
    return None


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
    if fixed and (_YEARS.fullmatch(unit) or _AGE_UNIT.match(unit)):
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
    """An age without figures: a number in words is moved (in figures where it is fixed), a stage is called otherwise.

    None where nothing of an age is known in it.
    """
    words = list(_WORD.finditer(text))
    folded = [fold(word.group()) for word in words]
    for at in range(len(words)):
        number, end = read_number(folded, at) or (0, 0)
        if number > 1:
            start, rest = words[at].start(), text[words[end - 1].end() :]
            noun = words[end].group() if end < len(words) else ""
            said = str(number) if fixed else before_noun(_moved(number, rest, draws), _is_feminine(noun))
            if not noun and not fixed:
                said = in_words(_moved(number, rest, draws))
            if fixed and noun and not rest[words[end].end() - words[end - 1].end() :] and avoid(said + rest):
                return f"{text[:start]}{said} {noun[0]}"
            return text[:start] + cased(said, text[start : words[end - 1].end()]) + rest
        if folded[at] in _ORDINAL_OF:
            number = _ORDINAL_OF[folded[at]]
            step = draws.random("age").choice((-1, 1))
            new = number + step if 0 < number < len(_ORDINALS) - 1 else number + 1 if number == 0 else number - 1
            return text[: words[at].start()] + cased(_ORDINALS[new], words[at].group()) + text[words[at].end() :]
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
    reworded = _reworded(text, _exchanged(), _STAGES, _SEX, _KIN, _SAID, avoid=avoid)
    if reworded is not None:
        return reworded
    return surrogate_profession(text, draws, avoid, asked) if is_profession(text) else None


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
    return draws.pick(fitting, "nationality", fold(word))
