"""Places: where a folder keeps its journal, and what tells that there was one."""

from __future__ import annotations

from pathlib import Path

from deid_studio.plain_files import demand_plain
from deid_studio.review.signing.review_file import REVIEW_FILE

PRIVATE = ".deid-studio"
SNAPSHOTS = "snapshots"
PUT_ASIDE = "put-aside"


def journal_path(folder: Path) -> Path:
    """A folder's journal (may not exist)."""
    return folder / PRIVATE / "project.db"


def mirror_path(journal: Path) -> Path:
    """Where the lines stand that say the same as a journal's file."""
    return journal.with_name("journal.log")


def traces(folder: Path) -> tuple[Path, ...]:
    """What tells that decisions were kept in a folder, beside the journal itself: where it is lost they still stand.

    The `.ann` files tell nothing: they may be anybody's.
    """
    journal = journal_path(folder)
    places = (
        folder / REVIEW_FILE,
        folder / "retraining" / "manifest.json",
        journal.with_name(f"{journal.name}-wal"),
        *sorted((journal.parent / SNAPSHOTS).glob("*")),
    )
    return tuple(place for place in (*places, *_mirror(journal)) if _is_filled(place))


def was_reviewed(folder: Path) -> bool:
    """Whether something beside the journal tells of a review: sign-offs, or a journal that was put aside.

    A folder above tells it too: its reports are those of the folders in it as well.
    """
    return _tells(folder) or any(_tells(above) or traces(above) for above in folder.resolve().parents)


def _tells(folder: Path) -> bool:
    if _is_filled(folder / REVIEW_FILE):
        return True
    try:
        return any((folder / PRIVATE / PUT_ASIDE).iterdir())
    except FileNotFoundError:
        return False
    except OSError:
        return True  # what cannot be looked at may be anything


def _mirror(journal: Path) -> list[Path]:
    # With its first line alone it tells of a journal that was being made when the program was stopped.
    path = mirror_path(journal)
    try:
        demand_plain(path)
        with path.open("rb") as file:
            return [path] if file.readline() and file.read(1) else []
    except FileNotFoundError:
        return []
    except OSError:
        return [path]


def _is_filled(path: Path) -> bool:
    try:
        return path.is_file() and path.stat().st_size > 0
    except OSError:
        return True  # what cannot be looked at may be anything
