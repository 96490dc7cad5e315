"""Command, Group and Option: click's, with their help in Spanish and English, and types of values for options."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import click

from deid_studio.cli.language import language, say
from deid_studio.texts import Text


class _Bilingual:
    """Answers click in the person's language whenever it asks for `help`; what click sets is the English one."""

    _english: str | None = None

    @property
    def help(self) -> str | None:
        return self._english and say(inspect.cleandoc(self._english))

    @help.setter
    def help(self, text: str | None) -> None:
        self._english = text


class Option(_Bilingual, click.Option):
    """An option whose help is in both languages."""


class Command(_Bilingual, click.Command):
    """A verb: its docstring is its help."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [say(piece) for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = say("Show this message and exit.")
        return option


class Group(Command, click.Group):
    """A verb with verbs of its own."""

    command_class = Command


Verbs = Mapping[str, tuple[str, Text]]  # each verb's module, and what it does


class LazyGroup(Group):
    """A verb whose verbs are in modules of their own, loaded when asked for: help needs no NumPy, SciPy or spaCy."""

    def __init__(self, *args: Any, verbs: Verbs, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        self._verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._verbs:
            return None
        command = getattr(import_module(self._verbs[cmd_name][0]), cmd_name)
        assert isinstance(command, Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(say("Commands")):
            formatter.write_dl([(verb, what.said(language())) for verb, (_, what) in self._verbs.items()])


class FiniteRange(click.FloatRange):
    """A number within bounds; “nan” and “inf”, which Python takes for numbers, are none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(say("{value} is not a finite number.", value=value), param, ctx)
        return number


def command(**attrs: Any) -> Callable[[Callable[..., Any]], Command]:
    """Makes a verb of a function, as `click.command` does; the docstring is its help."""
    return click.command(cls=Command, **attrs)


def group(**attrs: Any) -> Callable[[Callable[..., Any]], Group]:
    """Makes a verb with verbs of its own of a function, as `click.group` does."""
    return click.group(cls=Group, **attrs)


def option(*names: str, help: str, **attrs: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds an option to a function, as `click.option` does, with its help."""
    return click.option(*names, cls=Option, help=help, **attrs)


def number_option(
    *names: str, default: float, least: float, most: float | None = None, help: str, metavar: str = "N"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds an option that is a number from `least` to `most`, whole as its default is, and told with its default."""
    bounds: Any = click.IntRange if isinstance(default, int) else FiniteRange
    return option(*names, default=default, show_default=True, type=bounds(least, most), metavar=metavar, help=help)
