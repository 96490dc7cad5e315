"""Calling codes: with which country's a telephone number begins; that it is of a country tells nobody."""

from __future__ import annotations

from functools import cache

import regex

from deid_studio import paths

_SIGN = regex.compile(r"[\s(]*(\+|00)[\s(]*(?=\d)")
_LEAST_FIGURES = 6  # of a number behind its country's code


def calling_code(number: str) -> str:
    """The figures of a number that are its country's, with the zeros before them: `56` of `+56 9 …`, `00212` of
    `00212 …`; empty where it begins with none."""
    sign = _SIGN.match(number)
    if sign is None:
        return ""
    figures = "".join(filter(str.isdecimal, number[sign.end() :]))
    code = next((code for code in _codes() if figures.startswith(code)), "")
    return sign.group(1).strip("+") + code if code and len(figures) - len(code) >= _LEAST_FIGURES else ""


def without_calling_code(number: str) -> str:
    """A number without the code of its country."""
    left = len(calling_code(number))
    for at, character in enumerate(number):
        if not left:
            return number[at:]
        left -= character.isdecimal()
    return number


@cache
def _codes() -> tuple[str, ...]:
    source = paths.resources() / "release" / "calling_codes.txt"
    lines = source.read_text(encoding="utf-8").splitlines()
    return tuple(code for line in lines if not line.startswith("#") for code in line.split())
