"""Left out: why a report of a folder does not leave with a release."""

from __future__ import annotations

from enum import StrEnum

from deid_studio.texts import Text


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
    def told(self) -> Text:
        """The reason in words."""
        return _TOLD[self]


_TOLD = {
    LeftOut.NOT_SIGNED: Text("not signed off"),
    LeftOut.CHANGED: Text("changed since they were signed off"),
    LeftOut.OTHER_TAG_SET: Text("signed off with other classes"),
    LeftOut.UNPROVEN: Text("signed off by an earlier version, to be signed again"),
    LeftOut.UNFIT: Text("the sign-off does not fit the report or review.jsonl, to be signed again"),
    LeftOut.NEEDS_SECOND: Text("awaiting a second reader"),
    LeftOut.NOT_REVIEWED: Text("nobody said who reviewed them"),
    LeftOut.AS_MADE: Text("as the program annotated them, unreviewed"),
    LeftOut.UNREADABLE: Text("could not be read"),
    LeftOut.HELD: Text("held by the last check"),
}
