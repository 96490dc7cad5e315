"""deid lab sectioned: train and compare."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import paths
from deid_studio.detection.sectioned.sectioned_model import read_sectioned
from deid_studio.formats.brat import AnnFile
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.section_models import SectionedOptions
from deid_studio.learning.train import TrainingOptions
from deid_studio.model.tagset import shipped_tagset

Run = Callable[..., Result]


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    quick = TrainingOptions(iterations=8, augmented=0)
    monkeypatch.setattr(
        "deid_studio.learning.section_models.SectionedOptions",
        lambda labelling, only: SectionedOptions(labelling, only, quick),
    )
    folder = tmp_path / "informes"
    folder.mkdir()
    for number, doc in enumerate(Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 3).reports([], 12)):
        (folder / f"{number}.txt").write_text(doc.text, encoding="utf-8", newline="")
        (folder / f"{number}.ann").write_bytes(AnnFile().with_spans(doc.spans, doc.text).to_bytes())
    return folder


@pytest.mark.slow
def test_train_writes_a_model(run: Run, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "modelo"
    done = run("lab", "sectioned", "train", corpus, "--out", out, "--labelling", "n-i-classes", "--only-lines-with-phi")
    assert done.exit_code == 0, done.output
    model = read_sectioned(out)
    assert model.labelling == "n-i-classes"
    assert not any(tag.startswith("B-") for tag in model.crf.tags)
    again = run("lab", "sectioned", "train", corpus, "--out", out)
    assert again.exit_code == 1
    assert read_sectioned(out).labelling == "n-i-classes"


@pytest.mark.slow
def test_compare_prints_all_labellings_in_one_table(run: Run, corpus: Path) -> None:
    done = run("lab", "sectioned", "compare", corpus, corpus)
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[0] for row in rows] == ["Labelling", "n-i", "bio", "n-i-classes", "bio-classes"]
    assert [row[5] for row in rows[1:]] == ["0.86", "0.85", "–", "0.80"]
    assert [row[7] == "–" for row in rows[1:]] == [True, True, False, False]
    assert all(0 < float(figure) <= 1 for row in rows[1:] for figure in row[1:5])


def test_a_folder_that_is_no_model_is_refused_before_training(
    run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deid_studio.learning.section_models.SectionedTrainer", lambda *_: pytest.fail("trained"))
    done = run("lab", "sectioned", "train", corpus, "--out", corpus, "--force")
    assert done.exit_code == 1
    assert "exist already" in done.stderr
