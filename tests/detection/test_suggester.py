"""Which model and profile suggested, with sums that anybody can compute again."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from deid_studio import paths
from deid_studio.detection.suggester import Suggester, suggester_from, suggester_of


def test_the_shipped_model_is_known_by_its_manifest_and_the_hybrid_by_its_file():
    model, profile = paths.resources() / "models" / "default", paths.resources() / "profiles" / "hybrid.toml"
    found = suggester_of(model)
    assert (found.model, found.profile) == ("default", "hybrid")
    assert found.model_sha256 == json.loads((model / "manifest.json").read_bytes())["manifest_sha256"]
    assert found.profile_sha256 == sha256(profile.read_bytes()).hexdigest()
    assert suggester_from(str(found)) == found


@pytest.mark.parametrize(
    "one", [Suggester(""), Suggester("default"), Suggester("a@b", "0" * 64), Suggester("a", "", "p", "f" * 64)]
)
def test_a_line_says_as_much_as_is_known(one):
    assert suggester_from(str(one)) == one


def test_a_model_that_cannot_be_read_has_no_sum(tmp_path):
    assert suggester_of(tmp_path / "none").model_sha256 == ""
