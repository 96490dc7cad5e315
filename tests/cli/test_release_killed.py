"""deid release, killed at every moment: the whole old state is there or the whole new one, and the next one completes.

A process makes each release once, and keeps the folder as it is just before each change of the file system, and just
after folders were exchanged: what a kill leaves there. So every state is met once, and none by chance.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks, and exchanges two folders")


CASES = {"exchanged": {"old", "new"}, "renamed-twice": {"old", "new", "between"}}


@pytest.mark.slow
def test_killed_at_any_moment_a_release_is_the_old_or_the_new_one(tmp_path):
    driver = Path(__file__).with_name("killed_release.py")
    done = subprocess.run(
        [sys.executable, driver, tmp_path, *CASES], capture_output=True, text=True, check=False, timeout=300,
        env=os.environ | {"PYTHONPATH": str(driver.parents[2])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    every = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [one for one in every if one["wrong"]]
    assert not wrong, wrong[:5]
    for case, states in CASES.items():
        moments = [one for one in every if one["case"] == case]
        # That these were met says that the moments were real ones.
        assert {one["state"] for one in moments} == states
        assert len(moments) > 25 and any(one["orphan"] for one in moments)
