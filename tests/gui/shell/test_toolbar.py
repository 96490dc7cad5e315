"""The tool bar as it follows its actions."""

from __future__ import annotations

from deid_studio.gui.shell.toolbar import Tools


def test_its_buttons_follow_their_actions_and_nothing_piles_up_on_these(studio, reports):
    studio.open(reports)
    (tools,) = studio.window.findChildren(Tools)
    actions = studio.window.actions_by_id
    undo, accept = (tools.widgetForAction(actions[name]) for name in ("undo", "accept"))
    assert accept.isEnabled() and not undo.isEnabled()
    before = actions["undo"].receivers("2changed()")
    for _ in range(3):
        studio.key("Return")
        assert undo.isEnabled() and actions["undo"].isEnabled()
        studio.key("Ctrl+Z")
        assert not undo.isEnabled() and not actions["undo"].isEnabled()
    assert actions["undo"].receivers("2changed()") == before

    actions["undo"].setToolTip("otra")  # what is not turned on or off comes to it as well
    assert undo.toolTip() == "otra"
