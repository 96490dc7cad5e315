"""Tour: the first steps of somebody new, on an invented report in the real window."""

from __future__ import annotations

from deid_studio.gui.features.tour.tour import Tour
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> Tour:
    """Bring in the tour, offered on the first page and in the help."""
    tour = Tour(workbench)
    title = QT_TRANSLATE_NOOP("actions", "&First steps, with an invented report")
    workbench.actions.add(ActionSpec("first_steps", Menu.HELP, 102, title, tour.begin))
    workbench.page.first_steps_wanted.connect(tour.begin)
    return tour
