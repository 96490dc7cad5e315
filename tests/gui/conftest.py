"""Fixtures of the window's tests: invented reports, a detector that answers at once, and the whole window."""

from __future__ import annotations

import gc
import hashlib
import os
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import network_guard
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QLocale, QTimer
from PySide6.QtGui import QIcon, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from deid_studio import paths
from deid_studio.batch.preannotated import Preannotated
from deid_studio.detection.patient.patient_detector import PatientFieldsDetector
from deid_studio.detection.rule_ids import rests_on
from deid_studio.errors import DeidError
from deid_studio.formats.text import read_report
from deid_studio.gui.application import install_language
from deid_studio.gui.control import controller as controller_module
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.shell import theme as themes
from deid_studio.gui.shell.actions import ActionSpec, Where
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.model.mentions import Mention
from deid_studio.model.ontology import mapping_between
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion, without_overlaps
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.model.tagset_mapping import TagSetMapping
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.gate.sightings import Reader, Sighting
from tests.gui.parts import Window

ALTA = (
    "INFORME DE ALTA\r\n"
    "Nombre: Lucía Quintanar Ríos. 😀 NHC: 556677.\r\n"
    "Fecha de ingreso: 03/04/2021. Edad: 61 años.\r\n"
    "\r\n"
    "Acude con su hermana Elvira. Control el 05/06/2021 en Villabrezo.\r\n"
)
RADIOLOGIA = "TC de tórax\nNombre: Martín Olmedo Sanz.\nFecha: 11/12/2020. Sin hallazgos.\n"
NOTA = "Nota de enfermería sin datos.\n"

OWN_CLASSES = """[entities]
PACIENTE
FAMILIAR
PROFESIONAL
FECHA
EDAD
LUGAR
CENTRO
CONTACTO
IDENTIFICADOR
PROFESION

# deid: PACIENTE kind="person" role="patient" title.es="Paciente" title.en="Patient"
# deid: FAMILIAR kind="person" role="relative" title.es="Familiar" title.en="Relative"
# deid: PROFESIONAL kind="person" role="staff" title.es="Profesional" title.en="Professional"
# deid: FECHA kind="date" title.es="Fecha" title.en="Date"
# deid: EDAD kind="age" role="patient" title.es="Edad" title.en="Age"
# deid: LUGAR kind="place" title.es="Lugar" title.en="Place"
# deid: CENTRO kind="centre" title.es="Centro" title.en="Centre"
# deid: CONTACTO kind="phone" title.es="Contacto" title.en="Contact"
# deid: IDENTIFICADOR kind="number" title.es="Identificador" title.en="Identifier"
# deid: PROFESION kind="profession" title.es="Profesión" title.en="Profession"

[relations]

[events]

[attributes]
"""

_FRAME = 5
_SIZE = 1280, 764  # of the window: the screen that is not there has no room for panels

_FOUND = (
    (re.compile(r"(?<=Nombre: )[^.\n]+"), "NOMBRE_SUJETO_ASISTENCIA", 0.97),
    (re.compile(r"(?<=NHC: )\d+"), "ID_SUJETO_ASISTENCIA", 0.91),
    (re.compile(r"\d\d/\d\d/\d{4}"), "FECHAS", 0.85),
    (re.compile(r"\d+ años"), "EDAD_SUJETO_ASISTENCIA", 0.6),
)


def _rule(name: str) -> Evidence:
    return Evidence("rule", name, "0.9", f"grammar:prueba/{name}")


@cache
def _meddocan() -> TagSet:
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


def suggestions_for(text: str) -> tuple[Suggestion, ...]:
    """What the tests' detector finds."""
    found = [
        Suggestion(Span(*match.span(), phi_class), confidence, (_rule(phi_class.lower()),))
        for pattern, phi_class, confidence in _FOUND
        for match in pattern.finditer(text)
    ]
    return tuple(sorted(found, key=lambda s: s.span))


class ThreadPreannotator:
    """A `Preannotator` whose detector is a handful of expressions, with the real one of patient fields, and whose
    worker is a thread."""

    model_error: DeidError | None = None
    held = False  # nothing is answered until it is False

    def __init__(
        self, model: Path, on_ready: Callable[[DeidError | None], None], on_result: Callable[[Preannotated], None]
    ) -> None:
        self._on_ready, self._on_result = on_ready, on_result
        self._jobs: queue.PriorityQueue[tuple[int, int, str, Path | None]] = queue.PriorityQueue()
        self._count = 0
        self._places: dict[str, int] = {}  # of what waits, by name: a report is in the queue once
        self._patients: dict[str, PatientFields] = {}
        self._off: frozenset[str] = frozenset()
        self._mapping: TagSetMapping | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="preannotation")

    def start(self) -> None:
        self._thread.start()

    def know(self, patients) -> None:
        self._patients.update(patients)

    def turn_off(self, rules) -> None:
        self._off = frozenset(rules)

    def suggest_in(self, tagset) -> None:
        self._mapping = mapping_between(_meddocan(), tagset)

    def submit(self, reports) -> None:
        for name, path in reports:
            if name not in self._places:
                self._put(1, name, path)

    def urgent(self, name: str, path: Path) -> None:
        self._put(0, name, path)

    def cancel(self) -> None:
        self._places.clear()

    def stop(self) -> None:
        self._stopped.set()
        self._put(0, "", None)
        self._thread.join()

    def _put(self, priority: int, name: str, path: Path | None) -> None:
        self._count += 1
        self._places[name] = self._count
        self._jobs.put((priority, self._count, name, path))

    def _work(self) -> None:
        self._on_ready(self.model_error)
        if self.model_error is not None:
            return
        while not self._stopped.is_set():
            _, place, name, path = self._jobs.get()
            if self._places.get(name) != place:
                continue
            while type(self).held and not self._stopped.is_set():
                self._stopped.wait(0.005)
            if path is None or self._stopped.is_set():
                return
            self._places.pop(name, None)
            try:
                report = read_report(path, name)
                sha = hashlib.sha256(report.raw).hexdigest()
                off = self._off
                found = [one for one in suggestions_for(report.document.text) if not rests_on(one, off)]
                if name in self._patients:
                    found += PatientFieldsDetector(self._patients).detect(report.document)
                mapping, joined = self._mapping, without_overlaps(found)
                if mapping is not None:
                    joined = mapping.suggestions(joined, report.document.text)
                self._on_result(Preannotated(name, tuple(joined), sha, rules_off=off))
            except DeidError as error:
                self._on_result(Preannotated(name, error=error))


class GateReader(Reader):
    """A reader for the gate that sees what the tests' detector finds, and what is known of the patient."""

    def __init__(self, model: Path, off: frozenset[str]) -> None:
        self._off = off

    def read(self, text: str, fields: PatientFields | None = None) -> tuple[Sighting, ...]:
        found = [one for one in suggestions_for(text) if not rests_on(one, self._off)]
        return tuple(Sighting(one, HeldKind.DETECTED) for one in found)

    def read_released(self, text: str) -> tuple[Suggestion, ...]:
        return ()

    def close(self) -> None:
        pass


def _unmet(callback: Callable[[], bool | None]) -> Exception | None:
    """What is told of a condition that does not hold yet."""
    try:
        return TimeoutError("waited in vain") if callback() is False else None
    except AssertionError as error:
        return error


class PatientBot(QtBot):
    """Waits for as long as a busy machine may take: a test that fails is the only one that waits so long."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 60_000) -> None:
        """Wait until what is called back returns True, or nothing and no assertion of it fails."""
        error = _unmet(callback)
        if error is None:
            return
        over = time.monotonic() + timeout / 1000
        # Where pytest-qt looks each 10 ms, that is half of what opening a folder takes.
        loop, often = QEventLoop(), QTimer(interval=1)
        broken: list[Exception] = []

        def look() -> None:
            nonlocal error
            try:
                error = _unmet(callback)
            except Exception as other:  # is raised below, and not where Qt called
                broken.append(other)
            if error is None or broken or time.monotonic() > over:
                loop.quit()

        often.timeout.connect(look)
        often.start()
        loop.exec()
        often.stop()
        for one in (*broken, error):
            if one is not None:
                raise one

    wait_until = waitUntil


class Studio:
    """The whole window on a folder, driven as a person would."""

    def __init__(self, qtbot, window: Window) -> None:
        self.qtbot = qtbot
        self.window = window
        self.controller: ReviewController = window.controller
        self.view = window.view
        self.size_of_its_own = window.size()

    def open(self, folder: Path, first: str | None = None) -> None:
        """Open a folder and wait for its first report with its suggestions, and for all others."""
        self.window.open_folder(folder)
        self.qtbot.waitUntil(lambda: self._is_open(folder))
        if first is not None:
            self.show(first)
        self.qtbot.waitUntil(lambda: not self.controller.folder.preannotating)
        self.settle()

    def _is_open(self, folder: Path) -> bool:
        opened, session = self.controller.folder, self.controller.session
        return (
            opened is not None
            and opened.project.folder == folder
            and not self.controller.jobs.running("report")
            and (session is not None or not self.window.page.shows_report)
        )

    def show(self, name: str) -> None:
        """Open a report."""
        self.controller.open_report(name)
        self.wait_shown(name)

    def wait_shown(self, name: str) -> None:
        """Wait until a report is on the screen."""
        self.qtbot.waitUntil(lambda: self.controller.session is not None and self.controller.session.name == name)
        self.settle()

    def key(self, keys: str, widget: QWidget | None = None) -> None:
        """Press keys, by their portable names, in the report or another widget."""
        target = self._focused(widget)
        QTest.keySequence(target, QKeySequence(keys))
        self.settle()

    def type(self, text: str, widget: QWidget | None = None) -> None:
        """Type letters."""
        target = self._focused(widget)
        QTest.keyClicks(target, text)
        self.settle()

    def settle(self) -> None:
        """Bring what stands around the report in step with it, as it is a moment after a verb."""
        if self.controller.settling.isActive():
            self.controller.settling.stop()
            self.controller.settled.emit()

    def _focused(self, widget: QWidget | None) -> QWidget:
        target = self.view if widget is None else widget
        # A shortcut acts in the active window alone; offscreen, nobody gives it back when a dialog closes.
        target.window().activateWindow()
        QApplication.processEvents()
        target.setFocus()
        return target

    def press_all(self, specs: Sequence[ActionSpec], widget: QWidget | None = None) -> None:
        """Press every key of these actions, which then do nothing: each must lead to its action and no other."""
        pressed: list[str] = []
        for spec in specs:
            action = self.window.actions_by_id[spec.id]
            action.triggered.disconnect()
            action.triggered.connect(lambda _=False, name=spec.id: pressed.append(name))
            action.setEnabled(True)
        for spec in specs:
            for keys in spec.keys:
                pressed.clear()
                self.key(keys, widget)
                assert pressed == [spec.id], keys

    def specs_in_fields(self, *without: str) -> list[ActionSpec]:
        """The actions that are done while a field has the keyboard, too."""
        specs = self.window.workbench.actions.specs
        return [spec for spec in specs if spec.where is Where.WINDOW and spec.id not in without]

    def current_text(self) -> str:
        """The text of the current mention."""
        mention = self.controller.mention
        return "" if mention is None else mention.span.text(self.controller.session.text)

    def mention(self, text: str) -> Mention:
        """The first mention with that text."""
        session = self.controller.session
        return next(m for m in session.desk if m.span.text(session.text) == text)

    def texts(self, decision: str) -> list[str]:
        """The texts of the mentions with that decision, in text order."""
        session = self.controller.session
        return [m.span.text(session.text) for m in session.desk if m.decision.value == decision]

    def select_text(self, text: str) -> None:
        """Select the first place of a text in the report."""
        start = self.controller.session.text.index(text)
        self.view.setFocus()
        self.view.selection.select(start, start + len(text))

    def save(self) -> None:
        """Save at once."""
        assert self.controller.saving.now()

    def box(self) -> QMessageBox:
        """The message box that is open."""
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()]
        assert len(found) == 1, f"{len(found)} message boxes"
        return found[0]

    def choose(self, text: str) -> None:
        """Press the button of the open message box that holds a text."""
        button = next(b for b in self.box().buttons() if text in b.text())
        button.click()

    def banner_button(self, topic: str, text: str) -> QPushButton:
        """A button of a banner."""
        banner = self.window.messages.shown(topic)
        assert banner is not None, topic
        return next(b for b in banner.buttons if text in b.text())


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """The person at the window."""
    return PatientBot(request)


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """A folder with three invented reports: 1-alta (CRLF, an emoji), 2-radiologia, 10-nota (no PHI)."""
    folder = tmp_path / "informes"
    folder.mkdir()
    for name, text in (("1-alta", ALTA), ("2-radiologia", RADIOLOGIA), ("10-nota", NOTA)):
        (folder / f"{name}.txt").write_bytes(text.encode())
    return folder


@pytest.fixture
def afresh(tmp_path: Path) -> Callable[[Path], Path]:
    """Makes a folder with the texts of another one, in which nothing was decided: what a test goes on with."""

    def make(folder: Path) -> Path:
        new = tmp_path / f"de nuevo {len(list(tmp_path.iterdir()))}" / folder.name
        new.mkdir(parents=True)
        for path in folder.glob("*.txt"):
            (new / path.name).write_bytes(path.read_bytes())
        return new

    return make


@pytest.fixture
def preannotator() -> Iterator[type[ThreadPreannotator]]:
    """The class of the tests' preannotator, to hold it or to let its model fail."""
    yield ThreadPreannotator
    ThreadPreannotator.held = False
    ThreadPreannotator.model_error = None


@pytest.fixture(autouse=True, scope="session")
def english(qapp: QApplication) -> None:
    """The window's texts as a person reads them who has chosen English."""
    install_language(qapp, "en")


@pytest.fixture
def spanish(qapp: QApplication) -> Iterator[None]:
    """The window's texts in Spanish, until the end of the test."""
    locale = QLocale()
    assert install_language(qapp, "es") == "es"
    yield
    install_language(qapp, "en")
    QLocale.setDefault(locale)


@pytest.fixture(autouse=True, scope="session")
def no_sockets_of_qt(qapp: QApplication) -> Iterator[None]:
    """Python's sockets are watched by the guard; Qt's are no Python, and cannot be where their library is not."""
    yield
    assert not network_guard.qt_has_sockets(), "Qt's library for networks was loaded"


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No power is cut here: what is on the disk after that is for tests/formats, with the real call."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture(autouse=True)
def no_search_of_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """What all tests have loaded is not looked through where a window opens another folder."""
    monkeypatch.setattr(controller_module, "search_everything", lambda: None)


@pytest.fixture(autouse=True)
def plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of tests that do not look at them wear neither style sheet nor icons: that is a third of building one."""
    if request.node.get_closest_marker("dressed") is None:
        monkeypatch.setattr(themes, "style_sheet", lambda _theme: "")
        monkeypatch.setattr(themes, "icon", lambda _name, _theme: QIcon())


@pytest.fixture
def preferences_path(tmp_path: Path) -> Path:
    """Where the tests' settings are."""
    return tmp_path / "config" / "settings.toml"


@pytest.fixture
def make_studio(
    qtbot, preannotator, preferences_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Studio]]:
    """Makes windows; each is closed afterwards."""
    monkeypatch.setattr(paths, "user_models", lambda: preferences_path.with_name("models"))
    monkeypatch.setattr(paths, "settings_file", lambda: preferences_path)
    made: list[Studio] = []

    def make(theme: str = "light") -> Studio:
        preferences = Preferences(preferences_path)
        preferences.reviewer_asked = True
        off = {"second_sweep": False, "bulk_accept_precision": 0.0, "read_coverage": "off"}
        preferences.change(reviewer="Dra. Prueba", theme=theme, **off)
        controller = ReviewController(
            _meddocan(),
            paths.default_model(),
            "Dra. Prueba",
            make_preannotator=preannotator,
            make_gate_reader=GateReader,
        )
        restored = preferences_path.with_name("window.ini").exists()
        window = Window(controller, preferences)
        controller.setParent(window)
        preferences.setParent(window)
        studio = Studio(qtbot, window)
        # A later one is as the one before was left, but for what the screen cut off.
        if not restored or window.width() > window.screen().availableGeometry().width() - _FRAME:
            window.resize(*_SIZE)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        made.append(studio)
        return studio

    yield make
    for studio in made:
        studio.window.close_anyway()
        studio.window.deleteLater()


@pytest.fixture
def studio(make_studio) -> Studio:
    """A window without a folder."""
    return make_studio()


@pytest.fixture(autouse=True)
def nothing_is_left(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    """After each test no window and no thread may be left."""
    threads = set(threading.enumerate())
    windows = set(QApplication.topLevelWidgets())
    # What was there before is not looked through afterwards: with models loaded, that takes longer than the test.
    gc.freeze()
    # Set up before the window's fixtures, so that this ends after they have.
    yield
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.processEvents()
    gc.collect()
    left = [w for w in QApplication.topLevelWidgets() if w not in windows and w.isVisible()]
    assert not left, f"windows left open: {left}"
    # Python's stand-ins for Qt's pool threads stay listed; the pool itself was waited for.
    # The next window is built as the program builds its first: it takes the sheet on whole, not widget by widget.
    if qapp.styleSheet():
        qapp.setStyleSheet("")
    at_work = {t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)}
    assert at_work <= threads, "threads left at work"


@pytest.fixture
def own_classes(reports: Path) -> Path:
    """The folder of invented reports with a tag set of ten classes of its own."""
    (reports / "annotation.conf").write_text(OWN_CLASSES, encoding="utf-8")
    keys = zip("PFMDELCTIJ", OWN_CLASSES.split()[1:11], strict=True)
    (reports / "kb_shortcuts.conf").write_text("".join(f"{key}\t{name}\n" for key, name in keys), encoding="utf-8")
    return reports


@pytest.fixture
def invented() -> SimpleNamespace:
    """The texts of the invented reports."""
    return SimpleNamespace(alta=ALTA, radiologia=RADIOLOGIA, nota=NOTA)
