"""What the command line says, in the person's language."""

from __future__ import annotations

from deid_studio.settings.terminal_language import terminal_language
from deid_studio.texts import Text, counted

language = terminal_language


def say(message: str, /, **params: object) -> str:
    """A text in the person's language, filled in."""
    return Text(message, **params).said(language())


def say_count(one: str, many: str, count: int) -> str:
    """The form of a text that fits a count, in the person's language."""
    return counted(one, many, count, language())
