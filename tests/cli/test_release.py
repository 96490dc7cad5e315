"""deid release and deid reveal, as somebody types them."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from docx import Document

from deid_studio import paths
from deid_studio.release import released as released_module
from deid_studio.release import vault as vault_module
from deid_studio.release.surrogates.surrogates import Surrogates
from deid_studio.review.journal import Journal

TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
ANN = "T1\tNOMBRE_SUJETO_ASISTENCIA 10 24\tNuria Belmonte\nT2\tFECHAS 36 46\t12/03/2015\n"


@pytest.fixture
def run(run_reviewed):
    """The reports of these tests are BRAT pairs that somebody reviewed elsewhere."""
    return run_reviewed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})
    reports = tmp_path / "informes"
    reports.mkdir()
    (reports / "a.txt").write_text(TEXT)
    (reports / "a.ann").write_text(ANN)
    (tmp_path / "uno").write_text("tambor lluvia grapa piedra\n")
    (tmp_path / "dos").write_text("cometa bosque rueda ladrillo\n")
    return reports


def test_reports_leave_and_come_back(run, folder, tmp_path):
    out, vault = tmp_path / "out", tmp_path / "v.vault"
    keys = ["--passphrase-file", tmp_path / "uno", "--passphrase-file", tmp_path / "dos"]
    done = run("release", folder, "--out", out, "--policy", "research", "--vault", vault, "--people", 2, *keys)
    assert done.exit_code == 0, done.output
    assert "1 report released" in done.output
    text = (out / "a.txt").read_text()
    assert "Belmonte" not in text and "2015" not in text and (out / "a.ann").exists()
    back = run("reveal", out, "--vault", vault, "--out", tmp_path / "back", *keys)
    assert back.exit_code == 0, back.output
    assert (tmp_path / "back" / "a.txt").read_bytes() == TEXT.encode()
    assert (tmp_path / "back" / "a.ann").read_bytes() == ANN.encode() and "(.ann): 1" in back.output
    openings = [json.loads(one) for one in vault.with_name("v.vault.openings.jsonl").read_text().splitlines()]
    assert [one["what"] for one in openings] == ["opened"]


def test_a_policy_that_is_none_is_told_with_those_that_are(run, folder, tmp_path):
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "reserch")
    assert done.exit_code == 1 and "reserch" in done.output and "research" in done.output


def test_a_release_in_which_a_marked_word_would_survive_is_refused_by_report_line_and_class(
    run, folder, tmp_path, monkeypatch
):
    monkeypatch.setattr(Surrogates, "of", lambda *_: "Elena Belmonte")
    monkeypatch.setattr(released_module._Entities, "tag", lambda *_, **__: "[**Belmonte**]")
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "research")
    assert done.exit_code == 1 and not (tmp_path / "out").exists()
    assert "NOMBRE_SUJETO_ASISTENCIA" in done.output and "line 1 of a" in " ".join(done.output.split())
    assert "Belmonte" not in done.output


def test_a_wrong_passphrase_opens_nothing_and_is_noted(run, folder, tmp_path):
    out, vault = tmp_path / "out", tmp_path / "v.vault"
    key = ["--passphrase-file", tmp_path / "uno"]
    run("release", folder, "--out", out, "--policy", "research", "--vault", vault, *key)
    back = run("reveal", out, "--vault", vault, "--out", tmp_path / "back", "--passphrase-file", tmp_path / "dos")
    assert back.exit_code == 1 and "passphrase" in back.output
    assert not (tmp_path / "back").exists()
    assert "passphrase" in vault.with_name("v.vault.openings.jsonl").read_text()


def test_a_weak_passphrase_is_refused_from_a_file_and_asked_for_again(run, folder, tmp_path):
    out, vault = tmp_path / "out", tmp_path / "v.vault"
    (tmp_path / "uno").write_text("hospital2024\n")
    release = ("release", folder, "--out", out, "--policy", "research", "--vault", vault)
    done = run(*release, "--passphrase-file", tmp_path / "uno")
    assert done.exit_code == 1 and "too easy to guess" in done.output and "four words" in done.output
    assert not out.exists() and not vault.exists()
    done = run(*release, "--passphrase-file", tmp_path / "uno", "--findings", tmp_path / "held.jsonl")
    assert done.exit_code == 1 and not (tmp_path / "held.jsonl").exists()  # before any report is read
    done = run(*release, typed="hospital2024\n" + "tambor lluvia grapa piedra\n" * 2)
    assert done.exit_code == 0 and "too easy to guess" in done.output and vault.exists()


def test_a_changed_release_is_told_and_the_rest_comes_back(run, folder, tmp_path):
    (folder / "b.txt").write_text(TEXT)
    (folder / "b.ann").write_text(ANN)
    out, vault, key = tmp_path / "out", tmp_path / "v.vault", ["--passphrase-file", tmp_path / "uno"]
    run("release", folder, "--out", out, "--policy", "research", "--vault", vault, *key)
    (out / "a.txt").write_text("another text")
    back = run("reveal", out, "--vault", vault, "--out", tmp_path / "back", *key)
    assert back.exit_code == 1 and "a: missing or changed" in back.output
    assert (tmp_path / "back" / "b.txt").read_text() == TEXT and not (tmp_path / "back" / "a.txt").exists()


def test_originals_go_into_no_release_and_a_mistyped_folder_is_told(run, folder, tmp_path):
    out, vault, key = tmp_path / "out", tmp_path / "v.vault", ["--passphrase-file", tmp_path / "uno"]
    run("release", folder, "--out", out, "--policy", "research", "--vault", vault, *key)
    there = sorted(path.name for path in out.iterdir())
    back = run("reveal", out, "--vault", vault, "--out", out, "--force", *key)
    assert back.exit_code == 1 and "a release is there" in " ".join(back.output.split())
    assert sorted(path.name for path in out.iterdir()) == there
    back = run("reveal", tmp_path / "uot", "--vault", vault, "--out", tmp_path / "back", *key)
    assert back.exit_code == 1 and "no such folder" in " ".join(back.output.split())
    assert "missing or changed" not in back.output and not (tmp_path / "back").exists()


def test_what_to_read_over_is_told_by_place_and_not_by_text(run, folder, tmp_path):
    (folder / "b.txt").write_text("Juicio.\nVino de Banjul, Gambia.\n")
    (folder / "b.ann").write_text("T1\tTERRITORIO 16 22\tBanjul\nT2\tPAIS 24 30\tGambia\n")
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "research")
    assert done.exit_code == 0, done.output
    assert "b:2: TERRITORIO: no surrogate fits" in done.stderr
    assert "Banjul" not in done.output and "a:" not in done.stderr


def test_what_is_held_is_shown_by_place_and_not_by_text(run, folder, tmp_path):
    (folder / "a.txt").write_text(TEXT + "y la Sra. BELMONTE vuelve.\n")
    at = len(TEXT) + 10
    arguments = ("release", folder, "--out", tmp_path / "out", "--policy", "research")
    done = run(*arguments, "--allow", "Belmonte")  # case is true
    assert done.exit_code == 1
    assert f"a:3: name-word NOMBRE_SUJETO_ASISTENCIA (a:{at}-{at + 8})" in done.output
    assert "BELMONTE" not in done.output
    assert not (tmp_path / "out").exists()
    again = run(*arguments, "--allow", f"a:{at}-{at + 8}", "--why", "un apodo")
    assert again.exit_code == 0, again.output
    remembered = run(*arguments, "--force")
    assert remembered.exit_code == 0, remembered.output
    assert json.loads((tmp_path / "out" / "certificate.json").read_bytes())["gate"] == {"held": 0, "answered": 1}


def test_an_allowed_text_is_allowed_with_its_capitals_only(run, folder, tmp_path):
    (folder / "a.txt").write_text(TEXT + "La Sra. BELMONTE vuelve. Belmonte mejora.\n")
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "research", "--allow", "BELMONTE")
    assert done.exit_code == 1 and done.stderr.count("a:3: name-word") == 1


def test_findings_are_lines_without_any_text_and_the_others_leave(run, folder, tmp_path):
    (folder / "b.txt").write_text(TEXT + "y la Sra. BELMONTE vuelve.\n")
    (folder / "b.ann").write_text(ANN)
    findings = tmp_path / "f.jsonl"
    arguments = ("release", folder, "--out", tmp_path / "out", "--policy", "research", "--findings", findings)
    assert run(*arguments).exit_code == 1 and not (tmp_path / "out").exists()
    (found,) = map(json.loads, findings.read_text().splitlines())
    assert set(found) == {"report", "start", "end", "kind", "why"}
    assert (folder / "b.txt").read_text()[found["start"] : found["end"]] == "BELMONTE"
    assert (found["report"], found["kind"]) == ("b", "name-word") and "belmonte" not in findings.read_text().lower()
    assert findings.stat().st_mode & 0o777 == 0o600
    done = run(*arguments, "--quarantine")
    assert done.exit_code == 3 and "Held back: 1" in done.stderr, done.output
    assert (tmp_path / "out" / "a.txt").exists() and not (tmp_path / "out" / "b.txt").exists()
    done = run(*arguments, "--force", "--allow", "BELMONTE")
    assert done.exit_code == 0 and findings.read_bytes() == b""


def test_who_asks_for_it_sees_each_place_in_its_line(run, folder, tmp_path):
    more = "\x1b[2JVuelve la Sra. BELMONTE\ta casa.\n" + "x " * 300 + "Nuria" + " y" * 300
    (folder / "a.txt").write_text(TEXT + more)
    arguments = ("release", folder, "--out", tmp_path / "out", "--policy", "meddocan-tags")
    plain, shown = run(*arguments), run(*arguments, "--show-hits")
    assert plain.exit_code == shown.exit_code == 1 and not (tmp_path / "out").exists()
    assert "BELMONTE" not in plain.output and "--show-hits" in plain.stderr and "--show-hits" not in shown.stderr
    lines = shown.stderr.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("a:3: name-word NOMBRE_SUJETO_ASISTENCIA"))
    assert lines[at + 1] == "  original: \ufffd[2JVuelve la Sra. «BELMONTE» a casa."
    assert "\x1b" not in shown.output
    at = next(n for n, line in enumerate(lines) if line.startswith("a:4: name-word NOMBRE_SUJETO_ASISTENCIA"))
    assert "…" in lines[at + 1] and "x «Nuria» y" in lines[at + 1] and lines[at + 1].endswith("…")
    assert max(map(len, lines)) < 300
    assert "prints personal data to the terminal" in " ".join(run("release", "--help").output.split())


def test_a_damaged_secret_is_told_and_another_made_only_when_asked_for(run, folder, tmp_path):
    arguments = ("release", folder, "--out", tmp_path / "out", "--policy", "research", "--force")
    assert run(*arguments).exit_code == 0
    first = (tmp_path / "out" / "a.txt").read_text()
    journal = folder / ".deid-studio" / "project.db"
    for damaged in ("no hexadecimal", "abcd", ""):
        opened = Journal(journal)
        opened.keep_setting("release_secret", damaged)
        opened.close()
        done = run(*arguments)
        assert done.exit_code == 1 and isinstance(done.exception, SystemExit)
        assert "secret" in done.output and "project.db" in done.output and "--new-secret" in done.output
        assert (tmp_path / "out" / "a.txt").read_text() == first
    assert run(*arguments, "--new-secret").exit_code == 0
    assert (tmp_path / "out" / "a.txt").read_text() != first
    assert run(*arguments).exit_code == 0


def test_an_earlier_release_is_replaced_only_when_told_to(run, folder, tmp_path):
    arguments = ("release", folder, "--out", tmp_path / "out", "--policy")
    assert run(*arguments, "research").exit_code == 0
    first = (tmp_path / "out" / "a.txt").read_bytes()
    done = run(*arguments, "meddocan-tags")
    assert done.exit_code == 1 and "--force" in done.output
    assert (tmp_path / "out" / "a.txt").read_bytes() == first
    assert run(*arguments, "meddocan-tags", "--force").exit_code == 0
    assert (tmp_path / "out" / "a.txt").read_bytes() != first


def test_a_tables_rows_are_found_however_it_writes_the_reports(run, folder, tmp_path):
    (folder / "a.txt").write_text(f"{TEXT}Hermana: Olga Villanueva.\n")
    (tmp_path / "t.csv").write_text("informe,nombre completo\na.txt,Olga Villanueva\n")
    arguments = ("release", folder, "--out", tmp_path / "out", "--policy", "research", "--force")
    assert "a:3: field" not in run(*arguments).output
    done = run(*arguments, "--patients", tmp_path / "t.csv")
    assert done.exit_code == 1 and "a:3: field" in done.output


def test_a_place_that_cannot_be_is_told_before_reports_are_looked_at(run, folder, tmp_path, monkeypatch):
    monkeypatch.setattr("deid_studio.review.releasing.release_preparation.gather", lambda *_: pytest.fail("it looked"))
    (tmp_path / "out").mkdir()
    # Another program's certificate makes no release of a folder.
    (tmp_path / "out" / "certificate.json").write_text('{"issuer": "Deid"}')
    done = run("release", folder, "--out", tmp_path / "out", "--policy", "research")
    assert done.exit_code == 1 and "out" in done.output
    assert (tmp_path / "out" / "certificate.json").read_text() == '{"issuer": "Deid"}'
    (tmp_path / "v").write_text("")
    done = run("release", folder, "--out", tmp_path / "new", "--policy", "research", "--vault", tmp_path / "v")
    assert done.exit_code == 1 and "The vault cannot be kept" in done.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["--policy", "nosuch"], "nosuch"), (["--policy", "research", "--format", "xls"], "formats are"),
     (["--policy", "research", "--people", 3], "3")],
)  # fmt: skip
def test_what_cannot_be_is_refused(run, folder, tmp_path, arguments, told):
    done = run("release", folder, "--out", tmp_path / "out", *arguments)
    assert done.exit_code != 0 and told in done.output
    assert not (tmp_path / "out").exists()


# --- documents -----------------------------------------------------------------------------------------------


@pytest.fixture
def letters(tmp_path, docx, pdf):
    """A folder of documents that became text, with PHI marked in it."""
    from deid_studio.formats.conversion.documents import convert, text_path
    from deid_studio.formats.conversion.record import ConversionRecord

    def shape(document) -> None:
        line = document.add_paragraph("Paciente: Nuria ")
        line.add_run("Belmonte").bold = True
        document.add_paragraph("Ingresa.").add_run(" Cama de Nuria").font.hidden = True
        document.core_properties.author = "Nuria Belmonte"

    folder = tmp_path / "cartas"
    folder.mkdir()
    (tmp_path / "uno").write_text("tambor lluvia grapa piedra\n")
    (folder / "carta.docx").write_bytes(docx("INFORME", shape=shape))
    (folder / "otra.pdf").write_bytes(pdf(["Paciente: Nuria Belmonte", "Sin hallazgos."]))
    record = ConversionRecord(folder, ".deid-studio")
    for name in ("carta.docx", "otra.pdf"):
        made = convert((folder / name).read_bytes(), folder / name)
        record.write(folder / name, (folder / name).read_bytes(), made)
        words = ("Nuria Belmonte", "Cama de Nuria")
        places = [(at, at + len(word)) for word in words if (at := made.text.find(word)) >= 0]
        text_path(folder / name).with_suffix(".ann").write_text("".join(
            f"T{number}\tNOMBRE_SUJETO_ASISTENCIA {start} {end}\t{made.text[start:end]}\n"
            for number, (start, end) in enumerate(places, start=1)
        ))  # fmt: skip
    return folder


def test_documents_leave_in_their_layout_or_made_anew(run, letters, tmp_path):
    from deid_studio.formats.conversion.docx import read_docx
    from deid_studio.formats.conversion.pdf import read_pdf

    out = tmp_path / "out"
    done = run("release", letters, "--out", out, "--policy", "meddocan-tags", "--format", "docx,pdf")
    assert done.exit_code == 0, done.output
    assert {path.name for path in out.iterdir() if "certificate" not in path.name} == {
        "carta.docx", "carta.pdf", "otra.docx", "otra.pdf"
    }  # fmt: skip
    kept = Document(str(out / "carta.docx"))
    assert [run.text for line in kept.paragraphs for run in line.runs if run.bold] == [""]
    assert kept.paragraphs[1].text.startswith("Paciente: [**NOMBRE") and kept.paragraphs[2].text == "Ingresa."
    for path in out.glob("*.docx"):
        with zipfile.ZipFile(path) as archive:
            raw = b"".join(map(archive.read, archive.namelist()))
        assert b"Belmonte" not in raw and b"Nuria" not in raw
        assert "[**NOMBRE" in read_docx(path.read_bytes()).text
    assert "Belmonte" not in read_pdf((out / "otra.pdf").read_bytes()).text
    assert "carta.docx: removed (hidden text: 1" in done.output and "otra.pdf: made anew from the text" in done.output
    assert "Belmonte" not in done.output


def test_a_document_that_changed_holds_the_release_back(run, letters, tmp_path, docx):
    (letters / "carta.docx").write_bytes(docx("Otro texto"))
    out = tmp_path / "out"
    done = run("release", letters, "--out", out, "--policy", "meddocan-tags", "--format", "docx")
    assert done.exit_code == 1 and "carta.docx does not have the text of the reviewed report" in done.output
    assert not out.exists()
    again = run("release", letters, "--out", out, "--policy", "meddocan-tags", "--format", "docx", "--no-layout")
    assert again.exit_code == 0 and "carta.docx: made anew" in again.output
    assert Document(str(out / "carta.docx")).paragraphs[0].text == "INFORME"


def test_each_document_that_cannot_leave_is_told_before_anything_is_written(run, letters, tmp_path, docx):
    from deid_studio.formats.conversion.documents import convert, text_path
    from deid_studio.formats.conversion.record import ConversionRecord

    data = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(docx("INFORME"))) as whole, zipfile.ZipFile(data, "w") as archive:
        for name in whole.namelist():
            archive.writestr(name, whole.read(name))
        archive.writestr("word/vbaProject.bin", b"macros")
    macros = letters / "macros.docx"
    macros.write_bytes(data.getvalue())
    ConversionRecord(letters, ".deid-studio").write(macros, data.getvalue(), convert(data.getvalue(), macros))
    text_path(macros).with_suffix(".ann").write_text("")
    (letters / "carta.docx").write_bytes(docx("Otro texto"))
    out, vault = tmp_path / "out", tmp_path / "v.vault"
    done = run("release", letters, "--out", out, "--policy", "meddocan-tags", "--format", "docx", "--vault", vault,
               "--passphrase-file", tmp_path / "uno")  # fmt: skip
    assert done.exit_code == 1
    assert "macros.docx holds macros" in done.output and "carta.docx does not have the text" in done.output
    assert "cannot leave in their layout: 2" in done.output
    assert not out.exists() and not vault.exists()


def test_without_the_document_its_text_is_set_anew(run, letters, tmp_path):
    (letters / "carta.docx").unlink()
    done = run("release", letters, "--out", tmp_path / "out", "--policy", "meddocan-tags", "--format", "docx")
    assert done.exit_code == 0 and "carta.docx: made anew" in done.output


def test_pictures_stay_when_asked_for(run, tmp_path, docx):
    from PIL import Image

    from deid_studio.formats.conversion.documents import convert
    from deid_studio.formats.conversion.record import ConversionRecord

    Image.new("RGB", (4, 4), "red").save(tmp_path / "nuria.png")
    folder, out = tmp_path / "cartas", tmp_path / "out"
    folder.mkdir()
    raw = docx("Sin hallazgos.", shape=lambda document: document.add_picture(str(tmp_path / "nuria.png")))
    (folder / "carta.docx").write_bytes(raw)
    ConversionRecord(folder, ".deid-studio").write(folder / "carta.docx", raw, convert(raw, folder / "carta.docx"))
    (folder / "carta.docx.ann").write_text("")
    for more, count in (([], 0), (["--keep-images"], 1)):
        done = run("release", folder, "--out", out, "--policy", "meddocan-tags", "--format", "docx", "--force", *more)
        assert done.exit_code == 0, done.output
        assert ("pictures: 1" in done.output) == (count == 0)
        with zipfile.ZipFile(out / "carta.docx") as archive:
            assert len([name for name in archive.namelist() if name.endswith(".png")]) == count


# --- what an administrator allows ------------------------------------------------------------------------------


@pytest.fixture
def fixed(tmp_path, monkeypatch):
    """Has the administrator's file say this of releases."""
    path = tmp_path / "policy.toml"
    monkeypatch.setattr(paths, "policy_file", lambda: path)
    monkeypatch.setattr(paths, "shared_policies", lambda: tmp_path / "shared")
    return lambda words: path.write_text(f'note = "Sistemas"\n[release]\n{words}\n')


def test_a_release_keeps_to_what_an_administrator_allows(run, folder, tmp_path, fixed):
    weak = tmp_path / "research.toml"
    weak.write_text('name = "research"\n[default]\nway = "keep"\n')
    out, allowed = tmp_path / "allowed" / "out", tmp_path / "allowed"
    release = ("release", folder, "--out")
    for said, *arguments in (
        ('policies = ["research"]', out, "--policy", "safe-harbour"),
        ('policies = ["research"]', out, "--policy", weak),
        ("policies = []", out, "--policy", "research"),
        (f'folders = ["{allowed}"]', tmp_path / "elsewhere", "--policy", "research"),
        (f'folders = ["{allowed}"]', allowed / ".." / "elsewhere", "--policy", "research"),
        ("reversible = false", out, "--policy", "research", "--vault", tmp_path / "v.vault"),
        ("reversible = false", out, "--policy", "eu-pseudonymisation"),
        ("unreviewed = false", out, "--policy", "research", "--include-unsigned"),
    ):
        fixed(said)
        done = run(*release, *arguments)
        assert done.exit_code == 1 and "may not be released" in done.stderr and "Sistemas" in done.stderr, said
        assert not out.exists() and not (tmp_path / "elsewhere").exists() and not (tmp_path / "v.vault").exists()
    (tmp_path / "shared").mkdir()
    house = tmp_path / "shared" / "house.toml"
    house.write_text(f'{weak.read_text()}[handover]\nrequires = ["recipient"]\n')
    fixed(f'policies = ["house"]\nfolders = ["{allowed}"]\nreversible = false\nunreviewed = false')
    # The file calls itself otherwise: it is its own name that counts. It goes on to what is asked next.
    assert "recipient" in run(*release, out, "--policy", "house").stderr
