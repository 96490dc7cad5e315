"""How surely patient fields are found in annotated reports, as they stand and with slips and variants put in.

    python tests/benchmarks/bench_patient_fields.py ../shared/corpora/meddocan/dev [--seed 1] [--show]

The fields of each report are its own gold: patient names, identifiers with digits, insurance numbers, telephone and
fax numbers; a telephone is invented where there is none. Each report then gets, by a seeded drawing, (1) half of its
gold mentions respelt in place, (2) sentences with respelt mentions between those of its text. Figures: per kind of
slip, mentions of which every letter and digit is covered; precision: of the letters and digits suggested, how many are
in gold PHI of any class or were put in; reports a second on one core. `--show` prints what is missed: do not keep it.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio.detection.gazetteers import fold
from deid_studio.detection.patient.detector import PatientFieldsDetector
from deid_studio.detection.patient.name_words import ABBREVIATED, PARTICLES
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Span

NAME = "NOMBRE_SUJETO_ASISTENCIA"
KINDS = {
    "ID_SUJETO_ASISTENCIA": FieldKind.IDENTIFIER,
    "ID_ASEGURAMIENTO": FieldKind.INSURANCE,
    "NUMERO_TELEFONO": FieldKind.PHONE,
    "NUMERO_FAX": FieldKind.FAX,
}
SENTENCES_PER_REPORT = 12
KEYBOARD = ("qwertyuiop", "asdfghjklñ", "zxcvbnm")
NEIGHBOURS = {
    key: "".join(
        row[at + step] for step in (-1, 1) if 0 <= at + step < len(row)
    ) + "".join(other[at] for other in (KEYBOARD[max(r - 1, 0)], KEYBOARD[min(r + 1, 2)]) if other != row and at < len(other))
    for r, row in enumerate(KEYBOARD)
    for at, key in enumerate(row)
}  # fmt: skip
MISREAD = {"m": "rn", "o": "0", "l": "1", "i": "1", "s": "5", "b": "8", "z": "2", "d": "cl", "w": "vv", "rn": "m"}
MISREAD_DIGITS = {"0": "O", "1": "l", "5": "S", "8": "B", "2": "Z"}

# Where a mention is put: the first of each is before it. Names that are ordinary words stand in these places as well.
NAME_PLACES = (
    "Paciente {}, sin cambios.", "El Sr. {} acude a revisión.", "Dña. {} firma el consentimiento.", "Nombre: {}.",
    "{} refiere encontrarse mejor.", "Hablamos con {} de los resultados.", "Se entrega copia a {} en mano.",
    "Se cita a {} en un mes.", "Informe solicitado por {} para su mutua.", "Pte. {}: estable.",
    "Acude {} a recoger los resultados.", "Identificamos la muestra como {} (dos tubos).",
)  # fmt: skip
FULL_NAME_PLACES = (
    *NAME_PLACES, "{}", "- {} -", "Etiqueta: {}", "Placa de {}, sin hallazgos.", "CASO {} PARA SESIÓN",
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


def fields_of(doc: Document, chance: random.Random) -> PatientFields:
    values = []
    for span in doc.spans:
        text = span.text(doc.text)
        if span.phi_class == NAME:
            before = fold(doc.text[max(span.start - 14, 0) : span.start])
            kind = FieldKind.SURNAME if "apellido" in before else FieldKind.GIVEN_NAME
            values.append(FieldValue(kind if "nombre" in before or "apellido" in before else FieldKind.FULL_NAME, text))
        elif span.phi_class in KINDS and sum(c.isdigit() for c in text) >= 4:
            values.append(FieldValue(KINDS[span.phi_class], text))
    if not any(value.kind is FieldKind.PHONE for value in values):
        number = chance.choice("679") + "".join(chance.choices("0123456789", k=8))
        values.append(FieldValue(FieldKind.PHONE, number))
    return PatientFields(tuple(dict.fromkeys(values)))


@dataclass
class Mention:
    start: int
    end: int
    slip: Slip


def injected(
    doc: Document, fields: PatientFields, injector: Injector
) -> tuple[str, list[tuple[int, int]], list[Mention]]:
    """The new text, where PHI is in it (gold of any class and what was put in), and the mentions to be found."""
    chance = injector.random
    given = " ".join(fields.of(FieldKind.GIVEN_NAME)[:1]).split()
    surnames = " ".join(fields.of(FieldKind.SURNAME)[:1]).split()
    changes: list[tuple[int, int, str, Slip | None]] = []
    for span in sorted(doc.spans):
        text = span.text(doc.text)
        of = {NAME: "name", "NUMERO_TELEFONO": "phone", "NUMERO_FAX": "phone"}.get(span.phi_class, "identifier")
        wanted = span.phi_class == NAME or (span.phi_class in KINDS and sum(c.isdigit() for c in text) >= 4)
        slip = None
        if wanted:
            slip = Slip(of, "gold, untouched", text)
            if chance.random() < 0.5:
                edited = (
                    injector.edited(text.split(), 1, alone=False) if of == "name"
                    else injector.edited_number(text, 1) if sum(c.isalnum() for c in text) >= 5 else None
                )  # fmt: skip
                slip = Slip(of, "gold, 1 edit", edited) if edited else slip
        changes.append((span.start, span.end, slip.text if slip else text, slip))
    taken = [(span.start, span.end) for span in doc.spans]
    boundaries = [m.end() for m in re.finditer(r"(?<=[a-záéíóú)])\. (?=[A-ZÁÉÍÓÚ])|\n(?=.)", doc.text)]
    boundaries = [at for at in boundaries if not any(start < at < end for start, end in taken)]
    numbers = [(v.text, "phone" if v.kind in (FieldKind.PHONE, FieldKind.FAX) else "identifier")
               for v in fields.values if v.kind in KINDS.values()]  # fmt: skip
    for n, at in enumerate(sorted(chance.sample(boundaries, min(SENTENCES_PER_REPORT, len(boundaries))))):
        if n % 3 < 2 or not numbers:
            slip = injector.name(given, surnames)
            bound = slip is not None and (" " not in slip.text and slip.kind not in ("joined", "joined, lower case"))
            places = NAME_PLACES if bound else FULL_NAME_PLACES
        else:
            text, of = chance.choice(numbers)
            slip = injector.number(text, of)
            places = PHONE_PLACES if of == "phone" else NUMBER_PLACES
        if slip is not None:
            before, after = chance.choice(places).split("{}")
            on_line = doc.text[at - 1] == "\n"
            changes += [(at, at, before, None), (at, at, slip.text, slip), (at, at, after + ("\n" if on_line else " "), None)]
    changes.sort(key=lambda c: (c[0], c[1] > c[0]))  # stable: the three parts of a sentence stay in order
    pieces, phi, mentions, at, length = [], [], [], 0, 0
    for start, end, text, slip in changes:
        pieces += [doc.text[at:start], text]
        length += start - at
        if slip is not None or end > start:
            phi.append((length, length + len(text)))
        if slip is not None:
            mentions.append(Mention(length, length + len(text), slip))
        length += len(text)
        at = end
    pieces.append(doc.text[at:])
    return "".join(pieces), phi, mentions


def letters(text: str, start: int, end: int, skip_particles: bool) -> list[int]:
    """Letters and digits that identify: of a name not those of its particles."""
    at = {i for i in range(start, end) if text[i].isalnum()}
    if skip_particles:
        for match in re.finditer(r"[^\W\d_]+", text[start:end]):
            if fold(match.group()) in PARTICLES:
                at -= set(range(start + match.start(), start + match.end()))
    return sorted(at)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    docs = read_corpus([options.folder])
    injector = Injector(options.seed)
    work = []
    for doc in docs:
        fields = fields_of(doc, injector.random)
        work.append((doc, fields, *injected(doc, fields, injector)))
    detector = PatientFieldsDetector()
    detector.detect_with(Document("warm", work[0][2]), work[0][1])
    begin = time.perf_counter()
    results = [detector.detect_with(Document(doc.id, text), fields) for doc, fields, text, _, _ in work]
    seconds = time.perf_counter() - begin

    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    right = wrong = right_spans = wrong_spans = 0
    for (_, _, text, phi, mentions), suggestions in zip(work, results, strict=True):
        covered = {i for s in suggestions for i in range(s.span.start, s.span.end)}
        in_phi = {i for start, end in phi for i in range(start, end)}
        for mention in mentions:
            marks = letters(text, mention.start, mention.end, mention.slip.of == "name")
            missed = [i for i in marks if i not in covered]
            counts = found[mention.slip.of, mention.slip.kind]
            counts["mentions"] += 1
            counts["found"] += not missed
            counts["letters"] += len(marks)
            counts["covered"] += len(marks) - len(missed)
            if missed and options.show:
                context = text[max(mention.start - 30, 0) : mention.end + 25].replace("\n", "|")
                print(f"MISSED {mention.slip.of}/{mention.slip.kind}: {mention.slip.text!r} in {context!r}")
        for suggestion in suggestions:
            marks = letters(text, suggestion.span.start, suggestion.span.end, False)
            bad = [i for i in marks if i not in in_phi]
            right += len(marks) - len(bad)
            wrong += len(bad)
            right_spans += not bad
            wrong_spans += bool(bad)
            if bad and options.show:
                around = text[max(suggestion.span.start - 25, 0) : suggestion.span.end + 15].replace("\n", "|")
                print(f"WRONG {suggestion.span.text(text)!r} {[str(e) for e in suggestion.evidence]} in {around!r}")
    print(f"{'of':<12}{'kind':<24}{'mentions':>9}{'found':>8}{'recall':>9}{'letters':>9}")
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for (of, kind), counts in sorted(found.items()):
        print_row(of, kind, counts)
        totals[of] += counts
    for of, counts in totals.items():
        print_row(of, "ALL", counts)
    print(f"precision: letters {right / (right + wrong):.4f}, spans wholly PHI {right_spans}/{right_spans + wrong_spans}"
          f" = {right_spans / (right_spans + wrong_spans):.4f}")
    print(f"{len(docs) / seconds:.0f} reports/s ({seconds:.2f} s, {sum(len(w[2]) for w in work) / seconds / 1e6:.2f} Mcp/s)")


def print_row(of: str, kind: str, counts: Counter[str]) -> None:
    print(f"{of:<12}{kind:<24}{counts['mentions']:>9}{counts['found']:>8}"
          f"{counts['found'] / counts['mentions']:>9.4f}{counts['covered'] / max(counts['letters'], 1):>9.4f}")


if __name__ == "__main__":
    main()
