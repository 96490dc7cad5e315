"""What every error is made of: a code, two texts, and the way between processes."""

from __future__ import annotations

import errno
import re
from typing import ClassVar

from deid_studio.texts import Text, translated

# What systems say, in the words of the catalogues: they say it in the language of the machine.
_REASONS = {
    errno.EBUSY: "Device or resource busy",
    errno.EDQUOT: "Disk quota exceeded",
    errno.ENAMETOOLONG: "File name too long",
    errno.EFBIG: "File too large",
    errno.EIO: "Input/output error",
    errno.EISDIR: "Is a directory",
    errno.ENOSPC: "No space left on device",
    errno.ENOENT: "No such file or directory",
    errno.ENOTDIR: "Not a directory",
    errno.EPERM: "Operation not permitted",
    errno.EACCES: "Permission denied",
    errno.EROFS: "Read-only file system",
}
_NO_TEXT = re.compile("[\ud800-\udfff]")


def reason(error: OSError) -> Text:
    """Why the operating system refused; in its own words where no catalogue has them."""
    return Text(_REASONS.get(error.errno or 0) or error.strerror or type(error).__name__)


def printable(name: str) -> str:
    """A file name with what is no text in it (bytes that are not UTF-8) as `%` and two hexadecimal digits."""
    return _NO_TEXT.sub(lambda found: f"%{ord(found[0]) & 0xFF:02X}", name)


class DeidError(Exception):
    """A failure explained to a person.

    `texts` are what happened and what to do, filled in by keyword arguments (plain ones or `Text`s); they say what is
    safe where something could be at risk.
    """

    code: ClassVar[str] = "error"
    texts: ClassVar[tuple[str, str]] = (
        "Something failed: {detail}.",
        "Try again.",
    )

    def __init__(self, **params: object) -> None:
        super().__init__(params)
        self.params = params

    def what(self, language: str = "en") -> str:
        """What happened, one or two sentences in a language."""
        return self._filled(language, 0)

    def remedy(self, language: str = "en") -> str:
        """What the person can do now, in a language."""
        return self._filled(language, 1)

    def _filled(self, language: str, part: int) -> str:
        params = {name: v.said(language) if isinstance(v, Text) else v for name, v in self.params.items()}
        return printable(translated(self.texts[part], language).format(**params))

    def __str__(self) -> str:
        return f"{self.what()} {self.remedy()}"

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross from the worker process to the window: rebuild from the parameters.
        return (_rebuild, (type(self), self.params))


def _rebuild(kind: type[DeidError], params: dict[str, object]) -> DeidError:
    return kind(**params)


class CancelledError(DeidError):
    """Long work was stopped on request; everything is as it was before."""

    code = "cancelled"
    texts = (
        "Cancelled.",
        "Everything is as it was.",
    )
