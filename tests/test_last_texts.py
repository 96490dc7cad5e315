"""LastTexts: nothing else than the function gives, made once for what is asked by turns, and no more kept than fits."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from deid_studio.last_texts import ROOM, LastTexts


@given(st.lists(st.text(max_size=3)))
def test_it_gives_what_the_function_gives(texts: list[str]) -> None:
    kept = LastTexts(lambda text: [text[::-1]])
    assert [kept(text) for text in texts] == [[text[::-1]] for text in texts]


def test_what_is_asked_by_turns_is_made_once() -> None:
    made: Counter[str] = Counter()
    kept = LastTexts(lambda text: made.update([text]) or len(text))  # type: ignore[func-returns-value]
    reports = [f"{number} " + "x" * 3_000 for number in range(ROOM // 3_100)]
    for turn in range(3):
        for report in reports:
            assert kept(report) == len(report)
            kept(f"{turn}")  # what is short is kept as well
    assert set(made.values()) == {1}


def test_what_was_asked_longest_ago_gives_way() -> None:
    made: Counter[str] = Counter()
    kept = LastTexts(lambda text: made.update([text]))
    long = [str(number) * ROOM for number in range(6)]
    for text in [*long[:4], long[0], long[4], long[0], long[1]]:
        kept(text)
    assert [made[text] for text in long] == [1, 2, 1, 1, 1, 0]
    assert len(kept._kept) == 4 and kept._taken == 4 * ROOM
    for number in range(5_000):
        kept(f"{number}")
    assert len(kept._kept) <= ROOM // 250 and kept._taken <= ROOM


def test_what_fails_is_tried_again() -> None:
    tried: list[str] = []

    def make(text: str) -> int:
        tried.append(text)
        return 1 // len(tried[1:])

    kept = LastTexts(make)
    try:
        kept("a")
    except ZeroDivisionError:
        assert kept("a") == 1 and tried == ["a", "a"]


def test_threads_share_it() -> None:
    kept = LastTexts(lambda text: text * 2)
    texts = [str(number % 7) * 60_000 for number in range(400)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(kept, texts)) == [text * 2 for text in texts]
    assert kept._taken == sum(map(len, kept._kept)) <= max(ROOM, 4 * 60_000)
