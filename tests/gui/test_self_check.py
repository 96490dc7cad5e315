"""What `deid-studio --self-check` leaves alone; that it goes through the samples is seen by `make smoke`."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.gui.app import main


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "carta.txt").write_text("Nombre: Aurelia.\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["--self-check", str(tmp_path)])
    assert [path.name for path in tmp_path.iterdir()] == ["carta.txt"]
    assert str(tmp_path) in capsys.readouterr().err
