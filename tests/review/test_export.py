"""A BRAT copy of a folder's reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.errors import WriteError
from deid_studio.progress import Progress
from deid_studio.review import export
from deid_studio.review.export import ExportRequest, export_copy
from tests.review.conftest import Opening, decide_all, opened


def test_interrupted_at_any_file_no_text_stands_without_its_annotations(
    open_project: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, write_file = open_project(), export.write_file
    for name in ("a1", "a2"):
        decide_all(opened(project, name))
    for written in range(4):
        out, left = tmp_path / f"copy{written}", [written]

        def refuse(path: Path, data: bytes, like: Path | None = None, left: list[int] = left) -> None:
            if not left[0]:
                raise WriteError(path=path, detail="no room")
            left[0] -= 1
            write_file(path, data, like=like)

        monkeypatch.setattr(export, "write_file", refuse)
        with pytest.raises(WriteError):
            export_copy(ExportRequest(project, ("a1", "a2"), out), Progress())
        found = {path.name for path in out.iterdir()}
        assert len(found) == written
        assert all(f"{Path(name).stem}.ann" in found for name in found)
