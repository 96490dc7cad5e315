"""Memory is gathered in huge pages where the system has such, and what it holds stays."""

from __future__ import annotations

import ctypes
import random
import re
import sys
from pathlib import Path

import pytest

from deid_studio.batch import huge_pages
from deid_studio.batch.huge_pages import gather_in_huge_pages

_MEGABYTE = 1 << 20


def _in_huge_pages() -> int:
    """Bytes of this process's memory."""
    told = re.search(r"AnonHugePages:\s+(\d+) kB", Path("/proc/self/smaps_rollup").read_text("ascii"))
    assert told is not None
    return int(told[1]) * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the call")
def test_memory_is_gathered_and_holds_what_it_held():
    held = bytearray(random.Random(1).randbytes(16 * _MEGABYTE))
    as_it_was = bytes(held)
    before = _in_huge_pages()
    gather_in_huge_pages()
    assert held == as_it_was
    if _in_huge_pages() == before:
        pytest.skip("this system has no huge pages, or does not give any")
    assert _in_huge_pages() - before >= 8 * _MEGABYTE


def test_where_the_system_is_told_not_to_nothing_is_asked_of_it(tmp_path, monkeypatch):
    policy = tmp_path / "enabled"
    policy.write_text("always madvise [never]\n", "ascii")
    monkeypatch.setattr(huge_pages, "_POLICY", policy)
    monkeypatch.setattr(ctypes, "CDLL", lambda name: pytest.fail("asked"))
    gather_in_huge_pages()


def test_a_system_without_them_stays_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(huge_pages, "_POLICY", tmp_path / "not there")
    monkeypatch.setattr(ctypes, "CDLL", lambda name: pytest.fail("asked"))
    gather_in_huge_pages()
