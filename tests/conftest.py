"""Fixtures for all tests that need no window."""

from __future__ import annotations

import builtins
import gc
import io
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import compress
from pathlib import Path
from typing import Any

import network_guard
import pytest
from hypothesis import settings

from deid_studio import paths
from deid_studio.detection import crf_model
from deid_studio.detection.model_tagset import tag_set_entry
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.profile import load_profile
from deid_studio.gui.app import spare_sources
from deid_studio.learning.corpus import read_corpus
from deid_studio.learning.model_writing import manifest_bytes
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet, shipped_tagset

# How long one example takes says more of what else the machine does than of the program.
# In continuous integration a property is tried as often as Hypothesis does by itself, by hand less often.
settings.register_profile("untimed", deadline=None, max_examples=100 if "CI" in os.environ else 20)
settings.register_profile("quick", deadline=None, max_examples=5)
settings.load_profile("untimed")

QUICK_SECONDS = 5.0  # of one processor for a test of `make quick`; the first to use a list or a model loads it

collect_ignore = ["foreign", "golden", "models"]  # thousands of reports, each of which would be asked for tests

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only what takes less than a minute altogether")


def pytest_configure(config: pytest.Config) -> None:
    network_guard.forbid()
    guarded = [str(Path(network_guard.__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(guarded)
    if "PySide6.QtCore" in sys.modules:  # pytest-qt has imported it
        spare_sources()
    gc.set_threshold(20_000, 20, 20)  # models and lists stay as long as the tests do: a look through them finds nothing
    gc.disable()  # until all tests are collected: what is imported and collected is no garbage either
    if config.getoption("--quick"):
        settings.load_profile("quick")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        # The user's cache is left alone; what tests and their processes keep for each other goes with them.
        folder = tempfile.mkdtemp(prefix="deid-cache-")
        os.environ["XDG_CACHE_HOME"] = folder
        config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--quick` leave out what is slow, and windows but for those of the modules that are marked `quick`."""
    if config.getoption("--quick"):
        quick = [is_quick(item) for item in items]
        config.hook.pytest_deselected(items=[item for item, own in zip(items, quick, strict=True) if not own])
        items[:] = compress(items, quick)


def pytest_collection_finish() -> None:
    """Look for garbage from here on, and never through what was imported and collected: it stays to the end."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Let what the tests have loaded end with the process: nothing of it is looked through once more."""
    gc.freeze()


def is_quick(item: pytest.Item) -> bool:
    """Whether a test belongs to `make quick`."""
    if item.get_closest_marker("slow") or item.get_closest_marker("corpus"):
        return False
    return "make_studio" not in getattr(item, "fixturenames", ()) or item.get_closest_marker("quick") is not None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Take PySide's look for `__feature__`, which nobody uses, off all imports: each of its modules puts it there.

    An import within a function takes four times as long with it, and Hypothesis has one wherever it draws.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let tests that are marked `loopback`, and what they set up, turn to servers on this computer."""
    if item.get_closest_marker("loopback"):
        os.environ[network_guard.LOOPBACK] = "1"
    done = yield
    os.environ.pop(network_guard.LOOPBACK, None)
    return done


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """Let a test fail that turned to the network, also where a library kept quiet of it."""
    yield
    told = ", ".join(network_guard.noted)
    network_guard.noted.clear()
    if told:
        pytest.fail(f"It turned to the network: {told}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """With `--quick` let a test fail that is slow and does not say so; what else the machine does is not counted."""
    begun = time.process_time()
    yield
    taken = time.process_time() - begun
    if item.config.getoption("--quick") and taken > QUICK_SECONDS:
        pytest.fail(f"It takes {taken:.1f} s of a processor, too much for make quick: mark it slow.", pytrace=False)


def _shared(part: str) -> Path:
    folder = SHARED / part
    if not folder.is_dir():
        pytest.skip(f"{part} is not beside the checkout: this test reads data that is not part of the project")
    return folder


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder with the corpus parts `train` and `dev`."""
    return _shared("corpora/meddocan")


@pytest.fixture(scope="session")
def dev(corpus: Path) -> list[Document]:
    """The annotated reports of the corpus's part `dev`, read once."""
    return read_corpus([corpus / "dev"])


@pytest.fixture(scope="session")
def official_evaluation() -> Path:
    """The folder with damaged annotations of 25 reports and what the official evaluator says of them."""
    return _shared("evaluation")


@pytest.fixture(scope="session")
def gazetteer_sources() -> Path:
    """The folder with official lists of names, towns, hospitals, health centres and addresses."""
    return _shared("gazetteer-sources")


@pytest.fixture(scope="session", autouse=True)
def models_read_once() -> Iterator[None]:
    """What is read of the program's own models, and of those of these tests, is kept: nothing changes it."""
    read = crf_model._read
    own = (paths.resources(), Path(__file__).parent / "models")
    kept: dict[tuple[Path, str], crf_model.StoredCrf] = {}

    def read_once(folder: Path, manifest: dict[str, Any]) -> crf_model.StoredCrf:
        if not any(map(folder.is_relative_to, own)):
            return read(folder, manifest)
        crf_model._check_manifest(folder, manifest)  # of other lists, it has to be refused still
        key = folder, manifest["manifest_sha256"]
        if key not in kept:
            kept[key] = read(folder, manifest)
            for one in (kept[key].values, kept[key].transitions):
                one.flags.writeable = False
        return replace(kept[key], manifest=manifest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crf_model, "_read", read_once)
        yield


@pytest.fixture(scope="session")
def shipped_pipeline() -> Callable[[str], Pipeline]:
    """The pipeline of a shipped profile, by its name; each is loaded once."""
    return cache(lambda name: load_profile(name).pipeline())


@pytest.fixture(scope="session")
def renamed_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped model with classes of its own names (`X_…`), which mean the same."""
    folder = tmp_path_factory.mktemp("renamed") / "model"
    shutil.copytree(paths.default_model(), folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    own = tuple(replace(one, name=f"X_{one.name}") for one in shipped_tagset("meddocan"))
    manifest["tag_set"] = tag_set_entry(TagSet("own", "1", own))
    manifest["tags"] = [tag if tag == "O" else f"{tag[:2]}X_{tag[2:]}" for tag in manifest["tags"]]
    (folder / "manifest.json").write_bytes(manifest_bytes(manifest))
    return folder


# --- documents, as other programs write them -----------------------------------------------------------------


@pytest.fixture
def docx() -> Callable[..., bytes]:
    """Makes a Word document of paragraphs; `shape` may do more to it."""

    def make(*paragraphs: str, shape: Callable[..., object] | None = None) -> bytes:
        from docx import Document

        document = Document()
        for paragraph in paragraphs:
            document.add_paragraph(paragraph)
        if shape is not None:
            shape(document)
        data = io.BytesIO()
        document.save(data)
        return data.getvalue()

    return make


@pytest.fixture
def pdf() -> Callable[..., bytes]:
    """Makes a PDF with a page for each list of lines; a page that is a callable draws itself on the canvas."""

    def make(*pages: list[str] | Callable[..., object], **options: object) -> bytes:
        from reportlab.pdfgen.canvas import Canvas

        data = io.BytesIO()
        canvas = Canvas(data, **options)
        for page in pages:
            if callable(page):
                page(canvas)
            else:
                for number, line in enumerate(page):
                    canvas.drawString(60, 780 - 16 * number, line)
            canvas.showPage()
        canvas.save()
        return data.getvalue()

    return make
