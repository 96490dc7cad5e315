"""What `import deid_studio` gives: the names, that little is loaded for them, and the page that shows them."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import deid_studio
from deid_studio.detection.pipeline import Pipeline
from deid_studio.errors import PlacesHeldError, WouldOverwriteError
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.outputs import OutputFormat
from deid_studio.review.releasing.release_preparation import Prepared
from deid_studio.review.releasing.release_request import ReleaseRequest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


def loaded_after(code: str) -> set[str]:
    """The modules that are there after some code in a process of its own."""
    code = f"{code}\nimport sys\nprint('\\n'.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    return set(done.stdout.split())


# --- the names -------------------------------------------------------------------------------------------------


def test_every_name_is_there_typed_and_on_the_page() -> None:
    stub = (ROOT / "deid_studio" / "__init__.pyi").read_text(encoding="utf-8")
    assert re.findall(r"import \w+ as (\w+)", stub) == deid_studio.__all__ == sorted(deid_studio.__all__)
    for name in deid_studio.__all__:
        assert getattr(deid_studio, name).__doc__, name
        assert name in PAGE or name in ("Evidence", "Span", "Suggestion"), name
    assert set(deid_studio.__all__) <= set(dir(deid_studio))
    with pytest.raises(AttributeError):
        _ = deid_studio.nothing_of_the_kind  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing() -> None:
    assert {name for name in loaded_after("import deid_studio") if name.startswith("deid_studio.")} == set()


def test_no_name_loads_the_window_nor_the_libraries_of_another() -> None:
    uses = "\n".join(f"deid_studio.{name}" for name in deid_studio.__all__)
    loaded = loaded_after(f"import deid_studio\n{uses}")
    assert not loaded & {"PySide6", "numpy", "spacy", "sklearn", "scipy", "regex", "deid_studio.gui"}


@pytest.mark.slow
def test_detecting_evaluating_and_releasing_load_no_qt(tmp_path: Path) -> None:
    code = f"""
import deid_studio as deid
pipeline = deid.open_pipeline()
doc = deid.Document("uno", "NHC: 556677.", tuple(s.span for s in deid.detect("NHC: 556677.", pipeline)))
deid.write_brat(doc, {str(tmp_path / "in")!r})
deid.evaluate([doc], pipeline)
deid.release_folder({str(tmp_path / "in")!r}, {str(tmp_path / "out")!r}, "meddocan-tags", "A. Ejemplo, a mano")
"""
    loaded = loaded_after(code)
    assert "deid_studio.review.releasing.release_writing" in loaded
    assert not {name for name in loaded if name.startswith(("PySide6", "deid_studio.gui", "deid_studio.cli"))}


# --- the page --------------------------------------------------------------------------------------------------


def test_the_examples_of_the_page_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = re.sub(r"^```.*$", "", PAGE, flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(examples, {}, "docs/library.md", None, 0)
    assert len(test.examples) > 15
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(test, out=told.append)
    assert not told, "".join(told)


# --- what the functions promise --------------------------------------------------------------------------------


class Everything:
    """Suggests the whole text, and keeps what it was given."""

    name = "everything"

    def __init__(self) -> None:
        self.seen: list[Document] = []

    def detect(self, doc: Document) -> list[Suggestion]:
        self.seen.append(doc)
        return [Suggestion(Span(0, len(doc.text), "FECHA"), 0.5, (Evidence("rule", "everything"),))]


def test_what_detects_never_sees_the_gold() -> None:
    everything = Everything()
    gold = Document("uno", "ayer", (Span(0, 4, "FECHA"),))
    assert deid_studio.evaluate([gold], Pipeline([everything])).ner.f1 == 1.0
    assert deid_studio.detect(gold, Pipeline([everything]))[0].span == Span(0, 4, "FECHA")
    assert [one[0].span for one in deid_studio.detect_each([gold, "hoy"], Pipeline([everything]))] == [
        Span(0, 4, "FECHA"), Span(0, 3, "FECHA"),
    ]  # fmt: skip
    assert everything.seen == [Document("uno", "ayer")] * 3 + [Document("", "hoy")]


def test_suggestions_come_in_the_classes_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "propio.toml"
    own.write_text('name = "propio"\nversion = "1"\n[[classes]]\nname = "DIA"\ntitle.es = "Día"\nkind = "date"\n')
    text = "Nombre: Lucía Quintanar Ríos.\nFecha: 03/04/2021.\n"
    found = deid_studio.detect(text, deid_studio.open_pipeline(tagset=own))
    assert [(one.span.phi_class, one.span.text(text)) for one in found] == [("DIA", "03/04/2021")]


def test_writing_keeps_the_lines_that_are_no_spans(tmp_path: Path) -> None:
    doc = Document("planta 2/uno", "ayer\n", (Span(0, 4, "FECHA"),))
    path = deid_studio.write_brat(doc, tmp_path)
    ann = path.with_suffix(".ann")
    ann.write_text(ann.read_text() + "#1\tAnnotatorNotes T1\tseguro\n")
    with pytest.raises(WouldOverwriteError):
        deid_studio.write_brat(doc, tmp_path)
    deid_studio.write_brat(doc, tmp_path, overwrite=True)
    assert "#1\tAnnotatorNotes T1\tseguro" in ann.read_text()
    deid_studio.write_brat(Document(doc.id, "hoy\n"), tmp_path, overwrite=True)
    assert (path.read_bytes(), ann.read_bytes()) == (b"hoy\n", b"")
    assert [one.id for one in deid_studio.read_brat_folder(tmp_path)] == ["planta 2/uno"]


def test_a_folder_with_classes_of_its_own_is_released_in_them(tmp_path: Path) -> None:
    text = "Atendida el 03/04/2021.\n"
    folder = tmp_path / "in"
    deid_studio.write_brat(Document("uno", text, (Span(12, 22, "DIA"),)), folder)
    (folder / "annotation.conf").write_text("[entities]\nDIA\n[relations]\n[events]\n[attributes]\n")
    deid_studio.release_folder(folder, tmp_path / "out", "meddocan-tags", "A. Ejemplo, a mano")
    assert deid_studio.read_brat(tmp_path / "out" / "uno.txt").text == "Atendida el [**DIA 1**].\n"


def test_what_nobody_marked_holds_a_release(tmp_path: Path) -> None:
    deid_studio.write_brat(Document("uno", "Nombre: Lucía Quintanar Ríos. NHC: 556677.\n"), tmp_path / "in")
    with pytest.raises(PlacesHeldError):
        deid_studio.release_folder(tmp_path / "in", tmp_path / "out", "research", "A. Ejemplo, a mano")
    assert not (tmp_path / "out").exists()


def test_a_release_takes_the_options_of_the_command(tmp_path: Path) -> None:
    text = "Atendida el 03/04/2021.\n"
    deid_studio.write_brat(Document("uno", text, (Span(12, 22, "FECHAS"),)), tmp_path / "in")
    asked = tmp_path / "in", tmp_path / "out", "meddocan-tags", "A. Ejemplo, a mano"
    deid_studio.release_folder(*asked, formats=(OutputFormat.CSV,), numbered=True)
    assert "report-0001" in (tmp_path / "out" / "reports.csv").read_text()
    assert not list((tmp_path / "out").glob("*.ann"))
    with pytest.raises(WouldOverwriteError):
        deid_studio.release_folder(*asked)
    deid_studio.release_folder(*asked, overwrite=True)
    assert (tmp_path / "out" / "uno.ann").exists()


def test_what_is_known_of_the_patient_holds_a_release(tmp_path: Path) -> None:
    deid_studio.write_brat(Document("uno", "Refiere quejidos. Zqx-771 estable.\n"), tmp_path / "in")
    patients = {"uno.txt": PatientFields((FieldValue(FieldKind.IDENTIFIER, "Zqx-771"),))}
    with pytest.raises(PlacesHeldError):
        asked = tmp_path / "in", tmp_path / "out", "research", "A. Ejemplo, a mano"
        deid_studio.release_folder(*asked, patients=patients)
    seen: list[list[HeldKind]] = []

    def settle(_: ReleaseRequest, prepared: Prepared) -> tuple[ReleaseRequest, Prepared]:
        seen.append([place.kind for one in prepared.reports for place in one.held])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deid_studio.release_folder(*asked, patients=patients, settle=settle)
    assert HeldKind.FIELD in seen[0] and not (tmp_path / "out").exists()
