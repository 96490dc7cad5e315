"""SurrogateSets: the surrogates of one scope, one set that all mentions share or several that they take in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.release.rewriting import Place
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.repeating import COMMON, Repeat, sets_of
from deid_studio.release.surrogates.surrogates import SurrogateOptions, Surrogates


class SurrogateSets:
    """The sets of surrogates of one scope's reports, drawn when a mention takes one; `repeat` says which takes which.

    All avoid what is real in any of the reports, and move dates alike. `remembered` are a person's own surrogates.
    """

    def __init__(
        self,
        reports: Sequence[Document],
        tagset: TagSet,
        draws: Draws,
        options: SurrogateOptions,
        repeat: Repeat,
        remembered: Mapping[tuple[str, str], str],
    ) -> None:
        self._reports = reports
        self._tagset = tagset
        self._draws = draws
        self._options = options
        self._repeat = repeat
        self._remembered = remembered
        self.common = Surrogates(reports, tagset, draws, options, remembered)
        self._set_of = sets_of(reports, self.common.kind_of, repeat, draws)
        self._drawn: dict[str, Surrogates] = {COMMON: self.common}

    def of(self, doc: Document, place: Place) -> Surrogates:
        """The set that a stretch of a report takes its surrogate from."""
        name = COMMON if place.span is None else self._set_of.get((doc.id, place.span), COMMON)
        if name not in self._drawn:
            if self._repeat is Repeat.FRESH:
                # Of one report at a time: a folder may have thousands, and no other report takes this set.
                self._drawn = {COMMON: self.common}
            reports = [doc] if self._repeat is Repeat.FRESH else self._reports
            draws = self._draws.other(f"set {name}")
            self._drawn[name] = Surrogates(
                reports, self._tagset, draws, self._options, self._remembered, like=self.common
            )
        return self._drawn[name]

    def remembering(self, remembered: Mapping[tuple[str, str], str]) -> SurrogateSets:
        """The same sets with other surrogates of a person's own."""
        other = copy(self)
        other._remembered = remembered
        other._drawn = {name: one.remembering(remembered) for name, one in self._drawn.items()}
        other.common = other._drawn[COMMON]
        return other
