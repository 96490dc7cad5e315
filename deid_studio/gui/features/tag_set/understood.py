"""Understood: tells by what names the classes of a folder were understood, and takes a person's word for it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from deid_studio.gui.features.tag_set.class_editing import ClassEditing
from deid_studio.gui.shell.messages import Action, Kind
from deid_studio.gui.words.kind_titles import kind_title, role_titles
from deid_studio.gui.workbench import Workbench
from deid_studio.model.kinds import Kind as PhiKind
from deid_studio.model.kinds import Role
from deid_studio.model.ontology import classes_without_suggestions, meaning_of, people_without_class
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.model.tagset_change import AlterClass, ConfirmClasses

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
        # Whoever has said that a class is for hours alone knows it.
        nothing = classes_without_suggestions(tagset)
        unknown = [
            name for name in nothing if tagset[name].recognised or meaning_of(tagset[name]).kind is PhiKind.UNKNOWN
        ]
        if not taken and not unknown:
            return
        told: list[str] = []
        actions: list[Action] = []
        if taken:
            told.append(" · ".join(map(_meaning, taken)) + ".")
            actions.append((self.tr("That is right"), lambda: self._confirm(taken)))
            told += self._people(tagset, taken, actions)
        if unknown:
            told.append(self.tr("Nothing is suggested as {classes}.").format(classes=", ".join(unknown)))
        actions.append((self.tr("Classes…"), self._editing.show))
        messages.tell(
            _TOPIC,
            self.tr("The classes are taken for what they are called:") if taken
            else self.tr("In some classes nothing is suggested:"),
            " ".join(told),
            kind=Kind.INFO,
            actions=actions,
        )  # fmt: skip

    def _people(self, tagset: TagSet, taken: list[PhiClass], actions: list[Action]) -> list[str]:
        """What is told where the names of some people have no class, with the way to have one for everybody."""
        nobody = people_without_class(tagset)
        told = [words for role, words in self._without().items() if role in nobody]
        of_one = [one for one in taken if meaning_of(one).kind is PhiKind.PERSON and one.role]
        if told and len(of_one) == 1:
            for_all = replace(of_one[0], role="", recognised=False)
            title = self.tr("{name}: names of everybody").format(name=for_all.name)
            actions.append((title, lambda: self._editing.want(AlterClass(for_all))))
        return told

    def _without(self) -> dict[Role, str]:
        return {
            Role.PATIENT: self.tr("Nothing in these classes is for names of patients: they are not suggested."),
            Role.RELATIVE: self.tr("Nothing in these classes is for names of relatives: they are not suggested."),
            Role.STAFF: self.tr("Nothing in these classes says who the staff is: their names are not suggested."),
        }

    def _confirm(self, taken: list[PhiClass]) -> None:
        self._editing.want(ConfirmClasses(tuple(one.name for one in taken)))


def _meaning(one: PhiClass) -> str:
    meaning = meaning_of(one)
    role = "" if meaning.role is Role.ANY else f" ({role_titles()[meaning.role]})"
    return f"{one.name}: {kind_title(meaning).lower()}{role}"
