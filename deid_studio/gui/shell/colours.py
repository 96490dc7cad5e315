"""Colours as `#rrggbb`: contrast after WCAG 2.2, fills and edges that keep it, and how different colours are seen."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

_STEPS = 50
_KEPT = 4096  # fills and edges are asked for at every paint, and there are few of them


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white); WCAG 2.2, "relative luminance"."""
    red, green, blue = (_linear(channel) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, 1 to 21; WCAG 2.2, "contrast ratio"."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@lru_cache(_KEPT)
def mix(one: str, other: str, share: float) -> str:
    """`one` with a `share` (0 to 1) of `other` in it."""
    mixed = (round(a + (b - a) * share) for a, b in zip(_channels(one), _channels(other), strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


@lru_cache(_KEPT)
def fill(colour: str, page: str, text: str, strength: float, least: float) -> str:
    """`page` tinted with `strength` of `colour`, or less of it, so that `text` on it has a contrast of `least`."""
    for step in range(_STEPS):
        tinted = mix(page, colour, strength * (1 - step / _STEPS))
        if contrast(tinted, text) >= least:
            return tinted
    return page


@lru_cache(_KEPT)
def edge(colour: str, pages: tuple[str, ...], towards: str, least: float) -> str:
    """`colour`, moved `towards` another where needed, so that it has a contrast of `least` on all `pages`."""
    for step in range(_STEPS):
        moved = mix(colour, towards, step / _STEPS)
        if all(contrast(moved, page) >= least for page in pages):
            return moved
    return towards


class Vision(Enum):
    """How colours are seen: as most do, or without the cones for long, middle or short waves.

    The values are the linear RGB matrices of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
    Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), severity 1.0.
    """

    NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIA = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIA = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )


def seen(colour: str, vision: Vision) -> str:
    """How a colour looks to somebody with this vision."""
    linear = [_linear(channel) for channel in _channels(colour)]
    changed = (sum(part * share for part, share in zip(linear, row, strict=True)) for row in vision.value)
    return "#{:02x}{:02x}{:02x}".format(*(_channel(min(max(value, 0.0), 1.0)) for value in changed))


def lab(colour: str) -> tuple[float, float, float]:
    """CIELAB lightness, a* and b*, for the white of sRGB (D65); CIE 15, IEC 61966-2-1."""
    red, green, blue = (_linear(channel) for channel in _channels(colour))
    x = _lab_curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _lab_curve(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _lab_curve((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, vision: Vision = Vision.NORMAL) -> float:
    """How different two colours look (CIEDE2000): about 1 is just noticed side by side, 10 seen at a glance."""
    return ciede2000(lab(seen(one, vision)), lab(seen(other, vision)))


def ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """The colour difference CIEDE2000 of two CIELAB colours, all weights 1.

    Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (Color Research and Application 30, 2005).
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    hue_step, mean_hue = 0.0, h1 + h2
    if c1 * c2:
        hue_step = (h2 - h1 + 180) % 360 - 180
        if h2 - h1 == 180:
            hue_step = 180.0
        mean_hue = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2) % 360
    lightness, chroma = l2 - l1, c2 - c1
    hue = 2 * sqrt(c1 * c2) * sin(radians(hue_step / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    turn = (
        1
        - 0.17 * cos(radians(mean_hue - 30))
        + 0.24 * cos(radians(2 * mean_hue))
        + 0.32 * cos(radians(3 * mean_hue + 6))
        - 0.20 * cos(radians(4 * mean_hue - 63))
    )
    weight_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    weight_c = 1 + 0.045 * mean_c
    weight_h = 1 + 0.015 * mean_c * turn
    rotation = -2 * sqrt(mean_c**7 / (mean_c**7 + 25**7)) * sin(radians(60 * exp(-(((mean_hue - 275) / 25) ** 2))))
    parts = lightness / weight_l, chroma / weight_c, hue / weight_h
    return sqrt(sum(part**2 for part in parts) + rotation * parts[1] * parts[2])


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _channel(linear: float) -> int:
    return round(255 * (linear * 12.92 if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055))


def _lab_curve(value: float) -> float:
    return value ** (1 / 3) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
