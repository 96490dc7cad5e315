"""A folder that gets classes of its own after its review has begun."""

from __future__ import annotations

from tests.gui.conftest import OWN_CLASSES


def test_suggestions_of_classes_that_the_folder_has_not_any_more_go_and_reading_anew_is_told(studio, reports):
    studio.open(reports, "1-alta")
    first = studio.controller.mention.span.phi_class
    studio.key("Return")
    studio.key("Ctrl+Z")
    studio.save()
    assert studio.controller.session.begun
    (reports / "annotation.conf").write_text(OWN_CLASSES, encoding="utf-8")
    studio.window.actions_by_id["refresh"].trigger()
    studio.qtbot.waitUntil(lambda: studio.controller.folder is not None and first not in studio.controller.tagset)
    studio.wait_shown("1-alta")
    studio.qtbot.waitUntil(lambda: not studio.controller.awaiting and bool(studio.controller.desk.pending))
    studio.qtbot.waitUntil(lambda: "PACIENTE" in {m.span.phi_class for m in studio.controller.desk})
    assert {m.span.phi_class for m in studio.controller.desk} <= {one.name for one in studio.controller.tagset}
    told = studio.window.workbench.status.told
    assert "Read anew" not in told.text()
    studio.key("F5")
    studio.qtbot.waitUntil(lambda: told.text() == "Read anew: nothing else is suggested.")
