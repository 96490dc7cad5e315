"""deid lab order: a table of orders, measured on reports that are none of the pool."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

FOREIGN = Path(__file__).resolve().parents[2] / "foreign" / "dev"


@pytest.mark.slow
def test_orders_are_compared_on_what_is_left_of_the_pool(run: Callable[..., Result], tmp_path: Path) -> None:
    for path in sorted(FOREIGN.glob("carta-*")) + sorted(FOREIGN.glob("correo-*")):
        shutil.copy(path, tmp_path)
    done = run("lab", "order", tmp_path, "--of-pool", 3, "--step", 1, "--steps", 1, "--lots", 2)
    assert done.exit_code == 0, done.stderr
    table, needed = done.stdout.split("\n\n")
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    assert head == ["order", "0", "1", "mean", "better than"]
    assert [row[0] for row in rows] == [
        "by uncertainty",
        "by expected leak",
        "active order of a corpus",
        "by lot, 1",
        "by lot, 2",
    ]
    assert needed.splitlines()[0].startswith("| reports needed for the recall of these by lot | 1 |")
    assert {row[1] for row in rows} == {"0.0000"} and rows[0][4] in ("0/2", "1/2", "2/2")
