"""deid gazetteer: official lists into the user's own gazetteers."""

from __future__ import annotations

from pathlib import Path

import click

from deid_studio import paths
from deid_studio.cli.language import language
from deid_studio.errors import GazetteerSourceError, WouldOverwriteError
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes

_LARGEST_MB = 200
_KINDS = ("first_name", "last_name", "town", "hospital", "health_centre", "address")


@click.group()
def gazetteer() -> None:
    """Import official lists of names, towns, hospitals and addresses.

    They are kept in your data folder and used by the grammar from then on.
    """


@gazetteer.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--kind", required=True, type=click.Choice(_KINDS), help="What the entries are.")
@click.option("--column", help="The column that holds them, when it is not recognised.")
@click.option("--least", default=0, help="Leave out rows whose count (people, inhabitants) is lower.")
@click.option("--to", "folder", type=click.Path(path_type=Path), help="Another folder than your data folder.")
@click.option("--force", is_flag=True, help="Replace a list that was imported before.")
def import_(
    files: tuple[Path, ...], kind: str, column: str | None, least: int, folder: Path | None, force: bool
) -> None:
    """Import CSV files (first row: names of the columns; comma, semicolon, tab or bar) as a gazetteer.

    Given and family names that are also everyday words are left out. Only the entries are kept, not the other columns.
    """
    from deid_studio.detection.gazetteers import fold
    from deid_studio.detection.grammar.gathering import gazetteer_file
    from deid_studio.detection.grammar.importing import KINDS, SourceError, read_entries
    from deid_studio.detection.grammar.importing import gazetteer as as_gazetteer
    from deid_studio.detection.grammar.loading import grammar_gazetteers

    chosen = KINDS[kind]
    folder = folder or paths.user_gazetteers()
    common = frozenset(fold(word) for one in grammar_gazetteers() if one.kind == "common_word" for word in one.entries)
    for file in files:
        # Two files may be called the same: the kind tells them apart.
        target = folder / f"{kind}-{file.stem}.txt"
        if target.exists() and not force:
            raise WouldOverwriteError(path=folder, count=1)
        try:
            entries = read_entries(_decoded(file), chosen, column, least, common)
        except SourceError as error:
            raise GazetteerSourceError(path=file, detail=str(error)) from error
        folder.mkdir(parents=True, exist_ok=True)
        write_file(target, gazetteer_file(as_gazetteer(chosen, entries), [], f"imported from {file.name}"))
        words = ("entradas", "escrito en") if language() == "es" else ("entries", "written to")
        click.echo(f"{file}: {len(entries)} {words[0]}; {words[1]} {target}")


def _decoded(file: Path) -> str:
    raw = read_bytes(file, _LARGEST_MB)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        # What Spanish offices write when it is not UTF-8; every byte has a meaning in it.
        return raw.decode("latin-1")
