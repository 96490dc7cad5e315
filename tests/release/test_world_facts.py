"""A date that has moved before what its line speaks of is told to who releases."""

from __future__ import annotations

import pytest

from deid_studio.release.policy import load_policy
from deid_studio.release.released import Releaser, RemarkKind


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Vacuna COVID {FECHAS|1/21}.", 1), ("PCR SARS-CoV-2 (+) {FECHAS|19/08/2020}.", 1),
        ("covid 19 en {FECHAS|marzo de 2020} y {FECHAS|2021}.", 2), ("Covid-19: {FECHAS|3 de mayo de 2020}", 1),
        ("Vacuna COVID.\nVisto {FECHAS|19/08/2020}.", 0), ("Vacuna de gripe {FECHAS|1/21}.", 0),
        ("Neumonía en {FECHAS|2012}, sin COVID.", 0), ("Vacuna COVID {FECHAS|1/30}.", 0),
    ],
)  # fmt: skip
def test_no_vaccine_was_given_before_there_was_one(marked, tagset, text, told):
    doc = marked(text)
    made = Releaser([doc], load_policy("research"), tagset, b"s" * 32).release(doc)
    assert [one.kind for one in made.remarks].count(RemarkKind.CONTRADICTION) == told


@pytest.mark.parametrize("policy", ["safe-harbour", "eu-anonymisation", "meddocan-tags"])
def test_dates_that_do_not_move_are_not_told(marked, tagset, policy):
    doc = marked("Vacuna COVID {FECHAS|3/1/2021}.")
    assert not Releaser([doc], load_policy(policy), tagset, b"s" * 32).release(doc).remarks
