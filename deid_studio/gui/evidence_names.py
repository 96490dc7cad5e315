"""Evidence names: what gazetteers and rules are called in words, where the detector has only names for them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def gazetteer_words(kind: str) -> str:
    """The gazetteer of a kind in words; its name in quotes when the kind is not known here."""
    known = {
        "first_name": translate("gazetteers", "list of first names"),
        "last_name": translate("gazetteers", "list of surnames"),
        "town": translate("gazetteers", "list of towns"),
        "region": translate("gazetteers", "list of provinces and regions"),
        "country": translate("gazetteers", "list of countries"),
        "hospital_name": translate("gazetteers", "list of hospitals"),
        "known_hospital": translate("gazetteers", "list of hospitals"),
        "hospital_word": translate("gazetteers", "list of words for hospitals"),
        "health_centre_word": translate("gazetteers", "list of words for health centres"),
        "known_institution": translate("gazetteers", "list of institutions"),
        "institution_word": translate("gazetteers", "list of words for institutions"),
        "health_service": translate("gazetteers", "list of health services"),
        "company": translate("gazetteers", "list of companies"),
        "known_profession": translate("gazetteers", "list of professions"),
        "profession": translate("gazetteers", "list of professions"),
        "nationality": translate("gazetteers", "list of nationalities"),
        "population_group": translate("gazetteers", "list of population groups"),
        "street_kind": translate("gazetteers", "list of kinds of street"),
        "kinship": translate("gazetteers", "list of relatives"),
        "sex_word": translate("gazetteers", "list of words for the sex"),
        "month": translate("gazetteers", "list of months"),
        "weekday": translate("gazetteers", "list of weekdays"),
        "season": translate("gazetteers", "list of seasons and holidays"),
        "title": translate("gazetteers", "list of forms of address"),
        "speciality": translate("gazetteers", "list of specialities"),
        "department": translate("gazetteers", "list of departments"),
    }
    return known.get(kind) or translate("gazetteers", "gazetteer “{name}”").format(name=_spaced(kind))


def rule_words(name: str) -> str:
    """A rule in words: the field of the report that it reads, else its name with blanks and accents."""
    fields = {
        "campo_nhc": "NHC",
        "campo_nass": "NASS",
        "campo_pais": "País",
        "campo_medico": "Médico",
        "campo_episodio": "Episodio",
        "campo_colegiado": "Colegiado",
        "campo_codigo_postal": "CP",
        "campo_localidad_pais": "Localidad",
        "campo_nacionalidad_pais": "Nacionalidad",
    }
    if name.startswith("campo_"):
        field = fields.get(name) or _spaced(name.removeprefix("campo_")).capitalize()
        return translate("rules", "field “{name}”").format(name=field)
    known = {
        "indicator": translate("rules", "field of the report"),
        "street": translate("rules", "form of a street address"),
        "looks": translate("rules", "form of the text"),
    }
    return known.get(name) or translate("rules", "rule “{name}”").format(name=_spaced(name))


_ACCENTED = {
    "ano": "año", "anos": "años", "clinica": "clínica", "codigo": "código", "dia": "día", "direccion": "dirección",
    "electronico": "electrónico", "espanol": "español", "estacion": "estación", "institucion": "institución",
    "matricula": "matrícula", "medico": "médico", "minusculas": "minúsculas",
    "numerica": "numérica", "numero": "número", "pais": "país", "poblacion": "población", "profesion": "profesión",
    "telefono": "teléfono", "vehiculo": "vehículo", "valido": "válido", "linea": "línea",
}  # fmt: skip


def _spaced(name: str) -> str:
    return " ".join(_ACCENTED.get(word, word) for word in name.split("_"))
