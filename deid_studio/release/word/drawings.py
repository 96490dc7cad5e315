"""Drawings in a Word document: text boxes, shapes and, if they may stay, pictures; all other kinds go."""

from __future__ import annotations

from deid_studio.release.word.nodes import DRAWINGS, Node, all_named, drop, named, named_value
from deid_studio.release.word.removing import Cleaning, Removed


def strip_drawings(root: Node, how: Cleaning) -> None:
    """Drop what is drawn and may not stay."""
    for node in all_named(root, "w:object"):
        how.removed[Removed.OBJECTS] += 1
        drop(node)
    for data in all_named(root, "a:graphicData"):
        if data.get("uri") not in DRAWINGS:
            how.removed[Removed.OBJECTS] += 1
            drop(next((one for one in data.iterancestors() if named(one) == "w:drawing"), data))
    for blip in all_named(root, "a:blip"):
        holder = next((one for one in blip.iterancestors() if named(one) == "pic:pic"), None)
        if not _keep_picture(blip, how):
            drop(holder if holder is not None else next(blip.iterancestors(), blip))
    for image in all_named(root, "v:imagedata"):
        if not _keep_picture(image, how):
            drop(next((one for one in image.iterancestors() if named(one).startswith("v:")), image))
    for fill in [*all_named(root, "v:fill"), *all_named(root, "v:stroke")]:
        if any(named_value(key) == "r:id" for key in fill.attrib):
            how.removed[Removed.PICTURES] += 1
            drop(fill)
    for words in all_named(root, "v:textpath"):
        if words.get("string"):
            how.removed[Removed.OBJECTS] += 1
            drop(next(words.iterancestors(), words))
    for node in all_named(root, "w:background"):
        for child in list(node):
            node.remove(child)
    for node in [*all_named(root, "w:drawing"), *all_named(root, "w:pict")]:
        drawn = (named(one) for one in node.iter())
        if not any(
            own in ("pic:pic", "wps:wsp") or (own.startswith("v:") and own not in ("v:shapetype", "v:group"))
            for own in drawn if own not in ("v:formulas", "v:f", "v:path", "v:stroke")
        ):  # fmt: skip
            drop(node)
    for node in all_named(root, "mc:AlternateContent"):
        if not any(len(child) for child in node):
            drop(node)


def _keep_picture(node: Node, how: Cleaning) -> bool:
    old = next((own for key, own in node.attrib.items() if named_value(key) in ("r:embed", "r:id")), "")
    new = how.link(old)
    if new is None:
        how.removed[Removed.PICTURES] += 1
        return False
    how.links[node] = new
    return True
