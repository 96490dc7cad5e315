"""What every error is made of: a code, texts in two languages, and the way between processes."""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Detail:
    """A part of an error's text in both languages, passed as a keyword argument."""

    es: str
    en: str

    def __str__(self) -> str:
        return self.en


# What operating systems refuse with, in words; anything else stays as the system says it.
_REASONS_ES = {
    errno.EACCES: "permiso denegado",
    errno.EPERM: "operación no permitida",
    errno.ENOENT: "no existe",
    errno.ENOSPC: "no queda espacio en el disco",
    errno.EDQUOT: "se ha agotado la cuota de disco",
    errno.EROFS: "el disco es de solo lectura",
    errno.EISDIR: "es una carpeta",
    errno.ENOTDIR: "no es una carpeta",
    errno.EIO: "error de lectura o escritura del disco",
    errno.ENAMETOOLONG: "el nombre es demasiado largo",
    errno.EBUSY: "está en uso",
    errno.EFBIG: "el archivo es demasiado grande",
}


_NO_TEXT = re.compile("[\ud800-\udfff]")


def reason(error: OSError) -> Detail:
    """Why the operating system refused, in both languages."""
    words = error.strerror or type(error).__name__
    return Detail(_REASONS_ES.get(error.errno or 0, words), words)


def printable(name: str) -> str:
    """A file name with what is no text in it (bytes that are not UTF-8) as `%` and two hexadecimal digits."""
    return _NO_TEXT.sub(lambda found: f"%{ord(found[0]) & 0xFF:02X}", name)


class DeidError(Exception):
    """A failure explained to a person.

    Keyword arguments fill the templates. `texts` maps a language code to (what happened, what to do);
    both say what is safe where something could be at risk.
    """

    code: ClassVar[str] = "error"
    texts: ClassVar[dict[str, tuple[str, str]]] = {
        "es": ("Algo ha fallado: {detail}.", "Inténtelo de nuevo."),
        "en": ("Something failed: {detail}.", "Try again."),
    }

    def __init__(self, **params: object) -> None:
        super().__init__(params)
        self.params = params

    def what(self, language: str = "en") -> str:
        """What happened, one or two sentences in `language` ("es" or "en")."""
        return self._filled(language, 0)

    def remedy(self, language: str = "en") -> str:
        """What the person can do now, in `language` ("es" or "en")."""
        return self._filled(language, 1)

    def _filled(self, language: str, part: int) -> str:
        params = {
            name: value.es if isinstance(value, Detail) and language == "es" else value
            for name, value in self.params.items()
        }
        return printable(self.texts.get(language, self.texts["en"])[part].format(**params))

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
    texts = {
        "es": ("Operación cancelada.", "Todo ha quedado como estaba."),
        "en": ("Cancelled.", "Everything is as it was."),
    }
