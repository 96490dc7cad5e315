"""Settings: the page of what a person can set, and what the detector and the journal know of it."""

from __future__ import annotations

from deid_studio.gui.features.settings.settings_dialog import SettingsDialog
from deid_studio.gui.shell.actions import ActionSpec, Menu
from deid_studio.gui.shell.keys import plain
from deid_studio.gui.shell.messages import Kind
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, translate
from deid_studio.gui.workbench import Workbench
from deid_studio.review.second.second_policy import reader_key
from deid_studio.settings import Settings


def _owner(workbench: Workbench) -> str:
    """The annotator whose layer of a corpus is open; empty where none is."""
    folder = workbench.controller.folder
    layer = None if folder is None or folder.layer is None else folder.layer.layer
    return "" if layer is None or layer.is_gold else layer.annotator.name


def _tell_owner(workbench: Workbench, owner: str) -> None:
    told = translate("Settings", "Your name is still {name}: nobody else works in this layer of the corpus.")
    detail = translate("Settings", "Open another folder, or close this one; then change the name.")
    workbench.messages.tell("reviewer", told.format(name=owner), detail, kind=Kind.WARNING)


def install(workbench: Workbench) -> None:
    """Bring in the page; what other features do with a setting is theirs."""
    controller, preferences = workbench.controller, workbench.preferences

    def show() -> None:
        ways = {spec.id: plain(spec.title) for spec in workbench.actions.specs}
        dialog = SettingsDialog(preferences.settings, ways, workbench.window)

        def accepted() -> None:
            values = dialog.values()
            if "reviewer" in values:
                owner = _owner(workbench)
                if owner and reader_key(owner) != reader_key(values["reviewer"]):
                    del values["reviewer"]  # what they decided there would be this annotator's
                    _tell_owner(workbench, owner)
                else:
                    preferences.reviewer_asked = True
            preferences.change(**values)

        dialog.accepted.connect(accepted)
        dialog.action_wanted.connect(lambda action: workbench.actions[action].trigger())
        dialog.open()

    def changed(before: Settings) -> None:
        settings = preferences.settings
        controller.earning.precision = settings.bulk_accept_precision / 100
        if settings.reviewer != before.reviewer:
            controller.reviewer = settings.reviewer
            # Who gives a name for the first time is the one who has decided so far.
            preferences.keep_formerly(before.reviewer if before.reviewer == Settings().reviewer else "")
            controller.formerly = preferences.formerly

    controller.earning.precision = preferences.settings.bulk_accept_precision / 100
    controller.formerly = preferences.formerly
    preferences.changed.connect(changed)
    title = QT_TRANSLATE_NOOP("actions", "Se&ttings…")
    workbench.actions.add(ActionSpec("settings", Menu.FILE, 210, title, show, ("Ctrl+,",), "settings"))
