"""The picture of docs/performance.md, as SVG: speed to the right, F1 and wholly clean reports upwards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT = 460, 400  # of one panel
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 40, 52
# Okabe and Ito's colours, which all eyes tell apart.
_COLOURS = ("#0072b2", "#009e73", "#d55e00", "#cc79a7", "#e69f00", "#56b4e9")
_INK, _FAINT = "#222222", "#d8d8d8"


@dataclass(frozen=True, slots=True)
class Point:
    """A system in a panel: quartiles of its words a second, and shares from 0 to 1."""

    name: str
    speed: tuple[float, ...]
    f1: float
    clean: float


def drawing(panels: Mapping[str, Sequence[Point]]) -> str:
    """The panels beside each other, with a legend below."""
    speeds = [speed for points in panels.values() for point in points for speed in point.speed]
    scale = _Scale(math.log10(min(speeds) / 1.3), math.log10(max(speeds) * 1.3))
    names = list(dict.fromkeys(point.name for points in panels.values() for point in points))
    colours = dict(zip(names, _COLOURS, strict=False))
    width, height = _WIDTH * len(panels), _HEIGHT + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, (title, points) in enumerate(panels.items()):
        parts.append(f'<g transform="translate({number * _WIDTH} 0)">')
        parts += _frame(title, scale)
        for point in points:
            parts += _marks(point, colours[point.name], scale)
        parts.append("</g>")
    parts += _legend(colours, width)
    return "\n".join([*parts, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class _Scale:
    least: float
    most: float

    def x(self, speed: float) -> float:
        share = (math.log10(speed) - self.least) / (self.most - self.least)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def ticks(self) -> list[int]:
        steps = [step * 10**power for power in range(1, 7) for step in (1, 2, 5)]
        return [step for step in steps if self.least <= math.log10(step) <= self.most]


def _y(share: float) -> float:
    return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)


def _frame(title: str, scale: _Scale) -> list[str]:
    bottom, right = _y(0), _WIDTH - _RIGHT
    parts = [_text(_LEFT, 22, title, "start", "bold")]
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        parts.append(_line(_LEFT, y, right, y, _FAINT))
        parts.append(_text(_LEFT - 8, y + 4, f"{tenth * 10} %", "end"))
    for speed in scale.ticks():
        parts.append(_line(scale.x(speed), _y(1), scale.x(speed), bottom, _FAINT))
        parts.append(_text(scale.x(speed), bottom + 18, f"{speed:,}", "middle"))
    parts.append(_text((_LEFT + right) / 2, bottom + 38, "words per second of one core", "middle"))
    return parts


def _marks(point: Point, colour: str, scale: _Scale) -> list[str]:
    low, middle, high = map(scale.x, point.speed)
    f1, clean = _y(point.f1), _y(point.clean)
    return [
        _line(middle, f1, middle, clean, colour, 'stroke-dasharray="2 3"'),
        _line(low, f1, high, f1, colour, 'stroke-width="2"'),
        f'<circle cx="{middle:.1f}" cy="{f1:.1f}" r="6" fill="{colour}"/>',
        _line(low, clean, high, clean, colour, 'stroke-width="2"'),
        f'<circle cx="{middle:.1f}" cy="{clean:.1f}" r="5" fill="white" stroke="{colour}" stroke-width="2"/>',
    ]


def _legend(colours: Mapping[str, str], width: int) -> list[str]:
    parts = []
    step = (width - _LEFT) / max(len(colours), 1)
    for number, (name, colour) in enumerate(colours.items()):
        x = _LEFT + number * step
        parts.append(f'<circle cx="{x:.1f}" cy="{_HEIGHT + 10}" r="6" fill="{colour}"/>')
        parts.append(_text(x + 12, _HEIGHT + 14, name, "start"))
    told = "filled: NER F1; hollow: wholly clean reports; bars: quartiles of the speed"
    return [*parts, _text(_LEFT - 6, _HEIGHT + 40, told, "start")]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'


def _text(x: float, y: float, words: str, anchor: str, weight: str = "normal") -> str:
    shown = escape(words)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}" fill="{_INK}">{shown}</text>'
