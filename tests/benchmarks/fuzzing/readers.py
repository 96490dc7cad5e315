"""Every reader of files that a person, another program or a stranger may have written, with sound files for each."""

from __future__ import annotations

import contextlib
import csv
import gzip
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import tomli_w

from deid_studio import paths
from deid_studio.cli.training_options import read_card_text
from deid_studio.detection.calibration import read_calibration
from deid_studio.detection.context.context_model import read_context_model
from deid_studio.detection.crf import CrfDetector
from deid_studio.detection.crf_model import read_model
from deid_studio.detection.gazetteers import default_gazetteers, read_counts, read_gazetteers
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.importing import KINDS, SourceError, read_entries
from deid_studio.detection.grammar.measures import read_measures
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.detection.judge.judge import read_weights
from deid_studio.detection.kept_expressions import KeptExpressions
from deid_studio.detection.profile import load_profile
from deid_studio.detection.sectioned.sectioned_model import read_sectioned
from deid_studio.errors import DeidError, JournalDamagedError, JournalMissingError
from deid_studio.formats.ann_doctor.ann_repair import examine
from deid_studio.formats.brat_conf import conf_files, read_conf
from deid_studio.formats.brat_types import types_for
from deid_studio.formats.conversion.documents import convert
from deid_studio.formats.conversion.record import ConversionRecord
from deid_studio.formats.document_properties import document_properties
from deid_studio.formats.folder import find_reports, read_folder, report_id
from deid_studio.formats.guidelines_file import read_guidelines
from deid_studio.formats.parquet_table import write_suggestions
from deid_studio.formats.patient_table import read_patient_table
from deid_studio.formats.people_table import read_people_table, read_truth
from deid_studio.formats.place_lines import read_places
from deid_studio.formats.reader_sheet import empty_sheet, read_sheet
from deid_studio.formats.released_folder import read_released
from deid_studio.formats.report_table import ReportTable
from deid_studio.formats.suggestion_rows import SuggestionRows, row_of
from deid_studio.formats.text import read_bytes, read_report
from deid_studio.learning.importance import read_importance, write_importance
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.model_writing import manifest_bytes, write_model
from deid_studio.learning.store.choices import Choices
from deid_studio.learning.store.model_archive import packed
from deid_studio.learning.store.model_card import ModelCard
from deid_studio.learning.store.model_store import ModelStore
from deid_studio.learning.train import TrainingOptions, train
from deid_studio.model.document import Document
from deid_studio.model.edits import Accept
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import load_tagset, shipped_tagset
from deid_studio.model.tagset_mapping import declared_mapping
from deid_studio.progress import Progress
from deid_studio.release.gate.sightings import Reader as GateReader
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import load_policy, read_policy
from deid_studio.release.vault import Original, Restorable, VaultContent, open_vault, people_of, release_of, write_vault
from deid_studio.release.word.original import Change, released_docx
from deid_studio.review.certificate.attack_figures import read_figures
from deid_studio.review.certificate.ledger import Ledger
from deid_studio.review.certificate.release_certificate import is_release, release_number_in, vault_number_in
from deid_studio.review.journal_paths import PRIVATE
from deid_studio.review.project import Project
from deid_studio.review.reading.check_results import CheckResults, read_results, write_results
from deid_studio.review.recovery.recovery import recover
from deid_studio.review.recovery.survey import survey
from deid_studio.review.recovery.verifying import verify
from deid_studio.review.releasing.release_preparation import prepare
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_writing import make_ready, write_release
from deid_studio.review.releasing.revealing import RevealRequest, reveal_reports
from deid_studio.review.signing.done_log import DoneLog
from deid_studio.review.signing.retraining import listed
from deid_studio.settings import read_settings
from tests.benchmarks.fuzzing.damages import damaged
from tests.benchmarks.fuzzing.exchange_readers import EXCHANGE_READERS
from tests.benchmarks.fuzzing.folder_readers import FOLDER_READERS
from tests.benchmarks.fuzzing.reader import CANARY, TEXT, Reader, put

PASSPHRASES = ("correcto caballo grapa bateria", "otra frase bien larga y rara")
_DATES = tuple(Span(at, at + 10, "FECHAS") for at in (TEXT.index("04/03/2021"),))


def _of_resource(name: str, *parts: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(paths.resources().joinpath(*parts).read_bytes())


# --- reports and what is written beside them ---------------------------------------------------------------------

CONF = (
    "[entities]\n!NOMBRES\n\tNOMBRE\n\tFECHA\n[relations]\nDe\tArg1:NOMBRE, Arg2:FECHA\n[events]\n[attributes]\n"
    "Dudoso\tArg:<ENTITY>\n"
)


def _pair(folder: Path) -> None:
    text = TEXT
    at, day = text.index("Elvira"), text.index("04/03")
    ann = (
        f"T1\tNOMBRE_SUJETO_ASISTENCIA {at} {at + 6}\tElvira\nT2\tFECHAS {day} {day + 10}\t04/03/2021\n"
        f"T3\tNOMBRE_SUJETO_ASISTENCIA {at} {at + 2};{at + 4} {at + 6}\tEl ra\n#1\tAnnotatorNotes T1\tuna nota\n"
        "A1\tDudoso T1\nR1\tDe Arg1:T1 Arg2:T2\nE1\tFECHAS:T2 Quien:T1\n*\tEquiv T1 T2\n"
    )
    put(a__txt=text, a__ann=ann)(folder)


def _conf(folder: Path) -> None:
    for name, data in conf_files(shipped_tagset("radiology")).items():
        (folder / name).write_bytes(data)


# --- documents ---------------------------------------------------------------------------------------------------


@cache
def docx() -> bytes:
    """A small Word document with a table, a header and styles."""
    from docx import Document as Word

    document = Word()
    document.sections[0].header.paragraphs[0].text = f"Hospital, {CANARY}"
    document.add_heading("Informe", 1)
    document.add_paragraph(TEXT)
    document.add_table(2, 2).cell(0, 0).text = "NHC 556677"
    made = io.BytesIO()
    document.save(made)
    return made.getvalue()


@cache
def pdf() -> bytes:
    """A small PDF of two pages."""
    from reportlab.pdfgen.canvas import Canvas

    made = io.BytesIO()
    canvas = Canvas(made)
    for page in range(2):
        for number, line in enumerate(TEXT.split("\n")):
            canvas.drawString(60, 780 - 16 * number, f"{page} {line}")
        canvas.showPage()
    canvas.save()
    return made.getvalue()


RTF = (
    r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset238 Arial;}}{\header \pard Hospital\par}{\uc1 "
    + r"\pard Luc\'eda \u237?\par{\trowd\cell x\row}{\*\annotation nota}{\field{\fldinst HYPERLINK}{\fldrslt a}}"
    + TEXT.replace("\n", r"\par ")
    + "}}"
)
HTML = (
    f"<html><head><meta charset=utf-8><title>x</title><style>p{{}}</style></head><body><h1>Informe</h1><p hidden>n</p>"
    f"<table><tr><td>NHC<td>1</table><pre>{TEXT}</pre><ul><li>uno<li>dos</ul><!-- n --><script>1</script></body></html>"
)
HL7 = (
    "MSH|^~\\&|HIS|VB|RIS|VB|202104030910||ORU^R01|1|P|2.5|||||||UNICODE UTF-8\rPID|1||556677||M^L\r"
    f"OBX|1|FT|1||Uno\\.br\\Dos \\XC3A9\\ \\T\\ {CANARY}||||||F\rNTE|1||Avisar a Elvira\r"
)


def _converting(name: str) -> Callable[[Path], object]:
    return lambda folder: convert(read_bytes(folder / name), folder / name)


def _release_word(folder: Path) -> object:
    raw = read_bytes(folder / "a.docx")
    document_properties(raw)
    text = convert(raw, folder / "a.docx").text
    start = max(text.find("04/03/2021"), 0)
    try:
        return released_docx(raw, text, [Change(start, min(start + 10, len(text)), "05/04/2022")], ["04/03/2021"])
    except DeidError as error:
        error.params["path"] = folder / "a.docx"  # as who calls it does
        raise


# --- tables ------------------------------------------------------------------------------------------------------

PATIENTS = (
    "informe;nombre;apellidos;nhc;telefono;fecha nacimiento;medico\n"
    f"a;Elvira;{CANARY} Tobes;556677;611222333;04/03/1950;Dr. Soto, Dra. Ruiz\nb;Ana;Gil;1;2;1/1/2000;\n"
)
PATIENTS_JSON = json.dumps({"a": {"nombre": "Elvira", "nhc": 556677, "movil": ["611222333", "x"], "fax": None}})
PEOPLE = "id;informe;nombre;apellidos;sexo;fechas;pais\np1;a;Elvira;Tobes;M;04/03/2021 | 2021;España\np2;b;A;B;H;;\n"
ROWS = "".join(json.dumps({"id": f"r{n}", "text": TEXT}) + "\n" for n in range(3))


def _rows_csv() -> str:
    made = io.StringIO(newline="")
    csv.writer(made).writerows([("id", "text"), ("r0", TEXT), ("r1", "b")])
    return made.getvalue()


def _suggested() -> bytes:
    found = [Suggestion(span, 0.9, (Evidence("crf", "", "0.90"),)) for span in _DATES]
    return b"".join(row_of(f"r{n}", Document(f"r{n}", TEXT), found) for n in range(3))


def _parquet(folder: Path) -> None:
    write_suggestions(folder / "a.parquet", _suggested().splitlines(keepends=True))


def _table(name: str) -> Callable[[Path], object]:
    def read(folder: Path) -> None:
        told: list[DeidError] = []
        for row in ReportTable(folder / name).rows(told.append):
            assert row.id
        for one in told[:100]:
            one.what("es")

    return read


def _imported(folder: Path) -> object:
    raw = read_bytes(folder / "a.csv", 100)
    text = raw.decode("utf-8-sig", "replace")
    return [read_entries(text, kind) for kind in (KINDS["first_name"], KINDS["town"])]


# --- what a hospital writes for itself ---------------------------------------------------------------------------

GRAMMAR = {
    "name": "propia",
    "symbols": {"DIA": "[0-9]{1,2}"},
    "heuristic": [
        {"name": "fecha", "find": "<DIA>/<DIA>/[0-9]{2,4}", "class": "FECHAS", "left": "[: ]"},
        {"name": "aes", "find": "a{3}", "class": "FECHAS", "cue": ["aaa"], "gap": " *", "note": "x"},
    ],
}  # fmt: skip
PROFILE = {
    "name": "propio",
    "title": {"es": "Propio", "en": "Own"},
    "merge": "confident",
    "least_confidence": {"FECHAS": 0.2},
    "detectors": [{"use": "patient-fields"}, {"use": "trusted"}, {"use": "whole-words"}],
}
MEASURES = {"rules": {"fecha": {"right": 5, "wrong": 1}}}


def _grammar(folder: Path) -> object:
    found = GrammarDetector(read_grammar(folder / "g.toml"), (), read_measures(folder / "g.measures.toml"))
    return found.detect(Document("a", TEXT))


def _tagset(folder: Path) -> object:
    found = load_tagset(folder / "t.toml")
    conf_files(found)
    return declared_mapping(shipped_tagset("meddocan"), found)


# --- models ------------------------------------------------------------------------------------------------------


@cache
def _small() -> dict[str, bytes]:
    import tempfile

    tagset = shipped_tagset("meddocan")
    docs = Augmenter.load(paths.resources(), tagset, 5).reports([], 4)
    model = train(docs, tagset, TrainingOptions(iterations=2, augmented=0, least_reports=1))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "m"
        write_model(model, folder)
        kept = read_model(folder)
        write_importance(folder, kept, abs(kept.weights))
        return {path.name: path.read_bytes() for path in folder.iterdir()}


def _model(folder: Path) -> None:
    for name, data in _small().items():
        (folder / name).write_bytes(data)


def _of_shipped(kind: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        for path in (paths.resources() / "models" / kind).iterdir():
            (folder / path.name).write_bytes(path.read_bytes())

    return make


def _sealed(folder: Path) -> None:
    """The sums of a model's files as they are now."""
    path = folder / "manifest.json"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        manifest = json.loads(path.read_bytes())
        for name in manifest["files"]:
            manifest["files"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        path.write_bytes(manifest_bytes(manifest))


def _read_small(folder: Path) -> object:
    model = read_model(folder)
    CrfDetector(model, default_gazetteers()).detect(Document("a", TEXT))
    return read_importance(folder, model)


def _archive(folder: Path) -> None:
    (folder / "m.deid-model").write_bytes(packed(_small() | {"card.json": ModelCard("m").to_bytes()}))


def _seal_archive(folder: Path) -> None:
    path = folder / "m.deid-model"
    with contextlib.suppress(Exception), zipfile.ZipFile(path) as archive:
        parts = {one.filename: archive.read(one) for one in archive.infolist()}
        if "manifest.json" in parts:
            manifest = json.loads(parts["manifest.json"])
            for name in manifest["files"]:
                manifest["files"][name] = hashlib.sha256(parts[name]).hexdigest()
            parts["manifest.json"] = manifest_bytes(manifest)
        parts.pop("contents.json", None)
        path.write_bytes(packed(parts))


def _store(folder: Path) -> object:
    store = ModelStore(folder / "store")
    store.import_file(folder / "m.deid-model")
    return store.versions()


def _choices(folder: Path) -> object:
    choices = Choices(folder)
    return choices.model(folder), choices.where("default"), choices.can_go_back(), choices.models()


# --- a folder's journal and what else the program keeps -----------------------------------------------------------


def _reviewed(folder: Path) -> None:
    for name in ("a", "b", "c"):
        (folder / f"{name}.txt").write_text(TEXT + name, encoding="utf-8")
    project = Project(folder, shipped_tagset("meddocan"), "Dra. Prueba")
    for name in ("a", "b"):
        session = project.open(name)
        session.offer([Suggestion(span, 0.9, (Evidence("crf", "", "0.90"),)) for span in _DATES], "m")
        for mention in list(session.desk.pending):
            session.perform(Accept(mention.id))
        session.save()
    session.sign_off(read=1.0)
    project.close()


def _open_project(folder: Path) -> None:
    tagset = shipped_tagset("meddocan")
    try:
        project = Project(folder, tagset, "Dra. Prueba", read_only=True)
    except (JournalDamagedError, JournalMissingError) as error:
        reports = {report_id(path, folder): path for path in find_reports(folder)}
        survey(folder, reports, Progress())
        raise error
    with contextlib.closing(project):
        for entry in project.entries:
            project.open(entry.name).history  # noqa: B018
        project.summaries(), project.patient_fields(), project.releases()
        Ledger(project).entries()
        listed(folder / "retraining")
        DoneLog(folder, "x").knows("a")
        ConversionRecord(folder, PRIVATE).known  # noqa: B018
    verify(folder, tagset, Progress())


def _recover(folder: Path) -> object:
    reports = {report_id(path, folder): path for path in find_reports(folder)}
    plan = survey(folder, reports, Progress())
    return recover(plan, (), "Dra. Prueba")


class _Blind(GateReader):
    """A reader for the gate that finds nothing."""

    def read(self, text: str, fields: object = None) -> tuple[()]:
        return ()

    def read_released(self, text: str) -> tuple[()]:
        return ()


def _released(folder: Path) -> None:
    reports = folder / "informes"
    reports.mkdir()
    put(a__txt="Ingreso: 04/03/2021\n", a__ann="T1\tFECHAS 9 19\t04/03/2021\n")(reports)
    formats = OutputFormat.BRAT, OutputFormat.CSV, OutputFormat.JSONL
    project = Project(reports, shipped_tagset("meddocan"), "x")
    with contextlib.closing(project):
        request = ReleaseRequest(
            project, load_policy("research"), folder / "out",
            reader=_Blind(), formats=formats, reviewed_by="Ana, a mano",
        )  # fmt: skip
        make_ready(request)
        write_release(request, prepare(request, Progress()), Progress())


def _read_released(folder: Path) -> object:
    out = folder / "out"
    found = read_released(out)
    return found.hashes, is_release(out), release_number_in(out), vault_number_in(out)


def _vault(folder: Path) -> None:
    content = VaultContent(
        {"a": Restorable("a", "0" * 64, "1" * 64, "utf-8", (Original(0, 3, "Ana"),), b"x")}, {"a": "b"}
    )
    write_vault(folder / "a.vault", content, PASSPHRASES[:1], "0123")


def _vaulted(folder: Path) -> None:
    text = "Ingresa Ana.\n"
    one = Restorable("a", _sum(text), _sum(text.replace("Ana", "Eva")), "utf-8", (Original(8, 11, "Eva"),))
    (folder / "out").mkdir()
    put(a__txt=text)(folder / "out")
    write_vault(folder / "a.vault", VaultContent({"a": one}, {}), PASSPHRASES[:1], "0123")


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _reveal(folder: Path) -> object:
    request = RevealRequest(folder / "out", folder / "a.vault", folder / "back", PASSPHRASES[:1], "Ana")
    return reveal_reports(request, Progress())


def _open_vault(folder: Path) -> object:
    path = folder / "a.vault"
    people_of(path), release_of(path)
    return open_vault(path, PASSPHRASES[:1])


def _figures(folder: Path) -> object:
    return read_figures(folder / "f.json", "0" * 64)


FIGURES = {"format": 1, "release": {"sha256": "0" * 64}, "people": {"reports": 2, "right": 1}}


def _kept(folder: Path) -> object:
    kept = KeptExpressions(folder / "e.sqlite3")
    return [kept.compiled(one, 0).search(TEXT) for one in ("a+b", "[0-9]{2}/[0-9]{2}", "(?i)alta")]


def _make_kept(folder: Path) -> None:
    kept = KeptExpressions(folder / "e.sqlite3")
    for one in ("a+b", "[0-9]{2}/[0-9]{2}"):
        kept.compiled(one, 0)


def _checks(folder: Path) -> None:
    write_results(folder / "c.json", CheckResults("secreto"))


# --- names of files ----------------------------------------------------------------------------------------------

ODD_NAMES = (
    b"-rf.txt", b"..txt", b"a\nb.txt", b"\xff\xfe.txt", b"CON.txt", b"a" * 250 + b".txt", b" .txt", b"a .txt",
    b"%s{0}.txt", "ñandú\u0301\u202e.txt".encode(), b"a.TXT", b"*.txt", b"'\"`$(id).txt", b"9" * 200 + b".txt",
    b"a.txt.txt", b"~$a.txt",
)  # fmt: skip


def odd_folder(folder: Path, random: Random) -> None:
    """Reports under odd names, in odd folders, some of them links or no files at all."""
    for raw in random.sample(ODD_NAMES, 4):
        path = folder / os.fsdecode(raw)
        if path.is_symlink() or path.exists():  # one that is in another one's folder
            continue
        match random.randrange(8):
            case 0:
                path.symlink_to(random.choice((path, Path("/dev/zero"), Path("/etc/passwd"), Path("/nowhere"))))
            case 1:
                path.mkdir()
            case 2:
                os.mkfifo(path)
            case 3:
                inside = folder / os.fsdecode(random.choice(ODD_NAMES).removesuffix(b".txt"))
                with contextlib.suppress(OSError):
                    inside.mkdir(exist_ok=True)
                    (inside / path.name).write_text(TEXT)
            case 4:
                (folder / "enlace").unlink(missing_ok=True)
                (folder / "enlace").symlink_to(folder)
            case _ if not path.is_dir():
                path.write_bytes(TEXT.encode())
                path.with_suffix(".ann").write_bytes(damaged(b"T1\tFECHAS 0 3\tInf\n", random))


def _walk(folder: Path) -> object:
    for path in find_reports(folder, lambda error: None):
        with contextlib.suppress(DeidError):
            read_report(path)
            examine(path)
    with contextlib.suppress(DeidError):
        list(read_folder(folder))
    project = Project(folder, shipped_tagset("meddocan"), "x", read_only=True)
    with contextlib.closing(project):
        for entry in project.entries:
            with contextlib.suppress(DeidError):
                project.open(entry.name)


CRF_FILES = ("attributes.json", "importance.npz", "manifest.json", "rows.npy", "rules.json", "tags.npy", "weights.npy")

READERS: tuple[Reader, ...] = (
    Reader("report (.txt)", _pair, ("a.txt",), lambda f: read_report(f / "a.txt")),
    Reader("annotations (.ann)", _pair, ("a.ann",), lambda f: list(read_folder(f))),
    Reader("annotations, repaired", _pair, ("a.ann", "a.txt"), lambda f: examine(f / "a.txt").repaired()),
    Reader("annotation.conf", _conf, ("annotation.conf", "visual.conf", "kb_shortcuts.conf"),
           lambda f: (read_conf(f / "annotation.conf"), types_for(f))),
    Reader("annotation.conf, relations", put(annotation__conf=CONF), ("annotation.conf",),
           lambda f: (types_for(f), read_conf(f / "annotation.conf", shipped_tagset("radiology")))),
    Reader("names of files", lambda f: None, (), _walk),
    Reader("Word (.docx)", lambda f: put(a__docx=docx())(f), ("a.docx",), _converting("a.docx")),
    Reader("Word, released", lambda f: put(a__docx=docx())(f), ("a.docx",), _release_word),
    Reader("PDF", lambda f: put(a__pdf=pdf())(f), ("a.pdf",), _converting("a.pdf")),
    Reader("RTF", put(a__rtf=RTF), ("a.rtf",), _converting("a.rtf")),
    Reader("HTML", put(a__html=HTML), ("a.html",), _converting("a.html")),
    Reader("HL7 v2", put(a__hl7=HL7), ("a.hl7",), _converting("a.hl7")),
    Reader("patients (CSV)", put(a__csv=PATIENTS), ("a.csv",), lambda f: read_patient_table(f / "a.csv")),
    Reader("patients (JSON)", put(a__json=PATIENTS_JSON), ("a.json",), lambda f: read_patient_table(f / "a.json")),
    Reader("people of an attack", put(a__csv=PEOPLE), ("a.csv",), lambda f: read_people_table(f / "a.csv")),
    Reader("whose report is whose", put(a__csv=PEOPLE), ("a.csv",), lambda f: read_truth(f / "a.csv")),
    Reader("reader's sheet", lambda f: put(a__csv=empty_sheet("0" * 64, 1, ("a", "b"), "es")
           .replace(b'lector;', b'lector;Ana').replace(b"horas;", b"horas;2").replace(b"fuentes;", b"fuentes;web")
           .replace(b"a;;", b"a;1;0"))(f), ("a.csv",), lambda f: read_sheet(f / "a.csv")),
    Reader("places (JSON lines)", put(a__jsonl='{"report": "a", "start": 3, "end": 9}\n' * 3), ("a.jsonl",),
           lambda f: read_places(f / "a.jsonl", {"a": 100})),
    Reader("reports (.jsonl)", put(a__jsonl=ROWS), ("a.jsonl",), _table("a.jsonl")),
    Reader("reports (.jsonl.gz)", lambda f: put(a__jsonl__gz=gzip.compress(ROWS.encode()))(f), ("a.jsonl.gz",),
           _table("a.jsonl.gz")),
    Reader("reports (.csv)", put(a__csv=_rows_csv()), ("a.csv",), _table("a.csv")),
    Reader("reports (Parquet)", _parquet, ("a.parquet",), _table("a.parquet")),
    Reader("rows of suggestions", lambda f: put(a__jsonl=_suggested())(f), ("a.jsonl",),
           lambda f: list(SuggestionRows(f / "a.jsonl").rows())),
    Reader("lists, imported (CSV)", put(a__csv="nombre;total;pob19;sexo\nANA;100;5;M\nLUIS;50;900;H\n"), ("a.csv",),
           _imported, refuses=(SourceError,)),
    Reader("lists (.txt)", put(a__txt="kind: town; class: TERRITORIO\nAlba\t10\tfemale\n# x\nAna\t3\n"), ("a.txt",),
           lambda f: (read_gazetteers(f), read_counts(f / "a.txt"))),
    Reader("tag set (TOML)", _of_resource("t.toml", "tagsets", "radiology.toml"), ("t.toml",), _tagset),
    Reader("guidelines (TOML)", _of_resource("g.toml", "guidelines", "radiology.toml"), ("g.toml",),
           lambda f: read_guidelines(f / "g.toml")),
    Reader("policy (TOML)", _of_resource("p.toml", "policies", "research.toml"), ("p.toml",),
           lambda f: read_policy(f / "p.toml")),
    Reader("settings (TOML)", put(s__toml='language = "es"\ntheme = "dark"\nunknown = 3\n'), ("s.toml",),
           lambda f: read_settings(f / "s.toml")),
    Reader("profile (TOML)", put(p__toml=tomli_w.dumps(PROFILE)), ("p.toml",),
           lambda f: load_profile(f / "p.toml").pipeline()),
    Reader("rules of a grammar (TOML)", put(g__toml=tomli_w.dumps(GRAMMAR)), ("g.toml",), _grammar),
    Reader("measures of rules (TOML)", put(g__toml=tomli_w.dumps(MEASURES)), ("g.toml",),
           lambda f: read_measures(f / "g.toml")),
    Reader("calibration (JSON)", _of_resource("c.json", "profiles", "hybrid.calibration.json"), ("c.json",),
           lambda f: read_calibration(f / "c.json")),
    Reader("judge's weights (JSON)", _of_resource("j.json", "profiles", "hybrid.judge.json"), ("j.json",),
           lambda f: read_weights(f / "j.json")),
    Reader("model", _model, CRF_FILES, _read_small, _sealed),
    Reader("model, sectioned", _of_shipped("sectioned"), ("indicators.json", "manifest.json", "rules.json", "tags.npy"),
           read_sectioned, _sealed),
    Reader("model, context", _of_shipped("context"), ("manifest.json", "words.json", "weights.npy"),
           read_context_model, _sealed),
    Reader("model, imported", _archive, ("m.deid-model",), _store, _seal_archive, writes=("store",)),
    Reader("choices of models (JSON)", put(active__json='{"": ["default"], "/x": ["a-1", "b-2"]}'), ("active.json",),
           _choices),
    Reader("model card", put(c__md="# Modelo\n\nUno.\n"), ("c.md",), lambda f: read_card_text(f / "c.md")),
    Reader("expressions kept (cache)", _make_kept, ("e.sqlite3",), _kept, writes=("e.sqlite3",)),
    Reader("journal and what is beside it", _reviewed,
           (f"{PRIVATE}/project.db", f"{PRIVATE}/journal.log", "review.jsonl", "retraining/manifest.json", "b.ann"),
           _open_project),
    Reader("journal, recovered", _reviewed, (f"{PRIVATE}/project.db", f"{PRIVATE}/journal.log", "review.jsonl"),
           _recover, writes=(PRIVATE, "review.jsonl")),
    Reader("results of checks (JSON)", _checks, ("c.json",), lambda f: read_results(f / "c.json")),
    Reader("released folder", _released,
           ("out/certificate.json", "out/a.ann", "out/reports.csv", "out/reports.jsonl"), _read_released),
    Reader("release, brought back", _vaulted, ("a.vault", "out/a.txt"), _reveal, writes=("back", "a.vault.openings")),
    Reader("vault", _vault, ("a.vault",), _open_vault),
    Reader("figures of an attack (JSON)", put(f__json=json.dumps(FIGURES)), ("f.json",), _figures),
    *EXCHANGE_READERS,
    *FOLDER_READERS,
)  # fmt: skip
