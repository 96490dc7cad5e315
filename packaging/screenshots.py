"""Takes pictures of the window's main states, on the sample reports, into a folder.

    xvfb-run -s "-screen 0 1920x1080x24" python packaging/screenshots.py docs/images --only review-light review-dark
    xvfb-run -s "-screen 0 1920x1080x24" python packaging/screenshots.py /tmp/pictures --language es --size 1920x1080
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from deid_studio import paths
from deid_studio.gui import studio
from deid_studio.gui.main_window import MainWindow
from deid_studio.gui.preferences import Preferences

_REPORT = "01-alta-medicina-interna"
_PATIENCE = 60.0


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
                raise SystemExit("gave up waiting")
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

    def chooser() -> bool:
        window.focus_report()
        controller.go_to_pending(1)
        window.choose_class()
        return True

    def from_menu(action: str) -> Callable[[], bool]:
        def state() -> bool:
            window.actions_by_id[action].trigger()
            return True

        return state

    def decided() -> bool:
        controller.accept_all()
        return False

    def signed() -> bool:
        controller.sign_off()
        photographer.settle(1)
        photographer.show(_REPORT)
        return False

    def conflict() -> bool:
        photographer.show("02-tc-torax")
        controller.accept()
        controller.saving.now()
        (photographer.reports / "02-tc-torax.ann").write_bytes(b"")
        photographer.settle(1)
        return True

    def unreadable() -> bool:
        photographer.show("11-escaneado")
        return False

    return {
        "welcome": lambda: False,
        "opened": opened,
        "review": review,
        "classes": classes,
        "find": find,
        "class-chooser": chooser,
        "keys": from_menu("keys"),
        "settings": from_menu("settings"),
        "export": from_menu("export"),
        "about": from_menu("about"),
        "sign-off": from_menu("sign_off"),
        "decided": decided,
        "signed": signed,
        "conflict": conflict,
        "unreadable": unreadable,
    }


def main() -> int:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", default="en", choices=studio.LANGUAGES)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--theme", nargs="*", default=["light", "dark"])
    parser.add_argument("--only", nargs="*", default=[], help="names of pictures, such as review-dark")
    wanted = parser.parse_args()
    width, height = (int(part) for part in wanted.size.split("x"))
    wanted.folder.mkdir(parents=True, exist_ok=True)
    app = studio.application(["screenshots"])
    studio.install_language(app, wanted.language)
    for theme in wanted.theme:
        with tempfile.TemporaryDirectory() as folder:
            photographer = Photographer(app, Path(folder), theme, (width, height))
            states = _states(photographer)
            last = max((list(states).index(n.rpartition("-")[0]) for n in wanted.only), default=len(states) - 1)
            for name, lead in list(states.items())[: last + 1]:
                dialog = lead()
                if not wanted.only or f"{name}-{theme}" in wanted.only:
                    photographer.picture(wanted.folder / f"{name}-{theme}.png", dialog)
                elif dialog:
                    photographer.dialog().close()
            photographer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
