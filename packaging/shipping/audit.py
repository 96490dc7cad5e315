"""Asks PyPI whether a version that the locks name has a known weakness: `make audit`. Needs the network.

    python packaging/shipping/audit.py

Ends with 0 where none is known, 1 where one is, and 2 where not all could be asked about. Told is which libraries and
versions we use, and nothing else; nothing is installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ROOT / "requirements.lock", Path(__file__).with_name("tools.lock")


def main() -> int:
    """Ask about each lock; known weaknesses count more than what could not be asked."""
    ends = [_ask(lock) for lock in LOCKS]
    return 1 if 1 in ends else max(ends)


def _ask(lock: Path) -> int:
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), "--no-deps", "--disable-pip"]
    options = ["--format", "json", "--progress-spinner", "off"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    if not done.stdout.strip():
        reason = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        print(f"{lock.name}: nothing is known, since PyPI could not be asked (is there a network?): {reason}")
        return 2
    code, lines = judge(json.loads(done.stdout))
    print(*(f"{lock.name}: {line}" for line in lines), sep="\n")
    return code


def judge(answer: dict[str, list[dict[str, object]]]) -> tuple[int, list[str]]:
    """The exit code for an answer of pip-audit, and what to say of it."""
    lines = []
    unknown = [str(one["name"]) for one in answer["dependencies"] if "skip_reason" in one]
    weak = [one for one in answer["dependencies"] if one.get("vulns")]
    for one in weak:
        for found in one["vulns"]:  # type: ignore[attr-defined]
            mended = ", ".join(found["fix_versions"]) or "no version yet"
            lines.append(f"{one['name']} {one['version']} has {found['id']}; mended in: {mended}")
    asked = len(answer["dependencies"]) - len(unknown)
    lines.append(f"{asked} libraries asked about, {len(weak)} with known weaknesses")
    if unknown:
        names = ", ".join(unknown)
        lines.append(f"nothing is known of {len(unknown)}, which PyPI told nothing of (is there a network?): {names}")
    return (1 if weak else 2 if unknown else 0), lines


if __name__ == "__main__":
    sys.exit(main())
