"""The settings that hold for a verb, with what is to be told of their files told on standard error."""

from __future__ import annotations

import click

from deid_studio.cli.language import language
from deid_studio.settings import Settings, held_settings


def user_settings() -> Settings:
    """The person's settings, but for what is fixed; where their file is wrong, the default holds and it is told."""
    settings, problems = held_settings()
    spoken = language()
    for problem in problems:
        click.echo(f"{problem.what(spoken)} {problem.remedy(spoken)}", err=True)
    return settings
