"""Where resources, icons and user data are: in a checkout, an installed wheel and a frozen application."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("deid-studio", appauthor=False)


@cache
def _root() -> Path:
    package = Path(__file__).resolve().parent
    for root in (package, package.parent):
        if (root / "resources" / "tagsets").is_dir():
            return root
    raise FileNotFoundError("resources/ is missing: the installation is incomplete")


def resources() -> Path:
    """The folder `resources/`."""
    return _root() / "resources"


def icons() -> Path:
    """The folder `icons/`."""
    return _root() / "icons"


def default_model() -> Path:
    """The folder of the model that is shipped."""
    return resources() / "models" / "default"


def user_models() -> Path:
    """The folder of the models trained by this user (may not exist yet)."""
    return _DIRS.user_data_path / "models"


def user_gazetteers() -> Path:
    """The folder of the gazetteers imported by this user (may not exist yet)."""
    return _DIRS.user_data_path / "gazetteers"


def user_policies() -> Path:
    """The folder of the release policies made by this user (may not exist yet)."""
    return _DIRS.user_data_path / "policies"


def user_checks() -> Path:
    """The folder of the private results of reviewers' checks (may not exist yet)."""
    return _DIRS.user_data_path / "checks"


def first_steps() -> Path:
    """The folder in which somebody new tries out the window, with an invented report (may not exist yet)."""
    return _DIRS.user_data_path / "first-steps"


def user_cache() -> Path:
    """The folder of what can be made anew at any time, safe to delete (may not exist yet)."""
    return _DIRS.user_cache_path


def settings_file() -> Path:
    """The user's settings (may not exist yet)."""
    return _DIRS.user_config_path / "settings.toml"
