"""deid gazetteer: official lists into the user's own gazetteers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from deid_studio import paths
from deid_studio.cli.commands import group, option
from deid_studio.cli.language import say
from deid_studio.cli.overwriting import force_option, refuse_to_overwrite
from deid_studio.errors import GazetteerSourceError
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes

if TYPE_CHECKING:
    from deid_studio.detection.gazetteers import Counted

_LARGEST_MB = 200
_KINDS = ("first_name", "last_name", "town", "hospital", "health_centre", "address")


@group()
def gazetteer() -> None:
    """Import official lists of names, towns, hospitals and addresses.

    They are kept in your data folder and used by the grammar from then on; surrogates of names are drawn from them by
    how frequent they are.
    """


@gazetteer.command(
    name="import",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@option("--kind", required=True, type=click.Choice(_KINDS), help="What the entries are.")
@option(
    "--column",
    help="The column that holds them, when it is not recognised.",
)
@option(
    "--least",
    default=0,
    type=click.IntRange(0),
    metavar="N",
    help="Leave out rows whose count (people, inhabitants) is lower.",
)
@option(
    "--sex",
    type=click.Choice(("female", "male")),
    help="Whose given names they are, where no column of the file says so (sexo: H, M).",
)
@option(
    "--to",
    "folder",
    type=click.Path(path_type=Path),
    help="Another folder than your data folder.",
)
@force_option
def import_(
    files: tuple[Path, ...],
    kind: str,
    column: str | None,
    least: int,
    sex: str | None,
    folder: Path | None,
    force: bool,
) -> None:
    """Import CSV files (first row: names of the columns; comma, semicolon, tab or bar) as a gazetteer.

    Given and family names that are also everyday words are left out. Kept are the entries, their counts and the sex of
    given names, no other columns.
    """
    from deid_studio.detection.grammar.importing import KINDS, SourceError, gazetteer_bytes, read_entries
    from deid_studio.detection.grammar.loading import grammar_gazetteers
    from deid_studio.people.folding import fold
    from deid_studio.release.surrogates.name_lists import default_lists

    chosen = KINDS[kind]
    folder = folder or paths.user_gazetteers()
    common = frozenset(fold(word) for one in grammar_gazetteers() if one.kind == "common_word" for word in one.entries)
    # One file may be imported as several kinds: the kind tells its lists apart.
    targets = [folder / f"{kind}-{file.stem}.txt" for file in files]
    refuse_to_overwrite(targets, force)
    for file, target in zip(files, targets, strict=True):
        try:
            entries = read_entries(_decoded(file), chosen, column, least, common, sex or "", default_lists().sex)
        except SourceError as error:
            raise GazetteerSourceError(path=file, detail=str(error)) from error
        folder.mkdir(parents=True, exist_ok=True)
        write_file(target, gazetteer_bytes(chosen, entries, f"imported from {file.name}"))
        click.echo(say("{file}: {count} entries; written to {target}", file=file, count=len(entries), target=target))
        if chosen.sexed:
            _tell_sexes(entries)


def _tell_sexes(entries: Sequence[Counted]) -> None:
    women, men = (sum(one.sex == sex for one in entries) for sex in ("female", "male"))
    click.echo(
        say(
            "  women's: {women}; men's: {men}; not known: {value}",
            women=women,
            men=men,
            value=len(entries) - women - men,
        )
    )


def _decoded(file: Path) -> str:
    raw = read_bytes(file, _LARGEST_MB)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        # What Spanish offices write when it is not UTF-8; every byte has a meaning in it.
        return raw.decode("latin-1")
