"""A command line of one's own: no settings of the machine, English, and a small detector instead of a model."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from deid_studio import paths
from deid_studio.cli.verbs import deid
from deid_studio.detection.pipeline import Pipeline
from deid_studio.errors import ModelMissingError
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.release.gate import readers

Run = Callable[..., Result]

# Loaded before a test puts another pipeline in place of the shipped one, with which the gate reads.
assert readers


class CapitalisedNames:
    """Suggests two capitalised words in a row; fails on a report that says so."""

    name = "capitalised"

    def detect(self, doc: Document) -> list[Suggestion]:
        assert not doc.spans, "the detector must not see spans"
        if "FALLA" in doc.text:
            raise RuntimeError(doc.text)
        if "PARA" in doc.text:
            raise KeyboardInterrupt
        return [
            Suggestion(Span(*match.span(), "NOMBRE_SUJETO_ASISTENCIA"), 0.9, (Evidence("rule", "capitalised"),))
            for match in re.finditer(r"[A-ZÁ][a-zí]+\s[A-Z][a-z]+", doc.text)
        ]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `deid` with arguments; the model “default” is the small detector, every other is missing."""

    def load(model: Path, patient_fields: object = None) -> Pipeline:
        if model != paths.default_model():
            raise ModelMissingError(path=model)
        return Pipeline([CapitalisedNames()])

    monkeypatch.setattr("deid_studio.detection.model_pipeline.load_pipeline", load)
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "ajustes" / "settings.toml")
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: str | Path, typed: str | None = None) -> Result:
        return CliRunner().invoke(deid, [str(one) for one in arguments], prog_name="deid", input=typed)

    return run


@pytest.fixture
def run_reviewed(run: Run) -> Run:
    """Runs `deid`; what is released was reviewed elsewhere, as a person says."""

    def reviewed(verb: str, *arguments: str | Path, **more: str) -> Result:
        said = ("--reviewed-by", "Dra. Prueba, dos lectores en brat") if verb == "release" else ()
        return run(verb, *arguments, *said, **more)

    return reviewed
