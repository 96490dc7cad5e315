"""Colours as `#rrggbb`: contrast after WCAG 2.2, and fills and edges that keep it."""

from __future__ import annotations

from functools import lru_cache

_STEPS = 50
_KEPT = 4096  # fills and edges are asked for at every paint, and there are few of them


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance, 0 (black) to 1 (white); WCAG 2.2, "relative luminance"."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(channel) for channel in _channels(colour))
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
