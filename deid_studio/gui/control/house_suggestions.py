"""HouseSuggestions: what the window suggests in a report, with what was decided in the folder's others."""

from __future__ import annotations

from dataclasses import replace

from deid_studio.batch.preannotated import Preannotated
from deid_studio.model.tagset import TagSet
from deid_studio.review.alike.house import House
from deid_studio.review.alike.house_folder import Left
from deid_studio.review.session import ReviewSession


class HouseSuggestions:
    """The house of the open folder, made anew beside the window, and the last report's suggestions by it."""

    def __init__(self, tagset: TagSet) -> None:
        self.house = House(tagset)
        self.follows = True
        self._last: tuple[Preannotated, House, Preannotated] | None = None

    def take(self, house: House, before: House) -> None:
        """Take a house that was made of the one `before`; what came in the meantime counts."""
        own = self.house.lessons.items()
        self.house = house.with_lessons(one for name, one in own if before.lessons.get(name) != one)

    @staticmethod
    def left(session: ReviewSession | None) -> Left | None:
        """A report that is being left, as the house may learn from it; None where nothing was decided."""
        begun = session is not None and session.begun
        return Left(session.name, session.desk, session.text) if session is not None and begun else None

    def suggested(self, result: Preannotated, text: str) -> Preannotated:
        """A report's suggestions and doubts as they are made by what its house says; those of its text as it is."""
        if not self.follows or not self.house.lessons or result.error is not None:
            return result
        if self._last is None or self._last[0] is not result or self._last[1] is not self.house:
            found, doubts = self.house.applied(result.name, text, result.suggestions, result.doubts)
            self._last = result, self.house, replace(result, suggestions=found, doubts=doubts)
        return self._last[2]
