"""FolderLock: one window decides on a folder's reports at a time; the others can read them, and are told who decides.

The lock is the operating system's, on a file in the folder's private folder, so that a crash frees it. Beside it stands
who holds it, for the others to read.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import platform
import threading
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from weakref import WeakSet

from filelock import FileLock, Timeout

from deid_studio.errors import (
    FolderHeldError,
    FolderReadOnlyError,
    JournalError,
    WriteError,
    reason,
)
from deid_studio.formats.files import write_file
from deid_studio.formats.private_folder import make_all_private, make_private
from deid_studio.plain_files import plain_bytes
from deid_studio.texts import Text

_REFUSED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_NO_LOCKS = frozenset({errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOLCK})
_OWNER_LIMIT = 10_000  # bytes


class Access(Enum):
    """What this window may do in a folder.

    `FREE`: nobody is known to decide here, and the first to write takes the lock. `OURS`: it is held here. `THEIRS`:
    another window holds it. `UNWRITABLE`: the system refuses to write here. `UNGUARDED`: the file system has no locks.
    """

    FREE = "free"
    OURS = "ours"
    THEIRS = "theirs"
    UNWRITABLE = "unwritable"
    UNGUARDED = "unguarded"


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a folder: the reviewer, the computer, the process there, and since when (ISO 8601 in UTC)."""

    reviewer: str = ""
    computer: str = ""
    process: int = 0
    since: str = ""


class FolderLock:
    """The lock of one folder, shared by all that this process opens of it; any thread may use it.

    Looking at a folder in which nobody decided anything writes nothing. Where somebody did, the lock is taken by
    `look`; elsewhere by the first `claim`.
    """

    def __init__(self, folder: Path, private: str, reviewer: str) -> None:
        self.folder = folder
        self.access = Access.FREE
        self.owner = Owner()
        self._private = folder / private
        self._reviewer = reviewer
        self._refusal: Text | None = None
        self._guard = threading.RLock()
        self._users: WeakSet[object] = WeakSet()
        self._file: FileLock | None = None

    @property
    def read_only(self) -> bool:
        """Whether nothing can be decided here."""
        return self.access in (Access.THEIRS, Access.UNWRITABLE)

    @property
    def owner_path(self) -> Path:
        """Where it stands who holds the folder."""
        return self._private / "owner.json"

    def is_of(self, folder: Path) -> bool:
        """Whether it is the lock of this folder, by whatever path."""
        try:
            return self.folder.samefile(folder)
        except OSError:
            return False

    def look(self) -> None:
        """Take the lock if decisions were made here before; otherwise see whether any could be."""
        with self._guard:
            if self.access is not Access.FREE:
                return
            if self._private.is_dir():
                # What hinders it otherwise, as a full disk, is told when something is to be written.
                with contextlib.suppress(JournalError):
                    self._take()
            elif not os.access(self.folder, os.W_OK):
                self._refused(PermissionError(errno.EACCES, os.strerror(errno.EACCES)))

    def claim(self) -> None:
        """Make sure that this window may write here.

        Raises `FolderHeldError` when another window holds the folder, `FolderReadOnlyError` when the system refuses,
        `JournalError` when the lock cannot be made for another reason.
        """
        with self._guard:
            if self.access is Access.FREE:
                self._take()
            refusal = self.refusal()
            if refusal is not None:
                raise refusal

    def rename(self, reviewer: str) -> None:
        """Hold it under another name from now on."""
        with self._guard:
            self._reviewer = reviewer
            if self.access is Access.OURS and self.owner.reviewer != reviewer:
                self._tell_owner(replace(self.owner, reviewer=reviewer))

    def refusal(self) -> FolderReadOnlyError | None:
        """Why nothing can be decided here, if so."""
        if self.access is Access.THEIRS:
            return FolderHeldError(path=self.folder, who=_who(self.owner), since=_since(self.owner))
        if self.access is Access.UNWRITABLE:
            return FolderReadOnlyError(path=self.folder, detail=self._refusal or "")
        return None

    def join(self, user: object) -> None:
        """Keep the lock until this user, and every other one, has left it or is gone."""
        with self._guard:
            self._users.add(user)

    def leave(self, user: object) -> None:
        """Free the folder if nobody else here uses it."""
        with self._guard:
            self._users.discard(user)
            if not self._users:
                self._release()

    def _take(self) -> None:
        try:
            make_private(self._private)
            # Held by the process, whichever of its threads took it. A marker in place of a lock would outlive a crash.
            lock = FileLock(self._private / "lock", mode=0o600, thread_local=False, fallback_to_soft=False)
            lock.acquire(timeout=0)
        except Timeout:
            self.access, self.owner = Access.THEIRS, read_owner(self.owner_path)
        except OSError as error:
            if error.errno in _REFUSED:
                self._refused(error)
            elif error.errno in _NO_LOCKS:
                self.access = Access.UNGUARDED
            else:
                raise JournalError(path=self._private, detail=reason(error)) from error
        else:
            self._file, self.access = lock, Access.OURS
            make_all_private(self._private)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            self._tell_owner(Owner(self._reviewer, platform.node(), os.getpid(), now))

    def _tell_owner(self, owner: Owner) -> None:
        self.owner = owner
        # If it cannot be written, others are told that the folder is held, if not by whom.
        with contextlib.suppress(WriteError):
            write_file(self.owner_path, json.dumps(asdict(owner), ensure_ascii=False).encode(), private=True)

    def _refused(self, error: OSError) -> None:
        self.access, self._refusal = Access.UNWRITABLE, reason(error)

    def _release(self) -> None:
        if self._file is None:
            return
        # Before the lock: afterwards it may be another's already.
        with contextlib.suppress(OSError):
            self.owner_path.unlink(missing_ok=True)
            # Where nothing was kept nothing stays. Whoever waits for a file that was removed takes a new one.
            if [path.name for path in self._private.iterdir()] == ["lock"]:
                (self._private / "lock").unlink()
                self._private.rmdir()
        with contextlib.suppress(OSError):
            self._file.release()
        self._file, self.access = None, Access.FREE


def read_owner(path: Path) -> Owner:
    """Who holds a folder, as it stands in its file; an empty `Owner` when that cannot be understood."""
    try:
        found = json.loads(plain_bytes(path, _OWNER_LIMIT))
        return Owner(str(found["reviewer"]), str(found["computer"]), int(found["process"]), str(found["since"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return Owner()


def _who(owner: Owner) -> Text:
    if not owner.reviewer and not owner.computer:
        return Text("Another window")
    here = owner.computer == platform.node()
    computer = Text("on this computer") if here else None
    computer = computer or Text("computer {computer}", computer=owner.computer)
    if not owner.reviewer:
        return Text("Another window ({computer})", computer=computer)
    return Text("{reviewer} ({computer})", reviewer=owner.reviewer, computer=computer)


def _since(owner: Owner) -> Text:
    try:
        since = datetime.fromisoformat(owner.since).astimezone()
    except ValueError:
        return Text("some time ago")
    if since.date() == datetime.now().astimezone().date():
        return Text("{since:%H:%M}", since=since)
    return Text("{since:%d/%m/%Y %H:%M}", since=since)
