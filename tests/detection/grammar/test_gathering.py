"""Lists gathered from annotated reports, eponyms, and official lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from deid_studio.detection.gazetteers import Counted, read_counts, read_gazetteer
from deid_studio.detection.grammar.gathering import Eponyms, gather, gazetteer_file, gazetteers
from deid_studio.detection.grammar.importing import KINDS, SourceError, gazetteer_bytes, read_entries
from deid_studio.model.document import Document
from deid_studio.model.span import Span


def annotated(text: str, **spans: str) -> Document:
    """A report in which the given strings are annotated (their first occurrence)."""
    found = (Span(text.index(part), text.index(part) + len(part), phi_class) for phi_class, part in spans.items())
    return Document("x", text, tuple(sorted(found)))


def test_forms_are_gathered_with_counts_and_without_what_belongs_to_one_report() -> None:
    docs = [
        annotated(
            "Aurelia, vecina de Sotillo, costurera en Tejidos Lerma. Nació en 1950. Escala de Norton. La tela.",
            NOMBRE_SUJETO_ASISTENCIA="Aurelia", TERRITORIO="Sotillo", PROFESION="costurera",
            INSTITUCION="Tejidos Lerma", FECHAS="1950",
        ),
        annotated("Fue a Tejidos Lerma con su hermana Pilar.", FAMILIARES_SUJETO_ASISTENCIA="hermana Pilar"),
    ]  # fmt: skip
    gathered = gather(docs, ["escala"])
    forms = {form.text: (form.annotated, form.elsewhere) for own in gathered.forms.values() for form in own}
    assert forms == {"Sotillo": (1, 0), "costurera": (1, 0), "Tejidos Lerma": (1, 1)}
    assert gathered.eponyms == {"Norton": 1}
    assert gathered.common_words["tela"] == 1 and "sotillo" not in gathered.common_words
    lists = gazetteers(gathered, precision=0.6, least_common=1)
    assert lists["known_institution"][0].entries == ()
    assert lists["known_place"][0].entries == ("Sotillo",)
    file = gazetteer_file(*lists["known_place"], "a remark").decode()
    assert file == "kind: known_place; class: TERRITORIO\n# a remark\n# 1 annotated, 0 not\nSotillo\n"


def test_words_of_work_are_gathered_when_they_are_words_elsewhere() -> None:
    docs = [annotated("Pescadera de profesión.", PROFESION="Pescadera"), annotated("La pescadera vende."),
            annotated("Pilar.", PROFESION="Pilar"),
            annotated("Se dedica a recoger setas raras.", PROFESION="recoger setas raras")]  # fmt: skip
    lists = gazetteers(gather(docs, ["signo"]), precision=0)
    assert lists["known_profession"][0].entries == ("Pescadera",)


def test_eponyms() -> None:
    text = "Escala de coma de Glasgow, signos de Kernig y fórmula de Cockcroft-Gault; escala de mano; vive en Murphy."
    assert Eponyms(["escala", "signo", "fórmula"]).names(text) == ["Glasgow", "Kernig", "Cockcroft-Gault"]


def test_csv_of_names_in_any_common_form() -> None:
    text = "\ufeffNombre;Frecuencia\r\nREMEDIOS;1.200\r\nLUZ;900\r\nÁGUEDA;5\r\nagueda;4\r\n#x;9\r\n;9\r\n"
    common = frozenset(("luz",))
    assert read_entries(text, KINDS["first_name"], common=common) == (Counted("REMEDIOS", 1200), Counted("ÁGUEDA", 5))
    assert read_entries(text, KINDS["first_name"], least=100, common=common) == (Counted("REMEDIOS", 1200),)


def test_csv_of_addresses_joins_columns_and_quotes() -> None:
    text = 'n_mun,dir_tipo_via,Dir_Via\nSotillo,C/,"Mayor, 8"\nVega,Plaza," de los  Tilos, 3"\n'
    assert [one.entry for one in read_entries(text, KINDS["address"])] == ["C/ Mayor, 8", "Plaza de los Tilos, 3"]
    assert [one.entry for one in read_entries(text, KINDS["town"], column="N_MUN")] == ["Sotillo", "Vega"]


@pytest.mark.parametrize(
    ("text", "sexes"),
    [("nombre,sexo,total\nANA,M,9\nLUIS,H,8\nX,?,7\n", ["female", "male", ""]),
     ("name;sex;total\nANA;F;9\nLUIS;M;8\n", ["female", "male"]),
     ("Nombre,Total\nANA,9\nLUIS,8\n", ["", ""])],
)  # fmt: skip
def test_the_sex_of_given_names_is_read(text: str, sexes: list[str]) -> None:
    assert [one.sex for one in read_entries(text, KINDS["first_name"])] == sexes


def test_the_sex_of_given_names_is_said_or_that_of_their_part_of_the_list() -> None:
    men = [f"HOMBRE{chr(65 + n)}X" for n in range(26)]
    women = [f"MUJER{chr(65 + n)}X" for n in range(26)]
    rows = [f"{name},{9000 - place}" for part in (men, women) for place, name in enumerate(part)]
    # One name for both: a line of each part is kept.
    rows += ["HOMBREAX,30"]
    text = "\n".join(["Nombre,Frecuencia", *rows])

    def known(folded: str) -> str | None:
        return {"h": "male", "m": "female"}[folded[0]] if folded[-2:] != "zx" else None

    told = read_entries(text, KINDS["first_name"], sex_of=known)
    assert [one.sex for one in told] == ["male"] * 26 + ["female"] * 27
    assert told[-1] == Counted("HOMBREAX", 30, "female") and told[0] == Counted("HOMBREAX", 9000, "male")
    assert {one.sex for one in read_entries(text, KINDS["first_name"])} == {""}
    assert {one.sex for one in read_entries(text, KINDS["first_name"], sex="male", sex_of=known)} == {"male"}
    assert {one.sex for one in read_entries(text.replace("Nombre", "Apellido"), KINDS["last_name"])} == {""}


def test_counts_and_sexes_are_kept_beside_the_entries(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    counted = (Counted("ANA", 9, "female"), Counted("ANA", 2, "male"), Counted("DEL RÍO", 5), Counted("EVA", 0))
    path.write_bytes(gazetteer_bytes(KINDS["first_name"], counted, "imported"))
    assert read_counts(path) == counted[:3]
    assert read_gazetteer(path).entries == ("ANA", "DEL RÍO", "EVA")


@pytest.mark.parametrize(
    "text",
    ["", "nothing\n", "a,b\n1,2\n", "Nombre\n", "Nombre\n" + "x" * 500, f'Nombre\n"{"x" * 200_000}', "Nombre\n\x00\n"],
    ids=range(7),
)
def test_csv_without_entries_is_refused(text: str) -> None:
    with pytest.raises(SourceError):
        read_entries(text, KINDS["first_name"])
