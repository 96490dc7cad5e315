"""The person's settings for a verb, with what is wrong in their file told on standard error."""

from __future__ import annotations

import click

from deid_studio import paths
from deid_studio.cli.language import language
from deid_studio.settings import Settings, read_settings


def user_settings() -> Settings:
    """The settings in the person's file; where it is wrong, the default holds and it is told."""
    settings, problems = read_settings(paths.settings_file())
    spoken = language()
    for problem in problems:
        click.echo(f"{problem.what(spoken)} {problem.remedy(spoken)}", err=True)
    return settings
