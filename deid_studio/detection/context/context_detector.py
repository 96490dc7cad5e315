"""ContextDetector: what a report's sentences say of names, organisations, occupations and places beside the others.

It goes after detectors that know exact forms and adds what they leave: spans where they have nothing, the rest of a
span of which they have a part.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.context.columns import Columns, Reader
from deid_studio.detection.context.context_model import ContextModel, read_context_model
from deid_studio.detection.context.network import Floats, Network
from deid_studio.detection.detector import KNOWN
from deid_studio.detection.model_tagset import tagset_from
from deid_studio.detection.signed_layouts import Layouts
from deid_studio.last_texts import LastTexts
from deid_studio.model.document import Document
from deid_studio.model.kinds import DIRECT_IDENTIFIERS, Kind
from deid_studio.model.ontology import mapping_between, meaning_in
from deid_studio.model.span import Evidence, Span, Suggestion, overlapping, uncovered
from deid_studio.model.tagset import TagSet

# The groups of kinds that are taken for each other, by the names that profiles call them.
GROUPS: Mapping[str, frozenset[Kind]] = {
    "people": frozenset((Kind.PERSON, Kind.RELATIVE, Kind.OTHER)),
    "places": frozenset((Kind.STREET, Kind.PLACE, Kind.COUNTRY)),
    "organisations": frozenset((Kind.CENTRE, Kind.INSTITUTION)),
    "occupations": frozenset((Kind.PROFESSION,)),
    "numbers": frozenset((Kind.NUMBER, Kind.PHONE, Kind.EMAIL, Kind.WEB)),
    "dates": frozenset((Kind.DATE, Kind.AGE, Kind.SEX)),
}
_GROUP = {kind: name for name, kinds in GROUPS.items() for kind in kinds}
_EVIDENCE = (Evidence("context"),)
_AS_IF = 4
_LEAST_LETTERS = 2  # of what is left of a span beside others
_NEVER = 2.0
_LEAST_PHI = 0.4  # where there is less, no other tag than `O` can be the most probable
_SURE = 0.8  # of a span that takes the place of a shorter one


@dataclass(frozen=True, slots=True)
class Joining:
    """How sure the model must be of what it adds, by group (`GROUPS`); nothing is added of a group that is not there.

    `least` in a report of which it and the detectors before it mark much the same; `least_strange` in one where they
    agree on a smaller share than `strange` of all that either marks: there the others know the layout badly. A layout
    that the CRF has learned from signed reports stays strange: it agrees on the layout now, the prose is as it was.
    What the others suggest with less confidence than `sure`, though no written rule says so (`sure_strange`: whoever
    says so), and what the model holds less probable than `unlikely` (direct identifiers: `unlikely_direct`), is no
    suggestion.
    """

    least: Mapping[str, float]
    least_strange: Mapping[str, float]
    strange: float = 0.7
    sure: float = 0.0
    sure_strange: float = 0.0
    unlikely: float = 0.02
    unlikely_direct: float = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the model sees: `suggestions`, and the `places` `(n, 2)`, in text order, and `chances` `(n,)` of PHI of n
    tokens.
    """

    suggestions: tuple[Suggestion, ...]
    places: NDArray[np.int64]
    chances: Floats

    def chance(self, span: Span) -> float:
        """The greatest probability of PHI at a token of a span; 1 where there is no token."""
        return max(self.chances_in(span), default=1.0)

    def chances_in(self, span: Span) -> list[float]:
        """The probabilities of PHI at the tokens of a span, in text order."""
        starts, ends = self.places.T
        first, last = ends.searchsorted(span.start, side="right"), starts.searchsorted(span.end, side="left")
        chances: list[float] = self.chances[first:last].tolist()
        return chances


class Sight:
    """Sees reports with a context model, in the classes of a tag set; the last report is not looked at twice.

    `fingerprint` is the SHA-256 of the model's manifest, which holds those of its files.
    """

    def __init__(self, model: ContextModel, own: Reader, tagset: TagSet, folder: Path) -> None:
        self.folder = folder
        # Not the model itself, whose weights the network has in its own form.
        self.fingerprint = model.fingerprint
        self._tags = model.tags
        self._network = Network(model.weights)
        self._reader = own
        self._mapping = mapping_between(tagset_from(model.manifest["tag_set"]), tagset)
        self.see = LastTexts(self._see)

    def _see(self, text: str) -> Seen:
        """What the model sees of a report."""
        columns = self._reader.read(text)
        if not len(columns.words):
            return Seen((), columns.bounds, np.zeros(0, dtype=np.float32))
        phi = np.empty(len(columns.words), dtype=np.float32)
        unsure: list[int] = []  # the places whose most probable tag can be another than `O`
        best: list[int] = []
        after = 0
        for chances in self._network.by_part(columns):
            first, after = after, after + chances.shape[1]
            own = np.subtract(1, chances[0], out=phi[first:after])
            places = (own > _LEAST_PHI).nonzero()[0]
            unsure += (first + places).tolist()
            best += chances.T[places].argmax(axis=1).tolist()  # of the kernel these are rows
        found = list(self._spans(columns, phi, unsure, best))
        seen = found if self._mapping is None else self._mapping.suggestions(found, text)
        tokens = (columns.bounds[:, 0] >= 0).nonzero()[0]
        return Seen(tuple(seen), columns.bounds.T.take(tokens, axis=1).T, phi[tokens])

    def _spans(self, columns: Columns, phi: Floats, unsure: Sequence[int], best: Sequence[int]) -> Iterator[Suggestion]:
        tags = map(self._tags.__getitem__, best)
        runs: list[tuple[int, str, int, int, float]] = []  # the last place of each, its class, start, end and chance
        for at, tag, (start, end), chance in zip(
            unsure, tags, columns.bounds[unsure].tolist(), phi[unsure].tolist(), strict=True
        ):
            if start < 0:  # the end of a line
                continue
            if runs and runs[-1][0] == at - 1 and tag[0] == "I" and tag[2:] == runs[-1][1]:
                runs[-1] = at, *runs[-1][1:3], end, min(runs[-1][4], chance)
            elif tag != "O":
                runs.append((at, tag[2:], start, end, chance))
        for _, phi_class, start, end, chance in runs:
            yield Suggestion(Span(start, end, phi_class), min(max(chance, 0.0), 1.0), _EVIDENCE)


class ContextDetector:
    """Suggests by a context model what the detectors before it leave, in the classes of a tag set."""

    def __init__(
        self, sight: Sight, tagset: TagSet, joining: Joining, layouts: Layouts | None = None, name: str = "context"
    ) -> None:
        self.name = name
        self.sight = sight
        self._tagset = tagset
        self._joining = joining
        self._layouts = layouts or Layouts()

    @property
    def fingerprint(self) -> str:
        """What tells the model from every other one."""
        return self.sight.fingerprint

    @classmethod
    def load(
        cls,
        folder: Path,
        tagset: TagSet,
        joining: Joining,
        before: Sequence[object] = (),
        layouts: Layouts | None = None,
    ) -> ContextDetector:
        """The detector of the model in a folder, which shares the sight of the same model among detectors `before` it;
        `layouts` are those that were learned from signed reports.

        Raises `ModelMissingError` or `ModelDamagedError`.
        """
        shared = (one.sight for one in before if isinstance(one, ContextDetector) and one.sight.folder == folder)
        sight = next(shared, None) or Sight(*read_context_model(folder), tagset, folder)
        return cls(sight, tagset, joining, layouts)

    def knowing(self, layouts: Layouts) -> ContextDetector:
        """The same with other layouts that were learned from signed reports."""
        other = copy(self)
        other._layouts = layouts
        return other

    def detect(self, doc: Document) -> list[Suggestion]:
        """All that the model sees by itself, in text order; confidence is the probability of being PHI."""
        return list(self.sight.see(doc.text).suggestions)

    def detect_after(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """What the model adds to these suggestions, in text order."""
        return self.detect_and_doubt(doc, suggestions)[0]

    def detect_and_doubt(
        self, doc: Document, suggestions: Sequence[Suggestion]
    ) -> tuple[list[Suggestion], list[tuple[int, int]]]:
        """The same, and where suggestions of little confidence stand of which the model sees nothing."""
        seen, joining = self.sight.see(doc.text), self._joining
        agreed = agreement(seen.suggestions, suggestions)
        strange = agreed < joining.strange or self._layouts.know(doc.text)
        kept, refused = [], []
        for one in suggestions:
            if self._is_doubtful(one, strange) and seen.chance(one.span) < self._unlikely(one):
                refused.append((one.span.start, one.span.end))
            else:
                kept.append(one)
        return self._added(
            seen.suggestions, kept, joining.least_strange if strange else joining.least, doc.text
        ), refused

    def _is_doubtful(self, one: Suggestion, strange: bool) -> bool:
        if one.confidence >= (self._joining.sure_strange if strange else self._joining.sure):
            return False
        kinds = {fact.kind for fact in one.evidence}
        return not (kinds & KNOWN or (not strange and "rule" in kinds))

    def _unlikely(self, one: Suggestion) -> float:
        direct = meaning_in(self._tagset, one.span.phi_class).kind in DIRECT_IDENTIFIERS
        return self._joining.unlikely_direct if direct else self._joining.unlikely

    def _added(
        self, seen: Sequence[Suggestion], suggestions: Sequence[Suggestion], least: Mapping[str, float], text: str
    ) -> list[Suggestion]:
        taken = list(suggestions)
        added: list[Suggestion] = []
        for one in sorted(seen, key=lambda s: (-s.confidence, s.span)):
            if one.confidence >= least.get(self._group(one), _NEVER):
                for new in self._beside(one, taken, text):
                    others = overlapping(taken, new.span)
                    at = bisect_left(taken, (others or [new])[0].span, key=lambda s: s.span)
                    taken[at : at + len(others)] = [new]
                    added.append(new)
        return sorted(added, key=lambda s: s.span)

    def _group(self, one: Suggestion) -> str:
        return _GROUP.get(meaning_in(self._tagset, one.span.phi_class).kind, "")

    def _beside(self, one: Suggestion, taken: list[Suggestion], text: str) -> list[Suggestion]:
        """A suggestion where nothing is taken, else in the place of what it holds, else what is left of it."""
        others = overlapping(taken, one.span)
        if len(others) == 1 and self._holds(one, others[0]):
            # The class of who knows the form, the ends of who saw the sentence.
            confidence = max(one.confidence, others[0].confidence, _SURE)
            return [Suggestion(replace(one.span, phi_class=others[0].span.phi_class), confidence, one.evidence)]
        pieces = uncovered(one, taken, text)
        return [
            piece for piece in pieces if not others or sum(map(str.isalnum, piece.span.text(text))) >= _LEAST_LETTERS
        ]

    def _holds(self, one: Suggestion, other: Suggestion) -> bool:
        """Whether one is longer than another of its group and has it inside."""
        (start, end), inside = (one.span.start, one.span.end), (other.span.start, other.span.end)
        alike = self._group(one) == self._group(other)
        return alike and (start, end) != inside and start <= inside[0] and inside[1] <= end


def agreement(some: Sequence[Suggestion], others: Sequence[Suggestion]) -> float:
    """The share of what either marks that both mark, with the same ends, as if there were four more that both mark:
    a text with hardly any PHI tells nothing of its layout."""
    one, other = ({(s.span.start, s.span.end) for s in found} for found in (some, others))
    return (len(one & other) + _AS_IF) / (len(one | other) + _AS_IF)
