"""Folders of reports: what counts as one, in which order, and with which annotations."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deid_studio.errors import BratTextMismatchError, DeidError, FolderUnusableError
from deid_studio.formats.folder import ann_path, find_reports, named_reports, read_folder, read_pair, report_id
from deid_studio.formats.text import Remark
from deid_studio.model.span import Span


def put(path: Path, content: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8", newline="")


def test_reports_are_found_in_natural_order(tmp_path: Path) -> None:
    wanted = ["a/informe 2.txt", "a/informe 10.txt", "b.TXT", "b/1.txt", "informe 0002.txt", "informe 3.txt"]
    for name in [*reversed(wanted), "b.ann", ".oculto.txt", ".deid-studio/x.txt", "retraining/x.txt", "a/.git/x.txt"]:
        put(tmp_path / name)
    assert [path.relative_to(tmp_path).as_posix() for path in find_reports(tmp_path)] == wanted


_PARTS = st.one_of(st.text("aAñ ._-", max_size=3), st.from_regex("0{0,2}[0-9]{1,3}", fullmatch=True))


@given(st.lists(st.lists(_PARTS, min_size=1, max_size=4).map("".join).map("x{}".format), unique=True, max_size=8))
def test_numbers_of_names_compare_as_numbers(ids: list[str]) -> None:
    def by_parts(id: str) -> tuple[list[tuple[int, int, str]], str]:
        parts = re.split("([0-9]+)", id.casefold())
        return [(1, int(p), "") if i % 2 else (0, 0, p) for i, p in enumerate(parts)], id

    names = [f"{id}.txt" for id in ids]
    with patch("os.walk", lambda _folder, onerror: [("reports", [], names)]):
        found = named_reports(Path("reports"))
    assert [id for id, _ in found] == sorted(ids, key=by_parts)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="this system's file names are always text")
def test_a_name_that_is_no_text_gets_a_printable_id(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    path.write_text("Texto")
    assert find_reports(tmp_path) == [path]
    assert report_id(path, tmp_path) == "caf%E9"
    assert "caf%E9" in FolderUnusableError(path=path, detail="x").what()


def test_linked_folders_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path / "a" / "1.txt")
    (tmp_path / "a" / "vuelta").symlink_to(tmp_path, target_is_directory=True)
    assert find_reports(tmp_path) == [tmp_path / "a" / "1.txt"]


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    put(tmp_path / "fichero")
    for name in ("falta", "fichero"):
        with pytest.raises(FolderUnusableError):
            find_reports(tmp_path / name)


def test_an_unreadable_subfolder_is_told_and_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "1.txt")
    put(tmp_path / "cerrada" / "2.txt")
    listed = os.scandir

    def refuse(path: str | Path) -> object:
        if str(path).endswith("cerrada"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuse)
    told: list[DeidError] = []
    assert find_reports(tmp_path, told.append) == [tmp_path / "1.txt"]
    assert [type(problem) for problem in told] == [FolderUnusableError]


def test_a_pair_is_read_with_and_without_annotations(tmp_path: Path) -> None:
    put(tmp_path / "1.txt", "Ana\r\nRuiz")
    report, ann = read_pair(tmp_path / "1.txt")
    assert (report.document.text, ann) == ("Ana\r\nRuiz", None)
    put(tmp_path / "1.ann", "T1\tX 5 9\tRuiz\n")
    assert read_pair(tmp_path / "1.txt", "otro")[0].document.id == "otro"
    ann = read_pair(tmp_path / "1.txt")[1]
    assert ann is not None
    assert ann.spans == (Span(5, 9, "X"),)


def test_the_annotations_of_another_report_are_told(tmp_path: Path) -> None:
    put(tmp_path / "1.txt", "Ana Ruiz")
    put(tmp_path / "1.ann", "T1\tX 0 3\tEva\n")
    with pytest.raises(BratTextMismatchError):
        read_pair(tmp_path / "1.txt")


def test_a_folder_is_read_as_documents(tmp_path: Path) -> None:
    put(tmp_path / "a" / "1.txt", "Ana")
    put(tmp_path / "a" / "1.ann", "T1\tX 0 3\tAna\n")
    put(tmp_path / "2.txt", "Eva")
    assert [(doc.id, doc.spans) for doc in read_folder(tmp_path)] == [("2", ()), ("a/1", (Span(0, 3, "X"),))]


@pytest.mark.corpus
def test_every_pair_of_the_corpus_comes_back_byte_for_byte(corpus: Path) -> None:
    pairs = find_reports(corpus)
    assert len(pairs) == 750
    spans = 0
    for path in pairs:
        report, ann = read_pair(path)
        assert ann is not None
        assert set(report.told) <= {Remark.BOM}  # one report of the corpus begins with one
        raw = ann_path(path).read_bytes()
        assert ann.to_bytes() == raw
        assert ann.with_spans(ann.spans, report.document.text).to_bytes() == raw
        spans += len(ann.spans)
    assert spans == 11_333 + 5_801


@given(
    st.lists(st.text("ab. ñ\\-", min_size=1, max_size=6), min_size=1, max_size=3),
    st.sampled_from([".", "/", "/x", "x y"]),
)
def test_an_id_is_the_path_in_the_folder_without_its_ending(parts: list[str], folder: str) -> None:
    path = Path(folder, *parts)
    assume("." not in parts and ".." not in parts)
    assert report_id(path, Path(folder)) == path.relative_to(folder).with_suffix("").as_posix()
