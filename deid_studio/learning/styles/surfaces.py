"""Surfaces: the same words as other machines show them: capitals, cut lines, a scanner's wrong letters."""

from __future__ import annotations

import re

from deid_studio.learning.styles.setting import Setting
from deid_studio.learning.styles.tracked import Tracked, joined
from deid_studio.learning.styles.wordings import without_accent

_VOWEL = re.compile(r"[aeiouáéíóúü][bcdfghjklmnñpqrstvxyz]", re.IGNORECASE)


def capitals(report: Tracked, setting: Setting) -> Tracked:
    """All capitals, mostly without accents."""
    bare = setting.chance(0.75)
    return report.each(lambda character: (without_accent(character) if bare else character).upper())


def cut(report: Tracked, width: int, hyphens: float, setting: Setting) -> Tracked:
    """Lines no longer than a width, cut at blanks; a share of them within a word, with a hyphen."""
    return joined([row for line in report.lines() for row in _rows(line, width, hyphens, setting)], "\n")


def _rows(line: Tracked, width: int, hyphens: float, setting: Setting) -> list[Tracked]:
    rows = []
    while len(line) > width:
        at = line.text.rfind(" ", 0, width + 1)
        word_end = re.compile(r"\W|$").search(line.text, at + 1)
        end = word_end.start() if word_end else len(line)
        # Within a word: after a vowel, with three letters and more on either side.
        breaks = [m.start() + 1 for m in _VOWEL.finditer(line.text, at + 3, max(at + 3, min(end - 2, width)))]
        if breaks and line.text[at + 1 : end].isalpha() and setting.chance(hyphens):
            rows.append(line[: breaks[-1]] + "-")
            line = line[breaks[-1] :]
            continue
        if at <= 0:
            at = line.text.find(" ", width)
            if at < 0:
                break
        rows.append(line[:at])
        line = line[at + 1 :]
    return [*rows, line]


def cut_lines(report: Tracked, setting: Setting) -> Tracked:
    """Lines cut at a width, as mail and printing programs do."""
    return cut(report, setting.random.randint(38, 95), setting.pick((0.0, 0.0, 0.3)), setting)


def scanned(report: Tracked, setting: Setting) -> Tracked:
    """What a scanner read: wrong letters, blanks lost and doubled, broken words, specks, page headers."""
    words = setting.words("scan")
    rate, width = setting.pick((0.01, 0.02, 0.04)), setting.random.randint(48, 100)
    wrong: dict[str, list[str]] = {}
    for read, as_ in words["wrong"]:
        wrong.setdefault(read, []).append(as_)
    places = re.compile("|".join(map(re.escape, sorted(wrong, key=len, reverse=True))))
    blanks = re.compile(r"(?<=\S) (?=\S)")

    def blank(match: re.Match[str]) -> str | None:
        if setting.chance(rate / 2):
            return "  "
        before, after = match.string[match.start() - 1], match.string[match.end()]
        # Where tokens would run together a mention might begin in the middle of one.
        lost = before.isalpha() != after.isalpha() or (before.islower() and after.isupper())
        return "" if lost and setting.chance(rate) else None

    report = report.sub(blanks, blank)
    report = setting.mentions.reworded(
        report,
        lambda piece: _misread(piece, places, wrong, rate, setting),
        lambda piece, meaning: _misread(piece, places, wrong, rate * 1.5, setting),
    )
    pages = setting.random.randint(14, 40)
    rows: list[Tracked | str] = []
    for number, row in enumerate(cut(report, width, 0.3, setting).lines(), start=1):
        speck = setting.pick(words["specks"]) if setting.chance(rate) else ""
        rows.append(joined([speck, row] if speck[-1:] == " " else [row, speck]))
        if number % pages == 0:
            page, last = number // pages, number // pages + 2
            rows.append(setting.pick(words["headers"]).format(page, last))
    return joined(rows, "\n")


def _misread(
    piece: Tracked, places: re.Pattern[str], wrong: dict[str, list[str]], rate: float, setting: Setting
) -> Tracked:
    return piece.sub(places, lambda m: setting.pick(wrong[m.group()]) if setting.chance(rate) else None)
