"""Names as they are marked in reports, for tests of what takes their place."""

from __future__ import annotations

from collections.abc import Iterable

from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.people.person import Marked
from deid_studio.people.register import Register
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.name_lists import NameLists, default_lists
from deid_studio.release.surrogates.names import SurrogateNames

TAGSET = TagSet(
    "own",
    "1",
    (
        PhiClass("NOMBRE", {}, kind="person"),
        PhiClass("PACIENTE", {}, kind="person", role="patient"),
        PhiClass("MEDICO", {}, kind="person", role="staff"),
        PhiClass("FAMILIA", {}, kind="relative", role="relative"),
    ),
)


def in_report(*written: str | tuple[str, str], phi_class: str = "NOMBRE", report: str = "r") -> list[Marked]:
    """Names in the order of a report, each with what stands before it."""
    rows = [(one, "") if isinstance(one, str) else one for one in written]
    return [Marked(report, at * 1000, text, phi_class, before) for at, (text, before) in enumerate(rows)]


def marked(text: str) -> list[Marked]:
    """The names of a report in which they are written `{CLASS name}`."""
    found = []
    before, at = "", 0
    while "{" in text:
        plain, _, rest = text.partition("{")
        inner, _, text = rest.partition("}")
        phi_class, _, own = inner.partition(" ")
        before, at = (before + plain)[-24:], at + len(plain)
        found.append(Marked("r", at, own, phi_class, before))
        before, at = (before + own)[-24:], at + len(own)
    return found


def names_of(mentions: Iterable[Marked], secret: bytes = b"x" * 32, lists: NameLists | None = None) -> SurrogateNames:
    """The surrogates of one scope's names."""
    lists = lists or default_lists()
    return SurrogateNames(Register.of(mentions, TAGSET, known=lists), lists, Draws(secret, "patient:1"))


def surrogate_of(text: str, secret: bytes = b"x" * 32, lists: NameLists | None = None, before: str = "") -> str:
    """What takes the place of a name that alone is named."""
    (mention,) = in_report((text, before))
    return names_of([mention], secret, lists).surrogate(mention)
