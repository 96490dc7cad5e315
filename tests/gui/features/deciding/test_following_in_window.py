"""Suggestions that follow a decision, in the window: seen, told, undone by one key, and off when a person wants so."""

from __future__ import annotations

import pytest

TEXT = (
    "Nombre: Aurelio Quirce Tobes.\nEpisodio: 10/03/2021 99\nAcude Quirce con su hija.\nEpisodio: 11/03/2021 98\n"
    "Informe de Aurelio Quirce.\n"
)


@pytest.fixture
def named(studio, reports):
    """The window on a report that names its patient three times, of which the detector finds the first."""
    (reports / "1-alta.txt").write_text(TEXT, encoding="utf-8")
    studio.open(reports, "1-alta")
    studio.controller.select(studio.mention("Aurelio Quirce Tobes").id)
    return studio


def told(studio) -> str:
    return studio.window.workbench.status.change.text()


def test_a_name_accepted_is_suggested_below_and_one_undo_takes_all_back(named):
    before = named.controller.desk
    named.key("Return")
    assert {"Quirce", "Aurelio Quirce"} <= set(named.texts("pending"))
    assert told(named) == "2 suggestions follow"
    named.controller.select(named.mention("Quirce").id)
    assert "in line 1" in named.window.details.evidence.text()
    named.key("Ctrl+Z")
    assert named.controller.desk == before


def test_another_class_goes_to_what_stands_after_the_same_label(named):
    first = named.mention("10/03/2021")
    named.controller.select(first.id)
    named.controller.relabel("ID_CONTACTO_ASISTENCIAL")
    assert named.mention("11/03/2021").span.phi_class == "ID_CONTACTO_ASISTENCIAL"
    assert "11/03/2021" in named.texts("pending")
    assert told(named).endswith("· 1 suggestion follows")


def test_after_a_restart_everything_is_as_it_was_left(named, make_studio, reports):
    named.key("Return")
    left = named.controller.desk
    named.window.close()
    again = make_studio()
    again.open(reports, "1-alta")
    assert again.controller.desk == left


def test_it_can_be_turned_off(named):
    named.window.preferences.change(follow_decisions=False)
    named.key("Return")
    assert "Quirce" not in named.texts("pending")
    assert told(named) == ""


@pytest.fixture
def house(studio, reports):
    """The window on the first of two reports of one house, whose place the detector does not find."""
    for number, name in enumerate(("Aurelio Quirce Tobes", "Berta Ordás Lara"), 1):
        text = f"Nombre: {name}.\nVista en Villabrezo del Río.\n"
        (reports / f"1-alta-{number}.txt").write_text(text, encoding="utf-8")
    studio.open(reports, "1-alta-1")
    place = studio.controller.session.text.index("Villabrezo")
    studio.controller.add(place, place + len("Villabrezo del Río"), "TERRITORIO")
    return studio


def test_what_was_marked_by_hand_is_suggested_in_the_next_report(house):
    house.show("1-alta-2")
    assert house.texts("pending") == ["Berta Ordás Lara", "Villabrezo del Río"]
    house.controller.select(house.mention("Villabrezo del Río").id)
    assert "accepted in the report “1-alta-1”" in house.window.details.evidence.text()
    house.show("1-alta-1")
    house.key("Ctrl+Z")
    house.show("1-alta-2")
    assert house.texts("pending") == ["Berta Ordás Lara"]


def test_the_folder_opened_again_knows_what_was_decided_before(house, make_studio, reports):
    house.window.close()
    again = make_studio()
    again.open(reports, "1-alta-2")
    again.qtbot.waitUntil(lambda: "Villabrezo del Río" in again.texts("pending"))


def test_other_reports_are_not_followed_where_a_person_wants_none_of_it(house):
    house.window.preferences.change(follow_folder=False)
    house.show("1-alta-2")
    assert house.texts("pending") == ["Berta Ordás Lara"]
