"""deid annotate: copies byte for byte, whole files, nothing overwritten, one bad report never stops the others."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

import pytest
from click.testing import Result

from deid_studio import paths
from deid_studio.cli.annotate_tasks import Task
from deid_studio.errors import FolderReadOnlyError, WriteError
from deid_studio.formats.conversion.converted import Converted
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.files import File, write_files
from deid_studio.formats.folder import read_pair
from deid_studio.formats.text import read_report
from deid_studio.review.folder_lock import FolderLock
from deid_studio.review.project import PRIVATE

Run = Callable[..., Result]
REPORT = "Nombre: Lucía Montero 😷.\r\nVista por Ana\nRuiz.\r\n"
ANN = "T1\tNOMBRE_SUJETO_ASISTENCIA 8 21\tLucía Montero\nT2\tNOMBRE_SUJETO_ASISTENCIA 36 39;40 44\tAna Ruiz\n"


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "informes"
    (folder / "planta 2").mkdir(parents=True)
    (folder / "1.txt").write_bytes(REPORT.encode())
    (folder / "planta 2" / "1.txt").write_bytes(b"sin nombres")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".conf" and path.name != "annotations.jsonl"
    }


def test_a_folder_is_annotated_with_its_structure(run: Run, reports: Path, tmp_path: Path) -> None:
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert files(tmp_path / "out") == {
        "1.txt": REPORT.encode(),
        "1.ann": ANN.encode(),
        "planta 2/1.txt": b"sin nombres",
        "planta 2/1.ann": b"",
    }
    assert "2 reports annotated with 2 suggestions" in done.stdout
    assert "person has to check" in done.stdout
    assert read_pair(tmp_path / "out" / "1.txt")[1] is not None
    assert (tmp_path / "out" / "annotation.conf").read_text(encoding="utf-8").startswith("[entities]")
    assert (tmp_path / "out" / "visual.conf").exists()
    assert (tmp_path / "out" / "kb_shortcuts.conf").exists()


def test_single_reports_are_annotated(run: Run, reports: Path, tmp_path: Path) -> None:
    assert run("annotate", reports / "1.txt", "--out", tmp_path / "out").exit_code == 0
    assert set(files(tmp_path / "out")) == {"1.txt", "1.ann"}


def test_configuration_can_be_switched_off(run: Run, reports: Path, tmp_path: Path) -> None:
    paths.settings_file().parent.mkdir()
    paths.settings_file().write_text("write_config_files = false\n", encoding="utf-8")
    run("annotate", reports, "--out", tmp_path / "out")
    assert not list((tmp_path / "out").glob("*.conf"))


def test_wrong_settings_are_told_and_the_defaults_hold(run: Run, reports: Path, tmp_path: Path) -> None:
    paths.settings_file().parent.mkdir()
    paths.settings_file().write_text("write_config_files = 0\n", encoding="utf-8")
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert "line 1: write_config_files must be true or false. Correct that line" in done.stderr
    assert list((tmp_path / "out").glob("*.conf"))


def test_nothing_is_overwritten_without_force(run: Run, reports: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "planta 2").mkdir(parents=True)
    (out / "planta 2" / "1.ann").write_bytes(b"trabajo de una persona")
    done = run("annotate", reports, "--out", out)
    assert done.exit_code == 1
    assert "1 files exist" in done.stderr
    assert files(out) == {"planta 2/1.ann": b"trabajo de una persona"}
    assert run("annotate", reports, "--out", out, "--force").exit_code == 0
    assert files(out)["planta 2/1.ann"] == b""


def test_another_configuration_is_not_overwritten_either(run: Run, reports: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "annotation.conf").write_text("[entities]\nOTRA\n", encoding="utf-8")
    assert run("annotate", reports, "--out", out).exit_code == 1
    assert files(out) == {}


def test_reports_can_be_annotated_where_they_are(run: Run, reports: Path) -> None:
    before = (reports / "1.txt").stat().st_mtime_ns
    assert run("annotate", reports, "--out", reports).exit_code == 0
    assert files(reports)["1.ann"] == ANN.encode()
    assert (reports / "1.txt").stat().st_mtime_ns == before


def test_what_was_written_inside_the_folder_is_not_annotated_again(run: Run, reports: Path) -> None:
    for _ in range(2):
        assert run("annotate", reports, "--out", reports / "anotados", "--force").exit_code == 0
    assert not (reports / "anotados" / "anotados").exists()


def test_clashing_names_are_refused_before_anything_is_written(run: Run, reports: Path, tmp_path: Path) -> None:
    done = run("annotate", reports, reports / "planta 2", "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "same place" in done.stderr
    assert not (tmp_path / "out").exists()


def test_bad_reports_do_not_stop_the_others_and_are_told(run: Run, reports: Path, tmp_path: Path) -> None:
    (reports / "binario.txt").write_bytes(b"\x00\x01\x02")
    (reports / "dañado.txt").write_bytes("año ".encode() * 10 + b"\xff")
    (reports / "enlace.txt").symlink_to(reports / "falta")
    (reports / "falla.txt").write_text("FALLA con Lucía Montero", encoding="utf-8")
    (reports / "vacio.txt").write_bytes(b"")
    (reports / "viejo.txt").write_bytes("Varón de 45 años, Lucía Montero, vive en Logroño".encode("cp1252"))
    with (reports / "enorme.txt").open("wb") as file:
        file.truncate(50_000_000)
    out = tmp_path / "out"
    done = run("annotate", reports, "--out", out)
    assert done.exit_code == 1
    assert {name for name in files(out) if name.endswith(".ann")} == {
        "1.ann",
        "planta 2/1.ann",
        "vacio.ann",
        "viejo.ann",
    }
    for told in (
        "binario.txt is not text",
        "encoding of",
        "enlace.txt cannot be read",
        "RuntimeError",
        "50.0 MB",
        "viejo.txt: Not UTF-8: read as Windows-1252",
        "vacio.txt: The report is empty",
        "5 errors",
    ):
        assert told in done.stderr, told
    assert "Montero" not in done.output
    assert files(out)["viejo.txt"] == (reports / "viejo.txt").read_bytes()


def test_a_full_disk_is_told_and_leaves_whole_files(
    run: Run, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = os.write
    left = [5_000]  # room for the configuration and no more than a little

    def write(descriptor: int, data: bytes) -> int:
        if left[0] < len(data):
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= len(data)
        return whole(descriptor, data)

    (reports / "0 largo.txt").write_text("a" * 10_000, encoding="utf-8")
    monkeypatch.setattr("deid_studio.formats.files.os.write", write)
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "No space left" in done.stderr
    written = files(tmp_path / "out")
    assert "0 largo.txt" not in written
    assert all(not name.endswith(".tmp") for name in written)


def test_stopping_leaves_whole_files(run: Run, reports: Path, tmp_path: Path) -> None:
    (reports / "2.txt").write_text("PARA", encoding="utf-8")
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert done.exit_code == 130
    assert "complete" in done.stderr
    assert files(tmp_path / "out") == {"1.txt": REPORT.encode(), "1.ann": ANN.encode()}


def test_a_text_is_never_there_without_its_annotations(
    run: Run, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(some: Sequence[File], threads: Executor) -> list[WriteError | None]:
        if any(path.suffix == ".txt" for path, _, _ in some):
            raise KeyboardInterrupt
        return write_files(some, threads)

    out = tmp_path / "out"
    monkeypatch.setattr("deid_studio.cli.annotate_output.write_files", stopped)
    assert run("annotate", reports, "--out", out).exit_code == 130
    assert set(files(out)) == {"1.ann", "planta 2/1.ann"}


def test_what_the_system_refuses_for_one_report_does_not_stop_the_others(
    run: Run, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, id: str | None = None, limit_mb: float = 1) -> object:
        if path.parent == reports:
            raise OSError(errno.EIO, "Input/output error", str(path))
        return read_report(path, id, limit_mb)

    monkeypatch.setattr("deid_studio.cli.annotate_tasks.read_report", refuse)
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "Input/output error" in done.stderr and "1 error (" in done.stderr
    assert set(files(tmp_path / "out")) == {"planta 2/1.txt", "planta 2/1.ann"}


def test_what_the_system_refuses_while_several_are_written_does_not_stop_the_others(
    run: Run, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(task: Task) -> bool:
        if task.report.parent == reports:
            raise OSError(errno.EIO, "Input/output error", str(task.copy))
        return False

    monkeypatch.setattr(Task, "in_place", property(refuse))
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert "Input/output error" in done.stderr and "1 error (" in done.stderr
    assert set(files(tmp_path / "out")) == {"planta 2/1.txt", "planta 2/1.ann"}


@pytest.mark.parametrize("given", ["falta", "vacia"])
def test_nothing_to_annotate_is_told(run: Run, tmp_path: Path, given: str) -> None:
    (tmp_path / "vacia").mkdir()
    done = run("annotate", tmp_path / given, "--out", tmp_path / "out")
    assert done.exit_code == 1
    assert given in done.stderr


def test_a_folder_that_cannot_be_made_is_told(run: Run, reports: Path, tmp_path: Path) -> None:
    (tmp_path / "fichero").write_text("x", encoding="utf-8")
    done = run("annotate", reports, "--out", tmp_path / "fichero")
    assert done.exit_code == 2
    assert "fichero is a file: no folder can be made in it." in done.stderr


def test_a_folder_that_must_not_be_written_in_is_named(
    run: Run, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: FolderLock) -> None:
        raise FolderReadOnlyError(path=tmp_path / "out" / ".deid-studio", detail="Permission denied")

    monkeypatch.setattr(FolderLock, "claim", refuse)
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert done.exit_code == 1 and "out could not be written: Permission denied." in done.stderr


def test_a_tag_set_that_is_none_is_told_with_those_that_are(run: Run, reports: Path, tmp_path: Path) -> None:
    done = run("annotate", reports, "--out", tmp_path / "out", "--tagset", "medocan")
    assert done.exit_code == 1 and "no such file" in done.stderr and "meddocan" in done.stderr
    done = run("annotate", reports, "--out", tmp_path / "out", "--tagset", "falta.toml")
    assert "No such file or directory." in done.stderr and "Errno" not in done.stderr


# --- documents -----------------------------------------------------------------------------------------------


def test_a_document_is_annotated_as_its_text(run: Run, tmp_path: Path, docx: Callable[..., bytes]) -> None:
    letter = tmp_path / "carta.docx"
    letter.write_bytes(docx("Nombre: Lucía Montero"))
    done = run("annotate", letter, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    text = tmp_path / "out" / "carta.docx.txt"
    assert text.read_text(encoding="utf-8") == "Nombre: Lucía Montero\n"
    _, ann = read_pair(text)
    assert ann is not None
    assert [span.text(text.read_text(encoding="utf-8")) for span in ann.spans] == ["Lucía Montero"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["carta.docx", "out"]


def test_a_folder_of_documents_and_reports(
    run: Run, reports: Path, tmp_path: Path, docx: Callable[..., bytes], pdf: Callable[..., bytes]
) -> None:
    def with_header(document) -> None:
        document.sections[0].header.paragraphs[0].text = "Hospital de Villabrezo"

    (reports / "planta 2" / "1.docx").write_bytes(docx("Vista por Ana Ruiz", shape=with_header))
    (reports / "1.pdf").write_bytes(pdf(["Eva Soto"]))
    (reports / "2.rtf").write_bytes(b"{\\rtf1 roto")
    (reports / "3.html").write_bytes(b"<p>antes</p>")
    (reports / "3.html.txt").write_bytes("después".encode())
    done = run("annotate", reports, "--out", tmp_path / "out")
    assert done.exit_code == 1
    made = {name for name in files(tmp_path / "out") if name.endswith(".txt")}
    assert made == {"1.txt", "1.pdf.txt", "3.html.txt", "planta 2/1.txt", "planta 2/1.docx.txt"}
    assert (tmp_path / "out" / "3.html.txt").read_text(encoding="utf-8") == "después"
    assert "1.docx: Also read: headers and footers." in done.stderr
    assert "2.rtf cannot be read: it is damaged" in done.stderr
    assert "5 reports annotated" in done.stdout
    before = ["1.pdf", "1.txt", "2.rtf", "3.html", "3.html.txt", "planta 2/1.docx", "planta 2/1.txt"]
    assert sorted(files(reports)) == before


def test_a_document_never_overwrites(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>Lucia Montero")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.html.txt").write_bytes(b"mine")
    assert run("annotate", tmp_path / "a.html", "--out", tmp_path / "out").exit_code == 1
    assert (tmp_path / "out" / "a.html.txt").read_bytes() == b"mine"
    assert run("annotate", tmp_path / "a.html", "--out", tmp_path / "out", "--force").exit_code == 0
    assert (tmp_path / "out" / "a.html.txt").read_bytes() == b"Lucia Montero\n"


def test_a_document_that_changed_since_its_text_was_made_is_told(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "informes"
    folder.mkdir()
    letter = folder / "a.html"
    letter.write_bytes(b"<p>Lucia Montero")
    ConversionRecord(folder, PRIVATE).write(letter, letter.read_bytes(), Converted("Lucia Montero\n"))
    letter.write_bytes(b"<p>Ana Ruiz")
    done = run("annotate", folder, "--out", tmp_path / "out")
    assert "a.html: changed since its text was made" in done.stderr
    letter.unlink()
    letter.symlink_to(tmp_path / "gone.html")
    assert run("annotate", folder, "--out", tmp_path / "again").exit_code == 0
    assert (tmp_path / "out" / "a.html.txt").read_bytes() == b"Lucia Montero\n"


def test_a_folder_that_a_window_holds_is_left_alone(run: Run, reports: Path) -> None:
    (reports / "1.ann").write_bytes(b"")
    window = FolderLock(reports, PRIVATE, "Dra. Prueba")
    window.claim()
    refused = run("annotate", reports, "--out", reports, "--force")
    assert refused.exit_code == 1 and "Dra. Prueba (on this computer)" in refused.output
    assert (reports / "1.ann").read_bytes() == b""
    window.leave(window)
    done = run("annotate", reports, "--out", reports, "--force")
    assert done.exit_code == 0, done.output
    assert (reports / "1.ann").read_bytes() == ANN.encode()
    assert not window.owner_path.exists()
