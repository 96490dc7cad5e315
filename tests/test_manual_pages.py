"""The manual and docs/: both languages say the same, links, pictures and commands are there, tables are the code's."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from deid_studio.cli.verbs import deid
from deid_studio.gui import features
from deid_studio.gui.features.manual.manual_pages import ManualPage, anchor, manual_folder, manual_pages, place_for

ROOT = Path(__file__).parents[1]
LANGUAGES = ("en", "es")
PAGES = [pytest.param(page, id=f"{one}-{page.name}") for one in LANGUAGES for page in manual_pages(one)]
# Figures of other times, and what was: they tell what commands were called then.
_PAST = {"CHANGELOG.md", "experiments.md"}
TOLD = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "resources/manual").rglob("*.md")]
_MADE = ("resources/kept", "resources/i18n/ca", "resources/manual/ca")  # when the program is built, or by a translator
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name.rpartition("/")[2], ROOT / "packaging" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def _handed_on(source: str) -> set[str]:
    """The options of the script that a shell script gives its own to."""
    scripts = re.findall(r"(?:packaging|tests)/[\w./-]+\.py", source) if '"$@"' in source else []
    return {f"--{name}" for one in scripts for name in re.findall(r'"--([a-z-]+)"', (ROOT / one).read_text("utf-8"))}


def _without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "", re.sub(r"(?m)^    .*$", "", text))


@pytest.mark.parametrize("page", PAGES)
def test_links_and_pictures_lead_somewhere(page: ManualPage) -> None:
    for target in _LINK.findall(_without_code(page.text)):
        name, _, heading = target.partition("#")
        file = page.file.with_name(name) if name else page.file
        assert file.is_file(), target
        if heading:
            assert heading in ManualPage(file, file.read_text(encoding="utf-8")).anchors, target
    assert ManualPage(page.file, page.text).text.startswith("# ")


@pytest.mark.parametrize("file", [pytest.param(file, id=str(file.relative_to(ROOT))) for file in sorted(TOLD)])
def test_commands_are_as_they_are_written(file: Path) -> None:
    if file.name in _PAST or file.name == "commands.md":
        return
    text = file.read_text(encoding="utf-8")
    asked = re.findall(r"(?m)^    (deid .+)$", text) + re.findall(r"`(deid [^`]+)`", text)
    for line in asked:
        words = re.split(r" [>#]", line)[0].split()[1:]
        command: click.Command = deid
        context = click.Context(deid)
        while isinstance(command, click.Group) and words and words[0].isalpha() and not words[0].isupper():
            found = command.get_command(context, words.pop(0))
            assert found is not None, line
            command = found
        options = {name for one in command.params for name in one.opts}
        assert {word for word in words if word.startswith("--")} <= options | {"--help"}, line


@pytest.mark.parametrize("file", [pytest.param(file, id=str(file.relative_to(ROOT))) for file in sorted(TOLD)])
def test_targets_scripts_and_files_that_are_named_are_there(file: Path) -> None:
    if file.name in _PAST:
        return
    text = file.read_text(encoding="utf-8")
    code = re.findall(r"(?m)^    (.+)$", text) + re.findall(r"`([^`\n]+)`", text)
    targets = set(re.findall(r"(?m)^([a-z0-9]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    for line in code:
        for command in re.findall(r"^make ([a-z0-9]+)", line):
            assert command in targets, line
        for script, given in re.findall(r"(?:^|python3? )((?:packaging|tests)/\S+\.(?:py|sh))(.*)", line):
            options = set(re.findall(r"(?<!\S)\[?(--[a-z-]+)", given.partition("#")[0]))
            source = (ROOT / script).read_text(encoding="utf-8")
            assert {one for one in options if f'"{one}"' not in source} <= _handed_on(source), line
        for name in re.findall(r"^(?:deid_studio|docs|icons|packaging|resources|tests)/[\w./-]+$", line):
            assert (ROOT / name).exists() or name.startswith(_MADE) or "/NAME" in name, line


def test_every_page_is_in_every_language_and_no_other_is_there() -> None:
    names = [page.name for page in manual_pages("en")]
    for language in LANGUAGES:
        assert [page.name for page in manual_pages(language)] == names
        assert {file.stem for file in (manual_folder() / language).glob("*.md")} == set(names)
        assert all(page.file.parent.name == language for page in manual_pages(language))


def test_the_languages_have_the_same_headings_tables_and_commands() -> None:
    for english, other in zip(*map(manual_pages, LANGUAGES), strict=True):
        assert len(english.anchors) == len(other.anchors), english.name
        assert english.text.count("\n|") == other.text.count("\n|"), english.name
        assert english.text.count("\n    deid") == other.text.count("\n    deid"), english.name
        assert len(set(english.anchors)) == len(english.anchors), english.name


def test_a_language_that_lacks_a_page_has_the_spanish_one() -> None:
    assert manual_pages("gl") == manual_pages("es")


def test_each_feature_has_a_place() -> None:
    here = Path(features.__file__).parent
    pages = {page.name: page for page in manual_pages("en")}
    for feature in [one.name for one in here.iterdir() if (one / "__init__.py").is_file()]:
        name, _, heading = place_for(feature).partition("#")
        assert name in pages, feature
        assert not heading or heading in pages[name].anchors, feature
    assert place_for("none of them") == "start"


def test_an_anchor_is_as_github_makes_it() -> None:
    assert anchor("Relations, events and attributes") == "relations-events-and-attributes"
    assert anchor("1. ¿Qué es? `deid`") == "1-qué-es-deid"


def test_the_page_of_commands_is_that_of_the_commands() -> None:
    docs = _script("build_command_docs")
    for language, file in docs.FILES.items():
        assert file.read_text(encoding="utf-8") == docs.page(language), "run make docs"
    verbs = CliRunner().invoke(deid, ["--help"], env={"LC_ALL": "C"}).output.partition("Commands:")[2]
    listed = set(re.findall(r"(?m)^  (\w+) ", verbs)) - {"lab"}
    assert len(listed) > 10 and all(f"## deid {verb}\n" in docs.page("en") for verb in listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_handbook_has_every_page_and_its_links_lead_to_another(tmp_path: Path, language: str) -> None:
    _script("handbook/sources").gather(language, tmp_path / language)
    pages = sorted((tmp_path / language).rglob("*.md"))
    names = {page.relative_to(tmp_path / language).with_suffix("").as_posix() for page in pages}
    assert {page.name for page in manual_pages(language)} | {"docs/model", "docs/cluster", "CONTRIBUTING"} <= names
    listed = {line for page in pages if page.stem == "index" for line in page.read_text(encoding="utf-8").splitlines()}
    assert {name.removeprefix("docs/decisions/") for name in names} - listed == {"index"}
    for page in pages:
        for target in _LINK.findall(_without_code(page.read_text(encoding="utf-8"))):
            name, _, heading = target.partition("#")
            led = page.parent / name if name else page
            assert target.startswith("https://") or led.is_file(), (page.name, target)
            if heading and not target.startswith("https://"):
                headings = re.findall(r"(?m)^#+ (.+)$", led.read_text(encoding="utf-8"))
                assert heading in map(anchor, headings), (page.name, target)


def test_built_pages_that_load_from_elsewhere_or_lead_nowhere_are_found(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("@import 'https://fonts.example/a.css'; p { background: url(gone.png) }")
    (tmp_path / "other.html").write_text('<p id="here">')
    (tmp_path / "page.html").write_text(
        '<link rel="stylesheet" href="style.css"><script src="//cdn.example/x.js"></script><img src="gone.png">'
        '<a href="other.html#here"></a><a href="https://example.org"></a><a href="#"></a><use href="#sign"></use>'
        '<a href="other.html#gone"></a><a href="gone.html"></a><img src="data:image/png;base64,AAAA">'
        "<style>p { background: url('http://example.org/x.png') }</style>"
    )
    told = _script("handbook/built").faults(tmp_path)
    assert sorted(told) == [
        "page.html: is not there: gone.png",
        "page.html: leads nowhere: gone.html",
        "page.html: loaded from elsewhere: //cdn.example/x.js",
        "page.html: loaded from elsewhere: http://example.org/x.png",
        "page.html: no such anchor: #sign",
        "page.html: no such anchor: other.html#gone",
        "style.css: is not there: gone.png",
        "style.css: loaded from elsewhere: https://fonts.example/a.css",
    ]
