"""Reports as they leave, and what a reader that is told what to see sees in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.release.gate.held import HeldKind, HeldPlace
from deid_studio.release.gate.held_places import held_places
from deid_studio.release.gate.sightings import Sighting
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Released, Releaser

TAGS = Policy("p", default=Treatment(Way.TAG))


@pytest.fixture
def leave(tagset: TagSet) -> Callable[..., Released]:
    """Releases one report by a policy, by class tags if none is given."""

    def make(doc: Document, policy: Policy = TAGS) -> Released:
        return Releaser([doc], policy, tagset, b"s" * 32).release(doc)

    return make


@pytest.fixture
def hold(tagset: TagSet, leave: Callable[..., Released]) -> Callable[..., tuple[HeldPlace, ...]]:
    """What is held of a report of which somebody sees `seen`: (text, class) or (text, class, kind)."""

    def make(doc: Document, *seen: tuple[str, ...], policy: Policy = TAGS, **more: object) -> tuple[HeldPlace, ...]:
        sightings = [sighting(doc.text, *one) for one in seen]
        return held_places(doc, leave(doc, policy), sightings, (), policy, tagset, **more)

    return make


def sighting(text: str, own: str, phi_class: str, kind: str = "detected") -> Sighting:
    """Somebody sees the first place of a text."""
    at = text.index(own)
    return Sighting(Suggestion(Span(at, at + len(own), phi_class), 0.9, (Evidence("rule", "x"),)), HeldKind(kind))
