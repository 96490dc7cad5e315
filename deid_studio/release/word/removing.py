"""What the cleaning of a Word document's part needs to know, and what it removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from deid_studio.release.word.nodes import Node
from deid_studio.texts import Text


class Removed(Enum):
    """What a Word document lost on leaving."""

    PICTURES = Text("pictures")
    OBJECTS = Text("charts, diagrams and embedded objects")
    DELETIONS = Text("tracked deletions")
    HIDDEN = Text("hidden text")
    UNSHOWN = Text("notes and headers that are not shown")
    LINKS = Text("targets of hyperlinks")
    FIELDS = Text("field codes")
    CONTROLS = Text("content controls (their text stays)")
    DESCRIPTIONS = Text("alternative texts")
    BOOKMARKS = Text("bookmarks")
    PARTS = Text("parts that are neither text nor layout")


@dataclass
class Cleaning:
    """What the cleaning of one part needs to know, and what it removed.

    `read` are the elements whose letters are the report's; `changed` those of them that were rewritten. `link` gives
    the new id of the relationship with an old id, None where its target does not leave. `styles` are new ids of styles
    by the old ones; `hidden` the old ones that hide their text.
    """

    read: set[Node]
    changed: set[Node]
    link: Callable[[str], str | None]
    styles: Mapping[str, str]
    hidden: frozenset[str] = frozenset()
    referred: Mapping[str, frozenset[str]] = field(default_factory=dict)  # ids of notes and comments that are shown
    removed: Counter[Removed] = field(default_factory=Counter)
    links: dict[Node, str] = field(default_factory=dict)
