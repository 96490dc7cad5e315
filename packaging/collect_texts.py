"""Collects the texts of core and command line into the catalogues of `resources/i18n` (`make i18n`).

A text is what `Text(…)`, `say(…)` and `say_count(…)` are given, both texts of an error, the help of an option and a
verb's. In each catalogue what is new is left empty and what is gone is taken out; what comes from elsewhere (`#:
<click>`, `<system>`, `<progress>`) stays.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE, CATALOGUES = ROOT / "deid_studio", ROOT / "resources" / "i18n"
_CALLS = {"Text": 1, "say": 1, "say_count": 2, "translated": 1}
_VERBS = frozenset(("command", "group"))

Message = str | tuple[str, str]


def collected() -> dict[Message, list[tuple[str, int]]]:
    """Each English text (or its singular and plural), and where it stands."""
    found: dict[Message, list[tuple[str, int]]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for message, line in _messages(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(message, []).append((path.relative_to(ROOT).as_posix(), line))
    return found


def _messages(tree: ast.AST) -> Iterator[tuple[Message, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in _CALLS:
                given = [one.value for one in args[: _CALLS[name]] if _is_text(one)]
                if len(given) == _CALLS[name]:
                    yield (given[0] if len(given) == 1 else (given[0], given[1])), node.lineno
            case ast.Call(func=ast.Name(id="option"), keywords=keywords):
                for keyword in keywords:
                    if keyword.arg == "help" and _is_text(keyword.value):
                        yield keyword.value.value, node.lineno
            case ast.Call(keywords=keywords) if any(k.arg == "cls" for k in keywords):
                for keyword in keywords:
                    if keyword.arg == "help" and _is_text(keyword.value):
                        yield keyword.value.value, node.lineno
            case ast.FunctionDef(decorator_list=decorators) if any(map(_makes_verb, decorators)):
                yield inspect.cleandoc(ast.get_docstring(node, clean=False) or ""), node.lineno
            case ast.ClassDef(body=body):
                for one in body:
                    target = one.targets[0] if isinstance(one, ast.Assign) else getattr(one, "target", None)
                    value = getattr(one, "value", None)
                    if isinstance(target, ast.Name) and target.id == "texts" and isinstance(value, ast.Tuple):
                        yield from ((part.value, one.lineno) for part in value.elts if _is_text(part))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def _makes_verb(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in _VERBS


def main() -> None:
    """Write every catalogue anew, and compile it; ends with 1 where a text is not translated."""
    found, empty = collected(), 0
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.po")):
        with path.open("rb") as file:
            old = read_po(file)
        new = Catalog(
            old.locale,
            header_comment=old.header_comment,
            project="Deid Studio",
            version="",
            msgid_bugs_address="",
            creation_date=old.creation_date,
            revision_date=old.creation_date,
            last_translator="",
            language_team="",
            fuzzy=False,
        )
        for message in sorted(found, key=lambda one: (found[one], str(one))):
            known = old.get(message if isinstance(message, str) else message[0])
            string = known.string if known is not None else ""
            places = dict.fromkeys(name for name, _ in found[message])
            new.add(message, string, locations=[(name, None) for name in places])
            empty += not all([string] if isinstance(string, str) else string)
        for known in old:
            if known.id and known.id not in new and any(name.startswith("<") for name, _ in known.locations):
                new.add(known.id, known.string, locations=known.locations)
        with path.open("wb") as file:
            write_po(file, new, width=0, sort_output=False, omit_header=False)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, new)
        print(f"{path.relative_to(ROOT)}: {len(found)} texts")
    if empty:
        print(f"not translated: {empty}")
        sys.exit(1)


if __name__ == "__main__":
    main()
