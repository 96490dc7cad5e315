"""TagSetMapping: what the classes of one tag set are in another, as the other's TOML declares it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import regex

from deid_studio.errors import TagSetError
from deid_studio.model.span import Span, Suggestion
from deid_studio.model.tagset import LARGEST_TAGSET, TagSet
from deid_studio.plain_files import plain_text, toml_of

_DIGIT = regex.compile(r"\d")
# Capitalised words, with what joins the words of a name.
_NAME = regex.compile(r"\b\p{Lu}\w*(?:(?:[ \-]|\. ?)(?:(?:de|del|la|las|los|y|i)[ ])*\p{Lu}\w*)*")
_WORD = regex.compile(r"(\w+)[ .\-]*")
_KEYS = frozenset(("digits", "names", "other"))


@dataclass(frozen=True, slots=True)
class ClassRule:
    """The class that a span becomes; an empty one means that there is none for it.

    `digits` when its text holds a digit, else `names` for each of its capitalised stretches, else `other`; None where
    the rule does not ask.
    """

    other: str
    digits: str | None = None
    names: str | None = None


@dataclass(frozen=True, slots=True)
class TagSetMapping:
    """The mapping from the classes of `source` (a tag set's name) into those of `target`."""

    source: str
    target: str
    rules: Mapping[str, ClassRule]

    def spans(self, spans: Iterable[Span], text: str) -> list[Span]:
        """The spans of a report in the other tag set, in text order, each once; those without a class are left out.

        Spans whose class the mapping does not name stay as they are. Raises nothing on any input.
        """
        return sorted({mapped for span in spans for mapped in self._mapped(span, text)})

    def suggestions(self, suggestions: Iterable[Suggestion], text: str) -> list[Suggestion]:
        """The suggestions of a report in the other tag set, in text order, with their confidence and evidence."""
        mapped = [replace(s, span=span) for s in suggestions for span in self._mapped(s.span, text, _kin_words(s))]
        return sorted(mapped, key=lambda s: s.span)

    def all_suggestions(self, suggestions: Iterable[Suggestion], text: str) -> list[Suggestion]:
        """The same, with those for which the other tag set has no class as they are: nothing is lost."""
        mapped = [
            replace(s, span=span)
            for s in suggestions
            for span in (tuple(self._mapped(s.span, text, _kin_words(s))) or (s.span,))
        ]
        return sorted(mapped, key=lambda s: s.span)

    @property
    def nothing(self) -> tuple[str, ...]:
        """The source's classes that are nothing in the other tag set, whatever their text."""
        return tuple(name for name, rule in self.rules.items() if not (rule.other or rule.digits or rule.names))

    def left_out(self, spans: Iterable[Span], text: str) -> list[Span]:
        """The spans for which the other tag set has no class: what a person should know would stay in the text."""
        return sorted(span for span in set(spans) if not any(True for _ in self._mapped(span, text)))

    def _mapped(self, span: Span, text: str, no_names: Collection[str] = ()) -> Iterator[Span]:
        rule = self.rules.get(span.phi_class)
        if rule is None:
            yield span
            return
        own = span.text(text)
        if rule.digits is not None and _DIGIT.search(own):
            if rule.digits:
                yield replace(span, phi_class=rule.digits)
            return
        names = list(_names(own, no_names)) if rule.names is not None and not span.gaps else []
        if names and rule.names:
            for start, end in names:
                yield Span(span.start + start, span.start + end, rule.names)
        elif rule.other:
            yield replace(span, phi_class=rule.other)


def _names(text: str, no_names: Collection[str]) -> Iterator[tuple[int, int]]:
    """The capitalised stretches of a text, without what begins them and is no name (`Padre Esteban`)."""
    for match in _NAME.finditer(text):
        start = match.start()
        while (word := _WORD.match(text, start, match.end())) is not None and word[1] in no_names:
            start = word.end()
        behind = _WORD.match(text, match.end() + 1)
        counts = behind is not None and behind[1] in no_names  # `Dos hermanos`
        if start < match.end() and not counts:
            yield start, match.end()


def _kin_words(suggestion: Suggestion) -> list[str]:
    """The words of a suggestion that detectors tell to be words for relatives."""
    return [fact.detail for fact in suggestion.evidence if fact.name == "kinship"]


def declared_mapping(source: TagSet, target: TagSet) -> TagSetMapping | None:
    """The mapping that the TOML of `target` declares for `source`, where it is from a TOML and declares one.

    Raises `TagSetError` as `load_mapping` does.
    """
    path = Path(target.path)
    if path.suffix != ".toml":
        return None
    try:
        declared = toml_of(plain_text(path, LARGEST_TAGSET)).get("mapping", {})
    except (OSError, ValueError) as error:
        raise TagSetError(path=path, detail=str(error)) from error
    is_for = isinstance(declared, dict) and declared.get("from") == source.name
    return load_mapping(path, source, target) if is_for else None


def load_mapping(path: Path, source: TagSet, target: TagSet) -> TagSetMapping:
    """The mapping that the TOML of the tag set `target` declares for `source`.

    Form: `[mapping]` with `from`, the source's name, and `[mapping.classes]` with a text or a table (`digits`, `names`,
    `other`) for each class of the source. Raises `TagSetError` when a class is left out or unknown to either tag set.
    """
    try:
        data = toml_of(plain_text(path, LARGEST_TAGSET))
        declared = data["mapping"]
        if declared["from"] != source.name:
            raise TagSetError(path=path, detail=f"the mapping is from {declared['from']}, not {source.name}")
        rules = {str(name): _rule(value) for name, value in declared["classes"].items()}
    except (OSError, ValueError) as error:
        raise TagSetError(path=path, detail=str(error)) from error
    except (KeyError, TypeError, AttributeError) as error:
        raise TagSetError(path=path, detail=f"mapping, missing or wrong: {error}") from error
    missing = [one.name for one in source if one.name not in rules]
    unknown = [name for name in rules if name not in source]
    for rule in rules.values():
        unknown += [name for name in (rule.other, rule.digits, rule.names) if name and name not in target]
    for names, what in ((missing, "does not say"), (unknown, "knows no class")):
        if names:
            raise TagSetError(path=path, detail=f"mapping {what} {', '.join(names)}")
    return TagSetMapping(source.name, target.name, rules)


def _rule(value: Any) -> ClassRule:
    if isinstance(value, str):
        return ClassRule(value)
    if not set(value) <= _KEYS or "other" not in value or not all(isinstance(one, str) for one in value.values()):
        raise ValueError(f"a table has “other” and may have “digits” and “names”, not {sorted(value)}")
    return ClassRule(**value)
