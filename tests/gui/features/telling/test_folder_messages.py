"""What is said of the whole folder is said as long as it is so."""

from __future__ import annotations


def test_a_folder_is_said_to_be_done_as_long_as_every_report_is_signed(studio, reports):
    studio.open(reports, "1-alta")
    messages = studio.window.messages
    for name in ("1-alta", "2-radiologia", "10-nota"):
        assert messages.shown("finished") is None
        studio.show(name)
        studio.controller.accept_all()
        studio.controller.sign_off()
    assert messages.shown("finished") is not None

    studio.show("1-alta")
    studio.controller.select(studio.mention("556677").id)
    studio.key("Backspace")
    assert not studio.controller.session.signed
    assert "2 of 3" in studio.window.reports.progress_words.text() and messages.shown("finished") is None
    studio.show("2-radiologia")  # to look at another is to change nothing
    assert messages.shown("finished") is None
    studio.show("1-alta")
    studio.controller.sign_off()
    assert messages.shown("finished") is not None

    # So it is when another report comes, or one is signed no more.
    (reports / "3-nueva.txt").write_text("Nombre: Ana Robledo.\n")
    studio.window.actions_by_id["refresh"].trigger()
    studio.qtbot.waitUntil(lambda: "3-nueva" in studio.controller.folder.names)
    assert messages.shown("finished") is None
