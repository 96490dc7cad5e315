"""brat's configuration with other classes: what a person wrote beside them stays, and what is written is read back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import TagSetChangeError
from deid_studio.formats.brat_conf import ANNOTATION, SHORTCUTS, VISUAL, conf_files, read_conf, tagset_for
from deid_studio.formats.brat_conf_edit import edited_conf, kept_conf
from deid_studio.model.kinds import Kind
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset
from deid_studio.model.tagset_change import AddClass, AlterClass, MergeClass, MoveClass, RemoveClass, RenameClass

ANNOTATION_CONF = """# of the ward
[entities]
PACIENTE
FECHA
LUGAR
[relations]
Vive-en\tArg1:PACIENTE, Arg2:LUGAR
[events]
# none
[attributes]
Dudoso\tArg:<ENTITY>
"""
VISUAL_CONF = """[labels]
PACIENTE | Paciente | Pac
Vive-en | vive en
[drawing]
SPAN_DEFAULT\tfgColor:red
PACIENTE\tbgColor:#aabbcc, fgColor:white
FECHA\tbgColor:#ccbbaa
Vive-en\tcolor:blue, dashArray:3-3
"""
KEYS = "P\tPACIENTE\nV\tVive-en\n"


def written(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)


def own(folder: Path) -> TagSet:
    written(folder, {ANNOTATION: ANNOTATION_CONF.encode(), VISUAL: VISUAL_CONF.encode(), SHORTCUTS: KEYS.encode()})
    return read_conf(folder / ANNOTATION)


def changed(folder: Path, change) -> dict[str, str]:
    before = tagset_for(folder, shipped_tagset("meddocan"))
    after = change.apply(before)
    files = edited_conf(kept_conf(folder, before), before, after, change.renames)
    written(folder, files)
    again = tagset_for(folder, shipped_tagset("meddocan"))
    assert [(one.name, one.title, one.colour, one.shortcut, one.kind, one.release, one.group) for one in again] == [
        (one.name, one.title, one.colour, one.shortcut, one.kind, one.release, one.group) for one in after
    ]
    return {name: data.decode() for name, data in files.items()}


def test_a_renamed_class_is_renamed_where_relations_and_drawing_speak_of_it(tmp_path: Path) -> None:
    own(tmp_path)
    files = changed(tmp_path, RenameClass("PACIENTE", "ENFERMO"))
    assert "# of the ward\n" in files[ANNOTATION]
    assert "Vive-en\tArg1:ENFERMO, Arg2:LUGAR\n" in files[ANNOTATION]
    assert "Dudoso\tArg:<ENTITY>\n" in files[ANNOTATION]
    assert "PACIENTE" not in "".join(files.values())
    assert "ENFERMO | Paciente | Pac\n" in files[VISUAL]
    assert "ENFERMO\tbgColor:#aabbcc, fgColor:white\n" in files[VISUAL]
    assert "Vive-en\tcolor:blue, dashArray:3-3\n" in files[VISUAL]
    assert "V\tVive-en\n" in files[SHORTCUTS]
    assert "P\tENFERMO\n" in files[SHORTCUTS]


def test_a_class_that_is_merged_leaves_nothing_behind(tmp_path: Path) -> None:
    own(tmp_path)
    files = changed(tmp_path, MergeClass("PACIENTE", "LUGAR"))
    assert "Vive-en\tArg1:LUGAR, Arg2:LUGAR\n" in files[ANNOTATION]
    assert "PACIENTE" not in "".join(files.values())


def test_a_new_colour_and_title_replace_the_old_ones_alone(tmp_path: Path) -> None:
    before = own(tmp_path)
    title = {"es": "Fecha clínica", "en": "Clinical date"}
    files = changed(tmp_path, AlterClass(replace(before["FECHA"], colour="#112233", title=title)))
    assert "bgColor:#112233" in files[VISUAL]
    assert "#ccbbaa" not in files[VISUAL]
    assert "PACIENTE\tbgColor:#aabbcc, fgColor:white\n" in files[VISUAL]


def test_a_folder_without_a_configuration_gets_one_of_all_classes(tmp_path: Path) -> None:
    changed(tmp_path, AddClass(PhiClass("VIVIENDA", {"es": "Vivienda", "en": "Home"}, kind=Kind.PLACE)))
    assert len(read_conf(tmp_path / ANNOTATION).classes) == 30


def test_a_configuration_above_is_not_written(tmp_path: Path) -> None:
    own(tmp_path)
    below = tmp_path / "planta"
    below.mkdir()
    changed(below, RenameClass("FECHA", "DIA"))
    assert "FECHA" in (tmp_path / ANNOTATION).read_text()
    assert "Vive-en" in (below / ANNOTATION).read_text()


NAMES = st.sampled_from(["PACIENTE", "FECHA", "LUGAR", "MEDICO", "X-1"])
CLASSES = st.builds(
    PhiClass,
    NAMES,
    st.just({"es": "título", "en": "title"}),
    colour=st.sampled_from(["#112233", "#aabbcc"]),
    shortcut=st.sampled_from(["", "p", "f", "7"]),
    kind=st.sampled_from(["person", "place"]),
)
CHANGES = st.one_of(
    st.builds(AddClass, CLASSES, st.none() | st.integers(0, 3)),
    st.builds(AlterClass, CLASSES),
    st.builds(RenameClass, NAMES, NAMES),
    st.builds(MergeClass, NAMES, NAMES),
    st.builds(RemoveClass, NAMES),
    st.builds(MoveClass, NAMES, st.integers(0, 3)),
)


@given(changes=st.lists(CHANGES, max_size=6))
def test_whatever_is_changed_is_read_back_and_can_be_undone(tmp_path_factory, changes) -> None:
    folder = tmp_path_factory.mktemp("conf")
    tagset = own(folder)
    for change in changes:
        try:
            after = change.apply(tagset)
        except TagSetChangeError:
            continue
        changed(folder, change)
        back = change.inverse(tagset)
        if back is not None:
            again = back.apply(after)
            assert [(one.name, one.title, one.kind, one.colour, one.shortcut) for one in again] == [
                (one.name, one.title, one.kind, one.colour, one.shortcut) for one in tagset
            ]
        tagset = tagset_for(folder, shipped_tagset("meddocan"))


def test_the_files_of_a_shipped_tag_set_are_as_they_are_written_for_brat(tmp_path: Path) -> None:
    meddocan = shipped_tagset("meddocan")
    files = edited_conf(kept_conf(tmp_path, meddocan), meddocan, meddocan)
    assert {name: data.split() for name, data in files.items()} == {
        name: data.split() for name, data in conf_files(meddocan).items()
    }
