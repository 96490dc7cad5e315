"""Adjudication: what annotators signed of a report, side by side, as suggestions for gold and edits that decide.

What all have is taken; where they differ the side that most have is suggested, and whoever adjudicates takes a side,
all of them together, or none. Each suggestion says whose it is, and so does what is taken of another side; notes go
along.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from deid_studio.corpora.corpus_folder import CorpusFolder
from deid_studio.corpora.layer_differences import Compared, Difference, Side, compared
from deid_studio.model.edits import Accept, Edit, Note, Reject, Restore, Several
from deid_studio.model.mentions import Decision, Desk, Mention, Origin
from deid_studio.model.span import ANNOTATORS, Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.review.project import Project


def ready(corpus: CorpusFolder) -> tuple[str, ...]:
    """The reports that can be adjudicated, in natural order: two or more were to read them, and all have signed them.

    Raises what `CorpusFolder.summaries` does.
    """
    summaries, readers = corpus.summaries(), corpus.readers()

    def is_signed(report: str, annotator: str) -> bool:
        summary = summaries[annotator].get(report)
        return summary is not None and summary.signed

    shared = (name for name in corpus.reports if len(readers.get(name, ())) > 1)
    return tuple(name for name in shared if all(is_signed(name, who) for who in readers[name]))


class SignedLayers:
    """What annotators of a corpus have signed, report by report, as it was when first asked for; any thread may ask.

    So what the window shows is what was suggested, and nothing is read while somebody waits that was read before.
    """

    def __init__(self, corpus: CorpusFolder, default: TagSet) -> None:
        self._corpus = corpus
        self._default = default
        self._projects: dict[str, Project] = {}
        self._readers = corpus.readers()
        self._known: dict[str, Compared] = {}
        self._guard = threading.Lock()

    def compared(self, report: str) -> Compared:
        """The layers of a report beside each other, by the annotators' names; of who has signed it.

        Raises what opening a layer raises (`Project`), and `CorpusTextChangedError`.
        """
        with self._guard:
            if report not in self._known:
                signed = self._signed(report)
                found = compared({who: [m.span for m in own] for who, own in signed.items()})
                self._known[report] = replace(found, notes=_notes(signed))
            return self._known[report]

    def _signed(self, report: str) -> dict[str, Sequence[Mention]]:
        found: dict[str, Sequence[Mention]] = {}
        for annotator in self._corpus.corpus.annotators:
            if annotator.folder in self._readers.get(report, ()):
                mentions = self._corpus.signed_in(self._project(annotator.folder), report)
                if mentions is not None:
                    found[annotator.name] = mentions
        return found

    def close(self) -> None:
        """Let go of the layers."""
        with self._guard:
            for project in self._projects.values():
                project.close()
            self._projects.clear()

    def _project(self, layer: str) -> Project:
        if layer not in self._projects:
            self._projects[layer] = self._corpus.layer_project(layer, self._default)
        return self._projects[layer]


def _notes(layers: Mapping[str, Iterable[Mention]]) -> dict[Span, dict[str, str]]:
    found: dict[Span, dict[str, str]] = {}
    for who, mentions in layers.items():
        for mention in mentions:
            if mention.note:
                found.setdefault(mention.span, {})[who] = mention.note
    return found


def suggested(layers: Compared) -> list[Suggestion]:
    """What is suggested for gold: what all have, and at each difference the side that most have and that marks
    something. The confidence is the share of the layers that have it."""
    agreed = [_suggestion(span, (), 1.0) for span in layers.agreed]
    for difference in layers.differences:
        total = sum(len(side.layers) for side in difference.sides)
        side = next(side for side in difference.sides if side.spans)
        agreed += [_suggestion(span, side.layers, len(side.layers) / total) for span in side.spans]
    return sorted(agreed, key=lambda one: one.span)


def open_differences(layers: Compared, desk: Desk) -> tuple[Difference, ...]:
    """The differences at which something on the desk is still to be decided, in text order."""
    return tuple(one for one in layers.differences if _pending(desk, one))


def taking(layers: Compared, desk: Desk, difference: Difference, sides: Sequence[Side]) -> Edit | None:
    """The edit that decides a difference by these sides (none: nothing is marked), as one step.

    With it goes what all layers have, if nobody has decided it. None where nothing is to be done.
    """
    wanted = {span: side for side in sides for span in side.spans}
    edits = _of_agreed(layers, desk)
    for mention in _pending(desk, difference):
        edits += _accepting(layers, mention) if mention.span in wanted else [Reject(mention.id)]
    there = {m.span for m in desk if m.decision is not Decision.REJECTED}
    ids = count(desk.next_id)
    total = sum(len(side.layers) for side in difference.sides)
    for span, side in wanted.items():
        if span not in there:
            own = _suggestion(span, side.layers, len(side.layers) / total)
            note = layers.noted_on(span)
            edits.append(Restore(Mention(next(ids), span, Decision.ACCEPTED, Origin.DETECTOR, own, note)))
    return Several(tuple(edits)) if edits else None


def taking_agreed(layers: Compared, desk: Desk) -> Edit | None:
    """The edit that takes what all layers have and nobody has decided; None where there is nothing of it."""
    edits = _of_agreed(layers, desk)
    return Several(tuple(edits)) if edits else None


def _of_agreed(layers: Compared, desk: Desk) -> list[Edit]:
    agreed = set(layers.agreed)
    return [edit for mention in desk.pending if mention.span in agreed for edit in _accepting(layers, mention)]


def _accepting(layers: Compared, mention: Mention) -> list[Edit]:
    """Accepts a mention, with what annotators noted on it."""
    note = "" if mention.note else layers.noted_on(mention.span)
    return [Accept(mention.id), *([Note(mention.id, note)] if note else [])]


def _pending(desk: Desk, difference: Difference) -> list[Mention]:
    place = Span(difference.start, difference.end, "place")
    return [m for m in desk.overlapping(place) if m.decision is Decision.PENDING]


def _suggestion(span: Span, layers: Iterable[str], confidence: float) -> Suggestion:
    return Suggestion(span, confidence, (Evidence(ANNOTATORS, detail=", ".join(layers)),))
