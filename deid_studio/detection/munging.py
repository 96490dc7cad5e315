"""Munging: a gazetteer entry turned into an expression that matches its written variants.

Expressions are for folded text (`FoldedText`): lower case, no accents, single blanks. Source: Sánchez-León (IberLEF
2019), section 2, "Resource munging".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import regex

from deid_studio.detection.grammar.folded_text import fold_line

# Words and how else they are written; the first is the full form.
_SPELLINGS = (
    ("doctor", "dr."), ("doctora", "dra."), ("doctores", "drs.", "dres."), ("santa", "sta."), ("santo", "sto."),
    ("nuestra", "ntra.", "nª", "n."), ("senora", "sra.", "s.ª", "sª"), ("nuestro", "ntro."), ("senor", "sr."),
    ("francisco", "fco.", "fcº", "fº"), ("maria", "mª", "m.ª", "m."), ("jose", "j."), ("antonio", "ant.º", "antº"),
    ("general", "gral.", "gnal."), ("universitario", "univ.", "universit.", "u."), ("universitaria", "univ.", "u."),
    ("universitari",), ("clinico", "clin.", "c."), ("provincial", "prov.", "provinc."), ("comarcal", "com."),
    ("virgen", "vgen.", "v."), ("padre", "p.", "pe."), ("fray", "fr."), ("capitan", "cap."), ("san", "s."),
    ("comandante", "cte.", "cdte.", "cmdte."), ("profesor", "prof."), ("ingeniero", "ing."), ("coronel", "cnel."),
    ("fernandez", "fdez.", "fdz."), ("rodriguez", "rguez.", "rdguez.", "rdez."), ("gonzalez", "glez.", "gzlez."),
    ("martinez", "mtnez.", "mtez."), ("hernandez", "hdez."), ("garcia", "gª", "g.ª"), ("sanchez", "schez."),
    ("gutierrez", "gtrez.", "gutz."), ("jimenez", "jmnez."), ("alvarez", "alvrez."), ("lopez", "lpz."),
    ("principe", "ppe."), ("infanta", "inf."), ("obispo", "ob."), ("arzobispo", "arz."), ("cardenal", "card."),
    ("licenciado", "lic."), ("marques", "mq.", "mqs."), ("hermanos", "hnos."), ("servicio", "serv."),
    ("instituto", "inst."), ("departamento", "dpto."), ("laboratorio", "lab."), ("laboratorios", "labs.", "lab."),
    ("fundacion", "fund.", "fundn."), ("asociacion", "asoc."), ("nacional", "nac."), ("regional", "reg."),
    ("and", "&", "y"),
)  # fmt: skip

WAYS = (
    "calle|c|cl|avenida|avda|avd|av|plaza|plza|pza|pl|paseo|pso|pº|p|ps|camino|cno|carretera|ctra|crta|travesia|trv|"
    "trav|ronda|rda|rua|carrer|avinguda|passeig|placa|via|gran via|urbanizacion|urb|poligono|pol|glorieta|gta|pasaje|"
    "pje|bulevar|rambla|barrio|bº|alameda|parque|praza|plazuela|cuesta|callejon"
)
_WAY = rf"(?:(?:{WAYS})\b[./]*(?: ?(?:del?(?: la| los| las)?|de l'|la|el))?[ ]?)"
_HOSPITAL_KIND = (
    r"(?:(?:hospital(?:es)?|hosp\.?|hptal\.?|h\.|h\. ?u\.|hu|hgu|h\. ?g\. ?u\.?|hcu|h\. ?c\. ?u\.?|hcd"
    r"|(?:complejo|complexo|complejo asistencial|centro|consorcio|consorci|ciudad|residencia)(?: (?:hospitalari[oa]"
    r"|asistencial|sanitari[oa]|medico))?"
    r"|ch|c\. ?h\.?|chu|clinica|policlinica|policlinico|sanatorio|fundacion hospital|centro medico|h)(?!\w))"
)
_HEALTH_CENTRE_KIND = (
    r"(?:centros? de (?:salud|saude|especialidades)|centre de salut|c\. ?s\.|cs|cap|ambulatorio|consultorio(?: local)?)"
)
_HOSPITAL_MODIFIER = (
    r"(?:universitari[oa]?|univ\.|u\.|general|gral\.?|g\.|clinico|clinic|clin\.|c\.|comarcal|provincial|prov\.|regional"
    r"|militar|civil|infantil|materno[- ]infantil|maternal|nacional|central|quirurgico|asistencial|hospitalari[oa]|de"
    r"|dr\.|docente|psiquiatrico|privado|publico|san juan de dios)"
)
_HOSPITAL_WORDS = frozenset(
    "hospital hospitales hosp hptal complejo complexo hospitalario hospitalaria asistencial universitario"
    " universitaria universitari clinico clinica clinic general gral comarcal provincial regional militar civil"
    " infantil materno maternal nacional central centro medico sanitario sanitaria ciudad residencia sanatorio"
    " policlinica policlinico fundacion consorcio consorci h hu u c ch chu docente quirurgico psiquiatrico"
    " de del la el los las y e i d'".split()
)
_LEGAL_FORM = regex.compile(
    r",? (?:s ?\. ?a ?\.?(?: ?u\.?)?|sau?|s ?\. ?l ?\.?(?: ?u\.?)?|slu?|inc\.?|ltd\.?|gmbh|corp\.?|co\.?|s\. ?coop\.?)$"
)
_LEGAL_FORMS = r"(?:,? ?(?:s\.? ?a\.? ?u?\.?|s\.? ?l\.? ?u?\.?|inc\.?|ltd\.?|gmbh|corp\.?|co\.?)(?!\w))?"
_NUMBER = regex.compile(r"[, ]*(?:n\.?[ºo°]?\.? ?|num\.? ?)?(\d+(?:[- ]?[a-z](?!\w))?|s[/.]?n\.?)(?!\d)(.*)$")
_WORD = regex.compile(r"[\w&]+[.ªº]*(?:'[\w]+)?")
_PARTICLES = frozenset("de del la las los el y e i da do dos san santa van von".split())
_LEAST_CORE = 4
_LONGEST_ACRONYM = 8


@dataclass(frozen=True, slots=True)
class Munged:
    """An entry's expression, and a word or words (folded) that every variant holds, by which it is looked up.

    `needs`: strings of which one stands in every variant, so that most places are ruled out at no cost.
    """

    expression: str
    core: str
    needs: tuple[str, ...] = ()


def munge(entry: str, form: str) -> Munged | None:
    """The expression for an entry of one `form`: "address", "hospital", "bare-hospital" (its kind may be
    missing), "health-centre", "institution" or "person".

    None where nothing distinctive is left of the entry ("HOSPITAL GENERAL").
    """
    folded = fold_line(entry)
    if form == "address":
        return _address(folded)
    if form in ("hospital", "bare-hospital") and entry.isupper() and entry.isalnum() and len(entry) <= _LONGEST_ACRONYM:
        return Munged(regex.escape(folded), folded)
    if form in ("hospital", "bare-hospital"):
        return _hospital(folded, optional_kind=form == "bare-hospital")
    if form == "health-centre":
        return _health_centre(folded)
    if form == "institution":
        return _institution(folded)
    if form == "person":
        return _person(folded)
    raise ValueError(f"no such form: {form}")


def plain_variants(folded: str) -> list[str]:
    """The folded entry and its other spellings, one changed word at a time, for look-up without an expression.

    `santa coloma` → also `sta. coloma`, `sta coloma`; a hyphen and a blank stand for each other.
    """
    variants = [folded]
    if "-" in folded:
        variants += [folded.replace("-", " "), folded.replace("-", " - ")]
    words = folded.split(" ")
    if len(words) > 1:
        for at, word in enumerate(words):
            for spelling in _plain_spellings().get(word, ()):
                variants.append(" ".join([*words[:at], spelling, *words[at + 1 :]]))
    return variants


@cache
def _plain_spellings() -> dict[str, tuple[str, ...]]:
    """For each word its other spellings, without those of one letter, which would be any initial."""
    table: dict[str, tuple[str, ...]] = {}
    for spellings in _SPELLINGS:
        forms = {form for one in spellings if len(one) > 2 for form in (one, one.rstrip("."))}
        for form in forms:
            table.setdefault(form, tuple(sorted(forms - {form})))
    return table


@cache
def _alternatives() -> dict[str, str]:
    table: dict[str, str] = {}
    for spellings in _SPELLINGS:
        # Without its full stop an abbreviation of one letter would be any initial.
        each = [s[:-1] + r"\.?" if s.endswith(".") and len(s) > 2 else regex.escape(s) for s in spellings]
        joined = "(?:" + "|".join(sorted(each, key=len, reverse=True)) + ")"
        for spelling in spellings:
            if len(spelling.rstrip(".")) > 1:
                table.setdefault(spelling.rstrip("."), joined)
    return table


def _words(folded: str) -> str:
    """The words of an entry, each with its other spellings; hyphens and blanks stand for each other."""
    table = _alternatives()
    parts = []
    for word in _WORD.findall(folded):
        plain = word.rstrip(".")
        parts.append(table.get(plain, regex.escape(plain) + (r"\.?" if word.endswith(".") else "")))
    return r"[ .'\"-]{1,2}".join(parts)


def _core(folded: str, ignored: frozenset[str] = frozenset()) -> str:
    """The longest word that is written in one way only."""
    table = _alternatives()
    words = [w.strip(".'") for w in _WORD.findall(folded)]
    kept = [w for w in words if w not in table and w not in ignored and not w.isdigit()]
    return max(kept, key=len, default="")


def _address(folded: str) -> Munged | None:
    name = regex.sub(rf"^{_WAY}(?=\w)", "", folded, count=1)
    number = _NUMBER.search(name)
    tail = ""
    if number is not None:
        name = name[: number.start()]
        figure = number.group(1)
        written = r"s[/.]?n\.?" if figure.startswith("s") else regex.escape(figure)
        tail = rf"(?:,? *(?:n\.?[ºo]?\.? ?|num(?:ero)?\.? ?)?{written}(?!\w))"
    core = _core(name)
    if len(core) < _LEAST_CORE:
        return None
    if not tail:
        return Munged(rf"{_WAY}{_words(name)}", core)
    # A name alone is a town or a person as often as a street: either the kind of way or the number must be there.
    return Munged(rf"(?:{_WAY}{_words(name)},?{tail}?|{_words(name)},?{tail})", core)


def _hospital(folded: str, optional_kind: bool) -> Munged | None:
    words = _WORD.findall(folded)
    at = 0
    while at < len(words) and words[at].strip(".'") in _HOSPITAL_WORDS:
        at += 1
    name = " ".join(words[at:])
    core = _core(name, _HOSPITAL_WORDS)
    if len(core) < 3:
        return None
    kind = rf"{_HOSPITAL_KIND}(?: {_HOSPITAL_MODIFIER})*(?: [\"']?(?:del?|de la|de los|la|el))?[ .\"']{{1,3}}"
    # `de Albacete` is a town as often as a hospital, and so is a single word: then its kind must be there.
    bare = optional_kind and len(words) - at > 1 and len(name) >= 10 and words[at - 1] not in ("de", "del")
    needs = () if bare else ("h", "complej", "complex", "clinic", "centr", "consorci", "sanator", "residenc", "ciudad")
    return Munged(rf"(?:{kind}){'?' if bare else ''}{_words(name)}\"?", core, needs)


def _health_centre(folded: str) -> Munged | None:
    name = regex.sub(rf"^{_HEALTH_CENTRE_KIND}[ .]*(?:(?:del?|la|el|los|las) )*", "", folded, count=1)
    core = _core(name, _HOSPITAL_WORDS)
    if len(core) < _LEAST_CORE:
        return None
    # Most are called after their town or quarter: without their kind they are that.
    needs = ("salud", "saude", "salut", "c.", "cs", "cap", "ambulator", "consultor", "especialidades")
    return Munged(rf"{_HEALTH_CENTRE_KIND}[ .\"']{{1,3}}(?:(?:del?|la|el|los|las) )*{_words(name)}\"?", core, needs)


def _institution(folded: str) -> Munged | None:
    name = _LEGAL_FORM.sub("", folded)
    core = _core(name) or (name if len(name) >= _LEAST_CORE else "")
    if len(core) < 2:
        return None
    return Munged(rf"(?:laboratorios? )?{_words(name)}{_LEGAL_FORMS}", core)


def _person(folded: str) -> Munged | None:
    """Given names may be initials or missing and so may surnames, but of several words two must be there."""
    words = [w.rstrip(".") for w in _WORD.findall(folded)]
    # Of two surnames the first is the one that is used alone.
    at = len(words) - 2 if len(words) > 2 else len(words) - 1
    if at < 0 or len(words[at]) < _LEAST_CORE:
        at = max(range(len(words)), key=lambda i: len(words[i]), default=-1)
    if at < 0 or len(words[at]) < _LEAST_CORE:
        return None
    core = words[at]
    before = [_initial(word) + "[ -]?" if word in _PARTICLES else _initial(word) + "[ -]" for word in words[:at]]
    after = ["[ -]" + regex.escape(word) for word in words[at + 1 :]]
    if not before and not after:
        return Munged(regex.escape(core), core)
    some_before = "|".join(part + "".join(f"(?:{p})?" for p in before[i + 1 :]) for i, part in enumerate(before))
    all_after = "".join(f"(?:{part})?" for part in after)
    alternatives = [f"(?:{some_before}){regex.escape(core)}{all_after}"] if before else []
    for i, part in enumerate(after):
        alternatives.append(regex.escape(core) + part + "".join(f"(?:{p})?" for p in after[i + 1 :]))
    return Munged("(?:" + "|".join(alternatives) + ")", core)


def _initial(word: str) -> str:
    return regex.escape(word) if len(word) < 2 or word in _PARTICLES else rf"(?:{regex.escape(word)}|{word[0]}\.?)"
