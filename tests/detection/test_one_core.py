"""Products of matrices on one core."""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_info

from deid_studio.detection.linear_chain import posterior
from deid_studio.detection.one_core import one_core


def threads() -> list[int]:
    return [one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"]


def test_within_it_there_is_one_thread_and_behind_it_as_many_as_before() -> None:
    before = threads()
    with one_core():
        assert threads() == [1] * len(before)
    assert threads() == before


def test_the_chances_of_a_report_are_reckoned_so(monkeypatch) -> None:
    seen: list[int] = []
    exp = np.exp
    monkeypatch.setattr(np, "exp", lambda values: (seen.extend(threads()), exp(values))[1])
    posterior(np.zeros((3, 2)), [3], np.zeros((2, 2)))
    assert set(seen) == {1}
