"""No test turns to the network: the guard of the suite bites, in processes too, and Qt has no sockets."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import network_guard
import pytest

OUTSIDE = ("192.0.2.1", 9)  # of documentation: nobody has it
WAYS: dict[str, Callable[[socket.socket], object]] = {
    "connect": lambda one: one.connect(OUTSIDE),
    "connect within": lambda one: one.connect(("127.0.0.1", 9)),
    "connect_ex": lambda one: one.connect_ex(OUTSIDE),
    "bind": lambda one: one.bind(("0.0.0.0", 0)),
    "bind within": lambda one: one.bind(("127.0.0.1", 0)),
    "sendto": lambda one: one.sendto(b"x", OUTSIDE),
    "sendmsg": lambda one: one.sendmsg([b"x"], [], 0, OUTSIDE),
    "getaddrinfo": lambda _: socket.getaddrinfo("example.org", 80),
    "gethostbyname": lambda _: socket.gethostbyname("example.org"),
}


@pytest.fixture
def noted():
    """What the guard noted in this test, which then does not fail of it."""
    yield network_guard.noted
    network_guard.noted.clear()


@pytest.mark.parametrize("way", WAYS)
def test_who_turns_to_the_network_is_stopped(way: str, noted: list[str]) -> None:
    kind = socket.SOCK_DGRAM if way.startswith("send") else socket.SOCK_STREAM
    with socket.socket(socket.AF_INET, kind) as one:
        one.settimeout(0.2)
        with pytest.raises(network_guard.NetworkForbiddenError, match="without a network"):
            WAYS[way](one)
    assert len(noted) == (way != "bind within")


def test_who_swallows_the_error_fails_all_the_same(noted: list[str]) -> None:
    with contextlib.suppress(OSError):
        socket.create_connection(OUTSIDE, 0.2)
    assert noted


def test_a_process_that_a_test_starts_is_stopped_as_well() -> None:
    code = f"import socket; socket.create_connection({OUTSIDE}, 0.2)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "NetworkForbiddenError" in done.stderr


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="what is loaded is read from /proc")
@pytest.mark.parametrize(("module", "has"), [("QtWidgets", 0), ("QtNetwork", 1)])
def test_sockets_of_qt_would_be_noticed(module: str, has: int) -> None:
    code = f"import sys, PySide6.{module}, network_guard; sys.exit(network_guard.qt_has_sockets())"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == has


def test_sockets_within_this_computer_are_free(tmp_path: Path) -> None:
    if not hasattr(socket, "AF_UNIX"):
        pytest.skip("this system has none")
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "s"))
        server.listen()
        client.connect(str(tmp_path / "s"))


@pytest.mark.loopback
def test_loopback_is_for_tests_that_start_a_server_and_nothing_beyond_it(noted: list[str]) -> None:
    with socket.socket() as server, socket.socket() as client:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client.connect(server.getsockname())
        with pytest.raises(network_guard.NetworkForbiddenError), socket.socket() as other:
            other.connect(OUTSIDE)
    assert len(noted) == 1
