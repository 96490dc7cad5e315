"""Guidelines as TOML: those that come with the program, and a folder's own, read and written.

A table for each class (in `kinds.toml` for each kind, or kind and role): `examples`, and for each language a table of
`definition` (a text) and `belongs`, `does_not` and `ends` (lists of texts).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tomli_w

from deid_studio import paths
from deid_studio.errors import DeidError, GuidelinesError
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import nearest
from deid_studio.formats.text import read_bytes
from deid_studio.model.guidelines import ClassText, Guideline, Guidelines, Part
from deid_studio.model.ontology import meaning_of
from deid_studio.model.tagset import TagSet, shipped_names, shipped_tagset
from deid_studio.plain_files import toml_of
from deid_studio.settings.toml import line_not_toml, line_of
from deid_studio.texts import Text

OWN = "guidelines.toml"
_LIMIT_MB = 1.0
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_KEYS = ("definition", *(part.value for part in Part))

Texts = dict[str, Guideline]


def guidelines_for(
    tagset: TagSet, folder: Path | None = None, tell: Callable[[DeidError], None] | None = None
) -> Guidelines:
    """The guidelines of a tag set, with the own ones of a folder (`own_texts`).

    What is wrong with the folder's file is passed to `tell`, and what comes with the program holds; without `tell` it
    is raised (`own_texts`).
    """
    own: Texts = {}
    try:
        own = own_texts(folder) if folder is not None else {}
    except DeidError as error:
        if tell is None:
            raise
        tell(error)
    by_class, by_kind = _texts_of_set(tagset), _texts_of_kinds()
    given: dict[str, Guideline | None] = {}
    for one in tagset:
        meaning = meaning_of(one)
        names = (f"{meaning.kind}-{meaning.role}", f"{meaning.kind}-{meaning.subkind}", meaning.kind)
        given[one.name] = by_class.get(one.name) or next((by_kind[name] for name in names if name in by_kind), None)
    return Guidelines(tagset, {name: one for name, one in given.items() if one is not None}, own)


def own_texts(folder: Path) -> Texts:
    """A folder's own texts by class, from the nearest `guidelines.toml` as an `annotation.conf` is looked for.

    Empty where there is none; raises `GuidelinesError` or what `read_bytes` does.
    """
    path = nearest(folder, OWN)
    return {} if path is None else read_guidelines(path)


def read_guidelines(path: Path) -> Texts:
    """The texts in a file, by class or kind; raises `GuidelinesError` naming line and remedy, or as `read_bytes`."""
    raw = read_bytes(path, _LIMIT_MB)
    try:
        text = raw.decode("utf-8-sig")
        data = toml_of(text)
    except ValueError as error:  # UTF-8 or TOML
        raise GuidelinesError(path=path, line=line_not_toml(error) or 1, detail=Text("it is not TOML")) from error
    found: Texts = {}
    for name, values in data.items():
        try:
            found[name] = _guideline(values)
        except _WrongError as error:
            detail = Text("{name}: {detail}", name=name, detail=error.why)
            raise GuidelinesError(path=path, line=line_of(name, text), detail=detail) from error
    return found


def write_own(folder: Path, texts: Mapping[str, Guideline]) -> None:
    """Write a folder's own texts, whole or not at all; raises `WriteError`."""
    data = {
        name: {"examples": list(one.examples)} | {language: _values(text) for language, text in one.texts.items()}
        for name, one in texts.items()
    }
    write_file(folder / OWN, tomli_w.dumps(data, multiline_strings=False).encode("utf-8"))


def _texts_of_set(tagset: TagSet) -> Texts:
    """The texts of the shipped tag set that a tag set is, or was changed from, for classes that still mean the same.

    Its texts tell one of its classes from the others: where fewer than half of them are there they would name classes
    that are not, and deny some that are.
    """
    for name in shipped_names():
        shipped = shipped_tagset(name)
        kept = [one.name for one in shipped if one.name in tagset and meaning_of(one) == meaning_of(tagset[one.name])]
        if 2 * len(kept) >= len(shipped.classes):
            texts = _read_shipped(name)
            return {one: texts[one] for one in kept if one in texts}
    return {}


def _texts_of_kinds() -> Texts:
    """The texts by kind, or by kind and role."""
    return _read_shipped("kinds")


@cache
def _read_shipped(name: str) -> Texts:
    return read_guidelines(paths.resources() / "guidelines" / f"{name}.toml")


class _WrongError(Exception):
    def __init__(self, why: Text) -> None:
        self.why = why


def _guideline(values: object) -> Guideline:
    if not isinstance(values, Mapping):
        raise _WrongError(Text("a table is needed"))
    rest = dict(values)
    examples = _points("examples", rest.pop("examples", []))
    return Guideline({language: _class_text(language, own) for language, own in rest.items()}, examples)


def _class_text(language: str, values: object) -> ClassText:
    if not _LANGUAGE.fullmatch(language) or not isinstance(values, Mapping):
        raise _WrongError(Text("“{name}” is neither “examples” nor a language with its texts", name=language))
    unknown = next((key for key in values if key not in _KEYS), None)
    if unknown is not None:
        raise _WrongError(Text("“{name}” is none of {known}", name=unknown, known=", ".join(_KEYS)))
    definition = values.get("definition", "")
    if not isinstance(definition, str):
        raise _WrongError(Text("“{name}” is no text", name="definition"))
    points = {part: _points(part.value, values.get(part.value, [])) for part in Part}
    return ClassText(" ".join(definition.split()), {part: own for part, own in points.items() if own})


def _points(name: str, values: object) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise _WrongError(Text("“{name}” is no list of texts", name=name))
    return tuple(line for line in (" ".join(one.split()) for one in values) if line)


def _values(text: ClassText) -> dict[str, Any]:
    return {"definition": text.definition} | {part.value: list(own) for part, own in text.points.items()}
