"""The table of settings: everything that is known of one stands in its entry here."""

from __future__ import annotations

import functools
import getpass
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from deid_studio.settings.schema import Effect, Offered, Page, Setting
from deid_studio.texts import Text, joined, languages, name_of

T = TypeVar("T")

MONOSPACE = "monospace"  # the typeface of fixed width, whichever the system has


def _setting(default: T, page: Page, title: Text, help: Text | None = None, **more: Any) -> T:
    row = Setting(default, page, title, help or Text(""), **more)
    # The type checker is to see the value's type in the class below, not a Field.
    made: T
    if isinstance(default, dict):
        made = field(default_factory=dict, hash=False, metadata={"row": row})  # type: ignore[assignment]
    else:
        made = field(default=default, metadata={"row": row})
    return made


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no user name in a container
        return ""


_NO_KEYS: Mapping[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person can set, with what holds until then.

    `kept` is what the file says beside that, by key: unknown keys and wrong values, which are written again as long as
    nobody sets them. `fixed` are the names of those that an administrator has fixed, `fixed_by` says who; what a person
    had set in their place is kept as well.
    """

    language: str = _setting(
        "",
        Page.LOOKS,
        Text("Lan&guage (Idioma)"),  # who does not read the window's language is to find it
        choices={"": Text("As the system")} | {code: joined([name_of(code)]) for code in languages()},
        in_menu=True,
    )
    theme: str = _setting(
        "system",
        Page.LOOKS,
        Text("T&heme"),
        choices={
            "system": Text("As the system"),
            "light": Text("Light"),
            "dark": Text("Dark"),
            "contrast-light": Text("High contrast, light"),
            "contrast-dark": Text("High contrast, dark"),
        },
        in_menu=True,
    )
    font_family: str = _setting(
        "",
        Page.LOOKS,
        Text("Type&face of the report"),
        choices={
            "": Text("Proportional, the system's"),
            MONOSPACE: Text("Of fixed width"),
        },
        offered=Offered.TYPEFACES,
    )
    font_size: int = _setting(
        12, Page.LOOKS, Text("F&ont size"), between=(6, 72), unit=" pt"
    )  # fmt: skip
    line_spacing: float = _setting(1.65, Page.LOOKS, Text("Line &spacing"), between=(1.0, 4.0), step=0.05)
    show_line_numbers: bool = _setting(True, Page.LOOKS, Text("Line &numbers"), in_menu=True)
    wrap_lines: bool = _setting(
        True,
        Page.LOOKS,
        Text("&Wrap long lines"),
        in_menu=True,
        keys=("Alt+Z",),
    )
    show_sections: bool = _setting(True, Page.LOOKS, Text("Se&ctions at the margin"), in_menu=True)
    show_class_tags: bool = _setting(
        False,
        Page.LOOKS,
        Text("Class &tags over every mention"),
        Text("The class is written over each mention, not over the current one alone."),
        in_menu=True,
        keys=("Ctrl+T",),
    )
    reviewer: str = _setting(
        _login(),
        Page.REVIEW,
        Text("&Reviewer"),
        Text("The name that sign-offs and decisions bear."),
        otherwise=Text("the user name on this computer"),
    )
    bulk_accept_precision: float = _setting(
        97.0,
        Page.REVIEW,
        Text("&Accept all of a class from"),
        Text(
            "What share of the suggestions of a class must be sure to be right, from your own signed-off reports "
            "and from the detector's confidence, which counts like ten decisions, for them to be accepted together "
            "(at a confidence of 95 %)."
        ),
        between=(0.0, 99.9),
        lowest=Text("always"),
        step=0.5,
        unit=" %",
    )
    read_coverage: str = _setting(
        "warn",
        Page.REVIEW,
        Text("Te&xt not read at sign-off"),
        Text("Text is read when it was on the screen for as long as reading it takes: 300 words a minute."),
        choices={
            "off": Text("Do not watch it"),
            "warn": Text("Ask before signing off"),
            "block": Text("Do not sign off"),
        },
    )
    planted_checks: int = _setting(
        0,
        Page.REVIEW,
        Text("C&hecks in reports"),
        Text(
            "In this share of the reports that nobody has begun and that are not very short, invented data are "
            "shown in the text as if they belonged to it, to measure how much of what is unmarked you see. "
            "They are on the screen only: never saved, signed, exported or learnt from. The results are yours "
            "alone: View, Your checks."
        ),
        between=(0, 100),
        lowest=Text("off"),
        step=5,
        unit=" %",
        effect=Effect.NEXT_REPORT,
    )
    follow_decisions: bool = _setting(
        True,
        Page.REVIEW,
        Text("S&uggestions follow what is decided"),
        Text(
            "The same person, place or number elsewhere in the report gets the class that you gave it, is suggested "
            "where nothing was marked, or is doubted when you rejected it. What you have decided never changes; one "
            "undo takes all of it back."
        ),
    )
    follow_folder: bool = _setting(
        True,
        Page.REVIEW,
        Text("Suggestions follow what is decided in &other reports"),
        Text(
            "In reports of the folder that are not signed off: staff's names, and places, centres, institutions and "
            "telephones that were marked by hand or given another class, are suggested where they stand again; what "
            "stands after the same label, or in the same column of a table, goes as in two reports before; what was "
            "rejected in two reports and accepted in none is a doubt. A patient's name is never taken from another "
            "report."
        ),
        effect=Effect.NEXT_REPORT,
    )
    second_sweep: bool = _setting(
        True,
        Page.REVIEW,
        Text("&Before signing off, offer the final check"),
        Text(
            "It walks through what you and the detector may have missed, and through what contradicts itself; what was "
            "not read is asked about by its own setting."
        ),
    )
    model: str = _setting(
        "default",
        Page.DETECTION,
        Text("&Model"),
        Text("Which version makes the suggestions, in a folder and everywhere else; with another they are made again."),
        action="models",
    )
    rules_off: tuple[str, ...] = _setting(
        (),
        Page.DETECTION,
        Text("Rules that are off"),
        Text("Those of every folder. They are turned off at a mention that the rule made."),
        action="rules_off",
    )
    size_limit_mb: int = _setting(
        20,
        Page.FILES,
        Text("&Largest report"),
        Text("A larger file is not opened: it is nearly always something else than a report."),
        between=(1, 500),
        unit=" MB",
        effect=Effect.NEXT_START,
    )
    write_config_files: bool = _setting(
        True,
        Page.FILES,
        Text("deid annotate writes brat's &configuration beside the .ann"),
        Text("With it brat shows the same classes in the same colours."),
        effect=Effect.NEXT_COMMAND,
    )
    recent_folders: tuple[str, ...] = _setting(
        (),
        Page.FILES,
        Text("Folders opened lately"),
        Text("They are in File, Open recent."),
    )
    keys: Mapping[str, tuple[str, ...]] = _setting(
        _NO_KEYS,
        Page.KEYBOARD,
        Text("Your own keys for actions"),
        Text("In the file, each action with its keys; an empty list takes them away."),
        action="keys",
    )
    class_keys: Mapping[str, tuple[str, ...]] = _setting(
        _NO_KEYS,
        Page.KEYBOARD,
        Text("Your own keys for classes"),
        Text("In the file, each “tag set/CLASS” with its keys."),
        action="keys",
    )
    kept: Mapping[str, Any] = field(default_factory=dict, compare=False)
    fixed: frozenset[str] = field(default=frozenset(), compare=False)
    fixed_by: Text = field(default_factory=lambda: Text(""), compare=False)


@functools.cache
def table() -> tuple[Setting, ...]:
    """All settings; those of a page are in its order."""
    return tuple(replace(one.metadata["row"], name=one.name) for one in fields(Settings) if one.metadata)


def setting_named(name: str) -> Setting:
    """The row of a setting."""
    return next(row for row in table() if row.name == name)
