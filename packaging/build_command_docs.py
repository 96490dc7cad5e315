"""Writes the manual's page of commands, in each language, from the commands themselves: `make docs`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import click

from deid_studio.cli import commands, verbs
from deid_studio.cli import language as spoken
from deid_studio.settings.terminal_language import libraries_speaking

_MANUAL = Path(__file__).resolve().parents[1] / "resources" / "manual"
FILES = {language: _MANUAL / language / "commands.md" for language in ("en", "es")}
_RESEARCH = "lab"  # for those who build the program: `deid lab --help`

_WORDS = {
    "en": {
        "head": "# Commands\n\nEvery command of `deid`, as `deid COMMAND --help` says it too. Nothing is overwritten"
        " without `--force`. A report that cannot be read does not stop the others: it is named at the end, and the"
        " exit status is 1. Only what measures or learns stops, for its figures would be those of other"
        " reports.\n\nThis page is made of the commands by `make docs`; what research runs is in `deid lab"
        " --help`.",
        "option": "option",
        "does": "does",
    },
    "es": {
        "head": "# Órdenes\n\nCada orden de `deid`, como la dice también `deid ORDEN --help`. Nada se sobrescribe sin"
        " `--force`. Un informe que no se puede leer no detiene a los demás: se nombra al final, y el estado de"
        " salida es 1. Solo lo que mide o aprende se detiene, pues sus cifras serían las de otros informes."
        "\n\nEsta página se hace a partir de las órdenes con `make docs`; lo que usa la investigación"
        " está en `deid lab --help`.",
        "option": "opción",
        "does": "qué hace",
    },
}


def page(language: str) -> str:
    """The page of the manual in a language, as Markdown."""
    with ExitStack() as speaking:
        speaking.enter_context(libraries_speaking(language))
        for module in (spoken, commands, verbs):
            speaking.enter_context(patch.object(module, "language", lambda: language))
        parts = [_WORDS[language]["head"]]
        for name in verbs.VERBS:
            if name != _RESEARCH:
                parts += _told(verbs.deid, name, click.Context(verbs.deid, info_name="deid"), language)
        return "\n\n".join(parts) + "\n"


def _told(group: click.Group, name: str, above: click.Context, language: str) -> Iterator[str]:
    command = group.get_command(above, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=above)
    yield f"## {context.command_path}"
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"    {usage}"
    yield from (" ".join(one.split()) for one in (command.help or "").split("\n\n"))
    options = [one for one in command.params if isinstance(one, click.Option)]
    rows = [row for one in options if (row := one.get_help_record(context)) is not None]
    if rows:
        words = _WORDS[language]
        lines = [f"| {words['option']} | {words['does']} |", "|---|---|"]
        yield "\n".join([*lines, *(f"| `{_cell(names)}` | {_cell(does)} |" for names, does in rows)])
    if isinstance(command, click.Group):
        for one in command.list_commands(context):
            yield from _told(command, one, context, language)


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", " / ")  # a bar ends a cell


if __name__ == "__main__":
    for code, file in FILES.items():
        file.write_text(page(code), encoding="utf-8")
