"""A class of one's own that is told to hold telephones and addresses."""

from __future__ import annotations

from dataclasses import replace

from deid_studio.gui.features.tag_set.class_form import ClassForm
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.tagset_change import AlterClass
from tests.gui.features.tag_set.test_class_editing import answered, shown, waited


def test_a_class_is_told_to_be_for_contacts_and_then_holds_addresses_too(studio, own_classes):
    studio.open(own_classes)
    assert class_for(Meaning(Kind.EMAIL), studio.controller.tagset) == "IDENTIFICADOR"
    dialog = shown(studio)
    dialog.choose("CONTACTO")
    dialog.alter.click()

    def fill(form: ClassForm) -> None:
        assert form.kind.currentText() == "Telephone"
        form.kind.setCurrentText("Contact: telephone, e-mail or web")
        form.ok.click()

    answered(studio, dialog, ClassForm, fill)
    waited(studio, "Changed.")
    tagset = studio.controller.tagset
    assert (tagset["CONTACTO"].kind, tagset["CONTACTO"].subkind) == ("number", "contact")
    assert {class_for(Meaning(kind), tagset) for kind in (Kind.PHONE, Kind.EMAIL, Kind.WEB)} == {"CONTACTO"}
    assert class_for(Meaning(Kind.NUMBER), tagset) == "IDENTIFICADOR"
    dialog.close()


def test_a_change_that_went_well_behind_a_closed_dialog_covers_nothing_of_the_report(studio, own_classes):
    studio.open(own_classes)
    dialog = shown(studio)
    before = studio.controller.folder
    studio.window.class_editing.want(
        AlterClass(replace(studio.controller.tagset["LUGAR"], title={"es": "Sitio", "en": "Spot"}))
    )
    dialog.close()
    studio.qtbot.waitUntil(lambda: studio.controller.folder not in (None, before))
    studio.qtbot.waitUntil(lambda: studio.window.workbench.status.told.text() == "Changed.")
    assert studio.controller.tagset["LUGAR"].title_in("en") == "Spot"
    assert studio.window.messages.shown("tag_set") is None
