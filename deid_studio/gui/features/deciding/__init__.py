"""Deciding: accepting, rejecting, moving and noting the current mention, the way to the next, and undoing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from deid_studio.gui.control.token_edges import Edge, TokenEdges
from deid_studio.gui.features.deciding.details_panel import FRAGMENT, DetailsPanel
from deid_studio.gui.features.deciding.fragment_giving import FragmentGiving
from deid_studio.gui.features.deciding.notes import Notes
from deid_studio.gui.features.deciding.passage_offer import PassageOffer
from deid_studio.gui.features.deciding.text_menu import open_text_menu
from deid_studio.gui.features.deciding.undo_titles import UndoTitles
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs, Where
from deid_studio.gui.widgets.still import Still
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench
from deid_studio.model.span import Span


@dataclass(frozen=True, slots=True)
class Deciding:
    """What shows the current mention, and the notes on it."""

    details: DetailsPanel
    notes: Notes


def install(workbench: Workbench) -> Deciding:
    """Bring in the current mention's details below the report, and the verbs by which it is decided."""
    controller, view = workbench.controller, workbench.view
    details = DetailsPanel(controller, workbench.guidelines, workbench.theme)
    below = Still(details)
    below.hide()  # nothing is to be decided before the first report
    notes, fragments = Notes(workbench), FragmentGiving(workbench)
    workbench.add_below(30, below)
    workbench.theme_changed.connect(details.set_theme)
    workbench.keys.changed.connect(details.set_keys)
    PassageOffer(workbench, details)
    controller.report_opened.connect(below.show)

    def follow_settings() -> None:
        controller.follows = workbench.preferences.settings.follow_decisions
        controller.follow_folder(workbench.preferences.settings.follow_folder)

    workbench.preferences.changed.connect(follow_settings)
    follow_settings()
    view.selection.changed.connect(
        lambda selected: details.set_selected(selected is not None, fragments.named(), fragments.takes_out())
    )
    view.menu_wanted.connect(lambda place: open_text_menu(workbench, place))
    details.class_wanted.connect(lambda: workbench.actions.do("choose_class"))
    details.note_wanted.connect(notes.edit)
    details.rule_wanted.connect(lambda rule: workbench.actions.do("turn_off_rule", rule))
    details.rules_off_wanted.connect(lambda: workbench.actions.do("rules_off"))
    workbench.actions.add(*_history(workbench), *_decisions(workbench, notes), *_steps(workbench), *_edges(workbench))
    workbench.actions.add(_fragment(fragments))
    workbench.built.connect(lambda: UndoTitles(workbench))
    return Deciding(details, notes)


def _history(workbench: Workbench) -> tuple[ActionSpec, ...]:
    controller = workbench.controller
    stack = controller.undo_mirror.stack
    undo, redo = QT_TRANSLATE_NOOP("actions", "&Undo"), QT_TRANSLATE_NOOP("actions", "&Redo")
    there = Needs.REPORT
    return (
        ActionSpec(
            "undo", Menu.EDIT, 110, undo, controller.undo, ("Ctrl+Z",), "undo",
            needs=there, possible=lambda: stack.canUndo() or bool(controller.last_sign_off.report), in_toolbar=210
        ),
        ActionSpec(
            "redo", Menu.EDIT, 120, redo, controller.redo, ("Ctrl+Shift+Z", "Ctrl+Y"), "redo",
            needs=there, possible=stack.canRedo, in_toolbar=220
        ),
    )  # fmt: skip


def _decisions(workbench: Workbench, notes: Notes) -> tuple[ActionSpec, ...]:
    controller = workbench.controller

    def accept_class() -> None:
        mention = controller.mention
        if mention is not None:
            controller.accept_class(mention.span.phi_class)

    report, mention, review, span = Needs.REPORT, Needs.MENTION, Where.REVIEW, Menu.SPAN
    return (
        ActionSpec(
            "accept_all", Menu.REPORT, 310, QT_TRANSLATE_NOOP("actions", "&Accept all pending"),
            controller.accept_all, ("Ctrl+Shift+Return",), needs=report, possible=lambda: bool(controller.acceptable)
        ),
        ActionSpec(
            "reject_all", Menu.REPORT, 320, QT_TRANSLATE_NOOP("actions", "Re&ject all pending"),
            controller.reject_all, ("Ctrl+Shift+Backspace",), needs=report,
            possible=lambda: bool(controller.shown_pending)
        ),
        ActionSpec(
            "accept", span, 110, QT_TRANSLATE_NOOP("actions", "&Accept, go to the next"),
            controller.accept, ("Return", "Enter"), "accept", review, report, in_toolbar=410, in_text_menu=10
        ),
        ActionSpec(
            "discard", span, 115, QT_TRANSLATE_NOOP("actions", "&Reject or delete, go to the next"),
            controller.discard, ("Backspace", "Del"), "reject", review, report, in_toolbar=420, in_text_menu=20
        ),
        ActionSpec(
            "accept_passage", span, 117, QT_TRANSLATE_NOOP("actions", "Accept what is likely in the l&ine"),
            controller.accept_passage, ("Shift+Return", "Shift+Enter"), "", review, report
        ),
        ActionSpec(
            "reopen", span, 120, QT_TRANSLATE_NOOP("actions", "Take the &decision back"),
            controller.reopen, ("Shift+Backspace",), "", review, mention
        ),
        ActionSpec(
            "accept_class", span, 125, QT_TRANSLATE_NOOP("actions", "Accept all of this c&lass"),
            accept_class, ("Alt+Return",), "", review, mention
        ),
        ActionSpec(
            "note", span, 340, QT_TRANSLATE_NOOP("actions", "N&ote…"),
            notes.edit, ("Ctrl+M",), "note", needs=mention, in_text_menu=120
        ),
    )  # fmt: skip


def _fragment(fragments: FragmentGiving) -> ActionSpec:
    title = QT_TRANSLATE_NOOP("actions", "Add the selected text to the mention, or ta&ke it out")
    where, needs = Where.REVIEW, Needs.REPORT
    return ActionSpec(FRAGMENT, Menu.SPAN, 345, title, fragments.toggle, ("*",), "", where, needs, in_text_menu=130)


def _steps(workbench: Workbench) -> tuple[ActionSpec, ...]:
    controller = workbench.controller

    def any_pending() -> bool:
        return bool(controller.sure_pending)

    review, report, span = Where.REVIEW, Needs.REPORT, Menu.SPAN
    return (
        ActionSpec(
            "next_pending", span, 210, QT_TRANSLATE_NOOP("actions", "&Next pending"),
            partial(controller.go_to_pending, 1), (".", "F8"), "next", review, report,
            possible=any_pending, in_toolbar=320
        ),
        ActionSpec(
            "previous_pending", span, 220, QT_TRANSLATE_NOOP("actions", "&Previous pending"),
            partial(controller.go_to_pending, -1), (",", "Shift+F8"), "previous", review, report,
            possible=any_pending, in_toolbar=310
        ),
        ActionSpec(
            "next_span", span, 230, QT_TRANSLATE_NOOP("actions", "Next mention"),
            partial(controller.go_to_span, 1), ("Ctrl+Down",), "", review, report
        ),
        ActionSpec(
            "previous_span", span, 240, QT_TRANSLATE_NOOP("actions", "Previous mention"),
            partial(controller.go_to_span, -1), ("Ctrl+Up",), "", review, report
        ),
    )  # fmt: skip


def _edges(workbench: Workbench) -> tuple[ActionSpec, ...]:
    def moving(edge: Edge, direction: int, by_word: bool = True) -> Callable[[], None]:
        return partial(move_edge, workbench, edge, direction, by_word)

    ends, review, report = Menu.ENDS, Where.REVIEW, Needs.REPORT
    # No sign that needs AltGr on a Spanish keyboard, and no Ctrl+Alt with arrows, which desktops keep for themselves.
    return (
        ActionSpec(
            "end_token_right", ends, 410, QT_TRANSLATE_NOOP("actions", "End one word further"),
            moving(Edge.END, 1), ("Alt+Right", ">"), "", review, report
        ),
        ActionSpec(
            "end_token_left", ends, 415, QT_TRANSLATE_NOOP("actions", "End one word back"),
            moving(Edge.END, -1), ("Alt+Left", "<"), "", review, report
        ),
        ActionSpec(
            "start_token_right", ends, 420, QT_TRANSLATE_NOOP("actions", "Start one word further"),
            moving(Edge.START, 1), ("Alt+Shift+Right", ")"), "", review, report
        ),
        ActionSpec(
            "start_token_left", ends, 425, QT_TRANSLATE_NOOP("actions", "Start one word back"),
            moving(Edge.START, -1), ("Alt+Shift+Left", "("), "", review, report
        ),
        ActionSpec(
            "end_right", ends, 430, QT_TRANSLATE_NOOP("actions", "End one character further"),
            moving(Edge.END, 1, False), ("Alt+Down",), "", review, report
        ),
        ActionSpec(
            "end_left", ends, 435, QT_TRANSLATE_NOOP("actions", "End one character back"),
            moving(Edge.END, -1, False), ("Alt+Up",), "", review, report
        ),
        ActionSpec(
            "start_right", ends, 440, QT_TRANSLATE_NOOP("actions", "Start one character further"),
            moving(Edge.START, 1, False), ("Alt+Shift+Down",), "", review, report
        ),
        ActionSpec(
            "start_left", ends, 445, QT_TRANSLATE_NOOP("actions", "Start one character back"),
            moving(Edge.START, -1, False), ("Alt+Shift+Up",), "", review, report
        ),
    )  # fmt: skip


def move_edge(workbench: Workbench, edge: Edge, direction: int, by_word: bool = True) -> None:
    """Move an edge of the selected text, or of the current mention where none is selected."""
    view, controller = workbench.view, workbench.controller
    selected = view.selection.filled_range()
    if selected is None:
        caret = view.selection.caret()
        moved = controller.move_edge(edge, direction, by_word, caret)
        _stay_in_fragment(workbench, caret)
        if not moved:
            _tell_stopped(workbench, edge, direction, by_word)
        return
    edges = TokenEdges(view.page.filled)
    stretch = edges.moved(Span(*selected, "selected"), edge, direction, by_word)
    if stretch is None:
        _tell_stopped(workbench, edge, direction, by_word)
    else:
        view.selection.select_filled(*stretch)


def _tell_stopped(workbench: Workbench, edge: Edge, direction: int, by_word: bool) -> None:
    """Tell why a key that makes something longer by a word did nothing."""
    if by_word and (edge is Edge.END) == (direction > 0):
        workbench.status.tell(translate("edges", "No further word in this paragraph or cell."))


def _stay_in_fragment(workbench: Workbench, caret: int) -> None:
    """Put the caret back where it was, or as near as the current mention's fragments reach: the next step is of it."""
    mention = workbench.controller.mention
    if mention is not None and mention.span.gaps and caret > mention.span.start:
        places = [min(max(caret, start), end - 1) for start, end in mention.span.fragments]
        workbench.view.selection.put(min(places, key=lambda place: abs(place - caret)))
