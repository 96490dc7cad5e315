"""What is told of a file of a signed release, in words."""

from __future__ import annotations

from deid_studio.formats.update_file import Standing, Update
from deid_studio.texts import Text, joined

_STANDINGS = {
    Standing.NEWER: Text("It is newer than this one."),
    Standing.SAME: Text("It is the one that runs."),
    Standing.OLDER: Text("It is older than this one."),
}
_REMEDIES = {
    Standing.NEWER: Text(
        "Close the program and install it as you installed this one. Reports, decisions, models and settings stay."
    ),
    Standing.SAME: Text("There is nothing to do."),
    Standing.OLDER: Text(
        "Do not install it as an update: faults that were mended since would come back. Who gives you an old version "
        "as a new one may want that."
    ),
}


def update_words(update: Update) -> tuple[Text, Text]:
    """What a file is and how its version stands to the one that runs, and what to do."""
    signed = Text(
        "{name} is of version {version}, whole and signed by the publisher (key “{key}”).",
        name=update.path.name,
        version=update.version,
        key=update.key,
    )
    return joined([signed, _STANDINGS[update.standing]], " "), _REMEDIES[update.standing]
