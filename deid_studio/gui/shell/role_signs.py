"""RoleSign: by what the names of patients and of staff are told apart without colour and without reading."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from deid_studio.model.kinds import Kind, Role
from deid_studio.model.ontology import meaning_of
from deid_studio.model.tagset import TagSet


class RoleSign(Enum):
    """A small figure for who is treated, a cross for who treats."""

    PATIENT = Role.PATIENT
    STAFF = Role.STAFF

    def draw(self, painter: QPainter, centre: QPointF, size: float, ink: QColor) -> None:
        """Draw it in a square of `size` pixels around `centre`."""
        half = size / 2
        if self is RoleSign.STAFF:
            painter.setPen(QPen(ink, size / 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(centre - QPointF(half, 0), centre + QPointF(half, 0))
            painter.drawLine(centre - QPointF(0, half), centre + QPointF(0, half))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(centre - QPointF(0, half * 0.45), half * 0.55, half * 0.55)
        shoulders = QRectF(centre.x() - half, centre.y() + half * 0.3, size, half * 1.4)
        painter.drawPie(shoulders, 0, 180 * 16)


@cache
def role_signs(tagset: TagSet) -> Mapping[str, RoleSign]:
    """The signs of a tag set's classes of names; none where it does not tell patients from staff."""
    meant = {one.name: meaning_of(one) for one in tagset}
    found = {
        name: RoleSign(meaning.role)
        for name, meaning in meant.items()
        if meaning.kind is Kind.PERSON and meaning.role in (Role.PATIENT, Role.STAFF)
    }
    return MappingProxyType(found if len(set(found.values())) > 1 else {})
