"""The option --all-rules, and which rules are turned off in a folder or everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import say
from deid_studio.errors import FixedOptionError, JournalError
from deid_studio.review.folder_journal import kept_in
from deid_studio.review.kept_settings import RULES_OFF
from deid_studio.settings import as_toml, held_settings


def all_rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--all-rules`, passed on as `all_rules: bool`."""
    return option(
        "--all-rules",
        is_flag=True,
        help="Also the rules that you have turned off, in a folder or in every one.",
        callback=_refused_where_fixed,
    )(command)


def _refused_where_fixed(_context: click.Context, _option: click.Parameter, wanted: bool) -> bool:
    settings = held_settings()[0]
    if wanted and "rules_off" in settings.fixed:
        value = as_toml(settings.rules_off)
        raise FixedOptionError(option="--all-rules", name="rules_off", value=value, by=settings.fixed_by)
    return wanted


class RulesOff:
    """The rules that are off for each folder: those that are off `everywhere`, and those that are off there.

    Where the folder's journal cannot be read, which `worked_tagset` has told, nothing is off: more is suggested, not
    less.
    """

    def __init__(self, everywhere: Iterable[str], folders: Iterable[Path], all_rules: bool) -> None:
        self._everywhere = frozenset() if all_rules else frozenset(everywhere)
        self._here = {folder: frozenset() if all_rules else _here(folder) for folder in folders}

    def of(self, folder: Path) -> frozenset[str]:
        """The rules that are off for the reports of a folder."""
        return self._everywhere | self._here[folder]

    @property
    def sets(self) -> frozenset[frozenset[str]]:
        """The different sets of rules that are off."""
        return frozenset(map(self.of, self._here))

    def tell(self, unknown: Iterable[str]) -> None:
        """Say on standard error how many rules are off, and which of them there are not."""
        if self._everywhere:
            count = len(self._everywhere)
            _tell(say("Rules that are off by your settings: {count}.", count=count))
        for folder, off in self._here.items():
            if off:
                count = len(off)
                _tell(say("{folder}: rules that are off here: {count}.", folder=folder, count=count))
        if (self._everywhere or any(self._here.values())) and "rules_off" not in held_settings()[0].fixed:
            _tell(say("--all-rules applies them all."))
        if names := ", ".join(sorted(unknown)):
            _tell(say("Of these, there are no such rules (any more): {names}.", names=names))


def _here(folder: Path) -> frozenset[str]:
    try:
        return kept_in(folder, RULES_OFF)
    except JournalError:
        return frozenset()


def _tell(words: str) -> None:
    click.echo(words, err=True)
