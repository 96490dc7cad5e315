"""Waiting suggestions: those of a folder's reports that are in memory alone, for work beside the window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from deid_studio.batch.results import Results
from deid_studio.review.waiting import Waiting


class WaitingSuggestions(Mapping[str, Waiting]):
    """The suggestions as they were when this was made; those of one report are made when it is asked for."""

    def __init__(self, results: Results, model: str) -> None:
        self._results = results.snapshot()
        self._model = model

    def __getitem__(self, name: str) -> Waiting:
        result = self._results[name]
        if result.error is not None:
            raise KeyError(name)
        return Waiting(result.suggestions, result.text_sha256, self._model)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._results if name in self)

    def __contains__(self, name: object) -> bool:
        return self._results.succeeded(name)

    def __len__(self) -> int:
        return sum(1 for _ in self)
