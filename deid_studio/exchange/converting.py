"""Converting: annotated reports from one form into another, whole or not at all, and told before what would be lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from deid_studio.errors import NameClashError, NotCarriedError, TwiceGivenError, WouldOverwriteError
from deid_studio.exchange.annotated_report import AnnotatedReport, Loss, Losses, told_losses
from deid_studio.exchange.exchange_format import ExchangeFormat
from deid_studio.exchange.files_put import put
from deid_studio.exchange.fitting import fitted
from deid_studio.exchange.held_text import one_word
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.model.tagset import PhiClass, TagSet, coloured
from deid_studio.progress import Progress


@dataclass(frozen=True, slots=True)
class Held:
    """Reports as a form can hold them, and by count what it cannot, or what a reader had to leave behind."""

    reports: tuple[AnnotatedReport, ...]
    losses: Losses
    format: ExchangeFormat


def read_all(format: ExchangeFormat, source: Path, progress: Progress | None = None) -> list[AnnotatedReport]:
    """All reports in a file or a folder; raises `TwiceGivenError` for an id given twice, and what reading raises."""
    progress = progress or Progress()
    found: dict[str, AnnotatedReport] = {}
    for one in format.read(source):
        progress.step(len(found), what="reading")
        if one.doc.id in found:
            raise TwiceGivenError(path=source, number=len(found) + 1, before=list(found).index(one.doc.id) + 1)
        found[one.doc.id] = one
    return list(found.values())


def hold(
    reports: Sequence[AnnotatedReport], format: ExchangeFormat, lossy: bool = False, progress: Progress | None = None
) -> Held:
    """The reports as a form can hold them; raises `NotCarriedError` where that is not all, unless `lossy` is said."""
    losses: Losses = Counter()
    found: list[AnnotatedReport] = []
    for one in (progress or Progress()).each(reports, len(reports), what="checking"):
        losses += Counter(one.lost)
        if Loss.NOT_ACCEPTED not in one.lost:
            held, lost = fitted(one, format.carries)
            losses += lost
            found += [held] if held is not None else []
    if losses and not lossy:
        raise NotCarriedError(format=format.name, losses=told_losses(losses))
    return Held(tuple(found), losses, format)


def write_held(
    held: Held,
    folder: Path,
    tagset: TagSet,
    parts: Mapping[str, Iterable[str]] | None = None,
    beside: Mapping[str, bytes] | None = None,
    progress: Progress | None = None,
) -> None:
    """Write reports into a new or empty folder, whole or not at all, in parts (ids by name of the part) if any.

    `beside` are further files of that folder. Raises `WouldOverwriteError`, `NameClashError` for two reports of one
    file, `WriteError`, and `LibraryMissingError`.
    """
    progress = progress or Progress()
    refuse_filled(folder)
    by_id = {one.doc.id: one for one in held.reports}
    if held.format.carries.files:
        _refuse_clashes(by_id, folder)
    classes = classes_of(held.reports, tagset)
    with whole_folder(folder) as new:
        for part, ids in (parts or {"": by_id}).items():
            progress.step(0, what="writing")
            held.format.write([by_id[id] for id in ids], new, part, classes)
        for name, data in (beside or {}).items():
            put(new / name, data)


def refuse_filled(folder: Path) -> None:
    """Raise `WouldOverwriteError` where a folder is not new or empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WouldOverwriteError(path=folder, count=len(list(folder.iterdir())) if folder.is_dir() else 1)


def classes_of(reports: Iterable[AnnotatedReport], tagset: TagSet) -> TagSet:
    """The tag set, if it has all classes of the reports, else one of those that there are."""
    names = dict.fromkeys(span.phi_class for one in reports for span in one.doc.spans)
    if all(name in tagset for name in names):
        return tagset
    held = [name for name in names if not set(name) & set("|,;:") and one_word(name) == name]
    made = [tagset[name] if name in tagset else PhiClass(name, {}, uncoloured=True).as_named() for name in held]
    return TagSet("classes", "1", coloured(made), tagset.groups) if made else tagset


def _refuse_clashes(ids: Iterable[str], folder: Path) -> None:
    seen: dict[str, str] = {}
    for id in ids:
        other = seen.setdefault(id.casefold(), id)
        if other != id:
            raise NameClashError(path=folder / id, other=folder / other)
