"""Class colours: a colour of its own for each class for which nobody chose one, by its kind and its place."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache

from deid_studio import paths

_NEAR = 80  # of the three channels together: what is nearer is the same hue at a glance


def default_colours(kinds: Sequence[str], taken: Sequence[str] = ()) -> list[str]:
    """A colour (`#rrggbb`) for each of these kinds, beside those `taken`; the same for the same.

    The first class of a family of kinds has its hue, further ones the hues that are left; once none is, steps of the
    family's own hue, and then whatever colour is left.
    """
    hues = _hues()
    family = {kind: at for at, (of_family, _) in enumerate(hues) for kind in of_family}
    used = list(taken)
    found: dict[int, str] = {}

    def take(place: int, colour: str) -> None:
        found[place] = colour
        used.append(colour)

    for place, kind in enumerate(kinds):
        own = hues[family[kind]][1][0] if kind in family else ""
        if own and not _is_near(own, used):
            take(place, own)
    left = [place for place in range(len(kinds)) if place not in found]
    for place, colour in zip(left, [own[0] for _, own in hues if not _is_near(own[0], used)], strict=False):
        take(place, colour)
    every = [colour for _, own in hues for colour in own]
    for place in (place for place in left if place not in found):
        steps = hues[family[kinds[place]]][1] if kinds[place] in family else ()
        take(place, next((one for one in (*steps, *every) if one not in used), every[place % len(every)]))
    return [found[place] for place in range(len(kinds))]


def _is_near(colour: str, others: Sequence[str]) -> bool:
    return any(sum(abs(a - b) for a, b in zip(_channels(colour), _channels(other), strict=True)) < _NEAR
               for other in others)  # fmt: skip


def _channels(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])


@cache
def _hues() -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
    data = tomllib.loads((paths.resources() / "ontology" / "class_colours.toml").read_text(encoding="utf-8"))
    return tuple((frozenset(one["kinds"]), tuple(one["colours"])) for one in data["hues"])
