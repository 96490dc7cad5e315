"""Searching a folder: in texts, in mentions, and where nothing is marked."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import CancelledError
from deid_studio.model.edits import Accept, Reject
from deid_studio.model.mentions import Decision, Desk, desk_of
from deid_studio.progress import Progress
from deid_studio.review import folder_search
from deid_studio.review.folder_search import Finder, FolderSearch, Hit, Query, Scope, hits_in, search_folder
from deid_studio.review.waiting import Waiting
from tests.review.conftest import SUGGESTIONS, TEXT, opened

WORDS = st.text("aáeñ ÁN\u0301\n\r\t.", max_size=30)


def _texts(text: str, wanted: str, **how: bool) -> list[str]:
    return [text[start:end] for start, end in Finder(Query(wanted, **how)).places(text)]


@given(WORDS, st.integers(0, 29), st.integers(1, 6))
def test_what_stands_in_a_text_is_found_there(text, start, length):
    wanted = text[start : start + length]
    if wanted.strip() and not unicodedata.combining(wanted.strip()[0]):
        places = list(Finder(Query(wanted)).places(text))
        assert places
        assert all(a[1] <= b[0] for a, b in pairwise(places))


@given(WORDS, st.text("aáñN ", min_size=1, max_size=4))
def test_exactly_is_as_the_letters_are(text, wanted):
    pattern = r"\s+".join(map(re.escape, wanted.split()))
    expected = [m.span() for m in re.finditer(pattern, text)] if pattern else []
    assert list(Finder(Query(wanted, exact=True)).places(text)) == expected


def test_case_accents_blanks_and_words():
    text = "GARCÍA  López; García\nLopez, garcialopez. Garci\u0301a"
    assert _texts(text, "garcia lopez") == ["GARCÍA  López", "García\nLopez"]
    assert _texts(text, "garcia") == ["GARCÍA", "García", "garcia", "Garci\u0301a"]
    assert _texts(text, "garcia", whole_words=True) == ["GARCÍA", "García", "Garci\u0301a"]
    assert _texts(text, "García", exact=True) == ["García"]
    assert _texts("a.b a-b", "a.b") == ["a.b"]  # no regular expression


def test_a_hit_knows_its_line_and_what_stands_around_it():
    text = "uno\r\ndos\rtres \U0001f642 Elvira y más\ncuatro"
    hit = next(hits_in("r", text, Desk(), query := Query("elvira"), Finder(query)))
    assert (hit.line, hit.before, hit.text, hit.after) == (3, "tres \U0001f642 ", "Elvira", " y más")
    assert text[hit.start : hit.end] == "Elvira"
    long = "x" * 500 + " Elvira " + "y" * 500
    hit = next(hits_in("r", long, Desk(), query, Finder(query)))
    assert hit.before.startswith("…") and len(hit.before) < 60 and len(hit.after) < 200


def _desk() -> Desk:
    desk = desk_of((), SUGGESTIONS)
    by_text = {m.span.text(TEXT): m.id for m in desk}
    return Reject(by_text["61 años"]).apply(Accept(by_text["Elvira Sanjuán"]).apply(desk))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query("a", Scope.MENTIONS, phi_class="NOMBRE_SUJETO_ASISTENCIA"), ["a", "A"]),  # once in each
        (Query("sanjuan", Scope.MENTIONS, decision=Decision.ACCEPTED), ["Sanjuán"]),
        (Query("sanjuan", Scope.MENTIONS, decision=Decision.PENDING), []),
        (Query("", Scope.MENTIONS, decision=Decision.REJECTED), ["61 años"]),
        (Query("61", Scope.UNMARKED), ["61"]),  # rejected: not marked
        (Query("elvira", Scope.UNMARKED), []),
        (Query("remite", Scope.UNMARKED), ["Remite"]),
        (Query("elvira sanjuan tobes", Scope.UNMARKED), []),  # some of it is marked
    ],
)
def test_mentions_by_class_and_decision_and_what_is_unmarked(query, found):
    hits = list(hits_in("r", TEXT, _desk(), query, Finder(query)))
    assert [hit.text for hit in hits] == found
    assert all(TEXT[hit.start : hit.end] == hit.text for hit in hits)


def _search(project, query: Query, **more) -> tuple[list[Hit], folder_search.Searched]:
    found: list[Hit] = []
    names = tuple(entry.name for entry in project.entries)
    request = FolderSearch(project, names, query, found.extend, **more)
    return found, search_folder(request, Progress())


def test_a_folder_is_searched_where_its_mentions_are(folder, open_project):
    project = open_project()
    decided = opened(project, "a1")
    decided.perform(Reject(next(m.id for m in decided.desk if m.span.text(TEXT) == "Abel Quirce")))
    (folder / "a2.ann").write_bytes(f"T1\tPAIS {TEXT.index('Abel')} {TEXT.index('Abel') + 4}\tAbel\n".encode())
    waiting = {"planta 2/b1": Waiting(tuple(SUGGESTIONS), opened(project, "planta 2/b1").text_sha256)}
    found, told = _search(project, Query("abel", Scope.MENTIONS), waiting=waiting)
    assert [(hit.report, hit.decision, hit.phi_class) for hit in found] == [
        ("a1", Decision.REJECTED, "NOMBRE_SUJETO_ASISTENCIA"),
        ("a2", Decision.ACCEPTED, "PAIS"),
        ("planta 2/b1", Decision.PENDING, "NOMBRE_SUJETO_ASISTENCIA"),
    ]
    assert (told.hits, told.reports, told.unreadable, told.cut) == (3, 3, 0, False)
    found, told = _search(project, Query("ABEL"))
    assert [(hit.report, hit.line) for hit in found] == [("a1", 3), ("a2", 3), ("planta 2/b1", 3)]
    assert not [hit for hit in _search(project, Query("abel"))[0] if hit.decision]


def test_a_mention_that_ends_within_a_word_is_found_on_the_screen_and_off_it(folder, open_project):
    at = TEXT.index("Elvira")
    (folder / "a2.ann").write_bytes(f"T1\tPAIS {at} {at + 4}\t{TEXT[at : at + 4]}\n".encode())
    project = open_project()
    query = Query(TEXT[at : at + 4], Scope.MENTIONS, whole_words=True)
    shown, _ = _search(project, query, open_report=("a2", TEXT, opened(project, "a2").desk))
    assert [(hit.report, hit.text) for hit in shown] == [("a2", TEXT[at : at + 4])]
    assert _search(project, query)[0] == shown


def test_the_report_on_the_screen_is_as_it_is_there_and_nothing_is_written(folder, open_project):
    project = open_project()
    before = sorted(path for path in folder.rglob("*"))
    query = Query("abel", Scope.UNMARKED)
    assert len(_search(project, query)[0]) == 3
    found, _ = _search(project, query, open_report=("a1", TEXT, desk_of((), SUGGESTIONS)))
    assert [hit.report for hit in found] == ["a2", "planta 2/b1"]
    assert sorted(path for path in folder.rglob("*")) == before


def test_unreadable_reports_are_counted_and_many_hits_are_cut(folder, open_project, monkeypatch):
    project = open_project()
    (folder / "a2.txt").write_bytes(b"%PDF-1.7")
    found, told = _search(project, Query("a"))
    assert told.unreadable == 1 and told.reports == 2 and not told.cut
    monkeypatch.setattr(folder_search, "MOST", 3)
    found, told = _search(project, Query("a"))
    assert len(found) == told.hits == 3 and told.cut


def test_a_search_can_be_stopped(open_project):
    project = open_project()
    request = FolderSearch(project, ("a1",), Query("a"), lambda hits: None)
    with pytest.raises(CancelledError):
        search_folder(request, Progress(cancelled=lambda: True))


def test_a_search_for_nothing_is_empty():
    assert Query(" ").is_empty and Query("", Scope.MENTIONS).is_empty
    assert not Query("", Scope.MENTIONS, phi_class="PAIS").is_empty
    assert list(hits_in("r", "abc", Desk(), Query(""), Finder(Query("")))) == []
