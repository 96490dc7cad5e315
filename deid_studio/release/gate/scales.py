"""Scales: numbers over the most that there can be, which readers take for dates: `GCS 12/15`, `día 10/14 de meropenem`.

Only where the word for it stands beside the number and the number fits it: `12/15` alone may be December 2015.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

import regex

from deid_studio import paths
from deid_studio.people.folding import fold
from deid_studio.people.name_words import LABELS, PARTICLES
from deid_studio.people.word_lists import word_lists

_PAIR = regex.compile(r"(\d{1,3})\s?/\s?(\d{1,3})")
_LEAST_CELLS = 2  # of a row of heads
_REACH = 48  # code points before
# Signs between a scale and its number, and the parts of a coma scale: `GCS O3V4M5 = `.
_END = regex.compile(r"(?i)(?:[\s:=()\[\].,]|(?:(?<![\p{L}\p{N}])(?:[OEVM]\s?\d\s?[,+]?\s?){2,3}))+$")
_WORD_BEFORE = regex.compile(r"([\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*)$")
_MONTHLESS = regex.compile(r"\s+(?:de\s+)?(?:el\s+|la\s+|l['’])?([\p{L}\p{M}]{2,})")
_NUMBER_BEHIND = regex.compile(
    r"[\s:=]{1,3}(\d{1,3})(?:\s?/\s?(\d{1,3}))?(?![\d/]|[.,]\d|\s*(?:a\b|a[nñ]os|any|urte|kg|m\b|cm|mg|ml))"
)
_CELLS = regex.compile(r"[|\t;]")
_DRUG_ENDS = ("cilina", "micina", "floxacino", "azol", "penem", "platino", "mab", "vir", "taxel", "rubicina", "ciclina")
_DRUGS = word_lists("harmless").words("drugs")


def is_score(text: str, start: int, end: int) -> bool:
    """Whether a stretch is a number over the most that its scale, or its course of treatment, can have.

    A stretch may be a part of it (`14` of `14/20`). In a table the head of its column is the word.
    """
    start, end = _number_of(text, *_whole(text, start, end))
    pair = _PAIR.fullmatch(text, start, end)
    if pair is None:
        return False
    value, most = int(pair.group(1)), int(pair.group(2))
    if value > most:
        return False
    line = text[max(text.rfind("\n", 0, start) + 1, start - _REACH) : start]
    if any(fits(name, most) for name in _names_before(line)) or fits(fold(_column_head(text, start)), most):
        return True
    behind = _MONTHLESS.match(text, end)
    return _counts(line) and behind is not None and _is_course(fold(behind.group(1)))


def is_name_of_scale(text: str, start: int, end: int) -> bool:
    """Whether a stretch is a scale's name with a number of it behind it, or at the head of a column beside others."""
    name, mosts = fold(text[start:end]), scales().get(fold(text[start:end]))
    if not mosts:
        return False
    number = _NUMBER_BEHIND.match(text[end : end + 12])
    if number is not None and number.group(2):
        return fits(name, int(number.group(2)))
    # `Wells 7` may be somebody's house.
    capitals = text[start:end].isupper() and number is not None and int(number.group(1)) <= max(mosts)
    return capitals or is_head_of_column(text, start, end)


def is_head_of_column(text: str, start: int, end: int) -> bool:
    """Whether a stretch stands in a row of a table in which each cell is a label or a scale."""
    first, last = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[first : last if last >= 0 else len(text)]
    cells = [cell.strip() for cell in _CELLS.split(line) if cell.strip()]
    at = next((cell for cell in cells if text[start:end].strip(" .") in cell), None)
    if at is None or len(cells) < _LEAST_CELLS or regex.search(r"\d", line) or not all(map(_is_head, cells)):
        return False
    if not scales().get(fold(at)):
        return True
    before = cells[cells.index(at) - 1] if cells.index(at) else ""
    # `Paciente | EVA | Edad` may be a row of somebody's data.
    return fold(before).strip(" .:") not in LABELS and (
        len(cells) > _LEAST_CELLS or all(scales().get(fold(c)) for c in cells)
    )


def fits(name: str, most: int) -> bool:
    """Whether a folded name is that of a scale of so many points."""
    return most in scales().get(name.strip(" .:"), ())


@cache
def scales() -> Mapping[str, frozenset[int]]:
    """The most points of each scale, by its folded name."""
    found: dict[str, set[int]] = {}
    for most, names in _listed()["most"].items():
        for name in names.split():
            found.setdefault(name.replace("_", " "), set()).add(int(most))
    return {name: frozenset(mosts) for name, mosts in found.items()}


def _names_before(line: str) -> list[str]:
    """What may be the name of a scale, of one word or two, at the end of a line but for what may stand between."""
    between = frozenset(_listed()["words"]["between"].split())
    behind = ""  # the word behind, which may be of the name: `Trauma Score`
    while True:
        line = str(_END.sub("", line))
        word = _WORD_BEFORE.search(line)
        if word is None:
            return []
        folded, line = fold(word.group(1)), line[: word.start()]
        if folded not in between:
            before = _WORD_BEFORE.search(line.rstrip())
            first = "" if before is None else fold(before.group(1))
            return [folded, f"{first} {folded}", f"{folded} {behind}"]
        behind = folded


def _counts(line: str) -> bool:
    word = _WORD_BEFORE.search(line.rstrip())
    return word is not None and fold(word.group(1)) in _listed()["words"]["counted"].split()


def _is_course(folded: str) -> bool:
    return folded in _DRUGS or folded.endswith(_DRUG_ENDS) or folded in _listed()["words"]["courses"].split()


def _number_of(text: str, start: int, end: int) -> tuple[int, int]:
    """The two figures of a stretch, where nothing stands beside them there but what may: `día 10/14 de`."""
    pairs = list(_PAIR.finditer(text, start, end))
    words = {fold(word) for word in regex.findall(r"[\p{L}\p{M}]+", text[start:end])}
    beside = frozenset(_listed()["words"]["counted"].split()) | PARTICLES
    return pairs[0].span() if len(pairs) == 1 and words <= beside else (start, end)


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch with the figures and strokes that touch it."""
    while start and (text[start - 1].isdigit() or text[start - 1] == "/"):
        start -= 1
    while end < len(text) and (text[end].isdigit() or text[end] == "/"):
        end += 1
    return start, end


def _column_head(text: str, start: int) -> str:
    """What stands at the head of the column of a table in which a place lies; empty where there is none."""
    first = text.rfind("\n", 0, start) + 1
    at = text.count("|", first, start)
    if not at:
        return ""
    for line in reversed(text[:first].splitlines()):
        cells = line.split("|")
        if len(cells) <= at:
            return ""
        if not regex.search(r"\d", line) and regex.search(r"\p{L}", line):
            return cells[at].strip()
    return ""


def _is_head(cell: str) -> bool:
    folded = fold(cell).strip(" .:")
    joined = regex.sub(r"[^\p{L}]", "", folded)
    words = regex.findall(r"\p{L}+", folded)
    labels = _labels()
    return folded in scales() or joined in labels or (bool(words) and labels.issuperset(words))


@cache
def _labels() -> frozenset[str]:
    own = frozenset(_listed()["words"]["heads"].split())
    return own | word_lists("harmless").words("labels") | word_lists("people").words("headers")


@cache
def _listed() -> dict[str, dict[str, str]]:
    with (paths.resources() / "gate" / "scales.toml").open("rb") as file:
        return tomllib.load(file)
