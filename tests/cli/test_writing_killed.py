"""Reviewing, converting and training, killed at every moment: the next start leaves nothing of what was unfinished."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks, and exchanges two folders")


MOMENTS = {"review": 15, "convert": 4, "train": 12}  # each has more


@pytest.mark.slow
def test_killed_at_any_moment_nothing_is_left_after_the_next_start(tmp_path):
    driver = Path(__file__).with_name("killed_writing.py")
    done = subprocess.run(
        [sys.executable, driver, tmp_path, *MOMENTS], capture_output=True, text=True, check=False, timeout=300,
        env=os.environ | {"PYTHONPATH": str(driver.parents[2])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    every = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [one for one in every if one["wrong"]]
    assert not wrong, wrong[:5]
    for work, least in MOMENTS.items():
        found = [one for one in every if one["work"] == work]
        # That something was left says that the moments were real ones.
        assert len(found) > least and any(one["left"] for one in found)
