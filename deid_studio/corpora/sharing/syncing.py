"""Syncing: a corpus's folder and a database made to hold the same; whichever is ahead gives to the other.

A layer's events go either way; one that went on by itself in two places is told and left as it is. Files and texts are
sent before what speaks of them, so that who stops anywhere leaves nothing that cannot be understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from deid_studio.corpora.corpus_files import CORPUS, GOLD, TASKS, Annotator, corpus_in
from deid_studio.corpora.corpus_folder import CorpusFolder
from deid_studio.corpora.layer_file import read_layer
from deid_studio.corpora.planted_answers import add_answers, read_answers
from deid_studio.corpora.sharing.shared_corpus import SharedCorpus, SharedText, new_token
from deid_studio.corpora.sharing.shared_file import Shared, read_shared, write_shared
from deid_studio.errors import SharedCorpusDiffersError, SharedCorpusError, WouldOverwriteError
from deid_studio.formats.brat_conf import ANNOTATION, SHORTCUTS, VISUAL
from deid_studio.formats.files import write_file
from deid_studio.formats.folder import report_id
from deid_studio.formats.guidelines_file import OWN as GUIDELINES
from deid_studio.formats.text import read_bytes, read_bytes_if_any
from deid_studio.progress import Progress
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.journal_paths import PRIVATE
from deid_studio.review.recovery.journal_copy import JournalCopy
from deid_studio.review.second.second_policy import reader_key
from deid_studio.texts import Text

_FILES = (ANNOTATION, VISUAL, SHORTCUTS, GUIDELINES, CORPUS, TASKS)  # tasks last: they speak of all others
_TOGETHER = 500  # events in one transaction
_TEXTS = 100


@dataclass(frozen=True, slots=True)
class Synced:
    """What a sync did: how many events were given to the database and taken from it, and how many texts either way."""

    given: int = 0
    taken: int = 0
    texts: int = 0


def share(folder: Path, database: SharedCorpus, progress: Progress | None = None) -> Synced:
    """Put a corpus into a database; its folder is that of who leads it. Done again, it goes on where it was stopped.

    Raises what `sync` does, and `SharedCorpusError` where another corpus is in the database.
    """
    CorpusFolder(folder)
    own = read_shared(folder) or Shared(database.kept_url, new_token())
    own = replace(own, url=database.kept_url)
    write_shared(folder, own)  # first: a share that is cut short goes on under the same name
    database.make(own.token)
    return sync(folder, database, progress)


def join(folder: Path, database: SharedCorpus, annotator: str, progress: Progress | None = None) -> Synced:
    """Make a folder of a shared corpus with the layer of an annotator, or with all of them for who leads (no name).

    What the annotator had shared before is in it. Done again, it goes on where it was stopped. Raises what `sync` does,
    `WouldOverwriteError` for a folder with something else in it.
    """
    token = database.token()
    if token is None:
        raise SharedCorpusError(url=database.shown, detail=Text("no corpus was shared there"))
    if folder.exists() and any(folder.iterdir()) and read_shared(folder) is None:
        raise WouldOverwriteError(path=folder, count=len(list(folder.iterdir())))
    layer = _layer_of(annotator, folder, database) if annotator else ""
    known = read_shared(folder)
    if known is not None and (known.token, known.layer) != (token, layer):
        raise WouldOverwriteError(path=folder, count=len(list(folder.iterdir())))
    write_shared(folder, Shared(database.kept_url, token, layer, {} if known is None else known.versions))
    return sync(folder, database, progress)


def sync(folder: Path, database: SharedCorpus, progress: Progress | None = None) -> Synced:
    """Give what is new in a folder to the database, and take what is new there.

    An annotator's folder gives the own layer's decisions and takes tasks and texts; that of who leads also gives plan
    and gold, and takes all layers. Raises `SharedCorpusDiffersError` for what was changed in both in two ways,
    `SharedCorpusError`, `SharedCorpusLostError`, `FolderHeldError` where a window has a layer that would be changed
    here, and what reading and writing the folder raises.
    """
    progress = progress or Progress()
    own = read_shared(folder)
    if own is None:
        raise SharedCorpusError(url=database.shown, detail=Text("{path} was neither shared nor joined", path=folder))
    if database.token() != own.token:
        raise SharedCorpusError(url=database.shown, detail=Text("another corpus is in it, or none"))
    leads = not own.layer
    texts = _give_texts(CorpusFolder(folder), database, progress) if leads and (folder / TASKS).exists() else 0
    _sync_files(folder, database, own)
    corpus = CorpusFolder(folder)
    wanted = [task.report for task in corpus.tasks if leads or task.annotator == own.layer]
    texts += _take_texts(corpus, wanted, database, progress)
    corpus = CorpusFolder(folder)  # with the texts that came
    layers = [one for one in corpus.corpus.annotators if leads or one.folder == own.layer]
    corpus.fill_layers(progress, layers)
    given = taken = 0
    for one in layers:
        gave, took = _sync_layer(corpus.layer(one), one, database, progress)
        given, taken = given + gave, taken + took
        _sync_answers(corpus.layer(one), one, database)
    if leads:
        gave, took = _sync_gold(corpus, database, progress)
        given, taken = given + gave, taken + took
    return Synced(given, taken, texts)


def _layer_of(annotator: str, folder: Path, database: SharedCorpus) -> str:
    """The folder of the layer of an annotator of the shared corpus."""
    found = database.files().get(CORPUS)
    for one in () if found is None else corpus_in(found[1], folder / CORPUS).annotators:
        if reader_key(one.name) == reader_key(annotator):
            return one.folder
    raise SharedCorpusError(url=database.shown, detail=Text("{name} is none of its annotators", name=annotator))


def _sync_files(folder: Path, database: SharedCorpus, own: Shared) -> None:
    there, versions = database.files(), dict(own.versions)
    for name in _FILES:
        path, (newest, content) = folder / name, there.get(name, (0, None))
        here, version = read_bytes_if_any(path), versions.get(name, 0)
        if here != content:
            as_it_was = here == (database.file(name, version) if version else None)
            if as_it_was and content is not None:
                write_file(path, content)
            elif not own.layer and newest == version and here is not None:
                newest += 1
                database.add_file(name, newest, here)
            else:
                raise SharedCorpusDiffersError(url=database.shown, what=name)
        versions[name] = newest
    if versions != own.versions:
        write_shared(folder, replace(own, versions=versions))


def _give_texts(corpus: CorpusFolder, database: SharedCorpus, progress: Progress) -> int:
    there = database.reports()
    new = [name for name in corpus.reports if name not in there]
    for some in progress.each(list(_pieces(new, _TEXTS)), what="copying"):
        paths = [corpus.reports[name] for name in some]
        whole = [(path.relative_to(corpus.texts).as_posix(), read_bytes(path)) for path in paths]
        database.add_texts([SharedText(name, *one) for name, one in zip(some, whole, strict=True)])
    return len(new)


def _take_texts(corpus: CorpusFolder, wanted: Sequence[str], database: SharedCorpus, progress: Progress) -> int:
    corpus.texts.mkdir(exist_ok=True)
    lacking = [name for name in dict.fromkeys(wanted) if name not in corpus.reports]
    for one in progress.each(database.texts(lacking), what="copying", total=len(lacking)):
        place = PurePosixPath(one.path)
        path = corpus.texts / place
        if place.is_absolute() or ".." in place.parts or report_id(path, corpus.texts) != one.report:
            raise SharedCorpusError(url=database.shown, detail=Text("{name} is no path of a report", name=one.report))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, one.content)
    return len(lacking)


def _sync_gold(corpus: CorpusFolder, database: SharedCorpus, progress: Progress) -> tuple[int, int]:
    who, begun = database.begun(GOLD)
    layer = read_layer(corpus.gold)
    if layer is not None:
        who, begun = layer.annotator.name, (*(task.report for task in layer.tasks), *begun)
    if not begun:
        return 0, 0
    corpus.fill_gold(who, tuple(dict.fromkeys(begun)), progress)
    return _sync_layer(corpus.gold, Annotator(who, GOLD), database, progress)


def _sync_layer(layer: Path, whose: Annotator, database: SharedCorpus, progress: Progress) -> tuple[int, int]:
    """Bring a layer and its copy in the database to where the one that is ahead is: events given, and taken."""
    copy, name = JournalCopy(layer), whose.folder
    here, there = copy.newest(), database.newest(name)
    both = min(here, there)
    if both and copy.hash_at(both) != database.hash_at(name, both):
        raise SharedCorpusDiffersError(url=database.shown, what=layer)
    at = there
    while rows := copy.after(at, _TOGETHER):
        database.add_events(name, rows)
        at = rows[-1].seq
        progress.step(at)
    given = max(at - there, 0)
    if there <= here and not copy.unproven():
        return given, 0
    with _held(layer, whose.name):
        at = here
        while rows := database.events(name, at, _TOGETHER):
            copy.take(rows)
            at = rows[-1].seq
            progress.step(at)
        copy.prove()
    return given, at - here


def _sync_answers(layer: Path, whose: Annotator, database: SharedCorpus) -> None:
    """Bring together what the annotator did with planted suggestions; of one that has an answer the first stays."""
    here = {one.place: one for one in read_answers(layer)}
    there = {one.place: one for one in database.answers(whose.folder)}
    if new := [one for place, one in here.items() if place not in there]:
        database.add_answers(whose.folder, new)
    if new := [one for place, one in there.items() if place not in here]:
        with _held(layer, whose.name):
            add_answers(layer, new)


@contextmanager
def _held(layer: Path, who: str) -> Iterator[None]:
    lock = FolderLock(layer, PRIVATE, who)
    lock.claim()
    try:
        yield
    finally:
        lock.leave(lock)


def _pieces(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), size):
        yield names[start : start + size]
