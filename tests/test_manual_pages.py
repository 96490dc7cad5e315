"""The manual's pages: both languages say the same, links, pictures and commands are there, tables are the code's."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from deid_studio.cli.verbs import deid
from deid_studio.gui import features
from deid_studio.gui.features.manual.manual_pages import ManualPage, anchor, manual_folder, manual_pages, place_for

ROOT = Path(__file__).parents[1]
LANGUAGES = ("en", "es")
PAGES = [pytest.param(page, id=f"{one}-{page.name}") for one in LANGUAGES for page in manual_pages(one)]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


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


@pytest.mark.parametrize("page", PAGES)
def test_commands_are_as_they_are_written(page: ManualPage) -> None:
    if page.name == "commands":
        return
    asked = re.findall(r"(?m)^    (deid .+)$", page.text) + re.findall(r"`(deid [^`]+)`", page.text)
    for line in asked:
        words = line.partition(" >")[0].split()[1:]
        command: click.Command = deid
        context = click.Context(deid)
        while isinstance(command, click.Group) and words and not words[0].isupper():
            found = command.get_command(context, words.pop(0))
            assert found is not None, line
            command = found
        options = {name for one in command.params for name in one.opts}
        assert {word for word in words if word.startswith("--")} <= options | {"--help"}, line


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


def test_a_language_that_lacks_a_page_has_the_english_one() -> None:
    assert manual_pages("gl") == manual_pages("en")


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
    spec = importlib.util.spec_from_file_location("build_command_docs", ROOT / "packaging/build_command_docs.py")
    assert spec is not None and spec.loader is not None
    docs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(docs)
    for language, file in docs.FILES.items():
        assert file.read_text(encoding="utf-8") == docs.page(language), "run make docs"
    verbs = CliRunner().invoke(deid, ["--help"], env={"LC_ALL": "C"}).output.partition("Commands:")[2]
    listed = set(re.findall(r"(?m)^  (\w+) ", verbs)) - {"lab"}
    assert len(listed) > 10 and all(f"## deid {verb}\n" in docs.page("en") for verb in listed)
