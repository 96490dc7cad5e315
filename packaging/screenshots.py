"""Takes pictures of the window's main states, on the sample reports, into a folder.

    xvfb-run -s "-screen 0 1920x1080x24" python packaging/screenshots.py docs/images --only review --language en es
    xvfb-run -s "-screen 0 1920x1080x24" python packaging/screenshots.py pictures --all --size 1024x700 1280x800
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

from deid_studio import paths
from deid_studio.gui import studio
from deid_studio.gui.dialogs.shortcuts_dialog import ShortcutsDialog
from deid_studio.gui.main_window import MainWindow
from deid_studio.gui.models.mentions_model import MentionOrder
from deid_studio.gui.preferences import Preferences
from deid_studio.gui.theme import THEMES
from deid_studio.review.check_results import CheckResult, CheckResults, file_of, write_results
from deid_studio.review.report_order import SortBy
from deid_studio.review.second_policy import Choice, SecondPolicy
from deid_studio.review.sensitivity import ALL_SUGGESTIONS, EVERYTHING

_REPORT = "01-alta-medicina-interna"
_PATIENCE = 60.0
# States that leave nothing behind.
_DIALOGS = (
    "keys", "settings", "export", "about", "sign-off", "unread-sign-off", "rules-off",
)


class Photographer:
    """A window in one language and theme, on a copy of the samples, that is brought into states and pictured."""

    def __init__(self, app: QApplication, folder: Path, theme: str, size: tuple[int, int]) -> None:
        self.app = app
        self.reports = folder / "informes"
        shutil.copytree(paths.resources() / "samples", self.reports, ignore=shutil.ignore_patterns("README*"))
        (self.reports / "11-escaneado.txt").write_bytes(b"%PDF-1.7\n")
        preferences = Preferences(folder / "config" / "settings.toml")
        preferences.reviewer_asked = True
        preferences.change(theme=theme, reviewer="Dra. Ejemplo", bulk_accept_precision=0.0)
        self.window: MainWindow = studio.build_window(preferences)
        self.window.resize(*size)
        self.window.layout_of_docks.fit_widths()
        self.window.show()
        self.settle()

    def settle(self, seconds: float = 0.3) -> None:
        """Let everything be painted."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.app.processEvents()
            time.sleep(0.005)

    def wait(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        until = time.monotonic() + _PATIENCE
        while not holds():
            if time.monotonic() > until:
                raise TimeoutError("gave up waiting")
            self.settle(0.02)

    def open(self) -> None:
        """Open the samples, pre-annotated."""
        self.window.open_folder(self.reports)
        folder = self.window.controller
        self.wait(lambda: folder.session is not None and folder.folder is not None and not folder.folder.preannotating)
        self.settle()

    def show(self, name: str) -> None:
        """Show a report."""
        controller = self.window.controller
        controller.open_report(name)
        self.wait(lambda: not controller.jobs.running("report"))
        self.settle()

    def review(self) -> None:
        """Decide some mentions as a person would."""
        controller = self.window.controller
        for _ in range(6):
            controller.accept()
        controller.discard()
        controller.accept()
        self.settle()
        controller.saving.now()

    def dialog(self) -> QWidget:
        """The dialog or pop-up that is open."""
        found = [w for w in self.app.topLevelWidgets() if w.isVisible() and w is not self.window]
        return found[-1]

    def picture(self, path: Path, dialog: bool = False) -> None:
        """Keep a picture of the window, or of the dialog on it, which is then closed."""
        self.settle()
        picture = self.window.grab()
        if dialog:
            top = self.dialog()
            at = top.mapToGlobal(top.rect().topLeft()) - self.window.mapToGlobal(self.window.rect().topLeft())
            top.render(picture, at)
            top.close()
        picture.save(str(path))
        print(path)

    def close(self) -> None:
        """Close the window."""
        self.window.close()
        self.window.deleteLater()
        self.settle()


def _states(photographer: Photographer) -> dict[str, Callable[[], bool]]:
    """Each state's name with what leads there; the value tells whether a dialog is part of it."""
    window = photographer.window
    controller = window.controller

    def opened() -> bool:
        photographer.open()
        return False

    def review() -> bool:
        photographer.review()
        return False

    def classes() -> bool:
        window.docks[2].raise_()
        return False

    def find() -> bool:
        window.docks[1].raise_()
        window.find_bar.open("Hospital")
        return False

    def sorted_list() -> bool:
        window.find_bar.hide()
        controller.report_order.set_sort(SortBy.LEAK)
        window.mentions.order.setCurrentIndex(window.mentions.order.findData(MentionOrder.UNCERTAINTY))
        return False

    def doubts() -> bool:
        window.mentions.order.setCurrentIndex(0)
        controller.set_least(EVERYTHING)
        return False

    def folder_search() -> bool:
        controller.set_least(ALL_SUGGESTIONS)
        controller.report_order.set_sort(SortBy.NAME)
        window.search_folder()
        window.search.field.setText("talavera")
        photographer.wait(lambda: window.search.model.rowCount() > 0 and not window.search.searching.running)
        window.search.table.selectRow(1)
        return False

    def mention_search() -> bool:
        window.search.scope.setCurrentIndex(1)
        window.search.field.setText("hospital")
        window.search.search()
        photographer.wait(lambda: window.search.model.rowCount() > 0 and not window.search.searching.running)
        return False

    def chooser() -> bool:
        window.search.field.setFocus()
        window.focus_report()
        window.focus_report()
        controller.go_to_pending(1)
        window.choose_class()
        return True

    def jump() -> bool:
        window.focus_report()
        window.actions_by_id["jump"].trigger()
        return False

    def keys_taken() -> bool:
        window.hint_mode.leave()
        window.actions_by_id["keys"].trigger()
        page = photographer.dialog()
        assert isinstance(page, ShortcutsDialog)
        page.choose("accept")
        page.change.click()
        page.catcher.caught.emit("F")
        return True

    def from_menu(action: str) -> Callable[[], bool]:
        def state() -> bool:
            window.actions_by_id[action].trigger()
            return True

        return state

    def decided() -> bool:
        controller.accept_all()
        return False

    def unread() -> bool:
        reading, text = window.reading, window.view.text
        reading.coverage.look_at(0, text.index("\n", len(text) // 3))
        reading.coverage.look_at(len(text) * 3 // 5, len(text) * 4 // 5)
        reading.tell()
        reading.go_to_next()
        return False

    def unread_sign_off() -> bool:
        window.reading.holds_back(controller.sign_off)
        return True

    def signed() -> bool:
        controller.sign_off()
        photographer.settle(1)
        photographer.show(_REPORT)
        return False

    def releasing(step: int) -> bool:
        window.releasing.show()
        shown = window.releasing.shown
        shown.resize(window.size())
        shown.move(window.pos())
        photographer.wait(lambda: shown.work.prepared is not None)
        shown.steps.setCurrentIndex(step)
        return True

    def release() -> bool:
        # In one of them a name is left unmarked once.
        for name, left in (("03-urgencias-caida", ""), ("05-derivacion-atencion-primaria", "PERSONAL")):
            photographer.show(name)
            names = [m for m in controller.desk.pending if left and left in m.span.phi_class]
            if names:
                controller.select(names[-1].id)
                controller.discard()
            controller.accept_all()
            controller.sign_off()
            photographer.settle(1)
        releasing(1)
        window.releasing.shown.preview.step(1)
        window.releasing.shown.preview.step(1)
        return True

    def release_leaks() -> bool:
        releasing(0)
        shown = window.releasing.shown
        shown.leaks.list.setFocus()
        shown.leaks._go()
        photographer.settle(1)
        return True

    def release_where() -> bool:
        releasing(2)
        page = window.releasing.shown.destination
        list(page.formats.values())[-2].setChecked(True)
        page.folder.setText(str(photographer.reports.parent / "publicados"))
        page.vault.setChecked(True)
        page.people.setCurrentIndex(1)
        for field in page.fields[0]:
            field.setText("cuatro palabras")
        return True

    def release_done() -> bool:
        releasing(2)
        shown = window.releasing.shown
        page = shown.destination
        page.folder.setText(str(photographer.reports.parent / "publicados"))
        page.vault.setChecked(True)
        page._take_vault(str(photographer.reports.parent / "codigos.vault"))
        for field in page.fields[0]:
            field.setText("cuatro palabras")
        while shown.leaks.row is not None:
            shown.leaks.allow.click()
        photographer.wait(shown.release.isEnabled)
        shown.release.click()
        photographer.wait(lambda: shown.messages.shown("done") is not None)
        return True

    def reveal() -> bool:
        window.releasing.reveal()
        dialog = photographer.dialog()
        dialog.folder.setText(str(photographer.reports.parent / "publicados"))
        dialog.vault.setText(str(photographer.reports.parent / "codigos.vault"))
        dialog.out.setText(str(photographer.reports.parent / "originales"))
        dialog.passphrases[0].setText("cuatro palabras")
        dialog.reveal.click()
        photographer.wait(lambda: not controller.jobs.running("reveal"))
        return True

    def rule_menu() -> bool:
        # A suggestion with most to say for it: found by a rule, in a list, by the learned model, in other spellings.
        by_rules = [m for m in controller.desk if m.suggestion and any(f.rule for f in m.suggestion.evidence)]
        controller.select(max(by_rules, key=lambda m: len(m.suggestion.evidence)).id, show=True)
        photographer.settle()
        why = window.details.why
        window.details.why_menu.aboutToShow.emit()
        above = why.mapToGlobal(why.rect().topLeft()) - window.details.why_menu.sizeHint().height() * QPoint(0, 1)
        window.details.why_menu.popup(above - QPoint(200, 0))
        return True

    def rule_preview() -> bool:
        # What only a rule has found goes with it.
        by_rules = [m for m in controller.desk if m.suggestion and any(f.rule for f in m.suggestion.evidence)]
        alone = min(by_rules, key=lambda m: any(f.kind == "crf" for f in m.suggestion.evidence))
        controller.select(alone.id, show=True)
        window.rules.turn_off()
        photographer.wait(lambda: not controller.jobs.running("rules"))
        return True

    def rules_off() -> bool:
        assert controller.folder is not None
        controller.folder.keep_rules_off(frozenset({"grammar:spanish/fecha_numerica", "grammar:spanish/vieja"}))
        window.preferences.change(rules_off=("grammar:spanish/last_name=garcia",))
        photographer.wait(lambda: controller.folder is not None and not controller.folder.preannotating)
        photographer.settle(1)
        window.rules.show_off()
        photographer.dialog().finished.connect(all_on_again)  # type: ignore[attr-defined]
        return True

    def all_on_again() -> None:
        assert controller.folder is not None
        controller.folder.keep_rules_off(frozenset())
        window.preferences.change(rules_off=())

    def conflict() -> bool:
        photographer.show("02-tc-torax")
        controller.accept()
        controller.saving.now()
        (photographer.reports / "02-tc-torax.ann").write_bytes(b"")
        photographer.settle(1)
        return True

    def overlaps() -> bool:
        """Mentions within and across others, over line ends, close lines."""
        photographer.show("01-alta-medicina-interna")
        controller.withdraw_sign_off()
        text = "" if controller.session is None else controller.session.text
        for words, phi_class in (
            ("Talavera de la Reina. Toledo", "CALLE"),
            ("de la Reina", "INSTITUCION"),
            ("UNIVERSITARIO VIRGEN", "TERRITORIO"),
            ("ALAMEDA\nServicio de Medicina", "INSTITUCION"),
        ):
            at = text.find(words)
            if at >= 0:
                controller.add(at, at + len(words), phi_class)
        window.preferences.change(line_spacing=1.0)
        window.view.verticalScrollBar().setValue(0)
        return False

    def tags() -> bool:
        window.preferences.change(line_spacing=1.65, show_class_tags=True)
        return False

    def unwrapped() -> bool:
        window.preferences.change(show_class_tags=False, wrap_lines=False)
        photographer.show("04-interconsulta-psiquiatria")
        return False

    def panels() -> bool:
        window.preferences.change(wrap_lines=True)
        window.layout_of_docks.move(window.docks[2], Qt.DockWidgetArea.BottomDockWidgetArea)
        window.layout_of_docks.move(window.docks[0], Qt.DockWidgetArea.RightDockWidgetArea)
        window.layout_of_docks.arrange(True)
        return False

    def patient() -> bool:
        window.layout_of_docks.arrange(False)
        window.layout_of_docks.reset()
        window.patient_tab.go()
        return False

    def unreadable() -> bool:
        photographer.show("11-escaneado")
        return False

    def awaits_second_reader() -> bool:
        for name in ("03-urgencias-caida", "04-interconsulta-psiquiatria", "06-analitica"):
            photographer.show(name)
            controller.discard()
            controller.discard()
            controller.accept_all()
            controller.sign_off()
            photographer.settle(1)
        photographer.show("04-interconsulta-psiquiatria")
        controller.withdraw_sign_off()
        policy = SecondPolicy(Choice.RISKIEST, 0.5).with_secret()
        controller.folder.project.keep_second_policy(policy)
        controller.folder.set_second_policy(policy, {})
        photographer.show("06-analitica")
        return False

    def second_reading() -> bool:
        window.preferences.change(reviewer="Dr. Otero")
        window.view.set_caret(0)
        window.second_reading.step(1)
        return False

    def second_reader() -> bool:
        controller.accept()
        window.second_reading.step(1)
        controller.sign_off()
        photographer.settle(1)
        window.actions_by_id["second_reader"].trigger()
        photographer.settle(1)
        return True

    def statistics(tab: int) -> Callable[[], bool]:
        def state() -> bool:
            window.dialogs.statistics()
            photographer.settle(1)
            photographer.dialog().tabs.setCurrentIndex(tab)
            return True

        return state

    def check_seen() -> bool:
        own = photographer.reports.parent / "checks"
        paths.user_checks = lambda: own
        today = date.today()
        classes = ("FECHAS", "NUMERO_TELEFONO", "HOSPITAL", "FAMILIARES_SUJETO_ASISTENCIA", "TERRITORIO")
        results = [
            CheckResult(today - timedelta(days=n * n % 47), classes[n % 5], n % 6 != 1, n % 7 != 2, 20 + n * 5)
            for n in range(44)
        ]
        write_results(file_of(own, window.preferences.settings.reviewer), CheckResults("pictures-7", tuple(results)))
        window.preferences.change(planted_checks=100)
        photographer.show("05-derivacion-atencion-primaria")
        controller.accept_all()
        window.view.select_insertion(window.view.insertions[0][0])
        photographer.settle()
        window.give_class("FECHAS")
        return False

    def checks_missed() -> bool:
        photographer.show("09-teleconsulta-pediatria")
        controller.accept_all()
        controller.sign_off()
        photographer.settle(1)
        window.messages.shown("checks_missed").buttons[0].click()
        photographer.settle(1)
        return False

    return {
        "welcome": lambda: False,
        "opened": opened,
        "review": review,
        "classes": classes,
        "find": find,
        "sorted": sorted_list,
        "doubts": doubts,
        "folder-search": folder_search,
        "mention-search": mention_search,
        "class-chooser": chooser,
        "jump": jump,
        "keys-taken": keys_taken,
        "keys": from_menu("keys"),
        "settings": from_menu("settings"),
        "export": from_menu("export"),
        "about": from_menu("about"),
        "rule-menu": rule_menu,
        "rule-preview": rule_preview,
        "rules-off": rules_off,
        "sign-off": from_menu("sign_off"),
        "decided": decided,
        "unread": unread,
        "unread-sign-off": unread_sign_off,
        "signed": signed,
        "release": release,
        "release-leaks": release_leaks,
        "release-where": release_where,
        "release-done": release_done,
        "reveal": reveal,
        "conflict": conflict,
        "unreadable": unreadable,
        "overlaps": overlaps,
        "tags": tags,
        "unwrapped": unwrapped,
        "panels": panels,
        "patient": patient,
        "awaits-second-reader": awaits_second_reader,
        "second-reading": second_reading,
        "second-reader": second_reader,
        "statistics": statistics(0),
        "statistics-classes": statistics(1),
        "statistics-reviewers": statistics(2),
        "check-seen": check_seen,
        "checks-missed": checks_missed,
        "your-checks": from_menu("your_checks"),
    }


def main() -> int:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", nargs="*", default=["en"], choices=studio.LANGUAGES)
    parser.add_argument("--size", nargs="*", default=["1280x800"], help="such as 1280x800; several: a folder each")
    parser.add_argument("--theme", nargs="*", default=["light", "dark"], choices=list(THEMES))
    parser.add_argument("--only", nargs="*", default=[], help="names of pictures or of states: review-dark, review")
    parser.add_argument("--all", action="store_true", help="every state in both languages and all themes")
    wanted = parser.parse_args()
    languages, themes = (studio.LANGUAGES, list(THEMES)) if wanted.all else (wanted.language, wanted.theme)
    app = studio.application(["screenshots"])
    for size in wanted.size:
        folder = wanted.folder / size if len(wanted.size) > 1 else wanted.folder
        folder.mkdir(parents=True, exist_ok=True)
        for language in languages:
            studio.install_language(app, language)
            for theme in themes:
                ending = f"-{theme}-es" if language == "es" else f"-{theme}"
                _take_pictures(app, folder, theme, ending, size, wanted.only)
    return 0


def _take_pictures(
    app: QApplication, into: Path, theme: str, ending: str, size: str, only: Sequence[str]
) -> None:
    width, height = (int(part) for part in size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        photographer = Photographer(app, Path(folder), theme, (width, height))
        states = _states(photographer)
        asked = [name for name in states if not only or {name, f"{name}{ending}"} & set(only)]
        # A state builds on those before it.
        for name in list(states)[: list(states).index(asked[-1]) + 1] if asked else ():
            if name in _DIALOGS and name not in asked:
                continue
            dialog = states[name]()
            if name in asked:
                photographer.picture(into / f"{name}{ending}.png", dialog)
            elif dialog:
                photographer.dialog().close()
        photographer.close()


if __name__ == "__main__":
    sys.exit(main())
