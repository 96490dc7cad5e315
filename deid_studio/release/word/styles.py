"""What a Word document looks like: settings, lists and styles, without what they are called."""

from __future__ import annotations

import re

from deid_studio.release.word.cleaning import clean_looks
from deid_studio.release.word.nodes import Node, all_named, drop, local, value
from deid_studio.release.word.removing import Cleaning

_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_SETTINGS = frozenset(
    "mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop "
    "defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps evenAndOddHeaders "
    "characterSpacingControl displayBackgroundShape drawingGridHorizontalSpacing drawingGridVerticalSpacing "
    "noPunctuationKerning footnotePr endnotePr compat themeFontLang clrSchemeMapping decimalSymbol listSeparator "
    "defaultTableStyle mathPr".split()
)


def clean_settings(root: Node, how: Cleaning) -> bytes:
    """Clean the document's settings: only what the layout rests on stays."""
    for child in list(root):
        own = local(child)
        short = own not in ("decimalSymbol", "listSeparator") or len(value(child, "val") or "") <= 2
        if own not in _SETTINGS or not short:
            root.remove(child)
    for setting in all_named(root, "w:compatSetting"):
        if value(setting, "uri") != "http://schemas.microsoft.com/office/word":
            drop(setting)
    return clean_looks(root, how)


def clean_numbering(root: Node, how: Cleaning) -> bytes:
    """Clean lists: the names of lists and longer words in their numbers go."""
    for node in [*all_named(root, "w:name"), *all_named(root, "w:lvlText")]:
        if local(node) == "name":
            drop(node)
            continue
        for key, own in node.attrib.items():
            if key.rpartition("}")[2] == "val":
                node.set(key, _LONG_WORD.sub("", own))
    return clean_looks(root, how)


def clean_styles(root: Node, how: Cleaning) -> bytes:
    """Clean styles: those that somebody made are called by numbers."""
    for style in all_named(root, "w:style"):
        for key, own in style.attrib.items():
            if key.rpartition("}")[2] == "styleId":
                new = how.styles.get(own, own)
                style.set(key, new)
                if new != own:
                    for name in (one for one in style if local(one) == "name"):
                        for of in name.attrib:
                            name.set(of, new)
    return clean_looks(root, how)


def style_names(root: Node | None) -> dict[str, str]:
    """New ids of styles by their ids: those that somebody made are called by numbers."""
    if root is None:
        return {}
    styles = {value(one, "styleId") or "": one for one in all_named(root, "w:style")}
    made = [own for own, one in styles.items() if value(one, "customStyle") not in (None, "0", "false")]
    numbers = {own: f"Style{number}" for number, own in enumerate(made, start=1)}
    free = set(styles) - set(made)
    return {own: numbers[own] + ("x" if numbers[own] in free else "") if own in numbers else own for own in styles}
