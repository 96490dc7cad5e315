"""The release window as a window: size, keys, focus, and what it goes with."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from deid_studio import paths
from deid_studio.gui.features.releasing.work.release_work import CHECK, GATHER, PREVIEW, WRITE
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Policy, Treatment, Way, load_policy
from tests.gui.features.releasing.release_driver import (
    NAME,
    TYPED,
    Release,
    sign,
)

SECRET = "5e" * 32


def test_it_is_there_once_with_steps_that_keys_choose_and_goes_with_its_folder_and_the_main_window(studio, reports):
    studio.open(reports)
    sign(studio, "1-uno")
    # A damaged secret is told where the window would open.
    journal = studio.controller.folder.project.journal()
    journal.keep_setting("release_secret", "no hexadecimal")
    studio.window.releasing.show()
    told = studio.window.messages.shown("failed")
    assert studio.window.releasing.shown is None and "project.db" in told.accessibleName()
    journal.keep_setting("release_secret", SECRET)

    signed = Release(studio)
    window, destination = signed.window, signed.destination
    signed.main.preferences.change(theme="dark")
    assert all(side.palette().base().color().lightness() < 100 for side in signed.preview.sides)
    signed.main.actions_by_id["release"].trigger()
    assert signed.main.releasing.shown is window

    # A step begins at its first field.
    for key, field in (("3", destination.folder), ("2", signed.policy.choice.policies),
                       ("1", window.what.reviewed), ("4", window.handover.recipient)):  # fmt: skip
        signed.studio.key(f"Alt+{key}", QApplication.focusWidget())
        assert QApplication.focusWidget() is field, key

    # F6 leads round the parts with which something can be done.
    for keys, part in (("F6", signed.preview.released), ("F6", window.handover.recipient),
                       ("Shift+F6", signed.preview.released)):  # fmt: skip
        signed.studio.key(keys, QApplication.focusWidget())
        assert QApplication.focusWidget() is part

    destination.formats[OutputFormat.DOCX].setChecked(True)
    signed.work.has_documents = True
    destination.vault.setChecked(True)
    window.resize(1024, 700)
    for step in range(window.steps.count()):
        window.steps.setCurrentIndex(step)
        area = window.steps.currentWidget()
        assert area.viewport().width() >= area.widget().minimumSizeHint().width(), step

    # It goes with its folder, and with the main window.
    window.close()
    assert signed.main.releasing.shown is None
    assert not any(map(signed.main.controller.jobs.running, (GATHER, PREVIEW, CHECK, WRITE)))
    signed.open()
    studio.controller.refresh_folder()
    studio.qtbot.waitUntil(lambda: signed.main.releasing.shown is None)
    studio.qtbot.waitUntil(lambda: studio.controller.session is not None)
    signed.open()
    shown = signed.window
    studio.window.close()
    assert signed.main.releasing.shown is None and not shown.isVisible()


def test_its_size_and_its_forms_are_remembered_and_no_text_of_a_report(signed, preferences_path, tmp_path):
    signed.type_surrogate("Lucía", TYPED)
    signed.destination.formats[OutputFormat.CSV].click()
    signed.release(tmp_path / "out")

    # Escape closes the message and then the window, but loses no passphrase.
    window, destination, key = signed.window, signed.destination, signed.studio.key
    key("Escape", window.close_button)
    assert window.messages.shown("done") is None and window.isVisible()
    destination.vault.click()
    destination.fields[0][0].setText("una frase")
    key("Escape", destination.folder)
    assert window.isVisible()
    destination.fields[0][0].clear()
    window.resize(window.width(), 700)
    destination.numbered.click()
    key("Escape", destination.folder)
    assert signed.main.releasing.shown is None

    signed.main.preferences.window_file.sync()
    kept = [path.read_text() for path in preferences_path.parent.iterdir()]
    assert kept and not any(words in text for text in kept for words in ("Lucía", *TYPED.split(), "5566778"))
    signed.open()
    assert signed.destination.formats[OutputFormat.CSV].isChecked()
    assert signed.window.height() == 700
    # Where it goes and by which names, for as long as these reports are at hand.
    assert signed.destination.folder.text() == str(tmp_path / "out") and signed.destination.numbered.isChecked()


def test_a_changed_policy_stays_when_the_window_is_closed_and_when_another_is_looked_at(signed, tmp_path):
    signed.destination.folder.setText(str(tmp_path / "out"))
    signed.choose(NAME)
    signed.set_way(Way.REMOVE)
    signed.window.close()
    signed.open()
    policies = signed.policy.choice.policies
    assert signed.policy.is_changed and "Nombre: ." in signed.texts()[1]
    assert policies.currentText().endswith("(changed)")
    assert signed.destination.folder.text() == str(tmp_path / "out")

    changed = policies.currentText()
    for name in ("safe-harbour", "research", "research-changed"):
        signed.policy.choice._choose(policies.findData(name))
        signed.wait()
        assert signed.work.policy.name == name and policies.currentData() == name
        assert policies.findText(changed) >= 0
    assert signed.policy.is_changed and "Nombre: ." in signed.texts()[1]
    signed.choose(NAME)
    signed.set_way(Way.SURROGATE)
    assert signed.work.policy == load_policy("research") and policies.findText(changed) == -1

    # What a policy has no use for cannot be chosen, and what it does is explained.
    policy = signed.policy
    assert policy.scope.isEnabled() and policy.repeat.isEnabled() and policy.dates.isEnabled()
    signed.set_way(Way.TAG)
    assert "[**NOMBRE 1**]" in policy.options.explained.text()  # by the class that is chosen
    policy.options.numbered.click()
    assert "[**NOMBRE**]" in policy.options.explained.text()
    policy.choice._choose(policies.findData("safe-harbour"))
    assert policy.scope.isEnabled() and not policy.repeat.isEnabled() and not policy.dates.isEnabled()
    signed.work.set_policy(Policy("p", default=Treatment(Way.REMOVE)))
    assert not policy.scope.isEnabled() and "Without effect" in policy.scope.toolTip()
    signed.wait()
    assert {row.text(1) for row in policy._rows.values()} == {"Remove"}


def test_the_window_offers_what_an_administrator_allows_and_says_what_not(studio, reports, tmp_path, monkeypatch):
    fixed = tmp_path / "policy.toml"
    monkeypatch.setattr(paths, "policy_file", lambda: fixed)
    fixed.write_text('note = "Sistemas"\n[release]\npolicies = ["safe-harbour"]\nfolders = ["/srv/salidas"]\n')
    studio.open(reports)
    sign(studio, "1-uno")
    release = Release(studio)
    assert [release.policy.choice.policies.itemData(i) for i in range(release.policy.choice.policies.count())] == [
        "safe-harbour"
    ]
    release.destination.folder.setText(str(tmp_path / "out"))
    assert "/srv/salidas" in release.window.problem and "Sistemas" in release.window.problem
    fixed.write_text(f'[release]\npolicies = ["safe-harbour"]\nfolders = ["{tmp_path}"]\n')
    release.choose(NAME)
    release.set_way(Way.KEEP)
    assert "safe-harbour" in release.window.problem and not release.window.release.isEnabled()
