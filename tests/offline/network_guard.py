"""Forbids the network to the tests and to every process that they start.

What turns to it gets a `NetworkForbiddenError`, as on a computer without a network, and is `noted`: its test fails even
where a library swallows the error. Sockets that no network has (`AF_UNIX`) are free; those of loopback are so in tests
marked `loopback`, since they start a server. Python's sockets are watched; Qt's need a library that must not be there.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path

LOOPBACK = "DEID_TESTS_LOOPBACK"  # is set while loopback is allowed, for processes that are started as well
_TO_AN_ADDRESS = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}
_OF_A_NAME = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}
noted: list[str] = []
_forbidden = False


class NetworkForbiddenError(PermissionError):
    """A test turned to the network."""


def forbid() -> None:
    """Forbid it from now on; what Python has watched once it watches to its end."""
    global _forbidden
    if not _forbidden:
        _forbidden = True
        sys.addaudithook(_watch)


def qt_has_sockets() -> bool:
    """Whether this process has loaded Qt's library for networks; False where there is no `/proc` to know it by."""
    maps = Path("/proc/self/maps")
    return maps.exists() and "Qt6Network" in maps.read_text(encoding="utf-8", errors="replace")


def _watch(event: str, given: tuple[object, ...]) -> None:
    if event in _TO_AN_ADDRESS:
        address = given[-1]
        if not isinstance(address, tuple):  # a path is AF_UNIX's; a message without address goes where it is connected
            return
        host = address[0]
    elif event in _OF_A_NAME:
        host = given[0]
    else:
        return
    within = _is_loopback(host)
    if within and LOOPBACK in os.environ:
        return
    # urllib3, as it is loaded, binds to ::1 to learn whether there is IPv6: refused, and no reason to fail.
    if not (within and event == "socket.bind"):
        noted.append(f"{event} {host!r}")
    raise NetworkForbiddenError(f"Tests run without a network: {event} {host!r}")


def _is_loopback(host: object) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(str(host).partition("%")[0]).is_loopback
    except ValueError:
        return False
