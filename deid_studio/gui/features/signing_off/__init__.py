"""Signing off: what is asked before a report is signed off, who signs, and taking a sign-off back."""

from __future__ import annotations

from deid_studio.gui.features.signing_off.signing_off import SigningOff
from deid_studio.gui.shell.actions import ActionSpec, Menu, Needs
from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP
from deid_studio.gui.workbench import Workbench


def install(workbench: Workbench) -> SigningOff:
    """Bring in the actions; what may hold a sign-off back are the gates that other features have brought."""
    controller = workbench.controller
    signing = SigningOff(workbench)

    def signed() -> bool:
        return controller.session is not None and controller.session.signed

    workbench.actions.add(
        ActionSpec(
            "sign_off", Menu.REPORT, 110, QT_TRANSLATE_NOOP("actions", "&Sign off and open the next"),
            signing.begin, ("Ctrl+Return", "Ctrl+Enter"), "sign-off", needs=Needs.REPORT, in_toolbar=1010
        ),
        ActionSpec(
            "sign_anyway", Menu.REPORT, 115, QT_TRANSLATE_NOOP("actions", "Sign off all the same, when it asks first"),
            signing.anyway, ("Ctrl+Alt+Return", "Ctrl+Alt+Enter"), needs=Needs.REPORT
        ),
        ActionSpec(
            "withdraw", Menu.REPORT, 130, QT_TRANSLATE_NOOP("actions", "&Withdraw the sign-off"),
            controller.withdraw_sign_off, needs=Needs.REPORT, possible=signed
        ),
    )  # fmt: skip
    return signing
