"""ReviewedElsewhere: what a person says of annotations that were not made in this program."""

from __future__ import annotations

from dataclasses import dataclass

from deid_studio.errors import ReviewedByError
from deid_studio.texts import Text

_LIMIT = 300  # characters
_EXPECTED = Text("it takes who and how, parted by a comma, in one line")


@dataclass(frozen=True, slots=True)
class ReviewedElsewhere:
    """Who reviewed annotations that were not made here, and how."""

    who: str
    how: str

    def __str__(self) -> str:
        return f"{self.who}, {self.how}"


def reviewed_elsewhere(said: str) -> ReviewedElsewhere:
    """Who and how, of a text `WHO, HOW`; raises `ReviewedByError` where one of them is missing."""
    who, _, how = (part.strip() for part in said.partition(","))
    in_words = all(any(letter.isalpha() for letter in part) for part in (who, how))
    if not in_words or not said.isprintable() or len(said) > _LIMIT:
        raise ReviewedByError(detail=_EXPECTED)
    return ReviewedElsewhere(who, how)
