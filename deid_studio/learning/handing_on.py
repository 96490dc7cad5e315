"""Writing a trained model with its audit: in its manifest, on its card, and in who may read its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from deid_studio.detection.crf_model import CrfModel
from deid_studio.detection.sectioned.sectioned_model import SectionedModel
from deid_studio.learning.model_writing import CARD, write_model
from deid_studio.learning.privacy.audit import Audit, AuditedModel, audit
from deid_studio.learning.privacy.audit_tables import with_audit
from deid_studio.learning.privacy.least_reports import LEAST_REPORTS
from deid_studio.learning.section_models import write_sectioned
from deid_studio.model.document import Document


def write_audited(
    model: CrfModel | SectionedModel,
    folder: Path,
    documents: Sequence[Document],
    base: CrfModel | None = None,
    *,
    card: str = "",
    language: str = "en",
    least: int = LEAST_REPORTS,
    shared: bool = False,
    replace_old: bool = False,
) -> Audit:
    """Write a model that was trained on `documents`, from a `base` perhaps, and say what can be read of them.

    Only its owner can read its files until the audit is clean, or a person wants them `shared` all the same. Raises
    what `write_model` raises.
    """
    crf = model.crf if isinstance(model, SectionedModel) else model
    indicators = model.indicators if isinstance(model, SectionedModel) else None
    start = None if base is None else AuditedModel(base)
    found = audit(AuditedModel(crf, indicators), documents, start, least)
    crf = replace(crf, manifest=crf.manifest | {"audit": found.to_json()})
    extra = {CARD: with_audit(card, found, language).encode("utf-8")}
    private = not (found.clean or shared)
    if indicators is None:
        write_model(crf, folder, replace=replace_old, extra=extra, private=private)
    else:
        write_sectioned(SectionedModel(crf, indicators), folder, replace=replace_old, extra=extra, private=private)
    return found
