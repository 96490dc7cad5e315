"""Where resources, icons and user data are: in a checkout, an installed wheel and a frozen application."""

from __future__ import annotations

import sys
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


def _for_all(linux: str) -> Path:
    """A folder for all users, which only an administrator writes; `linux` is where it is there."""
    # Not by variables such as XDG_CONFIG_DIRS: who starts the program could set them.
    if sys.platform == "win32":
        return _DIRS.site_config_path
    return Path("/Library/Application Support/deid-studio" if sys.platform == "darwin" else linux)


def policy_file() -> Path:
    """The file in which an administrator fixes what holds for all users (may not exist)."""
    return _for_all("/etc/deid-studio") / "policy.toml"


def shared_models() -> Path:
    """The folder of the models for all users (may not exist)."""
    return _for_all("/usr/local/share/deid-studio") / "models"


def shared_gazetteers() -> Path:
    """The folder of the gazetteers for all users (may not exist)."""
    return _for_all("/usr/local/share/deid-studio") / "gazetteers"


def shared_policies() -> Path:
    """The folder of the release policies for all users (may not exist)."""
    return _for_all("/usr/local/share/deid-studio") / "policies"
