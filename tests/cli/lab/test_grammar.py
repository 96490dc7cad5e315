"""deid lab grammar and deid gazetteer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import paths
from deid_studio.detection import kept_tables
from deid_studio.detection.gazetteers import Counted, read_counts, read_gazetteer
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.loading import grammar_gazetteers, load_grammar_detector
from deid_studio.detection.grammar.measures import Measure, read_measures
from deid_studio.detection.kept_file import KeptFile
from deid_studio.model.document import Document

Run = Callable[..., Result]

GRAMMAR = """
[lists]
town = { kinds = ["town"], form = "plain", cased = true }
[[block]]
name = "eponym"
find = 'Escala de (\\p{Lu}\\p{L}+)'
[[reliable]]
name = "field"
cue = ["nombre:"]
find = 'Nombre: (\\p{Lu}\\p{L}+)'
class = "NOMBRE_SUJETO_ASISTENCIA"
[[heuristic]]
name = "place"
find = '({@town})'
class = "TERRITORIO"
"""
TEXT = "Nombre: Segovia.\nReside en Segovia. Escala de Toledo 3.\n"


@pytest.fixture(scope="module")
def _kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that has the tables of what is shipped."""
    load_grammar_detector(imported=tmp_path_factory.mktemp("none"))
    return paths.user_cache() / kept_tables._NAME


@pytest.fixture(autouse=True)
def own_data(_kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that is nobody's; the tables that are made with its lists do not push out those of other tests."""
    folder = tmp_path / "data" / "gazetteers"
    monkeypatch.setattr(paths, "user_gazetteers", lambda: folder)
    own = KeptFile(tmp_path / "cache" / _kept.name, _kept)
    monkeypatch.setattr(kept_tables, "_file", lambda: own)
    return folder


@pytest.fixture
def grammar(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(GRAMMAR, encoding="utf-8")
    return path


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """One annotated report, in which the place is right and the name is not."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "uno.txt").write_text(TEXT, encoding="utf-8")
    (folder / "uno.ann").write_text("T1\tTERRITORIO 27 34\tSegovia\n", encoding="utf-8")
    return folder


def test_check_a_sound_grammar(run: Run, grammar: Path, reports: Path) -> None:
    done = run("lab", "grammar", "check", grammar, "--sample", reports, "--times")
    assert done.exit_code == 0, done.output
    assert "0 errors, 0 warnings; 1 reports" in done.stdout
    assert "ms  place" in done.stdout


def test_check_an_unsound_grammar(run: Run, grammar: Path) -> None:
    grammar.write_text(GRAMMAR.replace("({@town})", "({@town}"), encoding="utf-8")
    done = run("lab", "grammar", "check", grammar)
    assert done.exit_code == 1
    assert "error: place: " in done.stdout and "not closed" in done.stdout


def test_check_what_is_no_grammar(run: Run, tmp_path: Path) -> None:
    done = run("lab", "grammar", "check", tmp_path / "absent.toml")
    assert done.exit_code == 1
    assert "is not valid" in done.stderr and "Traceback" not in done.output


def test_explain_tells_who_won_without_showing_text(run: Run, grammar: Path, reports: Path) -> None:
    done = run("lab", "grammar", "explain", grammar, "--report", reports / "uno.txt", "--times")
    assert done.exit_code == 0, done.output
    assert "block      eponym: 2:30-36  blocked\n" in done.stdout
    assert "heuristic  place: 1:9-16  TERRITORIO, lost to field; town" in done.stdout
    assert "heuristic  place: 2:11-18  TERRITORIO, assigned; town" in done.stdout
    assert "heuristic  place: 2:30-36  TERRITORIO, lost to eponym" in done.stdout
    assert "3 stretches" in done.stdout
    assert "Segovia" not in done.output
    shown = run("lab", "grammar", "explain", grammar, "--report", reports / "uno.txt", "--text", "--rule", "place")
    assert "town (Segovia)  «Segovia»" in shown.stdout and "eponym:" not in shown.stdout


@pytest.mark.slow
def test_measure_counts_and_the_detector_uses_it(run: Run, grammar: Path, reports: Path) -> None:
    done = run("lab", "grammar", "measure", reports, "--grammar", grammar)
    assert done.exit_code == 0, done.output
    assert read_measures(grammar.with_suffix(".measures.toml")) == {"field": Measure(0, 1), "place": Measure(1, 0)}
    again = run("lab", "grammar", "measure", reports, "--grammar", grammar)
    assert again.exit_code == 1 and "--force" in again.stderr
    assert run("lab", "grammar", "measure", reports, "--grammar", grammar, "--force").exit_code == 0
    found = {s.span.phi_class: s.confidence for s in load_grammar_detector(grammar).detect(Document("x", TEXT))}
    assert found["TERRITORIO"] > 0.6 and found["NOMBRE_SUJETO_ASISTENCIA"] < 0.9


def test_gather_writes_lists_that_can_be_read(run: Run, reports: Path, tmp_path: Path) -> None:
    out = tmp_path / "lists"
    done = run("lab", "grammar", "gather", reports, "--out", out, "--precision", "0.3")
    assert done.exit_code == 0, done.output
    places = read_gazetteer(out / "known_place.txt")
    assert (places.kind, places.phi_class, places.entries) == ("known_place", "TERRITORIO", ("Segovia",))
    assert read_gazetteer(out / "eponym.txt").entries == ("Toledo",)
    assert run("lab", "grammar", "gather", reports, "--out", out).exit_code == 1
    assert run("lab", "grammar", "gather", tmp_path / "absent", "--out", out, "--force").exit_code == 1


@pytest.mark.slow
def test_import_and_find(run: Run, tmp_path: Path, own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = tmp_path / "nombres.csv"
    names.write_bytes("Apellido;Total\nOLAZABALGOITIA;31\nCALLE;900\nÑUFLO;2\n".encode("latin-1"))
    done = run("gazetteer", "import", names, "--kind", "last_name", "--least", "10")
    assert done.exit_code == 0, done.output
    assert "men's" not in done.stdout
    assert "1 entries" in done.stdout, "everyday words and rare names are left out"
    kept = read_gazetteer(own_data / "last_name-nombres.txt")
    assert (kept.kind, kept.entries) == ("imported_last_name", ("OLAZABALGOITIA",))
    assert "imported_last_name" in {one.kind for one in grammar_gazetteers()}
    text = "Comenta Remedios Olazabalgoitia que mejora."
    assert [text[s.span.start : s.span.end] for s in load_grammar_detector().detect(Document("x", text))] == [
        "Remedios Olazabalgoitia"
    ]
    assert run("gazetteer", "import", names, "--kind", "last_name").exit_code == 1
    assert run("gazetteer", "import", names, "--kind", "last_name", "--force").exit_code == 0
    monkeypatch.setattr(paths, "user_gazetteers", lambda: tmp_path / "absent")
    assert "imported_last_name" not in {one.kind for one in grammar_gazetteers()}
    monkeypatch.setattr(paths, "shared_gazetteers", lambda: own_data)
    assert "imported_last_name" in {one.kind for one in grammar_gazetteers()}, "those for all users are used too"


def test_given_names_are_imported_with_counts_and_sexes(run: Run, tmp_path: Path, own_data: Path) -> None:
    names = tmp_path / "nombres.csv"
    names.write_text("Nombre;Sexo;Frecuencia\nZUBENIA;M;1.200\nZUBENIO;H;31\nZUBENIO;M;2\n", encoding="utf-8")
    done = run("gazetteer", "import", names, "--kind", "first_name")
    assert done.exit_code == 0, done.output
    assert "women's: 2; men's: 1; not known: 0" in done.stdout
    assert read_counts(own_data / "first_name-nombres.txt") == (
        Counted("ZUBENIA", 1200, "female"), Counted("ZUBENIO", 31, "male"), Counted("ZUBENIO", 2, "female")
    )  # fmt: skip
    names.write_text("Nombre;Frecuencia\nZUBENIA;1.200\n", encoding="utf-8")
    again = run("gazetteer", "import", names, "--kind", "first_name", "--force", "--sex", "female")
    assert "women's: 1; men's: 0; not known: 0" in again.stdout


def test_several_files_are_imported_only_if_none_would_be_replaced(run: Run, tmp_path: Path, own_data: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "pueblos.csv").write_text("municipio\nVillanueva del Ensayo\n", encoding="utf-8")
    (tmp_path / "b" / "otros.csv").write_text("municipio\nVillavieja del Ensayo\n", encoding="utf-8")
    first, same, other = (tmp_path / name for name in ("a/pueblos.csv", "b/pueblos.csv", "b/otros.csv"))
    done = run("gazetteer", "import", first, same, "--kind", "town")
    assert done.exit_code == 1 and "same place" in done.stderr
    assert not own_data.exists()
    assert run("gazetteer", "import", first, "--kind", "town").exit_code == 0
    done = run("gazetteer", "import", other, first, "--kind", "town")
    assert done.exit_code == 1 and "Nothing was written" in done.stderr
    assert [path.name for path in own_data.iterdir()] == ["town-pueblos.txt"]


@pytest.mark.parametrize("precision", ["nan", "1.1", "-1"])
def test_a_precision_is_a_fraction(run: Run, reports: Path, tmp_path: Path, precision: str) -> None:
    assert run("lab", "grammar", "gather", reports, "--out", tmp_path / "x", "--precision", precision).exit_code == 2


@pytest.mark.parametrize("data", [b"", b"a;b\n1;2\n", b"\x00\x00"])
def test_import_of_something_else_is_explained(run: Run, tmp_path: Path, own_data: Path, data: bytes) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes(data)
    done = run("gazetteer", "import", file, "--kind", "town")
    assert done.exit_code == 1
    assert "cannot be imported" in done.stderr and "Traceback" not in done.output
    assert not own_data.exists()
    assert run("gazetteer", "import", tmp_path / "absent.csv", "--kind", "town").exit_code == 1


@pytest.mark.slow
@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "kind", "least", "extra"),
    [
        ("names", "first_name", 40_000, ()), ("surnames", "last_name", 60_000, ()),
        ("PoblacionMunicipios", "town", 8_000, ()), ("hospitals", "hospital", 250, ()),
        ("CentrosSalud", "health_centre", 9_000, ()), ("address", "address", 4_000, ()),
        ("hospitals", "address", 250, ("--column", "DIRECCION")),
    ],
)  # fmt: skip
def test_official_lists(
    run: Run, own_data: Path, gazetteer_sources: Path, name: str, kind: str, least: int, extra: tuple[str, ...]
) -> None:
    done = run("gazetteer", "import", gazetteer_sources / f"{name}.csv", "--kind", kind, *extra)
    assert done.exit_code == 0, done.output
    assert len(read_gazetteer(own_data / f"{kind}-{name}.txt").entries) >= least


@pytest.mark.slow
@pytest.mark.corpus
def test_imported_lists_find_what_the_shipped_do_not(run: Run, own_data: Path, gazetteer_sources: Path) -> None:
    for name, kind in (("CentrosSalud", "health_centre"), ("PoblacionMunicipios", "town")):
        assert run("gazetteer", "import", gazetteer_sources / f"{name}.csv", "--kind", kind).exit_code == 0
    detector = load_grammar_detector()
    shipped = load_grammar_detector(imported=own_data.parent / "nothing")
    centres = read_gazetteer(own_data / "health_centre-CentrosSalud.txt").entries
    texts = [f"Fue visto en el ambulatorio {centre.lower()} ayer." for centre in centres[::200]]

    def whole(finder: GrammarDetector, text: str) -> bool:
        start, end = text.index("ambulatorio "), len(text) - len(" ayer.")
        return any(one.span.start <= start and one.span.end == end for one in finder.detect(Document("x", text)))

    new = [text for text in texts if whole(detector, text) and not whole(shipped, text)]
    assert len(new) > len(texts) / 3
