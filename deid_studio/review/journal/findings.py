"""Findings: what is wrong with a folder's journal, or with what stands beside it, in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from deid_studio.texts import Text


class Harm(Enum):
    """A kind of harm."""

    MISSING = Text("the journal is missing or empty")
    UNREADABLE = Text("the journal cannot be read to its end")
    CHANGED = Text("the journal does not say what was written")
    GONE = Text("decisions are missing from the journal")
    BEHIND = Text("the journal lacks the latest decisions")
    FOREIGN = Text("the journal is of other reports")
    MIRROR = Text("the journal's copy (journal.log) is missing or another's: the latest decisions may be lacking")
    UNKNOWN_SIGN_OFF = Text("a sign-off stands on record that is not in the journal")
    UNPROVEN = Text("the journal's sign-off is not on record in review.jsonl")
    REVIEW_FILE = Text("review.jsonl is damaged or was changed")
    CLASSES = Text("a change of the classes was cut short; the program finishes it when the folder is opened")
    NO_REPORT = Text("what was decided on it is kept, and the report itself is not there")
    TEXT = Text("the text has changed since it was reviewed")
    ANN = Text("the .ann is not the one that was saved")
    NOT_AS_SIGNED = Text("what is decided is not what was signed")
    GOLD = Text("the retraining data is not what was signed")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, with one report or (empty) with the whole folder."""

    harm: Harm
    report: str = ""

    def text(self, language: str) -> str:
        """The finding in a language."""
        return self.harm.value.said(language)
