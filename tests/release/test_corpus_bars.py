"""What a release has to reach, on a sample of the corpus; the benchmark `bench_release.py` looks at all of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from deid_studio.formats.folder import find_reports
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress
from deid_studio.release import vault as vault_module
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Policy, Treatment, Way, load_policy
from deid_studio.review.project import Project
from deid_studio.review.releasing.release_gathering import gather
from deid_studio.review.releasing.release_preparation import Prepared, check, prepare
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_writing import write_release
from tests.benchmarks.release_figures import Figures, answering_all, brought_back, copy_reports, figures

pytestmark = pytest.mark.corpus

_EVERY = 10
Bars = tuple[ReleaseRequest, Prepared, Figures]


@pytest.fixture(scope="module")
def bars(corpus: Path, tagset: TagSet, tmp_path_factory: pytest.TempPathFactory):
    """A sample of the reports, released in memory with surrogates, and the figures of it."""
    place = tmp_path_factory.mktemp("bars")
    copy_reports(sorted(find_reports(corpus / "dev"))[::_EVERY], place / "reports")
    project = Project(place / "reports", tagset, "x")
    request = ReleaseRequest(
        project, load_policy("research"), place / "out", (OutputFormat.BRAT,), numbered=True,
        vault=place / "vault", secret=b"s" * 32,
        passphrases=("tambor lluvia grapa piedra", "cometa bosque rueda ladrillo"),
        reviewed_by="MEDDOCAN, two annotators and a revision",
    )  # fmt: skip
    prepared = prepare(request, Progress())
    yield request, prepared, figures(prepared, tagset)
    project.close()


@pytest.mark.slow
def test_every_span_is_replaced_and_by_nothing_real(bars: Bars) -> None:
    _, prepared, found = bars
    assert len(prepared.reports) >= 20 and found.marked >= found.replaced > found.who > 300
    assert (found.unmarked, found.equal, found.met) == (0, 0, 0)


def test_nothing_that_was_decided_is_left(bars: Bars) -> None:
    _, prepared, found = bars
    assert found.standing == 0
    # Where the corpus marked a name here and overlooked its surname there, the gate holds the release back; and it
    # asks about little that the corpus did not mark.
    assert found.decided_left <= 3 and found.left.total() <= len(prepared.reports), found.left


def test_intervals_between_dates_are_kept(bars: Bars) -> None:
    *_, found = bars
    assert found.intervals > 20 and found.changed == 0


def test_the_new_brat_says_the_same(bars: Bars) -> None:
    *_, found = bars
    assert found.invalid == 0


def test_every_report_comes_back_byte_for_byte(bars: Bars, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})
    request, prepared, _ = bars
    request = replace(request, answers=answering_all(prepared))
    gathered = gather(request.project, request.unreviewed, Progress(), reviewed_by=request.reviewed_by)
    write_release(request, check(request, gathered, Progress(), before=prepared), Progress())
    assert brought_back(request) == len(prepared.reports)


def test_the_figures_see_a_release_that_keeps_everything(bars: Bars, tagset: TagSet) -> None:
    """Bars are worth something only if they can be missed."""
    request, *_ = bars
    keeping = Policy("keeping", default=Treatment(Way.KEEP))
    found = figures(prepare(replace(request, policy=keeping), Progress()), tagset)
    assert found.equal == found.who > 300 and found.standing > 100 and found.met > 100
    assert found.decided_left == 0  # nothing was to be replaced: the gate alone would have seen nothing
