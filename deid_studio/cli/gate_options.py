"""The options of a release that are about its gate, and what it tells of what is held."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import language, say
from deid_studio.model.lines import LINE_END

if TYPE_CHECKING:
    from deid_studio.release.gate.held import HeldPlace
    from deid_studio.release.released import Released
    from deid_studio.review.project import Project
    from deid_studio.review.releasing.gate_answers import Allowed
    from deid_studio.review.releasing.release_preparation import Prepared

_AROUND = 100  # code points of the line on each side of the place
_ENDS = 40  # of a longer place what begins and what ends it
HELD_BACK = 3  # exit status: released, but for reports that are held
_SHOWN = 40
_PLACE = re.compile(r"(?P<report>.+):(?P<start>\d+)-(?P<end>\d+)")


@dataclass(frozen=True, slots=True)
class GateOptions:
    """What a person says of the gate: what is allowed and why, whether others leave, what is shown and written."""

    allow: tuple[str, ...]
    why: str
    quarantine: bool
    findings: Path | None
    show_hits: bool

    def allowed(self, project: Project) -> Allowed:
        """The texts and places that are allowed."""
        from deid_studio.review.releasing.gate_answers import Allowed

        names = {entry.name for entry in project.entries}
        found = {text: _PLACE.fullmatch(text) for text in self.allow}
        places = {text: one for text, one in found.items() if one is not None and one["report"] in names}
        return Allowed(
            frozenset(self.allow) - places.keys(),
            frozenset((one["report"], int(one["start"]), int(one["end"])) for one in places.values()),
        )


_OPTIONS = (
    option(
        "--allow",
        multiple=True,
        metavar="TEXT|REPORT:START-END",
        help=(
            "What is no personal data: a text, case and all, or a place of a report (in characters, as it is "
            "listed). May be repeated. It is remembered in the folder."
        ),
    ),
    option(
        "--why",
        default="",
        metavar="TEXT",
        help="Why what is allowed by --allow is no personal data; it is kept with the answer.",
    ),
    option(
        "--quarantine",
        is_flag=True,
        help="Reports that are held stay, and the others leave (exit status 3 if any stays).",
    ),
    option(
        "--findings",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Write what is held as JSON lines (report, start, end, kind, why), without text of the reports.",
    ),
    option(
        "--show-hits",
        is_flag=True,
        help="Show the text of each place as well. This prints personal data to the terminal: do not keep it.",
    ),
)


def gate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of the gate, passed on as `gate: GateOptions`."""

    @wraps(command)
    def with_gate(*args: Any, **given: Any) -> Any:
        gate = GateOptions(**{one.name: given.pop(one.name) for one in fields(GateOptions)})
        return command(*args, gate=gate, **given)

    decorated: Callable[..., Any] = with_gate
    for one in reversed(_OPTIONS):
        decorated = one(decorated)
    return decorated


def write_findings(prepared: Prepared, path: Path) -> None:
    """Write what is held, for its owner alone; raises `WriteError`."""
    from deid_studio.formats.files import write_file
    from deid_studio.release.gate.held import DOCUMENT, REPORT_NAME, findings_bytes

    others = [(name, REPORT_NAME) for name in prepared.telling_names]
    others += [(name, DOCUMENT) for name in prepared.refused]
    write_file(path, findings_bytes(prepared.held, others), private=True)


def tell_held(prepared: Prepared, with_text: bool) -> None:
    """Tell what is held: reports, lines, places and kinds, the worst first, for what is printed may land in a log.

    `with_text` is for who sits there and looks.
    """
    lines = list(_lines(prepared, with_text))
    for line in lines if with_text else lines[:_SHOWN]:
        click.echo(line, err=True)
    if lines and not with_text:
        if len(lines) > _SHOWN:
            more = len(lines) - _SHOWN
            click.echo(say("… and {more} more.", more=more), err=True)
        hint = say("--show-hits shows their text as well.")
        click.echo(hint, err=True)
    for name in prepared.telling_names:
        click.echo(
            say("{name}: the report's name holds something that was decided (use --numbered)", name=name),
            err=True,
        )
    for error in list(prepared.refused.values())[:_SHOWN]:
        click.echo(error.what(language()), err=True)


def _lines(prepared: Prepared, with_text: bool) -> Iterator[str]:
    from deid_studio.model.lines import line_number

    held = [(place.harm, one.source.doc.id, place, one) for one in prepared.reports for place in one.held]
    for _, name, place, one in sorted(held, key=lambda row: (row[0], row[1], row[2].start)):
        text = one.source.doc.text
        line = line_number(text, place.start)
        told = f"{name}:{line}: {place.kind.value} {place.phi_class}".rstrip()
        yield f"{told} ({name}:{place.start}-{place.end})"
        if with_text:
            yield from held_lines(text, one.released, place)


def held_lines(original: str, released: Released, place: HeldPlace) -> tuple[str, ...]:
    """The lines of the original and of the released text that hold a place, it between «»: both hold personal data."""
    here = marked_line(original, place.start, place.end)
    there = marked_line(released.text, *place.there)
    first = say("  original: {here}", here=here)
    return (first,) if here == there else (first, say("  released: {there}", there=there))


def marked_line(text: str, start: int, end: int) -> str:
    """The line of a text that holds [start, end), that between «», cut where it is long; safe for a terminal."""
    first = max(start - _AROUND, 0)
    begins = max((found.end() for found in LINE_END.finditer(text, first, start)), default=first)
    stop = LINE_END.search(text, end, end + _AROUND)
    stops = min(end + _AROUND, len(text)) if stop is None else stop.start()
    before, after = _visible(text[begins:start]), _visible(text[end:stops])
    cut_before = begins == first > 0 and not LINE_END.match(text, first - 1)
    cut_after = stop is None and stops < len(text)
    before = f"…{before}" if cut_before else before.lstrip()
    place = text[start:end]
    if len(place) > 2 * _ENDS:
        place = f"{place[:_ENDS]}…{place[-_ENDS:]}"
    return f"{before}«{_visible(place)}»{f'{after}…' if cut_after else after.rstrip()}"


def _visible(text: str) -> str:
    """A text on one line, with a sign for each character that could steer a terminal or cannot be written to one."""
    shown = LINE_END.sub("⏎", text).replace("\t", " ")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
