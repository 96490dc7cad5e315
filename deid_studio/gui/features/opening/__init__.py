"""Opening: folders, reports and documents that are opened, converted, and opened again where work was left."""

from __future__ import annotations

from dataclasses import dataclass

from deid_studio.gui.features.opening.document_offers import DocumentOffers
from deid_studio.gui.features.opening.opening import Opening
from deid_studio.gui.features.opening.places import Places
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


@dataclass(frozen=True, slots=True)
class OpeningFolders:
    """What opens, what converts documents, and what knows where a person was."""

    opening: Opening
    documents: DocumentOffers
    places: Places


def install(workbench: Workbench) -> OpeningFolders:
    """Bring in the ways to a folder."""
    documents = DocumentOffers(workbench)
    opening = Opening(workbench, documents)
    places = Places(workbench, workbench.preferences.window_file)
    workbench.actions.add_part(Menu.FILE, 125, opening.fill)
    workbench.actions.add(
        ActionSpec(
            "open_folder", Menu.FILE, 110, QT_TRANSLATE_NOOP("actions", "&Open folder…"),
            opening.choose_folder, ("Ctrl+O",), "open-folder", in_toolbar=110
        ),
        ActionSpec("open_files", Menu.FILE, 120, QT_TRANSLATE_NOOP("actions", "Open f&iles…"), opening.choose_files),
        ActionSpec("quit", Menu.FILE, 310, QT_TRANSLATE_NOOP("actions", "&Quit"), workbench.window.close, ("Ctrl+Q",)),
    )  # fmt: skip
    return OpeningFolders(opening, documents, places)
