"""Classes: what readers see, in the classes of a folder; what the folder has no class for keeps the readers'."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from deid_studio.detection.suggester import DETECTED
from deid_studio.model.kinds import Kind
from deid_studio.model.ontology import Meaning, class_for, classes_of, mapping_between
from deid_studio.model.span import Suggestion
from deid_studio.model.tagset import TagSet, shipped_tagset
from deid_studio.people.kinship import names_in


def in_classes_of(tagset: TagSet, seen: Iterable[Suggestion], text: str) -> list[Suggestion]:
    """What readers see in a text, in the classes of a tag set, in text order; nothing is lost.

    But for `madre` and the like where it has no class of relatives: they would be held as a person's name.
    """
    source = shipped_tagset(DETECTED)
    mapping = mapping_between(source, tagset)
    if mapping is None:
        return list(seen)
    relatives = _without_class(source, tagset)
    held = [one for one in seen if one.span.phi_class not in relatives or any(names_in(one.span.text(text)))]
    return mapping.all_suggestions(held, text)


@lru_cache(maxsize=64)  # asked for each sighting
def _without_class(source: TagSet, tagset: TagSet) -> frozenset[str]:
    """The source's classes of relatives where the tag set has none."""
    kinds = (Kind.RELATIVE,)
    return frozenset() if classes_of(tagset, kinds) else classes_of(source, kinds)


def class_here(meaning: Meaning, tagset: TagSet) -> str:
    """The class of a meaning in a tag set, else the readers'."""
    return class_for(meaning, tagset) or class_for(meaning, shipped_tagset(DETECTED))
