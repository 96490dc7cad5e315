"""CheckingProcess: a process of its own that checks a corpus, so that the window is not slow meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from multiprocessing.connection import Connection

from deid_studio.batch.worker import AskedProcess, serve, working
from deid_studio.corpora.checks.checked_corpus import CheckedCorpus, CorpusFinding, FindingKind
from deid_studio.corpora.checks.corpus_checks import CHECKS, found_by, once
from deid_studio.errors import ChecksLostError
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress


class CheckingProcess(AskedProcess):
    """Is asked about one kind of finding after the other."""

    def __init__(self) -> None:
        super().__init__("corpus checks", _work)

    def findings(self, documents: Sequence[Document], tagset: TagSet, progress: Progress) -> list[CorpusFinding]:
        """As `corpus_checks.findings`; raises `CancelledError`, and `ChecksLostError` when the process died."""
        found: list[CorpusFinding] = []
        total = len(CHECKS)
        try:
            self._begin()
            self._ask((documents, tagset), partial(progress.step, 0, total, "checking"))
            for done, kind in enumerate(CHECKS):
                own = self._ask(kind, partial(progress.step, done, total, "checking"))
                assert isinstance(own, list)
                found += own
        except (EOFError, OSError) as error:
            raise ChecksLostError() from error
        return once(found)


def _work(pipe: Connection) -> None:
    with working(nice=10):
        corpus = CheckedCorpus(*pipe.recv())

        def answer(kind: FindingKind) -> list[CorpusFinding]:
            return list(found_by(corpus, kind))

        serve(pipe, lambda: (None, answer))
