"""Editing brat's configuration: the three files with other classes, and everything else in them as it was.

Relations, events, attributes, comments, and how a person had brat draw what did not change, stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from deid_studio.formats.brat_conf import ANNOTATION, SHORTCUTS, VISUAL, conf_files
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.model.tagset import PhiClass, TagSet

_SECTION = re.compile(r"\s*\[(.*)\]\s*")
_OURS = ("# deid:", "# deid-order:")
_WORD = r"(?<![\w-]){}(?![\w-])"
_LIMIT_MB = 1.0
_Sections = dict[str, list[str]]


def kept_conf(folder: Path, tagset: TagSet) -> dict[str, bytes]:
    """The three files that a folder's tag set is read from, in it or in a folder above; empty where there are none."""
    source = Path(tagset.path)
    if source.name != ANNOTATION:  # what draws classes there is of none that hold
        return {ANNOTATION: read_bytes_if_any(folder / ANNOTATION, _LIMIT_MB) or b"", VISUAL: b"", SHORTCUTS: b""}
    names = (ANNOTATION, VISUAL, SHORTCUTS)
    return {name: read_bytes_if_any(source.with_name(name), _LIMIT_MB) or b"" for name in names}


def edited_conf(
    kept: Mapping[str, bytes], before: TagSet, after: TagSet, renamed: tuple[str, str] | None = None
) -> dict[str, bytes]:
    """The three files for `after`, from those of `before`; `renamed` is a class that has another name there.

    Relations and events that speak of it speak of the new name.
    """
    made = {name: _sections(data) for name, data in conf_files(after).items()}
    had = {name: _sections(data) for name, data in kept.items()}
    if renamed is not None:
        old, new = re.compile(_WORD.format(re.escape(renamed[0]))), renamed[1]
        for name, lines in had[ANNOTATION].items():
            had[ANNOTATION][name] = [line if line.startswith("#") else old.sub(new, line) for line in lines]
        if new not in before:
            for name, lines in had[VISUAL].items():
                own = (line if _name(line) != renamed[0] else old.sub(new, line, count=1) for line in lines)
                had[VISUAL][name] = list(own)
    of = _Lines(before, after, renamed)
    annotation, visual = made[ANNOTATION], made[VISUAL]
    notes = [
        line
        for section in ("", "entities")
        for line in had[ANNOTATION].pop(section, [])
        if line.lstrip().startswith("#") and not line.startswith(_OURS)
    ]
    annotation |= {"": notes} | {name: _theirs(lines) for name, lines in had[ANNOTATION].items()}
    labels = of.edited(had[VISUAL].get("labels", []), visual["labels"], lambda one: one.title)
    drawing = of.edited(had[VISUAL].get("drawing", []), visual["drawing"], lambda one: one.colour)
    visual = {**had[VISUAL], "labels": labels, "drawing": drawing}
    keys = made[SHORTCUTS].get("", [])
    others = [line for line in had[SHORTCUTS].get("", []) if line.split()[1:2] != [] and not of.is_class(line, 1)]
    return {ANNOTATION: _joined(annotation), VISUAL: _joined(visual), SHORTCUTS: _joined({"": [*keys, *others]})}


class _Lines:
    """Lines that say something of a name each, from one tag set to another."""

    def __init__(self, before: TagSet, after: TagSet, renamed: tuple[str, str] | None) -> None:
        new = {renamed[0]: renamed[1]} if renamed is not None and renamed[1] not in before else {}
        self._before: dict[str, PhiClass] = {
            new.get(one.name, one.name): replace(one, name=new.get(one.name, one.name)) for one in before
        }
        self._after = {one.name: one for one in after}
        self._gone = {one.name for one in before} - self._after.keys()

    def is_class(self, line: str, place: int = 0) -> bool:
        """Whether a line is of a class, here or there."""
        name = _name(line, place)
        return name in self._before or name in self._after or name in self._gone

    def edited(self, had: list[str], made: list[str], what: Callable[[PhiClass], object]) -> list[str]:
        """The lines as they were, but for classes of which `what` they say is another now; then those that are new."""
        wanted = {_name(line): line for line in made}
        found: list[str] = []
        for line in had:
            name = _name(line)
            one, other = self._before.get(name), self._after.get(name)
            if one is not None and other is not None and what(one) != what(other):
                continue
            if name in self._gone or (one is not None and other is None):
                continue
            wanted.pop(name, None)
            found.append(line)
        while found and not found[-1].strip():
            found.pop()
        return [*found, *wanted.values()]


def _name(line: str, place: int = 0) -> str:
    words = re.split(r"[\s|]+", line.strip())
    return words[place] if len(words) > place else ""


def _theirs(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith(_OURS)]


def _sections(data: bytes) -> _Sections:
    """The lines of a file by section; those before the first one under an empty name."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")  # as `read_conf` reads it
    sections: _Sections = {}
    own: list[str] = sections.setdefault("", [])
    for line in text.replace("\r\n", "\n").split("\n"):
        found = _SECTION.fullmatch(line)
        if found is not None:
            own = sections.setdefault(found[1], [])
        else:
            own.append(line)
    return sections


def _joined(sections: _Sections) -> bytes:
    lines: list[str] = []
    for name, own in sections.items():
        kept = "\n".join(own).strip("\n").split("\n") if any(line.strip() for line in own) else []
        lines += [*([f"[{name}]"] if name else []), *kept, *([""] if name or kept else [])]
    return "".join(f"{line}\n" for line in lines[:-1]).encode() if lines else b""
