"""The language in which the command line speaks to a person."""

from __future__ import annotations

import locale
import os

from deid_studio import paths
from deid_studio.settings import read_settings


def language() -> str:
    """ "es" or "en": what the settings say, else the locale's language, else English."""
    chosen = read_settings(paths.settings_file())[0].language
    return chosen or ("es" if _locale_name().lower().startswith(("es", "spanish")) else "en")


def _locale_name() -> str:
    # The variables in the order of POSIX (LC_ALL wins); Windows has none of them.
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value
    return locale.getlocale()[0] or ""
