"""Coverage: which passages of a report were on the screen long enough for a person to have read them.

What counts as long enough, and why:

- **Pace.** 300 words a minute: most adults read non-fiction silently at 175 to 300, and faster is scanning, not reading
  (Brysbaert 2019, "How many words do we read per minute? A review and meta-analysis of reading rate", Journal of
  Memory and Language 109, 104047). So nobody who reads every word is told that they did not. A passage needs at least
  0.3 s: one fixation with the way there (Rayner 1998, "Eye movements in reading and information processing: 20 years
  of research", Psychological Bulletin 124).
- **Time is shared.** A second in front of a page is a second's reading, not one for each line: it is given to one
  passage after the other, and what is read takes no more. So a report cannot be read in less time than its words need,
  and whoever goes through it at that pace or slower is given every word. Sharing evenly would do that as well, but
  would leave a whole page unread for want of its last second.
- **Where time goes first** is where the person acted last: outwards from the caret after a step to a mention, a click
  or an arrow; down from the top of the page after scrolling. Nobody sees where the eyes are; this is how they go.
- **A stop at a mention** of half a second or more counts its own passages as read: it cannot be decided otherwise. A
  key that is held down stops nowhere.
- **Nobody there**: a minute without a key, a click or a movement of the mouse ends the counting, as does another window
  in front.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from deid_studio.model.lines import LINE
from deid_studio.review.journal import Event, EventKind

WORDS_PER_SECOND = 5.0
FLOOR_SECONDS = 0.3
STOP_SECONDS = 0.5
IDLE_SECONDS = 60.0
LONGEST = 80  # code points of a passage: about one line on the screen, so that a paragraph is read bit by bit
_LONGEST_STEP = 2.0  # seconds between two looks; what a computer slept is no reading

# Rules and dots are no words; what has no blanks is as many as it is long.
_WORD = re.compile(r"[^\W_]\S{0,11}")

_READ, _UNREAD, _BLANK = 0, 1, 2
_PASSAGES = re.compile(b"\x01[\x01\x02]*")
_FORMAT, _FULL = 1, 255
_SHARES = bytes(0 if state == _UNREAD else _FULL for state in range(256))

Stretch = tuple[int, int]


class Coverage:
    """The passages of a text in order, and how much of the time that each needs it was given; that only grows.

    A passage is a line, or a part of a long one. Offsets are code points, times seconds, the share is of words.
    """

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._words: list[int] = []
        for start, end in _passages(text):
            self._starts.append(start)
            self._ends.append(end)
            self._words.append(len(_WORD.findall(text, start, end)))
        self._given = [0.0] * len(self._words)
        self._begun: set[int] = set()  # unread passages that were given some of their time
        self._states = bytearray(_UNREAD if words else _BLANK for words in self._words)
        self._total = sum(self._words)
        self._read = 0

    @property
    def share(self) -> float:
        """The share of the words that were read, 0 to 1; 1 for a text without words."""
        return self._read / self._total if self._total else 1.0

    @property
    def complete(self) -> bool:
        """Whether every word was read."""
        return self._read == self._total

    @property
    def places(self) -> int:
        """How many places are left unread, each with all unread lines that follow one another."""
        return len(self.unread_places())

    def unread_places(self) -> list[Stretch]:
        """The places that are left unread, in text order, blank lines between unread ones among them."""
        found = []
        for place in _PASSAGES.finditer(self._states):
            last = len(self._states[: place.end()].rstrip(b"\x02")) - 1
            found.append((self._starts[place.start()], self._ends[last]))
        return found

    def unread(self, start: int, end: int) -> list[Stretch]:
        """What is unread of the passages that meet [start, end), joined where they adjoin."""
        found: list[Stretch] = []
        for at in self._meeting(start, end):
            if self._states[at] == _UNREAD:
                if found and found[-1][1] == self._starts[at]:
                    found[-1] = found[-1][0], self._ends[at]
                else:
                    found.append((self._starts[at], self._ends[at]))
        return found

    def next_unread(self, after: int) -> int | None:
        """Where the next unread passage begins after an offset, round the end; None when everything was read."""
        at = self._states.find(_UNREAD, bisect_right(self._starts, after))
        if at < 0:
            at = self._states.find(_UNREAD)
        return None if at < 0 else self._starts[at]

    def attend(self, sight: Iterable[Stretch], seconds: float, focus: int = 0) -> bool:
        """Share time among the unread passages in sight, those nearest to `focus` first; True if one was read.

        A passage of which less than half is in sight gets nothing: of two pages one has the greater part.
        """
        at_focus = bisect_right(self._starts, focus) - 1
        seen: dict[int, int] = {}
        for start, end in sight:
            for at in self._meeting(start, end):
                if self._states[at] == _UNREAD:
                    seen[at] = seen.get(at, 0) + min(end, self._ends[at]) - max(start, self._starts[at])
        within = [at for at, length in seen.items() if 2 * length >= self._ends[at] - self._starts[at]]
        any_read = False
        for at in sorted(within, key=lambda at: (abs(at - at_focus), at)):
            missing = self._need(at) - self._given[at]
            if seconds < missing:
                self._given[at] += max(seconds, 0.0)
                self._begun.add(at)
                break
            seconds -= missing
            self._finish(at)
            any_read = True
        return any_read

    def look_at(self, start: int, end: int) -> bool:
        """Take the passages that meet [start, end) as read; True if one was not."""
        unread = [at for at in self._meeting(start, end) if self._states[at] == _UNREAD]
        for at in unread:
            self._finish(at)
        return bool(unread)

    def packed(self) -> bytes:
        """What was read and what was begun, to be kept; a few bytes for each place."""
        shares = self._states.translate(_SHARES)
        for at in self._begun:
            shares[at] = int(self._given[at] / self._need(at) * (_FULL - 1))
        return bytes((_FORMAT,)) + zlib.compress(shares, 3)  # at each decision: more takes twenty times as long

    def take(self, packed: bytes) -> None:
        """Add what was kept of this very text; what is not of it, or cannot be understood, adds nothing."""
        try:
            shares = zlib.decompressobj().decompress(packed[1:], len(self._states) + 1)
        except zlib.error:
            return
        if packed[:1] != bytes((_FORMAT,)) or len(shares) != len(self._states):
            return
        for at, share in enumerate(shares):
            if self._states[at] != _UNREAD:
                continue
            if share == _FULL:
                self._finish(at)
            else:
                self._given[at] = max(self._given[at], share / (_FULL - 1) * self._need(at))
                self._begun.add(at)

    def _need(self, at: int) -> float:
        return max(FLOOR_SECONDS, self._words[at] / WORDS_PER_SECOND)

    def _finish(self, at: int) -> None:
        self._given[at] = self._need(at)
        self._begun.discard(at)
        self._states[at] = _READ
        self._read += self._words[at]

    def _meeting(self, start: int, end: int) -> range:
        first = max(bisect_right(self._starts, start) - 1, 0)
        if first < len(self._ends) and self._ends[first] <= start:
            first += 1
        return range(first, bisect_left(self._starts, end))


@dataclass(frozen=True, slots=True)
class Look:
    """What is to be seen at a moment: the stretches in sight, ascending, the caret, and the current mention if any.

    `at` and `acted`, when the person last did something, are seconds of one clock.
    """

    at: float
    acted: float
    sight: tuple[Stretch, ...]
    caret: int
    mention: Stretch | None = None


class Attention:
    """Turns looks, taken several times a second, into time given to passages."""

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage
        self._before: Look | None = None
        self._at_caret = False
        self._stopped = 0.0

    def pause(self) -> None:
        """Nobody looks: the time until the next look counts for nothing."""
        self._before = None

    def look(self, now: Look) -> bool:
        """Give the time since the look before to what was in sight all along; True if a passage was read thereby."""
        before, self._before = self._before, now
        if before is None or now.at - now.acted > IDLE_SECONDS:
            return False
        seconds = min(now.at - before.at, _LONGEST_STEP)
        scrolled = now.sight != before.sight
        if now.caret != before.caret and (now.mention is not None or not scrolled):
            self._at_caret = True
        elif scrolled:
            self._at_caret = False
        sight = _common(before.sight, now.sight) if scrolled else now.sight
        mention = now.mention
        stays = mention is not None and mention == before.mention and _holds(sight, *mention)
        self._stopped = self._stopped + seconds if stays else 0.0
        any_read = False
        if mention is not None and self._stopped >= STOP_SECONDS:
            any_read = self.coverage.look_at(*mention)
        at_caret = self._at_caret and _holds(sight, now.caret, now.caret)
        focus = now.caret if at_caret or not sight else sight[0][0]
        return self.coverage.attend(sight, seconds, focus) or any_read


def read_share(events: Iterable[Event]) -> float | None:
    """The share of words that were read when the report was last signed off; None where that was not recorded.

    `events` are the report's, oldest first. A sign-off that was withdrawn since counts as none.
    """
    share = None
    for event in events:
        if event.kind is EventKind.SIGN_OFF:
            said = event.payload.get("read")
            share = float(said) if isinstance(said, int | float) else None
        elif event.kind is not EventKind.SUGGEST:
            share = None
    return share


def _holds(sight: Iterable[Stretch], start: int, end: int) -> bool:
    return any(first <= start and end <= last for first, last in sight)


def _common(one: Sequence[Stretch], other: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """What is in both of two ascending rows of stretches."""
    found = []
    first = second = 0
    while first < len(one) and second < len(other):
        start, end = max(one[first][0], other[second][0]), min(one[first][1], other[second][1])
        if start < end:
            found.append((start, end))
        if one[first][1] < other[second][1]:
            first += 1
        else:
            second += 1
    return tuple(found)


def _passages(text: str) -> Iterator[Stretch]:
    for line in LINE.finditer(text):
        at, end = line.span()
        while end - at > LONGEST:
            blank = text.rfind(" ", at + LONGEST // 2, at + LONGEST)
            cut = blank + 1 if blank >= 0 else at + LONGEST
            yield at, cut
            at = cut
        yield at, end
