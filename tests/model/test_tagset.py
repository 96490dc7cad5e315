"""Tag sets: what is refused, and the built-in one with its colours."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from deid_studio import paths
from deid_studio.errors import TagSetError
from deid_studio.model.tagset import PhiClass, TagSet, load_tagset

# Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
# (IEEE TVCG 15, 2009), severity 1.0, on linear RGB.
VIEWERS = {
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
MIN_DISTANCE_BETWEEN_GROUPS = 8.5  # CIE76; 2.3 is just noticeable


@pytest.fixture(scope="module")
def meddocan() -> TagSet:
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


def linear(colour: str) -> np.ndarray:
    values = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    xyz = XYZ @ np.clip(rgb, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def test_all_29_classes_are_there_with_titles_groups_and_keys(meddocan: TagSet) -> None:
    assert len(meddocan.classes) == 29
    assert {one.group for one in meddocan} == set(meddocan.groups)
    assert len({one.shortcut for one in meddocan}) == 29
    for one in meddocan:
        assert set(one.title) == set(meddocan.groups[one.group]) == {"es", "en"}
        assert len(one.shortcut) == 1
        assert one.shortcut in "abcdefghijklmnopqrstuvwxyz0123456789"
        assert one.release in {"surrogate", "class-tag", "remove", "keep"}
    assert "".join(meddocan[name].shortcut for name in ("FECHAS", "TERRITORIO", "HOSPITAL", "CALLE")) == "fthc"


def test_every_colour_carries_black_text(meddocan: TagSet) -> None:
    for one in meddocan:
        luminance = XYZ[1] @ linear(one.colour)
        assert (luminance + 0.05) / 0.05 >= 4.5, one.name


@pytest.mark.parametrize("viewer", VIEWERS)
def test_groups_stay_apart_for_every_viewer(meddocan: TagSet, viewer: str) -> None:
    seen = {one: lab(np.array(VIEWERS[viewer]) @ linear(one.colour)) for one in meddocan}
    for one, other in combinations(meddocan, 2):
        assert one.colour != other.colour
        if one.group != other.group:
            distance = np.linalg.norm(seen[one] - seen[other])
            assert distance >= MIN_DISTANCE_BETWEEN_GROUPS, (one.name, other.name)


def test_a_title_falls_back_to_english_and_the_name() -> None:
    assert PhiClass("A", {"es": "á", "en": "ay"}).title_in("fr") == "ay"
    assert PhiClass("A", {}).title_in("es") == "A"


def test_further_classes_can_be_appended(meddocan: TagSet) -> None:
    more = meddocan.with_classes(["FECHAS", "NUEVA", "NUEVA"])
    assert [one.name for one in more][29:] == ["NUEVA"]
    assert meddocan.with_classes(["FECHAS"]) is meddocan
    assert "NUEVA" in more
    with pytest.raises(KeyError):
        meddocan["NUEVA"]


@pytest.mark.parametrize(
    ("classes", "detail"),
    [
        ("", "classes"),
        ('[[classes]]\nname = "A"\n[[classes]]\nname = "A"\n', "class A twice"),
        ('[[classes]]\nname = "A"\nshortcut = "a"\n[[classes]]\nname = "B"\nshortcut = "a"\n', "shortcut a twice"),
        ('[[classes]]\nname = "A B"\n', "class name"),
        ('[[classes]]\nname = "A"\ncolour = "red"\n', "colour"),
        ('[[classes]]\ntitle = {es = "x"}\n', "missing or wrong"),
        ('[[classes]]\nname = "A"\ntitle = "x"\n', "missing or wrong"),
        ("classes = 3\n", "missing or wrong"),
        ("classes = []\n", "no classes"),
        ("[[classes\n", ""),
    ],
)
def test_a_wrong_tag_set_is_told(tmp_path: Path, classes: str, detail: str) -> None:
    path = tmp_path / "t.toml"
    path.write_text('name = "t"\nversion = "1"\n' + classes, encoding="utf-8")
    with pytest.raises(TagSetError) as caught:
        load_tagset(path)
    assert detail in str(caught.value.params["detail"])


def test_a_tag_set_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'name = "\xf1"')
    for name in ("falta.toml", "latin.toml"):
        with pytest.raises(TagSetError):
            load_tagset(tmp_path / name)
