"""Products of matrices on one core."""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_info

from deid_studio.detection.linear_chain import plain_posterior
from deid_studio.detection.one_core import one_core


def threads() -> list[int]:
    """Of the libraries that NumPy brings; SciPy has its own for what no detector asks."""
    numpy = [one for one in threadpool_info() if one["user_api"] == "blas" and "scipy.libs" not in one["filepath"]]
    return [one["num_threads"] for one in numpy]


def test_within_it_there_is_one_thread_and_behind_it_as_many_as_before() -> None:
    before = threads()
    with one_core():
        assert threads() == [1] * len(before)
    assert threads() == before


def test_the_chances_of_a_report_are_reckoned_so(monkeypatch) -> None:
    seen: list[int] = []
    exp = np.exp
    monkeypatch.setattr(np, "exp", lambda *given, **told: (seen.extend(threads()), exp(*given, **told))[1])
    plain_posterior(np.zeros((3, 2)), [3], np.ones((2, 2)))
    assert seen or not threads()
    assert all(one == 1 for one in seen)
