"""Share bound: between what bounds a share lies, by what was counted alone or with what was expected before; pure."""

from __future__ import annotations

from math import exp, lgamma, log, sqrt

_Z = 1.959963984540054  # a normal variable lies with 95 % between -_Z and _Z
_BELOW = 0.025  # the part of the 95 % interval's outside that lies below it
_STEPS = 40  # of halving: more than a float can tell apart
_TERMS = 4000
_TINY = 1e-30


def wilson_lower(right: int, total: int) -> float:
    """The lower bound of the 95 % interval of a share, 0 to 1; 0 where nothing is known.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
    Statistical Association 22 (1927), 209-212.
    """
    if not right:
        return 0.0  # what is computed for it is 0 but for rounding
    share, z2 = right / total, _Z * _Z
    centre = share + z2 / (2 * total)
    spread = _Z * sqrt(share * (1 - share) / total + z2 / (4 * total * total))
    return max((centre - spread) / (1 + z2 / total), 0.0)


def expected_lower(right: float, wrong: float) -> float:
    """The lower bound of the 95 % interval of a share of which a Beta distribution with these two is known."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(middle, right, wrong) < _BELOW else (low, middle)
    return low


def beta_below(share: float, a: float, b: float) -> float:
    """How probable it is that a Beta variable with parameters `a` and `b` lies below a share.

    By the continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8).
    """
    if not 0 < share < 1:
        return float(share >= 1)
    if share > (a + 1) / (a + b + 2):
        return 1 - beta_below(1 - share, b, a)
    value, c, d = 1.0, 1.0, 0.0
    for term in range(_TERMS):
        m = term // 2
        if term == 0:
            part = 1.0
        elif term % 2:
            part = -(a + m) * (a + b + m) * share / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            part = m * (b - m) * share / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (_away_from_0(1 + part * d))
        c = _away_from_0(1 + part / c)
        value *= c * d
        if abs(1 - c * d) < 1e-12:
            break
    return exp(a * log(share) + b * log(1 - share) + lgamma(a + b) - lgamma(a) - lgamma(b)) * (value - 1) / a


def _away_from_0(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
