"""Sides of a corpus measured against each other, in a tag set of its own: who may see whose, and what is counted."""

from __future__ import annotations

import pytest

from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.layer_file import read_layer
from deid_studio.corpora.plan import Plan
from deid_studio.corpora.side_evaluation import (
    PairsRequest,
    Side,
    SideKind,
    SidesRequest,
    measure_sides,
    pair_counts,
    sides_of,
)
from deid_studio.errors import CancelledError, NoReportsError
from deid_studio.learning.scores import MISSING, SPURIOUS, Counts
from deid_studio.model.edits import Accept, Add, Reject
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.progress import Progress
from deid_studio.review.project import Project

OWN = TagSet("own", "1", (PhiClass("PERSONA", {}), PhiClass("FECHA", {})))
TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
NAME, SHORT, DAY, DAY_AS_NAME = (
    Span(10, 24, "PERSONA"), Span(10, 15, "PERSONA"), Span(36, 46, "FECHA"), Span(36, 46, "PERSONA")
)  # fmt: skip


def sign(folder, who, *spans, report="a"):
    project = Project(folder, OWN, who)
    session = project.open(report)
    for span in spans:
        session.perform(Add(session.desk.next_id, span))
    session.sign_off()
    project.close()


@pytest.fixture
def corpus(tmp_path):
    reports = tmp_path / "reports"
    reports.mkdir()
    for name in ("a", "b"):
        (reports / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    corpus = make_corpus(tmp_path / "corpus", "C", reports, annotators_named(["Ana", "Luis"]), Plan(), OWN)
    ana, luis = map(corpus.layer, corpus.corpus.annotators)
    sign(ana, "Ana", NAME, DAY)
    sign(luis, "Luis", SHORT, DAY_AS_NAME)
    sign(luis, "Luis", report="b")
    return corpus


def measured(gold, own, **more):
    return measure_sides(SidesRequest(gold, own, OWN, **more))


def test_one_annotator_against_another_with_every_difference(corpus):
    ana, luis = (Side(SideKind.ANNOTATOR, corpus.layer(one), one.name) for one in corpus.corpus.annotators)
    found = measured(ana, luis)
    assert found.evaluation.reports == 1 and found.evaluation.ner.fn == 2
    assert dict(found.evaluation.overlap_confusion) == {("FECHA", "PERSONA"): 1, ("PERSONA", "PERSONA"): 1}
    assert [(one.mistake.kind, one.mistake.start) for one in found.mistakes] == [("boundary", 10), ("class", 36)]
    counts = pair_counts(PairsRequest((ana, luis), OWN))
    assert counts[0, 1] == found.evaluation.ner == Counts(0, 2, 2) and counts.keys() == {(0, 1), (1, 0)}
    again = measured(luis, ana)
    assert again.absent == ("b",) and again.evaluation.ner.fp == 2


def test_an_annotator_sees_the_own_and_gold_once_it_is_signed_who_adjudicates_all(corpus):
    layer = corpus.layer(corpus.corpus.annotators[0])
    assert [one.kind for one in sides_of(layer, read_layer(layer), "Ana")] == ["signed", "suggested"]
    corpus.fill_gold("Eva", ["a"])
    assert [one.kind for one in sides_of(layer, read_layer(layer), "Ana")] == ["signed", "suggested"]
    sign(corpus.gold, "Eva", NAME)
    own = sides_of(layer, read_layer(layer), "Ana")
    assert [(one.kind, one.folder) for one in own] == [
        ("gold", corpus.gold), ("signed", layer), ("suggested", layer)
    ]  # fmt: skip
    gold = read_layer(corpus.gold)
    assert [one.who for one in sides_of(corpus.gold, gold, "Eva")] == ["", "Ana", "Luis"]
    assert [one.who for one in sides_of(corpus.gold, gold, " ana")] == ["", "Ana"]
    assert measured(*own[:2]).evaluation.ner.fp == 1  # the day, which gold has not


def test_suggestions_count_as_they_were_made_and_only_where_some_were(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.txt").write_text(TEXT, encoding="utf-8")
    project = Project(tmp_path, OWN, "Ana")
    session = project.open("a")
    session.offer([Suggestion(one, 0.9, (Evidence("rule"),)) for one in (NAME, DAY_AS_NAME)], "default")
    first, second = session.desk.pending
    session.perform(Accept(first.id))
    session.perform(Reject(second.id))
    session.sign_off()
    project.close()
    sign(tmp_path, "Ana", NAME, report="b")
    found = measured(Side(SideKind.SIGNED, tmp_path), Side(SideKind.SUGGESTED, tmp_path))
    assert found.absent == ("b",)
    assert dict(found.evaluation.overlap_confusion) == {("PERSONA", "PERSONA"): 1, (SPURIOUS, "PERSONA"): 1}


def test_files_that_lack_a_report_missed_it_and_another_text_is_not_counted(tmp_path):
    gold, own = tmp_path / "gold", tmp_path / "own"
    for folder in (gold, own):
        folder.mkdir()
    for name in ("a", "b", "c"):
        (gold / f"{name}.txt").write_text(TEXT, encoding="utf-8")
        (gold / f"{name}.ann").write_text("T1\tPERSONA 10 24\tNuria Belmonte\n", encoding="utf-8")
    (own / "a.ann").write_text("T1\tPERSONA 10 24\tNuria Belmonte\n", encoding="utf-8")
    (own / "c.ann").write_text("", encoding="utf-8")
    (own / "c.txt").write_text("Otro texto", encoding="utf-8")
    sides = Side(SideKind.FILES, gold), Side(SideKind.FILES, own)
    found = measured(*sides)
    assert found.other_text == ("c",) and found.evaluation.missing == ("b",)
    assert dict(found.evaluation.overlap_confusion) == {("PERSONA", MISSING): 1, ("PERSONA", "PERSONA"): 1}
    with pytest.raises(CancelledError):
        measure_sides(SidesRequest(*sides, OWN), Progress(cancelled=lambda: True))
    (gold / "a.ann").unlink()
    (gold / "b.ann").unlink()
    with pytest.raises(NoReportsError):
        measured(*sides)
