"""The command line as a whole: fast help, both languages, errors without tracebacks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import __version__, paths
from deid_studio.cli.language import language
from deid_studio.cli.main import deid
from deid_studio.cli.model_option import model_folder

Run = Callable[..., Result]


def test_help_names_every_verb_and_loads_no_library_of_detection() -> None:
    code = (
        "import sys\nfrom deid_studio.cli.main import main\nsys.argv = ['deid', '--help']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'spacy', 'PySide6', 'sklearn_crfsuite'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    for verb in deid.list_commands(None):  # type: ignore[arg-type]
        assert verb in done.stdout


def test_every_verb_has_help(run: Run) -> None:
    for verb in ("annotate", "evaluate", "train"):
        done = run(verb, "--help")
        assert done.exit_code == 0
        assert "Usage: deid" in done.output


def test_version(run: Run) -> None:
    assert run("--version").output == f"deid, version {__version__}\n"


def test_an_unknown_verb_is_a_usage_error(run: Run) -> None:
    assert run("publish").exit_code == 2


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LC_ALL": "es_ES.UTF-8", "LANG": "en_GB"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LC_ALL": "C", "LANG": "es_ES"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
    ],
)
def test_the_language_is_the_locales(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], expected: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language() == expected


def test_the_settings_language_wins(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    paths.settings_file().parent.mkdir()
    paths.settings_file().write_text('language = "es"\n', encoding="utf-8")
    assert language() == "es"


@pytest.mark.parametrize(("locale", "words"), [("es_ES.UTF-8", "No hay ningún modelo"), ("C", "There is no model")])
def test_an_error_is_what_and_remedy_in_the_persons_language(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, locale: str, words: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    (tmp_path / "a.txt").write_text("Ana Ruiz", encoding="utf-8")
    done = run("annotate", tmp_path / "a.txt", "--out", tmp_path / "out", "--model", tmp_path / "ninguno")
    assert done.exit_code == 1
    assert words in done.stderr
    assert "--model" in done.stderr
    assert "Traceback" not in done.output
    assert not (tmp_path / "out").exists()


def test_a_model_is_a_folder_or_the_name_of_an_own_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "user_models", lambda: tmp_path)
    (tmp_path / "hospital").mkdir()
    assert model_folder(None) == model_folder("default") == paths.default_model()
    assert model_folder("hospital") == tmp_path / "hospital"
    assert model_folder(str(tmp_path)) == tmp_path
    assert model_folder("falta") == Path("falta")


def test_the_package_runs_a_verb_without_the_windows_libraries() -> None:
    code = "import sys, runpy; sys.modules['PySide6'] = None; runpy.run_module('deid_studio', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code, "evaluate", "--help"],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "GOLD" in done.stdout
