"""How surely patient fields are found in annotated reports, as they stand and with slips and variants put in.

    python tests/benchmarks/bench_patient_fields.py ../shared/corpora/meddocan/dev [--seed 1] [--show]

The fields of each report are its own gold: patient names, identifiers with digits, insurance numbers, telephone and
fax numbers; a telephone is invented where there is none. Each report then gets, by a seeded drawing, (1) half of its
gold mentions respelt in place, (2) sentences with respelt mentions between those of its text. Figures: per kind of
slip, mentions of which every letter and digit is covered; precision: of the letters and digits suggested, how many are
in gold PHI of any class or were put in; reports a second on one core. Then without slips: all kinds of fields; names
that are words; the fields of other patients. `--show` prints what is missed: do not keep it.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

# ruff: noqa: E402
from patient_slips import FULL_NAME_PLACES, NAME_PLACES, NUMBER_PLACES, PHONE_PLACES, Injector, Slip

from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Suggestion
from deid_studio.people.folding import fold
from deid_studio.people.name_words import PARTICLES

NAME = "NOMBRE_SUJETO_ASISTENCIA"
KINDS = {
    "ID_SUJETO_ASISTENCIA": FieldKind.IDENTIFIER,
    "ID_ASEGURAMIENTO": FieldKind.INSURANCE,
    "NUMERO_TELEFONO": FieldKind.PHONE,
    "NUMERO_FAX": FieldKind.FAX,
}
SENTENCES_PER_REPORT = 12
STRANGERS = 8
NAMES_THAT_ARE_WORDS = (
    "Dolores Cabeza Blanco", "Cruz Calvo Rubio", "Rosa Iglesias Campo", "Ángel Bravo Pulgar", "Pilar Izquierdo Vena",
    "Marina Delgado Leal", "Salud Bueno Seco", "León Barba Costilla", "Paz Moreno Alto", "Consuelo Clavo Calle",
    "Severo Agudo Cuerpo", "Modesta Mano Derecha", "Justo Blando Llano", "Prudencio Vello Manchado", "Sol Pie Ancho",
    "Digna Espina Corta", "Clara Masa Redondo", "Máximo Cano Cadera", "Bienvenida Rojo Ojos", "Concepción Sala Nieto",
)  # fmt: skip


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


def every_field(doc: Document) -> PatientFields:
    """The gold of all kinds of fields: also staff, streets, towns, postal codes, e-mail addresses, date of birth."""
    kinds = {
        "NOMBRE_PERSONAL_SANITARIO": FieldKind.STAFF,
        "CALLE": FieldKind.ADDRESS,
        "CORREO_ELECTRONICO": FieldKind.EMAIL,
        "ID_TITULACION_PERSONAL_SANITARIO": FieldKind.LICENCE,
        "ID_CONTACTO_ASISTENCIAL": FieldKind.EPISODE,
    }
    values = list(fields_of(doc, random.Random(0)).values)
    for span in sorted(doc.spans):
        text = span.text(doc.text)
        before = fold(doc.text[max(span.start - 30, 0) : span.start])
        if span.phi_class in kinds:
            values.append(FieldValue(kinds[span.phi_class], text))
        elif span.phi_class == "TERRITORIO":
            values.append(FieldValue(FieldKind.POSTAL_CODE if text[-1].isdigit() else FieldKind.TOWN, text))
        elif span.phi_class == "FECHAS" and "nacimiento" in before:
            values.append(FieldValue(FieldKind.BIRTH_DATE, text))
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
            after += "\n" if on_line else " "
            changes += [(at, at, before, None), (at, at, slip.text, slip), (at, at, after, None)]
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
    parser.add_argument("--quick", action="store_true", help="without names that are words and other patients")
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
    begin = time.process_time()
    results = [detector.detect_with(Document(doc.id, text), fields) for doc, fields, text, _, _ in work]
    seconds = time.process_time() - begin

    print(f"{'of':<12}{'kind':<24}{'mentions':>9}{'found':>8}{'recall':>9}{'letters':>9}")
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    precision: Counter[str] = Counter()
    for (_, _, text, phi, mentions), suggestions in zip(work, results, strict=True):
        count_found(found, text, mentions, suggestions, options.show)
        count_right(precision, text, phi, suggestions, options.show)
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for (of, kind), counts in sorted(found.items()):
        print_row(of, kind, counts)
        totals[of] += counts
    for of, counts in totals.items():
        print_row(of, "ALL", counts)
    print_precision("own fields", precision, len(docs))
    print(f"{len(docs) / seconds:.0f} reports/s ({seconds:.2f} s, {sum(len(w[2]) for w in work) / seconds / 1e6:.2f}"
          " million characters/s)")  # fmt: skip

    every = [(doc, every_field(doc)) for doc in docs]
    precision = Counter()
    covered: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    begin = time.process_time()
    suggested = [detector.detect_with(doc, fields) for doc, fields in every]
    seconds = time.process_time() - begin
    for (doc, fields), suggestions in zip(every, suggested, strict=True):
        phi = [(span.start, span.end) for span in doc.spans]
        known = {value.text for value in fields.values}
        mentions = [
            Mention(span.start, span.end, Slip("all fields", span.phi_class[:23], span.text(doc.text)))
            for span in doc.spans
            if span.text(doc.text) in known
        ]
        count_found(covered, doc.text, mentions, suggestions, options.show)
        count_right(precision, doc.text, phi, suggestions, options.show)
    for (of, kind), counts in sorted(covered.items()):
        print_row(of, kind, counts)
    print_precision("all fields", precision, len(docs))
    print(f"{len(docs) / seconds:.0f} reports/s with all fields")

    if not options.quick:
        measure_false_alarms(detector, docs, [fields for _, fields, *_ in work], options.show)


def measure_false_alarms(
    detector: PatientFieldsDetector, docs: list[Document], fields: list[PatientFields], show: bool
) -> None:
    # The hardest names: words of every report, none of which is PHI by itself.
    precision = Counter()
    for doc in docs:
        phi = [(span.start, span.end) for span in doc.spans]
        for name in NAMES_THAT_ARE_WORDS:
            named = PatientFields((FieldValue(FieldKind.FULL_NAME, name),))
            count_right(precision, doc.text, phi, detector.detect_with(doc, named), show)
    print_precision("names that are words", precision, len(docs) * len(NAMES_THAT_ARE_WORDS))

    # Whoever the report is not of: what is found then is a word that was taken for a name, or another person's PHI.
    precision = Counter()
    for at, doc in enumerate(docs):
        phi = [(span.start, span.end) for span in doc.spans]
        for step in range(1, STRANGERS + 1):
            suggestions = detector.detect_with(doc, fields[(at + step * 7) % len(fields)])
            count_right(precision, doc.text, phi, suggestions, show)
    print_precision("fields of strangers", precision, len(docs) * STRANGERS)


def count_found(
    found: dict[tuple[str, str], Counter[str]],
    text: str,
    mentions: list[Mention],
    suggestions: list[Suggestion],
    show: bool,
) -> None:
    covered = {i for s in suggestions for i in range(s.span.start, s.span.end)}
    for mention in mentions:
        marks = letters(text, mention.start, mention.end, mention.slip.of == "name")
        missed = [i for i in marks if i not in covered]
        counts = found[mention.slip.of, mention.slip.kind]
        counts["mentions"] += 1
        counts["found"] += not missed
        counts["letters"] += len(marks)
        counts["covered"] += len(marks) - len(missed)
        if missed and show:
            context = text[max(mention.start - 30, 0) : mention.end + 25].replace("\n", "|")
            print(f"MISSED {mention.slip.of}/{mention.slip.kind}: {mention.slip.text!r} in {context!r}")


def count_right(
    counts: Counter[str], text: str, phi: list[tuple[int, int]], suggestions: list[Suggestion], show: bool
) -> None:
    in_phi = {i for start, end in phi for i in range(start, end)}
    for suggestion in suggestions:
        marks = letters(text, suggestion.span.start, suggestion.span.end, False)
        bad = [i for i in marks if i not in in_phi]
        counts["letters"] += len(marks)
        counts["right letters"] += len(marks) - len(bad)
        counts["spans"] += 1
        counts["right spans"] += not bad
        if bad and show:
            around = text[max(suggestion.span.start - 25, 0) : suggestion.span.end + 15].replace("\n", "|")
            print(f"WRONG {suggestion.span.text(text)!r} {[str(e) for e in suggestion.evidence]} in {around!r}")


def print_row(of: str, kind: str, counts: Counter[str]) -> None:
    print(
        f"{of:<12}{kind:<24}{counts['mentions']:>9}{counts['found']:>8}"
        f"{counts['found'] / counts['mentions']:>9.4f}{counts['covered'] / max(counts['letters'], 1):>9.4f}"
    )


def print_precision(what: str, counts: Counter[str], reports: int) -> None:
    spans, right = counts["spans"], counts["right spans"]
    print(f"precision, {what}: letters {counts['right letters'] / max(counts['letters'], 1):.4f},"
          f" spans wholly PHI {right}/{spans} = {right / max(spans, 1):.4f};"
          f" {(spans - right) / reports:.4f} wrong spans a report")  # fmt: skip


if __name__ == "__main__":
    main()
