"""Classes: what readers see, in the classes of a folder; what the folder has no class for keeps the readers'."""

from __future__ import annotations

from collections.abc import Iterable

from deid_studio.detection.suggester import DETECTED
from deid_studio.model.ontology import Meaning, class_for, mapping_between
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet, shipped_tagset


def in_classes_of(tagset: TagSet, seen: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """What readers see in a text, in the classes of a tag set, in text order; nothing is lost."""
    mapping = mapping_between(shipped_tagset(DETECTED), tagset)
    return list(seen) if mapping is None else mapping.all_suggestions(seen, text)


def class_here(meaning: Meaning, tagset: TagSet) -> str:
    """The class of a meaning in a tag set, else the readers'."""
    return class_for(meaning, tagset) or class_for(meaning, shipped_tagset(DETECTED))
