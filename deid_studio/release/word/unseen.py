"""What nobody sees in a Word document goes: older forms, notes that nothing refers to, deletions, hidden text."""

from __future__ import annotations

from deid_studio.release.word.nodes import Node, all_named, drop, is_on, local, named, unwrap, value
from deid_studio.release.word.removing import Cleaning, Removed


def drop_unseen(root: Node, how: Cleaning) -> None:
    """Drop from a part what is not shown."""
    _choose_alternatives(root, how)
    _drop_unshown(root, how)
    _drop_deleted(root, how)
    _drop_hidden(root, how)


def _choose_alternatives(root: Node, how: Cleaning) -> None:
    """Of the same thing in newer and older form only the one that was read leaves."""
    for node in all_named(root, "mc:AlternateContent"):
        forms = [child for child in node if local(child) in ("Choice", "Fallback")]
        chosen = next((one for one in forms if any(own in how.read for own in one.iter())), forms[0] if forms else None)
        for one in list(node):
            if one is not chosen:
                node.remove(one)
        if chosen is None:
            drop(node)
        elif local(chosen) == "Fallback":
            unwrap(chosen)
            unwrap(node)


def _drop_unshown(root: Node, how: Cleaning) -> None:
    """Notes and comments to which nothing refers are not seen by anybody."""
    for kind, shown in how.referred.items():
        for node in all_named(root, f"w:{kind}"):
            if value(node, "id") not in shown and value(node, "type") in (None, "normal"):
                how.removed[Removed.UNSHOWN] += any(one in how.read for one in node.iter())
                drop(node)


def _drop_deleted(root: Node, how: Cleaning) -> None:
    for row in all_named(root, "w:tr"):
        if any(local(mark) == "del" for one in row if local(one) == "trPr" for mark in one):
            drop(row)
            how.removed[Removed.DELETIONS] += 1
    for cell in all_named(root, "w:tc"):
        if any(local(mark) == "cellDel" for one in cell if local(one) == "tcPr" for mark in one):
            for one in [one for one in cell if local(one) != "tcPr"]:
                cell.remove(one)
            how.removed[Removed.DELETIONS] += 1
    for name in ("w:del", "w:moveFrom", "w:delText"):
        for node in all_named(root, name):
            how.removed[Removed.DELETIONS] += any(local(one) in ("t", "delText") for one in node.iter())
            drop(node)


def _drop_hidden(root: Node, how: Cleaning) -> None:
    for row in all_named(root, "w:tr"):
        if any(local(mark) == "hidden" and is_on(mark) for one in row if local(one) == "trPr" for mark in one):
            drop(row)
            how.removed[Removed.HIDDEN] += 1
    for run in [*all_named(root, "w:r"), *all_named(root, "m:r")]:
        if is_hidden(run, how.hidden):
            how.removed[Removed.HIDDEN] += any(local(one) == "t" for one in run.iter())
            drop(run)


def is_hidden(run: Node, hiding: frozenset[str]) -> bool:
    """Whether a run is hidden, by itself or by a style."""
    properties = [mark for one in run if named(one) == "w:rPr" for mark in one]
    for mark in properties:
        if local(mark) in ("vanish", "specVanish"):
            return is_on(mark)
    if any(local(mark) == "rStyle" and value(mark, "val") in hiding for mark in properties):
        return True
    for above in run.iterancestors():
        if local(above) in ("p", "tbl"):
            for one in above:
                if local(one) in ("pPr", "tblPr") and any(
                    local(mark) in ("pStyle", "tblStyle") and value(mark, "val") in hiding for mark in one
                ):
                    return True
    return False


def hiding_styles(root: Node | None) -> frozenset[str]:
    """The ids of the styles that hide their text, by themselves or by what they are based on."""
    if root is None:
        return frozenset()
    styles = {value(one, "styleId") or "": one for one in all_named(root, "w:style")}
    hides: dict[str, bool] = {}
    for own in styles:
        # Along what each is based on, to the first that says something; a chain may be long, or end in itself.
        chain: dict[str, None] = {}
        at = own
        while at in styles and at not in hides and at not in chain:
            chain[at] = None
            said = _says_hidden(styles[at])
            if said is not None:
                hides[at] = said
                break
            at = next((value(one, "val") or "" for one in styles[at] if local(one) == "basedOn"), "")
        hides.update(dict.fromkeys(chain, hides.get(at, False)))
    return frozenset(own for own, hidden in hides.items() if hidden)


def _says_hidden(style: Node) -> bool | None:
    """Whether a style hides its text; None where it does not say."""
    for one in style:
        if local(one) == "rPr":
            for mark in one:
                if local(mark) in ("vanish", "specVanish"):
                    return is_on(mark)
    return None
