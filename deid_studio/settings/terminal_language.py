"""The language in which the program speaks to a person at a terminal, and the libraries that read its commands."""

from __future__ import annotations

import gettext
import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager

from deid_studio import paths
from deid_studio.errors import PolicyFileError
from deid_studio.settings.administered import held_settings
from deid_studio.settings.toml import read_settings
from deid_studio.texts import spoken


def terminal_language() -> str:
    """What the settings say, else the locale's language, else English."""
    try:
        chosen = held_settings()[0].language
    except PolicyFileError:  # which is told in some language
        chosen = read_settings(paths.settings_file())[0].language
    return chosen or spoken(_locales())


@contextmanager
def libraries_speaking(code: str) -> Iterator[None]:
    """Within, the own words of click and argparse (“Usage”, “usage: ”) come from `resources/i18n` in a language."""
    gettext.bindtextdomain("messages", str(paths.resources() / "i18n"))
    before = os.environ.get("LANGUAGE")
    # gettext asks this variable first: the settings win over the locale here too.
    os.environ["LANGUAGE"] = code
    try:
        yield
    finally:
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def _locales() -> list[str]:
    # The variables in the order of gettext; Windows has none of them. `LANGUAGE` has several, the best first.
    if os.environ.get("LANGUAGE"):
        return [*os.environ["LANGUAGE"].split(":"), _locale_name()]
    return [_locale_name()]


def _locale_name() -> str:
    # The variables in the order of POSIX (LC_ALL wins); Windows has none of them.
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value
    return locale.getlocale()[0] or ""
