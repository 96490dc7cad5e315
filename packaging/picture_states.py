"""The window's states that are pictured, in the order in which one leads to the next."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from photographer import REPORT, Photographer, docx, pdf
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from deid_studio import paths
from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.plan import Plan, Shown
from deid_studio.gui.features.deciding.text_menu import open_text_menu
from deid_studio.gui.features.mentions.mentions_model import MentionOrder
from deid_studio.gui.features.shortcuts.shortcuts_dialog import ShortcutsDialog
from deid_studio.gui.shell.messages import UnexpectedErrors
from deid_studio.model.edits import Add
from deid_studio.model.mentions import Mention
from deid_studio.model.span import Span
from deid_studio.model.tagset import shipped_tagset
from deid_studio.progress import Progress
from deid_studio.review.alike import alike
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, EVERYTHING, STOPS
from deid_studio.review.figures.differences import Difference, Sort
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.kept_settings import SECOND_POLICY
from deid_studio.review.project import PRIVATE, Project
from deid_studio.review.reading.check_results import CheckResult, CheckResults, file_of, write_results
from deid_studio.review.report_order import SortBy
from deid_studio.review.second.second_policy import Choice, SecondPolicy

_UNTOUCHED = "07-consulta-externa-mexico"  # a report that no state opens
Way = Callable[[Photographer], object]


@dataclass(frozen=True, eq=False)
class State:
    """What is pictured: `bring` leads there from the state before, once; `over` opens a dialog or a menu on it."""

    name: str
    bring: Way = lambda _: None
    over: Way | None = None
    main: bool = False  # pictured in every size


def _choose(action: str) -> Way:
    return lambda p: p.workbench.actions[action].trigger()


# --- reading and deciding ------------------------------------------------------------------------------------


def _waiting(p: Photographer) -> None:
    """Before the first suggestions have come."""
    p.workbench.controller.open_folder(p.reports)
    p.wait_open(p.reports)


def _opened(p: Photographer) -> None:
    p.wait_for_suggestions()
    p.wait(lambda: p.workbench.controller.desk.pending)
    p.settle()


def _review(p: Photographer) -> None:
    controller = p.workbench.controller
    while p.text[slice(*controller.mention.span.fragments[0])] != "España":
        controller.accept()
    controller.discard()  # a country tells of nobody
    p.settle()
    controller.saving.now()
    p.wait_for("save")


def _jump_close(p: Photographer) -> None:
    """Letters at words that stand close, one of which may be PHI (`4.ª B`)."""
    p.workbench.focus_report()
    p.workbench.view.verticalScrollBar().setValue(0)
    p.workbench.actions["jump"].trigger()


def _classes(p: Photographer) -> None:
    p.features["jumping"].leave()
    p.workbench.docks.docks[2].raise_()


def _find(p: Photographer) -> None:
    p.workbench.docks.docks[1].raise_()
    p.features["find"].open("Hospital")


def _sorted(p: Photographer) -> None:
    p.features["find"].hide()
    p.workbench.controller.report_order.set_sort(SortBy.LEAK)
    p.features["mentions"].order.setCurrentIndex(p.features["mentions"].order.findData(MentionOrder.UNCERTAINTY))


def _doubts(p: Photographer) -> None:
    p.features["mentions"].order.setCurrentIndex(0)
    p.workbench.controller.set_least(EVERYTHING)


def _only_sure(p: Photographer) -> None:
    p.workbench.controller.set_least(STOPS[0])


def _folder_search(p: Photographer) -> None:
    p.workbench.controller.set_least(ALL_SUGGESTIONS)
    p.workbench.controller.report_order.set_sort(SortBy.NAME)
    p.workbench.actions["search_folder"].trigger()
    p.features["search"].field.setText("talavera")
    p.wait(lambda: p.features["search"].model.rowCount() > 0 and not p.features["search"].searching.running)
    p.features["search"].table.selectRow(1)


def _mention_search(p: Photographer) -> None:
    search = p.features["search"]
    search.scope.setCurrentIndex(1)
    search.field.setText("hospital")
    search.search()
    p.wait(lambda: search.model.rowCount() > 0 and not search.searching.running)


def _after_search(p: Photographer) -> None:
    p.features["search"].field.setFocus()
    p.workbench.focus_report()
    p.workbench.focus_report()
    p.workbench.controller.go_to_pending(1)


def _text_menu(p: Photographer) -> None:
    view = p.workbench.view
    open_text_menu(p.workbench, view.viewport().mapToGlobal(view.cursorRect().bottomLeft()))


def _menu(number: int, within: int | None = None) -> Way:
    """The menu of the window of this number, and the menu within it of that number."""

    def opened(p: Photographer) -> None:
        bar = p.window.menuBar()
        entry = bar.actions()[number]
        menu = entry.menu()
        assert isinstance(menu, QMenu)
        menu.popup(bar.mapToGlobal(bar.actionGeometry(entry).bottomLeft()))
        if within is not None:
            inner = [action for action in menu.actions() if action.menu() is not None][within]
            menu.setActiveAction(inner)
            p.settle(0.4)  # opens by itself

    return opened


def _models(p: Photographer) -> None:
    p.workbench.actions["models"].trigger()
    p.wait(lambda: p.dialog().list.topLevelItemCount())


def _learned(p: Photographer) -> None:
    p.workbench.actions["learn"].trigger()
    p.wait(lambda: p.workbench.messages.shown("learning") is not None)
    p.workbench.actions.do("learn")
    p.wait(lambda: p.features["learning_from_reports"].dialog is not None)


def _evaluate(p: Photographer) -> None:
    p.workbench.actions["evaluate"].trigger()
    p.wait(lambda: p.dialog().found is not None)
    p.settle(0.5)


def _guideline_form(p: Photographer) -> None:
    p.workbench.actions["guidelines"].trigger()
    p.features["guidelines"].page.change.click()


def _guideline_line(p: Photographer) -> None:
    p.workbench.actions["guidelines"].trigger()
    first, second = list(p.workbench.controller.tagset)[:2]
    p.wait_for("guidelines")
    p.features["guidelines"]._take([Difference(Sort(second.name, first.name, cue="firmado"), 7, 8, 4, 2)])
    p.features["guidelines"].page.choose(second.name)


def _damaged(p: Photographer) -> None:
    """The annotations of one report, of which one line does not fit its text."""
    damaged = b"T1\tFECHAS 0 2\tTC\nT2\tFECHAS 12 18\tNadie.\nA1\tDuda T2\n"
    (p.reports / f"{_UNTOUCHED}.ann").write_bytes(damaged)


def _repair(p: Photographer) -> None:
    p.workbench.actions["repair_annotations"].trigger()
    p.wait_for("ann-repair")
    p.settle(0.3)


def _jump(p: Photographer) -> None:
    (p.reports / f"{_UNTOUCHED}.ann").unlink(missing_ok=True)
    p.workbench.focus_report()
    p.workbench.actions["jump"].trigger()


def _keys_taken(p: Photographer) -> None:
    p.workbench.actions["keys"].trigger()
    page = p.dialog()
    assert isinstance(page, ShortcutsDialog)
    page.choose("accept")
    page.change.click()
    page.catcher.caught.emit("F")


def _settings_page(page: int) -> Way:
    def opened(p: Photographer) -> None:
        p.workbench.actions["settings"].trigger()
        p.dialog().tabs.setCurrentIndex(page)

    return opened


def _alike_ready(p: Photographer) -> None:
    controller, text = p.workbench.controller, p.text

    def places(mention: Mention) -> int:
        return len(alike.hits(text, controller.desk, alike.ruling_on(mention, text), controller.tagset, mention.id))

    names = [mention for mention in controller.desk if "NOMBRE" in mention.span.phi_class]
    controller.select(max(names, key=places).id, show=True)


def _alike(p: Photographer) -> None:
    p.features["alike"].decide(True)
    p.wait(lambda: p.others())
    p.wait_for("alike_folder")


def _long_work(p: Photographer) -> None:
    def slow(_: object, progress: Progress) -> None:
        for step in range(2_000):
            progress.step(step, 2_000)
            time.sleep(0.02)

    p.workbench.controller.jobs.run("export", slow, None, done=print, failed=print)
    p.settle(3)


# --- rules ---------------------------------------------------------------------------------------------------


def _by_rules(p: Photographer) -> list:
    p.workbench.controller.jobs.cancel("export")
    if p.workbench.controller.shown != REPORT:
        p.show(REPORT)
    return [m for m in p.workbench.controller.desk if m.suggestion and any(f.rule for f in m.suggestion.evidence)]


def _much_evidence(p: Photographer) -> None:
    # A suggestion with most to say for it: found by a rule, in a list, by the learned model, in other spellings.
    chosen = max(_by_rules(p), key=lambda m: len(m.suggestion.evidence))
    p.workbench.controller.select(chosen.id, show=True)


def _rule_menu(p: Photographer) -> None:
    why, menu = p.features["deciding"].details.why, p.features["deciding"].details.why_menu
    menu.aboutToShow.emit()
    size = menu.sizeHint()
    menu.popup(why.mapToGlobal(why.rect().topRight()) - QPoint(size.width(), size.height()))


def _rule_preview(p: Photographer) -> None:
    # What only a rule has found goes with it.
    alone = min(_by_rules(p), key=lambda m: any(f.kind == "crf" for f in m.suggestion.evidence))
    p.workbench.controller.select(alone.id, show=True)
    p.features["rules"].turn_off()
    p.settle(0.3)
    p.wait_for("rules")  # of all reports, twice: too long for each theme


def _turned_off(p: Photographer) -> None:
    folder = p.workbench.controller.folder
    assert folder is not None
    folder.keep_rules_off(frozenset({"grammar:spanish/fecha_numerica", "grammar:spanish/vieja"}))
    p.workbench.preferences.change(rules_off=("grammar:spanish/last_name=garcia",))
    p.wait_for_suggestions()


def _all_on_again(p: Photographer) -> None:
    folder = p.workbench.controller.folder
    assert folder is not None
    if folder.rules_off:
        folder.keep_rules_off(frozenset())
        p.workbench.preferences.change(rules_off=())
        p.wait_for_suggestions()
    p.workbench.messages.clear("rules_unknown")
    p.workbench.controller.select(p.workbench.controller.shown_pending[0].id, show=True)


# --- sign-off ------------------------------------------------------------------------------------------------


def _decided(p: Photographer) -> None:
    controller = p.workbench.controller
    controller.accept_all()
    controller.set_least(EVERYTHING)  # a doubt that was shown before waits for a decision as well
    controller.reject_all()
    controller.set_least(ALL_SUGGESTIONS)
    p.wait_for("final_check")


def _sweep_offer(p: Photographer) -> None:
    p.workbench.actions["sign_off"].trigger()
    p.wait(lambda: p.features["final_check"].checking.offering)


def _sweep(p: Photographer) -> None:
    p.features["final_check"].panel.walk()
    p.wait(lambda: p.features["final_check"].checking.current is not None)


def _sweep_ended(p: Photographer) -> None:
    checking = p.features["final_check"].checking
    while checking.current is not None or checking.together:
        checking.dismiss()
        p.settle(0.05)
    p.wait(lambda: checking.ended)


def _unread(p: Photographer) -> None:
    p.features["final_check"].checking.stop()
    reading, text = p.features["final_check"].reading, p.workbench.view.page.text
    reading.coverage.look_at(0, text.index("\n", len(text) // 3))
    reading.coverage.look_at(len(text) * 3 // 5, len(text) * 4 // 5)
    reading.tell()
    reading.go_to_next()


def _unread_sign_off(p: Photographer) -> None:
    p.features["final_check"].before.holds_back_unread(p.workbench.controller.sign_off)


def _signed(p: Photographer) -> None:
    p.workbench.controller.sign_off()
    p.settle(1)
    p.show(REPORT)


# --- the release window --------------------------------------------------------------------------------------


def _releasing(p: Photographer, step: int) -> object:
    p.features["releasing"].show()
    shown = p.features["releasing"].shown
    shown.resize(p.window.size())
    shown.move(p.window.pos())
    p.wait(lambda: shown.work.prepared is not None)
    shown.steps.setCurrentIndex(step)
    p.settle()
    return shown


def _release(p: Photographer) -> None:
    controller = p.workbench.controller
    # In one of them a name is left unmarked once.
    for name, left in (("03-urgencias-caida", ""), ("05-derivacion-atencion-primaria", "PERSONAL")):
        p.show(name)
        names = [m for m in controller.desk.pending if left and left in m.span.phi_class]
        if names:
            controller.select(names[-1].id)
            controller.discard()
        p.sign()
    shown = _releasing(p, 1)
    shown.preview.step(1)
    shown.preview.step(1)


def _release_by_hand(p: Photographer) -> None:
    shown = _releasing(p, 1)
    shown.preview.step(1)
    shown.preview.edit()
    shown.preview.field.setText("Hospital de la Ribera Verde")
    shown.preview._keep()
    p.settle(0.5)
    p.wait(lambda: shown.work.prepared is not None)


def _release_refused(p: Photographer) -> None:
    shown = _releasing(p, 1)
    shown.preview.step(1)
    shown.preview.edit()
    shown.preview.field.setText(shown.preview.original.page.text.split("\n", 1)[0])
    shown.preview._keep()


def _release_what(p: Photographer) -> None:
    _releasing(p, 0)


def _release_unreviewed(p: Photographer) -> None:
    shown = _releasing(p, 0)
    shown.what.unreviewed.click()
    p.settle(0.5)
    p.wait(lambda: shown.work.prepared is not None)


def _release_held(p: Photographer) -> None:
    shown = _releasing(p, 0)
    shown.what.unreviewed.click()  # what nobody decided is held
    p.settle(0.5)
    p.wait(lambda: shown.work.prepared is not None)
    shown.held.list.setFocus()
    shown.held._go()
    p.settle(0.5)


def _release_where(p: Photographer) -> None:
    page = _releasing(p, 2).destination
    list(page.formats.values())[-2].setChecked(True)
    page.folder.setText(str(p.folder / "publicados"))
    page.vault.setChecked(True)
    page.people.setCurrentIndex(1)
    for field in page.fields[0]:
        field.setText("jirafa violeta en marzo lluvia")


def _release_claims(p: Photographer) -> None:
    shown = _releasing(p, 1)
    shown.policy.fill("eu-anonymisation")


def _release_whom(p: Photographer) -> None:
    page = _releasing(p, 3).handover
    page.recipient.setText("Biobanco del Hospital de Prueba")
    page.purpose.setText("Estudio de la sepsis")
    page.environment.setCurrentIndex(2)
    page.agreement.setText("Convenio 7/2026, entorno seguro del instituto")


def _ledger(p: Photographer) -> None:
    p.features["releasing"].ledger()
    dialog = p.dialog()
    p.wait(lambda: dialog.entries)


def _release_done(p: Photographer) -> None:
    shown = _releasing(p, 2)
    shown.policy.fill("research")
    p.wait(lambda: shown.work.prepared is not None)
    page = shown.destination
    page.folder.setText(str(p.folder / "publicados"))
    page.vault.setChecked(True)
    page._take_vault(str(p.folder / "codigos.vault"))
    page.people.setCurrentIndex(0)
    for field in page.fields[0]:
        field.setText("jirafa violeta en marzo lluvia")
    # Of a hit that is no personal data.
    for _ in range(50):
        if shown.held.row is None:
            break
        shown.held.allow.click()
        p.settle(0.05)
    p.wait(shown.release.isEnabled)
    shown.release.click()
    p.wait(lambda: shown.messages.shown("done") is not None)


def _reveal(p: Photographer) -> None:
    p.features["releasing"].reveal()


def _revealed(p: Photographer) -> None:
    p.features["releasing"].reveal()
    dialog = p.dialog()
    dialog.folder.setText(str(p.folder / "publicados"))
    dialog.vault.setText(str(p.folder / "codigos.vault"))
    dialog.out.setText(str(p.folder / f"originales-{p.workbench.theme.name}"))
    dialog.passphrases[0].setText("jirafa violeta en marzo lluvia")
    dialog.reveal.click()
    p.wait_for("reveal")


# --- what goes wrong -----------------------------------------------------------------------------------------


def _annotations_changed(p: Photographer) -> None:
    """Another program empties the `.ann`."""
    controller = p.workbench.controller
    p.show("02-tc-torax")
    p.wait(lambda: controller.desk.pending)
    controller.accept()
    controller.saving.now()
    p.wait_for("save")
    (p.reports / "02-tc-torax.ann").write_bytes(b"")
    controller.saving.check_disk()
    p.wait(lambda: p.others())


def _text_changed(p: Photographer) -> None:
    """Another program changes the text."""
    controller = p.workbench.controller
    p.show("08-evolucion-enfermeria")
    p.wait(lambda: controller.desk.pending)
    for _ in range(3):
        controller.accept()
    controller.saving.now()
    p.wait_for("save")
    path = p.reports / "08-evolucion-enfermeria.txt"
    lines = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(lines[3:]), encoding="utf-8")
    controller.saving.check_disk()
    p.wait(lambda: p.others())


def _marks_lost(p: Photographer) -> None:
    p.workbench.controller.saving.use_new_text()
    p.wait_for("new_text")
    p.settle(0.5)


def _unreadable(p: Photographer) -> None:
    p.show("11-escaneado")


def _unexpected(p: Photographer) -> None:
    try:
        raise ValueError("nothing")
    except ValueError as error:
        UnexpectedErrors(p.window).take(ValueError, error, error.__traceback__)


# --- looks ---------------------------------------------------------------------------------------------------


def _overlaps(p: Photographer) -> None:
    """Mentions within and across others, over line ends and in fragments, close lines."""
    controller = p.workbench.controller
    p.show(REPORT)
    controller.withdraw_sign_off()
    for words, phi_class in (
        ("Talavera de la Reina. Toledo", "CALLE"),
        ("de la Reina", "INSTITUCION"),
        ("UNIVERSITARIO VIRGEN", "TERRITORIO"),
        ("ALAMEDA\nServicio de Medicina", "INSTITUCION"),
    ):
        at = p.text.find(words)
        if at >= 0:
            controller.add(at, at + len(words), phi_class)
    start = p.text.find("INFORME DE ALTA")
    fragments = Span(start, start + 15, "OTROS_SUJETO_ASISTENCIA", ((start + 7, start + 11),))
    controller.perform(Add(controller.desk.next_id, fragments))
    p.workbench.preferences.change(line_spacing=1.0)
    p.workbench.view.verticalScrollBar().setValue(0)


def _tags(p: Photographer) -> None:
    p.workbench.preferences.change(line_spacing=1.65, show_class_tags=True)


def _unwrapped(p: Photographer) -> None:
    p.workbench.preferences.change(show_class_tags=False, wrap_lines=False)
    p.show("04-interconsulta-psiquiatria")


def _large_text(p: Photographer) -> None:
    p.workbench.preferences.change(wrap_lines=True)
    for _ in range(5):
        p.workbench.actions["zoom_in"].trigger()


def _panels(p: Photographer) -> None:
    p.workbench.actions["zoom_reset"].trigger()
    layout = p.workbench.docks
    layout.move(p.workbench.docks.docks[2], Qt.DockWidgetArea.BottomDockWidgetArea)
    layout.move(p.workbench.docks.docks[0], Qt.DockWidgetArea.RightDockWidgetArea)
    layout.arrange(True)


def _patient(p: Photographer) -> None:
    p.workbench.docks.arrange(False)
    p.workbench.docks.reset()
    p.features["patient_data"].tab.go()


def _patient_table(p: Photographer) -> None:
    table = p.folder / "pacientes.csv"
    table.write_text(
        "informe;nombre;apellidos;nhc;planta\n"
        "04-interconsulta-psiquiatria;Lucía;Quintanar Ríos;556677;3\n"
        "10-epicrisis-argentina;Ana;Soto Gil;112233;2\n"
        "99-otro;Eva;Ruiz Sanz;445566;1\n",
        encoding="utf-8",
    )
    p.features["patient_data"].tables.open(table)
    p.wait(lambda: p.workbench.messages.shown("patients") is not None)
    p.settle(0.5)


# --- second readers, statistics, checks ----------------------------------------------------------------------


def _awaits_second_reader(p: Photographer) -> None:
    controller = p.workbench.controller
    for topic in ("patients", "lost"):
        p.workbench.messages.clear(topic)
    p.workbench.docks.docks[1].raise_()
    for name in ("03-urgencias-caida", "04-interconsulta-psiquiatria", "06-analitica"):
        p.show(name)
        controller.discard()
        controller.discard()
        p.sign()
    p.show("04-interconsulta-psiquiatria")
    controller.withdraw_sign_off()
    policy = SecondPolicy(Choice.RISKIEST, 0.5).with_secret()
    controller.folder.project.keep(SECOND_POLICY, policy)
    controller.folder.set_second_policy(policy, {})
    p.show("06-analitica")


def _second_reading(p: Photographer) -> None:
    p.workbench.preferences.change(reviewer="Dr. Otero")
    p.workbench.view.selection.put(0)
    p.features["second_reader"].step(1)


def _second_signed(p: Photographer) -> None:
    controller = p.workbench.controller
    controller.accept()
    p.features["second_reader"].step(1)
    controller.sign_off()
    p.settle(1)


def _second_reader(p: Photographer) -> None:
    p.workbench.actions["second_reader"].trigger()
    p.settle(0.7)


def _statistics(tab: int) -> Way:
    def opened(p: Photographer) -> None:
        p.workbench.actions["statistics"].trigger()
        p.settle(0.2)
        p.wait_for("statistics")
        p.dialog().tabs.setCurrentIndex(tab)

    return opened


def _check_seen(p: Photographer) -> None:
    own = p.folder / "checks"
    paths.user_checks = lambda: own
    today = date.today()
    classes = ("FECHAS", "NUMERO_TELEFONO", "HOSPITAL", "FAMILIARES_SUJETO_ASISTENCIA", "TERRITORIO")
    results = [
        CheckResult(today - timedelta(days=n * n % 47), classes[n % 5], n % 6 != 1, n % 7 != 2, 20 + n * 5)
        for n in range(44)
    ]
    write_results(file_of(own, p.workbench.preferences.settings.reviewer), CheckResults("pictures-7", tuple(results)))
    p.workbench.preferences.change(planted_checks=100)
    p.show("10-epicrisis-argentina")
    p.workbench.controller.accept_all()
    p.workbench.view.insertions.select(p.workbench.view.page.offsets.insertions[0][0])
    p.settle()
    p.features["classes"].giving.give("FECHAS")


def _checks_missed(p: Photographer) -> None:
    p.show("09-teleconsulta-pediatria")
    p.sign()
    p.wait(lambda: p.workbench.messages.shown("checks_missed") is not None)


def _check_shown(p: Photographer) -> None:
    p.workbench.messages.shown("checks_missed").buttons[0].click()
    p.settle(0.7)


def _checks_off(p: Photographer) -> None:
    p.workbench.preferences.change(planted_checks=0)


# --- other folders -------------------------------------------------------------------------------------------


def _only_documents(p: Photographer) -> None:
    _checks_off(p)
    letters = p.folder / "cartas"
    letters.mkdir()
    lines = (
        "INFORME DE ALTA",
        "Nombre: Lucía Quintanar Ríos. NHC: 556677.",
        "Fecha de ingreso: 03/04/2021. Edad: 61 años.",
        "Acude con su hermana Elvira. Control el 05/06/2021 en Villabrezo.",
    )
    (letters / "alta.docx").write_bytes(docx(lines, "Hospital de Villabrezo"))
    (letters / "consulta.pdf").write_bytes(pdf(["Nombre: Ana Soto Gil.", "Edad: 61 años. Vive en Valdemora."]))
    p.workbench.controller.open_folder(letters)
    p.wait(lambda: p.workbench.messages.shown("documents") is not None)


def _converted(p: Photographer) -> None:
    p.workbench.messages.shown("documents").buttons[0].click()
    p.wait_open(p.folder / "cartas")
    p.wait(lambda: p.workbench.controller.desk.pending)
    p.wait_for_suggestions()


def _unread_part(p: Photographer) -> None:
    p.show("consulta.pdf")
    p.wait(lambda: p.workbench.messages.shown("document") is not None)


def _finished(p: Photographer) -> None:
    for name in ("alta.docx", "consulta.pdf"):
        p.show(name)
        p.sign()
    p.workbench.messages.clear("document")
    p.wait(lambda: p.workbench.messages.shown("finished") is not None)


def _read_only(p: Photographer) -> None:
    controller = p.workbench.controller
    held = p.folder / "cartas"
    controller.close_folder()
    lock = FolderLock(held, PRIVATE, "Dra. Prueba")
    lock.claim()
    p.lock = lock  # type: ignore[attr-defined]
    p.open(held)
    p.wait(lambda: p.workbench.messages.shown("read_only") is not None)


def _no_folder(p: Photographer) -> None:
    p.workbench.controller.open_folder(p.folder / "no-existe")
    p.wait_for("folder")


def _adjudication(p: Photographer) -> None:
    """What two annotators marked in one report, decided by who is neither of them."""
    source, tagset = p.folder / "elegidos", shipped_tagset("meddocan")
    source.mkdir()
    (source / f"{REPORT}.txt").write_bytes((p.reports / f"{REPORT}.txt").read_bytes())
    people = annotators_named(["Ana Ejemplo", "Luis Ejemplo"])
    corpus = make_corpus(p.folder / "corpus", "Altas", source, people, Plan(shown=Shown.BLIND), tagset)
    patient, place, sex = "NOMBRE_SUJETO_ASISTENCIA", "TERRITORIO", "SEXO_SUJETO_ASISTENCIA"
    marked = (
        (("Eulalia", patient), ("Cifuentes Ordóñez", patient), ("Toledo", place)),
        (("Eulalia", patient), ("Cifuentes", patient), ("Toledo", place), ("España", sex)),
    )
    for person, marks in zip(people, marked, strict=True):
        with contextlib.closing(Project(corpus.layer(person), tagset, person.name)) as project:
            session = project.open(REPORT)
            for text, phi_class in marks:
                start = session.text.index(text)
                session.perform(Add(session.desk.next_id, Span(start, start + len(text), phi_class)))
            session.sign_off(read=1.0)
    p.workbench.controller.open_folder(corpus.folder)
    p.wait(lambda: p.workbench.controller.adjudicating and p.workbench.controller.session is not None)
    p.wait_for_suggestions()
    p.settle(0.5)


def _corpus_check(p: Photographer) -> None:
    p.workbench.controller.close_folder()
    p.open(p.reports)
    p.workbench.actions["corpus_checks"].trigger()
    p.wait_for("corpus_checks")
    p.settle(0.5)


STATES = (
    State("welcome", main=True),
    State("waiting", _waiting),
    State("opened", _opened),
    State("review", _review, main=True),
    State("menu-file", over=_menu(0)),
    State("menu-edit", over=_menu(1)),
    State("menu-report", over=_menu(2)),
    State("menu-mention", over=_menu(3)),
    State("menu-view", over=_menu(4, 2)),
    State("menu-help", over=_menu(5)),
    State("text-menu", over=_text_menu),
    State("jump-close", _jump_close),
    State("classes", _classes, main=True),
    State("find", _find),
    State("sorted", _sorted),
    State("doubts", _doubts),
    State("only-sure", _only_sure),
    State("folder-search", _folder_search, main=True),
    State("mention-search", _mention_search),
    State("class-chooser", _after_search, over=_choose("choose_class"), main=True),
    State("guidelines", over=_choose("guidelines"), main=True),
    State("guideline-line", over=_guideline_line),
    State("guideline-form", over=_guideline_form),
    State("note", over=_choose("note")),
    State("tag-set", over=_choose("tag_set")),
    State("manual", over=_choose("manual")),
    State("models", over=_models),
    State("import", over=_choose("import")),
    State("repair", _damaged, over=_repair),
    State("jump", _jump),
    State("keys", lambda p: p.features["jumping"].leave(), over=_choose("keys"), main=True),
    State("keys-taken", over=_keys_taken),
    State("settings", over=_settings_page(0), main=True),
    State("settings-second", over=_settings_page(1)),
    State("settings-third", over=_settings_page(2)),
    State("settings-files", over=_settings_page(3)),
    State("settings-keyboard", over=_settings_page(4)),
    State("export", over=_choose("export")),
    State("about", over=_choose("about")),
    State("alike", _alike_ready, over=_alike, main=True),
    State("long-work", _long_work),
    State("rule-menu", _much_evidence, over=_rule_menu),
    State("rule-preview", _rule_preview, main=True),
    State("rules-off", _turned_off, over=lambda p: p.features["rules"].show_off()),
    State("sign-off", _all_on_again, over=_choose("sign_off"), main=True),
    State("decided", _decided),
    State("sweep-offer", _sweep_offer, main=True),
    State("sweep", _sweep, main=True),
    State("sweep-ended", _sweep_ended),
    State("unread", _unread, main=True),
    State("unread-sign-off", over=_unread_sign_off),
    State("signed", _signed, main=True),
    State("release", _release, main=True),
    State("release-by-hand", _release_by_hand),
    State("release-refused", _release_refused),
    State("release-what", _release_what),
    State("release-unreviewed", _release_unreviewed),
    State("release-held", _release_held, main=True),
    State("release-where", _release_where, main=True),
    State("release-claims", _release_claims),
    State("release-whom", _release_whom),
    State("release-done", _release_done),
    State("ledger", over=_ledger),
    State("reveal", over=_reveal),
    State("revealed", over=_revealed),
    State("annotations-changed", _annotations_changed),
    State("text-changed", _text_changed),
    State("marks-lost", _marks_lost),
    State("unreadable", _unreadable),
    State("unexpected", over=_unexpected),
    State("overlaps", _overlaps, main=True),
    State("tags", _tags),
    State("unwrapped", _unwrapped),
    State("large-text", _large_text),
    State("panels", _panels, main=True),
    State("patient", _patient, main=True),
    State("patient-table", _patient_table),
    State("awaits-second-reader", _awaits_second_reader),
    State("second-reading", _second_reading, main=True),
    State("second-reader", _second_signed, over=_second_reader),
    State("statistics", over=_statistics(0), main=True),
    State("statistics-classes", over=_statistics(1)),
    State("statistics-reviewers", over=_statistics(2)),
    State("learned", over=_learned),
    State("evaluate", over=_evaluate),
    State("check-seen", _check_seen),
    State("checks-missed", _checks_missed),
    State("check-shown", _check_shown),
    State("your-checks", over=_choose("your_checks")),
    State("documents", _only_documents, main=True),
    State("converted", _converted),
    State("converted-in-part", _unread_part),
    State("finished", _finished),
    State("read-only", _read_only, main=True),
    State("no-folder", _no_folder),
    State("adjudication", _adjudication),
    State("corpus-check", _corpus_check),
)
