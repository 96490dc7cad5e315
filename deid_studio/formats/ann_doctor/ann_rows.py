"""Row: a text-bound line of an `.ann` as far as it can be understood, however badly it is written; pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise

from deid_studio.formats.brat_lines import LINE_BREAKS, span_of, text_bound, writable
from deid_studio.formats.report_text import Fragments, ReportText
from deid_studio.texts import Text

_PAIR = r"[0-9]{1,12} [0-9]{1,12}"
_STRICT = re.compile(
    rf"(?P<id>T[A-Za-z]*[0-9]+)\t(?P<phi_class>[^ \t]+) (?P<offsets>{_PAIR}(?:;{_PAIR})*) *(?:\t(?P<rest>.*))?",
    re.DOTALL,
)
_LOOSE = _PAIR.replace(" ", r"\s+")
_LENIENT = re.compile(
    rf"\s*(?P<id>T[A-Za-z]*[0-9]+)\s+(?P<phi_class>\S+)\s+(?P<offsets>{_LOOSE}(?:\s*;\s*{_LOOSE})*)(?:\s(?P<rest>.*))?",
    re.DOTALL,
)
_OTHER = re.compile(r"(?P<id>[AMREN#*][0-9]*) +(?P<rest>\S.*)", re.DOTALL)


class Fault(Enum):
    """What is wrong with a line, but for where its offsets lead."""

    BLANKS = Text("blanks instead of tabs, or the other way round")
    REVERSED = Text("its end lies before its start")
    EMPTY = Text("a fragment of no length")
    DISORDER = Text("its fragments are not in order")
    OTHER_FORM = Text("its text is in another Unicode form than the report")
    NO_TEXT = Text("its text is missing")
    OTHER_BLANKS = Text("its text has other blanks than the report")


@dataclass(frozen=True)
class Row:
    """A text-bound line: `fragments` are its offsets as they are counted in the file, ascending; `covered` is the text
    that it says it covers, up to a tab, and `tail` what follows. `faults` are those that were mended in reading it."""

    number: int
    id: str
    phi_class: str
    fragments: Fragments
    covered: str
    tail: str
    end: str
    faults: tuple[Fault, ...] = ()

    @cached_property
    def ink(self) -> str:
        """The covered text without white space, in one Unicode form."""
        return _ink(self.covered)

    @property
    def rest(self) -> str:
        """Everything behind the offsets, as it stands there."""
        return self.covered + self.tail

    @property
    def open_ended(self) -> bool:
        """Whether only the covered text can tell where the span ends."""
        return len(self.fragments) == 1 and self.fragments[0][0] == self.fragments[0][1]

    @cached_property
    def words(self) -> re.Pattern[str]:
        """The covered text, its words apart by any white space."""
        return re.compile(r"\s+".join(map(re.escape, self.covered.split())))

    def at(self, fragments: Fragments, report: ReportText) -> Fragments | None:
        """The fragments, the end found by the covered text where only that tells it; None: the report has other text.

        Without a covered text everything fits that lies in the report.
        """
        if self.open_ended:
            match = self.words.match(report.text, fragments[0][0]) if self.ink else None
            return None if match is None else (match.span(),)
        ordered = all(start < end for start, end in fragments) and all(a[1] <= b[0] for a, b in pairwise(fragments))
        if not ordered or fragments[-1][1] > len(report):
            return None
        if not self.ink or self.is_exact(fragments, report):
            return fragments
        trimmed = _trimmed(fragments, report.text)
        if self.is_exact(trimmed, report):
            return trimmed
        if report.match(fragments, self.rest) is not None:
            return fragments
        return trimmed if self.ink == _ink("".join(report.text[start:end] for start, end in trimmed)) else None

    def is_exact(self, fragments: Fragments, report: ReportText) -> bool:
        """Whether the covered text is that of the fragments, as programs write it, white space and all."""
        pieces = [report.text[start:end] for start, end in fragments]
        told = {" ".join(pieces), "".join(pieces)}
        if all(piece.strip() == piece for piece in pieces):  # no line can hold a line end
            told |= {LINE_BREAKS.sub(joint, one) for one in told for joint in (" ", "")}
        return any(self.rest == one or self.rest.startswith(f"{one}\t") for one in told)

    def written(self, fragments: Fragments, report: ReportText) -> str:
        """The line with these fragments of the report; its text stays as it is where it is one for them."""
        if self.ink and self.is_exact(fragments, report):
            offsets = ";".join(f"{start} {end}" for start, end in fragments)
            return f"{self.id}\t{self.phi_class} {offsets}\t{self.rest}{self.end}"
        span = writable(span_of(fragments, self.phi_class, report), report)
        return text_bound(self.id, span, report, self.tail, self.end).raw


def row_of(number: int, raw: str) -> Row | None:
    """A text-bound line with its number (from 1), None when it is none or nothing can be made of it."""
    body = raw.removesuffix("\n").removesuffix("\r") if raw.endswith("\n") else raw
    strict = _STRICT.fullmatch(body)
    match = strict or _LENIENT.fullmatch(body)
    if match is None:
        return None
    rest = (match["rest"] or "") if strict else (match["rest"] or "").strip()
    cut = rest.find("\t", len(rest) - len(rest.lstrip()))
    covered, tail = (rest, "") if cut < 0 else (rest[:cut], rest[cut:])
    faults = [] if strict else [Fault.BLANKS]
    pairs = [tuple(map(int, pair.split())) for pair in match["offsets"].split(";")]
    given = [(a, b) for a, b in pairs]
    if any(a > b for a, b in given):
        faults.append(Fault.REVERSED)
        given = [(min(a, b), max(a, b)) for a, b in given]
    if any(a == b for a, b in given):
        faults.append(Fault.EMPTY)
        given = [(a, b) for a, b in given if a < b] or given[:1]
    if given != sorted(given):
        faults.append(Fault.DISORDER)
        given, covered = _sorted(given, covered)
    end = raw[len(body) :]
    return Row(number, match["id"], match["phi_class"], tuple(given), covered, tail, end, tuple(faults))


def other_line(raw: str) -> str | None:
    """A relation, event, attribute, note … whose tabs became blanks, with them; None for every other line."""
    match = _OTHER.fullmatch(raw)
    if match is None or "\t" in raw:
        return None
    kind, rest = match["id"], match["rest"]
    texts = {"#": 2, "N": 3}.get(kind[0])  # behind how many words a text follows
    if texts is not None:
        words = rest.split(" ", texts)
        rest = " ".join(words[:texts]) + ("\t" + words[texts].lstrip(" ") if len(words) > texts else "")
    return f"{kind}\t{rest}"


def _sorted(given: Sequence[tuple[int, int]], covered: str) -> tuple[list[tuple[int, int]], str]:
    """Fragments in order, and the covered text in the same one if it can be told apart by their lengths."""
    at, pieces = 0, []
    joint = len(covered) - sum(end - start for start, end in given) == len(given) - 1
    for start, end in given:
        pieces.append((start, end, covered[at : at + end - start]))
        at += end - start + int(joint)
    pieces.sort()
    return [(start, end) for start, end, _ in pieces], (" " if joint else "").join(piece for _, _, piece in pieces)


def _trimmed(fragments: Fragments, text: str) -> Fragments:
    """Fragments without the white space at their edges; those that are nothing else stay."""
    stretches = ((start, end, text[start:end]) for start, end in fragments)
    return tuple(
        (end - len(piece.lstrip()), start + len(piece.rstrip())) if piece.strip() else (start, end)
        for start, end, piece in stretches
    )


def _ink(text: str) -> str:
    return unicodedata.normalize("NFC", "".join(text.split()))
