"""What a setting is: its type, default, bounds and words, where it is shown and when it takes effect."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from deid_studio.texts import ENGLISH, Text


class Page(Enum):
    """The pages of the settings in their order; the value is the title."""

    LOOKS = Text("Looks")
    REVIEW = Text("Review")
    DETECTION = Text("Detection")
    FILES = Text("Files")
    KEYBOARD = Text("Keyboard")

    @property
    def title(self) -> Text:
        """The page's title."""
        return self.value


class Effect(Enum):
    """When a change takes effect; the value says so."""

    AT_ONCE = Text("It holds at once.")
    NEXT_REPORT = Text("It holds from the next report that is opened.")
    NEXT_START = Text("It holds once the program is opened anew.")
    NEXT_COMMAND = Text("It holds from the next command on.")

    @property
    def sentence(self) -> Text:
        """When, as a sentence."""
        return self.value


class Offered(Enum):
    """What a page offers beside the choices of the table; any text can be chosen then."""

    NOTHING = ""
    TYPEFACES = "typefaces"


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table. Its type is that of `default`: str, int, float, bool, tuple (of strings), or dict (of such
    tuples by name).

    `choices` are the values that can be chosen, with their words, `between` the bounds, `lowest` what the lower one
    means, `step` how far one step goes, `otherwise` what the default is called where its value says nothing. With
    `in_menu` it is in the menu of the window's appearance, there with the keys `keys`. One with `action` is changed by
    that action of the window, another without widget can be emptied.
    """

    default: Any
    page: Page
    title: Text
    help: Text = field(default_factory=lambda: Text(""))
    name: str = ""
    choices: Mapping[Any, Text] = field(default_factory=dict)
    offered: Offered = Offered.NOTHING
    between: tuple[float, float] | None = None
    lowest: Text | None = None
    step: float = 1
    unit: str = ""
    otherwise: Text | None = None
    in_menu: bool = False
    keys: tuple[str, ...] = ()
    action: str = ""
    effect: Effect = Effect.AT_ONCE

    @property
    def kind(self) -> type:
        """The type of its values."""
        return type(self.default)

    @property
    def decimals(self) -> int:
        """How many decimals a step has."""
        return len(f"{self.step:g}".partition(".")[2])

    @property
    def title_alone(self) -> Text:
        """The title without the sign before a letter."""
        return _WithoutSign(self.title.message, **self.title.params)

    def plain_title(self, language: str) -> str:
        """The same in a language."""
        return self.title_alone.said(language)


class _WithoutSign(Text):
    __slots__ = ()

    def said(self, language: str = ENGLISH) -> str:
        return super().said(language).replace("&", "")


class WrongValueError(ValueError):
    """A value that a setting cannot have; `why` follows its name in a sentence."""

    def __init__(self, why: Text) -> None:
        super().__init__(str(why))
        self.why = why


def checked(setting: Setting, value: Any) -> Any:
    """The value in the setting's type; raises `WrongValueError` when it cannot be one."""
    value = _typed(setting.kind, value)
    if isinstance(value, str) and _NOT_ONE_LINE.search(value):
        raise WrongValueError(_MUST_BE[str])
    if setting.choices and setting.offered is Offered.NOTHING and value not in setting.choices:
        listed = ", ".join(f'"{choice}"' for choice in setting.choices)
        raise WrongValueError(Text("must be one of {listed}", listed=listed))
    if setting.between and not setting.between[0] <= value <= setting.between[1]:
        least, most = (f"{bound:g}" for bound in setting.between)
        raise WrongValueError(Text("must lie between {least} and {most}", least=least, most=most))
    return value


def _typed(kind: type, value: Any) -> Any:
    if kind is float and type(value) is int:
        return float(value)
    if kind is tuple and _is_texts(value):
        return tuple(value)
    if kind is dict and isinstance(value, Mapping) and all(map(_is_texts, value.values())):
        return {str(name): tuple(texts) for name, texts in value.items()}
    if kind in (tuple, dict) or type(value) is not kind:
        raise WrongValueError(_MUST_BE[kind])
    return value


def _is_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


# What no field of one line can show, nor TOML hold.
_NOT_ONE_LINE = re.compile("[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")

_MUST_BE = {
    str: Text("must be text of one line"),
    int: Text("must be a whole number"),
    float: Text("must be a number"),
    bool: Text("must be true or false"),
    tuple: Text("must be a list of texts"),
    dict: Text("must be a table of lists of texts"),
}
