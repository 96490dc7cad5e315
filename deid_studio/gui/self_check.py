"""The window tries itself out on the sample reports: `deid-studio --self-check FOLDER`, for whoever installs it."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from deid_studio import paths
from deid_studio.gui.application import install_language, make_application
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.studio import build_workbench
from deid_studio.gui.workbench import Workbench

_PATIENCE = 300.0  # seconds for each step


def self_check(argv: Sequence[str], folder: Path, began: float) -> int:
    """Open the samples in a new folder, accept what is suggested and sign all of them off; returns the exit code.

    What it took since `began` (of `time.monotonic`) lies in `self-check.json` there, with a picture of the window
    beside it; the reports are in `reports`, signed off.
    """
    reports = folder / "reports"
    shutil.copytree(paths.resources() / "samples", reports, ignore=shutil.ignore_patterns("README*"))
    app = make_application(argv)
    preferences = Preferences(folder / "settings.toml", app)
    preferences.change(reviewer="self-check")
    install_language(app, preferences.settings.language)
    workbench = build_workbench(preferences)
    window, controller = workbench.window, workbench.controller
    told: dict[str, object] = {}
    controller.failed.connect(lambda error: told.setdefault("error", error.code))

    def wait(step: str, holds: Callable[[], object]) -> None:
        until = time.monotonic() + _PATIENCE
        while not holds():
            if time.monotonic() > until or "error" in told:
                raise TimeoutError(step)
            app.processEvents()
            time.sleep(0.005)
        told[step] = round(time.monotonic() - began, 2)

    try:
        window.show()
        wait("window", lambda: window.isVisible() and window.windowHandle().isExposed())
        controller.open_folder(reports)
        wait("report", lambda: controller.session is not None)
        wait("suggestions", lambda: controller.desk.pending)
        wait("all_suggestions", lambda: controller.folder is not None and not controller.folder.preannotating)
        window.grab().save(str(folder / "window.png"))
        _review(workbench, wait)
        told["signed"] = sorted(entry.name for entry in reports.glob("*.ann"))
    except TimeoutError as error:
        told.setdefault("error", f"no {error}")
    (folder / "self-check.json").write_text(json.dumps(told, indent=1), encoding="utf-8")
    window.close()
    return int("error" in told)


def _review(workbench: Workbench, wait: Callable[[str, Callable[[], object]], None]) -> None:
    """Accept and sign one report after the other, as the keys for it do."""
    controller = workbench.controller
    folder = controller.folder
    assert folder is not None
    for name in folder.names:
        controller.open_report(name)
        wait("reviewed", lambda: controller.session is not None and not controller.jobs.running("report"))
        while controller.desk.pending:
            controller.accept()
        if not controller.sign_off():
            raise TimeoutError(f"sign-off of {name}")
    wait("all_signed", lambda: folder.signed_off == len(folder.names))
