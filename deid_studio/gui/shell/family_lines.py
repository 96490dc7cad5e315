"""FamilyLine: the line under a mention by whose form its class's group is known without its colour."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap

from deid_studio.gui.shell.role_signs import RoleSign, role_signs
from deid_studio.gui.shell.theme import Theme
from deid_studio.model.tagset import PhiClass, TagSet

_HEIGHT = 3.5  # pixels from the top of a form to its foot
CHIP = QSize(18, 14)
_SIGN = 5.5  # pixels of the sign of a role in a chip
_CHIP_PIXELS = 2  # per pixel, for screens of any scale


class FamilyLine(Enum):
    """The forms in the order in which a tag set's groups take them; the value is what repeats, in pixels."""

    SOLID = 0.0
    WAVE = 8.0
    DOTS = 5.0
    DOUBLE = 0.1
    DASHES = 14.0
    TEETH = 9.0
    DASH_DOT = 15.0

    def path(self, left: float, right: float, top: float) -> QPainterPath:
        """The line from `left` to `right` in a strip that begins at `top`."""
        path = QPainterPath()
        foot, middle = top + _HEIGHT, top + _HEIGHT / 2
        if self in (FamilyLine.SOLID, FamilyLine.DOUBLE):
            heights = (middle - 0.5, middle + 0.5) if self is FamilyLine.SOLID else (top, foot)
            for height in heights:
                path.moveTo(left, height)
                path.lineTo(right, height)
            return path
        step = self.value
        at = left
        path.moveTo(left, foot)
        while at < right:
            self._repeat(path, at, min(step, right - at), top, foot)
            at += step
        return path

    def _repeat(self, path: QPainterPath, at: float, width: float, top: float, foot: float) -> None:
        middle = (top + foot) / 2
        match self:
            case FamilyLine.WAVE:
                path.lineTo(QPointF(at + width / 2, top))
                path.lineTo(QPointF(at + width, foot))
            case FamilyLine.TEETH:
                path.lineTo(at + width / 2, foot)
                path.lineTo(at + width / 2, top)
                path.lineTo(at + width, top)
                path.lineTo(at + width, foot)
            case FamilyLine.DOTS:
                path.addRect(at + 0.7, middle - 0.4, min(width, 0.8), 0.8)
            case FamilyLine.DASHES:
                for height in (middle - 0.5, middle + 0.5):
                    path.moveTo(at, height)
                    path.lineTo(at + min(width, 9.0), height)
            case FamilyLine.DASH_DOT:
                for height in (middle - 0.5, middle + 0.5):
                    path.moveTo(at, height)
                    path.lineTo(at + min(width, 7.0), height)
                if width > 10:
                    path.addRect(at + 10.5, middle - 0.4, 0.8, 0.8)


@cache
def family_lines(tagset: TagSet) -> Mapping[str, FamilyLine]:
    """The form of each class of a tag set: one a group, in the order in which the groups first appear."""
    forms = tuple(FamilyLine)
    number = {group: at for at, group in enumerate(dict.fromkeys(phi_class.group for phi_class in tagset))}
    return MappingProxyType({one.name: forms[number[one.group] % len(forms)] for one in tagset})


def class_chip(theme: Theme, tagset: TagSet, phi_class: PhiClass) -> QPixmap:
    """A mention of a class in small, as legends and lists show it."""
    form = family_lines(tagset).get(phi_class.name, FamilyLine.SOLID)
    sign = role_signs(tagset).get(phi_class.name)
    colour = phi_class.colour
    return QPixmap.fromImage(_chip(theme.edge(colour), theme.accepted_fill(colour), theme.line, form, sign))


@lru_cache(maxsize=500)  # every list and menu shows them again; images may outlive the application, pixmaps not
def _chip(edge_colour: str, fill: str, line: float, form: FamilyLine, sign: RoleSign | None) -> QImage:
    image = QImage(CHIP * _CHIP_PIXELS, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(_CHIP_PIXELS)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = QColor(edge_colour)
    painter.setPen(QPen(edge, line))
    painter.setBrush(QColor(fill))
    painter.drawRoundedRect(1, 1, CHIP.width() - 2, CHIP.height() - 2, 3, 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(edge, 1.5))
    painter.drawPath(form.path(3.5, CHIP.width() - 3.5, CHIP.height() - 6.5))
    if sign is not None:
        sign.draw(painter, QPointF(CHIP.width() / 2, 5.0), _SIGN, edge)
    painter.end()
    return image
