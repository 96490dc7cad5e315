"""Places as JSON lines: `{"report": …, "start": …, "end": …}`, offsets in code points of the report's text."""

from __future__ import annotations

import json
from pathlib import Path

from deid_studio.errors import PlaceLinesError
from deid_studio.formats.text import read_report
from deid_studio.texts import Text

SIZE_LIMIT_MB = 100

Place = tuple[str, int, int]


def read_places(path: Path, lengths: dict[str, int]) -> tuple[Place, ...]:
    """The places in a file, in its order; keys besides the three are left aside.

    `lengths` has how long the text of each report is. Raises `PlaceLinesError` with the line for what is no place in
    one of these texts, and what reading a text raises.
    """
    text = read_report(path, limit_mb=SIZE_LIMIT_MB).document.text.removeprefix("\ufeff")
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            found.append(_place(line, number, path, lengths))
    return tuple(found)


def _place(line: str, number: int, path: Path, lengths: dict[str, int]) -> Place:
    try:
        values = json.loads(line)
        report, start, end = values["report"], values["start"], values["end"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        detail = Text("it has no “report”, “start” and “end”")
        raise PlaceLinesError(path=path, line=number, detail=detail) from error
    if not isinstance(report, str) or report not in lengths:
        detail = Text("it is of no report of the folder")
        raise PlaceLinesError(path=path, line=number, detail=detail)
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= lengths[report]:
        detail = Text("it is no place in its text")
        raise PlaceLinesError(path=path, line=number, detail=detail)
    return report, start, end
