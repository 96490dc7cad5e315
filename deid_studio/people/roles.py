"""Roles: what the words beside a name say of whom it is: of the patient or of the staff."""

from __future__ import annotations

import regex

from deid_studio.model.kinds import Role

_REACH = 48  # characters
_LABEL_END = r"(?:[ ]*[:.=|>\-]+[ ]*[\n|]?[ ]*|[ ]*\n[ ]*|[ ]+)"
_TITLE = r"(?:(?:d|dna|don|dona|sr|sra|srta|en|na)[.ªa]{0,2}[ ]+)?"
# Before the patient's name, and before that of somebody of the staff.
_PATIENTS = """
    pacientes?  pacient  pac  pte  pcte  asegurad[oa]  titular  usuari[oa]  interesad[oa]  nin[oa]  nen[a]?
    izen-abizenak
    nombre(?:[ ]y[ ]apellidos|[ ]completo)?  apellidos?(?:[ ]y[ ]nombre|[ ][12])?  nom(?:[ ]i[ ]cognoms)?
    cognoms(?:[ ]i[ ]nom)?  nome(?:[ ]e[ ]apelidos)?  apelidos?(?:[ ]e[ ]nome)?
    se[ ]llama  identificad[oa](?:[ ]por[ ]huella)?[ ]como  (?:su|tu|mi|nuestr[oa])[ ]paciente
    (?:le|os|te)[ ](?:remito|remitimos|derivo|envio)[ ]a  cama[ ][0-9]{1,4}(?:-?[a-f])?
    hab(?:itacion)?\\.?[ ][0-9]{1,4}
"""
_STAFF = """
    dra?  dr[ae]s  doctora?  doctores  medic[oa]s?(?:[ ]responsable|[ ]adjunt[oa])?  metge(?:ssa)?(?:[ ]de[ ]capcalera)?
    facultativ[oa]  enf  enfermer[oa](?:[ ]de[ ]enlace|[ ]responsable|[ ]educador[a]?)?  infermer[a]?  due  matrona?
    fisio(?:terapeuta)?  celador[a]?  cirujan[oa]s?  ayudantes?  anestesista  anestesia  instrumentista  instrum
    circulante  circul  residente  mir  r[1-5]  tcae  tens  trabajador[a]?[ ]social  trab\\.?[ ]soc  psicolog[oa]
    pediatra  nefrolog[oa]  internista(?:[ ]de[ ]guardia)?  supervisor[a]?  saliente  entrante  sustituye
    fdo  firmad[oa](?:[ ]electronicamente|[ ]digitalmente)?(?:[ ]por)?  signat(?:[ ]digitalment)?(?:[ ]per)?  sinatua
    asinado(?:[ ]por)?  (?:informado|validado|realizado|solicitado|remitid[oa])[ ]por
"""
_AGE = r"[0-9]{1,3}[ ]?(?:a(?:nos)?|anys|urte|m(?:eses)?)"
# Behind them.
_OF_PATIENTS = f"""
    (?:(?:de|varon[ ]de|mujer[ ]de|[vmhf])[ ]*)?{_AGE}  nacid[oa]  (?:nº[ ]?)?nhc  h\\.?ª  hcl?  d\\.?n\\.?i
    n\\.?i\\.?e  cipa?  pasaporte  cuil  autogenerado
"""
_OF_STAFF = """
    (?:n[º.o]|num\\.?|n\\.[ºo])?[ ]?col(?:eg(?:iad[oa])?|g|\\.)?  ncol  cnp  mir  fea  r[1-5]  elk\\.  mn  m\\.p\\.  due
    medic[oa]  enfermer[oa]
"""


def _one_of(cues: str) -> str:
    """The cues, which two blanks or more part, as alternatives."""
    return "|".join(filter(None, regex.split(r"\s{2,}|\n", cues.strip())))


def _before(cues: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?r)(?<![\p{{L}}\p{{N}}])(?:{_one_of(cues)}){_LABEL_END}{_TITLE}$")


def _behind(cues: str, gap: str) -> regex.Pattern[str]:
    return regex.compile(rf"{gap}(?:{_one_of(cues)})(?![\p{{L}}\p{{N}}])")


_BEFORE = {Role.PATIENT: _before(_PATIENTS), Role.STAFF: _before(_STAFF)}
_AFTER = {
    Role.PATIENT: _behind(_OF_PATIENTS, r"[ ]*[,;/|(\-]?[ ]*"),
    Role.STAFF: _behind(_OF_STAFF, r"[ ]*[,;/|(\-.]*\s?[ ]*"),
}


def told_role(folded: str, start: int, end: int) -> Role | None:
    """The role that the words right before a name tell, else those right behind it; None where neither does.

    `folded` is the report in lower case without accents (`fold_signs`).
    """
    before, after = folded[max(start - _REACH, 0) : start], folded[end : end + _REACH]
    for role, cue in _BEFORE.items():
        if cue.search(before):
            return role
    return next((role for role, cue in _AFTER.items() if cue.match(after)), None)
