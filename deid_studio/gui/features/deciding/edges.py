"""Edges: moves the ends of what is current by keys."""

from __future__ import annotations

from deid_studio.gui.control.token_edges import Edge, TokenEdges
from deid_studio.gui.workbench import Workbench
from deid_studio.model.span import Span


def move_edge(workbench: Workbench, edge: Edge, direction: int, by_token: bool = True) -> None:
    """Move an edge of the current mention, or of the selected text where no mention is current."""
    view, controller = workbench.view, workbench.controller
    selected = view.selection.filled_range()
    if controller.mention is not None or selected is None:
        controller.move_edge(edge, direction, by_token)
        return
    edges = TokenEdges(view.page.filled)
    moved = edges.moved(Span(*selected, "selected"), edge, direction, by_token)
    if moved is not None:
        view.selection.select_filled(*moved)
