"""Understood: tells by what names the classes of a folder were understood, and takes a person's word for it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from deid_studio.gui.features.tag_set.class_editing import ClassEditing
from deid_studio.gui.features.tag_set.kind_titles import kind_titles, role_titles
from deid_studio.gui.shell.messages import Action, Kind
from deid_studio.gui.workbench import Workbench
from deid_studio.model.kinds import Role
from deid_studio.model.ontology import meaning_of, unknown_classes
from deid_studio.model.tagset import PhiClass
from deid_studio.model.tagset_change import ConfirmClasses

_TOPIC = "class_kinds"


class Understood(QObject):
    """A banner in a folder whose classes nobody has said the kinds of: suggestions and surrogates go by these."""

    def __init__(self, workbench: Workbench, editing: ClassEditing) -> None:
        super().__init__(workbench.window)
        self._workbench, self._editing = workbench, editing
        workbench.controller.folder_opened.connect(self._opened)

    def _opened(self) -> None:
        messages, folder = self._workbench.messages, self._workbench.controller.folder
        messages.clear(_TOPIC)
        if folder is None:
            return
        tagset = folder.project.tagset
        taken = [one for one in tagset if one.recognised]
        unknown = unknown_classes(tagset)
        if not taken and not unknown:
            return
        told: list[str] = []
        actions: list[Action] = []
        if taken:
            told.append(" · ".join(map(_meaning, taken)) + ".")
            actions.append((self.tr("That is right"), lambda: self._confirm(taken)))
        if unknown:
            told.append(self.tr("Nothing is suggested as {classes}.").format(classes=", ".join(unknown)))
        actions.append((self.tr("Classes…"), self._editing.show))
        messages.tell(
            _TOPIC,
            self.tr("The classes are taken for what they are called:") if taken
            else self.tr("Some classes are not known:"),
            " ".join(told),
            kind=Kind.INFO,
            actions=actions,
        )  # fmt: skip

    def _confirm(self, taken: list[PhiClass]) -> None:
        self._editing.want(ConfirmClasses(tuple(one.name for one in taken)))


def _meaning(one: PhiClass) -> str:
    meaning = meaning_of(one)
    role = "" if meaning.role is Role.ANY else f" ({role_titles()[meaning.role]})"
    return f"{one.name}: {kind_titles()[meaning.kind].lower()}{role}"
