"""A PostgreSQL server of one's own for tests: on 127.0.0.1, with a password, started, killed and started again."""

from __future__ import annotations

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path


def binaries() -> Path | None:
    """Where PostgreSQL's programs are; None where it is not installed."""
    places = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), *Path("/usr/pgsql").glob("bin")]
    config = shutil.which("pg_config")
    if config:
        told = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        places.insert(0, Path(told.stdout.strip()))
    return next((place for place in places if (place / "initdb").is_file() and (place / "postgres").is_file()), None)


class Server:
    """The server in a folder; `url` is of its administrator."""

    def __init__(self, folder: Path, programs: Path, fsync: bool = False) -> None:
        self._folder, self._programs, self._fsync = folder, programs, fsync
        self._user = _account()
        self._count = 0
        self.password = secrets.token_hex(8)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(mode=0o700)
        secret = folder / "secret"
        secret.write_text(self.password)
        if self._user:
            for path in (folder, secret):
                shutil.chown(path, self._user)
        self._run(
            "initdb", "-D", folder / "data", "-U", "lead", "--pwfile", secret, "-A", "scram-sha-256", "-E", "UTF8",
            "--no-locale", "-N",
        )  # fmt: skip

    def url(self, database: str = "postgres", user: str = "lead", password: str | None = None) -> str:
        """Where a database is."""
        password = self.password if password is None else password
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        own = ["-D", self._folder / "data", "-p", str(self.port), "-k", self._folder, "-h", "127.0.0.1"]
        settings = ["-c", f"fsync={'on' if self._fsync else 'off'}", "-c", "shared_buffers=8MB"]
        log = (self._folder.parent / f"{self._folder.name}.log").open("ab")
        for _ in range(100):
            self._process = subprocess.Popen(
                [self._programs / "postgres", *own, *settings],
                user=self._user, cwd="/", stdout=log, stderr=log, env={"PATH": "/usr/bin:/bin"},
            )  # fmt: skip
            for _ in range(250):
                if self._process.poll() is not None:
                    break  # those of the one before are still there
                ready = [self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
                if subprocess.run(ready, check=False).returncode == 0:
                    log.close()
                    return
                time.sleep(0.04)
            time.sleep(0.1)
        raise RuntimeError("the server does not start")

    def kill(self) -> None:
        """Kill it and all that it started, as a power cut would."""
        assert self._process is not None
        for pid in (self._process.pid, *_children(self._process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        """Stop it."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(30)

    def new_database(self, like: str = "") -> str:
        """The URL of a new database: an empty one, or a copy of that at a URL."""
        self._count += 1
        name = f"corpus_{self._count}"
        self.sql(f"CREATE DATABASE {name}" + (f" TEMPLATE {like.rpartition('/')[2]}" if like else ""))
        return self.url(name)

    def sql(self, *commands: str, database: str = "postgres") -> None:
        """Run commands as the administrator."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as db:
            for command in commands:
                db.execute(command)

    def _run(self, program: str, *arguments: object) -> None:
        command = [self._programs / program, *map(str, arguments)]
        subprocess.run(
            command, user=self._user, cwd="/", check=True, capture_output=True, env={"PATH": "/usr/bin:/bin"}
        )


def _account() -> str | None:
    """The account that runs it: PostgreSQL does not run as root."""
    if os.geteuid():
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _children(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found
