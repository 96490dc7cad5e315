"""Settings: the table, what is written, and files that people or programs have spoilt."""

from __future__ import annotations

import getpass
import importlib.util
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import DeidError, WriteError
from deid_studio.formats.settings_file import save_settings
from deid_studio.settings import (
    Effect,
    Offered,
    Page,
    Setting,
    Settings,
    WrongValueError,
    as_toml,
    checked,
    read_settings,
    setting_named,
    table,
    to_toml,
)

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = {"es", "en"}


def read(path: Path, content: str) -> tuple[Settings, tuple[DeidError, ...]]:
    path.write_text(content, encoding="utf-8")
    return read_settings(path)


# --- the table -------------------------------------------------------------------------------------------------


def test_every_setting_is_in_the_table_and_allows_its_default() -> None:
    assert [row.name for row in table()] == [name for name, one in Settings.__dataclass_fields__.items() if one.compare]
    for row in table():
        assert checked(row, row.default) == row.default == getattr(Settings(), row.name), row.name


@pytest.mark.parametrize("row", table(), ids=lambda row: row.name)
def test_the_words_of_a_setting_are_there_in_every_language(row: Setting) -> None:
    said = [row.title, row.help, *row.choices.values()]
    said += [one for one in (row.lowest, row.otherwise) if one is not None]
    for words in said:
        assert len({bool(words.said(language)) for language in LANGUAGES}) == 1
    assert row.title.said("es") != row.title.said("en")
    assert all(row.plain_title(language).strip() for language in LANGUAGES)
    for language in LANGUAGES:
        assert row.help.said(language) == "" or row.help.said(language).endswith(".")
        titles = [title.said(language) for title in row.choices.values()]
        assert len(set(titles)) == len(titles) and all(titles)


def test_pages_and_effects_are_named_in_every_language() -> None:
    assert all(page.title.said("es") != page.title.said("en") for page in Page)
    assert all(one.sentence.said("es") != one.sentence.said("en") for one in Effect)
    assert {row.page for row in table()} == set(Page)


@pytest.mark.parametrize("row", table(), ids=lambda row: row.name)
def test_what_a_setting_says_of_itself_goes_together(row: Setting) -> None:
    assert (row.between is None) == (row.kind not in (int, float))
    assert row.lowest is None or row.between is not None
    assert row.in_menu or not row.keys
    assert not row.in_menu or row.kind is bool or row.choices
    assert row.offered is Offered.NOTHING or row.kind is str
    if row.kind is float:
        assert round(row.default, row.decimals) == row.default, "the page would show another default"


def test_settings_know_nothing_of_the_window() -> None:
    code = "import sys, deid_studio.settings; assert not [m for m in sys.modules if m.startswith('PySide6')]"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_the_documentation_is_that_of_the_table() -> None:
    spec = importlib.util.spec_from_file_location("build_settings_docs", ROOT / "packaging/build_settings_docs.py")
    assert spec is not None and spec.loader is not None
    docs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(docs)
    assert set(docs.FILES) == LANGUAGES
    for language, file in docs.FILES.items():
        assert file.read_text(encoding="utf-8") == docs.page(language), "run make docs"
        for row in table():
            assert row.plain_title(language) in docs.page(language)


# --- written and read ------------------------------------------------------------------------------------------


def _line() -> st.SearchStrategy[str]:
    return st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)


def _values(row: Setting) -> st.SearchStrategy[Any]:
    if row.choices:
        known = st.sampled_from(list(row.choices))
        return known if row.offered is Offered.NOTHING else known | _line()
    if row.between is not None:
        least, most = row.between
        return st.integers(int(least), int(most)) if row.kind is int else st.floats(least, most)
    texts = st.lists(_line(), max_size=3).map(tuple)
    return {bool: st.booleans(), str: _line(), tuple: texts, dict: st.dictionaries(_line(), texts, max_size=3)}[
        row.kind
    ]


@given(values=st.fixed_dictionaries({row.name: _values(row) for row in table()}))
def test_what_is_set_is_read_again(tmp_path_factory: pytest.TempPathFactory, values: dict[str, Any]) -> None:
    settings = Settings(**{name: checked(setting_named(name), value) for name, value in values.items()})
    path = tmp_path_factory.getbasetemp() / "settings.toml"
    path.write_bytes(to_toml(settings))
    again, problems = read_settings(path)
    assert (again, problems) == (settings, ())
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(written) == {name for name, value in values.items() if value != setting_named(name).default}


@given(values=st.fixed_dictionaries({row.name: _values(row) for row in table()}))
def test_a_value_as_the_documentation_shows_it_is_toml(values: dict[str, Any]) -> None:
    for name, value in values.items():
        if setting_named(name).kind is not dict:
            assert checked(setting_named(name), tomllib.loads(f"x = {as_toml(value)}")["x"]) == value


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    settings, problems = read_settings(tmp_path / "settings.toml")
    assert (settings, problems) == (Settings(), ())
    assert settings.reviewer == getpass.getuser()


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    assert to_toml(Settings()) == b""
    path = tmp_path / "nueva" / "settings.toml"
    changed = replace(Settings(), font_size=16, recent_folders=("/informes", "C:\\ñ"), line_spacing=2.0)
    save_settings(changed, path)
    assert {line.split(" = ")[0] for line in path.read_text(encoding="utf-8").splitlines() if " = " in line} == {
        "font_size",
        "recent_folders",
        "line_spacing",
    }
    assert read_settings(path) == (changed, ())


def test_a_whole_number_is_a_number(tmp_path: Path) -> None:
    assert read(tmp_path / "settings.toml", "line_spacing = 2\n")[0].line_spacing == 2.0


# --- what is wrong ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [row for row in table() if row.between], ids=lambda row: row.name)
def test_nothing_beyond_its_bounds_is_a_value(row: Setting) -> None:
    assert row.between is not None
    least, most = map(row.kind, row.between)
    assert checked(row, least) == least and checked(row, most) == most
    for beyond in (least - 1, most + 1):
        with pytest.raises(WrongValueError):
            checked(row, beyond)


@pytest.mark.parametrize(
    ("line", "en", "es"),
    [
        ('font_size = "12"', "must be a whole number", "debe ser un número entero"),
        ("font_size = true", "must be a whole number", "debe ser un número entero"),
        ("font_size = 500", "must lie between 6 and 72", "debe estar entre 6 y 72"),
        ("line_spacing = nan", "must lie between 1 and 4", "debe estar entre 1 y 4"),
        ('read_coverage = "x"', 'must be one of "off", "warn", "block"', 'debe ser uno de "off", "warn", "block"'),
        ("show_line_numbers = 1", "must be true or false", "debe ser true o false"),
        ('recent_folders = "x"', "must be a list of texts", "debe ser una lista de textos"),
        ("recent_folders = [1]", "must be a list of texts", "debe ser una lista de textos"),
        ("reviewer = 3", "must be text of one line", "debe ser un texto de una línea"),
        ('reviewer = "a\\nb"', "must be text of one line", "debe ser un texto de una línea"),
        ("keys = 3", "must be a table of lists of texts", "debe ser una tabla de listas de textos"),
        ("[class_keys]\nx = 1", "must be a table of lists of texts", "debe ser una tabla de listas de textos"),
    ],
)
def test_a_wrong_value_is_told_with_its_line_and_the_default_holds(tmp_path: Path, line: str, en: str, es: str) -> None:
    path = tmp_path / "settings.toml"
    settings, (problem,) = read(path, f"size_limit_mb = 7\n\n{line}\n")
    name = line.split(" ")[0].split("]")[0].removeprefix("[")
    assert problem.what("en") == f"In the settings {path}, line 3: {name} {en}."
    assert problem.what("es") == f"En los ajustes {path}, línea 3: {name} {es}."
    assert f"until then {as_toml(setting_named(name).default)} holds" in problem.remedy("en")
    assert settings == replace(Settings(), size_limit_mb=7)


def test_wrong_values_stay_in_the_file_until_they_are_set(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    settings, _ = read(path, 'font_size = "grande"\n')
    save_settings(replace(settings, wrap_lines=False), path)
    again, problems = read_settings(path)
    assert not again.wrap_lines and again.font_size == 12 and len(problems) == 1
    save_settings(replace(again, font_size=14, kept={}), path)
    assert read_settings(path) == (replace(again, font_size=14), ())


def test_unknown_keys_are_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    settings, problems = read(path, 'colour = "blue"\nfont_size = 14\n[future]\nx = 1\n')
    assert settings.font_size == 14
    assert [(problem.params["name"], problem.params["line"]) for problem in problems] == [("colour", 1), ("future", 3)]
    save_settings(replace(settings, font_size=15), path)
    again, _ = read_settings(path)
    assert (again.font_size, again.kept) == (15, {"colour": "blue", "future": {"x": 1}})


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'theme = "dark"\nfont_size = \n', "line 2 is not TOML"),
        (b"\xff\xfe", "it is not TOML"),
        (b"a = " + b"[" * 100_000, "it is not TOML"),
    ],
)
def test_a_spoilt_file_is_told_and_never_overwritten(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    settings, (problem,) = read_settings(path)
    assert settings == Settings()
    assert told in problem.what("en")
    save_settings(settings, path)
    assert (tmp_path / "settings.toml.invalid").read_bytes() == content


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    assert read_settings(tmp_path)[1]
    (tmp_path / "fichero").write_text("x")
    with pytest.raises(WriteError):
        save_settings(Settings(), tmp_path / "fichero" / "settings.toml")
