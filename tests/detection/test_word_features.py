from deid_studio import paths
from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex, shipped_gazetteers
from deid_studio.detection.word_features import CUES, EDGE, REACH, Word, Words, distance_tier

INDEX = GazetteerIndex([Gazetteer("town", "TERRITORIO", ("Getafe",))])


def test_a_word_is_made_once() -> None:
    words = Words(INDEX)
    texts = "de Getafe a Getafe".split()
    found = words.of(texts)
    assert found[1] is found[3]
    assert words.of(texts)[1] is found[1]


def test_words() -> None:
    year, long_number, word = (Word(text, INDEX) for text in ("2019", "123456", "Getafe"))
    assert (year.normal, long_number.normal, word.normal) == ("year", "######", "getafe")
    assert word.kinds == ("town",)
    assert {"g=town", "g=town/1", "p=ge", "f=fe", "W=Getafe"} <= set(word.features()[0])
    assert "g=town/0" in Word("getafe", INDEX).features()[0]
    assert Word("Jose\u0301", INDEX).features() == Word("José", INDEX).features()
    assert len(Word("a" * 1000, INDEX).normal) < 100
    assert Word(EDGE, INDEX).features()[3]


def test_distance_tiers_cover_the_reach() -> None:
    assert [distance_tier(offset) for offset in range(-REACH, REACH + 1)] == [3, 3, 2, 1, 0, 1, 2, 3, 3]


def test_the_shipped_gazetteers_hold_every_cue() -> None:
    assert {g.kind for g in shipped_gazetteers(paths.resources())} >= CUES
