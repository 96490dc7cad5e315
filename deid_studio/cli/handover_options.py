"""The options of `deid release` that say for whom a release is, for what, who can see it there, and until when."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import wraps
from typing import Any

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import say

_ENVIRONMENTS = ("open", "controlled", "internal")  # as in review/handover.Environment
_MOST_DAYS = 36_500


class _Expiry(click.ParamType[date]):
    name = "expiry"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        text, today = str(value).strip(), date.today()
        try:
            day = today + timedelta(days=min(int(text), _MOST_DAYS)) if text.isdecimal() else date.fromisoformat(text)
        except ValueError:
            day = today
        if day <= today:
            self.fail(
                say("{value} is neither a date to come (YYYY-MM-DD) nor a number of days.", value=value),
                param,
                ctx,
            )
        return day


_OPTIONS = (
    option(
        "--recipient",
        default="",
        metavar="WHO",
        help="To whom it goes; ledger and certificate tell it.",
    ),
    option(
        "--purpose",
        default="",
        metavar="WHAT",
        help="For what.",
    ),
    option(
        "--environment",
        type=click.Choice(_ENVIRONMENTS),
        help=(
            "Who can see it there: everybody (open), who is let in under an agreement (controlled), or the "
            "organisation itself (internal)."
        ),
    ),
    option(
        "--agreement",
        default="",
        metavar="TEXT",
        help="Who in particular, and under what agreement.",
    ),
    option(
        "--expires",
        type=_Expiry(),
        metavar="DATE|DAYS",
        help="Until when what was judged may be relied on (YYYY-MM-DD or days); else as long as the policy says.",
    ),
)


def handover_options(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options; the verb gets `handover`, their values by the names of `Handover`'s fields."""

    @wraps(verb)
    def gathering(*args: Any, **given: Any) -> Any:
        from deid_studio.review.handover import Environment, Handover, in_one_line

        asked = given.pop("environment")
        handover = Handover(
            in_one_line(given.pop("recipient")),
            in_one_line(given.pop("purpose")),
            None if asked is None else Environment(asked),
            in_one_line(given.pop("agreement")),
            given.pop("expires"),
        )
        return verb(*args, handover=handover, **given)

    for add in reversed(_OPTIONS):
        gathering = add(gathering)
    return gathering
