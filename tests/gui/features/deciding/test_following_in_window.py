"""Suggestions that follow a decision, in the window: seen, told, undone by one key, and off when a person wants so."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QApplication

from deid_studio.gui.control import deciding
from deid_studio.model.edits import Relabel
from deid_studio.model.mentions import Desk, Mention

TEXT = (
    "Nombre: Aurelio Quirce Tobes.\nEpisodio: 10/03/2021 99\nAcude Quirce con su hija.\nEpisodio: 11/03/2021 98\n"
    "Informe de Aurelio Quirce.\n"
)


def told(studio) -> str:
    return studio.window.workbench.status.change.text()


def test_a_name_accepted_is_suggested_below_unless_that_is_turned_off_and_one_undo_takes_all_back(
    studio, make_studio, reports, tmp_path
):
    house = tmp_path / "casa"
    (reports / "1-alta.txt").write_text(TEXT, encoding="utf-8")
    studio.open(reports, "1-alta")

    def accept() -> None:
        studio.controller.select(studio.mention("Aurelio Quirce Tobes").id)
        studio.key("Return")

    before = studio.controller.desk
    studio.window.preferences.change(follow_decisions=False)
    accept()
    assert "Quirce" not in studio.texts("pending")
    assert told(studio) == ""
    studio.key("Ctrl+Z")

    studio.window.preferences.change(follow_decisions=True)
    accept()
    assert {"Quirce", "Aurelio Quirce"} <= set(studio.texts("pending"))
    assert told(studio) == "2 suggestions follow"
    studio.controller.select(studio.mention("Quirce").id)
    studio.settle()
    assert "in line 1" in studio.window.details.evidence.text()
    studio.key("Ctrl+Z")
    assert studio.controller.desk == before

    # Another class goes to what stands after the same label.
    first = studio.mention("10/03/2021")
    studio.controller.select(first.id)
    studio.controller.relabel("ID_CONTACTO_ASISTENCIAL")
    assert studio.mention("11/03/2021").span.phi_class == "ID_CONTACTO_ASISTENCIAL"
    assert "11/03/2021" in studio.texts("pending")
    assert told(studio).endswith("· 1 suggestion follows")

    accept_in_a_house(studio, house)

    # After a restart everything is as it was left.
    studio.open(reports, "1-alta")
    accept()
    assert "Quirce" in studio.texts("pending")
    left = studio.controller.desk
    studio.window.close()
    again = make_studio()
    again.open(reports, "1-alta")
    assert again.controller.desk == left

    # The folder opened again knows what was decided before.
    again.open(house, "1-alta-2")
    again.qtbot.waitUntil(lambda: "Villabrezo del Río" in again.texts("pending"))


def accept_in_a_house(studio, house) -> None:
    """What was marked by hand is suggested in the next report of a house, unless a person wants none of it."""
    house.mkdir()
    for number, name in enumerate(("Aurelio Quirce Tobes", "Berta Ordás Lara"), 1):
        text = f"Nombre: {name}.\nVista en Villabrezo del Río.\n"
        (house / f"1-alta-{number}.txt").write_text(text, encoding="utf-8")
    studio.open(house, "1-alta-1")
    place = studio.controller.session.text.index("Villabrezo")
    studio.controller.add(place, place + len("Villabrezo del Río"), "TERRITORIO")
    studio.show("1-alta-2")
    assert studio.texts("pending") == ["Berta Ordás Lara", "Villabrezo del Río"]
    studio.controller.select(studio.mention("Villabrezo del Río").id)
    studio.settle()
    assert "accepted in the report “1-alta-1”" in studio.window.details.evidence.text()
    studio.show("1-alta-1")
    studio.key("Ctrl+Z")
    studio.show("1-alta-2")
    assert studio.texts("pending") == ["Berta Ordás Lara"]

    studio.show("1-alta-1")
    studio.key("Ctrl+Y")
    studio.window.preferences.change(follow_folder=False)
    studio.show("1-alta-2")
    assert studio.texts("pending") == ["Berta Ordás Lara"]
    studio.window.preferences.change(follow_folder=True)


def _without_ids(desk: Desk) -> list[Mention]:
    return [replace(mention, id=0) for mention in desk]  # what was undone keeps its number


def test_what_follows_is_looked_for_before_the_key_and_is_what_follows_then(studio, reports, monkeypatch) -> None:
    looked_for = []
    following = deciding.following

    def noted(*given):
        looked_for.append(given[2])
        return following(*given)

    monkeypatch.setattr(deciding, "following", noted)
    (reports / "1-alta.txt").write_text(TEXT, encoding="utf-8")
    studio.open(reports, "1-alta")
    controller = studio.controller
    name = studio.mention("Aurelio Quirce Tobes")

    def choose() -> None:
        controller.select(name.id)
        studio.settle()
        QApplication.processEvents()
        looked_for.clear()

    before, found = controller.desk, {}
    for key in ("Return", "Del"):
        choose()
        controller.accept() if key == "Return" else controller.discard()
        assert not looked_for
        found[key] = _without_ids(controller.desk)
        studio.key("Ctrl+Z")
        assert controller.desk == before
        choose()
        controller._foreseen.clear()
        controller.accept() if key == "Return" else controller.discard()
        assert looked_for and _without_ids(controller.desk) == found[key] != _without_ids(before)
        studio.key("Ctrl+Z")

    # What was foreseen of a desk that is another one meanwhile does not count.
    choose()
    controller.perform(Relabel(studio.mention("10/03/2021").id, "CALLE"))
    controller.select(name.id)
    looked_for.clear()
    controller.accept()
    assert looked_for and {"Quirce", "Aurelio Quirce"} <= set(studio.texts("pending"))
    assert studio.mention("10/03/2021").span.phi_class == "CALLE"


def test_what_was_suggested_for_a_mark_goes_when_the_mark_is_taken_off(studio, reports):
    (reports / "10-nota.txt").write_text("Acude Elvira Sanjuán Robledo.\nFirma: Elvira Sanjuán.\n", encoding="utf-8")
    studio.open(reports, "10-nota")
    studio.select_text("Elvira Sanjuán Robledo")
    studio.window.give_class("NOMBRE_SUJETO_ASISTENCIA")
    assert studio.texts("pending") == ["Elvira Sanjuán"]
    studio.controller.select(studio.mention("Elvira Sanjuán Robledo").id)
    studio.key("Backspace")
    assert studio.texts("pending") == studio.texts("accepted") == []
    studio.key("Ctrl+Z")
    assert studio.texts("pending") == ["Elvira Sanjuán"]
