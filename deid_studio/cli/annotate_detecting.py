"""Detecting: what `deid annotate` detects with, wherever it does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from deid_studio.batch.fingerprints import detected_with, fingerprint
from deid_studio.batch.in_batches import Batch
from deid_studio.batch.worker import Loaded
from deid_studio.cli.annotate_forms import Form, Written
from deid_studio.detection.model_tagset import tag_set_entry
from deid_studio.errors import DeidError, DetectionFailedError
from deid_studio.library import open_pipeline
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet


@dataclass(frozen=True, slots=True)
class Question:
    """A report to detect in, and what it is called where its suggestions are written; what is known of its patient, and
    the rules that are off; `path` is for errors alone."""

    key: str
    doc: Document
    path: Path
    known: PatientFields
    off: frozenset[str]


@dataclass(frozen=True, slots=True)
class Told:
    """What is to be told of a pipeline before it works: classes that are nothing in the tag set, and rules that were
    to be turned off and are not there."""

    nothing: tuple[str, ...]
    unknown_rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class Detecting:
    """The pipeline that the options name; `fields`: a table of patients goes with it; `off` are the sets of rules that
    are turned off in one folder or another; `form` is what the answers are."""

    profile: str | None
    model: str | None
    fields: bool
    tagset: TagSet
    off: frozenset[frozenset[str]]
    form: Form

    def made_with(self) -> dict[str, str]:
        """What suggestions rest on beside the report: the program, the profile with its models, the lists that
        were imported and the tag set, each as the beginning of a hash."""
        tag_set = json.dumps(tag_set_entry(self.tagset)["meanings"]).encode()
        return {**detected_with(self.profile, self.model), "tag_set": fingerprint(tag_set)}

    def load(self) -> Loaded:
        """Load the pipeline; raises what `open_pipeline` raises."""
        # Imported here: who asks other processes does not detect.
        from deid_studio.batch.suggesting import Suggesting

        pipeline = open_pipeline(self.profile, self.model, {} if self.fields else None, self.tagset)
        suggesting = Suggesting(pipeline)
        unknown = frozenset[str]().union(*(suggesting.told({}, off).unknown_rules for off in self.off))

        def detected(questions: Sequence[Question]) -> list[Written | DeidError]:
            known = {question.doc: question.known for question in questions}
            try:
                if len(known) == len(questions):
                    told = suggesting.told(known, questions[0].off)
                    found = told.detect_each(question.doc for question in questions)
                    return [self.form(one.key, one.doc, own) for one, own in zip(questions, found, strict=True)]
            except Exception as error:
                # A detector that fails on one report must not stop the others; its message could hold text of it.
                if len(questions) == 1:
                    return [DetectionFailedError(path=questions[0].path, detail=type(error).__name__)]
            return [answer for question in questions for answer in detected([question])]

        def written(batch: Batch[Question]) -> list[Written | DeidError]:
            parts = groupby(batch.questions, attrgetter("off"))
            return [answer for _, questions in parts for answer in detected(list(questions))]

        return Told(pipeline.nothing, unknown), written
