"""Street ends: an address goes on to floor, door and building, whichever part of it the detectors found."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

import regex

from deid_studio.model.document import Document
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import classes_of
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.folded_text import unaccented
from deid_studio.people.word_lists import any_of, word_lists

_LONGEST = 100  # characters that an address may go on
_TIMEOUT_SECONDS = 0.05


def _any_listed(name: str) -> str:
    return any_of(word_lists("places").words(name))


_SEPARATOR = r"(?:[ ]?[,.;/–-])?[ ]?"
_ORDINAL = r"\d{1,2}(?:\.?[ ]?[ºª°]|(?:er|ro|ra|ta|na|[onrta])(?!\p{L}))(?:[ ]?[-.]?[ ]?\p{Lu}(?!\p{L}))?"
_FIGURE = r"-?(?:n\.?[ºo°]?\.?[ ]?|\#[ ]?)?\d{1,4}+(?![.,]?\d)(?:[ ]?-?[A-Z](?!\p{L}))?(?!\p{L})"
_LETTER = r"[\"“]?\p{Lu}[\"”]?(?![\p{L}.])"
_NAME = r"\p{Lu}[\p{L}'’-]+(?:[ ](?:(?i:de|del|la|las|los|el|y)[ ]){0,2}\p{Lu}[\p{L}'’-]*+){0,4}"
_ALONE = rf"(?i:{_any_listed('parts_alone')})(?!\p{{L}})"
_GOES_ON = regex.compile(
    rf"""(?<=\d)\.?[ºª°](?:[ ]?[-.]?[ ]?\p{{Lu}}(?!\p{{L}}))? | (?<=[\p{{L}}\p{{N}}])[\p{{L}}\p{{N}}]+
    | (?:[ ]?,)?[ ](?i:{_any_listed("quarters")})(?!\p{{L}})(?:\.[ ]?|[ ]){_NAME}
    | {_SEPARATOR}(?<![\p{{L}}])(?:
        (?i:p\.k\.?|{_any_listed("parts_before_figures")})(?!\p{{L}})(?:\.[ ]?|[ ])?(?:{_ORDINAL}|{_FIGURE}|{_LETTER})
        | (?i:{_any_listed("parts_before_names")})(?!\p{{L}})(?:\.[ ]?|[ ])(?:{_NAME}|{_ALONE})
        | {_ALONE}(?:[ ]\p{{Lu}}(?!\p{{L}}))?
        | {_ORDINAL}(?![ ](?!{_ALONE})\p{{Ll}}{{2}})
    )""",
    regex.VERBOSE,
)
_NUMBERED = regex.compile(r"\d|(?i:s/n)")


class StreetEnds:
    """Gives the addresses that detectors suggest together the ends that the line gives them.

    Behind a house number go on floor, door, building and quarter (`Int. 3, Col. Lomas`), and what was suggested there.
    """

    def __init__(self, tagset: TagSet, name: str = "street-ends") -> None:
        self.name = name
        self._streets = classes_of(tagset, (Kind.STREET,))

    def detect(self, doc: Document) -> list[Suggestion]:
        """Nothing: it only moves the ends of what others suggest."""
        return []

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions with other ends of addresses, in text order, none overlapping another."""
        if not any(one.span.phi_class in self._streets for one in suggestions):
            return list(suggestions)
        kept: list[Suggestion] = []
        at = 0
        while at < len(suggestions):
            one = suggestions[at]
            at += 1
            if one.span.phi_class not in self._streets:
                kept.append(one)
                continue
            end = self._end(doc.text, one.span, suggestions[at:])
            while at < len(suggestions) and suggestions[at].span.end <= end:
                at += 1
            kept.append(replace(one, span=replace(one.span, end=end)))
        return kept

    def _end(self, text: str, span: Span, later: Sequence[Suggestion]) -> int:
        start, end = span.start, span.end
        plain = unaccented(text[start : end + _LONGEST])
        if not _NUMBERED.search(plain, 0, end - start):
            return end
        try:
            while match := _GOES_ON.match(plain, end - start, timeout=_TIMEOUT_SECONDS):
                reached = start + match.end()
                over = bisect_left(later, reached, key=lambda other: other.span.end)
                if over < len(later) and later[over].span.start < reached:
                    if later[over].span.end > reached and later[over].span.phi_class not in self._streets:
                        break
                    end = later[over].span.end
                else:
                    end = reached
        except TimeoutError:
            return span.end
        return end
