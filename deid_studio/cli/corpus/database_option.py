"""The database of a corpus that is shared: where it is, and its password, which is never given on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from deid_studio.cli.commands import option
from deid_studio.cli.language import say, say_count
from deid_studio.errors import LibraryMissingError

if TYPE_CHECKING:
    from deid_studio.corpora.sharing.shared_corpus import SharedCorpus
    from deid_studio.corpora.sharing.syncing import Synced

_VARIABLE = "DEID_CORPUS_URL"

url_option: Callable[[Callable[..., Any]], Callable[..., Any]] = option(
    "--url",
    envvar=_VARIABLE,
    metavar="URL",
    help="The database: postgresql://USER@HOST/DATABASE or sqlite:///FILE; default: the variable DEID_CORPUS_URL.",
)
ask_option: Callable[[Callable[..., Any]], Callable[..., Any]] = option(
    "--ask-password",
    is_flag=True,
    help="Ask for the password of the database.",
)


@contextmanager
def opened(url: str | None, ask: bool) -> Iterator[SharedCorpus]:
    """The database at a URL, as a person gave it; raises `LibraryMissingError` and what `SharedCorpus` does."""
    if not url:
        raise click.UsageError(say("Say by --url or {variable} which database it is.", variable=_VARIABLE))
    given = click.get_current_context().get_parameter_source("url") is ParameterSource.COMMANDLINE
    if given and ":" in url.partition("://")[2].rpartition("@")[0]:
        # Others on this machine see the command line.
        raise click.UsageError(
            say("Give no password on the command line: use --ask-password or {variable}.", variable=_VARIABLE)
        )
    try:
        # Loaded when it is wanted: nothing else of the program speaks with a database server.
        from deid_studio.corpora.sharing.shared_corpus import SharedCorpus

        shared = SharedCorpus(url, click.prompt(say("Password"), hide_input=True, err=True) if ask else "")
    except ImportError as error:
        raise LibraryMissingError(what="PostgreSQL", library="SQLAlchemy", package="deid-studio[team]") from error
    with shared:
        yield shared


def tell(done: Synced) -> None:
    """Say what a sync did."""
    click.echo(say_count("{count} text was copied.", "{count} texts were copied.", done.texts))
    click.echo(say("{given} events given, {taken} taken.", given=done.given, taken=done.taken))
