"""What an attribute shows of the text: nothing of it escapes the table of families."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.detection.features import place_features
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.induced_rules import InducedRules
from deid_studio.detection.report_context import gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import REACH, Words, distance_tier
from deid_studio.learning.privacy.public_words import LONGEST_AFFIX, words_in
from deid_studio.learning.privacy.shown_words import Shown, shown

# The word stands wherever a feature may look: labels, values, beside cues, segments, addresses, signatures.
TEXT = """\
Nombre: Brixolto.
Apellidos Brixolto: Brixolto Gómez
Brixolto: Brixolto
Domicilio: Calle Brixolto, 5
NHC: 1234567   Brixolto   48
Paciente Brixolto de 40 años, hijo de Brixolto, que acude al hospital Brixolto el 3 de mayo (Brixolto); brixolto, y
BRIXOLTO refiere dolor. Brixolto Brixolto brixolto|brixolto=brixolto. D.ª Brixolto 28012 Brixolto, España.
Fdo.: Dr. Brixolto. C/ Brixolto 3. E-mail: brixolto@brixolto.example
"""
OTHER = "crixusto"  # the same shape, length and place in no list; other beginnings and endings


def attributes(text: str) -> set[str]:
    """All attributes of all places of a text."""
    words = Words(default_gazetteers())
    lines = tokenizer().lines(text)
    report = gather_context(text, lines, words, InducedRules())
    found = {name for line in place_features(report) for place in line for name in place}
    for view in report.lines:
        for word in view.words:
            for offset in range(-REACH, REACH + 1):
                found.update(f"{offset}{name}" for name in word.features()[distance_tier(offset)])
    return found


def test_what_depends_on_a_word_shows_the_word() -> None:
    one = attributes(TEXT)
    other = attributes(TEXT.replace("rixolto", OTHER[1:]).replace("RIXOLTO", OTHER[1:].upper()))
    changed = one - other
    assert len(changed) > 100
    unseen = [name for name in changed if not shows("brixolto", shown(name))]
    assert unseen == []


def shows(word: str, what: Shown) -> bool:
    affixes = (what.opening, what.ending)
    return word in what.words or any(
        affix and affix in (word[:n], word[-n:]) for affix in affixes for n in range(1, LONGEST_AFFIX + 1)
    )


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("0w=garcía", ("garcia",)), ("-3W=GARCÍA", ("garcia",)), ("b1=de|garcía", ("de", "garcia")), ("b1=||x", ("x",)),
        ("b2=,|year", ()), ("Lw=nº hist .|###", ("nº", "hist")), ("Lk=nombre|Aa9|o", ("nombre",)),
        ("LN=nombre|edad|Aa", ("nombre", "edad")), ("g6=luis|F", ("luis",)), ("g3=AaAa", ()), ("V<calle", ("calle",)),
        ("C<title|=", ()), ("t1==|Aa|.", ()), ("0g=first_name/1", ()), ("-R=CALLE/B", ()), ("-2year=19", ()),
        ("new=luis|gil", ("luis", "gil")), ("0new=gil", ("gil",)), ("lower", ()), ("b5=12|30", ("12", "30")),
    ],
)  # fmt: skip
def test_words_of_attributes(attribute: str, words: tuple[str, ...]) -> None:
    assert shown(attribute) == Shown(words)


def test_affixes_of_attributes() -> None:
    assert shown("-1p=gar") == Shown(opening="gar")
    assert shown("2f=cía") == Shown(ending="cía")


@given(st.text())
def test_what_is_of_no_known_family_is_all_words(text: str) -> None:
    assert shown(f"new={text}").words == tuple(word for word in words_in(text.replace("|", " ")) if word != "year")
