"""The release window of a test, driven as a person would, and the reports that it is about."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from deid_studio.gui.features.releasing.work.release_work import CHECK, GATHER, PREVIEW, WRITE

ONE, TWO = "tambor lluvia grapa piedra", "cometa bosque rueda ladrillo"
TEXT = (
    "Nombre: Lucía Quintanar Ríos. NHC: 5566778. Fecha: 03/04/2021.\n"
    "Edad: 61 años.\n"
    "\n"
    "Acude de nuevo. Control el 05/06/2021.\n"
)
OTHER = "Nombre: Martín Olmedo Sanz.\nFecha: 11/12/2020. Llama Martín Olmedo Sanz desde casa.\n"
TYPED = "Zenobia Larrumbe"  # a surrogate typed by hand; in no list, so that none like it is drawn
NAME, DATES = "NOMBRE_SUJETO_ASISTENCIA", "FECHAS"


class Release:
    """The release window of a studio, driven as a person would."""

    def __init__(self, studio):
        self.studio = studio
        self.main = studio.window
        self.open()

    def open(self):
        self.main.actions_by_id["release"].trigger()
        self.window = self.main.releasing.shown
        self.work = self.window.work
        self.preview, self.held = self.window.preview, self.window.held
        self.destination, self.policy = self.window.destination, self.window.policy
        self.wait()

    def wait(self):
        """Wait until nothing is under way."""
        busy = (GATHER, PREVIEW, CHECK, WRITE)
        self.studio.qtbot.waitUntil(
            lambda: (
                not any(map(self.work.jobs.running, busy))
                and not self.work.checking
                and not self.work._preview_later.isActive()
            )
        )

    def show(self, name):
        row = next(r for r in range(self.preview.reports.count()) if name in self.preview.reports.item(r).text())
        self.preview.reports.setCurrentRow(row)
        self.wait()

    def texts(self):
        """The original and the release as they are shown."""
        return self.preview.original.page.text, self.preview.released.page.text

    def choose(self, *classes):
        """Choose rows of the table of classes."""
        self.policy.table.clearSelection()
        for name in classes:
            self.policy._rows[name].setSelected(True)

    def set_way(self, way):
        self.policy.options.way.setCurrentIndex(self.policy.options.way.findData(way))
        self.policy.options.way.activated.emit(self.policy.options.way.currentIndex())
        self.wait()

    def select(self, text):
        """Select the place of the original that holds a text, by a click on it."""
        side = self.preview.original
        side.set_current(side.marks.at(self.texts()[0].index(text)))

    def type_surrogate(self, original, text):
        self.select(original)
        self.studio.key("Return", self.preview.released)
        assert QApplication.focusWidget() is self.preview.field
        self.preview.field.clear()
        QTest.keyClicks(self.preview.field, text)
        QTest.keyClick(self.preview.field, Qt.Key.Key_Return)
        self.wait()

    def rows(self):
        """What the list of the check says, without its contexts."""
        tree = self.held.list
        return [(tree.topLevelItem(i).text(0), tree.topLevelItem(i).text(1)) for i in range(tree.topLevelItemCount())]

    def release(self, out):
        self.destination.folder.setText(str(out))
        assert self.window.problem == ""
        self.window.release.click()
        self.wait()


def sign(studio, *names):
    for name in names:
        studio.show(name)
        studio.controller.accept_all()
        studio.controller.sign_off()
    studio.show(names[0])


def of_another_folder(release, reports):
    """The release window of another folder in the same window, with one report signed."""
    release.window.close()
    release.studio.open(reports)
    sign(release.studio, "1-uno")
    return Release(release.studio)


def say_who(release, words):
    """Say who reviewed annotations elsewhere, and how."""
    field = release.window.what.reviewed_by
    field.clear()
    release.studio.type(words, field)
    release.studio.key("Return", field)
    release.wait()


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
