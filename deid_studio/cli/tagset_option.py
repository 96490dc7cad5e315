"""The option --tagset: in which classes a verb works, and what is told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deid_studio.cli.commands import option
from deid_studio.cli.language import language, say
from deid_studio.errors import JournalError, TagSetError
from deid_studio.texts import Text

if TYPE_CHECKING:
    from deid_studio.model.tagset import PhiClass, TagSet


def tagset_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--tagset FILE`, passed on as `tagset: Path | None`."""
    return option(
        "--tagset",
        metavar="NAME|FILE",
        type=click.Path(path_type=Path),
        help="The classes to work in: a shipped tag set, a TOML file or an annotation.conf; default: the "
        "annotation.conf of the reports' folder, else the profile's.",
    )(command)


def worked_tagset(given: Path | None, folders: Iterable[Path], default: TagSet) -> TagSet:
    """The tag set that `--tagset` names, else that of the folders, else `default`.

    Raises `TagSetError` or what reading an `annotation.conf` raises, `UsageError` where the folders differ, and
    `TagSetUnfinishedError` for one whose classes are half changed, whatever is named.
    """
    from deid_studio.formats.brat_conf import ANNOTATION, read_conf, tagset_for
    from deid_studio.model.tagset import load_tagset, shipped_names, shipped_tagset

    folders = list(dict.fromkeys(folders))
    refuse_unfinished(folders)
    if given is not None:
        if str(given) in shipped_names():
            return shipped_tagset(str(given))
        if not given.suffix and not given.exists():
            names = ", ".join(shipped_names())
            detail = Text("there is no such file, and the tag sets that are shipped are {names}", names=names)
            raise TagSetError(path=given, detail=detail)
        return read_conf(given) if given.name == ANNOTATION else load_tagset(given)
    found = list(dict.fromkeys(tagset_for(folder, default) for folder in folders))
    if len({one.classes for one in found}) > 1:
        names = ", ".join(one.path or one.name for one in found)
        raise click.UsageError(say("the folders have different classes ({names}): choose with --tagset", names=names))
    return found[0] if found else default


def refuse_unfinished(folders: Iterable[Path]) -> None:
    """Raise `TagSetUnfinishedError` for a folder whose classes are half changed.

    A journal that cannot be read is told on standard error and stops nothing that changes no folder: reports and
    annotations stand beside it.
    """
    from deid_studio.review.folder_journal import refuse_half_changed

    for folder in dict.fromkeys(folders):
        try:
            refuse_half_changed(folder)
        except JournalError as error:
            spoken = language()
            click.echo(f"{error.what(spoken)} {error.remedy(spoken)}", err=True)


def tell_classes(tagset: TagSet, nothing: Iterable[str] = ()) -> None:
    """Tell on standard error which classes are but recognised by their names, which are not known at all, and for
    which of the detectors' classes (`nothing`) the tag set has none."""
    from deid_studio.model.ontology import classes_without_suggestions, people_without_class

    tell = partial(click.echo, err=True)
    if recognised := [_meaning(one) for one in tagset if one.recognised]:
        tell(
            say(
                "Taken for what they are called, and confirmed by nobody: {classes}. To confirm, write the kind into "
                "the tag set (kind = …) or the annotation.conf (# deid: CLASS kind=… role=…).",
                classes="; ".join(recognised),
            )
        )
    if roles := people_without_class(tagset):
        tell(
            say(
                "Names of people without a class, by role: {roles}. They are not suggested; a class of names that says "
                "no role is for everybody (kind=person).",
                roles=", ".join(roles),
            )
        )
    if unknown := classes_without_suggestions(tagset):
        tell(
            say(
                "Nothing is suggested in {classes}: neither the tag set nor the name says what they are, or no "
                "detector tells it.",
                classes=", ".join(unknown),
            )
        )
    if nothing := tuple(nothing):
        tell(say("Not suggested, since no class is for it: {classes}.", classes=", ".join(nothing)))


def _meaning(one: PhiClass) -> str:
    told = ", ".join(word for word in (one.kind, one.role, one.subkind) if word)
    return f"{one.name} ({told})"
