"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from deid_studio.errors import WriteError
from deid_studio.formats.files import write_file, write_files


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_writes_new_and_replaces_old(tmp_path: Path) -> None:
    path = tmp_path / "informe.ann"
    write_file(path, b"uno")
    write_file(path, b"dos")
    assert path.read_bytes() == b"dos"
    assert names(tmp_path) == ["informe.ann"]


def test_a_new_file_obeys_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "nuevo", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "nuevo").stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")
@pytest.mark.parametrize(("report", "new"), [(0o555, 0o644), (0o755, 0o644), (0o400, 0o600), (0o640, 0o640)])
def test_a_file_beside_a_report_is_as_private_and_no_program(tmp_path: Path, report: int, new: int) -> None:
    (tmp_path / "a.txt").write_bytes(b"x")
    (tmp_path / "a.txt").chmod(report)
    write_file(tmp_path / "a.ann", b"", like=tmp_path / "a.txt")
    assert stat.S_IMODE((tmp_path / "a.ann").stat().st_mode) == new


def test_the_mode_of_a_replaced_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "informe.ann"
    path.write_bytes(b"x")
    path.chmod(0o604)
    write_file(path, b"y")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "informe.ann").symlink_to(tmp_path / "real" / "informe.ann")
    write_file(tmp_path / "informe.ann", b"x")
    assert (tmp_path / "informe.ann").is_symlink()
    assert (tmp_path / "real" / "informe.ann").read_bytes() == b"x"


@pytest.mark.parametrize("call", ["write", "fsync", "open"])
def test_a_full_disk_leaves_the_old_file_and_nothing_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "informe.ann"
    path.write_bytes(b"antes")

    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, call, refuse)
        with pytest.raises(WriteError) as caught:
            write_file(path, b"despues" * 1000)
    assert "No space left on device" in caught.value.what("en") and "no queda espacio" in caught.value.what("es")
    assert path.read_bytes() == b"antes"
    assert names(tmp_path) == ["informe.ann"]


@pytest.mark.skipif(sys.platform == "win32", reason="RLIMIT_FSIZE is POSIX")
def test_a_file_that_the_system_cuts_short_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "informe.ann"
    path.write_bytes(b"antes")
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from deid_studio.errors import WriteError; from deid_studio.formats.files import write_file\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "try: write_file(Path(sys.argv[1]), b'x' * 100_000)\n"
        "except WriteError: sys.exit(7)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], cwd=Path(__file__).parents[2], check=False)
    assert done.returncode == 7
    assert path.read_bytes() == b"antes"
    assert names(tmp_path) == ["informe.ann"]


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: whole(descriptor, bytes(data[:3])))
    write_file(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_read_only_file_and_folder_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "informe.ann"
    path.write_bytes(b"antes")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(WriteError, match="read-only"):
        write_file(path, b"x")
    monkeypatch.undo()
    path.chmod(0o644)
    folder = tmp_path / "cerrada"
    folder.mkdir(mode=0o555)
    if not os.access(folder, os.W_OK):
        with pytest.raises(WriteError):
            write_file(folder / "nuevo", b"x")
    with pytest.raises(WriteError):
        write_file(tmp_path / "falta" / "nuevo", b"x")
    with pytest.raises(WriteError):
        write_file(folder, b"x")
    assert path.read_bytes() == b"antes"


def test_interrupting_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "informe.ann", b"x")
    assert names(tmp_path) == []


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(4) as made:
        yield made


def state(folder: Path) -> dict[str, tuple[bytes, int, bool]]:
    """What each file below a folder holds, its mode, and whether it is a link."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), stat.S_IMODE(path.stat().st_mode), path.is_symlink())
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.skipif(os.name != "posix", reason="modes and links are of POSIX")
def test_several_files_become_what_each_would_and_one_that_is_refused_hinders_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: Executor
) -> None:
    whole, access = os.write, os.access
    monkeypatch.setattr(os, "write", lambda descriptor, data: whole(descriptor, bytes(data[:3])))
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "c" and access(path, mode))
    told, states = [], []
    for name in ("one by one", "together"):
        folder = tmp_path / name
        (folder / "d").mkdir(parents=True)
        (folder / "like").write_bytes(b"x")
        (folder / "like").chmod(0o740)
        for there in ("b", "c"):
            (folder / there).write_bytes(b"antes")
            (folder / there).chmod(0o604)
        (folder / "e").symlink_to(folder / "real")
        files = [
            (folder / one, one.encode() * 9, folder / "like") for one in ("a", "b", "c", "d", "e", "falta/f", "g/h")
        ]
        (folder / "g").mkdir()
        if name == "together":
            told.append([None if error is None else type(error) for error in write_files(files, threads)])
        else:
            refused: list[type[WriteError] | None] = []
            for file in files:
                try:
                    write_file(*file)
                    refused.append(None)
                except WriteError as error:
                    refused.append(type(error))
            told.append(refused)
        states.append(state(folder))
    assert told[0] == told[1] == [None, None, WriteError, WriteError, None, WriteError, None]
    assert states[0] == states[1] and states[0]["e"] == (b"e" * 9, 0o640, True)


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_of_several_files_those_are_there_that_the_disk_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: Executor, call: str
) -> None:
    paths = [tmp_path / f"{number}.ann" for number in range(9)]
    paths[4].write_bytes(b"antes")
    real, calls = getattr(Path if call == "replace" else os, call), iter(range(100))

    def refuse_the_fifth(*given: object) -> object:
        if next(calls) == 4:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*given)

    with monkeypatch.context() as patched:
        patched.setattr(Path if call == "replace" else os, call, refuse_the_fifth)
        told = write_files([(path, b"x", None) for path in paths], threads)
    refused = [path for path, error in zip(paths, told, strict=True) if error is not None]
    assert len(refused) == 1
    for path in paths:
        assert (path.read_bytes() if path.exists() else b"") == (
            b"x" if path not in refused else b"antes" if path == paths[4] else b""
        )
    assert all(name.endswith(".ann") for name in names(tmp_path))


def test_interrupting_while_several_are_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: Executor
) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_files([(tmp_path / f"{number}", b"x", None) for number in range(9)], threads)
    assert names(tmp_path) == []
