"""Missed bounds: between what shares the truth lies where so many of a random sample were found; pure."""

from __future__ import annotations


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
    upper = _upper(found, total, tail)
    return (_quantile(found, total - found + 1, tail) if found else 0.0), upper


def upper_bound(found: int, total: int, confidence: float = 0.95) -> float:
    """The share (0 to 1) that is not exceeded, with this confidence; one-sided, by the method of Clopper and Pearson.

    Raises ValueError unless 0 <= `found` <= `total`.
    """
    return _upper(found, total, 1 - confidence)


def _upper(found: int, total: int, tail: float) -> float:
    if not 0 <= found <= total:
        raise ValueError(f"{found} of {total}")
    return _quantile(found + 1, total - found, 1 - tail) if found < total else 1.0


def _quantile(a: int, b: int, share: float) -> float:
    """The quantile of a beta distribution."""
    from scipy.special import betaincinv  # takes a moment to load: only where it is asked for

    return float(betaincinv(a, b, share))
