"""Passphrases: typed where nobody sees them, or read from files; never given on the command line, which others see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import language, say
from deid_studio.errors import WeakPassphraseError
from deid_studio.formats.text import read_bytes

_LARGEST_MB = 0.01

passphrase_files_option: Callable[[Callable[..., Any]], Callable[..., Any]] = option(
    "--passphrase-file",
    "passphrase_files",
    multiple=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A file with the passphrase (its first line), instead of asking; twice for two people.",
)


def asked_passphrases(people: int, files: Sequence[Path], new: bool) -> tuple[str, ...]:
    """The passphrases from the files, else typed by each person.

    A new one is typed twice, and asked for again until it is not weak; from a file it raises `WeakPassphraseError`.
    """
    from deid_studio.release.passphrases import refuse_weak

    if files:
        given = tuple(_first_line(file) for file in files)
        for passphrase in given if new else ():
            refuse_weak(passphrase)
        return given
    asked: list[str] = []
    for person in range(1, people + 1):
        what = say("Passphrase") if people == 1 else say("Passphrase of person {person}", person=person)
        again = say("Once more") if new else False
        judged = _judged if new else None
        asked.append(click.prompt(what, hide_input=True, confirmation_prompt=again, err=True, value_proc=judged))
    return tuple(asked)


def _judged(typed: str) -> str:
    """What was typed; raises what click tells before it asks again."""
    from deid_studio.release.passphrases import refuse_weak

    try:
        refuse_weak(typed)
    except WeakPassphraseError as error:
        raise click.UsageError(f"{error.what(language())} {error.remedy(language())}") from error
    return typed


def _first_line(file: Path) -> str:
    lines = read_bytes(file, _LARGEST_MB).decode("utf-8", "replace").splitlines()
    return lines[0] if lines else ""
