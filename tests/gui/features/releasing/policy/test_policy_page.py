"""How a release is made, through the window: policies, classes, ways and what they say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QInputDialog

from deid_studio.release.facts import Fact
from deid_studio.release.policy import Generalisation, Scope, Treatment, Way, load_policy, policy_toml
from deid_studio.release.surrogates.repeating import Repeat
from tests.gui.features.releasing.release_driver import (
    DATES,
    NAME,
)


def test_a_changed_class_or_group_is_seen_at_once_and_what_happened_stays(signed):
    policy, options = signed.policy, signed.policy.options
    assert "03/04/2021" not in signed.texts()[1] and "05/06/2021" not in signed.texts()[1]
    signed.choose(DATES)
    signed.set_way(Way.TAG)
    assert "[**FECHAS 1**]" in signed.texts()[1] and "[**FECHAS 2**]" in signed.texts()[1]
    assert policy._rows[DATES].text(1) == "Class tag, numbered"
    assert policy.choice.policies.currentText().endswith("(changed)")
    assert signed.work.policy.name == "research-changed"
    options.numbered.click()
    signed.wait()
    assert signed.texts()[1].count("[**FECHAS**]") == 2
    signed.set_way(Way.SURROGATE)
    assert signed.work.policy == load_policy("research") and not policy.is_changed

    # What happened stays until a person takes it off.
    signed.choose("EDAD_SUJETO_ASISTENCIA")
    assert "Edad: 61 años" in signed.texts()[1] and "Edad: 61 años" in signed.texts()[0]
    assert policy._rows["EDAD_SUJETO_ASISTENCIA"].text(1) == "As written, under 90"
    shown = {fact for fact, box in options.facts.items() if box.isVisibleTo(options)}
    assert shown == {Fact.AGE, Fact.AGE_OF_RELATIVE, Fact.AGE_AT_EVENT} and options.facts[Fact.AGE].isChecked()
    options.facts[Fact.AGE].click()
    signed.wait()
    assert "Edad: [**EDAD 1**]" in signed.texts()[1] and policy.is_changed
    assert policy._rows["EDAD_SUJETO_ASISTENCIA"].text(1) == "Surrogate"
    options.facts[Fact.AGE].click()
    signed.wait()
    assert signed.work.policy == load_policy("research")
    signed.choose(NAME)
    assert not options.kept.isVisibleTo(options)

    # A group is changed at once, but for what cannot be generalised.
    top = policy.table.topLevelItem(2)  # age and dates
    policy.table.clearSelection()
    top.setSelected(True)
    assert set(policy.classes) == {"EDAD_SUJETO_ASISTENCIA", DATES}
    signed.set_way(Way.GENERALISE)
    tagset = signed.work.tagset
    assert signed.work.policy.treatment(DATES, tagset).to is Generalisation.YEAR
    assert signed.work.policy.treatment("EDAD_SUJETO_ASISTENCIA", tagset).to is Generalisation.AGE_BAND
    signed.choose(NAME, DATES)
    assert policy.options.way.currentIndex() == -1
    signed.set_way(Way.GENERALISE)
    assert signed.work.policy.treatment(NAME, tagset).way is Way.SURROGATE
    signed.choose(NAME)
    assert not policy.options.way.model().item(policy.options.way.findData(Way.GENERALISE)).isEnabled()


def test_keys_lead_from_the_table_to_the_ways_and_each_has_its_options(signed):
    policy = signed.policy
    signed.window.steps.setCurrentIndex(1)
    signed.choose(NAME)
    signed.studio.key("Return", policy.table)
    view = policy.options.way.view()
    assert view.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Return)
    signed.wait()
    assert signed.work.policy.treatment(NAME, signed.work.tagset).way is Way.KEEP

    signed.choose(NAME)
    signed.set_way(Way.MASK)
    policy.options.length.setValue(3)
    signed.wait()
    assert "Nombre: ███." in signed.texts()[1]
    signed.set_way(Way.REMOVE)
    assert "Nombre: ." in signed.texts()[1] and not policy.options.length.isVisible()
    signed.set_way(Way.CODE)
    assert "Nombre: [[" in signed.texts()[1]
    signed.set_way(Way.KEEP)
    assert "Nombre: Lucía Quintanar Ríos." in signed.texts()[1]
    signed.choose("EDAD_SUJETO_ASISTENCIA")
    signed.set_way(Way.GENERALISE)
    assert "Edad: 60-64 años" in signed.texts()[1]
    policy.options.band.setValue(10)
    signed.wait()
    assert "Edad: 60-69 años" in signed.texts()[1]
    signed.choose(DATES)
    signed.set_way(Way.GENERALISE)
    assert "Fecha: 2021." in signed.texts()[1]
    policy.options.to.setCurrentIndex(policy.options.to.findData(Generalisation.MONTH))
    policy.options.to.activated.emit(policy.options.to.currentIndex())
    signed.wait()
    assert "Fecha: abril de 2021." in signed.texts()[1]

    # Scope, dates and trimming are of the whole policy.
    policy.scope.setCurrentIndex(policy.scope.findData(Scope.PROJECT))
    policy.scope.activated.emit(0)
    policy.trims["header"].click()
    signed.wait()
    policy.repeat.setCurrentIndex(policy.repeat.findData(Repeat.FRESH))
    policy.repeat.activated.emit(0)
    signed.wait()
    assert signed.work.policy.scope is Scope.PROJECT and signed.work.policy.trim == {"header"}
    assert signed.work.policy.repeat is Repeat.FRESH
    assert "Nombre" not in signed.texts()[1] and "Acude de nuevo." in signed.texts()[1]


def test_a_policy_of_ones_own_is_saved_chosen_again_exported_imported_deleted_and_replaced(signed, tmp_path):
    policy = signed.policy
    signed.choose(NAME)
    signed.set_way(Way.MASK)
    policy.choice.save.click()
    asked = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QInputDialog) and w.isVisible())
    asked.setTextValue("Ensayo Próstata")
    asked.accept()
    assert signed.work.policy.name == "ensayo-prostata" and not policy.is_changed
    assert load_policy("ensayo-prostata") == signed.work.policy

    policy.choice.export_file(str(tmp_path / "other.toml"))
    assert (tmp_path / "other.toml").read_bytes() == policy_toml(signed.work.policy)
    signed.window.close()
    signed.open()
    assert signed.work.policy.name == "ensayo-prostata"
    policy = signed.policy
    policy.choice.save_as("Research")
    assert "another name" in policy.choice.told.text() and signed.work.policy.name == "ensayo-prostata"

    policy.choice.delete.trigger()
    signed.studio.choose("Delete")
    assert signed.work.policy.name == "research" and policy.choice.policies.findData("ensayo-prostata") == -1
    policy.choice.import_file(str(tmp_path / "other.toml"))
    assert signed.work.policy.treatment(NAME, signed.work.tagset) == Treatment(Way.MASK)
    (tmp_path / "other.toml").write_text("name = 3")
    policy.choice.import_file(str(tmp_path / "no.toml"))
    assert signed.window.messages.shown("failed") is not None

    # Nothing is no name, and nobody is told off for it.
    policy.choice.save.click()
    dialog = policy.choice.findChild(QInputDialog)
    button = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    for title, possible in (("  ", False), ("Ensayo", True), ("", False)):
        dialog.setTextValue(title)
        assert button.isEnabled() == possible
    dialog.reject()

    # One that is there is replaced only when that is said.
    policy.choice._choose(policy.choice.policies.findData("research"))
    policy.choice.save_as("Ensayo")
    policy.choice._choose(policy.choice.policies.findData("research"))
    signed.choose(NAME)
    signed.set_way(Way.REMOVE)
    policy.choice.save_as("ensayo")
    assert load_policy("ensayo").treatment(NAME, signed.work.tagset).way is Way.SURROGATE
    signed.studio.choose("Replace")
    assert load_policy("ensayo").treatment(NAME, signed.work.tagset).way is Way.REMOVE
