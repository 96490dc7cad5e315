"""Collects the texts of the program into the catalogues of `resources/i18n` (`make i18n`).

A text is what `Text(…)`, `say(…)` and `say_count(…)` are given, both texts of an error, the help of an option and a
verb's; in the window what `tr`, `translate` and `QT_TRANSLATE_NOOP` are given, in two forms where it counts (`%n`).

In each catalogue what is new is left empty and what is gone is taken out. What is said otherwise in one context
(`msgctxt`) stays as long as the text does, and what comes from elsewhere (`#: <click>`, `<argparse>`, `<system>`,
`<progress>`) stays. English has only what counts. Only languages that `resources/i18n/checked.txt` names are compiled,
and so shipped: those that are complete and that somebody who speaks them has checked. `--new LANGUAGE` begins another.
"""

from __future__ import annotations

import argparse
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
ENGLISH = "en"
# Where a call's text stands among its arguments.
_CALLS = {"Text": (0,), "say": (0,), "say_count": (0, 1), "translated": (0,)}
_IN_WINDOW = {"tr": (0,), "translate": (1,), "QT_TRANSLATE_NOOP": (1,)}
_VERBS = frozenset(("command", "group"))

Message = str | tuple[str, str]


def collected() -> dict[Message, list[str]]:
    """Each English text (or its singular and plural), and the files in which it stands."""
    found: dict[Message, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for message in _messages(ast.parse(path.read_text(encoding="utf-8"))):
            if name not in found.setdefault(message, []):
                found[message].append(name)
    return found


def counts(message: Message) -> bool:
    """Whether a text of the window counts something: English has two forms of it, too."""
    return isinstance(message, tuple) and message[0] == message[1]


def _messages(tree: ast.AST) -> Iterator[Message]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=called, args=args, keywords=keywords):
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                places = _IN_WINDOW.get(name) or (_CALLS.get(name, ()) if isinstance(called, ast.Name) else ())
                given = [args[at].value for at in places if at < len(args) and _is_text(args[at])]
                if places and len(given) == len(places):
                    yield (given[0], given[1]) if len(given) == 2 else _with_count(given[0])
                if name in ("option", "number_option") or any(one.arg == "cls" for one in keywords):
                    yield from (one.value.value for one in keywords if one.arg == "help" and _is_text(one.value))
            case ast.FunctionDef(decorator_list=decorators) if any(map(_makes_verb, decorators)):
                yield inspect.cleandoc(ast.get_docstring(node, clean=False) or "")
            case ast.ClassDef(body=body):
                for one in body:
                    target = one.targets[0] if isinstance(one, ast.Assign) else getattr(one, "target", None)
                    value = getattr(one, "value", None)
                    if isinstance(target, ast.Name) and target.id == "texts" and isinstance(value, ast.Tuple):
                        yield from (part.value for part in value.elts if _is_text(part))


def _with_count(text: str) -> Message:
    return (text, text) if "%n" in text else text


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


def _makes_verb(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in _VERBS


def updated(old: Catalog, found: dict[Message, list[str]]) -> Catalog:
    """A catalogue with what the program says now, and the translations that it had."""
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
    known = {(one.context, one.id): one for one in old if one.id}
    own = {message for message in found if str(old.locale) != ENGLISH or counts(message)}
    for message in sorted(own, key=lambda one: (found[one], str(one))):
        before = known.get((None, message))
        string = before.string if before is not None else "" if isinstance(message, str) else ("", "")
        new.add(message, string, locations=[(name, None) for name in found[message]])
    for (context, message), one in sorted(known.items(), key=lambda item: str(item[0])):
        from_elsewhere = any(name.startswith("<") for name, _ in one.locations)
        if (context is not None and message in own) or (from_elsewhere and message not in own):
            new.add(message, one.string, locations=one.locations, context=context)
    return new


def begun(language: str) -> Path:
    """The catalogue of a new language, with its plural forms, its code and its name, and no translation yet."""
    path = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    catalogue = Catalog(language, fuzzy=False)
    catalogue.add("en", language)
    catalogue.add("English", str(catalogue.locale.display_name).capitalize())
    with path.open("wb") as file:
        write_po(file, catalogue, width=0)
    return path


def main() -> None:
    """Write every catalogue anew, and compile those that are checked; ends with 1 where one of these lacks a text."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new", metavar="LANGUAGE", help="begin the catalogue of a language (ca, gl, eu)")
    if language := parser.parse_args().new:
        begun(language)
    checked = {ENGLISH, *(CATALOGUES / "checked.txt").read_text(encoding="utf-8").split()}
    found, empty = collected(), 0
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/messages.po")):
        with path.open("rb") as file:
            new = updated(read_po(file), found)
        with path.open("wb") as file:
            write_po(file, new, width=0)
        missing = [one.id for one in new if one.id and not all([one.string] if isinstance(one.id, str) else one.string)]
        if path.parents[1].name not in checked:
            path.with_suffix(".mo").unlink(missing_ok=True)
            print(f"{path.relative_to(ROOT)}: {len(missing)} of {len(new)} texts to translate; not shipped")
            continue
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, new)
        print(f"{path.relative_to(ROOT)}: {len(new)} texts", *missing, sep="\n  without a translation: ")
        empty += len(missing)
    sys.exit(1 if empty else 0)


if __name__ == "__main__":
    main()
