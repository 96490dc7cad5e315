"""Letters take what may be PHI and is not shown, and lead on from what was marked by them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deid_studio.model.mentions import Decision
from deid_studio.model.span import Evidence, Span, Suggestion


@pytest.fixture
def doubtful(monkeypatch, preannotator, invented, studio, reports):
    """1-alta in the window, with a doubt about a name and a town that the model held possible."""
    start = invented.alta.index("Elvira")
    end = invented.alta.index(".", start)
    doubt = Suggestion(Span(start, end, "TERRITORIO"), 0.25, (Evidence("crf", "marginal", "0.30"),))
    make = preannotator.__init__

    def __init__(self, model, on_ready, on_result):
        make(self, model, on_ready, lambda result: on_result(replace(result, doubts=(doubt,))))

    monkeypatch.setattr(preannotator, "__init__", __init__)
    studio.open(reports, "1-alta")
    return doubt.span


def _type_letters(studio, start: int, shift: bool = False) -> str:
    studio.key("'")
    keys = next(keys for keys, one in studio.window.hint_mode.hints.items() if one.start == start)
    for at, letter in enumerate(keys):
        studio.key(f"Shift+{letter.upper()}" if shift and not at else letter.upper())
    return keys


def test_letters_mark_a_doubt_as_it_stands_select_with_shift_and_lead_on_to_what_is_pending(studio, doubtful):
    desk = studio.controller.desk
    keys = _type_letters(studio, doubtful.start)
    mention = studio.controller.mention
    assert (mention.span, mention.decision) == (doubtful, Decision.ACCEPTED)
    assert len(keys) == 1 and not studio.window.hint_mode.active
    studio.key("R")
    assert studio.controller.desk[mention.id].span.phi_class == "FAMILIARES_SUJETO_ASISTENCIA"
    studio.key("Ctrl+Z")
    studio.key("Ctrl+Z")
    assert studio.controller.desk == desk

    # Letters that mark say so, and with Shift they select.
    studio.window.resize(1280, 800)
    studio.key("'")
    told = studio.window.workbench.status.told
    assert "letters with +" in told.text()
    studio.qtbot.waitUntil(lambda: told.fontMetrics().horizontalAdvance(told.text()) <= told.width())  # none is cut
    studio.key("Esc")
    _type_letters(studio, doubtful.start, shift=True)
    first, last = studio.view.selection.range()
    assert first == doubtful.start and last > doubtful.end
    assert studio.controller.desk == desk

    # What they led to, once marked, leads on to what is pending in sight.
    controller, text = studio.controller, studio.controller.session.text
    place = text.index("hermana")
    following = next(m for m in controller.shown_pending if m.span.start > place)
    _type_letters(studio, place)
    studio.key("R")
    assert (
        text[place : controller.desk.at(place)[0].span.end] in studio.texts("accepted")
        and controller.current == following.id
    )
    controller.undo()
    controller.seen = lambda: [(place, place + len("hermana"))]  # nothing else is in sight: the page holds still
    _type_letters(studio, place)
    studio.key("R")
    assert controller.mention.span.start == place


def test_the_sign_before_letters_may_be_typed_and_no_sign_makes_them_the_key_of_a_class(studio, doubtful):
    mode, desk = studio.window.hint_mode, studio.controller.desk
    studio.key("'")
    keys = next(keys for keys, one in mode.hints.items() if one.start == doubtful.start)
    for sign in ("+", "1", "Space"):
        studio.key(sign)
        assert mode.active and studio.controller.desk == desk
    for letter in keys:
        studio.key(letter.upper())
    assert not mode.active and studio.controller.mention.span == doubtful
    studio.key("'")
    studio.key("Left")
    assert not mode.active
