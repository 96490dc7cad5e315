"""Sign-off: what a person signed, bound by a hash, and whether that still is what lies there; pure, without files.

The hash is a SHA-256 over canonical JSON (keys in order, no white space, UTF-8): anybody can compute it again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet

FORMAT = 1

_IN_PAYLOAD = ("text_sha256", "spans_sha256", "tag_set", "spans", "at", "second")
_HEXADECIMAL = frozenset("0123456789abcdef")


class Said(StrEnum):
    """What a person said of a report: that it is read and decided, or that this no longer holds."""

    SIGN_OFF = "sign_off"
    WITHDRAW = "withdraw"


class Differs(StrEnum):
    """What is no longer as it was signed."""

    TEXT = "text"
    SPANS = "spans"
    TAG_SET = "tag-set"


@dataclass(frozen=True, slots=True)
class TagSetMark:
    """By which tag set a person decided; `sha256` is that of its classes (`classes_sha256`)."""

    name: str
    version: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What was signed, by whom and when (ISO 8601 in UTC), `second` as a second reader; or that it was withdrawn.

    `text_sha256` is that of the report's file, `spans_sha256` that of the decided spans with their classes, of which
    there are `spans`. A withdrawal says them of the sign-off that it takes back, and who took it back when.
    """

    report: str
    text_sha256: str
    spans_sha256: str
    tag_set: TagSetMark
    spans: int
    reviewer: str
    at: str
    second: bool = False
    kind: Said = Said.SIGN_OFF

    @property
    def sha256(self) -> str:
        """The hash that binds all of it."""
        return sha256_of(self.values())

    def values(self) -> dict[str, Any]:
        """All of it as JSON's values."""
        mark = self.tag_set
        return {
            "format": FORMAT,
            "kind": self.kind.value,
            "report": self.report,
            "text_sha256": self.text_sha256,
            "spans_sha256": self.spans_sha256,
            "tag_set": {"name": mark.name, "version": mark.version, "sha256": mark.sha256},
            "spans": self.spans,
            "reviewer": self.reviewer,
            "at": self.at,
            "second": self.second,
        }

    def payload(self) -> dict[str, Any]:
        """What a `SIGN_OFF` event holds of it; the event itself says the report and the reviewer."""
        values = self.values()
        kept = {key: values[key] for key in ("text_sha256", "spans_sha256", "tag_set", "spans", "at")}
        return kept | {"proof": self.sha256} | ({"second": True} if self.second else {})

    def withdrawn(self, reviewer: str, at: str) -> Proof:
        """That this sign-off no longer holds, by whom and when."""
        return replace(self, kind=Said.WITHDRAW, reviewer=reviewer, at=at)

    def differences(self, text_sha256: str, spans: Iterable[Span], tagset: TagSet) -> tuple[Differs, ...]:
        """What of a report is no longer as it was signed; nothing while the sign-off fits.

        Of the tag set its classes count: it may be called otherwise, as the folder of an `annotation.conf` may.
        """
        found = []
        if text_sha256 != self.text_sha256:
            found.append(Differs.TEXT)
        if spans_sha256(spans) != self.spans_sha256:
            found.append(Differs.SPANS)
        if classes_sha256(tagset) != self.tag_set.sha256:
            found.append(Differs.TAG_SET)
        return tuple(found)


def proof_of(
    report: str, text_sha256: str, spans: Iterable[Span], tagset: TagSet, reviewer: str, at: str, second: bool = False
) -> Proof:
    """What a person signs who signs this now."""
    decided = tuple(spans)
    mark = TagSetMark(tagset.name, tagset.version, classes_sha256(tagset))
    return Proof(report, text_sha256, spans_sha256(decided), mark, len(decided), reviewer, at, second)


def proof_in(report: str, reviewer: str, payload: Mapping[str, Any]) -> Proof | None:
    """The proof in a `SIGN_OFF` event, None where there is none, as in those of earlier versions.

    Raises ValueError when its hash is another: what the event says was not signed so.
    """
    claimed = payload.get("proof")
    if claimed is None:
        return None
    own = {"format": FORMAT, "kind": Said.SIGN_OFF.value, "report": report, "reviewer": reviewer, "second": False}
    proof = proof_from_values({**own, **{key: payload[key] for key in _IN_PAYLOAD if key in payload}})
    if proof.sha256 != claimed:
        raise ValueError("the proof is not of what the event says")
    return proof


def proof_from_values(values: Mapping[str, Any]) -> Proof:
    """A proof from JSON's values (`Proof.values`); raises ValueError when they are not of its form."""
    if values.get("format") != FORMAT:
        raise ValueError("another format")
    mark = values.get("tag_set")
    if not isinstance(mark, Mapping):
        raise ValueError("no tag set")
    spans, second = values.get("spans"), values.get("second")
    if type(spans) is not int or spans < 0 or type(second) is not bool:
        raise ValueError("wrong types")
    return Proof(
        _text(values, "report"),
        _digest(values, "text_sha256"),
        _digest(values, "spans_sha256"),
        TagSetMark(_text(mark, "name"), _text(mark, "version"), _digest(mark, "sha256")),
        spans,
        _text(values, "reviewer"),
        _text(values, "at"),
        second,
        Said(_text(values, "kind")),
    )


def spans_sha256(spans: Iterable[Span]) -> str:
    """The hash of spans with their classes, in whichever order they come."""
    return sha256_of([[one.phi_class, *map(list, one.fragments)] for one in sorted(spans)])


def classes_sha256(tagset: TagSet) -> str:
    """The hash of a tag set's classes: their names, kinds and what a release does with them, not how they look."""
    return sha256_of(sorted([one.name, one.kind, one.release] for one in tagset))


def sha256_of(values: object) -> str:
    """The SHA-256 of JSON's values, written canonically; in hexadecimal."""
    return hashlib.sha256(canonical(values)).hexdigest()


def canonical(values: object) -> bytes:
    """JSON's values as the same bytes whoever writes them."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def _text(values: Mapping[str, Any], key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str):
        raise ValueError(f"no text: {key}")
    return value


def _digest(values: Mapping[str, Any], key: str) -> str:
    value = _text(values, key)
    if len(value) != 64 or not set(value) <= _HEXADECIMAL:
        raise ValueError(f"no SHA-256: {key}")
    return value
