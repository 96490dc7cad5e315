"""Slips: how the names and numbers of a patient are respelt for measuring (see bench_patient_fields.py)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from deid_studio.people.folding import fold
from deid_studio.people.name_words import ABBREVIATED, PARTICLES

KEYBOARD = ("qwertyuiop", "asdfghjklñ", "zxcvbnm")
NEIGHBOURS = {
    key: "".join(
        other[near]
        for other_row, other in enumerate(KEYBOARD)
        for near in range(len(other))
        if abs(row_number - other_row) + abs(at - near) == 1
    )
    for row_number, row in enumerate(KEYBOARD)
    for at, key in enumerate(row)
}
MISREAD = {"m": "rn", "o": "0", "l": "1", "i": "1", "s": "5", "b": "8", "z": "2", "d": "cl", "w": "vv", "rn": "m"}
MISREAD_DIGITS = {"0": "O", "1": "l", "5": "S", "8": "B", "2": "Z"}

# Where a mention is put: the first of each is before it. Names that are ordinary words stand in these places as well.
NAME_PLACES = (
    "Paciente {}, sin cambios.", "El Sr. {} acude a revisión.", "Dña. {} firma el consentimiento.", "Nombre: {}.",
    "{} refiere encontrarse mejor.", "Hablamos con {} de los resultados.", "Se entrega copia a {} en mano.",
    "Se cita a {} en un mes.", "Informe solicitado por {} para su mutua.", "Pte. {}: estable.",
    "Acude {} a recoger los resultados.", "Identificamos la muestra como {} (dos tubos).",
    "Ayer {} volvió a casa.", "Vimos a {} en planta.", "Fue {} quien llamó.", "La evolución de {} fue buena.",
    "Según {}, no hay dolor.", "Gracias a {} por su paciencia.", "En cama 3, {} (dieta blanda).", "Don {} camina.",
    "El señor {} duerme bien.", "Se explica a {} y a su familia el plan.", "Valorado por trauma, {} decide esperar.",
)  # fmt: skip
FULL_NAME_PLACES = (
    *NAME_PLACES, "Informe de {}.", "{} está mejor.", "{}, de 40 años.", "{} y su mujer.", "Muestra\t{}\t3", "[{}]",
    "{}", "- {} -", "Etiqueta: {}", "Placa de {}, sin hallazgos.", "CASO {} PARA SESIÓN",
)  # fmt: skip
NUMBER_PLACES = (
    "NHC {}.", "Etiqueta {} en la petición.", "Identificador: {}", "Se revisa la historia {} en archivo.",
    "({})", "Ref. {}, dos muestras.", "nhc-{}", "Volante {} adjunto.",
)  # fmt: skip
PHONE_PLACES = (
    "Tel. {}.", "Llamar al {} si fiebre.", "Contacto: {} (tardes).", "Móvil {}", "tfno:{}", "Avisar en el {}, gracias.",
)  # fmt: skip


@dataclass(frozen=True)
class Slip:
    """A respelt mention: what it is of, the kind of slip, its text."""

    of: str
    kind: str
    text: str


class Injector:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    # --- names ---------------------------------------------------------------------------------------------

    def name(self, given: Sequence[str], surnames: Sequence[str]) -> Slip | None:
        kinds: dict[str, Callable[[list[str], list[str]], str | None]] = {
            "as it stands": lambda g, s: " ".join([*g, *s]),
            "surname alone": lambda g, s: self.alone(s),
            "given name alone": lambda g, s: self.alone(g),
            "1 edit, word alone": lambda g, s: self.edited(g + s, 1, alone=True),
            "1 edit, whole name": lambda g, s: self.edited(g + s, 1, alone=False),
            "2 edits, word alone": lambda g, s: self.edited(g + s, 2, alone=True),
            "2 edits, whole name": lambda g, s: self.edited(g + s, 2, alone=False),
            "neighbouring key": lambda g, s: self.edited(g + s, 1, alone=False, edit=self.key_slip),
            "misread letters": lambda g, s: self.edited(g + s, 1, alone=False, edit=self.misread),
            # A short name alone, misspelt, without its capital or all in capitals, is no other than any other word.
            "1 edit, lower case": lambda g, s: self.restyled(g + s, str.lower),
            "1 edit, capitals": lambda g, s: self.restyled(g + s, str.upper),
            "1 edit after initial": lambda g, s: self.initial_and_edit(g, s),
            "swapped": lambda g, s: " ".join([*s, *g]) if g and s else None,
            "swapped, comma": lambda g, s: f"{' '.join(s)}, {' '.join(g)}" if g and s else None,
            "swapped, 1 edit": lambda g, s: self.edited(s + g, 1, alone=False) if g and s else None,
            "joined": lambda g, s: self.joined(g, s),
            "joined, lower case": lambda g, s: (self.joined(g, s) or "").lower() or None,
            "initial and surname": lambda g, s: self.initials(g, s),
            "surname and initial": lambda g, s: f"{s[-1]}, {g[0][0]}." if g and s and self.plain(s[-1]) else None,
            "initials": lambda g, s: self.only_initials(g, s),
            "no accents": lambda g, s: self.changed(g + s, lambda t: self.without_accents(t)),
            "capitals": lambda g, s: self.changed(g + s, str.upper),
            "lower case": lambda g, s: self.changed(g + s, str.lower) if len(g + s) > 1 else None,
            "abbreviated": lambda g, s: self.abbreviated(g, s),
            "particles left out": lambda g, s: self.without_particles(g + s),
            "parted word": lambda g, s: self.parted(g + s),
            "hyphenated": lambda g, s: " ".join([*g, "-".join(s)]) if len(s) > 1 else None,
        }
        for kind in self.random.sample(sorted(kinds), len(kinds)):
            text = kinds[kind](list(given), list(surnames))
            if text:
                return Slip("name", kind, text)
        return None

    @staticmethod
    def plain(word: str) -> bool:
        return fold(word) not in PARTICLES

    def alone(self, words: Sequence[str]) -> str | None:
        usable = [word for word in words if self.plain(word) and len(word) > 2]
        return self.random.choice(usable) if usable else None

    def edited(
        self, words: list[str], edits: int, alone: bool, edit: Callable[[str], str | None] | None = None
    ) -> str | None:
        """The words with one of them misspelt: one edit from four letters on, two from eight."""
        least = 4 if edits == 1 else 8
        usable = [at for at, word in enumerate(words) if len(word) >= least and self.plain(word)]
        if not usable:
            return None
        at = self.random.choice(usable)
        word: str | None = words[at]
        for _ in range(edits):
            word = (edit or self.edit)(word) if word else None
        if not word or fold(word) == fold(words[at]):
            return None
        return word if alone else " ".join([*words[:at], word, *words[at + 1 :]])

    def edit(self, word: str) -> str:
        at = self.random.randrange(len(word))
        letter = self.random.choice("abcdefghijlmnoprstuvz")
        letter = letter.upper() if word[at].isupper() else letter
        kind = self.random.choice(["insert", "delete", "replace", "swap"])
        if kind == "insert":
            return word[: at + 1] + letter.lower() + word[at + 1 :]
        if kind == "delete":
            rest = word[:at] + word[at + 1 :]
            return rest[0].upper() + rest[1:] if word[0].isupper() else rest
        if kind == "replace":
            return word[:at] + letter + word[at + 1 :]
        at = min(at, len(word) - 2)
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        return swapped.capitalize() if word[0].isupper() and word[1:].islower() else swapped

    def key_slip(self, word: str) -> str | None:
        places = [at for at in range(1, len(word)) if word[at] in NEIGHBOURS]
        if not places:
            return None
        at = self.random.choice(places)
        return word[:at] + self.random.choice(NEIGHBOURS[word[at]]) + word[at + 1 :]

    def misread(self, word: str) -> str | None:
        choices = [(m.start(), one, other) for one, other in MISREAD.items() for m in re.finditer(one, word)]
        if not choices:
            return None
        at, one, other = self.random.choice(choices)
        return word[:at] + other + word[at + len(one) :]

    def joined(self, given: list[str], surnames: list[str]) -> str | None:
        if not given or not surnames:
            return None
        return "".join([*given, *surnames] if self.random.random() < 0.5 else [given[0], *surnames])

    def initials(self, given: list[str], surnames: list[str]) -> str | None:
        if not given or not surnames:
            return None
        style = self.random.choice(["{}. ", "{} ", "{}."])
        return "".join(style.format(name[0]) for name in given if self.plain(name)) + " ".join(surnames)

    def initial_and_edit(self, given: list[str], surnames: list[str]) -> str | None:
        edited = self.edited(surnames, 1, alone=False)
        return f"{given[0][0]}. {edited}" if given and edited else None

    def only_initials(self, given: list[str], surnames: list[str]) -> str | None:
        letters = [word[0].upper() for word in [*given, *surnames] if self.plain(word)]
        joint = self.random.choice([".", ". "])
        return joint.join(letters) + "." if len(letters) > 2 else None

    def without_accents(self, text: str) -> str:
        return "".join(fold(c).upper() if c.isupper() else fold(c) for c in text)

    @staticmethod
    def changed(words: list[str], change: Callable[[str], str]) -> str | None:
        text = " ".join(words)
        return change(text) if change(text) != text else None

    def restyled(self, words: list[str], change: Callable[[str], str]) -> str | None:
        edited = self.edited(words, 1, alone=False) if len(words) > 1 else None
        return change(edited) if edited else None

    def abbreviated(self, given: list[str], surnames: list[str]) -> str | None:
        words = [*given, *surnames]
        usable = [at for at, word in enumerate(words) if fold(word) in ABBREVIATED]
        if not usable or len(words) < 2:
            return None
        at = self.random.choice(usable)
        short = self.random.choice(ABBREVIATED[fold(words[at])]).capitalize()
        dot = "" if short[-1] in "ªº" else "."
        return " ".join([*words[:at], short + dot, *words[at + 1 :]])

    def without_particles(self, words: list[str]) -> str | None:
        rest = [word for word in words if self.plain(word)]
        return " ".join(rest) if len(rest) < len(words) else None

    def parted(self, words: list[str]) -> str | None:
        usable = [at for at, word in enumerate(words) if len(word) >= 6 and self.plain(word)]
        if not usable:
            return None
        at = self.random.choice(usable)
        cut = self.random.randrange(2, len(words[at]) - 2)
        joint = self.random.choice([" ", "-", "-\n"])
        return " ".join([*words[:at], words[at][:cut] + joint + words[at][cut:], *words[at + 1 :]])

    # --- numbers -------------------------------------------------------------------------------------------

    def number(self, number: str, of: str) -> Slip | None:
        bare = "".join(c for c in number if c.isalnum())
        kinds: dict[str, Callable[[], str | None]] = {
            "as it stands": lambda: number,
            "without marks": lambda: bare if bare != number else None,
            "parted": lambda: self.parted_number(bare),
            "other marks": lambda: self.parted_number(bare, self.random.choice("-./")),
            "1 digit edit": lambda: self.edited_number(bare, 1) if len(bare) >= 5 else None,
            "2 digit edits": lambda: self.edited_number(bare, 2) if len(bare) >= 9 else None,
            "parted, 1 edit": lambda: self.parted_and_edited(bare) if len(bare) > 5 else None,
            "misread digit": lambda: self.misread_number(bare) if len(bare) >= 5 else None,
        }
        if of == "phone" and len(bare) == 9:
            kinds["with country code"] = lambda: self.random.choice(["+34 ", "(+34) ", "0034", "+34-"]) + bare
            kinds["in brackets"] = lambda: f"({bare[:3]}) {bare[3:]}"
        for kind in self.random.sample(sorted(kinds), len(kinds)):
            text = kinds[kind]()
            if text:
                return Slip(of, kind, text)
        return None

    def parted_number(self, bare: str, mark: str = " ") -> str:
        pieces, at = [], 0
        while at < len(bare):
            size = self.random.choice([2, 3, 3, 4])
            pieces.append(bare[at : at + size])
            at += size
        return mark.join(pieces)

    def parted_and_edited(self, bare: str) -> str:
        # Not at the ends: a digit that stands there alone is not seen to belong to the number.
        return self.parted_number(bare[:2] + (self.edited_number(bare[2:-2], 1) or bare[2:-2]) + bare[-2:])

    def edited_number(self, bare: str, edits: int) -> str | None:
        start = bare
        for _ in range(edits):
            at = self.random.randrange(len(bare))
            digit = self.random.choice("0123456789")
            kind = self.random.choice(["insert", "delete", "replace", "swap"])
            if kind == "insert":
                bare = bare[:at] + digit + bare[at:]
            elif kind == "delete":
                bare = bare[:at] + bare[at + 1 :]
            elif kind == "replace":
                bare = bare[:at] + digit + bare[at + 1 :]
            else:
                bare = bare[:at] + bare[at : at + 2][::-1] + bare[at + 2 :]
        return bare if bare != start else None

    def misread_number(self, bare: str) -> str | None:
        places = [at for at, digit in enumerate(bare) if digit in MISREAD_DIGITS]
        if not places:
            return None
        at = self.random.choice(places)
        return bare[:at] + MISREAD_DIGITS[bare[at]] + bare[at + 1 :]
