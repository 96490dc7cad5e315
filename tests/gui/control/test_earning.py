"""Accepting suggestions together, where the reviewer's own signed-off reports allow it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deid_studio.errors import JournalError
from deid_studio.model.mentions import Decision
from deid_studio.settings import read_settings


@pytest.fixture
def strict(studio, reports):
    """A window that asks for a precision which one right suggestion of one earns."""
    studio.window.preferences.change(bulk_accept_precision=20.0)
    studio.open(reports)
    return studio


def _told(studio, topic: str = "earned") -> str:
    banner = studio.window.messages.shown(topic)
    return "" if banner is None else banner.text


def _why(studio) -> str:
    studio.banner_button("earned", "Why?").click()
    return _told(studio)


def _wait_answered(studio) -> None:
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("earned"))


def test_without_a_record_it_is_told_why_and_signed_off_reports_earn_it_class_by_class_for_who_signed_them(
    strict, preferences_path, afresh, reports
):
    change = strict.window.preferences.change
    strict.controller.select(strict.mention("61 años").id)
    strict.key("Del")
    for _ in range(4):
        strict.controller.go_to_pending(1)
        strict.key("Return")
    strict.window.signing_off.begin()
    strict.wait_shown("2-radiologia")

    change(reviewer="Dr. Otro")
    strict.key("Ctrl+Shift+Return")
    _wait_answered(strict)
    assert "none decided one by one yet" in _why(strict) and len(strict.texts("pending")) == 2
    change(reviewer="Dra. Prueba")

    # Part is accepted, and the rest is told.
    change(bulk_accept_precision=75.0)  # the detector is less sure of dates than of names
    strict.key("Ctrl+Shift+Return")
    _wait_answered(strict)
    assert strict.texts("accepted") == ["Martín Olmedo Sanz"] and strict.texts("pending") == ["11/12/2020"]
    assert "right. Dates: 2 of 2 right one by one, sure of 65 %" in _why(strict)
    change(bulk_accept_precision=0.0)
    strict.key("Ctrl+Shift+Return")
    assert not strict.texts("pending")
    for _ in range(2):
        strict.key("Ctrl+Z")

    change(bulk_accept_precision=20.0)
    strict.key("Ctrl+Shift+Return")
    _wait_answered(strict)
    assert strict.texts("accepted") == ["Martín Olmedo Sanz", "11/12/2020"] and not _told(strict)
    strict.window.signing_off.begin()
    strict.wait_shown("10-nota")
    record = strict.controller.earning._record
    assert (record.of("FECHAS").right, record.of("FECHAS").total) == (2, 2)  # not those accepted together
    strict.show("1-alta")
    strict.controller.withdraw_sign_off()
    assert record.of("FECHAS").total == 0

    # Without a record.
    reports = afresh(reports)
    strict.open(reports)
    strict.key("Ctrl+Shift+Return")
    _wait_answered(strict)
    assert _told(strict) == "Not accepted together; classes that have not earned it yet: 4."
    told = _why(strict)
    assert "that 20 % are right. Patient's age: none decided one by one yet, at least 1 more needed;" in told
    assert told.endswith("; 1 more.")  # three of four classes
    assert not strict.controller.session.begun
    strict.controller.select(strict.mention("03/04/2021").id)
    strict.key("Alt+Return")
    assert "\n" not in _told(strict)
    told = _why(strict)
    assert "right. Dates: none decided one by one yet" in told and ";" not in told
    assert not strict.controller.session.begun
    strict.show("2-radiologia")
    assert not _told(strict)

    # The refusal goes away with the next step.
    strict.show("1-alta")
    for keys in (".", "Return"):
        strict.key("Ctrl+Shift+Return")
        _wait_answered(strict)
        assert _told(strict)
        strict.key(keys)
        assert not _told(strict)

    # The precision is set in the dialog.
    strict.window.dialogs.settings()
    dialog = next(c for c in strict.window.children() if type(c).__name__ == "SettingsDialog")
    bulk_accept = dialog.fields["bulk_accept_precision"].widget
    assert bulk_accept.value() == 20
    bulk_accept.setValue(0)
    assert bulk_accept.text() == "always"
    dialog.accept()
    assert read_settings(preferences_path)[0].bulk_accept_precision == 0.0
    assert strict.controller.earning.precision == 0


def test_an_answer_that_comes_late_accepts_what_was_seen_alone_and_nothing_in_another_report(
    strict, monkeypatch, afresh, reports
):
    for _ in range(5):
        strict.key("Return")
    strict.window.signing_off.begin()
    strict.wait_shown("2-radiologia")
    strict.controller.earning.forget()
    strict.controller.accept_all()
    strict.controller.leave_report()
    _wait_answered(strict)
    strict.controller.open_report("2-radiologia")
    strict.wait_shown("2-radiologia")
    assert len(strict.texts("pending")) == 2

    # A sign-off meanwhile.
    strict.controller.earning.forget()
    strict.controller.accept_all()
    strict.controller.earning.note(strict.controller.session)
    _wait_answered(strict)
    assert not strict.texts("pending")

    # What was seen alone.
    reports = afresh(reports)
    strict.open(reports)

    def refused() -> None:
        raise JournalError(path=strict.controller.folder.project.journal_path, detail="damaged")

    with monkeypatch.context() as patch:
        patch.setattr(strict.controller.folder.project, "summaries", refused)
        strict.controller.accept_all()
        _wait_answered(strict)
    assert strict.window.messages.shown("failed") is not None and not strict.controller.session.begun

    # Late, when the suggestions were made anew.
    controller = strict.controller
    monkeypatch.setattr(controller.earning, "sift", lambda *asked: asks.append(asked[-1]))
    asks = []
    seen = {m.span for m in controller.desk.pending}
    controller.accept_all()
    result = controller.folder.results[controller.shown]
    first = replace(result.suggestions[0], span=replace(result.suggestions[0].span, start=0, end=2))
    controller.folder._take(replace(result, suggestions=(first, *result.suggestions)))  # all are numbered anew
    assert len(controller.desk.pending) == len(seen) + 1
    asks[0](frozenset(span.phi_class for span in seen))
    assert {m.span for m in controller.desk if m.decision is Decision.ACCEPTED} == seen
