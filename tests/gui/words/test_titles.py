"""Classes are told apart however little room their titles have, and names of patients from those of staff by a sign."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage

from deid_studio.gui.application import install_language
from deid_studio.gui.shell.family_lines import class_chip
from deid_studio.gui.shell.role_signs import RoleSign, role_signs
from deid_studio.gui.shell.theme import THEMES
from deid_studio.gui.words.wording import narrow_class_title
from deid_studio.model.kinds import Kind, Role
from deid_studio.model.tagset import PhiClass, TagSet, shipped_tagset

_LEAST = 70  # pixels, without the sign, of the narrowest column of classes
OWN = TagSet(
    "own",
    "1",
    (
        PhiClass("P", {"en": "Person of the ward: patient"}, kind=Kind.PERSON, role=Role.PATIENT, colour="#aaddaa"),
        PhiClass("S", {"en": "Person of the ward: staff"}, kind=Kind.PERSON, role=Role.STAFF, colour="#aaddaa"),
        PhiClass("D", {"en": "Day"}, kind=Kind.DATE, colour="#ddddaa"),
    ),
)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("name", ["meddocan", "radiology"])
def test_titles_that_are_cut_off_are_never_the_same(qapp, name, language, request):
    install_language(qapp, language)
    request.addfinalizer(lambda: install_language(qapp, "en"))
    tagset, metrics = shipped_tagset(name), QFontMetrics(QFont())
    titles = [narrow_class_title(tagset, one.name) for one in tagset]
    for mode in (Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight):
        shown = [metrics.elidedText(title, mode, _LEAST) for title in titles]
        assert [pair for pair in combinations(shown, 2) if pair[0] == pair[1]] == []


@pytest.mark.parametrize("tagset", [shipped_tagset("meddocan"), OWN], ids=lambda tagset: tagset.name)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_patients_and_staff_have_signs_of_their_own_that_need_no_colour(qapp, tagset, theme):
    signs = role_signs(tagset)
    names = {sign: tagset[name] for name, sign in signs.items()}
    assert set(names) == set(RoleSign)
    chips = [
        class_chip(theme, tagset, names[sign]).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        for sign in RoleSign
    ]
    differ = sum(
        abs(chips[0].pixelColor(x, y).lightness() - chips[1].pixelColor(x, y).lightness()) > 40
        for x in range(8, 28)
        for y in range(2, 16)
    )
    assert differ >= 12


def test_where_all_persons_are_one_class_there_is_no_sign():
    one = TagSet("one", "1", (OWN["P"], OWN["D"]))
    assert role_signs(one) == {}
