"""The grammar language: a TOML file of symbols, lists, zones and ordered rules, read into a `Grammar`.

The form is told in docs/grammar.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from deid_studio.errors import GrammarError, reason
from deid_studio.plain_files import plain_text, toml_of

_LARGEST_FILE = 2_000_000
_LIST_FORMS = frozenset(
    ("inline", "plain", "address", "hospital", "bare-hospital", "health-centre", "institution", "person")
)
FILTERS = frozenset(("short", "first_name", "last_name", "lexical", "ambiguous", "eponym"))


class Stage(StrEnum):
    """The sections of a grammar in their order: candidates are gathered first, then rules block, then they assign."""

    CANDIDATE = "candidate"
    BLOCK = "block"
    RELIABLE = "reliable"
    HEURISTIC = "heuristic"


@dataclass(frozen=True, slots=True)
class ListSource:
    """Where the entries of `{@name}` are from: gazetteer kinds, in a form ("inline" writes them into the expression,
    all others are scanned for; other than "plain" they are munged). `cased`: only with a capital. `filters` leave
    out ambiguous place names. `also` are entries written in the grammar itself, `without` entries left out."""

    name: str
    kinds: tuple[str, ...] = ()
    form: str = "inline"
    cased: bool = False
    filters: frozenset[str] = frozenset()
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a report: from the first match of `begins` to the first match of `ends` after it, or to the end."""

    name: str
    begins: str
    ends: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; group n of `find` is assigned `classes[n - 1]` ("" assigns nothing; no group: the whole match).

    `cue`: folded strings of which a line must hold one for the rule to be tried there. `left`, `right`: expressions
    that must match directly before and after; `left_class`, `right_class`: what must be assigned there, with nothing
    but `gap` between. `zone`: where it is tried ("!name": outside of it). `lines`: how many lines after the cue's line
    belong to it. `checks`: names of number checks that group 1 must pass. `gathers`: the list that a candidate joins.
    `refuses`: what it blocks is no PHI, whichever detector suggests it.
    """

    name: str
    stage: Stage
    find: str
    classes: tuple[str, ...] = ()
    cue: tuple[str, ...] = ()
    left: str = ""
    right: str = ""
    left_class: frozenset[str] = frozenset()
    right_class: frozenset[str] = frozenset()
    gap: str = r"[^\w\n]{0,6}"
    zone: str = ""
    lines: int = 0
    checks: tuple[str, ...] = ()
    gathers: tuple[str, ...] = ()
    refuses: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Grammar:
    """A grammar as written: rules in their order of stages, then of the file."""

    name: str
    path: Path
    symbols: Mapping[str, str]
    lists: Mapping[str, ListSource]
    zones: Mapping[str, Zone]
    rules: tuple[Rule, ...]


_RULE_FIELDS = {
    "name": str, "find": str, "class": str, "classes": list, "cue": list, "left": str, "right": str,
    "left_class": list, "right_class": list, "gap": str, "zone": str, "lines": int, "check": list, "gather": list,
    "refuses": bool, "note": str,
}  # fmt: skip
_MOST_LINES = 100  # behind that of a cue
_LIST_FIELDS = {"kinds": list, "form": str, "cased": bool, "filters": list, "also": list, "without": list}


def read_grammar(path: Path, parse: Callable[[str], dict[str, Any]] = toml_of) -> Grammar:
    """The grammar in a TOML file; raises `GrammarError` naming the rule and what is wrong with its form.

    Expressions are not compiled here. `parse` reads TOML.
    """
    try:
        data = parse(plain_text(path, _LARGEST_FILE))
    except OSError as error:
        raise GrammarError(path=path, detail=reason(error) or "unreadable") from error
    except ValueError as error:
        raise GrammarError(path=path, detail=str(error) or "not TOML") from error
    try:
        return _grammar(path, data)
    except ValueError as error:
        raise GrammarError(path=path, detail=str(error)) from error


def _grammar(path: Path, data: Mapping[str, Any]) -> Grammar:
    known = {"name", "symbols", "lists", "zones", *(stage.value for stage in Stage)}
    _refuse_unknown("the grammar", data, known)
    symbols = _table(data, "symbols")
    for name, value in symbols.items():
        if not isinstance(value, str):
            raise ValueError(f"symbol {name} is not text")
    lists = {name: _list(name, fields) for name, fields in _table(data, "lists").items()}
    zones = {name: _zone(name, fields) for name, fields in _table(data, "zones").items()}
    rules: list[Rule] = []
    for stage in Stage:
        written = data.get(stage.value, [])
        if not isinstance(written, list) or not all(isinstance(one, dict) for one in written):
            raise ValueError(f"{stage.value} is not a list of rules ([[{stage.value}]])")
        rules += [_rule(stage, number, fields) for number, fields in enumerate(written, start=1)]
    names = [rule.name for rule in rules]
    for rule in rules:
        if names.count(rule.name) > 1:
            raise ValueError(f"two rules are called {rule.name}")
        if rule.zone and rule.zone.lstrip("!") not in zones:
            raise ValueError(f"rule {rule.name}: unknown zone {rule.zone}")
    return Grammar(str(data.get("name", path.stem)), path, symbols, lists, zones, tuple(rules))


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise ValueError(f"{name} is not a table ([{name}])")
    return table


def _list(name: str, fields: Any) -> ListSource:
    _check_fields(f"list {name}", fields, _LIST_FIELDS)
    source = ListSource(
        name,
        _texts(fields.get("kinds", ())),
        fields.get("form", "inline"),
        fields.get("cased", False),
        frozenset(_texts(fields.get("filters", ()))),
        _texts(fields.get("also", ())),
        _texts(fields.get("without", ())),
    )
    if source.form not in _LIST_FORMS:
        raise ValueError(f"list {name}: unknown form {source.form}")
    if unknown := source.filters - FILTERS:
        raise ValueError(f"list {name}: unknown filter {', '.join(sorted(unknown))}")
    return source


def _zone(name: str, fields: Any) -> Zone:
    _check_fields(f"zone {name}", fields, {"begins": str, "ends": str})
    if not fields.get("begins"):
        raise ValueError(f"zone {name} has no “begins”")
    return Zone(name, fields["begins"], fields.get("ends", ""))


def _rule(stage: Stage, number: int, fields: Mapping[str, Any]) -> Rule:
    what = f"rule {fields.get('name') or f'{number} of {stage.value}'}"
    _check_fields(what, fields, _RULE_FIELDS)
    for required in ("name", "find"):
        if not fields.get(required):
            raise ValueError(f"{what} has no “{required}”")
    classes = _texts(fields.get("classes", ())) or ((fields["class"],) if fields.get("class") else ())
    gathers = _texts(fields.get("gather", ()))
    if stage in (Stage.RELIABLE, Stage.HEURISTIC) and not any(classes):
        raise ValueError(f"{what} has no “class”")
    if stage is Stage.CANDIDATE and not any(gathers):
        raise ValueError(f"{what} has no “gather”")
    if fields.get("refuses") and stage is not Stage.BLOCK:
        raise ValueError(f"{what}: “refuses” is for {Stage.BLOCK} only")
    if not 0 <= fields.get("lines", 0) <= _MOST_LINES:
        raise ValueError(f"{what}: “lines” must be from 0 to {_MOST_LINES}")
    return Rule(
        name=fields["name"],
        stage=stage,
        find=fields["find"],
        classes=classes,
        cue=_texts(fields.get("cue", ())),
        left=fields.get("left", ""),
        right=fields.get("right", ""),
        left_class=frozenset(_texts(fields.get("left_class", ()))),
        right_class=frozenset(_texts(fields.get("right_class", ()))),
        gap=fields.get("gap", r"[^\w\n]{0,6}"),
        zone=fields.get("zone", ""),
        lines=fields.get("lines", 0),
        checks=_texts(fields.get("check", ())),
        gathers=gathers,
        refuses=fields.get("refuses", False),
        note=fields.get("note", ""),
    )


def _check_fields(what: str, fields: Any, allowed: Mapping[str, type]) -> None:
    if not isinstance(fields, dict):
        raise ValueError(f"{what} is not a table")
    _refuse_unknown(what, fields, allowed)
    for name, value in fields.items():
        kind = allowed[name]
        if type(value) is not kind:
            raise ValueError(f"{what}: “{name}” must be {_WORDS[kind]}")
        if isinstance(value, list) and not all(isinstance(one, str) for one in value):
            raise ValueError(f"{what}: “{name}” must be a list of texts")


_WORDS = {str: "text", list: "a list of texts", int: "a whole number", bool: "true or false"}


def _refuse_unknown(what: str, fields: Iterable[str], allowed: Iterable[str]) -> None:
    unknown = sorted(set(fields) - set(allowed))
    if unknown:
        raise ValueError(f"{what}: unknown {', '.join(unknown)}")


def _texts(values: Any) -> tuple[str, ...]:
    return tuple(str(value) for value in values)
