"""Evidence names: words for what detectors have only names for: gazetteers, rules, patient fields."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate

# Lists of the grammar and of the corpus that go by another name.
_KINDS = {
    "given_name": "first_name", "kin": "kinship", "kin_more": "kinship", "kinship_more": "kinship",
    "occupation": "profession", "occupation_in_context": "profession", "holiday": "season",
    "people": "population_group", "place_known": "town", "town_with_country": "town", "hospital_known": "hospital",
    "hospital_name": "hospital", "known_hospital": "hospital", "health_centre_known": "health_centre",
    "institution_known": "institution", "known_institution": "institution", "organisation": "institution",
    "known_profession": "profession",
    "address_known": "address", "month_form": "month", "street_word": "street_kind",
}  # fmt: skip

# What learned rules call the labels of a report (without accents, in small letters).
_LABELS = {
    "apellidos": "Apellidos", "col": "NºCol", "correo": "Correo", "cp": "CP", "domicilio": "Domicilio", "dr": "Dr.",
    "edad": "Edad", "electronico": "Correo electrónico", "email": "E-mail", "episodio": "Episodio", "fax": "Fax",
    "ingreso": "Ingreso", "mail": "E-mail", "medico": "Médico", "nacimiento": "Nacimiento", "nass": "NASS",
    "nhc": "NHC", "nombre": "Nombre", "pais": "País", "provincia": "Provincia", "sexo": "Sexo",
    "telefono": "Teléfono", "tfno": "Tfno.",
}  # fmt: skip

# The fields that rules of the grammar read, where their names are not the label itself.
_FIELDS = {
    "campo_nhc": "NHC", "campo_nass": "NASS", "campo_pais": "País", "campo_medico": "Médico",
    "campo_colegiado": "NºCol", "campo_codigo_postal": "CP", "campo_localidad_pais": "Localidad",
    "campo_nacionalidad_pais": "Nacionalidad",
}  # fmt: skip

# How rules of the grammar and of the sectioned detector begin, and the form that they look for; the first that fits.
_FORMS = (
    ("fecha", "date"), ("fiesta", "date"), ("lugar_y_fecha", "date"), ("edad", "age"), ("sexo_y_edad", "age"),
    ("grupo_de_edad", "age"), ("sexo", "sex"), ("familiar", "relative"), ("gemelos", "relative"),
    ("pareja", "relative"), ("acompanante", "relative"), ("parentesco", "relative"), ("mujer_de_alguien", "relative"),
    ("nombre_de_familiar", "relative"), ("nombre_del_medico", "staff"), ("personal", "staff"),
    ("iniciales_y_apellido", "staff"), ("iniciales_en_columna", "staff"), ("usuario", "staff"), ("mote", "person"),
    ("lista_de_pacientes", "person"), ("nombre", "person"), ("paciente", "person"), ("persona", "person"),
    ("apellidos", "person"), ("firma", "person"), ("trato", "person"), ("saludo", "person"),
    ("linea_con_nombre", "person"), ("inicial_y_apellido", "person"), ("hospital", "hospital"),
    ("centro_de_salud", "health centre"), ("puesto_de_salud", "health centre"), ("pagador", "institution"),
    ("institucion", "institution"), ("institution", "institution"), ("empresa", "institution"),
    ("fuerzas_de_seguridad", "institution"), ("calle", "address"), ("domicilio", "address"), ("carretera", "address"),
    ("street", "address"), ("codigo_postal", "postal code"), ("postal code", "postal code"), ("lugar", "place"),
    ("pais", "place"), ("origen", "place"), ("telefono", "phone"), ("phone", "phone"), ("fax", "fax"),
    ("correo", "e-mail"), ("e-mail", "e-mail"), ("url", "web"), ("ip", "web"), ("profesion", "profession"),
    ("extension", "phone"), ("grupo", "group"), ("indigena", "group"), ("pueblo", "group"), ("religion", "group"),
    ("documento", "number"), ("historia", "number"), ("pasaporte", "number"), ("colegiado", "number"),
    ("cedula", "number"), ("otra_persona", "person"), ("matricula", "vehicle"), ("numero", "number"),
    ("nass", "number"), ("dni", "number"), ("iban", "number"), ("curp", "number"), ("rut", "number"),
    ("cuil", "number"), ("tarjeta", "number"), ("codigo", "number"),
    ("estado_de_america", "place"), ("estado_civil", "fact"), ("hijo_unico", "fact"), ("nacionalidad", "fact"),
    ("materno", "relative"),
)  # fmt: skip

_LOOKS = {"address": "web or e-mail", "name": "person", "code": "number", "organisation": "institution"}


def gazetteer_words(kind: str) -> str:
    """The gazetteer of a kind in words; its name in quotes when the kind is not known here."""
    known = {
        "first_name": translate("gazetteers", "list of first names"),
        "last_name": translate("gazetteers", "list of surnames"),
        "town": translate("gazetteers", "list of towns"),
        "region": translate("gazetteers", "list of provinces and regions"),
        "country": translate("gazetteers", "list of countries"),
        "hospital": translate("gazetteers", "list of hospitals"),
        "hospital_word": translate("gazetteers", "list of words for hospitals"),
        "health_centre_word": translate("gazetteers", "list of words for health centres"),
        "institution": translate("gazetteers", "list of institutions"),
        "institution_word": translate("gazetteers", "list of words for institutions"),
        "health_service": translate("gazetteers", "list of health services"),
        "company": translate("gazetteers", "list of companies"),
        "profession": translate("gazetteers", "list of professions"),
        "nationality": translate("gazetteers", "list of nationalities"),
        "skin": translate("gazetteers", "list of words for the colour of the skin"),
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
        "health_centre": translate("gazetteers", "list of health centres"),
        "address": translate("gazetteers", "list of street addresses"),
        "address_part": translate("gazetteers", "list of parts of addresses"),
        "region_form": translate("gazetteers", "list of provinces and regions"),
        "number_word": translate("gazetteers", "list of numbers in words"),
    }
    if kind.startswith("report_"):
        return translate("gazetteers", "names and places gathered in this report")
    if kind.startswith("imported_"):
        return translate("gazetteers", "imported {list}").format(list=gazetteer_words(kind.removeprefix("imported_")))
    kind = kind.removesuffix("_any")
    kind = _KINDS.get(kind, kind)
    return known.get(kind) or translate("gazetteers", "gazetteer “{name}”").format(name=kind.replace("_", " "))


def rule_words(name: str, detail: str = "") -> str:
    """What a rule goes by, in words: a label of the report, a form, or what reviewed reports taught."""
    if name.startswith("campo_"):
        return label_words(_FIELDS.get(name) or name.removeprefix("campo_").replace("_", " ").capitalize())
    if name == "indicator":
        label = re.match(r"`(.+):`", detail)
        return label_words(label[1]) if label else translate("rules", "label of the report")
    if name == "looks":
        return _form(_LOOKS.get(detail, detail)) or translate("rules", "word that is in no list")
    _, learned, cue = name.partition(".")
    if learned:
        label_of = _LABELS.get(cue.split(".")[0])
        if label_of:
            return translate("rules", "learned context “{name}”").format(name=label_of)
        if cue.startswith("shape"):
            return translate("rules", "learned form")
        return translate("rules", "learned context")
    form = next((form for begin, form in _FORMS if name.startswith(begin)), "")
    return _form(form) or translate("rules", "rule “{name}”").format(name=name.replace("_", " "))


def rule_kind_words(name: str, detail: str = "") -> str:
    """The same without quoting: what a rule is named by need not stand in the report at hand."""
    if is_of_field(name):
        return translate("rules", "label of the report")
    cue = name.partition(".")[2]
    if cue and not cue.startswith("shape"):
        return translate("rules", "learned context")
    return rule_words(name, detail)


def is_of_field(name: str) -> bool:
    """Whether a rule goes by a label of a report's field."""
    return name == "indicator" or name.startswith("campo_")


def label_words(name: str) -> str:
    """A label of a report's field in words."""
    return translate("rules", "label “{name}”").format(name=name)


def _form(form: str) -> str:
    return {
        "date": translate("rules", "form of a date"),
        "age": translate("rules", "form of an age"),
        "sex": translate("rules", "word for the sex"),
        "relative": translate("rules", "mention of a relative"),
        "person": translate("rules", "form or context of a person's name"),
        "staff": translate("rules", "form or context of a professional's name"),
        "hospital": translate("rules", "form of a hospital's name"),
        "health centre": translate("rules", "form of a health centre's name"),
        "institution": translate("rules", "form of an institution's name"),
        "address": translate("rules", "form of a street address"),
        "postal code": translate("rules", "form of a postal code"),
        "place": translate("rules", "form or context of a place"),
        "phone": translate("rules", "form of a telephone number"),
        "fax": translate("rules", "form of a fax number"),
        "e-mail": translate("rules", "form of an e-mail address"),
        "web": translate("rules", "form of an internet address"),
        "web or e-mail": translate("rules", "form of an e-mail or web address"),
        "profession": translate("rules", "context of a profession"),
        "group": translate("rules", "population group"),
        "vehicle": translate("rules", "form of a vehicle registration"),
        "number": translate("rules", "form of an identifying number"),
        "fact": translate("rules", "fact about the patient"),
    }.get(form, "")


def field_words(name: str) -> str:
    """Fields of the patient's record in words, such as “given name + surname”."""
    known = {
        "given name": translate("fields", "given name"),
        "surname": translate("fields", "surname"),
        "full name": translate("fields", "full name"),
        "relative": translate("fields", "name of a relative"),
        "staff": translate("fields", "name of a professional"),
        "identifier": translate("fields", "identifier"),
        "insurance number": translate("fields", "insurance number"),
        "episode": translate("fields", "episode number"),
        "medical licence": translate("fields", "medical licence number"),
        "phone": translate("fields", "telephone"),
        "fax": translate("fields", "fax"),
        "e-mail": translate("fields", "e-mail"),
        "address": translate("fields", "street address"),
        "postal code": translate("fields", "postal code"),
        "town": translate("fields", "town"),
        "date of birth": translate("fields", "date of birth"),
    }
    return ", ".join(known.get(one, one) for one in name.split(" + "))


def spelling_words(detail: str) -> str:
    """How a text differs from the value of the patient's record; empty where it does not."""
    known = {
        "exact": "",
        "joined": translate("fields", "written in one word"),
        "split": translate("fields", "written in two words"),
        "abbreviated": translate("fields", "abbreviated"),
        "short form": translate("fields", "short form of the name"),
        "initial": translate("fields", "initial only"),
        "initials": translate("fields", "initials only"),
        "day and month": translate("fields", "day and month only"),
        "in words": translate("fields", "written in words"),
        "1 edit": translate("fields", "one letter or digit differs"),
        "2 edits": translate("fields", "two letters or digits differ"),
    }
    several = translate("fields", "several letters or digits differ")
    parts = (known.get(one, several if one.endswith(" edits") else one) for one in detail.split(", "))
    return ", ".join(filter(None, parts))


def place_words(detail: str) -> str:
    """Where else a trusted text stands, in words: in a field of the report or in a line; empty when not told."""
    label = re.fullmatch(r"also in `(.+):`", detail)
    if label:
        return translate("fields", "field “{name}”").format(name=label[1])
    line = re.fullmatch(r"also in line (\d+)", detail)
    return translate("fields", "line {number}").format(number=line[1]) if line else ""
