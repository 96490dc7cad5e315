from pathlib import Path

import pytest

from deid_studio import paths
from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex, Hit, read_gazetteer, shipped_gazetteers
from deid_studio.errors import GazetteerError
from deid_studio.people.folding import fold


def test_fold() -> None:
    assert [fold(w) for w in ("Ávila", "MUÑOZ", "Sant Adrià", "x")] == ["avila", "munoz", "sant adria", "x"]


def test_look_up_ignores_case_and_accents_and_finds_the_longest_phrase() -> None:
    index = GazetteerIndex(
        [
            Gazetteer("town", "TERRITORIO", ("Alcalá", "Alcalá de Henares", "L'Hospitalet", "Alcalá de Henares Norte")),
            Gazetteer("name", "", ("Alcalá",)),
        ]
    )
    assert index.kinds("alcala") == ("town", "name")
    assert index.kinds("henares") == ()
    assert index.phrases(["en", "alcala", "de", "henares", "sur"]) == [Hit(1, 4, "town")]
    assert index.phrases(["l", "'", "hospitalet"]) == [Hit(0, 3, "town")]
    assert index.phrases([]) == []
    assert "de" in index.seconds("alcala") and "'" in index.seconds("l")
    assert "de" not in index.seconds("henares") and "de" not in index.seconds("sur")
    assert index.phi_class("town") == "TERRITORIO"
    assert index.phi_class("other") == ""


def test_reading(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("kind: river; class: TERRITORIO\n# comment\n\nEbro\n Júcar \n", encoding="utf-8")
    assert read_gazetteer(path) == Gazetteer("river", "TERRITORIO", ("Ebro", "Júcar"))


@pytest.mark.parametrize("content", [b"", b"Ebro\n", b"\xff\xfe\n", b"class: X\nEbro\n"])
def test_a_list_without_its_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(GazetteerError):
        read_gazetteer(path)


def test_shipped_lists_have_entries_and_known_classes() -> None:
    from deid_studio.model.tagset import load_tagset

    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    shipped = shipped_gazetteers(paths.resources())
    assert len(shipped) > 25
    for gazetteer in shipped:
        assert gazetteer.entries, gazetteer.kind
        assert len(set(gazetteer.entries)) == len(gazetteer.entries), gazetteer.kind
        assert gazetteer.phi_class == "" or gazetteer.phi_class in tagset
    index = GazetteerIndex(shipped)
    assert "town" in index.kinds("zaragoza")
    assert "first_name" in index.kinds("maria")
    assert "country" in index.kinds("francia")
    assert "kinship" in index.kinds("hermana")
