"""Wordings: the same lines in other words: another language, a hand's abbreviations, what is dictated, other names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from deid_studio.learning.styles.parts import Field, fields_of, relabelled, relaid, whole
from deid_studio.learning.styles.setting import AS_IS, CAPITALS, MONTHS, SMALL, Setting, like, one_of
from deid_studio.learning.styles.tracked import Tracked, joined
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import Meaning
from deid_studio.people.number_words import LARGEST, in_words

_PEOPLE = (Kind.PERSON, Kind.RELATIVE)
_NAME = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?(?:[- ]+[^\W\d_]+(?:['’][^\W\d_]+)?)+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_PARTICLES = frozenset("de del la las los y i e da do dos das san santa van von".split())
_DAY = re.compile(r"\b(0?[1-9]|[12][0-9]|3[01])([/.-])(0?[1-9]|1[0-2])\2([0-9]{4}|[0-9]{2})\b")
_NUMBER = re.compile(r"[0-9]+")
_BLANKS = re.compile(r"\s{2,}")
_FULL_STOP = re.compile(r"\.(?=\s|$)")
_SIGN = re.compile(r"[^\w\s]|_")


def in_language(report: Tracked, setting: Setting, language: str) -> Tracked:
    """Labels, months and a share of the words between mentions in another language."""
    words = setting.words("languages")[language]
    phrases, months, labels = words["phrases"], words["months"], words["labels"]
    spoken, share = one_of(phrases), setting.pick((0.25, 0.6, 0.95))
    named = one_of(months)

    def outside(piece: Tracked) -> Tracked:
        return piece.sub(
            spoken, lambda m: like(phrases[m.group().lower()], m.group()) if setting.chance(share) else None
        )

    def inside(piece: Tracked, meaning: Meaning) -> Tracked:
        if meaning.kind is not Kind.DATE:
            return piece
        return piece.sub(named, lambda m: like(months[m.group().lower()], m.group()))

    def line(field: Field) -> Tracked:
        own = relabelled(field, setting, labels) if field.short else field
        return setting.mentions.reworded(whole(own), outside, inside)

    return joined([line(field) for field in fields_of(report, setting)], "\n")


def handwritten(report: Tracked, setting: Setting) -> Tracked:
    """A transcribed hand: abbreviations, arrows, articles dropped, words that nobody could read."""
    words = setting.words("handwriting")
    signs = {**words["short"], **words["arrows"]}
    short, dropped = one_of(signs), one_of(words["dropped"])
    names = words["names"]
    called, share, lost = one_of(names), setting.pick((0.4, 0.7, 0.95)), setting.pick((0.0, 0.02, 0.05))

    def outside(piece: Tracked) -> Tracked:
        piece = piece.sub(short, lambda m: signs[m.group().lower()] if setting.chance(share) else None)
        piece = piece.sub(
            re.compile(dropped.pattern + r"\s", re.IGNORECASE), lambda m: "" if setting.chance(share) else None
        )
        return piece.sub(_WORD, lambda m: setting.pick(words["illegible"]) if setting.chance(lost) else None)

    def inside(piece: Tracked, meaning: Meaning) -> Tracked:
        return piece.sub(
            called, lambda m: like(names[m.group().lower()], m.group()) if setting.chance(share / 2) else None
        )

    end = setting.pick(("\n", "\n", " ", " // ", "\n- "))
    lines = [setting.mentions.reworded(line, outside, inside) for line in report.lines()]
    if setting.chance(0.5):
        lines = [setting.mentions.reworded(line, lambda piece: piece.sub(_FULL_STOP, lambda m: "")) for line in lines]
    return joined(lines, end)


def dictated(report: Tracked, setting: Setting) -> Tracked:
    """What a machine wrote of a voice: lower case, signs left out or spoken, numbers often in words."""
    words = setting.words("dictation")
    spoken, in_digits = setting.chance(0.35), setting.chance(0.4)
    signs, units = words["signs"], words["units"]
    unit = re.compile(rf"(?<=\d)\s?(?:{'|'.join(map(re.escape, sorted(units, key=len, reverse=True)))})(?!\w)", re.I)
    end = setting.pick(("\n", " ", " ")) if not spoken else f" {setting.pick(words['line_ends'])}\n"

    def sign(match: re.Match[str]) -> str:
        around = match.string[max(match.start() - 1, 0) : match.end() + 1]
        said = signs.get(match.group(), "") if spoken or re.fullmatch(r"\d[,.]\d", around) else ""
        return f" {said} " if said else " "

    def number(match: re.Match[str]) -> str:
        return f" {_said_number(match.group(), setting)} "

    def outside(piece: Tracked) -> Tracked:
        piece = piece.sub(unit, lambda m: f" {units[m.group().strip().lower()]}").sub(_SIGN, sign)
        return piece if in_digits else piece.sub(_NUMBER, number)

    def inside(piece: Tracked, meaning: Meaning) -> Tracked:
        if meaning.kind in (Kind.EMAIL, Kind.WEB):
            piece = piece.sub(_SIGN, lambda m: {"@": " arroba ", ".": " punto "}.get(m.group(), " "))
        if in_digits:
            return piece
        if meaning.kind is Kind.DATE:
            piece = piece.sub(_DAY, lambda m: f"{m.group(1)} de {MONTHS[int(m.group(3)) - 1]} de {m.group(4)}")
        return piece.sub(_SIGN, lambda m: " ").sub(_NUMBER, number)

    lines = [setting.mentions.reworded(line, outside, inside).each(str.lower) for line in report.lines()]
    if setting.chance(0.5):
        lines = [line.each(without_accent) for line in lines]
    return joined([_one_blank(line).strip() for line in lines], end)


def _said_number(digits: str, setting: Setting) -> str:
    """Digits as they are said: a number, or one, two or three at a time."""
    if len(digits) <= 4 and digits[0] != "0" and int(digits) <= LARGEST:
        return in_words(int(digits))
    size = setting.pick((1, 2, 3))
    groups = [digits[at : at + size] for at in range(0, len(digits), size)]
    return " ".join(
        "cero " * (len(own) - len(own.lstrip("0"))) + (in_words(int(own)) if int(own) else "") for own in groups
    )


def _one_blank(line: Tracked) -> Tracked:
    return line.sub(_BLANKS, lambda m: " ")


def without_accent(character: str) -> str:
    """The letter without its accent; `ñ` becomes `n`."""
    return unicodedata.normalize("NFD", character)[0] if character.isalpha() else character


def names_recased(report: Tracked, setting: Setting) -> Tracked:
    """Ordinary prose with the case of its names lost: all small, or all capitals; often places and centres too."""
    change = setting.pick((SMALL, SMALL, SMALL, CAPITALS))
    kinds = set(_PEOPLE)
    if setting.chance(0.6):
        kinds |= {Kind.PLACE, Kind.CENTRE, Kind.INSTITUTION, Kind.STREET, Kind.COUNTRY}
    return setting.mentions.reworded(
        report, inside=lambda piece, meaning: piece.each(change) if meaning.kind in kinds else piece
    )


def names_turned(report: Tracked, setting: Setting) -> Tracked:
    """Names with the surnames before the given names, mostly with a comma, often in capitals."""
    between, change = setting.pick((", ", ", ", " ,", ",", " ")), setting.pick((CAPITALS, CAPITALS, AS_IS))

    def turned(piece: Tracked) -> Tracked:
        words = [match.span() for match in re.finditer(r"\S+", piece.text)]
        firsts = [span for span in words if piece.text[slice(*span)].lower() not in _PARTICLES]
        if len(firsts) < 2:
            return piece
        at = firsts[len(firsts) - 2 if len(firsts) > 2 else 1][0]
        # A particle goes with the surname after it.
        while piece[:at].text.split()[-1].lower() in _PARTICLES and len(piece[:at].text.split()) > 1:
            at = len(piece[:at].text.rstrip().rpartition(" ")[0]) + 1
        return joined([piece[at:], piece[:at].strip()], between).each(change)

    parts: list[Tracked] = []
    stretches = list(setting.mentions.stretches(report))
    for number, (piece, meaning) in enumerate(stretches):
        around = [other.text.strip(" ") for other, _ in stretches[max(number - 1, 0) : number + 2]]
        # One that a comma or caret stands beside is turned already, or in a list.
        beside = (around[0][-1:] if number else "") + (around[-1][:1] if number + 1 < len(stretches) else "")
        whole_name = meaning is not None and meaning.kind is Kind.PERSON and _NAME.fullmatch(piece.text)
        parts.append(turned(piece) if whole_name and not set(beside) & set(",^") else piece)
    return joined(parts)


def without_labels(report: Tracked, setting: Setting) -> Tracked:
    """Values without their labels, and names without the words that announce them."""
    cues = re.compile(one_of(setting.texts.styles["cues"]).pattern + r"[ .:]*$", re.IGNORECASE)
    between = setting.pick(("\n", "\n", "   ", ", ", " - ", "  ", " / "))

    def outside(piece: Tracked) -> Tracked:
        return piece.sub(cues, lambda m: "")

    def form(run: Sequence[Field]) -> Tracked:
        values = [whole(field) if setting.mentions.holds(field.label) else field.value for field in run]
        return joined([value for value in values if value.text], between)

    laid = relaid(report, setting, form)
    return joined([setting.mentions.reworded(line, outside) for line in laid.lines()], "\n")
