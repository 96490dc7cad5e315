"""Evidence names: words for what detectors have only names for: gazetteers, rules, patient fields."""

from __future__ import annotations

import re

from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate

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

_FORM_WORDS = {
    "date": QT_TRANSLATE_NOOP("rules", "form of a date"),
    "age": QT_TRANSLATE_NOOP("rules", "form of an age"),
    "sex": QT_TRANSLATE_NOOP("rules", "word for the sex"),
    "relative": QT_TRANSLATE_NOOP("rules", "mention of a relative"),
    "person": QT_TRANSLATE_NOOP("rules", "form or context of a person's name"),
    "staff": QT_TRANSLATE_NOOP("rules", "form or context of a professional's name"),
    "hospital": QT_TRANSLATE_NOOP("rules", "form of a hospital's name"),
    "health centre": QT_TRANSLATE_NOOP("rules", "form of a health centre's name"),
    "institution": QT_TRANSLATE_NOOP("rules", "form of an institution's name"),
    "address": QT_TRANSLATE_NOOP("rules", "form of a street address"),
    "postal code": QT_TRANSLATE_NOOP("rules", "form of a postal code"),
    "place": QT_TRANSLATE_NOOP("rules", "form or context of a place"),
    "phone": QT_TRANSLATE_NOOP("rules", "form of a telephone number"),
    "fax": QT_TRANSLATE_NOOP("rules", "form of a fax number"),
    "e-mail": QT_TRANSLATE_NOOP("rules", "form of an e-mail address"),
    "web": QT_TRANSLATE_NOOP("rules", "form of an internet address"),
    "web or e-mail": QT_TRANSLATE_NOOP("rules", "form of an e-mail or web address"),
    "profession": QT_TRANSLATE_NOOP("rules", "context of a profession"),
    "group": QT_TRANSLATE_NOOP("rules", "population group"),
    "vehicle": QT_TRANSLATE_NOOP("rules", "form of a vehicle registration"),
    "number": QT_TRANSLATE_NOOP("rules", "form of an identifying number"),
    "fact": QT_TRANSLATE_NOOP("rules", "fact about the patient"),
}
_GAZETTEERS = {
    "first_name": QT_TRANSLATE_NOOP("gazetteers", "list of first names"),
    "last_name": QT_TRANSLATE_NOOP("gazetteers", "list of surnames"),
    "town": QT_TRANSLATE_NOOP("gazetteers", "list of towns"),
    "region": QT_TRANSLATE_NOOP("gazetteers", "list of provinces and regions"),
    "country": QT_TRANSLATE_NOOP("gazetteers", "list of countries"),
    "hospital": QT_TRANSLATE_NOOP("gazetteers", "list of hospitals"),
    "hospital_word": QT_TRANSLATE_NOOP("gazetteers", "list of words for hospitals"),
    "health_centre_word": QT_TRANSLATE_NOOP("gazetteers", "list of words for health centres"),
    "institution": QT_TRANSLATE_NOOP("gazetteers", "list of institutions"),
    "institution_word": QT_TRANSLATE_NOOP("gazetteers", "list of words for institutions"),
    "health_service": QT_TRANSLATE_NOOP("gazetteers", "list of health services"),
    "company": QT_TRANSLATE_NOOP("gazetteers", "list of companies"),
    "profession": QT_TRANSLATE_NOOP("gazetteers", "list of professions"),
    "nationality": QT_TRANSLATE_NOOP("gazetteers", "list of nationalities"),
    "skin": QT_TRANSLATE_NOOP("gazetteers", "list of words for the colour of the skin"),
    "population_group": QT_TRANSLATE_NOOP("gazetteers", "list of population groups"),
    "street_kind": QT_TRANSLATE_NOOP("gazetteers", "list of kinds of street"),
    "kinship": QT_TRANSLATE_NOOP("gazetteers", "list of relatives"),
    "sex_word": QT_TRANSLATE_NOOP("gazetteers", "list of words for the sex"),
    "month": QT_TRANSLATE_NOOP("gazetteers", "list of months"),
    "weekday": QT_TRANSLATE_NOOP("gazetteers", "list of weekdays"),
    "season": QT_TRANSLATE_NOOP("gazetteers", "list of seasons and holidays"),
    "title": QT_TRANSLATE_NOOP("gazetteers", "list of forms of address"),
    "speciality": QT_TRANSLATE_NOOP("gazetteers", "list of specialities"),
    "department": QT_TRANSLATE_NOOP("gazetteers", "list of departments"),
    "health_centre": QT_TRANSLATE_NOOP("gazetteers", "list of health centres"),
    "address": QT_TRANSLATE_NOOP("gazetteers", "list of street addresses"),
    "address_part": QT_TRANSLATE_NOOP("gazetteers", "list of parts of addresses"),
    "region_form": QT_TRANSLATE_NOOP("gazetteers", "list of provinces and regions"),
    "number_word": QT_TRANSLATE_NOOP("gazetteers", "list of numbers in words"),
}
_LOOKS = {"address": "web or e-mail", "name": "person", "code": "number", "organisation": "institution"}


def gazetteer_words(kind: str) -> str:
    """The gazetteer of a kind in words; its name in quotes when the kind is not known here."""
    if kind.startswith("report_"):
        return translate("gazetteers", "names and places gathered in this report")
    if kind.startswith("imported_"):
        return translate("gazetteers", "imported {list}").format(list=gazetteer_words(kind.removeprefix("imported_")))
    kind = kind.removesuffix("_any")
    kind = _KINDS.get(kind, kind)
    if kind in _GAZETTEERS:
        return translate("gazetteers", _GAZETTEERS[kind])
    return translate("gazetteers", "gazetteer “{name}”").format(name=kind.replace("_", " "))


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
    return translate("rules", _FORM_WORDS[form]) if form in _FORM_WORDS else ""


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
