"""deid update check: what is told of files, and the exit status that a script goes by."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio import __version__
from deid_studio.formats import update_file
from tests.formats.signed_release import OWN, Release, public


def test_a_script_goes_by_the_exit_status(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new, same, old = (Release(tmp_path / version, version) for version in ("99.0", __version__, "0.0.1"))
    file = "deid-studio-{}-linux.tar.gz"
    unknown = run("update", "check", new.path(file.format("99.0")))
    assert unknown.exit_code == 1 and "no key is in this build" in unknown.stderr
    monkeypatch.setattr(update_file, "shipped_keys", lambda: (public(OWN, "2027"),))
    done = run("update", "check", new.path(file.format("99.0")), same.path(file.format(__version__)))
    assert done.exit_code == 0 and "newer" in done.stdout and "the one that runs" in done.stdout
    done = run("update", "check", old.path(file.format("0.0.1")), new.path(file.format("99.0")))
    assert done.exit_code == 1 and "older" in done.stdout and "newer" in done.stdout
    damaged = new.path(file.format("99.0"))
    damaged.write_bytes(b"x")
    done = run("update", "check", damaged)
    assert done.exit_code == 1 and "cut short" in done.stderr and done.stdout == ""
