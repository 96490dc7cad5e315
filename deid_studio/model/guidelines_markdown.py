"""Guidelines as Markdown: what the window shows and prints, and `deid guidelines` writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from deid_studio.model.guidelines import Guidelines, Part
from deid_studio.model.tagset import PhiClass
from deid_studio.texts import Text

_TITLES = {
    Part.BELONGS: Text("What belongs"),
    Part.DOES_NOT: Text("What does not"),
    Part.ENDS: Text("Where a mention ends"),
}
_SIGN = re.compile(r"[\\`*_\[\]<>#|~&]|^[-+=]")
_NUMBERED = re.compile(r"^(\d+)([.)])")
_MARKED = re.compile(r"\[([^\[\]]+)\]")


def part_title(part: Part, language: str) -> str:
    """What a part of a text is called."""
    return _TITLES[part].said(language)


def guidelines_markdown(guidelines: Guidelines, language: str) -> str:
    """The guidelines of all classes, in their order."""
    tagset = guidelines.tagset
    title = Text("Annotation guidelines").said(language)
    about = Text("Tag set {name}, version {version}.", name=_plain(tagset.name), version=_plain(tagset.version))
    parts = [f"# {title}\n\n{about.said(language)}\n"]
    return "\n".join([*parts, *(class_markdown(one, guidelines, language) for one in tagset)])


def class_markdown(one: PhiClass, guidelines: Guidelines, language: str) -> str:
    """The guideline of one class, under its title; in the examples, what is annotated is bold."""
    guideline = guidelines.of(one.name)
    text = guideline.said(language)
    nothing = Text("Nobody has written yet what this class holds.").said(language)
    blocks = [f"## {_plain(one.title_in(language))}", f"`{one.name}`"]
    blocks.append(_plain(text.definition) if text.definition or guideline else nothing)
    for part in Part:
        blocks += _listed(part_title(part, language), map(_plain, text.of(part)))
    blocks += _listed(Text("Examples").said(language), map(_marked, guideline.examples))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _listed(title: str, points: Iterable[str]) -> Iterator[str]:
    lines = "\n".join(f"- {point}" for point in points)
    if lines:
        yield f"### {title}"
        yield lines


def _marked(example: str) -> str:
    """An example with what is in brackets in bold."""
    pieces = _MARKED.split(example)  # every second one was in brackets
    return "".join(f"**{_plain(one)}**" if at % 2 else _plain(one) for at, one in enumerate(pieces))


def _plain(text: str) -> str:
    """A text whose signs are but signs."""
    return _NUMBERED.sub(r"\1\\\2", _SIGN.sub(lambda found: f"\\{found[0]}", text))
