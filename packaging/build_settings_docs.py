"""Writes the manual's page of settings, in each language, from the table of settings: `make docs`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from deid_studio.settings import Offered, Page, Setting, as_toml, table

_MANUAL = Path(__file__).resolve().parents[1] / "resources" / "manual"
FILES = {language: _MANUAL / language / "settings.md" for language in ("en", "es")}

_WORDS = {
    "en": {
        "head": "# Settings\n\n"
        "Everything that can be set, as *File, Settings* (`Ctrl+,`) shows it. The settings lie in"
        " `~/.config/deid-studio/settings.toml` (Windows: `%LOCALAPPDATA%\\deid-studio\\settings.toml`, macOS:"
        " `~/Library/Application Support/deid-studio/settings.toml`), which holds only what differs from the defaults."
        " What is wrong in it is told with its line, and the default holds; what is unknown is told and kept. What an"
        " administrator has [fixed](it.md#what-an-administrator-fixes) goes before it.\n\n"
        "This page is made of the table of settings (`deid_studio/settings/table.py`) by `make docs`.",
        str: "text",
        int: "a whole number",
        float: "a number",
        bool: "`true` or `false`",
        tuple: "a list of texts",
        dict: "a table of lists of texts",
        "between": "from {least} to {most}",
        "lowest": "{least}: {word}",
        Offered.TYPEFACES: "or the name of a typeface of this computer",
        "default": "Default",
        "menu": "Also in *View, Appearance*",
    },
    "es": {
        "head": "# Ajustes\n\n"
        "Todo lo que se puede ajustar, como lo muestra *Archivo, Ajustes* (`Ctrl+,`). Los ajustes están en"
        " `~/.config/deid-studio/settings.toml` (Windows: `%LOCALAPPDATA%\\deid-studio\\settings.toml`, macOS:"
        " `~/Library/Application Support/deid-studio/settings.toml`), que solo contiene lo que difiere de los valores"
        " por defecto. De lo que esté mal se avisa con su línea, y vale el valor por defecto; de lo desconocido se"
        " avisa y se conserva. Lo que un administrador ha [fijado](it.md#qué-fija-un-administrador) va por delante.\n\n"
        "Esta página se hace a partir de la tabla de ajustes (`deid_studio/settings/table.py`) con `make docs`.",
        str: "un texto",
        int: "un número entero",
        float: "un número",
        bool: "`true` o `false`",
        tuple: "una lista de textos",
        dict: "una tabla de listas de textos",
        "between": "de {least} a {most}",
        "lowest": "{least}: {word}",
        Offered.TYPEFACES: "o el nombre de un tipo de letra de este ordenador",
        "default": "Por defecto",
        "menu": "También en *Ver, Aspecto*",
    },
}


def page(language: str) -> str:
    """The page of the documentation in a language, as Markdown."""
    parts = [_WORDS[language]["head"]]
    for one in Page:
        parts.append(f"## {one.title.said(language)}")
        parts += ["\n".join(_entry(row, language)) for row in table() if row.page is one]
    return "\n".join(map(_wrapped, "\n\n".join(parts).split("\n"))) + "\n"


def _wrapped(line: str) -> str:
    if line.startswith("#"):
        return line
    hanging = "  " if line.startswith("- ") else ""
    return textwrap.fill(line, 120, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def _entry(row: Setting, language: str) -> Iterator[str]:
    words = _WORDS[language]
    yield f"### `{row.name}`: {row.plain_title(language)}\n"
    if row.help.said(language):
        yield f"{row.help.said(language)}\n"
    yield f"- {_values(row, language)}"
    default = f"`{as_toml(row.default)}`" if row.otherwise is None else row.otherwise.said(language)
    yield f"- {words['default']}: {default}"
    yield f"- {row.effect.sentence.said(language).rstrip('.')}"
    if row.in_menu:
        keys = f" (`{row.keys[0]}`)" if row.keys else ""
        yield f"- {words['menu']}{keys}"


def _values(row: Setting, language: str) -> str:
    words = _WORDS[language]
    if row.choices:
        listed = [f"`{as_toml(value)}` ({title.said(language)})" for value, title in row.choices.items()]
        more = [words[row.offered]] if row.offered is not Offered.NOTHING else []
        said = ", ".join([*listed, *more])
    elif row.between is not None:
        least, most = (f"{bound:g}{row.unit}" for bound in row.between)
        said = f"{words[row.kind]} {words['between'].format(least=least, most=most)}"
        if row.lowest is not None:
            said += f" ({words['lowest'].format(least=f'{row.between[0]:g}', word=row.lowest.said(language))})"
    else:
        said = words[row.kind]
    return said[0].upper() + said[1:]


if __name__ == "__main__":
    for spoken, file in FILES.items():
        file.write_text(page(spoken), encoding="utf-8")
