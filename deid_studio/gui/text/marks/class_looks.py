"""ClassLooks: the colours, lines and words by which classes are told apart, in one theme and language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from deid_studio.gui.shell.family_lines import FamilyLine, family_lines
from deid_studio.gui.shell.role_signs import RoleSign, role_signs
from deid_studio.gui.shell.theme import Theme
from deid_studio.model.tagset import PhiClass, TagSet

_NEUTRAL = "#808080"


@dataclass(frozen=True, slots=True)
class ClassLook:
    """How the mentions of one class look; `form` is the line of its group, below its boxes."""

    title: str
    code: str
    solid: QBrush
    light: QBrush
    hatch: QBrush
    edge: QPen
    dashed: QPen
    under: QPen
    dot: QPen
    form: FamilyLine
    chip: QColor
    sign: RoleSign | None


class ClassLooks:
    """The looks of a tag set's classes, and of classes that it does not know."""

    def __init__(self, theme: Theme, tagset: TagSet | None, language: str) -> None:
        self._theme, self._tagset, self._language = theme, tagset, language
        self._codes = class_codes(tagset) if tagset is not None else {}
        self._forms = family_lines(tagset) if tagset is not None else {}
        self._signs = role_signs(tagset) if tagset is not None else {}
        self._looks: dict[str, ClassLook] = {}

    def __getitem__(self, name: str) -> ClassLook:
        look = self._looks.get(name)
        if look is None:
            look = self._looks[name] = self._made(name)
        return look

    def _made(self, name: str) -> ClassLook:
        known = self._tagset is not None and name in self._tagset
        phi_class = self._tagset[name] if self._tagset is not None and known else PhiClass(name, {}, colour=_NEUTRAL)
        theme = self._theme
        edge = QColor(theme.edge(phi_class.colour))
        dashed = QPen(edge, theme.line + 0.1)
        dashed.setDashPattern([3.0, 2.2])
        under = QPen(edge, theme.line + 0.3)
        under.setCapStyle(Qt.PenCapStyle.FlatCap)
        under.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        chip = QColor(theme.chip(phi_class.colour))
        strong = QColor(theme.accepted_fill(phi_class.colour))
        return ClassLook(
            title=re.split(r"[(,]", phi_class.title_in(self._language))[0].strip() or name,  # the details have it whole
            code=self._codes.get(name, name),
            solid=QBrush(strong),
            light=QBrush(QColor(theme.pending_fill(phi_class.colour))),
            hatch=QBrush(QColor(theme.hatching(phi_class.colour)), Qt.BrushStyle.BDiagPattern),
            edge=QPen(edge, theme.line),
            dashed=dashed,
            under=under,
            dot=QPen(chip, theme.line + 0.2),
            form=self._forms.get(name, FamilyLine.SOLID),
            chip=chip,
            sign=self._signs.get(name),
        )


def class_codes(tagset: TagSet) -> dict[str, str]:
    """A short code for each class, different for all: initials of its name's words, or its first four letters."""
    codes: dict[str, str] = {}
    for phi_class in tagset:
        words = [word for word in phi_class.name.replace("-", "_").split("_") if word]
        code = "".join(word[0] for word in words) if len(words) > 1 else phi_class.name[:4]
        length = 1
        while code in codes.values() and length < len(phi_class.name):
            length += 1
            code = "".join(word[:length] for word in words)
        codes[phi_class.name] = (code if code not in codes.values() else phi_class.name).upper()
    return codes
