"""Kept settings: what a person decided of a folder, as the journal's settings hold it in text; pure.

What is damaged reads as if it had never been kept, but for the secret, without which surrogates would change.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping

from deid_studio.release.gate.answers import Answer
from deid_studio.release.surrogates.draws import SECRET_BYTES
from deid_studio.review.deciding.sensitivity import ALL_SUGGESTIONS, EVERYTHING, STOPS, stop_at
from deid_studio.review.handover import Handover, handover_from

Surrogates = Mapping[tuple[str, str, str], str]  # by scope, class and folded text


def sensitivity_in(kept: str | None) -> float:
    """The stop from which on suggestions are shown."""
    try:
        least = float(kept or 0)
    except ValueError:
        return ALL_SUGGESTIONS
    return STOPS[stop_at(least)] if least >= EVERYTHING else ALL_SUGGESTIONS


def secret_in(kept: str | None) -> bytes | None:
    """The secret of releases; raises ValueError for a damaged one."""
    secret = None if kept is None else bytes.fromhex(kept)
    if secret is not None and len(secret) != SECRET_BYTES:
        raise ValueError(f"{len(secret)} bytes")
    return secret


def rules_in(kept: str | None) -> frozenset[str]:
    """The ids of rules."""
    try:
        values = json.loads(kept or "[]")
    except ValueError:
        return frozenset()
    return frozenset(one for one in values if isinstance(one, str)) if isinstance(values, list) else frozenset()


def answers_in(kept: str | None) -> dict[str, tuple[Answer, ...]]:
    """The answers by report; a damaged one is none, and its place is asked about again."""
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


def answers_text(answers: Mapping[str, Iterable[Answer]]) -> str:
    """Answers as they are kept."""
    rows = {name: [one.to_json() for one in own] for name, own in sorted(answers.items()) if own}
    return json.dumps(rows, ensure_ascii=False)


def surrogates_in(kept: str | None) -> dict[tuple[str, str, str], str]:
    """A person's own surrogates."""
    try:
        rows = json.loads(kept or "[]")
        found = {(scope, phi_class, text): own for scope, phi_class, text, own in rows}
    except (ValueError, TypeError):
        return {}
    return {key: own for key, own in found.items() if all(isinstance(one, str) and one for one in (*key, own))}


def surrogates_text(surrogates: Surrogates) -> str:
    """A person's own surrogates as they are kept."""
    return json.dumps(sorted([*key, text] for key, text in surrogates.items()), ensure_ascii=False)


def renamed(surrogates: Surrogates, old: str, new: str) -> dict[tuple[str, str, str], str]:
    """Surrogates after a class got another name; what was typed under the new one already wins."""
    moved = {(scope, new, text): own for (scope, name, text), own in surrogates.items() if name == old}
    return moved | {key: own for key, own in surrogates.items() if key[1] != old}


def handover_in(kept: str | None) -> Handover:
    """For whom a release was."""
    try:
        return Handover() if kept is None else handover_from(json.loads(kept))
    except (ValueError, KeyError, TypeError):
        return Handover()


def handover_text(handover: Handover) -> str:
    """For whom a release was, as it is kept."""
    return json.dumps(handover.values(), ensure_ascii=False)
