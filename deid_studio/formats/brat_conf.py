"""BRAT configuration: `annotation.conf`, `visual.conf` and `kb_shortcuts.conf` <-> TagSet.

Source: https://brat.nlplab.org/configuration.html and brat's own reader (server/src/projectconfig.py): indentation
makes the hierarchy, `!` marks a heading that is no class, `<NAME>=` defines a macro, `|` separates labels. Lines that
begin with `#` are none to brat: what it has no word for (`# deid: PACIENTE kind="person" title.es="Paciente"`, of a
heading `# deid: !NOMBRES title.es="Nombres"`) stands in such lines of `annotation.conf`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import webcolors  # type: ignore[import-untyped]

from deid_studio.errors import BratSyntaxError, DeidError, NoClassesError
from deid_studio.formats.folder import nearest
from deid_studio.formats.text import read_bytes
from deid_studio.model.tagset import PhiClass, TagSet, coloured
from deid_studio.texts import Text, in_language

ANNOTATION, VISUAL, SHORTCUTS = "annotation.conf", "visual.conf", "kb_shortcuts.conf"

_NAMELESS = Text("a class without a name")
_NOTHING_ABOVE = Text("indented, but nothing stands above it")
_ENDLESS = Text("its macros expand without end")
_UNREADABLE = Text("“# deid:” with something that cannot be read")
_LIMIT_MB = 1.0
_TOLD, _ORDER = "# deid:", "# deid-order:"
_VALUE = re.compile(
    r"""\s*(?P<key>kind|role|subkind|release|title\.[\w-]+)=
    (?P<value>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|[\w-]+)""",
    re.VERBOSE,
)
_EXPANDED_LIMIT = 100_000
_SECTION = re.compile(r"\s*\[(.*)\]\s*")
_SEPARATOR = re.compile(r"\s*-+\s*")
_MACRO = re.compile(r"<([a-zA-Z_-]+)>=\s*(.*?)\s*")
_RESERVED = frozenset({"ENTITY", "RELATION", "EVENT", "NONE", "ANY", "POS-TAG", "NEG-TAG"})
_KEY = re.compile(r"[a-z0-9]")


# --- writing -------------------------------------------------------------------------------------------------


def conf_files(tagset: TagSet, language: str = "es") -> dict[str, bytes]:
    """The three files by name, with which brat shows annotations of this tag set; titles are in `language`."""
    groups: dict[str, list[PhiClass]] = {}
    for one in tagset:
        groups.setdefault(one.group, []).append(one)
    entities: list[str] = []
    labels: list[str] = []
    told = [_told(f"!{group}", title=tagset.groups.get(group, {})) for group in groups if group]
    told += [_class_told(one) for one in tagset]
    if [one for own in groups.values() for one in own] != list(tagset):
        told.append(f"{_ORDER} {' '.join(one.name for one in tagset)}")
    for group, classes in groups.items():
        if group:
            entities.append(f"!{group}")
            labels.append(_labels(group, in_language(tagset.groups.get(group, {}), language) or group))
        entities.extend(("\t" if group else "") + one.name for one in classes)
        labels.extend(_labels(one.name, one.title_in(language)) for one in classes)
    drawing = ["SPAN_DEFAULT\tfgColor:black, bgColor:#cccccc, borderColor:darken", "ARC_DEFAULT\tcolor:black"]
    chosen = [one for one in tagset if not one.uncoloured]
    drawing += [f"{one.name}\tbgColor:{one.colour}, fgColor:black, borderColor:darken" for one in chosen]
    # brat compares key codes, which are those of capital letters.
    keys = [f"{one.shortcut.upper()}\t{one.name}" for one in tagset if one.shortcut]
    return {
        ANNOTATION: _lines("[entities]", *entities, "", *told, "", "[relations]", "", "[events]", "", "[attributes]"),
        VISUAL: _lines("[labels]", *labels, "", "[drawing]", *drawing),
        SHORTCUTS: _lines(*keys),
    }


def _labels(name: str, title: str) -> str:
    return f"{name} | {_plain(title)}"


def _plain(title: str) -> str:
    """A title as a label holds it."""
    return " ".join("".join(one if one.isprintable() else " " for one in title.replace("|", "/")).split())


def _class_told(one: PhiClass) -> str:
    said = {} if one.recognised else {"kind": one.kind, "role": one.role, "subkind": one.subkind}
    return _told(one.name, {**said, "release": one.release}, one.title)


def _told(name: str, said: Mapping[str, str] | None = None, title: Mapping[str, str] | None = None) -> str:
    """A line for this program alone: what it says of a class or a heading, each value as JSON writes it."""
    values = {key: value for key, value in (said or {}).items() if value}
    values |= {f"title.{language}": text for language, text in (title or {}).items()}
    return " ".join((_TOLD, name, *(f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in values.items())))


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


# --- reading -------------------------------------------------------------------------------------------------


def tagset_for(folder: Path, default: TagSet, tell: Callable[[DeidError], None] | None = None) -> TagSet:
    """The tag set of a folder: that of the nearest `annotation.conf` (`folder.nearest`), else `default`.

    A file that defines no class is passed to `tell`, and `default` holds.
    """
    found = nearest(folder, ANNOTATION)
    if found is None:
        return default
    try:
        return read_conf(found, default)
    except NoClassesError as error:
        if tell is not None:
            tell(error)
        return default


def read_conf(path: Path, default: TagSet | None = None) -> TagSet:
    """The tag set of an `annotation.conf` and the `visual.conf` and `kb_shortcuts.conf` beside it.

    What they do not say of a class (title, colour, shortcut, release) is taken from `default` where it holds the
    class. Raises `NoClassesError`, `BratSyntaxError`, `TagSetError`, or what `read_bytes` does.
    """
    raw = read_bytes(path, _LIMIT_MB)
    known = {one.name: one for one in default} if default is not None else {}
    groups = {**(default.groups if default is not None else {})}
    told, order = _what_is_told(raw, path)
    labels, colours = _visual(path.with_name(VISUAL))
    keys = _shortcuts(path.with_name(SHORTCUTS))
    classes: dict[str, PhiClass] = {}
    taken: set[str] = set()
    nodes = _entities(raw, path)
    # Of a heading and a class of one name brat has one label: both titles are told beside it.
    both = {node.group for node in nodes} & {node.name for node in nodes if not node.heading} & told.keys()
    labels = {name: label for name, label in labels.items() if name not in both}
    for node in nodes:
        if node.group and (node.group not in groups or f"!{node.group}" in told):
            label = labels.get(node.group, node.group)
            groups[node.group] = _titles(told.get(f"!{node.group}"), label, node.group)
        if node.heading or node.name in classes:
            continue
        base = known.get(node.name, PhiClass(node.name, {}, uncoloured=True))
        own = told.get(node.name)
        if own is not None:
            said: dict[str, Any] = {key: own[key] for key in ("kind", "role", "subkind", "release") if key in own}
            if "kind" in own:
                base = base.meaning(own["kind"])
            base = replace(base, **said)
        shortcut = keys.get(node.name, "" if keys else base.shortcut)
        classes[node.name] = replace(
            base,
            title=_titles(own, labels.get(node.name, ""), node.name, base.title),
            group=node.group,
            colour=colours.get(node.name, base.colour),
            uncoloured=base.uncoloured and node.name not in colours,
            shortcut="" if shortcut in taken else shortcut,
        ).as_named()
        taken.add(shortcut)
    if not classes:
        raise NoClassesError(path=path)
    used = {one.group for one in classes.values()}
    version = hashlib.sha256(raw).hexdigest()[:12]
    return TagSet(
        path.parent.name or ANNOTATION,
        version,
        coloured(sorted(classes.values(), key=lambda one: order.get(one.name, len(order)))),
        {name: titles for name, titles in groups.items() if name in used and titles},
        str(path),
    )


def _titles(
    told: Mapping[str, str] | None, label: str, name: str, known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The titles of a class or heading: those told, else those known, unless brat's label says something else."""
    own = dict(known or {}) if told is None else {k[6:]: v for k, v in told.items() if k.startswith("title.")}
    if label and label not in (*map(_plain, own.values()), *own.values(), *(() if told is None and own else (name,))):
        return {"es": label, "en": label}
    return own if own or told is not None else {"es": name, "en": name}


def _what_is_told(raw: bytes, path: Path) -> tuple[dict[str, dict[str, str]], dict[str, int]]:
    """What the lines for this program say, by class or heading (`!…`), and the place of each class in their order."""
    told: dict[str, dict[str, str]] = {}
    order: dict[str, int] = {}
    for number, line in enumerate(_text(raw, path).split("\n"), start=1):
        if line.startswith(_ORDER + " "):
            order = {name: at for at, name in enumerate(line.split()[2:])}
        elif line.startswith(_TOLD + " "):
            name, _, rest = line.removeprefix(_TOLD).strip().partition(" ")
            values, at = told.setdefault(name, {}), 0
            for found in _VALUE.finditer(rest):
                if found.start() != at:
                    break
                values[found["key"]] = str(json.loads(found["value"])) if found["value"][0] == '"' else found["value"]
                at = found.end()
            if rest[at:].strip():
                raise BratSyntaxError(path=path, line=number, detail=_UNREADABLE)
    return told, order


@dataclass(frozen=True, slots=True)
class _Node:
    name: str
    heading: bool
    group: str


def _entities(raw: bytes, path: Path) -> list[_Node]:
    nodes: list[tuple[str, bool, int]] = []  # name, heading, index of the root above it
    indents: list[int] = []
    root = 0
    parents: set[int] = set()
    for number, line in section(raw, path, "entities"):
        words = line.split(None, 1)[0].split("|")
        name = words[0].removeprefix("!")
        if not name:
            raise BratSyntaxError(path=path, line=number, detail=_NAMELESS)
        indent = len(line) - len(line.lstrip())
        while indents and indent <= indents[-1]:
            indents.pop()
        if indent and not indents:
            raise BratSyntaxError(path=path, line=number, detail=_NOTHING_ABOVE)
        root = root if indents else len(nodes)
        if indents:
            parents.add(root)
        indents.append(indent)
        nodes.append((name, words[0].startswith("!"), root))
    return [
        _Node(name, heading, nodes[root][0] if root in parents or nodes[root][1] else "")
        for name, heading, root in nodes
    ]


def section(raw: bytes, path: Path, wanted: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a section that mean something, macros expanded."""
    section = ""
    macros: dict[str, str] = {}
    for number, line in enumerate(_text(raw, path).split("\n"), start=1):
        line = line.rstrip()
        if found := _SECTION.fullmatch(line):
            section, macros = found[1], {}
        elif section != wanted or not line or line.lstrip().startswith("#") or _SEPARATOR.fullmatch(line):
            continue
        elif found := _MACRO.fullmatch(line):
            if found[1] in _RESERVED:
                detail = Text("<{value}> is a name of brat's own", value=found[1])
                raise BratSyntaxError(path=path, line=number, detail=detail)
            macros[f"<{found[1]}>"] = found[2]
        else:
            for name, value in macros.items():
                line = line.replace(name, value)
                if len(line) > _EXPANDED_LIMIT:
                    raise BratSyntaxError(path=path, line=number, detail=_ENDLESS)
            if line.strip():
                yield number, line


def _text(raw: bytes, path: Path) -> str:
    if b"\x00" in raw:
        raise BratSyntaxError(path=path, line=1, detail=Text("not text"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")  # names are ASCII; only comments and labels could suffer


def _visual(path: Path) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The first label and the background colour of each name."""
    labels: dict[str, str] = {}
    colours: dict[str, str] = {}
    if path.is_file():
        raw = read_bytes(path, _LIMIT_MB)
        for _, line in section(raw, path, "labels"):
            name, *rest = (part.strip() for part in line.split("\t")[0].split("|"))
            if rest and rest[0]:
                labels[name] = rest[0]
        for _, line in section(raw, path, "drawing"):
            name, _, settings = line.strip().partition("\t" if "\t" in line.strip() else " ")
            for key, _, value in (part.partition(":") for part in settings.split(",")):
                colour = _hex(value.strip()) if key.strip() == "bgColor" else None
                if colour is not None:
                    colours[name.strip()] = colour
    return labels, colours


def _hex(colour: str) -> str | None:
    try:
        return str(webcolors.normalize_hex(colour) if colour.startswith("#") else webcolors.name_to_hex(colour))
    except ValueError:
        return None


def _shortcuts(path: Path) -> Mapping[str, str]:
    keys: dict[str, str] = {}
    if path.is_file():
        for line in _text(read_bytes(path, _LIMIT_MB), path).splitlines():
            words = line.split()
            if len(words) == 2 and not line.lstrip().startswith("#") and _KEY.fullmatch(words[0].lower()):
                keys.setdefault(words[1], words[0].lower())
    return keys
