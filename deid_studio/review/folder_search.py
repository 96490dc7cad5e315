"""Folder search: where a text stands in a folder's reports, in their mentions, or where nothing is marked.

Mentions are those of the report on the screen as they are there, of a report under review those of its journal, of
any other one the spans of its `.ann` and the suggestions that are in memory. Nothing of a search is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from operator import attrgetter

import regex

from deid_studio.errors import DeidError
from deid_studio.formats.text import SIZE_LIMIT_MB, read_report
from deid_studio.model.lines import LINE_END
from deid_studio.model.mentions import Decision, Desk, Mention
from deid_studio.people.folded_text import FoldedText
from deid_studio.progress import Progress
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession
from deid_studio.review.waiting import Waiting, opened

MOST = 5000  # hits; nobody reads more
_TOLD_EVERY = 0.08  # seconds
_FIRST_TOLD = 20  # hits that are told at once
_BEFORE, _AFTER = 40, 160  # characters of context


class Scope(Enum):
    """Where a text is looked for."""

    TEXT = "text"
    MENTIONS = "mentions"
    UNMARKED = "unmarked"  # outside of all mentions that are accepted or pending


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for; blanks in `text` stand for any blanks and line ends.

    Case and accents do not count unless `exact`. `phi_class` ("": any) and `decision` (None: any) choose mentions;
    among mentions an empty text finds all that they choose.
    """

    text: str
    scope: Scope = Scope.TEXT
    exact: bool = False
    whole_words: bool = False
    phi_class: str = ""
    decision: Decision | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is looked for."""
        return not self.text.strip() and (self.scope is not Scope.MENTIONS or not (self.phi_class or self.decision))

    def chooses(self, mention: Mention) -> bool:
        """Whether a mention is of the class and the decision that are wanted."""
        return (not self.phi_class or mention.span.phi_class == self.phi_class) and (
            self.decision is None or mention.decision is self.decision
        )


@dataclass(frozen=True, slots=True)
class Hit:
    """A place [start, end) in a report, in code points; `before` and `after` are what stands around it in its line.

    `line` counts from 1. `phi_class` and `decision` are of the mention that it lies in, where mentions were searched.
    """

    report: str
    start: int
    end: int
    line: int
    before: str
    text: str
    after: str
    phi_class: str = ""
    decision: Decision | None = None
    mention_id: int | None = None


@dataclass(frozen=True, slots=True)
class FolderSearch:
    """What is needed to search a folder.

    `names` are its reports, the ones to search first first; `open_report` is the name, text and desk of the one on the
    screen; `tell` takes hits and `desk_of` says what is seen of a report, in the thread of the search.
    """

    project: Project
    names: tuple[str, ...]
    query: Query
    tell: Callable[[list[Hit]], None]
    waiting: Mapping[str, Waiting] = field(default_factory=dict)
    open_report: tuple[str, str, Desk] | None = None
    limit_mb: float = SIZE_LIMIT_MB
    desk_of: Callable[[ReviewSession], Desk] = attrgetter("desk")


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search came to: hits, the reports that hold them, those that could not be read; `cut` at `MOST` hits."""

    hits: int
    reports: int
    unreadable: int
    cut: bool = False


class Finder:
    """Finds a query's text, as often as it stands in a text, without overlaps."""

    def __init__(self, query: Query) -> None:
        self._exact = query.exact
        words = (query.text if query.exact else FoldedText(query.text).folded).split()
        pattern = r"\s+".join(map(regex.escape, words))
        self._anywhere = regex.compile(pattern) if pattern else None
        if query.whole_words and pattern:
            pattern = rf"(?<!\w){pattern}(?!\w)"
        self._pattern = regex.compile(pattern) if pattern else None

    @property
    def is_empty(self) -> bool:
        """Whether there is no text to find."""
        return self._pattern is None

    def may_be_in(self, text: str) -> bool:
        """Whether the text or any part of it may hold a place; a part may end where a word of the text goes on."""
        if self._anywhere is None:
            return True
        return self._anywhere.search(text if self._exact else FoldedText(text).folded) is not None

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """The places in a text, in code points, in order."""
        if self._pattern is None:
            return
        if self._exact:
            for match in self._pattern.finditer(text):
                yield match.span()
            return
        folded = FoldedText(text)
        for match in self._pattern.finditer(folded.folded):
            yield folded.to_text(*match.span())


def search_folder(request: FolderSearch, progress: Progress) -> Searched:
    """Search the reports one after the other, telling hits while it goes on; raises `CancelledError`."""
    finder = Finder(request.query)
    found: list[Hit] = []
    hits = reports = unreadable = 0
    told_at = time.monotonic()
    progress.step(0, len(request.names))
    for number, name in enumerate(request.names, 1):
        try:
            own = list(_hits_of(request, name, finder))
        except DeidError:
            unreadable += 1
            own = []
        own = own[: MOST - hits]
        hits += len(own)
        reports += bool(own)
        found += own
        now = time.monotonic()
        if now - told_at >= _TOLD_EVERY or (found and hits == len(found) >= _FIRST_TOLD):
            told_at = now
            progress.step(number, len(request.names))
            if found:
                request.tell(found)
                found = []
        if hits == MOST:
            break
    if found:
        request.tell(found)
    return Searched(hits, reports, unreadable, hits == MOST)


def _hits_of(request: FolderSearch, name: str, finder: Finder) -> Iterator[Hit]:
    query = request.query
    shown = request.open_report
    if shown is not None and shown[0] == name:
        _, text, desk = shown
    else:
        text = read_report(request.project[name].path, name, request.limit_mb).document.text
        desk = Desk()
        if query.scope is not Scope.TEXT:
            # Looking is much quicker than making a desk, and most reports do not hold what is looked for.
            if not finder.may_be_in(text):
                return
            session = opened(request.project, name, request.waiting)
            text, desk = session.text, request.desk_of(session)
    yield from hits_in(name, text, desk, query, finder)


def hits_in(name: str, text: str, desk: Desk, query: Query, finder: Finder) -> Iterator[Hit]:
    """The hits in one report, in text order."""
    lines = _Lines(text)
    if query.scope is Scope.MENTIONS:
        for mention in desk:
            if query.chooses(mention):
                start, end = mention.span.start, mention.span.end
                places = ((0, end - start),) if finder.is_empty else tuple(finder.places(text[start:end]))[:1]
                for first, last in places:
                    yield lines.hit(name, start + first, start + last, mention)
        return
    taken = _Taken(desk) if query.scope is Scope.UNMARKED else None
    for start, end in finder.places(text):
        if taken is None or not taken.touches(start, end):
            yield lines.hit(name, start, end)


class _Taken:
    """Which stretches of a text are covered by mentions that are not rejected."""

    def __init__(self, desk: Desk) -> None:
        self._spans = sorted((m.span.start, m.span.end) for m in desk if m.decision is not Decision.REJECTED)
        self._at = 0
        self._reach = 0

    def touches(self, start: int, end: int) -> bool:
        """Whether one of them covers some of [start, end); asked with ascending places only."""
        while self._at < len(self._spans) and self._spans[self._at][0] < end:
            self._reach = max(self._reach, self._spans[self._at][1])
            self._at += 1
        return self._reach > start


class _Lines:
    """The lines of a text, found when a hit needs them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def hit(self, report: str, start: int, end: int, mention: Mention | None = None) -> Hit:
        """A hit with its line and what stands around it; asked for ascending places it counts on from the last."""
        text = self._text
        if start < self._at:
            self._at, self._line = 0, 1
        for found in LINE_END.finditer(text, self._at, start):
            self._line += 1
            self._at = found.end()
        before = text[max(self._at, start - _BEFORE) : start]
        if start - _BEFORE > self._at:
            before = "…" + before.lstrip()
        stop = LINE_END.search(text, end, end + _AFTER)
        after = text[end : stop.start() if stop else end + _AFTER]
        where = (mention.span.phi_class, mention.decision, mention.id) if mention is not None else ("", None, None)
        return Hit(report, start, end, self._line, before.lstrip(), text[start:end], after.rstrip(), *where)
