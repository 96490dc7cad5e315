"""Shared file: `shared.toml`, in which database the corpus of a folder is shared, and whose folder it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import tomli_w

from deid_studio.errors import CorpusFileError
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.plain_files import toml_of
from deid_studio.settings.toml import line_not_toml
from deid_studio.texts import Text

SHARED = "shared.toml"


@dataclass(frozen=True, slots=True)
class Shared:
    """Where a corpus is shared (a URL without a password), what names it there, and whose layer the folder holds.

    `layer` is empty for who leads the corpus and has all layers. `versions` are those of the corpus's files that the
    folder had last.
    """

    url: str
    token: str
    layer: str = ""
    versions: Mapping[str, int] = field(default_factory=dict)


def read_shared(folder: Path) -> Shared | None:
    """Where the corpus of a folder is shared; None where it is not. Raises `CorpusFileError`, or as `read_bytes`."""
    path = folder / SHARED
    raw = read_bytes_if_any(path, 1.0)
    if raw is None:
        return None
    try:
        data = toml_of(raw.decode("utf-8-sig"))
    except ValueError as error:  # UTF-8 or TOML
        raise CorpusFileError(path=path, line=line_not_toml(error) or 1, detail=Text("it is not TOML")) from error
    values = [data.get(key) for key in ("url", "token", "layer")]
    versions = data.get("versions", {})
    known = isinstance(versions, dict) and all(isinstance(one, int) for one in versions.values())
    if not known or not all(isinstance(value, str) for value in values):
        raise CorpusFileError(path=path, line=1, detail=Text("url, token and layer are needed"))
    url, token, layer = map(str, values)
    return Shared(url, token, layer, versions)


def write_shared(folder: Path, shared: Shared) -> None:
    """Say where the corpus of a folder is shared; raises `WriteError`."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"url": shared.url, "token": shared.token, "layer": shared.layer, "versions": dict(shared.versions)}
    write_file(folder / SHARED, tomli_w.dumps(data).encode("utf-8"))
