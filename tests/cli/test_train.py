"""deid train: from a folder of pairs to a model folder, anew or adapted."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import paths
from deid_studio.detection.calibration import Calibration
from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.judge.judge import Standard, Weights
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.evaluate import evaluate
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.model_writing import write_model
from deid_studio.learning.rehearsal import Compared, Rehearsal
from deid_studio.learning.train import TrainingOptions, train
from deid_studio.model.document import Document
from deid_studio.model.tagset import shipped_tagset

Run = Callable[..., Result]


REPORTS = 6


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Invented annotated reports, some of them in a subfolder called as the review room calls its own."""
    folder = tmp_path / "corpus"
    for number, doc in enumerate(invented(REPORTS)):
        place = folder / ("a" if number % 2 else "retraining/brat")
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number}.txt").write_text(doc.text, encoding="utf-8", newline="")
        lines = [
            f"T{i}\t{s.phi_class} {s.start} {s.end}\t{doc.text[s.start : s.end]}\n" for i, s in enumerate(doc.spans, 1)
        ]
        (place / f"{number}.ann").write_text("".join(lines), encoding="utf-8", newline="")
    return folder


@pytest.fixture(scope="module")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of a few invented reports."""
    folder = tmp_path_factory.mktemp("small") / "model"
    options = TrainingOptions(iterations=2, augmented=0)
    write_model(train(invented(3), shipped_tagset("meddocan"), options), folder)
    return folder


def invented(count: int) -> list[Document]:
    return Augmenter.load(paths.resources(), shipped_tagset("meddocan"), 3).reports([], count)


def trained(run: Run, corpus: Path, out: Path, *more: str | Path) -> Result:
    return run("train", corpus / "a", corpus / "retraining", "--out", out, "--iterations", "4", *more)


@pytest.mark.slow
def test_a_model_is_trained_measured_and_the_same_again(run: Run, corpus: Path, tmp_path: Path) -> None:
    card = tmp_path / "card.md"
    card.write_text("A card.\n", encoding="utf-8")
    done = trained(run, corpus, tmp_path / "m1", "--card", card, "--dev", corpus / "a")
    assert done.exit_code == 0, done.output
    assert f"{REPORTS} reports" in done.output
    assert "Spans, merged" in done.output
    assert read_model(tmp_path / "m1").manifest["data"]["reports"] == REPORTS
    written = (tmp_path / "m1" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert written.startswith("A card.\n\n<!-- deid model audit -->\n\n## What can be read of its reports\n")
    assert all(f"Clean: of {REPORTS} reports" in told for told in (written, done.output))
    # The card too: what was written into it is written anew, and not once more.
    assert trained(run, corpus, tmp_path / "m2", "--card", tmp_path / "m1" / "MODEL_CARD.md").exit_code == 0
    assert contents(tmp_path / "m1") == contents(tmp_path / "m2")


@pytest.mark.slow
def test_copies_in_other_styles_are_learned_from_also_in_adaptation(run: Run, corpus: Path, tmp_path: Path) -> None:
    assert trained(run, corpus, tmp_path / "m1", "--restyled", "0.5", "--augmented", "0").exit_code == 0
    assert trained(run, corpus, tmp_path / "m2", "--augmented", "0").exit_code == 0
    first, second = read_model(tmp_path / "m1"), read_model(tmp_path / "m2")
    assert (first.manifest["training"]["restyled"], second.manifest["training"]["restyled"]) == (0.5, 0)
    assert first.manifest["data"] == second.manifest["data"]
    assert set(first.attributes) != set(second.attributes)
    adapting = ("--base", tmp_path / "m2", "--no-rehearsal", "--restyled", "1", "--seed", "4")
    assert trained(run, corpus, tmp_path / "m3", *adapting).exit_code == 0
    assert trained(run, corpus, tmp_path / "m4", "--base", tmp_path / "m2", "--no-rehearsal").exit_code == 0
    third, fourth = read_model(tmp_path / "m3"), read_model(tmp_path / "m4")
    assert (third.manifest["adapted"][0]["restyled"], third.manifest["adapted"][0]["seed"]) == (1, 4)
    assert third.fingerprint != fourth.fingerprint


@pytest.mark.slow
def test_a_model_is_adapted_also_to_a_class_outside_of_the_tag_set(run: Run, corpus: Path, tmp_path: Path) -> None:
    (corpus / "a" / "z.txt").write_text("Cama 12", encoding="utf-8")
    (corpus / "a" / "z.ann").write_text("T1\tCAMA 5 7\t12\n", encoding="utf-8")
    done = trained(run, corpus, tmp_path / "m")
    assert done.exit_code == 1
    assert "z.ann, line 1: the class CAMA is not in the tag set" in done.stderr
    done = trained(run, corpus, tmp_path / "m", "--base", "default", "--no-rehearsal")
    assert done.exit_code == 0, done.output
    assert read_model(tmp_path / "m").manifest["adapted"][0]["reports"] == REPORTS + 1


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


@pytest.mark.slow
def test_a_model_is_private_until_its_audit_is_clean_or_a_person_shares_it(
    run: Run, corpus: Path, tmp_path: Path
) -> None:
    careless = ("--least-reports", "1", "--augmented", "0")
    done = trained(run, corpus, tmp_path / "private", *careless)
    assert done.exit_code == 0
    assert "Not clean" in done.stderr and "only you can read" in done.stderr
    assert modes(tmp_path / "private") == {0o600, 0o700}
    assert read_model(tmp_path / "private").manifest["audit"]["clean"] is False
    done = trained(run, corpus, tmp_path / "shared", *careless, "--share")
    assert "Not clean" in done.stderr and "others can read" in done.stderr
    assert modes(tmp_path / "shared") & {0o600, 0o700} == set()


@pytest.mark.slow
def test_a_clean_model_takes_a_folder_when_asked_to_and_is_told_in_the_persons_language(
    run: Run, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "m").mkdir()
    done = trained(run, corpus, tmp_path / "m")
    assert done.exit_code == 1
    assert "exist already" in done.output
    assert list((tmp_path / "m").iterdir()) == []
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    done = trained(run, corpus, tmp_path / "m", "--force", "--dev", corpus / "a", "--augmented", "0")
    assert done.exit_code == 0, done.output
    assert f"{REPORTS} informes" in done.stdout and "atributos" in done.stdout
    assert "Menciones, unidas" in done.stdout
    assert modes(tmp_path / "m") & {0o600, 0o700} == set()
    (tmp_path / "m" / "informe.txt").write_text("no es del modelo")
    assert trained(run, corpus, tmp_path / "m", "--force").exit_code == 1
    assert (tmp_path / "m" / "informe.txt").exists()


@pytest.mark.parametrize("missing", ["corpus", "base", "annotations"])
def test_what_is_missing_is_told_and_nothing_is_written(run: Run, corpus: Path, tmp_path: Path, missing: str) -> None:
    arguments: list[str | Path] = [corpus / "a"]
    if missing == "corpus":
        arguments = [tmp_path / "none"]
    elif missing == "base":
        arguments += ["--base", tmp_path / "none"]
    else:
        for path in (corpus / "a").glob("*.ann"):
            path.unlink()
    done = run("train", *arguments, "--out", tmp_path / "m")
    assert done.exit_code == 1
    assert done.output.strip()
    assert not (tmp_path / "m").exists()


def test_ctrl_c_writes_nothing(run: Run, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("deid_studio.learning.train.train", interrupted)
    done = trained(run, corpus, tmp_path / "m")
    assert done.exit_code == 130
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--members", "0"), ("--members", "-1"), ("--iterations", "-1"), ("--iterations", "0"), ("--seed", "-1"),
        ("--augmented", "nan"), ("--augmented", "inf"),
        ("--augmented", "-0.1"), ("--augmented", "1e9"), ("--restyled", "-1"),
    ],
)  # fmt: skip
def test_options_out_of_range_are_refused(run: Run, corpus: Path, tmp_path: Path, option: str, value: str) -> None:
    done = run("train", corpus / "a", "--out", tmp_path / "m", option, value)
    assert done.exit_code == 2, done.output
    assert option in done.stderr
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("missing", ["nothing", "empty", "broken"])
def test_what_is_measured_on_is_read_before_training(
    run: Run, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    dev = tmp_path / "dev"
    if missing != "nothing":
        dev.mkdir()
    if missing == "broken":
        (dev / "a.txt").write_text("Ana Gil", encoding="utf-8")
        (dev / "a.ann").write_text("T1\tX 0\tAna\n", encoding="utf-8")
    monkeypatch.setattr("deid_studio.learning.train.train", lambda *_: pytest.fail("it was trained"))
    done = trained(run, corpus, tmp_path / "m", "--dev", dev)
    assert done.exit_code == 1
    assert str(dev) in done.stderr
    assert not (tmp_path / "m").exists()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("worse", [False, True])
def test_what_learning_brings_is_told_and_what_is_worse_is_not_written(
    run: Run, corpus: Path, small_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worse: bool
) -> None:
    documents = read_corpus([corpus / "a"])

    def rehearsed(base: CrfModel, *_: object) -> tuple[CrfModel, Rehearsal]:
        before = evaluate(documents, lambda doc: doc.spans[:: 1 if worse else 2])
        after = evaluate(documents, lambda doc: doc.spans[:: 2 if worse else 1])
        return base, Rehearsal(
            Compared(before, after, {}), Compared(after, after, {}), Calibration(), Standard(Weights(0.0, {}))
        )

    monkeypatch.setattr("deid_studio.learning.rehearsal.rehearse", rehearsed)
    done = trained(run, corpus, tmp_path / "m", "--base", small_model)
    assert done.exit_code == int(worse), done.output
    assert ("it is refused" if worse else "Better") in done.stdout
    assert ("Nothing was written" in done.stderr) is worse
    assert (tmp_path / "m").exists() is not worse
