"""Tries out what is in dist/ on a Debian or Ubuntu that has nothing else: as root, with debootstrap, Xvfb and pip.

    python packaging/shipping/bare_system.py                        everything, on Debian 12
    python packaging/shipping/bare_system.py --suite noble deb      the package alone, on Ubuntu 24.04

A system is made by `debootstrap --variant=minbase` once and kept packed in build/bare. Each artefact is tried out in a
fresh one, by somebody who is not root and has no network, with windows on an X server outside of it. Then it is
removed, and every file of the system has to be as it was before it was installed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from smoke import ROOT, TARGET, Installed, walk

DEBIAN, UBUNTU = "http://deb.debian.org/debian", "http://archive.ubuntu.com/ubuntu"
SUITES = {"bookworm": DEBIAN, "trixie": DEBIAN, "jammy": UBUNTU, "noble": UBUNTU}
KEYS = {DEBIAN: "debian-archive-keyring.gpg", UBUNTU: "ubuntu-archive-keyring.gpg"}
KEPT = ROOT / "build" / "bare"
WHO, HOME = "clinician", "home/clinician"
# What the system itself writes whenever packages come and go, and what is no file of it.
NOT_COMPARED = {"proc", "tmp", "dev/shm", "var/cache", "var/lib/apt", "var/lib/dpkg", "var/log", "etc/ld.so.cache"}
State = dict[str, tuple[int, int, str]]


class Bare:
    """A bare system in a folder."""

    def __init__(self, root: Path, display: str) -> None:
        self.root, self.home = root, root / HOME
        self._display = display

    def install(self, *packages: str) -> None:
        """Install packages with what they depend on."""
        self.as_root("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)

    def as_root(self, *command: str) -> None:
        """Run something as root, with the network."""
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(
            ["chroot", str(self.root), *command], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")

    def program(self, folder: str) -> Installed:
        """The programs in a folder, as somebody without rights runs them: without a network."""
        told = {"HOME": f"/{HOME}", "PATH": "/usr/bin:/bin", "DISPLAY": self._display, "LANG": "C.UTF-8"}
        settled = ["env", "-i", f"--chdir=/{HOME}", *(f"{name}={value}" for name, value in told.items())]
        inside = ["unshare", "--net", "chroot", f"--userspec={WHO}:{WHO}", str(self.root), *settled]
        return Installed(Path(folder), self.home, windows=True, before=inside)

    def state(self) -> State:
        """Every file and folder with its rights, size and where it points to."""
        found: State = {}
        for place, folders, names in os.walk(self.root):
            inside = Path(place).relative_to(self.root)
            folders[:] = [name for name in folders if str(inside / name) not in NOT_COMPARED]
            for name in (*folders, *names):
                path = Path(place, name)
                told, link = path.lstat(), str(path.readlink()) if path.is_symlink() else ""
                if str(inside / name) not in NOT_COMPARED:
                    found[str(inside / name)] = told.st_mode, 0 if path.is_dir() else told.st_size, link
        return found


@contextmanager
def x_server() -> Iterator[str]:
    """An X server without a screen; gives its display."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "1280x800x24", "-ac", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    try:
        with os.fdopen(reads) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def bare_system(suite: str, display: str) -> Iterator[Bare]:
    """A fresh system, which is removed in the end."""
    packed = KEPT / f"{suite}.tar"
    if not packed.exists():
        _bootstrap(suite, packed)
    folder = Path(tempfile.mkdtemp(dir=KEPT))
    root = folder / "root"
    mounted: list[Path] = []
    try:
        subprocess.run(["tar", "-xf", str(packed), "-C", str(folder)], check=True)
        (root / "tmp" / ".X11-unix").mkdir()
        for place, *how in (
            ("proc", "-t", "proc", "proc"),
            ("dev/shm", "-t", "tmpfs", "tmpfs"),
            ("tmp/.X11-unix", "--bind", "/tmp/.X11-unix"),  # noqa: S108 - where X servers are
        ):
            subprocess.run(["mount", *how, str(root / place)], check=True)
            mounted.append(root / place)
        for name in ("resolv.conf", "hosts"):
            shutil.copy(f"/etc/{name}", root / "etc" / name)
        system = Bare(root, display)
        system.as_root("apt-get", "update", "-qq")
        system.as_root("useradd", "--create-home", WHO)
        yield system
    finally:
        for place in reversed(mounted):
            subprocess.run(["umount", str(place)], check=True)
        subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=True)


def _bootstrap(suite: str, packed: Path) -> None:
    mirror = SUITES[suite]
    options = ["--variant=minbase", f"--components=main{',universe' if mirror == UBUNTU else ''}"]
    if not Path("/usr/share/keyrings", KEYS[mirror]).exists():
        print(f"The signatures of {mirror} cannot be checked here: {KEYS[mirror]} is missing.")
        options.append("--no-check-gpg")
    script = Path("/usr/share/debootstrap/scripts", suite)
    known = [] if script.exists() else [str(script.with_name("jammy" if mirror == UBUNTU else "sid"))]
    packed.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=packed.parent) as folder:
        command = ["debootstrap", *options, suite, f"{folder}/root", mirror, *known]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["tar", "-cf", f"{folder}/packed", "-C", folder, "root"], check=True)
        Path(folder, "packed").rename(packed)


@contextmanager
def with_package(system: Bare) -> Iterator[Installed]:
    """The Debian package, with what it depends on."""
    (package,) = TARGET.glob("*.deb")
    inside = system.root / "srv" / package.name
    shutil.copy(package, inside)
    system.install(f"/srv/{package.name}")
    inside.unlink()
    yield system.program("/usr/bin")
    system.as_root("apt-get", "purge", "-y", "-qq", "--auto-remove", "deid-studio")


@contextmanager
def with_folder(system: Bare) -> Iterator[Installed]:
    """The archive, unpacked at home."""
    (archive,) = TARGET.glob("deid-studio-*-linux-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(system.home)
    yield system.program(f"/{HOME}/deid-studio")
    shutil.rmtree(system.home / "deid-studio")


@contextmanager
def with_wheel(system: Bare) -> Iterator[Installed]:
    """The wheel by pipx, with libraries that were fetched outside, for the Python that is inside."""
    (wheel,) = (path for path in TARGET.glob("*.whl") if "none-any" not in path.name)
    version = Path(system.root, "usr/bin/python3").readlink().name.removeprefix("python")
    wheels = system.root / "srv" / "wheels"
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--python-version", version]
    subprocess.run(
        [*fetch, "--constraint", str(ROOT / "requirements.lock"), "--dest", str(wheels), str(wheel)], check=True
    )
    pipx = system.program("/usr/bin")
    pipx.run("pipx", "install", "--pip-args=--no-index --find-links=/srv/wheels", f"/srv/wheels/{wheel.name}")
    shutil.rmtree(wheels)
    yield system.program(f"/{HOME}/.local/bin")
    pipx.run("pipx", "uninstall", "deid-studio")


def _desktop() -> list[str]:
    lines = (ROOT / "packaging" / "system-packages.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


# With each, what has to be there before: what a desktop has, and what installs a wheel.
KINDS: dict[str, tuple[Callable[[Bare], AbstractContextManager[Installed]], list[str]]] = {
    "deb": (with_package, []),
    "folder": (with_folder, _desktop()),
    "wheel": (with_wheel, [*_desktop(), "pipx"]),
}


def try_out(kind: str, system: Bare, picture: Path) -> list[str]:
    """Install, go through a report's path, remove; returns what is left or was changed."""
    how, needed = KINDS[kind]
    if needed:
        system.install(*needed)
    before, began = system.state(), time.monotonic()
    with how(system) as installed:
        more = sum(told[1] for told in system.state().values()) - sum(told[1] for told in before.values())
        print(f"{time.monotonic() - began:7.1f} s  installed: {more / 1e6:.0f} MB more", flush=True)
        walk(installed, system.home)
        shutil.copy(system.home / "checked" / "window.png", picture)
    for made in ("checked", "trained", "learned", "released", "documents", "annotated"):
        shutil.rmtree(system.home / made)
    after = system.state()
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def main() -> None:
    """Try out what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))  # choices refuse that there is none
    parser.add_argument("--suite", choices=list(SUITES), default="bookworm")
    wanted = parser.parse_args()
    if unknown := set(wanted.kinds) - set(KINDS):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    failed = False
    for kind in wanted.kinds or KINDS:
        print(f"--- {kind} on a bare {wanted.suite}", flush=True)
        with x_server() as display, bare_system(wanted.suite, display) as system:
            left = try_out(kind, system, KEPT / f"{wanted.suite}-{kind}.png")
        own = sorted({"/".join(name.split("/")[2:4]) for name in left if name.startswith(f"{HOME}/")})
        print(f"           at home is left: {', '.join(own) or 'nothing'}")
        if others := [name for name in left if not name.startswith(HOME)]:
            print(f"           left or changed elsewhere: {', '.join(others)}")
            failed = True
    sys.exit("Something was left." if failed else None)


if __name__ == "__main__":
    main()
