"""The shipped grammar on people and institutions as wards, messages and other countries write them (all invented)."""

from __future__ import annotations

import pytest

from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.model.document import Document

STAFF = "NOMBRE_PERSONAL_SANITARIO"
PATIENT = "NOMBRE_SUJETO_ASISTENCIA"
RELATIVE = "FAMILIARES_SUJETO_ASISTENCIA"

# Something before the line, so that it is no header.
STORY = "INFORME\n\n" + "Ingresa por neumonía. Se pauta antibiótico.\nBuena evolución. Tolera dieta oral.\n" * 6


def found(detector: GrammarDetector, line: str) -> set[tuple[str, str]]:
    text = f"{STORY}{line}\nSe explica el plan.\n"
    return {(s.span.phi_class, s.span.text(text)) for s in detector.detect(Document("x", text))}


@pytest.mark.parametrize(
    ("line", "phi_class", "span"),
    [
        ("Comentado con la Dra. Fdez. de la Puente", STAFF, "Fdez. de la Puente"),
        ('Drenaje por el Dr. "Beto" Zárate', STAFF, "Zárate"),
        ("Recibe: R2 Lourdes Quintela", STAFF, "Lourdes Quintela"),
        ("Erizaina: Jone", STAFF, "Jone"),
        ("Sendagilea: Ane Goikoetxea", STAFF, "Ane Goikoetxea"),
        ("Transcribió: abg", STAFF, "abg"),
        ("pieza en fresco              RVC/mlt", STAFF, "RVC"),
        ("| 09:00 | 118/62  | 81 | calambre | QTL |", STAFF, "QTL"),
        ("ambulancia colectiva, conductor Eusebio.", STAFF, "Eusebio"),
        ("Mañana Sole / Tarde J. Mompeó / Noche Bilal", STAFF, "J. Mompeó"),
        ("Asisten: Rey Galán (Onco), B. Lasa (RT).", STAFF, "Rey Galán"),
        ("> El 3/2/25, a las 10:04, Otero Paz L. escribió:", STAFF, "Otero Paz L"),
        ("Un abrazo, Toño R.", STAFF, "Toño R"),
        ("ZABALA, Ma. Paz - Médica", STAFF, "ZABALA"),
        ("G. H. L. (MIR)", STAFF, "G. H. L"),
        ("Ap. y nombres....: CONDORI APAZA VDA. DE LUQUE, Justina", PATIENT, "CONDORI APAZA VDA. DE LUQUE"),
        ("PID|||77^^^NUHSA||IONESCU^DANA^MARIA||19910423|F|||", PATIENT, "IONESCU"),
        ("PID|||77^^^NUHSA||IONESCU^DANA^MARIA||19910423|F|||", "SEXO_SUJETO_ASISTENCIA", "F"),
        ("1) P. A. R., 47 a, estadio II", PATIENT, "P. A. R."),
        ("Caso externo: iniciales TXR, 35 años", PATIENT, "TXR"),
        ("Hab 210 nuevo ingreso: LORCA BAÑOS, Evelia, 84 años", PATIENT, "LORCA BAÑOS"),
        ("Asunto: RE: Lucía - alta", PATIENT, "Lucía"),
        ('D. Kwame (a) "RUBIO", con pasaporte', PATIENT, "RUBIO"),
        ("pai: Brais Lema   mariñeiro", RELATIVE, "Brais Lema"),
        ("pai: Brais Lema   mariñeiro", "PROFESION", "mariñeiro"),
        ("III-3  Echedey Marrero: pendiente de estudio", RELATIVE, "Echedey Marrero"),
        ("con la neska-lagun, Amaia, en coche", RELATIVE, "neska-lagun"),
        ("el mediador Cheikh traduce", "OTROS_SUJETO_ASISTENCIA", "Cheikh"),
        ("| SEXO | F |", "SEXO_SUJETO_ASISTENCIA", "F"),
        ("Sexo ( ) F (X) M", "SEXO_SUJETO_ASISTENCIA", "M"),
        ("SERVICIO DE URGENCIAS · C. H. U. de Badajoz", "HOSPITAL", "C. H. U. de Badajoz"),
        ("se operó en la Hosp. Dr. Arturo Peralta", "HOSPITAL", "Hosp. Dr. Arturo Peralta"),
        ("ingresó en Txagorritxu", "HOSPITAL", "Txagorritxu"),
        ("planta del Virgen del Mar", "HOSPITAL", "Virgen del Mar"),
        ("CAP Sta. Eulària Sud", "CENTRO_SALUD", "CAP Sta. Eulària Sud"),
        ("traída de P.S. Tuti", "CENTRO_SALUD", "P.S. Tuti"),
        ("ISAPRE Colmena, al día", "INSTITUCION", "Colmena"),
        ("UVI móvil del 061, sin incidencias", "INSTITUCION", "061"),
        ("estudiante de Agronomía en la UNLP", "INSTITUCION", "UNLP"),
        ("Informe para Rodados del Oeste S.R.L.", "INSTITUCION", "Rodados del Oeste S.R.L."),
        ("Juzgado de lo Social n.º 4 de Écija", "INSTITUCION", "Juzgado de lo Social n.º 4 de Écija"),
        ("es limpiadora en mercadona", "INSTITUCION", "mercadona"),
        ("a instancia del letrado D. Pablo Rey", "PROFESION", "letrado"),
        ("emigró a Texas, EUA, hace años", "PAIS", "EUA"),
    ],
)
def test_the_form_is_found(shipped: GrammarDetector, line: str, phi_class: str, span: str) -> None:
    assert (phi_class, span.rstrip(".")) in {(c, s.rstrip(".")) for c, s in found(shipped, line)}


@pytest.mark.parametrize(
    "line",
    [
        "AP: IAM, HTA, colecistectomía.",
        "MACRO: Pieza de 3 cm. MICRO: adenocarcinoma G2 (Dako), marcapasos Medtronic, según la OMS.",
        "Informe con D.N.I. ilegible.",
        "Clasificación: III. Técnica: Colecistectomía laparoscópica. Anestesia: general.",
        "Bloqueo de rama. Avisado quirófano. La ve Digestivo mañana; control en Consultas.",
        "OBX|1|NM|GLU||91|mg/dL|70-105||||F",
        "Mañana 500 / Tarde 500 / Noche 850. Cama 12: estable.",
        "Derivado a Cardiología (ECO); derivada a Atención Primaria (MAP).",
    ],
)
def test_clinical_words_stay(shipped: GrammarDetector, line: str) -> None:
    assert not found(shipped, line)
