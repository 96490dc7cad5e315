"""Guidelines: what each class of a tag set holds, what it does not, and where its mentions end; pure, frozen data.

A class has the text that the folder gives it, else the one that comes with the program for it, else that of its kind
(`formats.guidelines_file`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from deid_studio.model.tagset import TagSet
from deid_studio.texts import ENGLISH, SPANISH

_FIRST = (SPANISH, ENGLISH)  # which language holds where the wanted one is not there


class Part(StrEnum):
    """The parts of a text that are points in a list: what belongs to a class, what does not, where a mention ends."""

    BELONGS = "belongs"
    DOES_NOT = "does_not"
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class ClassText:
    """What a class holds, in one language: a definition of one sentence, and points by part, of those that have any."""

    definition: str = ""
    points: Mapping[Part, tuple[str, ...]] = field(default_factory=dict)

    def of(self, part: Part) -> tuple[str, ...]:
        """The points of a part."""
        return self.points.get(part, ())


@dataclass(frozen=True, slots=True)
class Guideline:
    """The texts of one class by language, with its examples, in which [brackets] hold what is annotated."""

    texts: Mapping[str, ClassText] = field(default_factory=dict)
    examples: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.texts or self.examples)

    def said(self, language: str) -> ClassText:
        """The text in a language, else in one that there is; empty where there is none."""
        known = (language, *_FIRST, *self.texts)
        return next((self.texts[one] for one in known if one in self.texts), ClassText())

    def with_text(self, language: str, text: ClassText, examples: tuple[str, ...]) -> Guideline:
        """The same with another text in one language, and these examples."""
        return Guideline({**self.texts, language: text}, examples)

    def with_point(self, part: Part, point: Mapping[str, str]) -> Guideline:
        """The same with a point more at the end of a part, in those languages of the point in which there is a text; in
        all of them where there is none."""
        texts = dict(self.texts)
        for language in [one for one in point if one in texts] or point:
            text = texts.get(language, ClassText())
            texts[language] = ClassText(text.definition, {**text.points, part: (*text.of(part), point[language])})
        return Guideline(texts, self.examples)


@dataclass(frozen=True)
class Guidelines:
    """The guidelines of a tag set: what comes with the program for its classes (`given`), and the folder's `own`."""

    tagset: TagSet
    given: Mapping[str, Guideline]
    own: Mapping[str, Guideline] = field(default_factory=dict)

    def of(self, phi_class: str) -> Guideline:
        """The guideline of a class; an empty one where nobody has written any."""
        return self.own.get(phi_class) or self.given.get(phi_class) or Guideline()

    def definition(self, phi_class: str, language: str) -> str:
        """What a class holds, in one sentence; empty where nobody has written it."""
        return self.of(phi_class).said(language).definition
