"""What a verb may overwrite: nothing, unless --force is given."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import say
from deid_studio.errors import NameClashError, WouldOverwriteError

force_option: Callable[[Callable[..., Any]], Callable[..., Any]] = option(
    "--force",
    is_flag=True,
    help="Replace files that exist already.",
)


class NewFolder(click.Path):
    """A folder that is there or is to be made."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if path.is_file():
            self.fail(say("{path} is a file: no folder can be made in it.", path=path), param, ctx)
        return path


def refuse_to_overwrite(targets: Iterable[Path], force: bool) -> None:
    """Raise `WouldOverwriteError` when a file exists that is to be written, and `NameClashError` for two at one place.

    To be asked before the work begins, so that nothing is written at all.
    """
    seen: set[Path] = set()
    for target in targets:
        place = Path(os.path.realpath(target))
        if place in seen:
            raise NameClashError(path=target, other=target)
        seen.add(place)
    existing = [target for target in sorted(seen) if os.path.lexists(target)]
    if existing and not force:
        raise WouldOverwriteError(path=existing[0].parent, count=len(existing))
