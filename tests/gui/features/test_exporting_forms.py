"""Export in the form of another program, through the window."""

from __future__ import annotations

import json

from deid_studio.exchange.known_formats import FORMATS
from deid_studio.gui.features.exporting.export_dialog import FORMS, ExportDialog, Which
from deid_studio.gui.features.exporting.import_dialog import ImportDialog


def test_a_form_that_cannot_hold_all_says_so_and_is_written_when_a_person_wants_it_all_the_same(
    studio, reports, tmp_path
) -> None:
    assert list(FORMS) == list(FORMATS)
    text = (reports / "10-nota.txt").read_text(encoding="utf-8")
    (reports / "10-nota.ann").write_text(f"T1\tFECHAS 0 1;2 3\t{text[0]} {text[2]}\nA1\tDudosa T1\n", encoding="utf-8")
    studio.open(reports, "10-nota")
    studio.key("Ctrl+Shift+E")
    dialog = next(d for d in studio.window.findChildren(ExportDialog) if d.isVisible())
    dialog.which.setCurrentIndex(dialog.which.findData(Which.CURRENT))
    dialog.pending.setChecked(True)
    dialog.form.setCurrentIndex(dialog.form.findData("doccano"))
    assert dialog.pending.isHidden() and not dialog.pending.isChecked() and dialog.config.isHidden()
    dialog.folder.setText(str(tmp_path / "copia"))
    dialog.accept()
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("export") is not None)
    told = studio.window.messages.shown("export")
    assert "a span of its own (1)" in told.text and "normalisations: left out (1)" in told.text
    assert not (tmp_path / "copia").exists()
    studio.banner_button("export", "Export all the same").click()
    studio.qtbot.waitUntil(lambda: (tmp_path / "copia").exists())
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("export"))
    row = json.loads((tmp_path / "copia" / "reports.jsonl").read_bytes())
    assert row == {"report": "10-nota", "text": text, "label": [[0, 1, "FECHAS"], [2, 3, "FECHAS"]]}
    assert (tmp_path / "copia" / "DATA_CARD.md").exists()

    # Reports of another program become a folder, told before what is lost, and are opened.
    text = "Paciente Ana Gil.\n"
    row = {"id": 1, "text": text, "label": [[9, 16, "PERSONA"]]}
    lost = {"id": 2, "text": "Eva\n", "label": [[0, 4, "PERSONA"]]}
    (tmp_path / "otro.jsonl").write_text("".join(json.dumps(one) + "\n" for one in (row, lost)))
    studio.window.actions_by_id["import"].trigger()
    dialog = next(d for d in studio.window.findChildren(ImportDialog) if d.isVisible())
    dialog.source.setText(str(tmp_path / "otro.jsonl"))
    dialog.folder.setText(str(tmp_path / "nueva"))
    dialog.accept()
    studio.qtbot.waitUntil(lambda: studio.window.messages.shown("import") is not None)
    assert not (tmp_path / "nueva").exists() and "(1)" in studio.window.messages.shown("import").text
    studio.banner_button("import", "Import all the same").click()
    studio.wait_shown("1")
    assert studio.controller.folder.project.folder == tmp_path / "nueva"
    assert studio.texts("accepted") == ["Ana Gil"] and studio.controller.tagset.classes[0].name == "PERSONA"
    studio.qtbot.waitUntil(lambda: not studio.controller.folder.preannotating)
