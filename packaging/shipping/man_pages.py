"""The pages of `man`, in English and Spanish: of `deid` from the manual's page of commands, which is made of them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

LINUX = Path(__file__).with_name("linux")
FOLDERS = {"en": "man1", "es": "es/man1"}
_SHOWN = {"en": LINUX / "deid-studio.1", "es": LINUX / "deid-studio.es.1"}
_WORDS = {
    "en": {
        "manual": "User commands",
        "name": "NAME",
        "does": "de-identify Spanish clinical reports",
        "synopsis": "SYNOPSIS",
        "command": "COMMAND",
        "commands": "COMMANDS",
        "also": "SEE ALSO",
    },
    "es": {
        "manual": "Órdenes de usuario",
        "name": "NOMBRE",
        "does": "anonimiza informes clínicos",
        "synopsis": "SINOPSIS",
        "command": "ORDEN",
        "commands": "ÓRDENES",
        "also": "VÉASE TAMBIÉN",
    },
}


def write_man_pages(manual: Path, target: Path, facts: Mapping[str, str]) -> None:
    """Write both programs' pages in each language below `target`; facts are VERSION and DATE."""
    for language, folder in FOLDERS.items():
        commands = (manual / language / "commands.md").read_text(encoding="utf-8")
        pages = {
            "deid": commands_page(commands, language, facts),
            "deid-studio": filled(_SHOWN[language].read_text(encoding="utf-8"), facts),
        }
        (target / folder).mkdir(parents=True)
        for name, page in pages.items():
            (target / folder / f"{name}.1.gz").write_bytes(gzip.compress(page.encode(), mtime=0))


def filled(text: str, facts: Mapping[str, str]) -> str:
    """A template with its @FACTS@."""
    return re.sub(r"@([A-Z]+)@", lambda found: facts[found[1]], text)


def commands_page(markdown: str, language: str, facts: Mapping[str, str]) -> str:
    """The manual's page of commands as roff."""
    words = _WORDS[language]
    _title, about, _how_made, *rest = markdown.strip().split("\n\n")
    lines = [
        f'.TH DEID 1 "{facts["DATE"]}" "Deid Studio {facts["VERSION"]}" "{words["manual"]}"',
        f".SH {words['name']}\ndeid \\- {words['does']}",
        f".SH {words['synopsis']}\n.B deid\n.I {words['command']}\n…",
        f".PP\n{_inline(about)}",
        f".SH {words['commands']}",
        *(line for part in rest for line in _part(part)),
        f".SH {words['also']}\n.BR deid-studio (1)",
    ]
    return "\n".join(lines) + "\n"


def _part(part: str) -> Iterator[str]:
    if part.startswith("## "):
        yield f".SS {_plain(part[3:])}"
    elif part.startswith("    "):
        yield f".PP\n.B {_plain(part.strip())}"
    elif part.startswith("|"):
        for row in part.splitlines()[2:]:
            names, does = row.strip("|").split("|")
            yield f".TP\n{_inline(names.strip())}\n{_inline(does.strip())}"
    else:
        yield f".PP\n{_inline(part)}"


def _inline(text: str) -> str:
    return re.sub(r"`([^`]*)`", r"\\fB\1\\fR", _plain(text))


def _plain(text: str) -> str:
    escaped = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", escaped)
