"""Export of a folder under review in the form of another program: what was decided in its reports, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from deid_studio.errors import DeidError
from deid_studio.exchange.annotated_report import AnnotatedReport
from deid_studio.exchange.converting import hold, refuse_filled, write_held
from deid_studio.formats.brat import parse_ann
from deid_studio.progress import Progress
from deid_studio.review.export import Exported
from deid_studio.review.project import Project


@dataclass(frozen=True, slots=True)
class FormExport:
    """Which reports to write where and in which form; `lossy`: also what the form can hold only in part."""

    project: Project
    names: tuple[str, ...]
    folder: Path
    format: str
    lossy: bool = False
    language: str = "es"


def export_in_form(request: FormExport, progress: Progress) -> Exported:
    """Write the reports with what was decided in them, and a data card, into a new or empty folder.

    A report that cannot be read does not stop the others. Raises what `hold` and `write_held` do.
    """
    # A window that opens needs none of their libraries.
    from deid_studio.exchange.data_card import CARD, CardFacts, data_card
    from deid_studio.exchange.known_formats import FORMATS

    refuse_filled(request.folder)
    reports: list[AnnotatedReport] = []
    hindered: list[DeidError] = []
    for name in progress.each(request.names, len(request.names)):
        try:
            reports.append(_decided(request.project, name))
        except DeidError as error:
            hindered.append(error)
    held = hold(reports, FORMATS[request.format], request.lossy, progress)
    tagset = request.project.tagset
    facts = CardFacts(request.project.folder.name, request.format, tagset, held.losses)
    card = {CARD: data_card(held.reports, facts, request.language)}
    write_held(held, request.folder, tagset, beside=card, progress=progress)
    return Exported(len(held.reports), tuple(hindered))


def _decided(project: Project, name: str) -> AnnotatedReport:
    session = project.open(name)
    _, raw = session.pair()
    ann = parse_ann(raw, session.text, project[name].path.with_suffix(".ann"))
    marks = [(span, ann.notes_by_span.get(span, "")) for span in ann.spans]
    return AnnotatedReport.of(name, session.text, marks, ann)
