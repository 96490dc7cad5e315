"""The command line as a whole: fast help, both languages, errors without tracebacks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from click.testing import Result

from deid_studio import __version__, paths
from deid_studio.cli.language import language
from deid_studio.cli.verbs import deid
from deid_studio.library import model_folder

Run = Callable[..., Result]
ROOT = Path(__file__).parents[2]


def test_help_names_every_verb_and_loads_no_library_of_detection() -> None:
    code = (
        "import sys\nfrom deid_studio.cli.main import main\nsys.argv = ['deid', '--help']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'regex', 'PySide6', 'sklearn_crfsuite', 'tqdm', 'tomli_w'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    for verb in deid.list_commands(None):  # type: ignore[arg-type]
        assert verb in done.stdout


def verbs(group: click.Group = deid, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    found: list[tuple[tuple[str, ...], click.Command]] = [(path, group)]
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        found += verbs(command, (*path, name)) if isinstance(command, click.Group) else [((*path, name), command)]
    return found


@pytest.mark.parametrize("path", [path for path, _ in verbs()], ids=" ".join)
def test_every_verb_has_help_in_both_languages(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    english = run(*path, "--help")
    assert english.exit_code == 0, english.output
    assert f"Usage: {' '.join(('deid', *path))} [OPTIONS]" in english.stdout
    assert "Show this message and exit." in english.stdout
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    spanish = run(*path, "--help")
    assert f"Uso: {' '.join(('deid', *path))} [OPCIONES]" in spanish.stdout
    assert "Muestra esta ayuda y termina." in spanish.stdout
    headings = {"Options:", "Commands:", "Show", "shipped", "default:", "[required]"}
    assert not headings & set(spanish.stdout.split())


def test_every_text_of_help_is_there_and_translated(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def texts() -> list[str]:
        found = []
        for path, command in verbs():
            found.append(f"{path} {command.help}")
            for one in command.params:
                if isinstance(one, click.Option):
                    assert one.help, (path, one.name)
                    found.append(f"{path} {one.name} {one.help}")
        return found

    english = texts()
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert not set(english) & set(texts())
    assert len(english) > 60


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("annotate",), "Error: Falta el argumento 'IN...'."),
        (("annotate", "a.txt"), "Error: Falta la opción '--out'."),
        (("train", "x", "--out", "m", "--members", "0"), "0 no está entre los valores posibles, 1<=x<=100."),
        (("train", "x", "--out", "m", "--members", "uno"), "'uno' no es un número válido."),
        (("train", "x", "--out", "m", "--augmented", "nan"), "nan no es un número finito."),
        (("train", "--nada"), "No existe la opción '--nada'."),
        (("publicar",), "No existe la orden 'publicar'."),
        (("evaluate", "a", "b", "--model", "c"), "SYSTEM excluye --profile"),
    ],
)
def test_wrong_usage_is_told_in_the_persons_language(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    done = run(*arguments)
    assert done.exit_code == 2
    assert told in done.stderr
    assert "--help» muestra la ayuda." in done.stderr


def test_the_settings_language_wins_for_help_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(os.environ)
    paths.settings_file().parent.mkdir()
    paths.settings_file().write_text('language = "es"\n', encoding="utf-8")
    assert run("annotate", "--help").stdout.startswith("Uso: ")
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    paths.settings_file().write_text('language = "en"\n', encoding="utf-8")
    assert run("annotate", "--help").stdout.startswith("Usage: ")
    assert dict(os.environ) == before | {"LC_ALL": "es_ES.UTF-8"}


def test_the_compiled_words_of_click_are_those_of_their_source() -> None:
    folder = paths.resources() / "i18n" / "es" / "LC_MESSAGES"
    with (folder / "messages.po").open("rb") as source, (folder / "messages.mo").open("rb") as compiled:
        catalogs = read_po(source, locale="es"), read_mo(compiled)
    # One of the two has lists where the other has tuples, for singular and plural.
    written, used = (sorted(f"{[*m.id]} {[*m.string]}" for m in catalog if m.id) for catalog in catalogs)
    assert written == used


# Ctrl-C while the module of the first argument is imported.
_INTERRUPTED = """
import sys
name = sys.argv.pop(1)
class Interrupt:
    def find_spec(self, module, path=None, target=None):
        if module == name:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
from deid_studio.__main__ import main as run_module
from deid_studio.cli.main import main
sys.exit(run_module() if "-m" in sys.argv and not sys.argv.remove("-m") else main())
"""

_LOADED = ("click", "deid_studio.settings", "deid_studio.cli.annotate", "numpy", "ahocorasick")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "module"),
    [
        *(("deid", module) for module in _LOADED),
        # Here the first is loaded by another module; all others are loaded by the same.
        *(("python -m deid_studio", module) for module in (_LOADED[0], _LOADED[-1])),
    ],
)
def test_ctrl_c_while_loading_is_no_traceback(tmp_path: Path, entry: str, module: str) -> None:
    (tmp_path / "a.txt").write_text("Ana Ruiz", encoding="utf-8")
    by_module = ["-m"] if "-m" in entry else []
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, module, "annotate", "a.txt", "--out", "out", *by_module],
        capture_output=True, text=True, check=False, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("annotate", "{}", "--out", "out"), ("annotate", "a.txt", "--out", "{}"), ("evaluate", "{}"),
        ("evaluate", "a.txt", "--json", "{}"), ("evaluate", "a.txt", "{}"), ("train", "{}", "--out", "m"),
        ("train", ".", "--out", "{}"), ("train", ".", "--out", "m", "--base", "{}"), ("lab", "indicators", "{}"),
        ("annotate", "a.txt", "--out", "out", "--model", "{}"), ("evaluate", "a.txt", "--profile", "{}.toml"),
        ("annotate", "a.txt", "--out", "out", "--patients", "{}"), ("gazetteer", "import", "{}", "--kind", "town"),
        ("lab", "grammar", "check", "{}"), ("lab", "grammar", "measure", ".", "--out", "{}"),
        ("lab", "sectioned", "train", "{}", "--out", "m"),
    ],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("name", ["n" * 300, "a.txt/b", "d/" * 3000], ids=["long name", "in a file", "long path"])
def test_what_the_system_refuses_is_no_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...], name: str
) -> None:
    (tmp_path / "a.txt").write_text("Ana Ruiz", encoding="utf-8")
    (tmp_path / "a.ann").write_text("T1\tNOMBRE_SUJETO_ASISTENCIA 0 8\tAna Ruiz\n", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(paths, "user_gazetteers", lambda: tmp_path / "gazetteers")
    done = run(*(one.format(name) for one in arguments))
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert done.stderr.strip()
    assert sorted(tmp_path.rglob("*")) == before


def test_what_nobody_nearer_explains_is_told_with_its_reason(run: Run, tmp_path: Path) -> None:
    done = run("evaluate", tmp_path / ("n" * 300))
    assert done.exit_code == 1
    assert "n" * 300 in done.stderr and "File name too long" in done.stderr and "are intact" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a device of Linux")
@pytest.mark.parametrize("arguments", [("--help",), ("evaluate", "."), ("lab", "grammar", "--help")], ids=" ".join)
def test_a_full_disk_under_the_output_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "a.txt").write_text("Ana Ruiz", encoding="utf-8")
    (tmp_path / "a.ann").write_text("", encoding="utf-8")
    arguments += (".",) if arguments[0] == "evaluate" else ()
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from deid_studio.cli.main import main; main()", *arguments], check=False,
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C"},
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("The system did not allow the use of the output: No space left on device.\n")
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "out", "told"),
    [("latin-1", "anotados", "\\u201cdefault\\u201d"), ("utf-8", "a\udcff", "suggestions in a\\udcff.")],
)
def test_what_the_terminal_cannot_show_is_shown_otherwise(tmp_path: Path, encoding: str, out: str, told: str) -> None:
    (tmp_path / "a.txt").write_text("", encoding="utf-8")
    arguments = ["--help"] if encoding == "latin-1" else ["a.txt", "--out", out, "--profile", "patient-fields"]
    done = subprocess.run(
        [sys.executable, "-c", "from deid_studio.cli.main import main; main()", "annotate", *arguments], check=False,
        capture_output=True, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "PYTHONIOENCODING": encoding},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert told in done.stdout.decode(encoding)


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
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "GOLD" in done.stdout
