"""Left out: why a report of a folder does not leave with a release."""

from __future__ import annotations

from enum import StrEnum

from deid_studio.errors import Detail


class LeftOut(StrEnum):
    """Why a report is not released."""

    NOT_SIGNED = "not-signed"
    CHANGED = "changed-since-signed"
    OTHER_TAG_SET = "other-tag-set"
    UNPROVEN = "signed-without-proof"
    UNFIT = "sign-off-does-not-fit"
    NEEDS_SECOND = "needs-second-reader"
    NOT_REVIEWED = "not-reviewed"
    AS_MADE = "as-a-program-made-it"
    UNREADABLE = "unreadable"
    HELD = "held"

    @property
    def told(self) -> Detail:
        """The reason in words."""
        return _TOLD[self]


_TOLD = {
    LeftOut.NOT_SIGNED: Detail("sin firmar", "not signed off"),
    LeftOut.CHANGED: Detail("han cambiado desde la firma", "changed since they were signed off"),
    LeftOut.OTHER_TAG_SET: Detail("firmados con otras clases", "signed off with other classes"),
    LeftOut.UNPROVEN: Detail(
        "firmados con una versión anterior, hay que volver a firmarlos",
        "signed off by an earlier version, to be signed again",
    ),
    LeftOut.UNFIT: Detail(
        "la firma no corresponde al informe o a review.jsonl, hay que volver a firmarlos",
        "the sign-off does not fit the report or review.jsonl, to be signed again",
    ),
    LeftOut.NEEDS_SECOND: Detail("falta la segunda lectura", "awaiting a second reader"),
    LeftOut.NOT_REVIEWED: Detail("no consta quién los revisó", "nobody said who reviewed them"),
    LeftOut.AS_MADE: Detail("tal como los anotó el programa, sin revisar", "as the program annotated them, unreviewed"),
    LeftOut.UNREADABLE: Detail("no se pudieron leer", "could not be read"),
    LeftOut.HELD: Detail("retenidos por la última comprobación", "held by the last check"),
}
