"""The Spanish window: every text translated, compiled and shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLabel, QPushButton

from deid_studio.errors import EditError, ReportTooLargeError
from deid_studio.gui import application
from deid_studio.gui.application import install_language
from deid_studio.gui.shell.actions import Menu
from deid_studio.gui.shell.catalogue_translator import CatalogueTranslator
from deid_studio.gui.words import wording
from deid_studio.gui.words.around import Around
from deid_studio.gui.words.evidence_wording import evidence_sentence
from deid_studio.model.edits import Accept
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.texts import figures

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "resources" / "i18n" / "es" / "LC_MESSAGES" / "messages.po"


def _translations() -> dict[str, str]:
    """Each English text and its first form in Spanish."""
    with CATALOGUE.open("rb") as file:
        pairs = [(one.id, one.string) for one in read_po(file) if one.id and one.context is None]
    return {(i if isinstance(i, str) else i[0]): (t if isinstance(t, str) else t[0]) for i, t in pairs}


def test_no_text_hides_in_an_f_string():
    # Collecting the texts does not look there.
    for path in (ROOT / "deid_studio" / "gui").rglob("*.py"):
        assert not re.search(r"""\{(self\.tr|translate)\(""", path.read_text(encoding="utf-8")), path


def test_a_text_is_said_in_its_context_and_by_its_number(qapp):
    translator = CatalogueTranslator("es")
    assert translator.translate("AlikeDialog", "doubtful") == "dudoso"
    assert translator.translate("wording", "doubtful") == "dudosa"
    assert [translator.translate("", "%n rules off", None, n) for n in (1, 2)] == [
        "%n regla desactivada",
        "%n reglas desactivadas",
    ]
    assert translator.translate("wording", "what nobody says") is None


def letters_that_two_entries_share(studio) -> list[list[str]]:
    """The entries of each menu in which one letter stands for two of them."""
    actions = studio.window.workbench.actions
    menus = [[actions.by_id[spec.id].text() for spec in actions.specs if spec.menu is menu] for menu in Menu]
    letters = {
        tuple(texts): [found[1].lower() for text in texts if (found := re.search(r"&(\w)", text))]
        for texts in ([menu.title for menu in Menu], *menus)
    }
    return [list(texts) for texts, found in letters.items() if len(found) != len(set(found))]


def test_no_two_entries_of_a_menu_share_a_letter_in_english(studio):
    assert not letters_that_two_entries_share(studio)


def test_the_window_speaks_spanish_by_a_letter_for_each_entry_of_a_menu_and_tells_errors(spanish, make_studio, reports):
    studio = make_studio()
    studio.open(reports)
    assert wording.language() == "es"
    window = studio.window
    assert [a.text() for a in window.menuBar().actions()][:3] == ["&Archivo", "&Editar", "&Informe"]
    assert window.details.phi_class.text() == "Nombre del paciente"
    assert "muy probable" in window.details.evidence.text()
    fact = Evidence("rule", "campo_apellidos")
    assert "rótulo «Apellidos»" in evidence_sentence(fact, around=Around("Apellidos"))
    assert "lista de hospitales" in evidence_sentence(Evidence("gazetteer", "hospital_name"))
    assert "forma de una fecha" in evidence_sentence(Evidence("rule", "fecha_numerica"))
    record = evidence_sentence(Evidence("patient", "given name + surname", "joined, 1 edit"))
    assert record == ("consta en la ficha del paciente: nombre, apellido (escrito junto, difiere en una letra o cifra)")
    native = QKeySequence.SequenceFormat.NativeText
    keys = {"accept_all": ["Ctrl+Mayús+Intro"], "next_report": ["Ctrl+Av Pág"], "discard": ["Retroceso", "Supr"]}
    assert {id: [one.toString(native) for one in window.actions_by_id[id].shortcuts()] for id in keys} == keys
    assert window.status.counts.text() == "○ 5 pendientes   ✓ 0 aceptadas   ✕ 0 rechazadas"
    assert "firmados" in window.reports.progress_words.text()
    studio.key("Return")
    assert "✓ 1 aceptada " in window.status.counts.text()
    studio.qtbot.waitUntil(lambda: "aceptar" in window.actions_by_id["undo"].text())
    studio.key("Ctrl+Return")
    assert "Quedan sugerencias pendientes: 4" in studio.box().text()
    studio.choose("Cancelar")
    english = {english for english, said in _translations().items() if english != said}
    left = [w.text() for kind in (QLabel, QPushButton) for w in window.findChildren(kind) if w.text() in english]
    assert not left

    assert not letters_that_two_entries_share(studio)

    # Errors.
    (reports / "2-radiologia.txt").write_bytes(b"%PDF-1.4")
    studio.controller.open_report("2-radiologia")
    studio.qtbot.waitUntil(lambda: "no es un texto" in window.page.title.text())
    too_large = ReportTooLargeError(path="uno.txt", size_mb=figures("1.5"), limit_mb=figures("0.5"))
    assert "ocupa 1,5 MB; el límite es 0,5 MB" in wording.what_happened(too_large)
    detail = "the same span with the same class is there already"
    assert wording.what_happened(EditError(detail=detail)).endswith("ya existe la misma mención con la misma clase.")


@pytest.mark.dressed
def test_counts_of_one_read_as_spanish_and_what_letters_do_is_not_cut_in_a_narrow_window(
    spanish, make_studio, reports, invented
):
    (reports / "1-alta.txt").write_text(f"{invented.alta}El informe es de Lucía Quintanar.\n", encoding="utf-8")
    studio = make_studio()
    studio.open(reports, "1-alta")
    studio.key("Return")
    status = studio.window.status
    assert status.change.text() == "También se actualiza 1 sugerencia"

    # One that is unlikely is left.
    for mention in studio.controller.desk.pending:
        studio.controller.perform(Accept(mention.id))
    studio.controller.session.offer([Suggestion(Span(0, 7, "FECHAS"), 0.4, (Evidence("rule", "prueba", "0.4"),))], "")
    studio.key("Ctrl+Return")
    assert any("Rechazar la que queda y firmar" in one.text() for one in studio.box().buttons())
    studio.choose("Cancelar")

    # Beside all that stands there.
    studio.window.resize(1020, 764)
    hints = studio.window.hint_mode
    place = invented.alta.index("Villabrezo")
    hints.possible = lambda: [Span(place, place + 10, "TERRITORIO")]
    status.tell_read("Leído 100 %")
    studio.key("'")
    studio.qtbot.waitUntil(lambda: any(target.phi_class for target in hints.hints.values()))
    told = status.told.text().replace(str(len(hints.hints)), "102", 1)
    assert "102" in told and status.told.fontMetrics().horizontalAdvance(told) <= status.told.width()


def test_language_follows_the_setting_then_the_system(qapp, monkeypatch):
    class Locale:
        @staticmethod
        def system():
            return Locale

        @staticmethod
        def uiLanguages():
            return ["fr-FR", "en-GB"]

        @staticmethod
        def setDefault(_locale):
            pass

        def __init__(self, *_name):
            pass

    monkeypatch.setattr(application, "QLocale", Locale)
    assert install_language(qapp, "") == "en"
    assert install_language(qapp, "en") == "en"


def test_english_says_one_thing_in_the_singular(qapp):
    install_language(qapp, "en")
    assert qapp.translate("TurningOff", "%n rules off", None, 1) == "1 rule off"
    assert qapp.translate("TurningOff", "%n rules off", None, 2) == "2 rules off"
