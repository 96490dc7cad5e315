"""What counts as read: time on the screen, shared among what is in sight."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.review.journal import Event, EventKind
from deid_studio.review.reading.coverage import (
    FLOOR_SECONDS,
    IDLE_SECONDS,
    STOP_SECONDS,
    WORDS_PER_SECOND,
    Attention,
    Coverage,
    Look,
    read_share,
)

HEADER = "".join(f"Campo {n}: valor {n * 37}.\n" for n in range(14))
SENTENCE = "La paciente refiere dolor de dos días y niega fiebre u otros síntomas por aparatos. "
SHORT = HEADER + "\n" + (SENTENCE * 3 + "\n") * 7  # some 400 words, as reports mostly have
LONG = HEADER + "\n" + (SENTENCE * 12 + "\n\n") * 25
LETTERS = st.text(alphabet="aé1 -\n\r\u2028😀", max_size=400)


@dataclass
class Reader:
    """A person in front of a window of so many lines, 90 letters wide; tells what is in sight four times a second."""

    text: str
    lines: int = 28
    width: int = 90
    now: float = 0.0
    top: int = 0
    caret: int = 0
    mention: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        self.coverage = Coverage(self.text)
        self.attention = Attention(self.coverage)
        self.rows = []
        for line in re.finditer(r"[^\n]*\n|[^\n]+$", self.text):
            for start in range(line.start(), line.end(), self.width):
                self.rows.append((start, min(start + self.width, line.end())))

    @property
    def last_top(self) -> int:
        return max(len(self.rows) - self.lines, 0)

    @property
    def sight(self) -> tuple[tuple[int, int], ...]:
        shown = self.rows[self.top : self.top + self.lines]
        return ((shown[0][0], shown[-1][1]),)

    def stay(self, seconds: float, acting: bool = True) -> None:
        acted = self.now
        for _ in range(round(seconds * 4)):
            self.attention.look(Look(self.now, self.now if acting else acted, self.sight, self.caret, self.mention))
            self.now += 0.25
        self.attention.look(Look(self.now, self.now if acting else acted, self.sight, self.caret, self.mention))

    def scroll_to(self, row: int) -> None:
        self.top = min(max(row, 0), self.last_top)

    def step_to(self, start: int, end: int) -> None:
        """Go to a mention as the window does: a third down the page, unless it is in sight."""
        row = next(at for at, (first, last) in enumerate(self.rows) if first <= start < last)
        if not self.top <= row < self.top + self.lines:
            self.scroll_to(row - self.lines // 3)
        self.caret, self.mention = start, (start, end)

    def read_on(self, words_a_minute: float) -> None:
        """Read from the first line to the last, scrolling as one goes so that the line read stays on the page."""
        self.mention = None
        self.scroll_to(0)
        for at, (start, end) in enumerate(self.rows):
            if at >= self.top + self.lines * 2 // 3:
                self.scroll_to(self.top + 3)
            self.stay(len(self.text[start:end].split()) * 60 / words_a_minute)


def needed(text: str) -> float:
    return len(text.split()) / WORDS_PER_SECOND


@pytest.mark.parametrize("text", [SHORT, LONG], ids=["short", "long"])
def test_who_decides_step_by_step_and_then_reads_on_to_the_end_has_read_everything(text):
    reader = Reader(text)
    for found in re.finditer(r"valor \d+|dos días", text):
        reader.step_to(*found.span())
        reader.stay(1.5)
    reader.read_on(238)
    assert reader.coverage.complete and reader.coverage.share == 1.0 and reader.coverage.places == 0


@pytest.mark.parametrize("text", [SHORT, LONG], ids=["short", "long"])
def test_page_after_page_at_a_normal_pace_is_read(text):
    reader = Reader(text)
    while True:
        page = text[slice(*reader.sight[0])]
        reader.stay(len(page.split()) * 60 / 238 + 1)
        if reader.top == reader.last_top:
            break
        reader.scroll_to(reader.top + reader.lines - 1)
    assert reader.coverage.complete


def test_who_reads_a_little_too_fast_misses_a_little():
    """Not a whole page for want of its last second."""
    reader = Reader(LONG)
    reader.read_on(330)
    assert 0.8 < reader.coverage.share < 1.0


def test_who_only_steps_through_quickly_and_jumps_to_the_end_has_not_read_the_rest():
    reader = Reader(LONG)
    for found in re.finditer(r"valor \d+", LONG):
        reader.step_to(*found.span())
        reader.stay(0.5)
    reader.scroll_to(reader.last_top)
    reader.stay(2)
    assert reader.coverage.share < 0.1
    assert not reader.coverage.unread(0, len("Campo 0: valor 0."))


def test_a_screenful_for_a_second_is_not_read():
    reader = Reader(SHORT)
    reader.stay(1)
    assert reader.coverage.share * len(SHORT.split()) <= WORDS_PER_SECOND + 1
    assert reader.coverage.unread(0, len(SHORT))[0][0] <= len(HEADER)


def test_a_key_held_down_reads_nothing_by_itself():
    reader = Reader(SHORT)
    for found in re.finditer(r"valor \d+|dos días", SHORT):
        reader.step_to(*found.span())
        reader.stay(STOP_SECONDS / 2)
    assert reader.coverage.share < 0.15


def test_a_stop_at_a_mention_reads_its_line():
    text = SENTENCE + "\n" + "Ingresa en el Hospital de la Ribera Alta con su hermana Elvira, de Villabrezo.\n"
    reader = Reader(text)
    start = text.index("Elvira")
    reader.step_to(start, start + 6)
    reader.stay(STOP_SECONDS)
    assert not reader.coverage.unread(len(SENTENCE) + 1, len(text))
    assert reader.coverage.unread(0, len(SENTENCE))


def test_time_goes_first_to_where_the_person_acted_last():
    reader = Reader(SHORT)
    reader.stay(0.5)
    place = SHORT.index(SENTENCE)
    reader.caret = place  # clicked there
    reader.stay(6)
    assert not reader.coverage.unread(place, place + 60)
    assert reader.coverage.unread(0, 20)
    reader.scroll_to(3)
    reader.stay(2)
    top = reader.sight[0][0]
    assert not reader.coverage.unread(top, top + 20)


def test_nobody_there_reads_nothing():
    reader = Reader(LONG, lines=200)
    reader.stay(3 * IDLE_SECONDS, acting=False)
    before = reader.coverage.share
    assert before * len(LONG.split()) <= WORDS_PER_SECOND * (IDLE_SECONDS + 1)
    reader.stay(IDLE_SECONDS)
    assert reader.coverage.share > 1.5 * before


def test_a_pause_and_a_sleeping_computer_count_for_nothing():
    reader = Reader(SHORT)
    reader.stay(0)
    reader.attention.pause()
    reader.now += 30
    reader.stay(0)
    reader.now += 30  # no look in between
    reader.stay(0)
    assert reader.coverage.share * len(SHORT.split()) <= 2 * WORDS_PER_SECOND


def test_what_is_left_and_where_the_next_is():
    text = "uno\n\n-----\ndos\ntres\n"
    coverage = Coverage(text)
    assert (coverage.places, coverage.share) == (1, 0.0)  # a blank line and a rule part nothing, and need no reading
    assert coverage.unread(0, len(text)) == [(0, 3), (11, 14), (15, 19)]
    coverage.look_at(11, 14)
    assert coverage.places == 2 and coverage.share == pytest.approx(1 / 3)
    assert [coverage.next_unread(after) for after in (-1, 0, 15, 99)] == [0, 15, 0, 0]
    assert coverage.attend([(0, len(text))], FLOOR_SECONDS)
    assert not coverage.attend([(0, len(text))], FLOOR_SECONDS / 2)
    assert coverage.attend([(0, len(text))], FLOOR_SECONDS / 2 + 0.01)
    assert coverage.complete and coverage.next_unread(0) is None


def test_less_than_half_of_a_passage_in_sight_is_not_in_sight():
    coverage = Coverage("a b c d e f g h")
    assert not coverage.attend([(0, 7)], 60)
    assert not coverage.attend([(0, 3), (4, 5)], 60)
    assert coverage.attend([(0, 3), (4, 9)], 60)
    assert Coverage("abc def gh").attend([(0, 5)], 60)  # half of it is


def test_after_a_minute_without_an_act_nobody_is_there():
    attention = Attention(Coverage("uno dos\ntres"))
    looks = [attention.look(Look(at, 0.0, ((0, 7),), 0)) for at in (59.0, 60.0)]
    assert looks == [False, True]
    assert not attention.look(Look(60.5, 0.0, ((0, 12),), 0))


def test_a_caret_that_goes_along_with_the_page_is_no_place_where_somebody_acted():
    attention = Attention(Coverage("a b c d e\n" * 20))
    attention.look(Look(0.0, 0.0, ((0, 100),), 0))
    attention.look(Look(0.0, 0.0, ((50, 150),), 120))
    assert attention.look(Look(1.0, 0.0, ((50, 150),), 120))
    assert attention.coverage.unread(50, 59) == [] and attention.coverage.unread(120, 129) == [(120, 129)]


def test_what_was_kept_of_another_text_adds_nothing():
    short = Coverage("uno dos\ntres")
    short.look_at(0, 12)
    for text in ("uno dos\ntres\ncuatro", "uno dos"):
        other = Coverage(text)
        other.take(short.packed())
        assert other.share == 0


def test_a_long_line_is_read_bit_by_bit():
    coverage = Coverage(SENTENCE * 100)
    coverage.attend([(0, len(SENTENCE) * 100)], needed(SENTENCE * 10))
    assert coverage.share == pytest.approx(0.1, abs=0.02)
    assert Coverage("x" * 4000).share == 0.0
    coverage = Coverage("x" * 4000)
    coverage.attend([(0, 4000)], 10)
    assert 0 < coverage.share < 0.2  # a word without end takes as long as it is


@given(LETTERS, st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400), st.floats(0, 3), st.integers(0, 400))))
def test_it_only_grows_and_gives_away_no_more_than_there_was(text, looks):
    coverage = Coverage(text)
    share, spent = coverage.share, 0.0
    for start, end, seconds, focus in looks:
        coverage.attend([(start, max(start, end))], seconds, focus)
        spent += seconds
        assert coverage.share >= share
        share = coverage.share
    words = len(re.findall(r"[^\W_]\S{0,11}", text))
    assert share * words <= spent * WORDS_PER_SECOND + 1e-6 or not words
    assert coverage.complete == (not coverage.unread(0, len(text))) == (coverage.next_unread(0) is None)
    assert coverage.complete == (coverage.places == 0)


@given(LETTERS, st.lists(st.tuples(st.integers(0, 400), st.floats(0, 3)), max_size=8), st.binary(max_size=40))
def test_what_was_kept_comes_back_and_nothing_else_does(text, looks, damage):
    coverage = Coverage(text)
    for start, seconds in looks:
        coverage.attend([(start, start + 100)], seconds)
    again = Coverage(text)
    again.take(coverage.packed())
    assert again.share == coverage.share and again.unread(0, 400) == coverage.unread(0, 400)
    again.take(Coverage(text).packed())  # what another window has read less of takes nothing away
    assert again.share == coverage.share
    other = Coverage(text + "\nmás")
    other.take(coverage.packed())
    other.take(b"\x01" + damage)
    assert other.share == 0.0 or not other.complete


def test_what_was_begun_is_kept_too():
    coverage = Coverage(SENTENCE)
    coverage.attend([(0, len(SENTENCE))], needed(SENTENCE) * 0.6)
    again = Coverage(SENTENCE)
    again.take(coverage.packed())
    assert again.attend([(0, len(SENTENCE))], needed(SENTENCE) * 0.5)


def test_kept_coverage_is_small():
    coverage = Coverage(LONG * 40)
    coverage.attend([(0, len(LONG) * 20)], 1e6)
    assert len(coverage.packed()) < 200


def _event(kind: EventKind, **payload) -> Event:
    return Event(1, "a", "2026-01-01T00:00:00+00:00", "yo", kind, payload)


def test_the_share_is_read_back_from_the_last_sign_off():
    begin, perform = _event(EventKind.BEGIN), _event(EventKind.PERFORM)
    signed, unknown = _event(EventKind.SIGN_OFF, read=0.83), _event(EventKind.SIGN_OFF)
    assert read_share([begin, perform, signed]) == 0.83
    assert read_share([begin, signed, _event(EventKind.SIGN_OFF, read=1)]) == 1.0
    assert read_share([begin, signed, _event(EventKind.SUGGEST)]) == 0.83, "suggestions made anew take nothing back"
    for others in ([begin, perform], [begin, unknown], [signed, perform], [signed, _event(EventKind.WITHDRAW)]):
        assert read_share(others) is None
