"""Findings: what is wrong with a folder's journal, or with what stands beside it, in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Harm(Enum):
    """A kind of harm, in Spanish and English."""

    MISSING = ("falta el diario, o está vacío", "the journal is missing or empty")
    UNREADABLE = ("el diario no se puede leer entero", "the journal cannot be read to its end")
    CHANGED = ("el diario no dice lo que se escribió", "the journal does not say what was written")
    GONE = ("faltan decisiones en el diario", "decisions are missing from the journal")
    BEHIND = ("al diario le faltan las últimas decisiones", "the journal lacks the latest decisions")
    FOREIGN = ("el diario es de otros informes", "the journal is of other reports")
    MIRROR = (
        "falta la copia del diario (journal.log), o es de otro: pueden faltar las últimas decisiones",
        "the journal's copy (journal.log) is missing or another's: the latest decisions may be lacking",
    )
    UNKNOWN_SIGN_OFF = (
        "consta una firma que no está en el diario",
        "a sign-off stands on record that is not in the journal",
    )
    UNPROVEN = (
        "la firma del diario no consta en review.jsonl",
        "the journal's sign-off is not on record in review.jsonl",
    )
    REVIEW_FILE = ("review.jsonl está dañado o cambiado", "review.jsonl is damaged or was changed")
    TEXT = ("el texto ha cambiado desde que se revisó", "the text has changed since it was reviewed")
    ANN = ("el .ann no es el que se guardó", "the .ann is not the one that was saved")
    NOT_AS_SIGNED = ("lo decidido no es lo que se firmó", "what is decided is not what was signed")
    GOLD = (
        "los datos de reentrenamiento no son los que se firmaron",
        "the retraining data is not what was signed",
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, with one report or (empty) with the whole folder."""

    harm: Harm
    report: str = ""

    def text(self, language: str) -> str:
        """The finding in `language` ("es" or "en")."""
        return self.harm.value[0] if language == "es" else self.harm.value[1]
