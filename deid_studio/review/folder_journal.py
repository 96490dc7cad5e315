"""What a folder's journal says to who does not open the folder as a project; nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from deid_studio.errors import JournalMissingError, TagSetUnfinishedError
from deid_studio.review.journal_paths import journal_path, traces
from deid_studio.review.kept_settings import TAG_SET_CHANGE, KeptSetting

if TYPE_CHECKING:
    from deid_studio.review.journal import Journal, Summary

T = TypeVar("T")


def kept_in(folder: Path, setting: KeptSetting[T]) -> T:
    """What a person decided of a folder, project or not; raises `JournalError`, writes nothing."""
    return _of_journal(folder, lambda journal: setting.read(None if journal is None else journal.setting(setting.name)))


def summaries_of(folder: Path) -> Mapping[str, Summary]:
    """Where each report with decisions of a folder stands, project or not; writes nothing.

    Raises `JournalError`, and `JournalMissingError` where a journal was: nobody is to seem not to have begun.
    """
    left = () if journal_path(folder).is_file() else traces(folder)
    if left:
        raise JournalMissingError(path=journal_path(folder), trace=left[0].relative_to(folder))
    return _of_journal(folder, lambda journal: {} if journal is None else journal.summaries())


def _of_journal(folder: Path, read: Callable[[Journal | None], T]) -> T:
    path = journal_path(folder)
    if not path.is_file():
        return read(None)
    # Imported here: most folders have none.
    from deid_studio.review.journal import Journal

    journal = Journal(path, read_only=True)
    try:
        return read(journal)
    finally:
        journal.close()


def refuse_half_changed(folder: Path) -> None:
    """Raise `TagSetUnfinishedError` for a folder, project or not, of which a change of the classes was cut short.

    Raises `JournalError`; writes nothing.
    """
    if kept_in(folder, TAG_SET_CHANGE):
        raise TagSetUnfinishedError(path=folder)
