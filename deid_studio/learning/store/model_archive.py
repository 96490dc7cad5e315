"""A model as one file: its folder packed with sums and sizes, and unpacked without trust in who packed it."""

from __future__ import annotations

import hashlib
import io
import json
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deid_studio.errors import ModelFileError, reason
from deid_studio.learning.model_writing import CRF_FILES
from deid_studio.texts import Text

SUFFIX = ".deidmodel"
_CONTENTS, _FORMAT = "contents.json", "deid-studio-model"
_VERSION = 1
_DAY = (1980, 1, 1, 0, 0, 0)  # the same model gives the same bytes
LARGEST_FILE, _LARGEST_ALTOGETHER = 64_000_000, 128_000_000
_STORED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files of a model, by name, as one."""
    sums = {name: {"size": len(data), "sha256": _sum(data)} for name, data in sorted(files.items())}
    contents = json.dumps({"format": _FORMAT, "version": _VERSION, "files": sums}, indent=1).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((_CONTENTS, contents), *sorted(files.items())):
            archive.writestr(zipfile.ZipInfo(name, _DAY), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def unpacked(path: Path) -> dict[str, bytes]:
    """The files in a packed model by name, in memory; raises `ModelFileError`.

    Only plain files of the names that a model has are read, none longer than it says, and each has to have the size and
    sum that the contents tell: nothing of the file decides where anything is written. Whether they are a model, their
    reader has to say.
    """
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST_ALTOGETHER:
            raise _wrong(path, Text("it is no file, or too large for a model"))
        with zipfile.ZipFile(path) as archive:
            return _read(path, archive)
    except OSError as error:
        raise ModelFileError(path=path, detail=reason(error)) from error
    except (
        zipfile.BadZipFile, zlib.error, EOFError, ValueError, LookupError, TypeError, AttributeError, RuntimeError,
    ) as error:  # fmt: skip
        raise _wrong(path, Text("it is no exported model, or was damaged on its way")) from error


def _read(path: Path, archive: zipfile.ZipFile) -> dict[str, bytes]:
    members = archive.infolist()
    names = [one.orig_filename for one in members]
    if len(set(names)) < len(names) or _CONTENTS not in names or not CRF_FILES.issuperset({*names} - {_CONTENTS}):
        raise _wrong(path, Text("there are files in it that are no part of a model"))
    if not all(map(_is_plain, members)):
        raise _wrong(path, Text("there are links, folders or locked files in it"))
    if max(map(_size, members)) > LARGEST_FILE or sum(map(_size, members)) > _LARGEST_ALTOGETHER:
        raise _wrong(path, Text("unpacked it would be too large for a model"))
    files = {one.filename: _content(path, archive, one) for one in members}
    contents = json.loads(files.pop(_CONTENTS))
    if contents["format"] != _FORMAT or contents["version"] != _VERSION:
        raise _wrong(path, Text("it was exported by another version of the program"))
    told: Mapping[str, Any] = contents["files"]
    if {name: {"size": len(data), "sha256": _sum(data)} for name, data in files.items()} != told:
        raise _wrong(path, Text("its files are not those that were exported"))
    return files


def _is_plain(member: zipfile.ZipInfo) -> bool:
    kind = stat.S_IFMT(member.external_attr >> 16)
    return kind in (0, stat.S_IFREG) and not member.flag_bits & 0x1 and member.compress_type in _STORED


def _content(path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    with archive.open(member) as file:
        data = file.read(member.file_size + 1)
    if len(data) != member.file_size:
        raise _wrong(path, Text("its files are not those that were exported"))
    return data


def _size(member: zipfile.ZipInfo) -> int:
    return member.file_size


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _wrong(path: Path, detail: Text) -> ModelFileError:
    return ModelFileError(path=path, detail=detail)
