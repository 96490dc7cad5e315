"""`deid-studio` at a terminal: help and mistakes in the person's language, before anything heavy is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from deid_studio.gui.app import main
from deid_studio.settings import terminal_language


def _told(argv: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main(argv)
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize(
    ("argv", "english", "spanish"),
    [
        (["--help"], "usage: deid-studio", "uso: deid-studio"),
        (["--help"], "\noptions:", "\nopciones:"),
        (["--self-check"], "expected one argument", "falta su valor"),
        (["one", "two"], "unrecognized", "no se esperaba"),
        (["--self-check", "."], "is there already", "ya existe"),
    ],
)
def test_it_is_told_in_the_persons_language(argv, english, spanish, capsys, monkeypatch) -> None:
    for language, said, other in (("en", english, spanish), ("es", spanish, english)):
        monkeypatch.setattr(terminal_language, "_locales", lambda language=language: [language])
        told = _told(argv, capsys)
        assert said in told and other not in told


def test_the_settings_win_over_the_locale(preferences_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(terminal_language.paths, "settings_file", lambda: preferences_path)
    monkeypatch.setattr(terminal_language, "_locales", lambda: ["en"])
    preferences_path.parent.mkdir()
    preferences_path.write_text('language = "es"\n', encoding="utf-8")
    assert "opciones:" in _told(["-h"], capsys)


def test_help_loads_neither_qt_nor_what_detects() -> None:
    code = (
        "import sys\nfrom deid_studio.gui.app import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'PySide6', 'numpy', 'regex', 'click', 'deid_studio.learning'} & sys.modules.keys()\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
