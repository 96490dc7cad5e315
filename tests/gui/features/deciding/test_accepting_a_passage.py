"""A passage accepted with one key, in the window: what is shown before, what it does, and what it leaves alone."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from deid_studio.formats.brat_conf import ANNOTATION
from deid_studio.model.mentions import Decision
from deid_studio.model.span import Evidence, Suggestion
from deid_studio.review.figures.track_record import outcomes_of

PLAIN = (
    "Alta\n\nNombre: Ana Gil Ros. NHC: 5566 y 11/12/2020\n\n\nVisto 03/04/2021, 61 años, 05/06/2021."
    "\n\n\nFin 07/08/2021\n"
)
FORM = "Nombre: Ana Gil Ros\nNHC: 5566\nIngreso: 03/04/2021\n\n\nAlta: 07/08/2021\n"
OWN = b"[entities]\nPACIENTE\nFECHA\nCASO\n"


@pytest.fixture(params=["shipped", "own"])
def lines(request: pytest.FixtureRequest, studio, tmp_path: Path):
    """The window on the first of two reports of three lines with mentions, in the shipped classes and in those of a
    house."""
    folder = tmp_path / "consulta"
    folder.mkdir()
    for name in ("uno", "dos"):
        (folder / f"{name}.txt").write_text(PLAIN, encoding="utf-8")
    if request.param == "own":
        (folder / ANNOTATION).write_bytes(OWN)
    studio.open(folder, "uno")
    return studio


def together(studio) -> frozenset[int]:
    """The mentions with a light band."""
    studio.settle()
    return studio.view._painter.together


def banded(studio) -> set[str]:
    """Their texts."""
    text, desk = studio.controller.session.text, studio.controller.desk
    return {desk[one].span.text(text) for one in together(studio)}


def said(studio) -> str:
    studio.settle()
    button = studio.window.details.passage
    return button.text() if button.isVisible() else ""


def test_one_key_accepts_what_is_banded_as_the_person_s_decision_and_one_undo_restores_all(lines, monkeypatch) -> None:
    before = lines.controller.desk
    first = {m.span.text(PLAIN) for m in before if m.span.start < PLAIN.index("Visto")}
    assert banded(lines) == first and len(first) >= 2
    assert said(lines) == f"Shift+⏎ accepts {len(first)} of this line"
    lines.key("Shift+Return")
    assert set(lines.texts("accepted")) == first
    assert lines.current_text() == "03/04/2021" and banded(lines) == {"03/04/2021", "05/06/2021"}
    assert "accept the line" in lines.controller.undo_mirror.stack.undoText()
    lines.key("Ctrl+Z")
    assert lines.controller.desk == before

    # Walking through accepts exactly what is shown before each key.
    controller, desks = lines.controller, [lines.controller.desk]
    for _ in range(9):
        shown = set(together(lines)) or {controller.current}
        was = controller.desk
        lines.key("Shift+Return" if controller.together_in(controller.passage) else "Return")
        if controller.desk is was:
            break
        decided = {m.id for m in controller.desk if m.decision is not was[m.id].decision}
        assert decided == shown
        desks.append(controller.desk)
    # An age of which the model is not sure is one more, where there is a class for it.
    assert not controller.desk.pending and len(desks) in (4, 5)
    for desk in reversed(desks[:-1]):
        lines.key("Ctrl+Z")
        assert controller.desk == desk

    # After a decision that leaves nothing beside it, the key is for the next line.
    lines.controller.select(lines.mention("11/12/2020").id)
    lines.key("Shift+Return")
    lines.controller.select(lines.mention("11/12/2020").id)
    assert banded(lines) == {"03/04/2021", "05/06/2021"}
    assert said(lines) == "Shift+⏎ accepts 2 further on"
    lines.key("Shift+Return")
    assert {"03/04/2021", "05/06/2021"} <= set(lines.texts("accepted"))
    assert lines.controller.mention.decision is Decision.PENDING

    lines.show("dos")
    lines.key("Shift+Return")
    history = lines.controller.session.history
    accepted = [m for m in history.desk if m.decision is Decision.ACCEPTED]
    counted = outcomes_of(history, one_by_one=True)
    assert sum(counted[name, "accepted"] for name in {m.span.phi_class for m in accepted}) == len(accepted) >= 2

    # The offer is worked out once for a key.
    worked_out: list[int] = []
    show = lines.window.details.show_passage
    monkeypatch.setattr(lines.window.details, "show_passage", lambda *given: (worked_out.append(1), show(*given)))
    QApplication.sendPostedEvents()
    worked_out.clear()
    lines.key("Return")
    QApplication.sendPostedEvents()
    assert len(worked_out) == 1

    # The key that a person gives is told.
    for _ in range(2):
        lines.key("Ctrl+Z")
    assert not lines.texts("accepted")
    lines.window.preferences.change(keys={"accept_passage": ("F2",)})
    assert said(lines).startswith("F2 accepts")
    lines.key("F2")
    assert len(lines.texts("accepted")) >= 2


def test_the_fields_of_a_form_are_accepted_as_a_line_is_and_what_is_unlikely_hidden_in_doubt_or_unseen_stays(
    studio, reports, preannotator, monkeypatch, afresh
) -> None:
    for name, text in (("1-alta", FORM), ("2-radiologia", PLAIN), ("10-nota", PLAIN)):
        (reports / f"{name}.txt").write_text(text, encoding="utf-8")
    studio.window.status._stands.setInterval(500)
    studio.open(reports, "1-alta")
    assert said(studio) == "Shift+⏎ accepts 3 of these lines"
    studio.key("Shift+Return")
    assert studio.texts("pending") == ["07/08/2021"] == [studio.current_text()]

    studio.show("2-radiologia")
    studio.controller.select(studio.mention("03/04/2021").id)
    studio.key("Shift+Return")
    assert studio.texts("accepted") == ["03/04/2021", "05/06/2021"]
    assert studio.current_text() == "61 años" and not banded(studio) and not said(studio)
    before = studio.controller.desk
    studio.key("Shift+Return")
    told = studio.window.status.told
    assert studio.controller.desk == before and "decided by itself" in told.text()
    # That the passage is saved meanwhile, which comes by itself, does not put the answer out of sight.
    studio.save()
    assert "decided by itself" in told.text()
    studio.qtbot.waitUntil(lambda: told.text().startswith("Saved"))
    studio.key("Return")
    assert "61 años" in studio.texts("accepted") and studio.current_text() == "07/08/2021"
    assert not said(studio)  # Return does the same
    studio.key("Shift+Return")
    assert "07/08/2021" in studio.texts("accepted")

    # After what was missed is marked, the rest of the line takes one key.
    studio.show("10-nota")
    studio.select_text("Visto")
    studio.key("T")
    assert banded(studio) == {"03/04/2021", "05/06/2021"}
    studio.key("Shift+Return")
    assert studio.texts("accepted") == ["Visto", "03/04/2021", "05/06/2021"]

    # Hidden ones and doubts.
    reports = afresh(reports)
    worker = inspect.getmodule(preannotator)
    suggestions_for = worker.suggestions_for

    def with_a_doubt(text: str) -> tuple[Suggestion, ...]:
        found = suggestions_for(text)
        return (*(replace(one, evidence=(Evidence("crf", "marginal"),)) for one in found[:1]), *found[1:])

    (reports / "1-alta.txt").write_text(PLAIN, encoding="utf-8")
    monkeypatch.setattr(worker, "suggestions_for", with_a_doubt)
    studio.open(reports, "1-alta")
    controller = studio.controller
    controller.set_least(-1.0)
    controller.set_hidden(frozenset({studio.mention("5566").span.phi_class}))
    controller.select(studio.mention("11/12/2020").id)
    assert not banded(studio)
    studio.key("Shift+Return")
    assert studio.texts("accepted") == ["11/12/2020"] and studio.current_text() == "Ana Gil Ros"

    # What is not seen.
    reports = afresh(reports)
    text = "Visto " + ", ".join(f"{day:02}/01/2021 y algo más de texto" for day in range(1, 12)) + "\n"
    (reports / "1-alta.txt").write_text(text * 12, encoding="utf-8")
    studio.open(reports, "1-alta")
    controller, view = studio.controller, studio.view
    bar = view.verticalScrollBar()
    for place in range(0, bar.maximum() + 1, max(bar.maximum() // 5, 1)):
        bar.setValue(place)
        seen = view.sight.readable()
        for mention in controller.desk.pending[::9]:
            controller.select(mention.id)
            shown = {m.id for m in controller.desk if any(a <= m.span.start and m.span.end <= b for a, b in seen)}
            banded_now = together(studio)
            assert banded_now <= shown
            assert (mention.id in shown) or not banded_now
    controller.select(controller.desk.pending[0].id)
    bar.setValue(bar.maximum())
    before = controller.desk
    studio.key("Shift+Return")  # of what is not on the screen it only comes back into sight
    assert controller.desk == before and bar.value() == 0
