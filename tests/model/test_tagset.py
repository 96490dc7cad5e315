"""Tag sets: what is refused, and the built-in one."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.errors import TagSetError
from deid_studio.model.tagset import PhiClass, TagSet, load_tagset


@pytest.fixture(scope="module")
def meddocan() -> TagSet:
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


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


def test_a_title_falls_back_to_spanish_english_and_the_name() -> None:
    assert PhiClass("A", {"es": "á", "en": "ay"}).title_in("ca") == "á"
    assert PhiClass("A", {"en": "ay"}).title_in("ca") == "ay"
    assert PhiClass("A", {}).title_in("es") == "A"


def test_a_name_that_is_not_there_is_no_class(meddocan: TagSet) -> None:
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
        ('groups = 3\n[[classes]]\nname = "A"\n', "groups is no table"),
        ('groups.x = "X"\n[[classes]]\nname = "A"\n', "groups.x is no table"),
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


def test_a_file_that_changed_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    for name in ("A", "B", "A"):
        path.write_text(f'name = "t"\nversion = "1"\nclasses = [{{name = "{name}"}}]\n', encoding="utf-8")
        assert [one.name for one in load_tagset(path)] == [name]
