"""Labels: what stands behind `Apellidos:`, `NHC`, `Tel.` in reports of any layout."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import takewhile

import regex

from deid_studio import paths
from deid_studio.detection.suggester import DETECTED
from deid_studio.model.fragments import trimmed
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import shipped_tagset
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.folding import fold
from deid_studio.people.name_words import LABELS, PARTICLES, TITLES
from deid_studio.people.vocabulary import default_vocabulary
from deid_studio.people.word_lists import any_of, word_lists

_CONFIDENCE = 0.5
_NAMES = (Kind.PERSON, Kind.RELATIVE)
_WORDS = (Kind.STREET, Kind.EMAIL)
_LEAST_DIGITS = {Kind.DATE: 2}
_LEAST_DIGITS_OF_NUMBERS = 4
_LONGEST = 70  # characters of a value; what goes on is narrative
_MOST_WORDS = 8
_HEADERS = word_lists("people").words("headers")
_NAME_WORD = regex.compile(r"\p{Lu}[\p{L}\p{M}'’.ªº-]*|\p{Ll}[\p{L}\p{M}'’-]*")
_NAME_END = regex.compile(r"[;:()\[\]/\d]|\.(?=\s)(?<!\b\p{Lu}\.)(?<!ª\.)| - |N\.?[º°]|\bn\.?[º°]")
_NUMBER = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}.\-/]*(?:[ ][\p{N}][\p{L}\p{N}.\-/]*)*")
_VALUE_END = regex.compile(r"[ ]{2,}|[\n\r\t|;]")


def labelled(text: str) -> list[Suggestion]:
    """What stands behind a label on its line, and looks like what the label says; in text order."""
    found, last = [], 0
    folded = FoldedText(text)
    for match in _labels().finditer(folded.folded):
        name = next(group for group, value in match.groupdict().items() if value is not None)
        _, label_end = folded.to_text(match.start(name), match.end(name))
        _, start = folded.to_text(match.start(), match.end())
        start += len(text[start : start + _LONGEST]) - len(text[start : start + _LONGEST].lstrip(" "))
        between = text[label_end:start]
        closed = len(between) > len(between.strip()) + 1 or any(sign in between for sign in ":=|\t")
        place = _value(text, start, name, closed)
        if place is not None and place[0] >= last:
            label = match.group(name)
            found.append(Suggestion(Span(*place, name), _CONFIDENCE, (Evidence("label", label),)))
            last = place[1]
    return found


def _value(text: str, start: int, phi_class: str, closed: bool) -> tuple[int, int] | None:
    """The stretch of the value that begins at `start`; None where nothing looks like it."""
    stop = _VALUE_END.search(text, start)
    end = min(len(text) if stop is None else stop.start(), start + _LONGEST)
    kind = _kind(phi_class)
    if kind in _NAMES:
        return _name(text, start, end) if closed else None
    if kind in _WORDS:
        return trimmed(text, start, end) if closed and any(map(str.isalnum, text[start:end])) else None
    number = _NUMBER.match(text, start, end)
    least = _LEAST_DIGITS.get(kind, _LEAST_DIGITS_OF_NUMBERS)
    if number is None or sum(character.isdigit() for character in number.group()) < least:
        return None
    return trimmed(text, *number.span())


def _name(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The name that begins here: its words have capitals, or nothing in the value has any."""
    stop = _NAME_END.search(text, start, end)
    end = end if stop is None else stop.start()
    words = list(_NAME_WORD.finditer(text, start, end))
    cased = any(one.group()[0].isupper() for one in words)
    run = list(takewhile(lambda one: not cased or one.group()[0].isupper() or fold(one.group()) in PARTICLES, words))
    telling = [one for one in run if _is_name(one.group())]
    if not telling or len(run) > _MOST_WORDS:
        return None
    # A sentence begins: with one capital, or without any and with words that everybody uses.
    if (len(telling) == 1 and len(words) > len(run)) or (not cased and 2 * len(telling) < len(run)):
        return None
    return trimmed(text, telling[0].start(), telling[-1].end())


def _is_name(word: str) -> bool:
    folded = fold(word.rstrip(".ªº"))
    if folded in TITLES or folded in LABELS or folded in PARTICLES or folded in _HEADERS:
        return False
    return folded not in default_vocabulary() or (word[0].isupper() and len(word) > 2)


@cache
def contact_labels() -> frozenset[str]:
    """Folded words, each a label of telephone numbers or of e-mail addresses; of others some are names (`Rut`)."""
    classes = [labels for phi_class, labels in _listed().items() if _kind(phi_class) in (Kind.PHONE, Kind.EMAIL)]
    return frozenset(label for labels in classes for label in labels if label.isalpha())


@cache
def _listed() -> dict[str, list[str]]:
    with (paths.resources() / "gate" / "labels.toml").open("rb") as file:
        return tomllib.load(file)


def _kind(phi_class: str) -> Kind:
    return meaning_in(shipped_tagset(DETECTED), phi_class).kind


@cache
def _labels() -> regex.Pattern[str]:
    """All labels as one expression over folded text, a group for each class; the longest label first."""
    groups = []
    for phi_class, labels in _listed().items():
        groups.append(f"(?P<{phi_class}>{any_of(labels)})")
    before = r"(?<![\p{L}\p{M}\p{N}])(?:n(?:um(?:ero)?|o)?[.º°ª]*[ ]?(?:de[ ])?)?"
    return regex.compile(before + f"(?:{'|'.join(groups)})" + r"(?![\p{L}\p{N}])[.º°]?(?:[ ]?[:=|]+[ ]*|[ ]*\t+|[ ])")
