"""The house of a folder: what the journal holds of its reports' decisions, as they are and as they come."""

from __future__ import annotations

from dataclasses import dataclass

from deid_studio.errors import DeidError
from deid_studio.model.mentions import Desk
from deid_studio.progress import Progress
from deid_studio.review.alike.house import House, Lesson, lesson_of
from deid_studio.review.deciding.history import replayed
from deid_studio.review.project import Project


@dataclass(frozen=True, slots=True)
class Left:
    """A report that is being left, as it is now."""

    report: str
    desk: Desk
    text: str


def with_left(house: House, left: Left | None) -> House:
    """The house with what was decided in the report that is being left, ready to be asked."""
    if left is not None:
        house = house.with_lessons([lesson_of(left.report, left.desk, left.text, house.tagset)])
    house.prepare()
    return house


def read_house(project: Project, progress: Progress) -> House:
    """The house as the journal knows it, ready to be asked; a report that it cannot tell of is left out."""
    lessons: list[Lesson] = []
    begun = [name for name, summary in project.summaries().items() if summary.decided]
    for name in progress.each(begun, len(begun)):
        try:
            events = project.journal().events(name)
            text = events[0].payload["text"]
            lessons.append(lesson_of(name, replayed(events).desk, text, project.tagset))
        except (DeidError, LookupError):
            continue
    return with_left(House(project.tagset).with_lessons(lessons), None)
