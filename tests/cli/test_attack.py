"""deid attack, as the owner of a release types it."""

from __future__ import annotations

import csv
import io
import json

import pytest

from deid_studio.review.certificate.reader_sample import release_digest

PEOPLE = """id;nombre;apellidos;nhc;fecha nacimiento;sexo;localidad;ingresos;color
p1;Nuria;Belmonte Carrascosa;48392011;03/05/1950;M;Getafe;01/02/2015;azul
p2;Berta;Olmedilla Rojo;55667788;11/10/1950;M;Getafe;;
p3;Ciro;Rojo Sanz;66778899;20/02/1951;H;Getafe;;
"""
SECRETS = ("Nuria", "Belmonte", "Carrascosa", "48392011", "Olmedilla", "55667788", "1950", "Getafe", "azul")
TEXT = "Nombre: Nuria Belmonte Carrascosa\nNHC: 48392011. Mujer.\nIngresa el 12/03/2015.\n"
ANN = (
    "T1\tNOMBRE_SUJETO_ASISTENCIA 8 33\tNuria Belmonte Carrascosa\n"
    "T2\tID_SUJETO_ASISTENCIA 39 47\t48392011\nT3\tSEXO_SUJETO_ASISTENCIA 49 54\tMujer\nT4\tFECHAS 67 77\t12/03/2015\n"
)


@pytest.fixture
def run(run_reviewed):
    """The reports of these tests are BRAT pairs that somebody reviewed elsewhere."""
    return run_reviewed


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


@pytest.fixture
def released(run, tmp_path):
    """A folder released by a policy."""

    def make(*options):
        source, out = tmp_path / "informes", tmp_path / "out"
        source.mkdir()
        (source / "a.txt").write_text(TEXT)
        (source / "a.ann").write_text(ANN)
        done = run("release", source, "--out", out, *options)
        assert done.exit_code == 0, done.output
        return out

    return make


@pytest.fixture
def leaking(tmp_path):
    """A folder in which somebody overlooked a name and a number."""
    out = tmp_path / "leaking"
    out.mkdir()
    (out / "a.txt").write_text("Acude por dolor.\nLa Sra. BELMONTE Carrascosa, NHC 483-920-11, mejora.\n")
    (out / "a.ann").write_text("")
    return out


@pytest.mark.slow
def test_a_release_of_tags_withstands(run, released, people):
    done = run("attack", released("--policy", "meddocan-tags"), "--patients", people, "--least-k", 3)
    assert done.exit_code == 0, done.output
    assert "Nobody is linked with certainty" in done.output and "color" in done.output


def test_what_links_is_told_by_place_and_not_by_text(run, leaking, people, tmp_path):
    table, values = tmp_path / "k.csv", tmp_path / "k.json"
    done = run("attack", leaking, "--patients", people, "--csv", table, "--json", values)
    assert done.exit_code == 2
    assert "a: linked to p1: name (a.txt, line 2), identifier (a.txt, line 2)" in done.output
    assert "Mark in the reports" in done.output
    (row,) = csv.DictReader(io.StringIO(table.read_text()))
    assert (row["report"], row["person"], row["certain"], row["k"]) == ("a", "p1", "1", "1")
    found = json.loads(values.read_text())
    assert found["linked"] == 1 and not found["holds"] and found["reports"][0]["linked"] == ["p1"]
    for secret in SECRETS:
        assert not any(secret.lower() in told.lower() for told in (done.output, table.read_text(), values.read_text()))


def test_it_speaks_spanish(run, leaking, people, monkeypatch):
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    done = run("attack", leaking, "--patients", people)
    assert "a: reconocido como p1: nombre (a.txt, línea 2), identificador (a.txt, línea 2)" in done.output
    assert "Qué hacer:" in done.output and "no resiste" in done.output


@pytest.mark.slow
def test_surrogates_link_nobody_and_the_truth_says_so(run, released, people, tmp_path):
    truth = tmp_path / "truth.csv"
    truth.write_text("informe,persona\na,p1\n")
    out = released("--policy", "research")
    done = run("attack", out, "--patients", people, "--truth", truth, "--least-k", 2)
    assert done.exit_code == 0, done.output
    assert "Of 1 reports it is known whose they are (in 1 that person is among those who fit)" in done.output
    assert "with certainty: 0 links, 0 right" in done.output


def test_whatever_the_form_it_is_read_and_texts_without_annotations_are_marked_first(run, people, tmp_path):
    from docx import Document
    from reportlab.pdfgen.canvas import Canvas

    out = tmp_path / "out"
    out.mkdir()
    name, number = "Nombre: Berta.\nApellidos: Olmedilla Rojo.\n", "Acude. NHC: 55667788.\n"
    (out / "a.txt").write_text(name)
    (out / "b.txt").write_text("Datos.\nSexo: H.\nLocalidad/ Provincia: Getafe.\n")
    document = Document()
    document.add_paragraph(number)
    document.save(str(out / "c.docx"))
    canvas = Canvas(str(out / "d.pdf"))
    canvas.drawString(72, 700, number.strip())
    canvas.save()
    (out / "reports.csv").write_text(f'report,text\ne,"{number}"\n')
    (out / "reports.jsonl").write_text(json.dumps({"report": "f", "text": number, "spans": []}) + "\n")
    (out / "foto.png").write_bytes(b"x")
    done = run("attack", out, "--patients", people)
    assert done.exit_code == 2
    assert "Reports attacked                               6" in done.output
    for report in "acdef":
        assert f"{report}: linked to p2" in done.output
    assert "b: k = 1 (p3), by: sex, place" in done.output
    assert "Of 1 files of other kinds only the names were looked at." in done.output


def test_properties_of_documents_are_read(run, people, tmp_path):
    from docx import Document
    from reportlab.pdfgen.canvas import Canvas

    out = tmp_path / "out"
    out.mkdir()
    for report in "ab":
        (out / f"{report}.txt").write_text("Acude.\n")
        (out / f"{report}.ann").write_text("")
    document = Document()
    document.add_paragraph("Acude.")
    document.core_properties.author = "Nuria Belmonte"
    document.save(str(out / "a.docx"))
    canvas = Canvas(str(out / "b.pdf"))
    canvas.setTitle("Informe de Berta Olmedilla")
    canvas.drawString(72, 700, "Acude.")
    canvas.save()
    done = run("attack", out, "--patients", people)
    assert done.exit_code == 2
    assert "a: linked to p1: name (a.docx, line" in done.output and "b: linked to p2: name (b.pdf, line" in done.output


def test_a_table_of_reports_is_a_list_of_people_that_knows_the_truth(run, leaking, tmp_path):
    table = tmp_path / "patients.csv"
    table.write_text("informe,nombre,apellidos,nhc\na,Nuria,Belmonte Carrascosa,48392011\nz,Nuria,Belmonte,48392011\n")
    done = run("attack", leaking, "--patients", table)
    assert "People on the list                             1" in done.output
    assert "with certainty: 1 links, 1 right (100.0 %), 0 false" in done.output


def test_what_cannot_be_is_refused_and_nothing_is_written(run, leaking, people, tmp_path):
    inside = run("attack", leaking, "--patients", people, "--json", leaking / "k.json")
    assert inside.exit_code == 2 and "would leave with the reports" in inside.output
    (tmp_path / "old.csv").write_text("x")
    there = run("attack", leaking, "--patients", people, "--csv", tmp_path / "old.csv")
    assert there.exit_code == 1 and (tmp_path / "old.csv").read_text() == "x"
    (tmp_path / "empty").mkdir()
    assert "no released report" in run("attack", tmp_path / "empty", "--patients", people).output
    (tmp_path / "bad.csv").write_text("a,b\nBelmonte,2\n")
    bad = run("attack", leaking, "--patients", tmp_path / "bad.csv")
    assert bad.exit_code == 1 and "no known column" in bad.output and "Belmonte" not in bad.output
    nobody = _truth(tmp_path, "informe,id\na,\n")
    assert "missing" in run("attack", leaking, "--patients", people, "--truth", nobody).output
    assert sorted(path.name for path in leaking.iterdir()) == ["a.ann", "a.txt"]


def _truth(folder, text):
    path = folder / "truth.csv"
    path.write_text(text)
    return path


@pytest.mark.slow
def test_a_motivated_reader_is_given_a_sheet_and_counted(run, released, tmp_path):
    out, sheet, values = released("--policy", "research"), tmp_path / "sheet.csv", tmp_path / "k.json"
    done = run("attack", out, "--sheet", sheet, "--sample", 5)
    assert done.exit_code == 0 and "--sheet-result" in done.output, done.output
    text = sheet.read_text(encoding="utf-8-sig")
    for key, value in (("reader", "Ana"), ("hours", "2"), ("sources", "press"), ("a", "3;0")):
        text = text.replace(f"\n{key};", f"\n{key};{value}")
    sheet.write_text(text.replace("3;0;", "3;0"))
    done = run("attack", out, "--sheet-result", sheet, "--json", values)
    assert done.exit_code == 0, done.output
    assert "Ana, 2 hours, 1 of 1 reports" in done.output and "95.0 % of the reports at most" in done.output
    found = json.loads(values.read_text())
    assert found["reader_sample"]["attempts"] == 3 and found["reader_sample"]["share_at_most"] == 0.95
    certificate = json.loads((out / "certificate.json").read_text())
    (line,) = certificate["reports"]
    assert found["release"] == {"reports": 1, "sha256": release_digest({line["name"]: line["sha256_after"]})}


def test_a_sheet_of_another_release_is_refused(run, leaking, tmp_path):
    sheet = tmp_path / "sheet.csv"
    assert run("attack", leaking, "--sheet", sheet).exit_code == 0
    again = run("attack", leaking, "--sheet", sheet)
    assert again.exit_code == 1
    empty = run("attack", leaking, "--sheet-result", sheet)
    assert empty.exit_code == 1 and "line 5" in empty.output
    filled = sheet.read_text(encoding="utf-8-sig").replace("reader;", "reader;A").replace("hours;", "hours;1")
    sheet.write_text(filled.replace("sources;", "sources;s").replace("a;;", "a;0;0"))
    assert run("attack", leaking, "--sheet-result", sheet).exit_code == 0
    (leaking / "a.txt").write_text("Otro texto.\n")
    other = run("attack", leaking, "--sheet-result", sheet)
    assert other.exit_code == 1 and "another release" in other.output


def test_an_attack_without_means_is_a_wrong_command(run, leaking, tmp_path):
    nothing = run("attack", leaking)
    assert nothing.exit_code == 2 and "--sheet" in nothing.output
    useless = run("attack", leaking, "--sheet", tmp_path / "s.csv", "--csv", tmp_path / "k.csv")
    assert useless.exit_code == 2 and not (tmp_path / "s.csv").exists()


@pytest.fixture
def hiding(tmp_path):
    """Released texts without annotations, in one of which a doctor's name leaked."""
    out = tmp_path / "hiding"
    out.mkdir()
    doctors = ["Ana Ruiz Gil", "Luis Soto Marín", "Eva Mora Rey", "Juan Vega León", "Rosa Cano Gil", "Raúl Pardo Ruiz"]
    for number in range(12):
        doctor = doctors[number % 6]
        second = doctor if number else "Nuria Belmonte Carrascosa"
        text = f"Médico: {doctor}\nNHC: {48392011 + 7919 * number}\nAcude por tos.\nRemitido por: Dr. {second}\n"
        (out / f"r{number:02}.txt").write_text(text)
    return out


@pytest.mark.slow
def test_a_parrot_points_at_what_leaked_and_shows_no_text(run, hiding, tmp_path):
    text = (hiding / "r00.txt").read_text()
    start = text.index("Nuria")
    leaks, values = tmp_path / "leaks.jsonl", tmp_path / "parrot.json"
    leaks.write_text(json.dumps({"report": "r00", "start": start, "end": start + 25, "kind": "person"}) + "\n")
    done = run("attack", hiding, "--parrot", "--leaks", leaks, "--json", values)
    assert done.exit_code == 0, done.output
    assert "r00, line 4: name (" in done.output and "Of 1 leaks, in 1 reports, it finds 1 (100.0 %)" in done.output
    found = json.loads(values.read_text())["parrot"]
    assert found["suspects"][0]["report"] == "r00" and found["suspects"][0]["start"] == start
    assert found["leaks"]["recall"] == 1.0 and found["pointed"] == len(found["suspects"])
    for secret in ("Belmonte", "Carrascosa"):
        assert secret not in done.output and secret not in values.read_text()


def test_annotations_leave_a_parrot_nothing_to_learn(run, leaking, tmp_path):
    values = tmp_path / "parrot.json"
    done = run("attack", leaking, "--parrot", "--json", values)
    assert done.exit_code == 0 and "outside the surrogates" in done.output, done.output
    found = json.loads(values.read_text())["parrot"]
    assert found["annotated"] == 1 and {one["line"] for one in found["suspects"]} == {2} and found["leaks"] is None


@pytest.mark.slow
def test_class_tags_are_no_suspects(run, released):
    done = run("attack", released("--policy", "meddocan-tags"), "--parrot")
    assert done.exit_code == 0 and "it points at 0" in done.output, done.output


@pytest.mark.parametrize(
    "line",
    ["x", "[]", '{"report": "r00"}', '{"report": "r00", "start": 5, "end": 5}', '{"report": "z", "start": 0, "end": 1}',
     '{"report": "r00", "start": true, "end": 9}', '{"report": "r00", "start": 0, "end": 10000}', "[" * 100_000],
)  # fmt: skip
def test_what_is_no_leak_of_the_folder_is_told_by_its_line(run, hiding, tmp_path, line):
    leaks = tmp_path / "leaks.jsonl"
    leaks.write_text('{"report": "r00", "start": 0, "end": 1}\n\n' + line + "\n")
    done = run("attack", hiding, "--parrot", "--leaks", leaks)
    assert done.exit_code == 1 and "Line 3 of" in done.output and "“start”" in done.output
