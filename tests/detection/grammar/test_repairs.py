"""The shipped grammar on what it once cut, swallowed or took for something else (all invented)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Found = Callable[[str], set[tuple[str, str]]]


SIGNATURE = "Remitido por: Dra. Elvira Montes Quiroga. "


@pytest.mark.parametrize(
    ("text", "phi_class", "span"),
    [
        # Names that are places, and the other way round.
        ("Remitido por: Dr. Mauricio Villalba Soto.", "NOMBRE_PERSONAL_SANITARIO", "Mauricio Villalba Soto"),
        ("Médico: Villalba Soto.\nRemitido por: Dr. Mauricio Villalba Soto.", "NOMBRE_PERSONAL_SANITARIO",
         "Mauricio Villalba Soto"),
        # Numbers that ended too early or too late.
        (SIGNATURE + "Tfno. 34-612345678 E-mail: x@y.es", "NUMERO_TELEFONO", "34-612345678"),
        (SIGNATURE + "Tlf. 912345678 - 612345678", "NUMERO_TELEFONO", "912345678"),
        (SIGNATURE + "Tlf. 912345678 - 612345678", "NUMERO_TELEFONO", "612345678"),
        (SIGNATURE + "Fax: +34 912345678", "NUMERO_FAX", "34 912345678"),
        (SIGNATURE + "E-mail.e.montes@correo.es", "CORREO_ELECTRONICO", "e.montes@correo.es"),
        ("Edad: 1 mes y medio Sexo: M.", "EDAD_SUJETO_ASISTENCIA", "1 mes y medio"),
        ("Operado a los 12 y 15 años.", "EDAD_SUJETO_ASISTENCIA", "12"),
        ("Operado a los 12 y 15 años.", "EDAD_SUJETO_ASISTENCIA", "15 años"),
        ("Gestante de 32 años, de 20 semanas.", "EDAD_SUJETO_ASISTENCIA", "32 años"),
        ("Al tercer mes de vida deja de ganar peso.", "EDAD_SUJETO_ASISTENCIA", "tercer mes"),
        ("Revisado en octubre 09 sin cambios.", "FECHAS", "octubre 09"),
        # Where a name ends.
        (SIGNATURE + "Fundación Hospital de Utrera Ctra. 4", "HOSPITAL", "Fundación Hospital de Utrera"),
        (SIGNATURE + "Instituto Oncológico de Teruel Maestrazgo, 12. 44001 Teruel", "INSTITUCION",
         "Instituto Oncológico de Teruel"),
        (SIGNATURE + "Instituto Oncológico de Teruel Maestrazgo, 12. 44001 Teruel", "CALLE", "Maestrazgo, 12"),
        (SIGNATURE + "Facultad de Medicina y Odontología.", "INSTITUCION", "Facultad de Medicina y Odontología"),
        ("Remitida al Centro Nacional de Microbiología de Majadahonda.", "INSTITUCION",
         "Centro Nacional de Microbiología de Majadahonda"),
        (SIGNATURE + "Hospital Universitario La Fe (HULF). Valencia", "HOSPITAL", "HULF"),
        ("Se remite al Hospital Provincial.", "HOSPITAL", "Hospital Provincial"),
        (SIGNATURE + "Avda. del Cierzo, 3 - 4º E-28015 Madrid", "CALLE", "Avda. del Cierzo, 3 - 4º"),
        (SIGNATURE + "C/ Almendro, 8, 2ºb 28015 Madrid", "CALLE", "C/ Almendro, 8, 2ºb"),
        (SIGNATURE + "Avda. Prof. Luis Quintero, s/n 28015 Madrid", "CALLE", "Avda. Prof. Luis Quintero, s/n"),
        ("Acude su hija de 51 años de nombre Leonor Vidal Prieto, que", "FAMILIARES_SUJETO_ASISTENCIA",
         "Leonor Vidal Prieto"),
        # Who the patient is.
        ("Mujer de 31 años, soltera, sin alergias.", "ID_SUJETO_ASISTENCIA", "soltera"),
        ("El paciente es viudo desde hace un año.", "ID_SUJETO_ASISTENCIA", "viudo"),
        ("Mujer ecuatoriana de 40 años.", "ID_SUJETO_ASISTENCIA", "ecuatoriana"),
        ("Niño de 4 años, de ascendencia afgana.", "ID_SUJETO_ASISTENCIA", "afgana"),
        ("Es hijo único de padres sanos.", "ID_SUJETO_ASISTENCIA", "hijo único"),
        ("Paciente femenina de 40 años.", "SEXO_SUJETO_ASISTENCIA", "femenina"),
        ("Previo consentimiento paterno se operó.", "FAMILIARES_SUJETO_ASISTENCIA", "paterno"),
    ],
)  # fmt: skip
def test_what_is_found_whole(found: Found, text: str, phi_class: str, span: str) -> None:
    assert (phi_class, span) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "No puede salir a la calle. Fue tratado entonces con reposo en 3 ocasiones.",
        "Ingresó en Hospital de Día para tratamiento.",
        "Valorada por la Clínica de Dolor y el Servicio de Salud Mental.",
        "En remisión según la Asociación Americana de Diabetes.",
        "De acuerdo con la Guía de la Asociación Europea de Urología se opera.",
        "Heterocigoto para la mutación G20210A y el factor II G 20210A.",
        "Urocultivo con menos de 10.000UFC/ml y diluciones 1/10000.",
        "Ferritina alta (intervalo de referencia: 89-215 ukat/L).",
        "Gestante de 27 semanas, con edad ósea de 17 años.",
        "Recibió vitamina D. Tras la ingesta vomitó. DNA VHB positivo.",
        "Fijador externo Stryker®, bien tolerado.",
        "Inmunohistoquímica: CD79a; lactancia materna exclusiva.",
        "El nódulo está separado de la piel.",
    ],
)
def test_what_is_left(found: Found, text: str) -> None:
    assert found(text) == set()


def test_an_office_within_a_hospital_is_no_health_centre(found: Found) -> None:
    text = SIGNATURE + "Hospital Ángeles del Norte, Consultorio 410 Paseo del Lago 5"
    assert "CENTRO_SALUD" not in {phi_class for phi_class, _ in found(text)}
