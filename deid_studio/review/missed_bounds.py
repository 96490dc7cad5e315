"""Missed bounds: between what shares the truth lies where so many of a random sample were found; pure."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, expm1, lgamma, log, log1p

_STEPS = 200  # of a bisection: more than a float has digits
_FRACTIONS = 10_000
_TINY, _CLOSE = 1e-300, 1e-15


def rule_of_three(total: int) -> float:
    """The share that is not exceeded, with 95 % confidence, where none was found among `total`: 3 / `total`.

    J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong, is everything all right? Interpreting zero numerators",
    JAMA 249 (1983), 1743-1745. It approximates `upper_bound(0, total)` from about 30 on.
    """
    return min(3 / total, 1.0) if total else 1.0


def clopper_pearson(found: int, total: int, confidence: float = 0.95) -> tuple[float, float]:
    """The two-sided interval of a share (0 to 1), exact: it holds the true one at least as often as `confidence` says.

    C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    Biometrika 26 (1934), 404-413. Raises ValueError unless 0 <= `found` <= `total`.
    """
    tail = (1 - confidence) / 2
    return _lower(found, total, tail), _upper(found, total, tail)


def upper_bound(found: int, total: int, confidence: float = 0.95) -> float:
    """The share (0 to 1) that is not exceeded, with this confidence; one-sided, by the method of Clopper and Pearson.

    Raises ValueError unless 0 <= `found` <= `total`.
    """
    return _upper(found, total, 1 - confidence)


def _upper(found: int, total: int, tail: float) -> float:
    _check(found, total)
    if found == total:
        return 1.0
    if found == 0:
        return -expm1(log(tail) / total)
    return _where(lambda share: incomplete_beta(found + 1, total - found, share), 1 - tail)


def _lower(found: int, total: int, tail: float) -> float:
    _check(found, total)
    if found == 0:
        return 0.0
    return _where(lambda share: incomplete_beta(found, total - found + 1, share), tail)


def _check(found: int, total: int) -> None:
    if not 0 <= found <= total:
        raise ValueError(f"{found} of {total}")


def _where(rises: Callable[[float], float], wanted: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if rises(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), 0 to 1, by its continued fraction (DLMF 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    # Evaluated by the modified method of Lentz.
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, _FRACTIONS):
        for part in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 + part * d, 1 + part / c
            d = 1 / (d if abs(d) > _TINY else _TINY)
            c = c if abs(c) > _TINY else _TINY
            value *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return min(front * value, 1.0)
