"""deid model audit: models of any origin, clean or not, and folders that are none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import paths
from deid_studio.detection.context.context_model import WORDS, read_context_model
from deid_studio.detection.crf_model import ATTRIBUTES, read_model
from deid_studio.detection.model_files import MANIFEST
from deid_studio.errors import ModelDamagedError
from deid_studio.learning.adapt import adapt
from deid_studio.learning.context.context_store import write_context_model
from deid_studio.learning.context.context_training import ContextOptions, train_context
from deid_studio.learning.context.network_training import NetworkOptions
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.handing_on import write_audited
from deid_studio.learning.model_writing import write_model
from deid_studio.learning.train import TrainingOptions, train
from deid_studio.model.tagset import PhiClass, TagSet

Run = Callable[..., Result]
NAMES = ["Zurbina Quelta", "Brixolto Senve", "Ana Gómez", "Luis Paredo", "Eva Trunco", "Pía Melgo"]

FOREIGN = Path(__file__).resolve().parents[1] / "foreign"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of a tag set that is not MEDDOCAN's."""
    folder = tmp_path_factory.mktemp("data")
    for number, name in enumerate(NAMES):
        text = f"Persona: {name}\nCama: KX{number}7\nVisita. {name.split()[0]} come bien y duerme sin dolor.\n"
        at = text.index("KX")
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        (folder / f"{number}.ann").write_text(
            f"T1\tPERSON 9 {9 + len(name)}\t{name}\nT2\tBED {at} {at + 4}\t{text[at : at + 4]}\n", encoding="utf-8"
        )
    return folder


WARD = TagSet("ward", "1", (PhiClass("PERSON", {}), PhiClass("BED", {})))


@pytest.fixture(scope="module")
def models(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that was trained by the rule, and one that was trained as before there was one."""
    folder = tmp_path_factory.mktemp("models")
    documents = read_corpus([data])
    options = TrainingOptions(iterations=15, augmented=0)
    write_audited(train(documents, WARD, options), folder / "clean", documents)
    careless = TrainingOptions(c1=0, iterations=15, augmented=0, least_reports=1)
    write_model(train(documents, WARD, careless), folder / "old")
    return folder


def test_a_clean_model_ends_in_0_and_another_in_1_without_its_words(run: Run, data: Path, models: Path) -> None:
    done = run("model", "audit", models / "clean", "--data", data)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Clean: of 6 reports" in done.stdout
    done = run("model", "audit", models / "old", "--data", data)
    assert done.exit_code == 1
    assert "Not clean" in done.stdout and "PERSON" in done.stdout
    assert not any(word in done.stdout.lower() for name in NAMES for word in name.lower().split())
    assert "  zurbina\n" in run("model", "audit", models / "old", "--data", data, "--words").stdout


def test_without_reports_words_are_held_against_public_lists(run: Run, models: Path) -> None:
    done = run("model", "audit", models / "old", "--words")
    assert done.exit_code == 1
    assert "  brixolto\n" in done.stdout and "--data" in done.stdout


def test_other_reports_than_the_models_are_told(run: Run, data: Path, models: Path, tmp_path: Path) -> None:
    shutil.copytree(data, tmp_path / "few")
    (tmp_path / "few" / "0.ann").unlink()
    done = run("model", "audit", models / "clean", "--data", tmp_path / "few")
    assert "not the reports" in done.stderr


def test_what_an_adapted_model_has_from_its_base_is_not_counted(
    run: Run, data: Path, models: Path, tmp_path: Path
) -> None:
    documents = read_corpus([data])
    base = read_model(models / "old")
    done = write_audited(adapt(base, documents), tmp_path / "adapted", documents, base)
    assert not done.words and not done.clean, "the base was never audited"
    assert run("model", "audit", tmp_path / "adapted", "--data", data).exit_code == 1
    told = run("model", "audit", tmp_path / "adapted", "--data", data, "--base", models / "old")
    assert told.exit_code == 1 and "no clean audit" in told.stdout
    clean = read_model(models / "clean")
    write_audited(adapt(clean, documents), tmp_path / "good", documents, clean)
    assert run("model", "audit", tmp_path / "good", "--data", data, "--base", models / "clean").exit_code == 0


def test_files_that_are_no_part_of_a_model_are_told(run: Run, data: Path, models: Path, tmp_path: Path) -> None:
    shutil.copytree(models / "clean", tmp_path / "m")
    (tmp_path / "m" / "nombres.txt").write_text("Zurbina", encoding="utf-8")
    (tmp_path / "m" / "indicators.json").write_text("[]", encoding="utf-8")
    done = run("model", "audit", tmp_path / "m", "--data", data)
    assert done.exit_code == 1
    assert "nombres.txt" in done.stdout and "indicators.json" in done.stdout


def test_the_words_of_a_context_model_are_audited(run: Run, data: Path, tmp_path: Path) -> None:
    network = NetworkOptions(width=8, passes=0, least_count=1)
    documents = read_corpus([data])
    model = train_context(documents, [], WARD, ContextOptions(network, prose=2, made=2))
    write_context_model(model, tmp_path / "good")
    done = run("model", "audit", tmp_path / "good", "--data", data)
    assert (done.exit_code, done.stderr) == (0, "") and "Clean: of 6 reports" in done.stdout
    assert run("model", "audit", tmp_path / "good").exit_code == 0
    # One that tells a name by itself, as none may.
    at = model.words.index("dolor")
    words = (*model.words[:at], "zurbina", *model.words[at + 1 :])
    write_context_model(replace(model, words=words), tmp_path / "bad")
    done = run("model", "audit", tmp_path / "bad", "--data", data, "--words")
    assert done.exit_code == 1 and "  zurbina\n" in done.stdout and "  brixolto\n" not in done.stdout
    assert "zurbina" in run("model", "audit", tmp_path / "bad", "--words").stdout
    (tmp_path / "good" / "rules.json").write_text("[]", encoding="utf-8")
    done = run("model", "audit", tmp_path / "good", "--data", data)
    assert done.exit_code == 1 and "rules.json" in done.stdout
    (tmp_path / "bad" / WORDS).write_text("[]", encoding="utf-8")
    assert WORDS in run("model", "audit", tmp_path / "bad").stderr


def test_the_shipped_context_model_shows_public_words_alone(run: Run) -> None:
    done = run("model", "audit", paths.resources() / "models" / "context")
    assert (done.exit_code, done.stderr) == (0, ""), done.output


def test_a_model_of_another_kind_is_told_as_one(models: Path) -> None:
    for read, folder in ((read_model, paths.resources() / "models" / "context"), (read_context_model, models / "old")):
        with pytest.raises(ModelDamagedError, match="another kind"):
            read(folder)


@pytest.mark.parametrize("harm", ["none", "file", "empty", "cut", "nested"])
def test_a_folder_that_is_no_model_or_a_damaged_one_is_told(run: Run, models: Path, tmp_path: Path, harm: str) -> None:
    folder = tmp_path / "m"
    if harm in ("cut", "nested"):
        shutil.copytree(models / "clean", folder)
    if harm == "file":
        folder.write_text("no es un modelo", encoding="utf-8")
    elif harm == "empty":
        folder.mkdir()
    elif harm == "cut":
        (folder / ATTRIBUTES).write_bytes((folder / ATTRIBUTES).read_bytes()[:-9])
    elif harm == "nested":
        (folder / MANIFEST).write_text("[" * 9_000, encoding="utf-8")
    done = run("model", "audit", folder)
    assert done.exit_code == 1
    assert str(folder) in done.stderr and "Traceback" not in done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)


@pytest.mark.parametrize("value", [3, "x", [3], [{}], [{"base": 3}], {"base": "x"}, None])
def test_a_manifest_of_strangers_says_what_it_likes(run: Run, models: Path, tmp_path: Path, value: object) -> None:
    from deid_studio.learning.model_writing import manifest_bytes

    shutil.copytree(models / "clean", tmp_path / "m")
    manifest = json.loads((tmp_path / "m" / MANIFEST).read_text(encoding="utf-8"))
    (tmp_path / "m" / MANIFEST).write_bytes(manifest_bytes(manifest | {"adapted": value, "data": value}))
    done = run("model", "audit", tmp_path / "m")
    # Either it is audited, or it is told as damaged.
    assert isinstance(done.exception, SystemExit)
    assert done.stdout or (done.exit_code == 1 and str(tmp_path / "m") in done.stderr)


@pytest.mark.corpus
@pytest.mark.slow
def test_the_shipped_models_are_clean_of_their_own_reports(run: Run, corpus: Path) -> None:
    train = ("--data", corpus / "train")
    foreign = [part for name in ("dev", "second", "held_out", "third") for part in ("--data", FOREIGN / name)]
    every = (*train, "--data", corpus / "dev", *foreign)
    for model, data in (("default", every), (paths.resources() / "models" / "sectioned", train)):
        done = run("model", "audit", model, *data)
        assert (done.exit_code, done.stderr) == (0, ""), done.output


# --- versions --------------------------------------------------------------------------------------------------


@pytest.fixture
def own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "user_models", lambda: tmp_path / "own")
    return tmp_path / "own"


def test_a_version_is_taken_in_used_shown_and_left_again(run: Run, models: Path, own_models: Path) -> None:
    reports = own_models.parent / "reports"
    reports.mkdir()
    assert run("model", "list").stdout.split() == "default 1065 reports; audit: clean [wherever none is chosen]".split()
    assert run("model", "import", models / "clean").stdout == "clean-1\n"
    assert run("model", "use", "clean-1", "--folder", reports).stdout == f"{reports}: clean-1\n"
    first, second = run("model", "list").stdout.splitlines()
    assert first.split()[0] == "default" and second.split() == f"clean-1 6 reports; audit: clean [{reports}]".split()
    shown = run("model", "show", "clean-1").stdout
    assert "6 with 12 mentions, SHA-256" in shown and "seed 1" in shown
    assert run("model", "back", "--folder", reports).stdout == f"{reports}: default\n"
    assert "[" not in run("model", "list").stdout.splitlines()[1]
    missing = run("model", "use", "clean-2")
    assert missing.exit_code == 1 and "clean-2" in missing.stderr


def test_a_version_is_handed_on_as_a_file(run: Run, models: Path, own_models: Path, tmp_path: Path) -> None:
    run("model", "import", models / "clean")
    file = tmp_path / "clean.deidmodel"
    assert run("model", "export", "clean-1", file).exit_code == 0
    again = run("model", "export", "clean-1", file)
    assert again.exit_code == 1 and "--force" in again.stderr
    shutil.rmtree(own_models)
    assert run("model", "import", file).stdout == "clean-1\n"
    assert "imported" in run("model", "show", "clean-1").stdout
    file.write_bytes(file.read_bytes()[:-40])
    refused = run("model", "import", file)
    assert refused.exit_code == 1 and "clean.deidmodel cannot be imported" in refused.stderr


def test_a_version_that_is_not_clean_leaves_only_with_share(
    run: Run, models: Path, own_models: Path, tmp_path: Path
) -> None:
    run("model", "import", models / "old")
    file = tmp_path / "old.deidmodel"
    refused = run("model", "export", "old-1", file)
    assert refused.exit_code == 1 and "--share" in refused.stderr and not file.exists()
    assert run("model", "export", "old-1", file, "--share").exit_code == 0
    assert file.stat().st_mode & 0o077 == 0


def test_a_folder_tells_how_many_more_reports_a_recall_takes(
    run: Run, data: Path, models: Path, tmp_path: Path
) -> None:
    reviewed = tmp_path / "reviewed"
    shutil.copytree(data, reviewed / "retraining" / "brat")
    done = run("model", "curve", reviewed, "--base", models / "clean", "--folds", 2, "--recall", 0.5, "--recall", 0.999)
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["reports", "1", "2", "3", "Recall", "Recall"]
    few = run("model", "curve", FOREIGN / "dev", "--recall", "1")
    assert few.exit_code == 2
