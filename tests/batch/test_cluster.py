"""Cluster: answers of Dask's workers, in order; a lost worker loses nothing, another program is refused."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from deid_studio.errors import ClusterSetupError, WorkerLostError, WorkersDifferError
from tests.batch.noting import Noting

pytestmark = [pytest.mark.slow, pytest.mark.loopback, pytest.mark.skipif(os.name != "posix", reason="kills by signals")]

SECRET = "Lucía Montero"


@pytest.fixture(autouse=True, scope="module")
def installed() -> None:
    # Here, for it takes half a second to load, in every process that collects these tests.
    pytest.importorskip("distributed", reason="distributed (deid-studio[cluster]) is not installed")


@pytest.fixture
def sockets() -> Callable[[], set[str]]:
    psutil = pytest.importorskip("psutil")

    def listening() -> set[str]:
        here = psutil.Process()
        found = [one for process in (here, *here.children(recursive=True)) for one in process.net_connections("inet")]
        return {one.laddr.ip for one in found if one.status == psutil.CONN_LISTEN}

    return listening


def test_a_lost_worker_loses_nothing(
    tmp_path: Path, sockets: Callable[[], set[str]], capfd: pytest.CaptureFixture[str]
) -> None:
    from deid_studio.batch.cluster import Cluster

    names = ["a", "always", "b", "once", *"cdef"]
    with Cluster("", 2, Noting(tmp_path)) as cluster:
        assert cluster.start() == "loaded"
        assert sockets() == {"127.0.0.1"}
        found = list(cluster.each((name, SimpleNamespace(path=name, text=SECRET)) for name in names))
    assert [name for name, _ in found] == names
    for name, answer in found:
        if name == "always":
            assert isinstance(answer, WorkerLostError) and answer.params["path"] == "always"
        else:
            assert answer == f"answer {name}"
    assert all(note.read_text() == "x" for note in tmp_path.glob("loaded-*"))
    assert SECRET not in "".join(capfd.readouterr())


@pytest.fixture
def as_documented(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    """Dask set up as a page of the documentation tells it, with the certificates that it has one make."""
    import dask

    yaml = pytest.importorskip("yaml")
    page = (Path(__file__).parents[2] / "docs" / request.param).read_text(encoding="utf-8")
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not there")
    blocks = [textwrap.dedent(block) for block in re.findall(r"(?:^ {4}.+\n)+", page, re.MULTILINE)]
    (making,) = (block for block in blocks if block.startswith("openssl"))
    subprocess.run(["sh", "-e", "-c", making], cwd=tmp_path, check=True, capture_output=True)
    (settings,) = (block for block in blocks if block.startswith("distributed:"))
    found = yaml.safe_load(re.sub("/(path|ruta)/", f"{tmp_path}/", settings))
    with dask.config.set(dask.config.merge(dask.config.config, found)):
        yield


@pytest.mark.usefixtures("as_documented")
@pytest.mark.parametrize("as_documented", ["cluster.md", "cluster.es.md"], indirect=True)
def test_certificates_made_as_documented_let_one_in_and_others_not(tmp_path: Path) -> None:
    import dask
    import distributed

    from deid_studio.batch.cluster import Cluster

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, memory_limit=0, protocol="tls://", host="127.0.0.1",
        security=distributed.Security(), dashboard_address="127.0.0.1:0",
    ) as there:  # fmt: skip
        address = there.scheduler_address
        assert address.startswith("tls://")
        with Cluster(address, 0, Noting(tmp_path)) as cluster:
            cluster.start()
            assert list(cluster.each([(1, SimpleNamespace(path="a"))])) == [(1, "answer a")]
        with pytest.raises(ClusterSetupError, match="encryption"), Cluster("tcp://[::1]:1", 0, Noting(tmp_path)) as one:
            one.start()
        with (
            dask.config.set({"distributed.comm.tls.client.cert": None, "distributed.comm.tls.ca-file": None}),
            pytest.raises(ClusterSetupError, match="no certificate"),
            Cluster(address, 0, Noting(tmp_path)) as one,
        ):
            one.start()


def test_a_worker_that_would_load_something_else_is_refused(tmp_path: Path) -> None:
    from deid_studio.batch.cluster import Cluster

    with pytest.raises(WorkersDifferError, match="other there: profile"), Cluster("", 1, Noting(tmp_path, True)) as one:
        one.start()
    assert not list(tmp_path.iterdir())
