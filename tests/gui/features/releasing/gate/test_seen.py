"""What is answered is what is seen: the row that is chosen and the place that the preview shows are one."""

from __future__ import annotations

import pytest

from deid_studio.errors import EditError
from deid_studio.review.session import ReviewSession
from tests.gui.features.releasing.release_driver import OTHER, Release, sign

MORE = OTHER + "Firma Martín Olmedo Sanz.\nVuelve Martín Olmedo Sanz el lunes.\n"


@pytest.fixture
def held(studio, reports):
    """A release window on signed reports, in the second of which a name is left three times."""
    (reports / "2-otro.txt").write_bytes(MORE.encode())
    studio.window.preferences.change(follow_decisions=False)  # what leaks would be suggested
    studio.open(reports)
    sign(studio, "1-uno", "2-otro")
    return Release(studio)


def _seen(release) -> str:
    """What is left unmarked of the report, up to where it is selected in the preview."""
    side = release.preview.original
    assert side.current is not None
    return release.texts()[0][: side.mentions.desk[side.current].span.start]


def _chosen(release) -> str:
    """The same of the row that is chosen."""
    row = release.held.row
    assert release.work.report == row.report and release.texts()[0] == row.checked.source.doc.text
    return row.checked.source.doc.text[: row.found.start]


def test_the_place_that_is_chosen_at_first_is_seen_and_after_each_answer_the_next(held):
    assert len(held.rows()) == 3
    assert held.preview.reports.currentItem().text().endswith("2-otro")
    assert _chosen(held) == _seen(held)
    for left, key in ((2, "S"), (1, "N"), (0, "N")):
        assert held.held.allow.isEnabled()
        held.studio.key(key, held.held.list)
        held.wait()
        assert len(held.rows()) == left
        if left:
            assert _chosen(held) == _seen(held)


def test_what_the_person_looks_at_of_their_own_accord_is_chosen_and_nothing_else_can_be_answered(held):
    pane, preview = held.held, held.preview
    held.studio.key("Down", pane.list)
    place = held.held.row.found
    preview.reports.setFocus()
    held.show("1-uno")
    assert pane.row is None
    for button in (pane.allow, pane.mark, pane.sign, pane.explain, pane.open):
        assert not button.isEnabled()
    held.work.check_changed.emit()  # nor when the list is made anew
    assert pane.row is None and len(held.rows()) == 3

    # The keyboard comes back to where it was, and so does what is seen.
    pane.list.setFocus()
    held.wait()
    assert pane.row.found == place and _chosen(held) == _seen(held)

    # A place that is held is chosen in the text, one that is replaced is none of the list.
    preview.step(1)
    assert pane.row.found.start > place.start and _chosen(held) == _seen(held)
    held.select("11/12/2020")
    assert pane.row is None and not pane.allow.isEnabled()


@pytest.mark.parametrize("shown", ["1-uno", "2-otro"])
def test_marked_and_signed_again_is_one_act_also_in_the_report_of_the_review_window(held, shown):
    held.studio.show(shown)
    held.studio.window.preferences.change(follow_decisions=True)  # the name is there twice more: it would be suggested
    held.window.activateWindow()
    for left in (2, 1, 0):
        held.studio.key("S", held.held.list)
        held.wait()
        assert not held.work.stale and len(held.rows()) == left
        assert "2-otro" in held.work.names  # it is signed
    assert held.studio.window.messages.shown("failed") is None and held.window.messages.shown("failed") is None


@pytest.mark.parametrize("shown", ["1-uno", "2-otro"])
def test_what_was_marked_and_could_not_be_signed_is_told_here_and_is_not_held_on(held, shown, monkeypatch):
    def refuse(*_, **__):
        raise EditError(detail="of the test")

    held.studio.show(shown)
    monkeypatch.setattr(ReviewSession, "sign_off", refuse)
    held.window.activateWindow()
    held.studio.key("S", held.held.list)
    held.wait()
    told = held.window.messages.shown("failed")
    assert "is marked" in told.text and "of the test" in told.text and "Nothing was changed" not in told.text
    assert held.work.names == ("1-uno",) and held.rows() == [] and not held.work.stale
