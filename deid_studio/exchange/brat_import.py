"""Import of annotated reports in the form of another program, as a folder of BRAT that can be opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from deid_studio.errors import NothingToConvertError
from deid_studio.exchange.converting import hold, read_all, refuse_filled, write_held
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress


@dataclass(frozen=True, slots=True)
class BratImport:
    """What to read, in which form (empty: as its files say), and where to write it; `lossy`: also what BRAT can hold
    only in part."""

    source: Path
    folder: Path
    format: str
    tagset: TagSet
    lossy: bool = False


def import_as_brat(request: BratImport, progress: Progress) -> Path:
    """Write the reports into a new or empty folder, and give it; raises what reading, `hold` and `write_held` do."""
    # A window that opens needs none of their libraries.
    from deid_studio.exchange.known_formats import FORMATS, format_of

    refuse_filled(request.folder)
    read = FORMATS[request.format] if request.format else format_of(request.source)
    reports = read_all(read, request.source, progress)
    if not reports:
        raise NothingToConvertError(path=request.source, format=read.name)
    held = hold(reports, FORMATS["brat"], request.lossy, progress)
    write_held(held, request.folder, request.tagset, progress=progress)
    return request.folder
