"""Ledger: which releases a project made, for whom, and the hash of every file that left.

A release is noted before its folder takes its place, and the note is confirmed after it did. A program that is killed
in between leaves an open note; the next one settles it by what lies where the release was to go: the folder with the
number of the note, or the half-filled one that never took its place. Where neither is found the note stays open, and
it is told that nobody knows.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from deid_studio.errors import FolderUnusableError, LedgerDamagedError, ReportUnreadableError, printable, reason
from deid_studio.formats.folder_swap import half_filled
from deid_studio.plain_files import demand_plain
from deid_studio.progress import Progress
from deid_studio.review.certificate.attack_figures import Attacked, attacked_from
from deid_studio.review.certificate.release_certificate import CERTIFICATE_FILES, release_number_in
from deid_studio.review.handover import Handover, handover_from
from deid_studio.review.project import Project

FORMAT = 1
# Beside a release's note, which is large and written once: that it took its place, and certificates issued later.
_MADE, _ISSUE = ":made", ":issue:"


@dataclass(frozen=True, slots=True)
class Issue:
    """A certificate as it was issued: when (ISO 8601 in UTC), the SHA-256 of each of its files, and the attacks of
    which it was the first to tell."""

    at: str
    files: Mapping[str, str]
    attacks: tuple[Attacked, ...] = ()

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values; `issue_from` gives it back."""
        return {"at": self.at, "files": dict(self.files), "attacks": [one.values() for one in self.attacks]}


def issue_from(values: Mapping[str, Any]) -> Issue:
    """The issue in JSON's values; raises ValueError, KeyError, TypeError or AttributeError for what is none."""
    return Issue(str(values["at"]), dict(values["files"]), tuple(map(attacked_from, values["attacks"])))


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One release: `number` is that of its certificate and vault, `reports` its reports' names and released names,
    `files` the SHA-256 of each file that left but the certificate's, `left_out` who stayed, by reason.

    `issues` are the certificate's, the first of them made with the release; a release of what nobody reviewed
    (`unreviewed`) has none. `settled`: the release is known to have taken its place.
    """

    number: str
    at: str
    by: str
    folder: str
    handover: Handover
    policy: Mapping[str, Any] = field(repr=False)
    formats: tuple[str, ...]
    reports: Mapping[str, str] = field(repr=False)
    files: Mapping[str, str] = field(repr=False)
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    vault: bool = False
    unreviewed: bool = False
    issues: tuple[Issue, ...] = ()
    settled: bool = False

    @property
    def contents(self) -> str:
        """The hash of all that left but the certificate (`contents_sha256`)."""
        return contents_sha256(self.files)

    @property
    def policy_title(self) -> Mapping[str, str]:
        """What the policy is called, by language."""
        title = self.policy.get("title")
        return title if isinstance(title, Mapping) else {}

    def is_past(self, day: date) -> bool:
        """Whether the release had expired on a day."""
        return self.handover.expires is not None and self.handover.expires < day

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values; `entry_from` gives it back."""
        return {
            "format": FORMAT,
            "number": self.number,
            "at": self.at,
            "by": self.by,
            "folder": self.folder,
            "handover": self.handover.values(),
            "policy": dict(self.policy),
            "formats": list(self.formats),
            "reports": dict(self.reports),
            "files": dict(self.files),
            "left_out": {why: list(names) for why, names in self.left_out.items()},
            "vault": self.vault,
            "unreviewed": self.unreviewed,
            "issues": [one.values() for one in self.issues],
            "settled": self.settled,
        }


def entry_from(values: Mapping[str, Any]) -> LedgerEntry:
    """The entry in JSON's values; raises ValueError, KeyError, TypeError or AttributeError for what is none."""
    if values["format"] != FORMAT:
        raise ValueError(f"format {values['format']}")
    return LedgerEntry(
        str(values["number"]),
        str(values["at"]),
        str(values["by"]),
        str(values["folder"]),
        handover_from(values["handover"]),
        dict(values["policy"]),
        tuple(map(str, values["formats"])),
        dict(values["reports"]),
        dict(values["files"]),
        {why: tuple(names) for why, names in values["left_out"].items()},
        bool(values["vault"]),
        bool(values["unreviewed"]),
        tuple(map(issue_from, values["issues"])),
        bool(values["settled"]),
    )


class Ledger:
    """The releases of a project, in its journal; raises what the journal raises, and `LedgerDamagedError`."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def entries(self) -> tuple[LedgerEntry, ...]:
        """All releases, oldest first; one that was never made is none."""
        kept = self._project.releases()
        found = (self._read(number, kept) for number, note in kept.items() if note and ":" not in number)
        return tuple(sorted(found, key=lambda one: (one.at, one.number)))

    def entry(self, number: str) -> LedgerEntry | None:
        """The release of a number; None when there is none."""
        kept = self._project.releases()
        return self._read(number, kept) if kept.get(number) else None

    def note(self, entry: LedgerEntry) -> None:
        """Note a release whose folder is about to take its place."""
        self._project.keep_release(entry.number, _line(entry.values()))

    def confirm(self, number: str) -> None:
        """Say that a noted release took its place."""
        self._project.keep_release(number + _MADE, "1")

    def note_issue(self, entry: LedgerEntry, issue: Issue) -> None:
        """Note that a release's certificate is about to be issued again."""
        self._project.keep_release(f"{entry.number}{_ISSUE}{len(entry.issues) + 1}", _line(issue.values()))

    def forget(self, number: str) -> None:
        """Say that a noted release was never made."""
        if number in self._project.releases():
            self._project.keep_release(number, "")

    def settle(self) -> None:
        """Confirm or forget what killed programs left open, where it can be told; a folder that is read only stays."""
        if self._project.read_only:
            return
        kept = self._project.releases()
        for number, note in kept.items():
            if not note or ":" in number or kept.get(number + _MADE):
                continue
            entry = self._read(number, kept)
            folder = Path(entry.folder)
            if _holds(folder, entry):
                self.confirm(number)
            elif any(_holds(other, entry) for other in half_filled(folder.parent)):
                self.forget(number)

    def _read(self, number: str, kept: Mapping[str, str]) -> LedgerEntry:
        try:
            entry = entry_from(json.loads(kept[number]))
            if entry.number != number:
                raise ValueError("another number")
            issues = list(entry.issues)
            while (later := f"{number}{_ISSUE}{len(issues) + 1}") in kept:
                issues.append(issue_from(json.loads(kept[later])))
            return replace(entry, issues=tuple(issues), settled=bool(kept.get(number + _MADE)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise LedgerDamagedError(path=self._project.journal_path) from error


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _holds(folder: Path, entry: LedgerEntry) -> bool:
    """Whether a folder holds a release, as far as need be looked to tell it from any other."""
    if entry.issues:
        return release_number_in(folder) == entry.number
    try:
        return all(_sha256(folder / name) == digest for name, digest in entry.files.items())
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a released folder differs from its entry: names of files that are missing, changed, or were added.

    `outdated` are files of a certificate that was issued again since.
    """

    entry: LedgerEntry
    missing: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()

    @property
    def differences(self) -> int:
        """How many files are missing, changed or added."""
        return len(self.missing) + len(self.changed) + len(self.added)

    @property
    def is_same(self) -> bool:
        """Whether the folder is as it left."""
        return not self.differences


def compared(entries: tuple[LedgerEntry, ...], folder: Path, progress: Progress) -> Comparison | None:
    """How a folder differs from the release that it is a copy of; None when it is none of these.

    It is known by the number of its certificate, else by what most of its files are. Raises `FolderUnusableError`,
    `ReportUnreadableError`.
    """
    found = file_hashes(folder, progress)
    number = release_number_in(folder)
    entry = next((one for one in entries if one.number == number), None)
    if entry is None:
        shares = [(len(set(one.files.items()) & set(found.items())), one) for one in entries]
        share, entry = max(shares, key=lambda pair: (pair[0], pair[1].at), default=(0, None))
        if entry is None or not share:
            return None
    latest = entry.issues[-1].files if entry.issues else {}
    expected = {**entry.files, **latest}
    earlier = {(name, digest) for issue in entry.issues[:-1] for name, digest in issue.files.items()}
    outdated = {name for name, digest in found.items() if (name, digest) in earlier and expected.get(name) != digest}
    changed = {name for name, digest in found.items() if name in expected and expected[name] != digest} - outdated
    return Comparison(
        entry,
        tuple(sorted(set(expected) - set(found))),
        tuple(sorted(changed)),
        tuple(sorted(set(found) - set(expected))),
        tuple(sorted(outdated)),
    )


def file_hashes(folder: Path, progress: Progress) -> dict[str, str]:
    """The SHA-256 of each file in a folder, by path; raises `FolderUnusableError` or `ReportUnreadableError`."""
    found = {}
    files = sorted(_all_files(folder))
    for path in progress.each(files, len(files), "reading"):
        try:
            found[printable(path.relative_to(folder).as_posix())] = _sha256(path)
        except OSError as error:
            raise ReportUnreadableError(path=path, detail=reason(error)) from error
    return found


def _all_files(folder: Path) -> Iterator[Path]:
    """Hidden ones as well: whatever is in the folder leaves with it."""

    def refused(error: OSError) -> None:
        raise FolderUnusableError(path=error.filename, detail=reason(error)) from error

    for here, _, names in os.walk(folder, onerror=refused):
        yield from (Path(here, name) for name in names)


def contents_sha256(files: Mapping[str, str]) -> str:
    """One hash of all that left but the certificate: SHA-256 of what `sha256sum` prints, in order of names."""
    lines = (f"{digest}  {name}\n" for name, digest in sorted(files.items()) if name not in CERTIFICATE_FILES)
    return sha256("".join(lines).encode()).hexdigest()


def _sha256(path: Path) -> str:
    demand_plain(path)
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
