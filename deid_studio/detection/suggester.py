"""Suggester: which model and which profile suggested, with their sums, as the journal keeps it in one line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from deid_studio import paths
from deid_studio.plain_files import plain_bytes

DETECTED = "meddocan"  # the tag set whose classes the shipped model and grammar know
SUITING = "hybrid"  # the profile in which a model runs where none is asked for
_SUM = "[0-9a-f]{64}"
_LINE = re.compile(rf"(?P<model>.*?)(?:@(?P<model_sum>{_SUM}))?(?:\+(?P<profile>[\w.-]+)@(?P<profile_sum>{_SUM}))?")


@dataclass(frozen=True, slots=True)
class Suggester:
    """A model and the profile that it ran in: their names, the sum of the model's manifest and that of the profile's
    file (SHA-256); empty where it is not known."""

    model: str
    model_sha256: str = ""
    profile: str = ""
    profile_sha256: str = ""

    def __str__(self) -> str:
        model = f"{self.model}@{self.model_sha256}" if self.model_sha256 else self.model
        return f"{model}+{self.profile}@{self.profile_sha256}" if self.profile_sha256 else model


def suggester_of(model: Path) -> Suggester:
    """The suggester that a model in a folder is (`load_pipeline`); what is wrong with it is told where it is loaded."""
    try:
        manifest = str(json.loads(plain_bytes(model / "manifest.json"))["manifest_sha256"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        manifest = ""
    try:
        raw = (paths.resources() / "profiles" / f"{SUITING}.toml").read_bytes()
    except OSError:
        return Suggester(model.name, manifest)
    return Suggester(model.name, manifest, SUITING, sha256(raw).hexdigest())


def suggester_from(line: str) -> Suggester:
    """The suggester that a line says; of one without sums only the model's name."""
    found = _LINE.fullmatch(line)
    if found is None:
        return Suggester(line)
    parts = (found[name] or "" for name in ("model", "model_sum", "profile", "profile_sum"))
    return Suggester(*parts)
