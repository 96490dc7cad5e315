"""Files written whole or not at all: beside, fsync, rename, fsync of the folder."""

from __future__ import annotations

import contextlib
import functools
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path

from deid_studio.errors import WriteError, reason
from deid_studio.formats.leftovers import held, remove_leftovers, unfinished_path

# Where it is to be, what is in it, and whose mode it takes (see `unfinished_file`).
File = tuple[Path, bytes, Path | None]


def write_file(path: Path, data: bytes, like: Path | None = None, private: bool = False) -> None:
    """Put `data` into the file at `path`, whole or not at all; see `unfinished_file`."""
    with unfinished_file(path, like, private) as descriptor:
        _write_all(descriptor, data)


def write_files(files: Iterable[File], threads: Executor) -> list[WriteError | None]:
    """The same of several files: of each why it could not be written, or None.

    The disk, which takes several in the time of one, is waited for by `threads`.
    """
    several = [(_Unfinished(path, like), data) for path, data, like in files]
    try:
        for one, data in several:
            one.tried(functools.partial(one.begin, data))
        for _ in threads.map(lambda made: made[0].tried(made[0].sync), several):
            pass
        for one, _ in several:
            one.tried(one.put)
    finally:
        for one, _ in several:
            one.discard()
    for folder in dict.fromkeys(one.target.parent for one, _ in several if one.error is None):
        _sync_folder(folder)
    return [None if one.error is None else one.told(one.error) for one, _ in several]


@contextlib.contextmanager
def unfinished_file(path: Path, like: Path | None = None, private: bool = False) -> Iterator[int]:
    """Put what is written to a descriptor into the file at `path`, once the block ends well, whole or not at all.

    A file that is replaced keeps its mode, a new one takes that of the file `like` (a copy of a private report is as
    private) without the bits of a program; a `private` one is its owner's alone, new or not. A symbolic link stays and
    its target is replaced. Raises `WriteError` (disk full, no permission); the old file is intact then and nothing is
    left beside it.
    """
    one = _Unfinished(path, like, private)
    try:
        yield one.begin()
        one.sync()
        one.put()
        _sync_folder(one.target.parent)
    except OSError as error:
        raise one.told(error) from error
    finally:
        one.discard()


class _Unfinished:
    """A file that is written beside the one whose place it is to take."""

    def __init__(self, path: Path, like: Path | None = None, private: bool = False) -> None:
        self.target = path  # or what a link there leads to, once it has begun
        self.error: OSError | None = None  # of what was tried
        self._path = path
        self._like = like
        self._private = private
        self._mode: int | None = None
        self._begun: tuple[Path, int] | None = None

    def told(self, error: OSError) -> WriteError:
        """Why it could not be written."""
        return WriteError(path=self._path, detail=reason(error))

    def tried(self, step: Callable[[], object]) -> None:
        """Take a step, unless one before was refused."""
        if self.error is None:
            try:
                step()
            except OSError as error:
                self.error = error

    def begin(self, data: bytes = b"") -> int:
        """Make it, with this in it; gives its descriptor."""
        self.target = Path(os.path.realpath(self._path))
        self._mode = _mode_to_keep(self.target)
        if self._private:
            self._mode = 0o600
        elif self._mode is None and self._like is not None:
            # Writable for its owner all the same: the annotations of a write-protected report go on changing. None of
            # this is a program, though on some shares every file looks like one.
            self._mode = stat.S_IMODE(self._like.stat().st_mode) & 0o666 | stat.S_IWUSR
        _tidied(self.target.parent)
        self._begun = _created(self.target, 0o666 if self._mode is None else 0o600)
        _write_all(self._begun[1], data)
        return self._begun[1]

    def sync(self) -> None:
        """Wait until the disk has it."""
        assert self._begun is not None
        if self._mode is not None and hasattr(os, "fchmod"):
            os.fchmod(self._begun[1], self._mode)
        os.fsync(self._begun[1])

    def put(self) -> None:
        """Put it into its place."""
        assert self._begun is not None
        beside, descriptor = self._begun
        if os.name == "posix":  # held until it is in its place
            beside.replace(self.target)
            self._begun = None
            os.close(descriptor)
        else:
            os.close(descriptor)
            self._begun = beside, -1
            beside.replace(self.target)
            self._begun = None

    def discard(self) -> None:
        """Remove it, unless it has its place."""
        if self._begun is not None:
            beside, descriptor = self._begun
            self._begun = None
            if descriptor >= 0:
                os.close(descriptor)
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)


def _mode_to_keep(target: Path) -> int | None:
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise OSError(0, "not a regular file")
    if not os.access(target, os.W_OK):
        # A rename would succeed in a writable folder, but the file was protected on purpose.
        raise PermissionError(0, "the file is read-only")
    return stat.S_IMODE(found.st_mode)


@functools.lru_cache(maxsize=10_000)
def _tidied(folder: Path) -> None:
    """Remove what killed programs left in a folder, once as long as this one runs."""
    remove_leftovers(folder)


def _created(target: Path, mode: int) -> tuple[Path, int]:
    """A new file of a mode beside the target, held by this program, and its descriptor."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    while True:
        beside = unfinished_path(target)
        descriptor = os.open(beside, flags, mode)
        try:
            if held(beside, descriptor):
                return beside, descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    # Some network file systems refuse to fsync a folder; the file itself is safe by now.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
