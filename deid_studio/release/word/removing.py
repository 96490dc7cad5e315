"""What the cleaning of a Word document's part needs to know, and what it removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from deid_studio.release.word.nodes import Node


class Removed(Enum):
    """What a Word document lost on leaving, in Spanish and English."""

    PICTURES = ("imágenes", "pictures")
    OBJECTS = ("gráficos, diagramas y objetos incrustados", "charts, diagrams and embedded objects")
    DELETIONS = ("texto borrado con control de cambios", "tracked deletions")
    HIDDEN = ("texto oculto", "hidden text")
    UNSHOWN = ("notas y encabezados que no se muestran", "notes and headers that are not shown")
    LINKS = ("direcciones de hipervínculos", "targets of hyperlinks")
    FIELDS = ("códigos de campo", "field codes")
    CONTROLS = ("controles de contenido (queda su texto)", "content controls (their text stays)")
    DESCRIPTIONS = ("textos alternativos", "alternative texts")
    BOOKMARKS = ("marcadores", "bookmarks")
    PARTS = ("partes que no son texto ni formato", "parts that are neither text nor layout")


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
