"""FolderSearching: the search in the open folder's reports: what was found, and the way to a place; no widgets."""

from __future__ import annotations

from functools import partial
from itertools import count
from operator import attrgetter

from PySide6.QtCore import QObject, QTimer, Signal

from deid_studio.errors import DeidError
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.waiting import WaitingSuggestions
from deid_studio.model.mentions import Mention
from deid_studio.review.folder_search import FolderSearch, Hit, Query, Searched, search_folder

_TOPIC = "folder_search"


class FolderSearching(QObject):
    """One search at a time; hits come while it goes on. What was looked for is in memory alone."""

    began = Signal()
    found = Signal(list)  # more Hits
    stepped = Signal(int, int)  # reports searched, of how many
    ended = Signal(object)  # Searched; None: it was stopped
    failed = Signal(object)  # DeidError
    place_chosen = Signal(int, int)  # code points of a place in the report on the screen
    moved = Signal(object)  # the Hit does not stand there any more; its report is open

    _more = Signal(int, list)

    def __init__(self, controller: ReviewController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._numbers = count(1)
        self._number = 0
        self._wanted: Hit | None = None
        self._more.connect(self._take)
        controller.folder_opened.connect(self.stop)
        controller.report_opened.connect(self._arrived)
        controller.report_failed.connect(self._forget)

    @property
    def running(self) -> bool:
        """Whether a search is going on."""
        return self._controller.jobs.running(_TOPIC)

    @property
    def seconds_left(self) -> float | None:
        """How long the search will still take; None while nobody can know."""
        return self._controller.jobs.seconds_left(_TOPIC)

    def start(self, query: Query) -> None:
        """Search the folder; the report on the screen first, then as they are listed, then those that are not."""
        controller = self._controller
        folder, session = controller.folder, controller.session
        if folder is None or query.is_empty:
            self.stop()
            return
        self._number = next(self._numbers)
        shown = controller.report_order.shown
        first = () if session is None else (session.name,)
        request = FolderSearch(
            folder.project,
            tuple(dict.fromkeys((*first, *shown, *folder.names))),
            query,
            partial(self._more.emit, self._number),
            WaitingSuggestions(folder.results, folder.model.name),
            None if session is None else (session.name, session.text, controller.desk),
            controller.limit_mb,
            controller.laid_over.on_others() or attrgetter("desk"),
        )
        self.began.emit()
        controller.jobs.run(
            _TOPIC,
            search_folder,
            request,
            done=self._done,
            failed=self._failed,
            progress=lambda step, total, _what: self.stepped.emit(step, total),
        )

    def stop(self) -> None:
        """Stop searching; what was found stays found."""
        self._number = 0
        was_running = self.running
        self._controller.jobs.cancel(_TOPIC)
        if was_running:
            self.ended.emit(None)

    def _take(self, number: int, hits: list[Hit]) -> None:
        if number == self._number:
            self.found.emit(hits)

    def _done(self, searched: Searched) -> None:
        self.ended.emit(searched)

    def _failed(self, error: DeidError) -> None:
        self.failed.emit(error)

    # --- going there -----------------------------------------------------------------------------------------

    def open(self, hit: Hit) -> None:
        """Open a hit's report at its place."""
        session = self._controller.session
        self._wanted = hit
        if session is not None and session.name == hit.report:
            self._arrived()
        else:
            self._controller.open_report(hit.report)

    def _forget(self) -> None:
        self._wanted = None

    def _arrived(self) -> None:
        # The report shows its first pending suggestion once it is open: the place comes after that.
        if self._wanted is not None:
            QTimer.singleShot(0, self, self._go)

    def _go(self) -> None:
        session, hit = self._controller.session, self._wanted
        if session is None or hit is None or session.name != hit.report:
            return
        self._wanted = None
        if session.text[hit.start : hit.end] != hit.text:
            self.moved.emit(hit)
            return
        if hit.mention_id is not None:
            mention = self._mention(hit)
            if mention is not None:
                self._controller.select(mention.id, show=True)
                return
        self.place_chosen.emit(hit.start, hit.end)

    def _mention(self, hit: Hit) -> Mention | None:
        """The mention that a hit lies in; its number may be another one by now."""
        there = [m for m in self._controller.desk if m.span.start <= hit.start and hit.end <= m.span.end]
        return min(there, key=lambda m: (m.span.phi_class != hit.phi_class, m.id != hit.mention_id), default=None)
