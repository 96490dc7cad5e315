"""BRAT configuration: written for brat, and read with all that brat's language allows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.errors import BratSyntaxError, DeidError, NoClassesError, TagSetError
from deid_studio.formats.brat_conf import conf_files, read_conf, tagset_for
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.tagset import PhiClass, TagSet, load_tagset


@pytest.fixture(scope="module")
def meddocan() -> TagSet:
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


def conf(folder: Path, annotation: str, visual: str = "", keys: str = "") -> Path:
    (folder / "visual.conf").write_text(visual, encoding="utf-8")
    (folder / "kb_shortcuts.conf").write_text(keys, encoding="utf-8")
    path = folder / "annotation.conf"
    path.write_text(annotation, encoding="utf-8")
    return path


def test_what_is_written_is_read_as_the_same_tag_set(tmp_path: Path, meddocan: TagSet) -> None:
    for name, data in conf_files(meddocan).items():
        (tmp_path / name).write_bytes(data)
    again = tagset_for(tmp_path, meddocan)
    assert again.classes == meddocan.classes
    assert [one.title for one in again] == [one.title for one in meddocan]
    assert again.groups == meddocan.groups


def test_without_a_default_names_groups_colours_and_keys_come_back(tmp_path: Path, meddocan: TagSet) -> None:
    for name, data in conf_files(meddocan, "en").items():
        (tmp_path / name).write_bytes(data)
    again = read_conf(tmp_path / "annotation.conf")
    for one, before in zip(again, meddocan, strict=True):
        assert (one.name, one.group, one.colour, one.shortcut, one.title["en"]) == (
            before.name, before.group, before.colour, before.shortcut, before.title["en"],
        )  # fmt: skip


def test_the_written_files_hold_what_brat_asks_for(meddocan: TagSet) -> None:
    files = {name: data.decode() for name, data in conf_files(meddocan).items()}
    for section in ("[entities]", "[relations]", "[events]", "[attributes]"):
        assert section in files["annotation.conf"].split("\n")
    assert "!NAME\n\tNOMBRE_SUJETO_ASISTENCIA\n" in files["annotation.conf"]
    assert "FECHAS | Fechas\n" in files["visual.conf"]
    assert f"FECHAS\tbgColor:{meddocan['FECHAS'].colour}, fgColor:black" in files["visual.conf"]
    assert "F\tFECHAS\n" in files["kb_shortcuts.conf"]  # brat compares capital letters


def test_a_title_cannot_break_the_line_that_it_stands_in() -> None:
    tagset = TagSet("t", "1", (PhiClass("A", {"es": "uno | dos\n[drawing]\tx"}),))
    assert "A | uno / dos [drawing] x\n" in conf_files(tagset)["visual.conf"].decode()


def test_headings_comments_macros_separators_and_synonyms_are_read(tmp_path: Path) -> None:
    path = conf(
        tmp_path,
        "# comentario\n<SUELTA>=Nada\n[entities]\r\n<CLASE>=PERSONA\n!NOMBRES\n\t<CLASE>\n\t\tMEDICO|DOCTOR\n---\n"
        "  \nLUGAR\n\tCALLE\n    # otro\nFECHA\tArg1:X\nFECHA\n[relations]\nVive Arg1:PERSONA, Arg2:LUGAR\n[events]\n",
        "[labels]\nPERSONA | Persona | Per\nNOMBRES|Nombres propios\n[drawing]\nSPAN_DEFAULT\tbgColor:white\n"
        "PERSONA\tfgColor:black, bgColor:lightgreen\nMEDICO bgColor:#aBc\nLUGAR\tbgColor:no-such\n",
        "# teclas\nP\tPERSONA\np MEDICO\nF FECHA\n€ LUGAR\nuna línea de más\n",
    )
    tagset = read_conf(path)
    assert [(c.name, c.group, c.colour, c.shortcut) for c in tagset] == [
        ("PERSONA", "NOMBRES", "#90ee90", "p"),
        ("MEDICO", "NOMBRES", "#aabbcc", ""),
        ("LUGAR", "LUGAR", "#ffe83f", ""),
        ("CALLE", "LUGAR", "#c91cfe", ""),
        ("FECHA", "", "#9a7000", "f"),
    ]
    assert [one.name for one in tagset if one.uncoloured] == ["LUGAR", "CALLE", "FECHA"]
    assert tagset["PERSONA"].title_in("es") == "Persona"
    assert tagset.groups["NOMBRES"]["es"] == "Nombres propios"


def test_a_colour_that_nobody_chose_is_not_written(tmp_path: Path) -> None:
    path = conf(tmp_path, "[entities]\nPACIENTE\nFECHA\n", "[drawing]\nFECHA\tbgColor:#112233\n")
    tagset = read_conf(path)
    assert [(one.colour, one.uncoloured) for one in tagset] == [("#b5ef9c", True), ("#112233", False)]
    visual = conf_files(tagset)["visual.conf"].decode()
    assert "FECHA\tbgColor:#112233" in visual and "PACIENTE\tbgColor" not in visual


def test_windows_1252_comments_do_not_stop_reading(tmp_path: Path) -> None:
    path = conf(tmp_path, "")
    path.write_bytes("[entities]\n# año\nFECHA\n".encode("cp1252"))
    assert [one.name for one in read_conf(path)] == ["FECHA"]


# Nineteen macros, each twice the next: half a million names out of one line.
DOUBLING = "".join(f"<{chr(n)}>=<{chr(n + 1)}><{chr(n + 1)}>\n" for n in range(ord("a"), ord("t"))) + "<t>=ABCDEFGH\n"


@pytest.mark.parametrize(
    "content",
    [
        "[entities]\n\tHUERFANA\n",
        "[entities]\n!\n",
        "[entities]\n<ENTITY>=X\n",
        "[entities]\n" + DOUBLING + "<a>\n",
        "[entities]\nA\x00B\n",
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_told(tmp_path: Path, content: str) -> None:
    with pytest.raises(BratSyntaxError):
        read_conf(conf(tmp_path, content))


@pytest.mark.parametrize("content", ["", "[entities]\n!SOLO_TITULO\n", "[entities]\nA,B\n"])
def test_a_tag_set_that_cannot_be_used_is_told(tmp_path: Path, content: str) -> None:
    with pytest.raises(TagSetError):
        read_conf(conf(tmp_path, content))


@pytest.mark.parametrize("content", ["", "[relations]\nDe Arg1:A\n", "[entities]\n", "[entities]\n!SOLO_TITULO\n"])
def test_a_configuration_without_classes_leaves_the_default_and_is_told(
    tmp_path: Path, meddocan: TagSet, content: str
) -> None:
    told: list[DeidError] = []
    path = conf(tmp_path, content)
    assert tagset_for(tmp_path, meddocan, told.append) is meddocan
    assert [type(error) for error in told] == [NoClassesError] and str(path) in told[0].what("es")


def test_the_nearest_configuration_counts(tmp_path: Path, meddocan: TagSet) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    conf(tmp_path, "[entities]\nFUERA\n")
    assert [one.name for one in tagset_for(inner, meddocan)] == ["FUERA"]
    conf(inner, "[entities]\nDENTRO\n")
    assert [one.name for one in tagset_for(inner, meddocan)] == ["DENTRO"]


def test_without_configuration_the_default_counts(
    tmp_path: Path, meddocan: TagSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    conf(tmp_path, "[entities]\nDE_LA_CASA\n")
    (tmp_path / "informes").mkdir()
    assert tagset_for(tmp_path / "informes", meddocan) is meddocan


_NAMES = st.from_regex(r"[A-Za-zÁñ_][A-Za-z0-9Áñ_-]{0,8}", fullmatch=True)
_TITLES = st.dictionaries(st.sampled_from(["es", "en", "gl"]), st.text(min_size=1, max_size=12), max_size=3)
_CLASSES = st.builds(
    PhiClass,
    name=_NAMES,
    title=_TITLES,
    group=st.sampled_from(["", "G", "HH"]),
    colour=st.integers(0, 0xFFFFFF).map("#{:06x}".format),
    shortcut=st.sampled_from(["", *"abc012"]),
    release=st.sampled_from(["surrogate", "class-tag", "keep", 'ot"r\\o\n']),
    kind=st.sampled_from(["", *Kind]),
    role=st.sampled_from(list(Role)),
    subkind=st.sampled_from(list(Subkind)),
)


@st.composite
def _tagsets(draw: st.DrawFn) -> TagSet:
    classes, keys = [], set()
    for one in draw(st.lists(_CLASSES, min_size=1, max_size=6, unique_by=lambda one: one.name)):
        own = replace(one, shortcut="" if one.shortcut in keys else one.shortcut)
        if not own.kind:
            own = replace(own, role="", subkind="").as_named()
        keys.add(own.shortcut)
        classes.append(own)
    groups = {one.group: draw(_TITLES) for one in classes if one.group}
    return TagSet("t", "1", tuple(classes), {group: titles for group, titles in groups.items() if titles})


@given(_tagsets(), st.sampled_from(["es", "en"]))
def test_all_of_every_class_comes_back_from_brats_files(
    tmp_path_factory: pytest.TempPathFactory, tagset: TagSet, language: str
) -> None:
    folder = tmp_path_factory.mktemp("conf")
    for name, data in conf_files(tagset, language).items():
        (folder / name).write_bytes(data)
    again = read_conf(folder / "annotation.conf")
    assert again.classes == tagset.classes
    assert [one.title for one in again] == [one.title for one in tagset]
    assert again.groups == tagset.groups
    # brat sees what it always saw.
    lines = (folder / "annotation.conf").read_text(encoding="utf-8").split("\n")
    meant = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    assert set(meant) == {"[entities]", "[relations]", "[events]", "[attributes]"} | {
        *(one.name for one in tagset), *(f"!{one.group}" for one in tagset if one.group),
    }  # fmt: skip


def test_a_kind_can_be_written_by_hand(tmp_path: Path) -> None:
    path = conf(tmp_path, '[entities]\nPACIENTE\nXYZ\nW\n# deid: XYZ kind=date\n# deid: W title.es="Ü"\n')
    own = read_conf(path)
    assert [(one.kind, one.role, one.recognised) for one in own] == [
        ("person", "patient", True), ("date", "", False), ("", "", False),
    ]  # fmt: skip
    assert own["W"].title == {"es": "Ü"}


@pytest.mark.parametrize(
    "line", ["# deid: A kind", "# deid: A colour=red", '# deid: A title.es="x', "# deid: A kind=a b"]
)
def test_what_cannot_be_read_there_is_told(tmp_path: Path, line: str) -> None:
    with pytest.raises(BratSyntaxError):
        read_conf(conf(tmp_path, f"[entities]\nA\n# deid: {line}\n"))
