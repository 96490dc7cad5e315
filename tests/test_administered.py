"""What an administrator fixes: read whole or not at all, held over a person's settings, and never weaker than meant."""

from __future__ import annotations

import os
import re
import string
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.errors import DeidError, FixedSettingError, PolicyFileError, PolicyFileOpenError
from deid_studio.formats.settings_file import save_settings
from deid_studio.learning.store.choices import Choices
from deid_studio.settings import (
    Administered,
    ReleaseLimits,
    Settings,
    administered,
    held_settings,
    read_administered,
    read_settings,
    table,
)

FIXED = """
note = "Hospital de Ejemplo, Sistemas, ext. 4321"

[settings]
read_coverage = "block"
size_limit_mb = 50
rules_off = []

[release]
policies = ["safe-harbour"]
folders = ["/srv/salidas"]
reversible = false
unreviewed = false
"""


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the administrator's file is looked for, and beside it a person's settings."""
    monkeypatch.setattr(paths, "policy_file", lambda: tmp_path / "policy.toml")
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "own" / "settings.toml")
    monkeypatch.setattr(paths, "user_models", lambda: tmp_path / "own" / "models")
    return tmp_path / "policy.toml"


def refused(path: Path) -> PolicyFileError:
    with pytest.raises(PolicyFileError) as found:
        read_administered(path)
    assert str(path) in found.value.what() and "IT department" in found.value.remedy()
    return found.value


# --- the file --------------------------------------------------------------------------------------------------


def test_without_a_file_nothing_is_fixed(policy: Path) -> None:
    assert administered() == Administered()
    assert held_settings() == (Settings(), ())


def test_a_file_is_read_whole(policy: Path) -> None:
    policy.write_text(FIXED, encoding="utf-8-sig")
    found = administered()
    assert found.by.said("es") == "Hospital de Ejemplo, Sistemas, ext. 4321"
    assert found.settings == {"read_coverage": "block", "size_limit_mb": 50, "rules_off": ()}
    assert found.release == ReleaseLimits(("safe-harbour",), (Path("/srv/salidas"),), False, False)
    policy.write_text('[settings]\ntheme = "dark"\n', encoding="utf-8")
    assert administered().settings == {"theme": "dark"}, "a changed file is read again"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[settings]\nread_covrage = 'block'\n", 2, "read_covrage"),
        ("[settings]\ntheme = 'dark'\nsize_limit_mb = 'veinte'\n", 3, "whole number"),
        ("[settings]\nsize_limit_mb = 100000\n", 2, "between 1 and 500"),
        ("settings = 3\n", 1, "table"),
        ("nota = 'x'\n", 1, "nota"),
        ("note = 7\n", 1, "text of one line"),
        ("\n[release]\nfolders = ['salidas']\n", 3, "whole paths"),
        ("[release]\nreversible = 'no'\n", 2, "true or false"),
        ("[release]\npolicies = 'research'\n", 2, "list of texts"),
        ("[settings]\n\ntheme = \n", 3, "not TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(policy: Path, text: str, line: int, words: str) -> None:
    policy.write_text(text, encoding="utf-8")
    error = refused(policy)
    assert f"line {line}:" in error.what() and words in error.what()


def test_what_is_no_readable_file_is_not_taken_for_none(policy: Path) -> None:
    policy.symlink_to(policy.with_name("away.toml"))
    refused(policy)
    policy.unlink()
    policy.mkdir()
    refused(policy)
    policy.rmdir()
    os.mkfifo(policy)
    refused(policy)  # and nobody waits for who writes into it
    policy.unlink()
    policy.write_bytes(b"#" * 2_000_000)
    assert "too large" in refused(policy).what()
    policy.write_bytes(b"note = '\xff'")
    refused(policy)
    policy.write_text("x = " + "[" * 50_000, encoding="utf-8")
    refused(policy)
    policy.unlink()
    policy.symlink_to("/dev/zero")
    refused(policy)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(string.ascii_letters, min_size=1), inner),
    max_leaves=5,
)
_NAMES = st.sampled_from([row.name for row in table()]) | st.sampled_from(["policies", "folders", "x", "note", "ñ\n"])


@given(
    data=st.fixed_dictionaries(
        {}, optional={name: st.dictionaries(_NAMES, _VALUES, max_size=4) for name in ("settings", "release")}
    ),
    cut=st.integers(0, 300),
)
def test_any_file_is_understood_whole_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any], cut: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "policy.toml"
    try:
        text = tomli_w.dumps(data)[:cut]
    except TypeError:  # None is nothing in TOML
        return
    path.write_text(text, encoding="utf-8")
    try:
        found = read_administered(path)
    except DeidError as error:
        assert str(path) in error.what("es")
        return
    said = tomllib.loads(text)
    assert set(found.settings) == set(said.get("settings", {}))
    assert set(said.get("release", {})) <= set(ReleaseLimits.__slots__)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can make a file that is root's alone")
def test_a_file_that_others_could_write_holds_and_is_told(policy: Path) -> None:
    policy.write_text(FIXED, encoding="utf-8")
    assert held_settings()[1] == ()
    for harm in (lambda: policy.chmod(0o666), lambda: os.chown(policy, 1000, 0)):
        harm()
        settings, told = held_settings()
        assert settings.read_coverage == "block" and [type(one) for one in told] == [PolicyFileOpenError]
        policy.chmod(0o644)
    os.chown(policy, 0, 0)
    own = policy.with_name("whose")
    own.mkdir()
    os.chown(own, 1000, 1000)
    policy.rename(own / "policy.toml")
    policy.symlink_to(own / "policy.toml")
    assert administered().remarks, "who owns the folder that a link leads to can put another file there"


def test_no_variable_leads_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    before = paths.policy_file(), paths.shared_models()
    for name in ("XDG_CONFIG_DIRS", "XDG_DATA_DIRS", "HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, "/srv/elsewhere")
    assert (paths.policy_file(), paths.shared_models()) == before


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_manual_has_an_example_that_is_understood_and_every_key(policy: Path, language: str) -> None:
    page = (paths.resources() / "manual" / language / "it.md").read_text(encoding="utf-8")
    example = page[page.index("    note = ") :].partition("\n`note`")[0]
    policy.write_text(textwrap.dedent(example), encoding="utf-8")
    found = administered()
    assert found.note and found.settings["read_coverage"] == "block"
    assert re.findall(r"(?m)^\| `(\w+)` \| .* \| .* \|$", page)[: len(ReleaseLimits.__slots__)] == list(
        ReleaseLimits.__slots__
    )
    assert all(getattr(found.release, name) != getattr(ReleaseLimits(), name) for name in ReleaseLimits.__slots__)


# --- what then holds -------------------------------------------------------------------------------------------


def test_what_is_fixed_holds_and_what_a_person_had_comes_back(policy: Path) -> None:
    own = paths.settings_file()
    save_settings(Settings(size_limit_mb=7, theme="dark"), own)
    policy.write_text(FIXED, encoding="utf-8")
    settings = held_settings()[0]
    assert (settings.size_limit_mb, settings.theme, settings.read_coverage) == (50, "dark", "block")
    assert settings.fixed == {"size_limit_mb", "read_coverage", "rules_off"}
    save_settings(settings, own)
    assert read_settings(own)[0].size_limit_mb == 7 and "block" not in own.read_text(encoding="utf-8")
    policy.unlink()
    assert held_settings()[0].size_limit_mb == 7


def test_what_is_wrong_with_a_setting_that_is_fixed_is_not_told_to_who_cannot_change_it(policy: Path) -> None:
    own = paths.settings_file()
    own.parent.mkdir()
    own.write_text("size_limit_mb = 'x'\ntheme = 'pink'\n", encoding="utf-8")
    policy.write_text("[settings]\nsize_limit_mb = 50\n", encoding="utf-8")
    settings, told = held_settings()
    assert settings.size_limit_mb == 50
    assert [one.params["name"] for one in told if "name" in one.params] == ["theme"]


def test_a_model_that_is_fixed_is_used_everywhere(policy: Path, tmp_path: Path) -> None:
    choices = Choices()
    choices.choose("own-1", tmp_path)
    policy.write_text('note = "Sistemas"\n[settings]\nmodel = "hospital-2"\n', encoding="utf-8")
    assert (choices.model(tmp_path), choices.model(), choices.can_go_back(tmp_path)) == ("hospital-2",) * 2 + (False,)
    with pytest.raises(FixedSettingError) as error:
        choices.choose("own-1")
    assert error.value.what("es").startswith("Modelo ") and "Sistemas" in error.value.what("es")
    assert not choices.back(tmp_path)
    policy.unlink()
    assert choices.model(tmp_path) == "own-1"
