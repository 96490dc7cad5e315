"""Settings: defaults, what is written, and files that people or programs have spoilt."""

from __future__ import annotations

import getpass
from dataclasses import replace
from pathlib import Path

import pytest

from deid_studio.errors import WriteError
from deid_studio.formats.settings_file import save_settings
from deid_studio.settings import Settings, read_settings, table, to_toml


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


def test_unknown_keys_are_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('colour = "blue"\nfont_size = 14\n[future]\nx = 1\n', encoding="utf-8")
    settings, problems = read_settings(path)
    assert settings.font_size == 14
    assert [problem.params["detail"] for problem in problems] == ["colour: unknown", "future: unknown"]
    save_settings(replace(settings, font_size=15), path)
    again, _ = read_settings(path)
    assert (again.font_size, again.unknown) == (15, {"colour": "blue", "future": {"x": 1}})


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ('font_size = "12"', "font_size: must be a whole number"),
        ("font_size = true", "font_size: must be a whole number"),
        ("font_size = 500", "font_size: must lie between 6 and 72"),
        ("line_spacing = nan", "line_spacing: must lie between 1 and 4"),
        ('theme = "pink"', "theme: must be one of 'system', 'light', 'dark', 'contrast-light', 'contrast-dark'"),
        ("show_line_numbers = 1", "show_line_numbers: must be true or false"),
        ('recent_folders = "x"', "recent_folders: must be a list of texts"),
        ("recent_folders = [1]", "recent_folders: must be a list of texts"),
        ("reviewer = 3", "reviewer: must be text"),
    ],
)
def test_a_wrong_value_is_told_and_the_default_holds(tmp_path: Path, line: str, detail: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"size_limit_mb = 7\n{line}\n", encoding="utf-8")
    settings, problems = read_settings(path)
    assert [problem.params["detail"] for problem in problems] == [detail]
    assert settings == replace(Settings(), size_limit_mb=7)


def test_a_whole_number_is_a_number(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("line_spacing = 2\n", encoding="utf-8")
    assert read_settings(path)[0].line_spacing == 2.0


@pytest.mark.parametrize("content", [b"font_size = ", b"\xff\xfe", b"a = " + b"[" * 100_000])
def test_a_spoilt_file_is_told_and_never_overwritten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    settings, (problem,) = read_settings(path)
    assert settings == Settings()
    assert problem.params["detail"] == "not TOML"
    save_settings(settings, path)
    assert (tmp_path / "settings.toml.invalid").read_bytes() == content


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    assert read_settings(tmp_path)[1]
    (tmp_path / "fichero").write_text("x")
    with pytest.raises(WriteError):
        save_settings(Settings(), tmp_path / "fichero" / "settings.toml")


def test_every_setting_is_described_in_both_languages() -> None:
    rows = table()
    assert [row.name for row in rows] == [name for name in Settings.__dataclass_fields__ if name != "unknown"]
    for row in rows:
        assert row.description["es"]
        assert row.description["en"]
        assert row.description["es"] != row.description["en"]
        assert not row.choices or row.default in row.choices
