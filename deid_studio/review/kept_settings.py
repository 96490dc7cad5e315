"""Kept settings: what a person decided of a folder, and how the journal's settings hold each in text; pure.

What is damaged reads as if it had never been kept, but for the secret, without which surrogates would change.
`Project.kept` and `Project.keep` read and write them.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from deid_studio.detection.rule_ids import in_order
from deid_studio.release.gate.answers import Answer
from deid_studio.release.surrogates.draws import SECRET_BYTES
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, EVERYTHING, STOPS, stop_at
from deid_studio.review.handover import Handover, handover_from
from deid_studio.review.second.second_policy import SecondPolicy

Surrogates = Mapping[tuple[str, str, str], str]  # by scope, class and folded text
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptSetting(Generic[T]):
    """A setting of a folder: its name in the journal, what a text says there (None: nothing is kept), and the text."""

    name: str
    read: Callable[[str | None], T]
    text: Callable[[T], str]


@dataclass(frozen=True, slots=True)
class CorpusAnswer:
    """Who said when (ISO 8601, UTC) of what a check of the corpus finds that it is right as it is."""

    who: str
    at: str


def renamed(surrogates: Surrogates, old: str, new: str) -> Surrogates:
    """Surrogates after a class got another name; what was typed under the new one already wins."""
    moved = {(scope, new, text): own for (scope, name, text), own in surrogates.items() if name == old}
    return moved | {key: own for key, own in surrogates.items() if key[1] != old}


def _sensitivity(kept: str | None) -> float:
    try:
        least = float(kept or 0)
    except ValueError:
        return ALL_SUGGESTIONS
    return STOPS[stop_at(least)] if least >= EVERYTHING else ALL_SUGGESTIONS


def _secret(kept: str | None) -> bytes | None:
    secret = None if kept is None else bytes.fromhex(kept)
    if secret is not None and len(secret) != SECRET_BYTES:
        raise ValueError(f"{len(secret)} bytes")
    return secret


def _rules(kept: str | None) -> frozenset[str]:
    try:
        values = json.loads(kept or "[]")
    except ValueError:
        return frozenset()
    return frozenset(one for one in values if isinstance(one, str)) if isinstance(values, list) else frozenset()


def _answers(kept: str | None) -> Mapping[str, tuple[Answer, ...]]:
    try:
        rows = json.loads(kept or "{}")
    except ValueError:
        return {}
    found: dict[str, tuple[Answer, ...]] = {}
    for name, own in rows.items() if isinstance(rows, dict) else ():
        answers = []
        for values in own if isinstance(own, list) else ():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                answers.append(Answer.from_json(values))
        found[name] = tuple(answers)
    return found


def _answers_text(answers: Mapping[str, tuple[Answer, ...]]) -> str:
    rows = {name: [one.to_json() for one in own] for name, own in sorted(answers.items()) if own}
    return json.dumps(rows, ensure_ascii=False)


def _surrogates(kept: str | None) -> Surrogates:
    try:
        rows = json.loads(kept or "[]")
        found = {(scope, phi_class, text): own for scope, phi_class, text, own in rows}
    except (ValueError, TypeError):
        return {}
    return {key: own for key, own in found.items() if all(isinstance(one, str) and one for one in (*key, own))}


def _surrogates_text(surrogates: Surrogates) -> str:
    return json.dumps(sorted([*key, text] for key, text in surrogates.items()), ensure_ascii=False)


def _corpus_answers(kept: str | None) -> Mapping[str, CorpusAnswer]:
    try:
        rows = json.loads(kept or "{}")
        return {str(key): CorpusAnswer(str(who), str(at)) for key, (who, at) in rows.items()}
    except (ValueError, TypeError, AttributeError):
        return {}


def _corpus_answers_text(answers: Mapping[str, CorpusAnswer]) -> str:
    return json.dumps({key: [one.who, one.at] for key, one in sorted(answers.items())}, ensure_ascii=False)


def _handover(kept: str | None) -> Handover:
    try:
        return Handover() if kept is None else handover_from(json.loads(kept))
    except (ValueError, KeyError, TypeError):
        return Handover()


def _handover_text(handover: Handover) -> str:
    return json.dumps(handover.values(), ensure_ascii=False)


# The stop from which on pending suggestions are shown; 0: all are, without doubts.
SENSITIVITY = KeptSetting("sensitivity", _sensitivity, str)
# The ids of the rules that are turned off.
RULES_OFF: KeptSetting[frozenset[str]] = KeptSetting("rules_off", _rules, lambda rules: json.dumps(in_order(rules)))
# Which reports another person is to read as well; off until it is set.
SECOND_POLICY = KeptSetting("second_reader", SecondPolicy.from_json, SecondPolicy.to_json)
# What the surrogates of releases are drawn by; None before the first release. Reading a damaged one raises ValueError.
RELEASE_SECRET: KeptSetting[bytes | None] = KeptSetting("release_secret", _secret, lambda secret: (secret or b"").hex())
# The surrogates that a person typed by hand (see `Releaser`).
SURROGATES = KeptSetting("surrogates", _surrogates, _surrogates_text)
# What a person said of places that the gate of a release held, by report: a damaged answer is none, and asked again.
GATE_ANSWERS = KeptSetting("gate_answers", _answers, _answers_text)
# What a person said of what checks of the corpus find, by the finding's key: a damaged answer is none, and asked again.
CORPUS_ANSWERS: KeptSetting[Mapping[str, CorpusAnswer]] = KeptSetting(
    "corpus_answers", _corpus_answers, _corpus_answers_text
)
# For whom the window's last release was, to be proposed for the next.
HANDOVER = KeptSetting("handover", _handover, _handover_text)
# The change of the classes that has begun; empty when none has.
TAG_SET_CHANGE: KeptSetting[str] = KeptSetting("tag_set_change", lambda kept: kept or "", str)
