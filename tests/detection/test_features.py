from deid_studio.detection.features import place_features
from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex
from deid_studio.detection.induced_rules import InducedRule, InducedRules
from deid_studio.detection.report_context import gather_context
from deid_studio.detection.tokens import tokenizer
from deid_studio.detection.word_features import Words

INDEX = GazetteerIndex(
    [
        Gazetteer("town", "TERRITORIO", ("Getafe", "Alcalá de Henares")),
        Gazetteer("title", "", ("Dr", "Dra")),
        Gazetteer("country", "PAIS", ("España",)),
    ]
)
RULES = InducedRules([InducedRule("r", "NAME", "nombre", "A", r"\p{L}+: (?P<phi>\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)", 5, 1.0)])


def features(text: str) -> dict[str, set[str]]:
    """The place features of each token (of equal tokens the last one's)."""
    lines = tokenizer().lines(text)
    found = list(place_features(gather_context(text, lines, Words(INDEX), RULES)))
    return {
        word: set(own)
        for line, of_line in zip(lines, found, strict=True)
        for word, own in zip(line.words, of_line, strict=True)
    }


def test_every_token_has_features_and_only_strings() -> None:
    text = "Nombre: Ana\n\nEdad: 3\nx"
    lines = tokenizer().lines(text)
    found = list(place_features(gather_context(text, lines, Words(INDEX), RULES)))
    assert [len(own) for own in found] == [len(line) for line in lines]
    assert all(isinstance(name, str) for line in found for own in line for name in own)


def test_labels_reach_the_values_after_them() -> None:
    found = features("Edad: 36 años Sexo: M")
    assert "L=edad" in found["36"]
    assert "L=sexo" in found["M"]
    assert "L=<sexo" in found["Sexo"]


def test_marks_around_a_chunk_are_not_part_of_its_shape() -> None:
    for text in ("el (11/10/01) fue", "el 11/10/01, fue", "el 11/10/01 fue"):
        assert "k=99/99/99|0" in features(text)["11"]


def test_hits_of_rules_and_phrases() -> None:
    found = features("Nombre: Ana Gil vive en Alcalá de Henares")
    assert "R=NAME@/B" in found["Ana"]
    assert "R=NAME@/I" in found["Gil"]
    assert "R=NAME@/after" in found["vive"]
    assert "P=town/B1" in found["Alcalá"]
    assert {"P=town/I1"} <= found["de"] & found["Henares"]


def test_values_of_header_fields_are_known_in_the_body() -> None:
    text = "Nombre: Nerea\nNHC: 12\nEdad: 40\nAyer " + "comentaba que se encontraba mejor " * 8 + "y Nerea duerme."
    found = features(text)
    assert "hv=nombre" in found["Nerea"]
    assert not any(name.startswith("hv=") for name in found["duerme"])


def test_distances_cues_and_gaps() -> None:
    found = features("Dr. Gil   28012 Getafe")
    assert "D=postal-3" not in found["Gil"]
    assert "D=postal-1" in found["Gil"]
    assert "D=postal+1" in found["Getafe"]
    assert "C<title|2" in found["Gil"]
    assert {"gap"} <= found["28012"]
    assert "gap>" in found["Gil"]
