"""Certificate: what a release did and was checked for, without any PHI, to be kept by who gives and who receives it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deid_studio import __version__
from deid_studio.detection.suggester import Suggester, suggester_from
from deid_studio.formats.unreviewed_folder import NOTE
from deid_studio.model.tagset import TagSet
from deid_studio.plain_files import demand_plain, plain_bytes
from deid_studio.release.policy import Policy, policy_from, policy_values
from deid_studio.release.word.removing import Removed
from deid_studio.review.certificate.attack_figures import Attack, Attacked, attacked_from
from deid_studio.review.handover import Handover, handover_from
from deid_studio.review.second.missed_bounds import clopper_pearson, rule_of_three
from deid_studio.texts import Text, joined

FORMAT = 1
CERTIFICATE = "certificate"
CERTIFICATE_FILES = tuple(f"{CERTIFICATE}.{ending}" for ending in ("json", "html", "pdf"))
PROGRAM = "Deid Studio"
_NOTES = (CERTIFICATE_FILES[0], NOTE)  # what says whose a folder is: its certificate, or that it has none
DECISIONS = ("accepted", "relabelled", "resized", "added", "kept", "rejected", "pending")
_REJECTED = ("taken_out", "dismissed")  # rejected as well: what the `.ann` had, what nobody had suggested for sure
_HEAD_BYTES = 200  # of the file, in which the program is named


@dataclass(frozen=True, slots=True)
class DocumentRemark:
    """What a person should know of how a report's documents were made: `removed` from the original by kind, or that it
    was made `anew` from the text, without the original's layout."""

    report: str
    removed: Mapping[Removed, int] = field(default_factory=dict)
    anew: bool = False

    def text(self, language: str) -> str:
        """The remark in a language."""
        if self.anew:
            told = Text("{report}: made anew from the text, without the original's layout.", report=self.report)
        else:
            lost = joined(Text("{what}: {count}", what=what.value, count=n) for what, n in self.removed.items())
            told = Text("{report}: removed ({lost}).", report=self.report, lost=lost)
        return told.said(language)


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One released report: its name as released, the hashes of its file before and of its text after, who signed it and
    when, the share that was read, and of how many places that the gate held a person said that they are nobody's.

    The hash before is an HMAC-SHA256 by the project's secret: with a plain one, who has the released text could try
    names in it until the hash is that of the original.
    """

    name: str
    hmac_sha256_before: str
    sha256_after: str
    reviewers: tuple[str, ...]
    signed_at: str
    read: float | None
    answered: int


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What second readers of a random share found: of `spans` that they signed, `missed` were not marked before."""

    reports: int = 0
    words: int = 0
    spans: int = 0
    missed: int = 0
    reports_with_missed: int = 0

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The share of PHI that a first reader misses, with 95 % confidence (Clopper and Pearson); None without any."""
        return clopper_pearson(self.missed, self.spans) if self.spans else None

    @property
    def at_most(self) -> float | None:
        """The share that is not exceeded, by the rule of three, where none was missed; else None."""
        return rule_of_three(self.spans) if self.spans and not self.missed else None


@dataclass(frozen=True, slots=True)
class VaultMark:
    """That there is a vault: the number that it and its release have in common, and how many people open it."""

    number: str
    people: int


@dataclass(frozen=True)
class Certificate:
    """What is certified.

    `classes` counts stretches by class and way, `decisions` mentions by class, as it was suggested where it was, and
    what became of them (`DECISIONS`); of `unknown_decisions` reports nobody decided anything here: `reviewed_by` says
    who reviewed their annotations, and how. `to_read_over` counts by kind what may not fit its place (`RemarkKind`).
    `number` is the release's, `contents` one hash of all that leaves with the certificate (`contents_sha256`).
    `remarks` are for the person who releases, and in no file.
    """

    policy: Policy
    tagset: TagSet
    reports: tuple[ReportLine, ...]
    left_out: Mapping[str, int]
    models: tuple[str, ...]
    decisions: Mapping[tuple[str, str], int]
    classes: Mapping[tuple[str, str], int]
    second: SecondReading
    number: str = ""
    contents: str = ""
    handover: Handover = field(default_factory=Handover)
    vault: VaultMark | None = None
    reviewed_by: str = ""
    unknown_decisions: int = 0
    to_read_over: Mapping[str, int] = field(default_factory=dict)
    made_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    issued_at: str = ""
    attacks: tuple[Attacked, ...] = ()
    language: str = "es"
    remarks: tuple[DocumentRemark, ...] = ()

    @property
    def smallest_k(self) -> int | None:
        """To how few people on the latest list a report fits; None where nobody attacked with one, or nobody fits."""
        ks = [one.figures["smallest_k"] for one in self.attacks if one.by is Attack.LINKAGE]
        return ks[-1] if ks else None

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Who signed any of the reports."""
        return tuple(sorted({name for line in self.reports for name in line.reviewers if name}))

    @property
    def lowest_read(self) -> float | None:
        """The least share of a report that was read (0 to 1); None where none was recorded."""
        return min((line.read for line in self.reports if line.read is not None), default=None)

    @property
    def decisions_known(self) -> bool:
        """Whether anything is known of what became of mentions."""
        return not self.reports or self.unknown_decisions < len(self.reports)

    def decided(self, decision: str, phi_class: str | None = None) -> int:
        """How many mentions came to this; of all classes if none is given."""
        return sum(
            count for (name, one), count in self.decisions.items() if one == decision and phi_class in (None, name)
        )

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values."""
        bounds = self.second.bounds
        return {
            "format": FORMAT,
            "program": {"name": PROGRAM, "version": __version__},
            "release": self.number,
            "made_at": self.made_at,
            "issued_at": self.issued_at or self.made_at,
            "language": self.language,
            "contents_sha256": self.contents,
            "handover": self.handover.values(),
            "policy": policy_values(self.policy),
            "tag_set": {"name": self.tagset.name, "version": self.tagset.version},
            "detectors": [asdict(suggester_from(one)) for one in self.models],
            "reviewers": list(self.reviewers),
            "reviewed_by": self.reviewed_by,
            "reports": [asdict(line) | {"reviewers": list(line.reviewers)} for line in self.reports],
            "left_out": dict(self.left_out),
            "decisions": {one: self.decided(one) for one in DECISIONS} if self.decisions_known else None,
            "decisions_by_class": [
                {"class": phi_class, "decision": decision, "count": count}
                for (phi_class, decision), count in sorted(self.decisions.items())
            ],
            "reports_of_unknown_decisions": self.unknown_decisions,
            "replaced": [
                {"class": phi_class, "way": way, "count": count}
                for (phi_class, way), count in sorted(self.classes.items())
            ],
            "attacks": [one.values() for one in self.attacks],
            "smallest_k": self.smallest_k,
            "gate": {"held": 0, "answered": sum(line.answered for line in self.reports)},
            "to_read_over": dict(sorted(self.to_read_over.items())),
            "vault": None if self.vault is None else asdict(self.vault),
            "second_reading": asdict(self.second)
            | {
                "missed_share_95": None if bounds is None else [round(bound, 6) for bound in bounds],
                "missed_share_at_most": self.second.at_most,
            },
        }


def certificate_from(values: Mapping[str, Any], tagset: TagSet) -> Certificate:
    """The certificate in JSON's values; raises ValueError, KeyError, TypeError or AttributeError for what is none.

    `tagset` only says what its classes are called.
    """
    if values["format"] != FORMAT:
        raise ValueError(values["format"])
    second = values["second_reading"]
    made_at, issued_at = str(values["made_at"]), str(values["issued_at"])
    return Certificate(
        policy=policy_from(values["policy"]),
        tagset=replace(tagset, name=str(values["tag_set"]["name"]), version=str(values["tag_set"]["version"])),
        reports=tuple(ReportLine(**{**line, "reviewers": tuple(line["reviewers"])}) for line in values["reports"]),
        left_out=dict(values["left_out"]),
        models=tuple(str(Suggester(**one)) for one in values["detectors"]),
        decisions={(one["class"], one["decision"]): one["count"] for one in values["decisions_by_class"]},
        classes={(one["class"], one["way"]): one["count"] for one in values["replaced"]},
        second=SecondReading(**{one.name: second[one.name] for one in fields(SecondReading)}),
        number=str(values["release"]),
        contents=str(values["contents_sha256"]),
        handover=handover_from(values["handover"]),
        vault=None if values["vault"] is None else VaultMark(**values["vault"]),
        reviewed_by=str(values["reviewed_by"]),
        unknown_decisions=int(values["reports_of_unknown_decisions"]),
        to_read_over=dict(values["to_read_over"]),
        made_at=made_at,
        issued_at="" if issued_at == made_at else issued_at,
        attacks=tuple(map(attacked_from, values["attacks"])),
        language=str(values["language"]),
    )


def unreviewed_values(certificate: Certificate) -> dict[str, Any]:
    """What an unreviewed export says of itself, which has no certificate."""
    values = certificate.values()
    kept = ("format", "program", "release", "made_at", "handover", "policy", "tag_set")
    return {key: values[key] for key in kept} | {"reviewed": False, "reports": len(certificate.reports)}


def by_decision(outcomes: Mapping[tuple[str, str], int]) -> Counter[tuple[str, str]]:
    """Outcomes by class and kind (`track_record.outcomes_of`) as they are certified: whatever was rejected as one."""
    found: Counter[tuple[str, str]] = Counter()
    for (phi_class, kind), count in outcomes.items():
        found[phi_class, "rejected" if kind in _REJECTED else kind] += count
    return found


def is_release(folder: Path) -> bool:
    """Whether a folder holds a release of this program, an unreviewed one as well: other programs have certificates."""
    return any(_is_ours(folder / name) for name in _NOTES)


def _is_ours(note: Path) -> bool:
    try:
        demand_plain(note)
        with note.open("rb") as file:
            return b'"%s"' % PROGRAM.encode() in file.read(_HEAD_BYTES)
    except OSError:
        return False


def release_number_in(folder: Path) -> str:
    """The number of a release; empty when it has none, or is no release."""
    for name in _NOTES:
        try:
            return str(json.loads(plain_bytes(folder / name))["release"])
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
    return ""


def vault_number_in(folder: Path) -> str:
    """The number of the vault that belongs to a release; empty when it has none, or is no release."""
    try:
        number = json.loads(plain_bytes(folder / f"{CERTIFICATE}.json"))["vault"]["number"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    return str(number)


def json_bytes(certificate: Certificate) -> bytes:
    """The certificate as JSON."""
    return json.dumps(certificate.values(), ensure_ascii=False, indent=1).encode()
