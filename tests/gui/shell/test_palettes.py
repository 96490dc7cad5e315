"""Colours for every eye: groups of classes and decisions stay apart as they are drawn, in every theme, for dichromats.

The smallest distances are printed (`pytest -s tests/gui/shell/test_palettes.py`); docs/decisions/0010 says why the bars
are where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import pytest

from deid_studio import paths
from deid_studio.gui.shell.colours import Vision, contrast, difference
from deid_studio.gui.shell.family_lines import FamilyLine, family_lines
from deid_studio.gui.shell.theme import THEMES, Theme
from deid_studio.model.tagset import PhiClass, TagSet, coloured, load_tagset

pytestmark = pytest.mark.dressed

# CIEDE2000, in which 1 is what is just noticed in large patches side by side.
FILLS_APART = 6.8
EDGES_APART = 7.0
FROM_PAGE = 4.5
DECISIONS_APART = 15.0

FOLDER = paths.resources() / "tagsets"
OWN = TagSet(
    "own", "1",
    coloured(
        PhiClass(name, {}, uncoloured=True).as_named()
        for name in ("PACIENTE", "MEDICO", "FECHA", "LUGAR", "TELEFONO", "NHC", "RARO")
    ),
)  # fmt: skip
MEDDOCAN = load_tagset(FOLDER / "meddocan.toml")
RADIOLOGY = load_tagset(FOLDER / "radiology.toml")
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
every_vision = pytest.mark.parametrize("vision", Vision, ids=lambda vision: vision.name.lower())
both_tagsets = pytest.mark.parametrize("tagset", [MEDDOCAN, RADIOLOGY, OWN], ids=lambda tagset: tagset.name)


def _pairs(tagset: TagSet) -> Iterable[tuple[PhiClass, PhiClass]]:
    """The classes to be told apart by colour: those of different groups; in a small tag set, all."""
    pairs = combinations(tagset, 2)
    return pairs if len(tagset.classes) < 10 else ((a, b) for a, b in pairs if a.group != b.group)


def _nearest(tagset: TagSet, drawn: Callable[[str], str], vision: Vision) -> tuple[float, str]:
    return min((difference(drawn(a.colour), drawn(b.colour), vision), f"{a.name} {b.name}") for a, b in _pairs(tagset))


@both_tagsets
@every_theme
@every_vision
def test_groups_stay_apart_as_they_are_drawn(tagset: TagSet, theme: Theme, vision: Vision) -> None:
    for what, drawn, least in (("fills", theme.accepted_fill, FILLS_APART), ("edges", theme.edge, EDGES_APART)):
        distance, pair = _nearest(tagset, drawn, vision)
        print(f"{tagset.name} {theme.name} {vision.name.lower()} {what}: {distance:.1f} ({pair})")
        assert distance >= least, pair


@both_tagsets
@every_theme
@every_vision
def test_marks_are_seen_on_the_page(tagset: TagSet, theme: Theme, vision: Vision) -> None:
    for one in tagset:
        assert difference(theme.accepted_fill(one.colour), theme.page, vision) >= FROM_PAGE, one.name
        # Nothing of it depends on hue: the edge stands out by its lightness alone.
        assert contrast(theme.edge(one.colour), theme.page) >= theme.edge_contrast, one.name
        assert contrast(theme.text, theme.accepted_fill(one.colour)) >= theme.text_contrast, one.name


@every_theme
@every_vision
def test_decisions_stay_apart(theme: Theme, vision: Vision) -> None:
    inks = (theme.accepted, theme.pending, theme.rejected)
    distance = min(difference(a, b, vision) for a, b in combinations(inks, 2))
    print(f"decisions {theme.name} {vision.name.lower()}: {distance:.1f}")
    assert distance >= DECISIONS_APART


@both_tagsets
def test_every_group_has_a_line_of_its_own(tagset: TagSet) -> None:
    lines = family_lines(tagset)
    of_group = {one.group: lines[one.name] for one in tagset}
    assert len(set(of_group.values())) == len(of_group) <= len(FamilyLine)
    assert all(lines[one.name] is of_group[one.group] for one in tagset)


@both_tagsets
def test_every_colour_carries_the_black_text_of_brat(tagset: TagSet) -> None:
    for one in tagset:
        assert contrast(one.colour, "#000000") >= 4.5, one.name


def test_a_further_group_begins_with_the_first_line_again() -> None:
    classes = tuple(PhiClass(f"C{i}", {}, group=f"G{i}") for i in range(len(FamilyLine) + 1))
    lines = family_lines(TagSet("many", "1", classes))
    assert lines["C0"] is lines[f"C{len(FamilyLine)}"]
