"""Kinship: how a mention of relatives is read, word by word: who they are to the patient, how many, how old, or a name.

By places, not by capitals: dictated reports have none. A word for a relative heads a description; once a name began,
words are names (`Luis Nieto Primo`), until a comma, a figure, an age or a `su` begins a description again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import regex

from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES, TITLES
from deid_studio.people.number_words import read_number


class Part(StrEnum):
    """What a stretch of a mention of relatives is."""

    KIN = "kin"
    SAID = "said"  # what is said of them: the elder, the mother's
    LINK = "link"
    COUNT = "count"
    AGE = "age"
    UNIT = "unit"
    TITLE = "title"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a mention (code points of it) and what it is."""

    start: int
    end: int
    part: Part


# The same relation in other words, the first that no report has: what is said of the family's illnesses stays true.
# None has a word of what it stands for. `hno` is how a hurried clinician writes it; degrees of kinship are those of the
# Código Civil, articles 915 to 919.
IN_SPANISH = {
    "madre": "mamá|progenitora", "padre": "papá|progenitor", "mama": "madre|progenitora", "papa": "padre|progenitor",
    "madres": "mamás|progenitoras", "padres": "progenitores|papás", "progenitor": "padre|papá",
    "mamas": "madres|progenitoras", "papas": "padres|progenitores", "mami": "madre|mamá", "papi": "padre|papá",
    "progenitora": "madre|mamá", "progenitores": "padres|papás",
    "hermano": "hno", "hermana": "hna", "hermanos": "hnos", "hermanas": "hnas",
    "hno": "hermano", "hna": "hermana", "hnos": "hermanos", "hnas": "hermanas",
    "hijo": "descendiente directo", "hija": "descendiente directa", "hijos": "descendientes directos",
    "hijas": "descendientes directas", "hijito": "hijo", "hijita": "hija",
    "descendiente": "hijo", "descendientes": "hijos",
    "tio": "hermano de un progenitor", "tia": "hermana de un progenitor", "tios": "hermanos de un progenitor",
    "tias": "hermanas de un progenitor", "tio materno": "hermano de su madre", "tia materna": "hermana de su madre",
    "tios maternos": "hermanos de su madre", "tias maternas": "hermanas de su madre",
    "tio paterno": "hermano de su padre", "tia paterna": "hermana de su padre",
    "tios paternos": "hermanos de su padre", "tias paternas": "hermanas de su padre",
    "tia abuela": "hermana de un antepasado", "tio abuelo": "hermano de un antepasado",
    "tia politica": "mujer de un hermano de un progenitor", "tio politico": "marido de una hermana de un progenitor",
    "primo": "hijo de un tío", "prima": "hija de un tío", "primos": "hijos de un tío",
    "primas": "hijas de un tío", "primo hermano": "hijo de un tío",
    "prima hermana": "hija de un tío", "primos hermanos": "hijos de un tío",
    "primas hermanas": "hijas de un tío", "sobrino": "hijo de un hermano|hijo de algún hermano",
    "sobrina": "hija de un hermano|hija de algún hermano",
    "sobrinos": "hijos de sus hermanos|hijos de un hermano",
    "sobrinas": "hijas de sus hermanos|hijas de un hermano", "abuelo": "yayo|abuelito",
    "abuela": "yaya|abuelita", "abuelos": "yayos|abuelitos", "abuelas": "yayas|abuelitas",
    "yayo": "abuelo", "yaya": "abuela", "yayos": "abuelos", "yayas": "abuelas", "abuelito": "abuelo|yayo",
    "abuelita": "abuela|yaya",
    "nieto": "descendiente directo de segundo grado", "nieta": "descendiente directa de segundo grado",
    "nietos": "descendientes directos de segundo grado", "nietas": "descendientes directas de segundo grado",
    "bisabuelo": "bisabuelito", "bisabuela": "bisabuelita", "bisabuelos": "bisabuelitos", "bisabuelas": "bisabuelitas",
    "tatarabuelo": "antepasado de cuarto grado", "tatarabuela": "antepasada de cuarto grado",
    "bisnieto": "biznieto", "bisnieta": "biznieta", "biznieto": "bisnieto", "biznieta": "bisnieta",
    "bisnietos": "biznietos", "bisnietas": "biznietas", "biznietos": "bisnietos", "biznietas": "bisnietas",
    "tataranieto": "descendiente de cuarto grado", "tataranieta": "descendiente de cuarto grado",
    "tataranietos": "descendientes de cuarto grado", "tataranietas": "descendientes de cuarto grado",
    "esposo": "marido|cónyuge", "esposa": "mujer|cónyuge", "marido": "esposo|cónyuge", "mujer": "esposa|cónyuge",
    "esposos": "cónyuges", "novio": "prometido", "novia": "prometida", "prometido": "novio", "prometida": "novia",
    "pareja": "conviviente", "conviviente": "pareja", "conyuge": "consorte", "consorte": "cónyuge",
    "companero": "conviviente", "companera": "conviviente", "companero sentimental": "conviviente",
    "companera sentimental": "conviviente", "concubino": "conviviente", "concubina": "conviviente",
    "expareja": "antiguo conviviente", "ex pareja": "antiguo conviviente",
    "exmarido": "antiguo esposo", "ex marido": "antiguo esposo", "exesposo": "antiguo marido",
    "ex esposo": "antiguo marido", "exmujer": "antigua esposa", "ex mujer": "antigua esposa",
    "exesposa": "antigua mujer", "ex esposa": "antigua mujer", "exnovio": "antiguo prometido",
    "ex novio": "antiguo prometido", "exnovia": "antigua prometida", "ex novia": "antigua prometida",
    "suegro": "padre político", "suegra": "madre política", "suegros": "padres políticos",
    "consuegro": "suegro de su descendiente", "consuegra": "suegra de su descendiente",
    "consuegros": "suegros de su descendiente",
    "cunado": "hermano político|hno político", "cunada": "hermana política|hna política",
    "cunados": "hermanos políticos", "cunadas": "hermanas políticas",
    "concunado": "marido de una hermana política", "concunada": "mujer de un hermano político",
    "yerno": "hijo político", "nuera": "hija política", "yernos": "hijos políticos", "nueras": "hijas políticas",
    "hijo politico": "yerno", "hija politica": "nuera", "hermano politico": "cuñado", "hermana politica": "cuñada",
    "padre politico": "suegro", "madre politica": "suegra",
    "familia": "parentela", "parentela": "familia", "familiar": "pariente|allegado",
    "familiares": "parientes|allegados", "parientes": "familiares|allegados", "pariente": "familiar|allegado",
    "allegado": "pariente", "allegados": "parientes",
    "gemelo": "hermano del mismo parto|hno del mismo parto", "gemela": "hermana del mismo parto|hna del mismo parto",
    "gemelos": "hermanos del mismo parto|hnos del mismo parto",
    "gemelas": "hermanas del mismo parto|hnas del mismo parto",
    "mellizo": "hermano del mismo parto|hno del mismo parto",
    "melliza": "hermana del mismo parto|hna del mismo parto",
    "mellizos": "hermanos del mismo parto|hnos del mismo parto",
    "mellizas": "hermanas del mismo parto|hnas del mismo parto", "vecino": "residente cercano",
    "vecina": "residente cercana", "amigo": "conocido", "amiga": "conocida", "cuidador": "acompañante",
    "cuidadora": "acompañante", "hermanastro": "medio hermano", "hermanastra": "media hermana",
    "hermanastros": "medios hermanos", "hermanastras": "medias hermanas", "medio hermano": "hermanastro",
    "media hermana": "hermanastra", "medios hermanos": "hermanastros", "medias hermanas": "hermanastras",
    "primogenito": "hijo de más edad", "primogenita": "hija de más edad",
    "hijastro": "descendiente directo de su pareja", "hijastra": "descendiente directa de su pareja",
    "hijastros": "descendientes directos de su pareja", "hijastras": "descendientes directas de su pareja",
    "padrastro": "marido de su madre", "madrastra": "mujer de su padre",
    "hermanito": "hno pequeño", "hermanita": "hna pequeña", "ahijado": "apadrinado",
    "ahijada": "apadrinada", "ahijados": "apadrinados", "descendencia": "prole", "prole": "descendencia",
    "tutor": "responsable legal", "tutora": "responsable legal", "tutor legal": "responsable",
    "tutora legal": "responsable", "viudo": "cónyuge supérstite", "viuda": "cónyuge supérstite",
    # Children, men and women, and stages of life: each by a word of the same gender.
    "nino": "chico|crío", "nina": "chica|cría", "ninos": "chicos|críos", "ninas": "chicas|crías",
    "chico": "niño|crío", "chica": "niña|cría", "chicos": "niños|críos", "chicas": "niñas|crías",
    "varon": "hombre|masculino", "varones": "hombres|masculinos", "hombre": "varón|masculino",
    "hombres": "varones|masculinos", "mujeres": "féminas|femeninas", "masculino": "varón|hombre",
    "femenina": "mujer|fémina", "recien nacido": "neonato", "recien nacida": "neonata",
    "neonato": "recién nacido", "neonata": "recién nacida", "neonatos": "recién nacidos",
    "neonatas": "recién nacidas", "bebe": "lactante", "bebes": "lactantes",
}  # fmt: skip
# Catalan, Galician and Basque, in Spanish: few of these words have another of their own.
_IN_OTHERS = {
    "mare": "madre", "pare": "padre", "pares": "padres", "germa": "hermano|hno", "germana": "hermana|hna",
    "germans": "hermanos|hnos", "germanes": "hermanas|hnas", "fill": "hijo",
    "filla": "hija", "fills": "hijos", "filles": "hijas",
    "avi": "abuelo|yayo", "avia": "abuela|yaya", "avis": "abuelos|yayos", "net": "nieto",
    "neta": "nieta", "nets": "nietos", "oncle": "tío", "tiet": "tío",
    "tieta": "tía", "nebot": "sobrino", "neboda": "sobrina", "nebots": "sobrinos",
    "nebodes": "sobrinas", "cosi": "primo", "cosina": "prima",
    "gendre": "yerno|hijo político", "sogra": "suegra|madre política", "sogre": "suegro|padre político",
    "cunyat": "cuñado|hermano político", "cunyada": "cuñada|hermana política", "marit": "marido|esposo",
    "muller": "mujer|esposa", "parella": "pareja|conviviente", "xicot": "novio", "xicota": "novia",
    "nai": "madre|mamá", "pai": "padre|papá", "irma": "hermana|hna", "irman": "hermano|hno",
    "irmas": "hermanas|hnas", "irmans": "hermanos|hnos", "fillo": "hijo",
    "fillos": "hijos", "fillas": "hijas", "avo": "abuelo|yayo", "avoa": "abuela|yaya",
    "avos": "abuelos|yayos", "neto": "nieto", "netos": "nietos", "netas": "nietas",
    "curman": "primo", "curma": "prima", "xenro": "yerno|hijo político",
    "sogro": "suegro|padre político", "mozo": "novio", "moza": "novia",
    "ama": "madre|mamá", "aita": "padre|papá", "amatxo": "madre|mamá", "aitatxo": "padre|papá",
    "gurasoak": "padres|progenitores", "emaztea": "mujer|esposa", "senarra": "marido|esposo", "semea": "hijo",
    "seme": "hijos", "alaba": "hija", "anaia": "hermano|hno", "anaiak": "hermanos|hnos", "neba": "hermano|hno",
    "arreba": "hermana|hna", "ahizpa": "hermana|hna", "aitona": "abuelo|yayo", "aitite": "abuelo|yayo",
    "amona": "abuela|yaya", "amama": "abuela|yaya", "amuma": "abuela|yaya", "iloba": "sobrino",
    "biloba": "nieto", "osaba": "tío", "izeko": "tía",
    "izeba": "tía", "suhia": "yerno|hijo político", "erraina": "nuera|hija política",
    "bikotea": "pareja|conviviente", "bikotekidea": "pareja|conviviente", "mutil laguna": "novio",
    "neska laguna": "novia", "neska lagun": "novia", "mutil lagun": "novio",
}  # fmt: skip
KIN = {**_IN_OTHERS, **IN_SPANISH}
# Words for relatives that no other replaces without loss: who they are, or of which sex. They stay in a mention, being
# nobody's own; those of the second kind are names as well, and stay only where words before them say what they are
# (`su nieto`, but not `con Nieto`).
KEPT = frozenset(one + end for one in "hij herman hn hijastr".split() for end in ("o", "a", "os", "as"))
KEPT_BEHIND = frozenset(
    one + end for one in "sobrin niet prim novi companer vecin amig".split() for end in ("o", "a", "os", "as")
) | frozenset(
    "primo hermano;prima hermana;primos hermanos;"
    "primas hermanas;companero sentimental;companera sentimental;cuidador;cuidadora".split(";")
)
# What is said of relatives right behind the word for them, in other words.
SAID = {
    "mayor": "de más edad", "mayores": "de más edad", "menor": "más joven", "menores": "más jóvenes",
    "pequeno": "de menos edad", "pequena": "de menos edad", "pequenos": "de menos edad",
    "pequenas": "de menos edad", "mediano": "intermedio", "mediana": "intermedia",
    "materno": "por parte de madre", "materna": "por parte de madre", "maternos": "por parte de madre",
    "maternas": "por parte de madre", "paterno": "por parte de padre", "paterna": "por parte de padre",
    "paternos": "por parte de padre", "paternas": "por parte de padre", "gemelo": "del mismo parto",
    "gemela": "del mismo parto", "gemelos": "del mismo parto", "gemelas": "del mismo parto",
    "mellizo": "del mismo parto", "melliza": "del mismo parto", "mellizos": "del mismo parto",
    "mellizas": "del mismo parto", "politico": "por matrimonio", "politica": "por matrimonio",
    "politicos": "por matrimonio", "politicas": "por matrimonio", "biologico": "de sangre",
    "biologica": "de sangre", "biologicos": "de sangre", "biologicas": "de sangre", "adoptivo": "por adopción",
    "adoptiva": "por adopción", "adoptivos": "por adopción", "adoptivas": "por adopción",
    "adoptado": "por adopción", "adoptada": "por adopción", "unico": "sin hermanos", "unica": "sin hermanos",
    "soltero": "sin casar", "soltera": "sin casar", "casado": "con cónyuge", "casada": "con cónyuge",
    "fallecido": "difunto", "fallecida": "difunta", "fallecidos": "difuntos", "fallecidas": "difuntas",
    "difunto": "fallecido", "difunta": "fallecida", "joven": "de poca edad", "jovenes": "de poca edad",
    "anciano": "de edad avanzada", "anciana": "de edad avanzada", "ancianos": "de edad avanzada",
    "varon": "de sexo masculino", "varones": "de sexo masculino", "femenina": "de sexo femenino",
    "femenino": "de sexo femenino", "masculino": "varón", "hembra": "de sexo femenino",
    "hembras": "de sexo femenino", "invidente": "ciega", "legal": "según la ley", "sano": "sin enfermedades",
    "sana": "sin enfermedades", "sanos": "sin enfermedades", "sanas": "sin enfermedades",
}  # fmt: skip
# Without those that are names as well (`Luis Santa`).
NAME_PARTICLES = PARTICLES - {"san", "santa", "sant"}
POSSESSIVES = frozenset("su sus mi mis tu tus nuestro nuestra seu sua seva seva bere".split())
_LINKS = POSSESSIVES | frozenset(
    "de del d al a en con por para y e o u i ni el la los las un uno una unos unas otro otra otros otras ambos ambas"
    " cada ex amb da do dos das os as eta sin".split()
)
# No first word of a mention: `parte`, `Ella`.
_LINKS_BEHIND = frozenset(
    "parte rama linea lado grado grados miembros personas edad vida sexo dicho dicha primer ultimo ultima ultimos"
    " ultimas mismo misma este esta ese esa aquel aquella ella ellos ellas".split()
)
_COUNTED = frozenset("miembros personas grado grados generacion linea ultimos ultimas".split())
_BASQUE_AND_OTHERS = frozenset("bi hiru lau dous duas dues quatre catro".split())
_LEAST_NUMBER = 2  # one is an article
_PARENTS = frozenset("padre madre papa mama progenitor progenitora pare mare pai nai aita ama".split())
_OF_A_SIDE = regex.compile("(?:pa|ma)tern[oa]$")
_UNITS = frozenset(
    "ano anos mes meses dia dias semana semanas hora horas a m d y h any anys mesos dies setmanes urte hilabete egun"
    " aste years".split()
)
_ORDINALS = frozenset(
    "primer primero primera segundo segunda tercer tercero tercera cuarto cuarta quinto quinta sexto sexta septimo"
    " septima octavo octava noveno novena decimo decima".split()
)
_WORD = regex.compile(r"[\p{L}\p{M}ªº]+|\p{Nd}+")
_SEPARATOR = regex.compile(r"[,;:()\[\]/\r\n]|\s[-–—]|[-–—]\s")
_LONGEST_PHRASE = 3


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    text: str
    folded: str

    @property
    def is_title(self) -> bool:
        """Whether it has a capital, and not capitals alone."""
        return self.text[:1].isupper() and (len(self.text) == 1 or not self.text.isupper())


def read_relatives(text: str, before: str = "") -> list[Stretch]:
    """A mention of relatives in stretches, in order; what lies between them are blanks and signs.

    `before` is what stands right before it: after `su hermano` a name begins.
    """
    return list(_Reading(text, before).stretches())


def names_in(text: str, before: str = "") -> list[tuple[int, int]]:
    """The names in a mention of relatives: each from its first word to its last."""
    found: list[tuple[int, int]] = []
    joined = False
    for stretch in read_relatives(text, before):
        if stretch.part is Part.NAME:
            if joined:
                found[-1] = found[-1][0], stretch.end
            else:
                found.append((stretch.start, stretch.end))
            joined = True
        elif stretch.part is not Part.LINK or _SEPARATOR.search(text, found[-1][1] if found else 0, stretch.start):
            joined = False
    return found


class _Reading:
    """One mention, read from left to right."""

    def __init__(self, text: str, before: str) -> None:
        self._text = text
        self._words = [_Word(m.start(), m.end(), m.group(), fold(m.group())) for m in _WORD.finditer(text)]
        self._folded = [word.folded for word in self._words]
        self._at = 0
        self._in_name = False
        self._after_kin = _ends_with_kin(before)
        self._after_age = False
        self._began = False  # whether anything but links stands before in this part of the mention

    def stretches(self) -> Iterator[Stretch]:
        """The stretches, each once."""
        end = 0
        while self._at < len(self._words):
            word = self._words[self._at]
            if self._at and _SEPARATOR.search(self._text, end, word.start):
                self._in_name = self._after_kin = self._began = False
            length, part = self._next(word)
            last = self._words[self._at + length - 1]
            yield Stretch(word.start, last.end, part)
            self._in_name = part in (Part.NAME, Part.TITLE) or (part is Part.LINK and self._in_name)
            self._after_kin = part in (Part.KIN, Part.SAID)
            self._after_age = part in (Part.AGE, Part.UNIT)
            self._began = self._began or part is not Part.LINK
            end = last.end
            self._at += length

    def _next(self, word: _Word) -> tuple[int, Part]:
        """How many words from here are what."""
        if word.text[0].isdigit():
            return 1, self._figure(1)
        if self._in_name and not self._ends_name(word):
            linking = word.folded in NAME_PARTICLES and self._has_next()
            return 1, Part.LINK if linking else Part.NAME
        self._in_name = False
        if word.folded in POSSESSIVES:
            return 1, Part.LINK
        number = self._number(word)
        if number and not self._is_name(word, number) and (not self._after_kin or self._is_unit(self._at + number)):
            return number, self._figure(number)
        if self._after_age and (self._is_unit(self._at) or word.folded in ("de", "edad", "vida")):
            return 1, Part.UNIT
        if word.folded in _ORDINALS and self._is_counted(self._at + 1) and not self._words[self._at + 1].is_title:
            return 1, Part.COUNT  # `Primera hija`, but not `Segundo Nieto`
        if self._after_kin:
            if word.folded in SAID and not (word.is_title and self._any_small()) and not self._is_surname(word):
                return 1, Part.SAID
            if word.folded in _LINKS and self._has_next():
                return 1, Part.LINK
            return 1, Part.TITLE if self._is_address(word) else Part.NAME
        kin = self._kin(word)
        if kin:
            return kin, Part.KIN
        if self._is_address(word):
            return 1, Part.TITLE
        if word.folded in _LINKS or (word.folded in _LINKS_BEHIND and self._follows_link()):
            return 1, Part.LINK
        if word.folded in SAID and not word.is_title:
            return 1, Part.SAID
        return 1, Part.NAME

    def _ends_name(self, word: _Word) -> bool:
        """Whether a word behind a name is no part of it: `Ana y su padre`, `Ana con un hermano`."""
        if word.folded in POSSESSIVES or word.folded in ("con", "un", "una", "por", "otro", "otra"):
            return True
        after = self._words[self._at + 1] if self._at + 1 < len(self._words) else None
        return after is not None and (
            (word.folded in ("y", "e") and (after.folded in POSSESSIVES or after.folded in ("el", "la", "un", "una")))
            or (word.folded == "de" and after.text[0].isdigit())
        )

    def _kin(self, word: _Word) -> int:
        """How many words from here are a word for a relative; 0: none is."""
        if self._began and word.is_title and not self._follows_possessive():
            return 0  # `hermano de Primo`
        for length in range(min(_LONGEST_PHRASE, len(self._words) - self._at), 0, -1):
            if " ".join(self._folded[self._at : self._at + length]) in KIN and self._is_together(length):
                return length
        return 0

    def _number(self, word: _Word) -> int:
        """How many words from here say a number above one; 0: none does."""
        read = read_number(self._folded, self._at)
        if read is None or read[0] < _LEAST_NUMBER:
            return int(word.folded in _BASQUE_AND_OTHERS)
        return read[1] - self._at

    def _is_name(self, word: _Word, number: int) -> bool:
        """Whether some number words are a surname: `Cien, Marta`; what counts relatives or years has them behind it."""
        at = self._at + number
        if self._is_unit(at) or self._is_counted(at):
            return False
        if at == len(self._words):
            return self._at > 0 and word.is_title and self._folded[self._at - 1] not in KIN
        after = self._words[at]
        describing = after.folded in KIN or after.folded in _LINKS or after.folded in SAID
        return word.is_title or (after.text[0].isalpha() and not describing)

    def _is_surname(self, word: _Word) -> bool:
        """Whether `Paterna` and the like stand behind a parent: of whose side a parent is, nobody says."""
        return _OF_A_SIDE.match(word.folded) is not None and self._folded[self._at - 1] in _PARENTS

    def _is_unit(self, at: int) -> bool:
        return at < len(self._words) and self._folded[at] in _UNITS

    def _figure(self, length: int) -> Part:
        """What a number of some words is: how many relatives there are, or an age."""
        return Part.COUNT if self._is_counted(self._at + length) else Part.AGE

    def _is_counted(self, at: int) -> bool:
        while at < len(self._words) and (
            self._folded[at] in ("de", "los", "las", "ultimos", "ultimas") or self._folded[at] in _ORDINALS
        ):
            at += 1
        return at < len(self._words) and (self._folded[at] in KIN or self._folded[at] in _COUNTED)

    def _is_together(self, length: int) -> bool:
        words = self._words[self._at : self._at + length]
        return all(not _SEPARATOR.search(self._text, one.end, other.start) for one, other in pairwise(words)) and not (
            length > 1 and words[-1].is_title and not words[0].is_title
        )

    def _is_address(self, word: _Word) -> bool:
        """Whether it is a form of address before a name; a word for a relative is none here."""
        return (
            word.folded in TITLES
            and word.folded not in KIN
            and self._has_next()
            and not _SEPARATOR.search(self._text, word.end, self._words[self._at + 1].start)
        )

    def _has_next(self) -> bool:
        return self._at + 1 < len(self._words)

    def _follows_possessive(self) -> bool:
        return self._at > 0 and self._folded[self._at - 1] in POSSESSIVES

    def _follows_link(self) -> bool:
        """Whether a word follows `de`, `por` or a number, and not as the first of a mention or of a part of it."""
        before = self._folded[self._at - 1] if self._at else ""
        return before in _LINKS or before in _ORDINALS or before in _LINKS_BEHIND or read_number([before]) is not None

    def _any_small(self) -> bool:
        """Whether anything before a word is written in small letters, so that its capital tells."""
        return any(not one.text.isupper() and one.text[0].isalpha() for one in self._words[: self._at]) or not self._at


def _ends_with_kin(before: str) -> bool:
    """Whether what stands before a mention ends with a word for a relative, with nothing but blanks behind it."""
    found = regex.search(r"([\p{L}\p{M}]+)[ \t]+$", before)
    return found is not None and fold(found.group(1)) in KIN
