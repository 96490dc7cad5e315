"""An annotator's layer in the window: reports come in the order of the corpus's plan."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from deid_studio.corpora.corpus_folder import annotators_named, make_corpus
from deid_studio.corpora.layer_file import read_layer, write_layer
from deid_studio.corpora.plan import Plan, ReadingOrder, Task
from deid_studio.detection.model_files import MANIFEST
from deid_studio.gui.control.planned_order import learned_of
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.deciding.benefit import Benefit
from deid_studio.review.report_order import SortBy

ME = "Dra. Prueba"
PLANNED = ["10-nota", "2-radiologia", "1-alta"]


@pytest.fixture
def layer(reports):
    """Makes the own layer of a corpus: `10-nota` was drawn by lot."""

    def make(order: ReadingOrder, blind: bool):
        corpus = make_corpus(
            reports.with_name(f"{order.value}-{blind}"),
            "Altas",
            reports,
            annotators_named([ME]),
            Plan(readers=1),
            shipped_tagset("meddocan"),
        )
        folder = corpus.layer(corpus.corpus.annotators[0])
        own = read_layer(folder)
        orders = [ReadingOrder.RANDOM, order, order]
        tasks = tuple(Task(name, own.annotator.folder, blind, one) for name, one in zip(PLANNED, orders, strict=True))
        write_layer(folder, replace(own, tasks=tasks))
        return folder

    return make


def _sign(studio):
    name = studio.controller.session.name
    studio.controller.accept_all()
    assert studio.controller.sign_off()
    studio.qtbot.waitUntil(lambda: studio.controller.session.name != name)
    return studio.controller.session.name


def test_a_model_tells_of_how_many_signed_reports_it_has_learned(tmp_path):
    def told(**manifest):
        (tmp_path / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
        return learned_of(tmp_path)

    assert learned_of(tmp_path) == told() == told(adapted=[]) == told(adapted=["?"]) == 0
    assert told(adapted=[{"reports": 3}, {"reports": 8}]) == 8


def test_what_teaches_most_comes_next_and_blind_reports_show_nothing_of_it_but_an_order_laid_down_is_kept(
    studio, layer, reports
):
    order, panel = studio.controller.report_order, studio.window.reports
    for blind in (False, True):
        studio.open(layer(ReadingOrder.ACTIVE, blind))
        assert panel.sort.currentText() == "By the plan"
        assert studio.controller.session.name == "10-nota"  # drawn by lot, whatever it is worth
        studio.qtbot.waitUntil(lambda: order.planned.places().get("1-alta") == 1)
        assert _sign(studio) == "1-alta", blind
        if blind:
            assert not studio.controller.desk.pending and not studio.controller.folder.awaits("1-alta")
            told = panel.model.index(panel.model.row_of("2-radiologia"), 0).data(Qt.ItemDataRole.ToolTipRole)
            assert order.facts.benefit_of("2-radiologia") == Benefit() and "No suggestions" in told
        else:
            assert len(studio.controller.desk.pending) == 5
        assert _sign(studio) == "2-radiologia", blind

    studio.open(layer(ReadingOrder.RANDOM, False))
    assert order.shown == PLANNED
    assert [_sign(studio), _sign(studio)] == PLANNED[1:]
    studio.open(reports)  # a folder without a plan offers none
    assert panel.sort.findData(SortBy.PLAN) < 0
    assert order.by is SortBy.NAME
