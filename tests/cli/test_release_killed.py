"""deid release, killed at every moment: the whole old state is there or the whole new one, and the next one completes.

A process prepares each case and forks for each moment; the child is killed by SIGKILL just before its n-th change of
the file system, or just after folders were exchanged. So every state is met once, and none by chance.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks, and exchanges two folders")


@pytest.mark.slow
@pytest.mark.parametrize("case", ["exchanged", "renamed-twice"])
def test_killed_at_any_moment_a_release_is_the_old_or_the_new_one(case, tmp_path):
    driver = Path(__file__).with_name("killed_release.py")
    done = subprocess.run(
        [sys.executable, driver, case, tmp_path], capture_output=True, text=True, check=False, timeout=300,
        env=os.environ | {"PYTHONPATH": str(driver.parents[2])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    moments = [json.loads(line) for line in done.stdout.splitlines()]
    wrong = [one for one in moments if one["wrong"]]
    assert not wrong, wrong[:5]
    states = {one["state"] for one in moments}
    # That these were met says that the moments were real ones.
    assert states == {"old", "new"} | ({"between"} if case == "renamed-twice" else set())
    assert len(moments) > 25 and any(one["orphan"] for one in moments)
