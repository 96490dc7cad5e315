"""What a program of one's own may use, by stable names: `import deid_studio` has each of them, loaded when first used.

docs/library.md shows them at work. The command line does the same by the same functions.
"""

from __future__ import annotations

import contextlib
import getpass
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from deid_studio.errors import DeidError as DeidError
from deid_studio.errors import WouldOverwriteError, WriteError, reason
from deid_studio.model.document import Document as Document
from deid_studio.model.span import Evidence as Evidence
from deid_studio.model.span import Span as Span
from deid_studio.model.span import Suggestion as Suggestion

if TYPE_CHECKING:
    from deid_studio.detection.pipeline import Pipeline
    from deid_studio.learning.evaluate import Evaluation
    from deid_studio.model.patient_fields import PatientFields
    from deid_studio.model.tagset import TagSet
    from deid_studio.progress import Progress
    from deid_studio.release.gate.sightings import Reader
    from deid_studio.review.certificate.release_certificate import Certificate
    from deid_studio.review.releasing.release_preparation import Prepared
    from deid_studio.review.releasing.release_request import ReleaseOptions, ReleaseRequest

_DEFAULT_TAGSET = "meddocan"

# Libraries behind detection, evaluation and release take a second to load: they are imported where they are used.


def open_pipeline(
    profile: str | Path | None = None,
    model: str | Path | None = None,
    patients: Mapping[str, PatientFields] | None = None,
    tagset: TagSet | str | Path | None = None,
) -> Pipeline:
    """The detectors of a profile, ready to run: that in which the model runs, or a shipped one by name, or a TOML file.

    `model` is the shipped one, one of the user's by name, or a folder; `patients` is what is known of each report's
    patient. With `tagset`, one that was read, a shipped one by name, a TOML file or a folder with an `annotation.conf`,
    suggestions are in its classes, and what is nothing there is not suggested. Raises `ProfileError`, `TagSetError`,
    and what loading a model raises.
    """
    if profile is None:
        from deid_studio.detection.model_pipeline import load_pipeline

        pipeline = load_pipeline(model_folder(model), patients)
    else:
        from deid_studio.detection.profile import load_profile

        # Without a model each detector takes the one that its profile means.
        pipeline = load_profile(profile).pipeline(None if model is None else model_folder(model), patients)
    return pipeline if tagset is None else pipeline.into(_tagset(tagset))


def _tagset(named: TagSet | str | Path) -> TagSet:
    from deid_studio.errors import JournalError
    from deid_studio.formats.brat_conf import tagset_for
    from deid_studio.model.tagset import TagSet, load_tagset, shipped_tagset

    if isinstance(named, TagSet):
        return named
    from deid_studio.review.folder_journal import refuse_half_changed

    path = Path(named)
    if path.is_dir():
        with contextlib.suppress(JournalError):  # reports and annotations stand beside a damaged journal
            refuse_half_changed(path)
        return tagset_for(path, shipped_tagset(_DEFAULT_TAGSET))
    return load_tagset(path) if path.suffix == ".toml" else shipped_tagset(str(named))


def model_folder(model: str | Path | None) -> Path:
    """The folder of a model by its name or path; it need not exist."""
    from deid_studio.learning.store import choices

    return choices.model_folder(model)


def detect(report: Document | str, pipeline: Pipeline) -> list[Suggestion]:
    """What a pipeline suggests in a report, in text order and none overlapping; it sees the text and no spans of it."""
    return pipeline.detect(_without_spans(report))


def detect_each(reports: Iterable[Document | str], pipeline: Pipeline) -> Iterator[list[Suggestion]]:
    """The same for each of many reports, taken as they are needed; some are read at once, which takes less time."""
    return pipeline.detect_each(map(_without_spans, reports))


def _without_spans(report: Document | str) -> Document:
    return Document("", report) if isinstance(report, str) else Document(report.id, report.text)


def read_brat(report: str | Path) -> Document:
    """A report (`.txt`) with the spans of the `.ann` beside it, if there is one.

    Raises `ReportUnreadableError`, `ReportTooLargeError`, `ReportBinaryError`, `EncodingUnknownError` or
    `BratSyntaxError`.
    """
    from deid_studio.formats.folder import read_pair

    read, ann = read_pair(Path(report))
    return read.document if ann is None else Document(read.document.id, read.document.text, ann.spans)


def read_brat_folder(folder: str | Path) -> Iterator[Document]:
    """The reports of a folder and its subfolders, one by one in natural order; raises what `read_brat` does."""
    from deid_studio.formats.folder import read_folder

    return read_folder(Path(folder))


def write_brat(document: Document, folder: str | Path, overwrite: bool = False) -> Path:
    """Write a report as `ID.txt` (UTF-8) and its spans as `ID.ann`; gives the path of the text.

    With `overwrite`, an `.ann` of the same text keeps all its lines that are no spans. Raises `WouldOverwriteError`
    where there is one of the two and `overwrite` is not said, and `WriteError`.
    """
    from deid_studio.formats.brat import AnnFile
    from deid_studio.formats.files import write_file
    from deid_studio.formats.folder import ann_path, read_pair

    path = Path(folder) / f"{document.id}.txt"
    ann = AnnFile()
    if there := sum(one.exists() for one in (path, ann_path(path))):
        if not overwrite:
            raise WouldOverwriteError(path=path.parent, count=there)
        if path.exists():
            report, before = read_pair(path)
            ann = before if before is not None and report.document.text == document.text else ann
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
    # The .ann first: a .txt alone would look like a report without PHI.
    write_file(ann_path(path), ann.with_spans(document.spans, document.text).to_bytes())
    write_file(path, document.text.encode("utf-8"))
    return path


def read_annotated(source: str | Path, format: str | None = None) -> Iterator[Document]:
    """The reports with their spans in a file or a folder in the form of another program, as `deid convert` reads them.

    `format` is what `--from` takes, by default what can be seen. Raises `FormUnknownError`, `ExchangeFileError`, which
    names the line, and what reading a file raises.
    """
    from deid_studio.exchange.converting import read_all
    from deid_studio.exchange.known_formats import FORMATS, format_of

    path = Path(source)
    return (one.doc for one in read_all(FORMATS[format] if format else format_of(path), path))


def write_annotated(
    documents: Iterable[Document], folder: str | Path, format: str, lossy: bool = False, tagset: TagSet | None = None
) -> None:
    """Write reports with their spans into a new folder in the form of another program (`deid convert --to`).

    Raises `NotCarriedError`, which tells by count what the form cannot hold, unless `lossy` is said; nothing is written
    then. `tagset` says what the classes mean, where the form asks for that. Raises `WouldOverwriteError` and
    `WriteError`.
    """
    from deid_studio.exchange.annotated_report import AnnotatedReport
    from deid_studio.exchange.converting import hold, write_held
    from deid_studio.exchange.known_formats import FORMATS
    from deid_studio.model.tagset import shipped_tagset

    reports = [AnnotatedReport.of(doc.id, doc.text, [(span, "") for span in doc.spans]) for doc in documents]
    write_held(hold(reports, FORMATS[format], lossy), Path(folder), tagset or shipped_tagset(_DEFAULT_TAGSET))


def evaluate(
    gold: Iterable[Document],
    system: Pipeline | Callable[[Document], Iterable[Span] | None],
    unknown: Iterable[str] = (),
    tagset: TagSet | None = None,
) -> Evaluation:
    """The figures of a system on gold reports: a pipeline, which sees their texts alone, or what gives the spans of
    one, None where there are none to compare. `unknown` are ids that the system knows and the gold does not; `tagset`
    tells which of the gold's classes are direct identifiers."""
    from deid_studio.detection.pipeline import Pipeline
    from deid_studio.learning.evaluate import evaluate as figures_of

    if not isinstance(system, Pipeline):
        return figures_of(gold, system, unknown, tagset=tagset)
    return figures_of(gold, lambda doc: [one.span for one in detect(doc, system)], unknown, tagset=tagset)


def release_folder(
    folder: str | Path,
    out: str | Path,
    policy: str,
    reviewed_by: str = "",
    model: str | Path | None = None,
    patients: Mapping[str, PatientFields] | None = None,
    overwrite: bool = False,
    new_secret: bool = False,
    rules_off: Iterable[str] = (),
    settle: Callable[[ReleaseRequest, Prepared], tuple[ReleaseRequest, Prepared]] | None = None,
    progress: Progress | None = None,
    make_reader: Callable[[Path, frozenset[str]], Reader] | None = None,
    **options: Unpack[ReleaseOptions],
) -> Certificate:
    """Release the reports of a folder by a policy, as `deid release` does; gives what the certificate in `out` says.

    What leaves was signed off in the window, or all of a folder of BRAT pairs that was reviewed elsewhere: then
    `reviewed_by` says by whom and how (`WHO, HOW`). `policy` is a name or a TOML file, `model` that by which the
    reports are read once more, without the rules that the folder turned off and those in `rules_off`; `patients` is
    what is known of each report's patient beside what the folder knows. With `new_secret` surrogates are drawn anew.
    `settle` sees what was prepared before it is written, and may answer for it; `make_reader` gives what reads by
    the model in a folder without these rules, by default in this process; `options` are as in `ReleaseRequest`.

    Raises `PlacesHeldError`, and writes nothing, as long as that reading finds what nobody marked and may tell of
    somebody; `WouldOverwriteError` where there is a release and `overwrite` is not said; otherwise what `prepare` and
    `write_release` raise.
    """
    from deid_studio.formats.patient_table import PatientTable
    from deid_studio.model.tagset import shipped_tagset
    from deid_studio.progress import Progress
    from deid_studio.release.gate.readers import gate_reader
    from deid_studio.release.policy import load_policy
    from deid_studio.release.surrogates import draws
    from deid_studio.review.certificate.release_certificate import is_release
    from deid_studio.review.folder_journal import refuse_half_changed
    from deid_studio.review.kept_settings import GATE_ANSWERS, RELEASE_SECRET, RULES_OFF, SURROGATES
    from deid_studio.review.patient_records import match_table
    from deid_studio.review.project import Project
    from deid_studio.review.releasing.release_preparation import prepare
    from deid_studio.review.releasing.release_request import ReleaseRequest
    from deid_studio.review.releasing.release_writing import make_ready, write_release

    chosen, target, progress = load_policy(policy), Path(out), progress or Progress()
    make_reader = make_reader or gate_reader
    if not overwrite and is_release(target):
        raise WouldOverwriteError(path=target, count=sum(1 for _ in target.iterdir()))
    refuse_half_changed(Path(folder))
    project = Project(Path(folder), shipped_tagset(_DEFAULT_TAGSET), getpass.getuser())
    with contextlib.closing(project):
        fields = dict(project.patient_fields())
        known = match_table(PatientTable(patients or {}), [entry.name for entry in project.entries])
        for name, values in known.fields.items():
            fields[name] = fields[name].together_with(values) if name in fields else values
        request = ReleaseRequest(
            project,
            chosen,
            target,
            fields=fields,
            answers=project.kept(GATE_ANSWERS),
            remembered=project.kept(SURROGATES),
            reviewed_by=reviewed_by,
            reader=make_reader(model_folder(model), project.kept(RULES_OFF).union(rules_off)),
            **options,
        )
        make_ready(request)
        if new_secret:
            project.keep(RELEASE_SECRET, draws.new_secret())
        prepared = prepare(request, progress)
        if settle is not None:
            request, prepared = settle(request, prepared)
        return write_release(request, prepared, progress)
