"""Releasing a folder: who leaves, what holds it back, and that it is written whole or not at all."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from deid_studio.errors import (
    CancelledError,
    NothingToReleaseError,
    PlacesHeldError,
    ReleaseFolderError,
    VaultPlaceError,
    WriteError,
)
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.conversion.pdf import read_pdf
from deid_studio.model.edits import Accept, Add, Reject, Relabel, Resize
from deid_studio.model.patient_fields import FieldKind, FieldValue, PatientFields
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.progress import Progress
from deid_studio.release import vault as vault_module
from deid_studio.release.gate.answers import Answer
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.gate.held_places import held_places
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Scope, load_policy
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.surrogates import Surrogates
from deid_studio.release.vault import open_vault, restored
from deid_studio.review.certificate.left_out import LeftOut
from deid_studio.review.kept_settings import GATE_ANSWERS, RELEASE_SECRET, SECOND_POLICY, SURROGATES
from deid_studio.review.project import Project
from deid_studio.review.releasing import release_preparation
from deid_studio.review.releasing.gate_answers import Allowed, answers_by
from deid_studio.review.releasing.release_gathering import gather
from deid_studio.review.releasing.release_preparation import Looks, check, prepare, with_answers
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_vault import default_vault
from deid_studio.review.releasing.release_writing import write_release

ONE, TWO = "tambor lluvia grapa piedra", "cometa bosque rueda ladrillo"
REVIEWED = "Dra. Prueba, dos lectores en brat"
TEXT = "Paciente: Nuria Belmonte\r\nIngresa el 12/03/2015. Alta el 14/03/2015.\r\n"
NAME, CAME, LEFT = (TEXT.index(part) for part in ("Nuria", "12/03", "14/03"))
SPANS = (
    Span(NAME, NAME + 14, "NOMBRE_SUJETO_ASISTENCIA"), Span(CAME, CAME + 10, "FECHAS"), Span(LEFT, LEFT + 10, "FECHAS"),
)  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    reports = tmp_path / "informes"
    (reports / "planta").mkdir(parents=True)
    for name in ("a1", "a2", "planta/b1"):
        (reports / f"{name}.txt").write_bytes(TEXT.encode())
    return reports


@pytest.fixture
def project(folder, tagset):
    opened = Project(folder, tagset, "Dra. Prueba")
    yield opened
    opened.close()


def mark(project, name, spans=SPANS, sign=True):
    session = project.open(name)
    for span in spans:
        session.perform(Add(session.desk.next_id, span))
    session.save()
    if sign:
        session.sign_off()


@pytest.fixture
def signed(project):
    for name in ("a1", "planta/b1"):
        mark(project, name)
    mark(project, "a2", sign=False)
    return project


@pytest.fixture
def request_for(tmp_path):
    def make(project, policy="research", **more):
        return ReleaseRequest(project, load_policy(policy), tmp_path / "out", **more)

    return make


def answers_to(request):
    """That nothing that is held is personal data."""
    prepared = prepare(request, Progress())
    texts = {one.released.text[slice(*place.there)] for one in prepared.reports for place in one.held}
    return answers_by(Allowed(frozenset(texts)), prepared, "Dra. Prueba")


def written(request):
    files = (path for path in sorted(request.out.rglob("*")) if path.is_file())
    return {str(path.relative_to(request.out)): path.read_bytes() for path in files}


def test_signed_reports_leave_with_valid_brat_and_a_certificate(signed, request_for, tmp_path):
    request = request_for(signed)
    prepared = prepare(request, Progress())
    assert prepared.left_out == {LeftOut.NOT_SIGNED: ("a2",)}
    certificate = write_release(request, prepared, Progress())
    files = written(request)
    reports = {"a1.txt", "a1.ann", "planta/b1.txt", "planta/b1.ann"}
    assert {name for name in files if not name.startswith("certificate.") and not name.endswith(".conf")} == reports
    assert {"annotation.conf", "certificate.json", "certificate.html", "certificate.pdf"} <= set(files)
    for name in ("a1", "planta/b1"):
        text = files[f"{name}.txt"].decode()
        assert "Belmonte" not in text and "2015" not in text and text.count("\r\n") == 2
        spans = parse_ann(files[f"{name}.ann"], text, Path("x.ann")).spans
        assert [span.phi_class for span in spans] == [span.phi_class for span in SPANS]
    values = json.loads(files["certificate.json"])
    assert values["reviewers"] == ["Dra. Prueba"] and values["left_out"] == {"not-signed": 1}
    assert [line["sha256_after"] for line in values["reports"]] == [
        sha256(files[f"{name}.txt"]).hexdigest() for name in ("a1", "planta/b1")
    ]
    assert len(certificate.reports) == 2
    # Who has the released text must not be able to try names until a hash fits.
    assert sha256(TEXT.encode()).hexdigest().encode() not in files["certificate.json"]
    for secret in ("Belmonte", "Nuria", "12/03/2015"):
        assert all(secret.encode() not in raw for raw in files.values())
    assert b"<h1>" in files["certificate.html"]
    page = read_pdf(files["certificate.pdf"]).text
    assert "planta/b1" in page and "Belmonte" not in page and "Nuria" not in page


def test_the_same_release_again_gives_the_same_bytes(signed, request_for):
    request = request_for(signed)
    write_release(request, prepare(request, Progress()), Progress())
    first = written(request)
    write_release(request, prepare(request, Progress()), Progress())
    again = written(request)
    assert {k: v for k, v in first.items() if not k.startswith("cert")} == {
        k: v for k, v in again.items() if not k.startswith("cert")
    }


def test_unsigned_reports_leave_when_asked_for(signed, request_for):
    prepared = prepare(request_for(signed, unreviewed=True), Progress())
    assert len(prepared.reports) == 3 and not prepared.left_out


def test_a_plain_folder_of_brat_pairs_leaves_when_somebody_says_who_reviewed_it(folder, tagset, request_for):
    (folder / "a1.ann").write_text(f"T1\tNOMBRE_SUJETO_ASISTENCIA {NAME} {NAME + 14}\tNuria Belmonte\n")
    project = Project(folder, tagset, "")
    with pytest.raises(NothingToReleaseError, match="nobody said who reviewed"):
        prepare(request_for(project, policy="meddocan-tags"), Progress())
    prepared = prepare(request_for(project, policy="meddocan-tags", reviewed_by=REVIEWED), Progress())
    # The dates of this one are not marked: the gate says so.
    assert [one.source.doc.id for one in prepared.reports] == ["a1"]
    assert [TEXT[place.start : place.end] for place in prepared.held["a1"]] == ["12/03/2015", "14/03/2015"]
    project.close()


def test_decisions_are_certified_by_class_and_those_of_other_programs_as_unknown(folder, project, request_for):
    def suggested(start: int, end: int, phi_class: str) -> Suggestion:
        return Suggestion(Span(start, end, phi_class), 0.9, (Evidence("rule", "invented"),))

    at = TEXT.index("Ingresa")
    session = project.open("a1")
    session.offer([
        suggested(NAME, NAME + 14, "NOMBRE_SUJETO_ASISTENCIA"), suggested(at, at + 7, "TERRITORIO"),
        suggested(CAME, CAME + 10, "TERRITORIO"), suggested(LEFT, LEFT + 7, "FECHAS"),
    ], "invented 1")  # fmt: skip
    name, place, came, left = (m.id for m in session.desk)
    for edit in (Accept(name), Reject(place), Relabel(came, "FECHAS"), Resize(left, LEFT, LEFT + 10)):
        session.perform(edit)
    session.sign_off()
    mark(project, "a2")
    (folder / "planta/b1.ann").write_text(f"T1\tFECHAS {CAME} {CAME + 10}\t12/03/2015\n")
    everything = replace(request_for(project), unreviewed=True)
    everything = replace(everything, answers=answers_to(everything))
    for request, unknown in ((request_for(project), 0), (everything, 1)):
        values = write_release(request, prepare(request, Progress()), Progress()).values()
        assert {(one["class"], one["decision"]): one["count"] for one in values["decisions_by_class"]} == {
            ("NOMBRE_SUJETO_ASISTENCIA", "accepted"): 1, ("TERRITORIO", "rejected"): 1,
            ("TERRITORIO", "relabelled"): 1, ("FECHAS", "resized"): 1, ("NOMBRE_SUJETO_ASISTENCIA", "added"): 1,
            ("FECHAS", "added"): 2,
        }  # fmt: skip
        assert values["reports_of_unknown_decisions"] == unknown
        assert values["decisions"] == {
            "accepted": 1, "relabelled": 1, "resized": 1, "added": 3, "kept": 0, "rejected": 1, "pending": 0,
        }  # fmt: skip
        # What nobody reviewed has no certificate to say it.
        assert ("certificate.pdf" in written(request)) is not request.unreviewed
        if not request.unreviewed:
            assert "Decisiones por clase" in read_pdf(written(request)["certificate.pdf"]).text


def test_of_a_plain_folder_the_certificate_says_that_decisions_are_unknown(folder, tagset, request_for):
    (folder / "a1.ann").write_text("".join(
        f"T{number}\t{span.phi_class} {span.start} {span.end}\t{span.text(TEXT)}\n"
        for number, span in enumerate(SPANS, 1)
    ))  # fmt: skip
    project = Project(folder, tagset, "")
    request = request_for(project, reviewed_by=REVIEWED)
    certificate = write_release(request, prepare(request, Progress()), Progress())
    values = json.loads(written(request)["certificate.json"])
    assert values["decisions"] is None and values["decisions_by_class"] == []
    assert values["reports_of_unknown_decisions"] == len(certificate.reports) == 1 and values["reviewers"] == []
    assert values["reviewed_by"] == REVIEWED
    page = written(request)["certificate.html"].decode()
    assert "No constan" in page and REVIEWED in page and REVIEWED in read_pdf(written(request)["certificate.pdf"]).text
    project.close()


def test_nothing_signed_is_told(project, request_for):
    mark(project, "a1", sign=False)
    with pytest.raises(NothingToReleaseError):
        prepare(request_for(project), Progress())


def test_a_held_place_holds_everything_back_until_it_is_answered(project, request_for, tmp_path):
    mark(project, "a1", SPANS[:2])
    mark(project, "a2")
    request = request_for(project)
    prepared = prepare(request, Progress())
    assert list(prepared.held) == ["a1"]
    with pytest.raises(PlacesHeldError):
        write_release(request, prepared, Progress())
    assert not request.out.exists()
    request = replace(request, answers=answers_to(request))
    certificate = write_release(request, prepare(request, Progress()), Progress())
    assert certificate.values()["gate"] == {"held": 0, "answered": 1}


def test_a_known_field_of_the_patient_holds_it_back(project, request_for):
    mark(project, "a1", SPANS[1:])
    fields = {"a1": PatientFields((FieldValue(FieldKind.FULL_NAME, "Nuria Belmote"),))}
    kinds = [place.kind for place in prepare(request_for(project, fields=fields), Progress()).held["a1"]]
    assert kinds == [HeldKind.FIELD]


def test_a_reports_name_that_tells_whose_it_is_holds_it_back(folder, tagset, request_for):
    (folder / "a1.txt").rename(folder / "nuria-belmonte.txt")
    project = Project(folder, tagset, "x")
    mark(project, "nuria-belmonte")
    request = request_for(project)
    prepared = prepare(request, Progress())
    assert prepared.telling_names == ("nuria-belmonte",)
    with pytest.raises(PlacesHeldError):
        write_release(request, prepared, Progress())
    request = replace(request, numbered=True)
    write_release(request, prepare(request, Progress()), Progress())
    assert "report-0001.txt" in written(request)
    assert all(b"nuria" not in raw.lower() for raw in written(request).values())
    project.close()


def test_reports_of_one_patient_share_surrogates(signed, request_for):
    fields = {name: PatientFields((FieldValue(FieldKind.IDENTIFIER, "99118822"),)) for name in ("a1", "planta/b1")}
    one, other = prepare(request_for(signed, fields=fields), Progress()).reports
    assert one.released.text == other.released.text
    one, other = prepare(request_for(signed), Progress()).reports
    assert one.released.text != other.released.text


@pytest.mark.parametrize("where", ["inside", "around", "same"])
def test_a_release_does_not_go_among_the_originals(signed, request_for, folder, where):
    out = {"inside": folder / "out", "around": folder.parent, "same": folder}[where]
    request = replace(request_for(signed), out=out)
    with pytest.raises(ReleaseFolderError):
        write_release(request, prepare(request, Progress()), Progress())


def test_a_folder_with_other_files_is_left_alone(signed, request_for):
    request = request_for(signed)
    request.out.mkdir()
    (request.out / "mine.txt").write_text("mine")
    with pytest.raises(ReleaseFolderError):
        write_release(request, prepare(request, Progress()), Progress())
    assert (request.out / "mine.txt").read_text() == "mine"


def test_a_disk_that_refuses_leaves_the_earlier_release(signed, request_for, monkeypatch):
    request = request_for(signed)
    write_release(request, prepare(request, Progress()), Progress())
    before = written(request)

    write_bytes = Path.write_bytes

    def refuse(path, data):
        if path.name == "b1.ann":
            raise OSError(28, "No space left on device")
        return write_bytes(path, data)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    changed = replace(request, policy=load_policy("meddocan-tags"))
    with pytest.raises(WriteError) as told:
        write_release(changed, prepare(changed, Progress()), Progress())
    assert "No space left" in told.value.what() and told.value.remedy().startswith("Nothing was released")
    assert written(request) == before
    assert sorted(path.name for path in request.out.parent.iterdir()) == ["informes", "out"]


def test_the_vault_brings_every_byte_back(signed, request_for, tmp_path, monkeypatch):
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})
    request = request_for(signed, numbered=True, vault=tmp_path / "v.vault", passphrases=(ONE, TWO),
                          formats=(OutputFormat.TXT, OutputFormat.CSV, OutputFormat.JSONL))  # fmt: skip
    write_release(request, prepare(request, Progress()), Progress())
    content = open_vault(request.vault, (ONE, TWO))
    for released, one in content.reports.items():
        text = (request.out / f"{released}.txt").read_bytes().decode()
        assert restored(text, one) == TEXT.encode()
    lines = [json.loads(line) for line in (request.out / "reports.jsonl").read_text().splitlines()]
    assert all(one["text"][s["start"] : s["end"]] == s["text"] for one in lines for s in one["spans"])
    assert (request.out / "reports.csv").read_text().count("report-000") == 2


def test_a_second_reader_that_is_needed_keeps_a_report_in(signed, request_for):
    from deid_studio.review.second.second_policy import Choice, SecondPolicy

    signed.keep(SECOND_POLICY, SecondPolicy(Choice.RANDOM, 1.0).with_secret())
    with pytest.raises(NothingToReleaseError):
        prepare(request_for(signed), Progress())


def test_surrogates_typed_by_hand_and_what_is_no_phi_are_remembered(folder, tagset, project):
    typed = {("report:a1", "NOMBRE_SUJETO_ASISTENCIA", "nuria belmonte"): "Carmen «Ñ» 😀"}
    said = {"a1": (Answer(0, 3, "a" * 64, "b" * 64, "Dra. Ñu", "2025-01-01", "«traje»"),)}
    assert project.kept(SURROGATES) == {} and project.kept(GATE_ANSWERS) == {}
    project.keep(SURROGATES, typed)
    project.keep(GATE_ANSWERS, said)
    again = Project(folder, tagset, "x")
    assert again.kept(SURROGATES) == typed
    assert again.kept(GATE_ANSWERS) == said
    again.close()


def test_looking_which_reports_may_leave_writes_nothing(folder, project):
    (folder / "a1.ann").write_text(f"T1\tNOMBRE_SUJETO_ASISTENCIA {NAME} {NAME + 14}\tNuria Belmonte\n")
    before = sorted(folder.rglob("*"))
    gathered = gather(project, False, Progress(), reviewed_by=REVIEWED)
    assert [one.doc.id for one in gathered.sources] == ["a1"]
    Looks().at(ReleaseRequest(project, load_policy("research"), folder, secret=b"x" * 32), gathered, "a1")
    assert sorted(folder.rglob("*")) == before


def test_a_secret_that_was_shown_by_is_kept_with_the_release(signed, request_for):
    request = request_for(signed, secret=b"q" * 32)
    prepared = prepare(request, Progress())
    assert signed.kept(RELEASE_SECRET) is None
    write_release(request, prepared, Progress())
    assert signed.kept(RELEASE_SECRET) == b"q" * 32


def test_what_an_earlier_check_found_is_taken_where_nothing_changed(signed, request_for, monkeypatch):
    request = request_for(signed)
    gathered = gather(signed, False, Progress())
    before = check(request, gathered, Progress())
    looked = []
    monkeypatch.setattr(
        release_preparation, "held_places", lambda doc, *rest: looked.append(doc.id) or held_places(doc, *rest)
    )
    assert check(request, gathered, Progress(), before) == before and looked == []
    typed = {("report:a1", "FECHAS", "12/03/2015"): "01/01/2001"}
    changed = check(replace(request, remembered=typed), gathered, Progress(), before)
    assert looked == ["a1"] and "01/01/2001" in changed.reports[0].released.text
    check(replace(request, policy=load_policy("meddocan-tags")), gathered, Progress(), before)
    assert looked == ["a1", "a1", "planta/b1"]


@pytest.mark.parametrize("texts", [(), ("14/03/2015",), ("Nuria Belmonte",), ("nuria belmonte", "Nuria")])
def test_answering_afterwards_is_as_answering_before(project, request_for, texts):
    mark(project, "a1", SPANS[:2])
    mark(project, "a2", SPANS[1:])
    request = request_for(project)
    prepared = prepare(request, Progress())
    assert len(prepared.held) == 2
    answers = answers_by(Allowed(frozenset(texts)), prepared, "Dra. Prueba")
    assert with_answers(prepared, answers) == prepare(replace(request, answers=answers), Progress())
    assert with_answers(with_answers(prepared, answers), {}) == prepared
    # Case is true, and nothing but all of a place is answered.
    assert len(with_answers(prepared, answers).held) == 2 - (texts in (("14/03/2015",), ("Nuria Belmonte",)))


def test_an_answer_is_never_asked_for_again_whatever_the_policy_and_is_when_the_report_changed(
    folder, project, tagset, request_for
):
    (folder / "a1.ann").write_text(f"T1\tFECHAS {CAME} {CAME + 10}\t12/03/2015\n")
    project.keep(GATE_ANSWERS, answers_to(request_for(project, reviewed_by=REVIEWED)))
    for policy in ("research", "meddocan-tags", "safe-harbour"):
        request = request_for(project, policy=policy, answers=project.kept(GATE_ANSWERS), reviewed_by=REVIEWED)
        assert not prepare(request, Progress()).is_held
    (folder / "a1.txt").write_bytes(TEXT.encode() + b"Fin.\r\n")
    again = Project(folder, tagset, "x")
    assert prepare(request_for(again, answers=again.kept(GATE_ANSWERS), reviewed_by=REVIEWED), Progress()).held
    again.close()


def test_what_the_reviewer_rejected_counts_as_answered(project, request_for):
    session = project.open("a1")
    session.offer([Suggestion(Span(LEFT, LEFT + 10, "FECHAS"), 0.9, (Evidence("rule", "invented"),))], "invented 1")
    session.perform(Reject(next(iter(session.desk)).id))
    for span in SPANS[:2]:
        session.perform(Add(session.desk.next_id, span))
    session.save()
    session.sign_off()
    assert not prepare(request_for(project), Progress()).is_held


@pytest.mark.parametrize(
    ("said", "held"), [([[LEFT, LEFT + 10]], False), ([[LEFT, 10**6], "x", [LEFT]], True), (7, True)]
)
def test_what_the_reviewer_said_of_all_that_the_check_asked_together_counts_as_answered(
    project, request_for, said, held
):
    session = project.open("a1")
    for span in SPANS[:2]:
        session.perform(Add(session.desk.next_id, span))
    session.save()
    session.sign_off({"looked_at": 0, "left": 0, "none": said})
    assert prepare(request_for(project), Progress()).is_held == held


def test_held_reports_stay_and_the_others_leave_when_that_is_asked_for(project, request_for):
    mark(project, "a1", SPANS[:2])
    mark(project, "a2")
    request = request_for(project, quarantine=True)
    certificate = write_release(request, prepare(request, Progress()), Progress())
    assert {name for name in written(request) if name.endswith(".txt")} == {"a2.txt"}
    assert certificate.left_out == {"not-signed": 1, "held": 1}
    assert b"retenidos" in written(request)["certificate.html"]


def test_nothing_is_written_when_all_reports_are_held(project, request_for):
    mark(project, "a1", SPANS[:2])
    request = request_for(project, quarantine=True)
    with pytest.raises(PlacesHeldError):
        write_release(request, prepare(request, Progress()), Progress())
    assert not request.out.exists()


def test_what_was_decided_in_the_patients_other_report_is_held_here(folder, project, request_for):
    (folder / "a2.txt").write_text("Vuelve por dolor. Su NHC es 55.66.77, y firma Belmonte.\n")
    mark(project, "a1")
    mark(project, "a2", ())
    same = {"a1": "p", "a2": "p"}
    alone = prepare(request_for(project), Progress()).held.get("a2", ())
    together = prepare(request_for(project, patients=same), Progress()).held["a2"]
    assert HeldKind.NAME_WORD in {one.kind for one in together} - {one.kind for one in alone}


def test_a_vault_is_never_overwritten_nor_leaves_with_the_reports(signed, request_for, tmp_path, monkeypatch):
    monkeypatch.setattr(vault_module, "_SCRYPT", {"n": 2**8, "r": 8, "p": 1})
    there = tmp_path / "v.vault"
    there.write_text("an older one")
    for vault in (there, tmp_path / "out" / "v.vault"):
        request = request_for(signed, vault=vault, passphrases=(ONE,))
        with pytest.raises(VaultPlaceError):
            write_release(request, prepare(request, Progress()), Progress())
    assert there.read_text() == "an older one" and not request.out.exists()


def test_who_cancels_has_neither_reports_nor_vault(signed, request_for, tmp_path):
    request = request_for(signed, vault=tmp_path / "v.vault", passphrases=(ONE,))
    prepared = prepare(request, Progress())
    steps = []

    def cancelled() -> bool:
        steps.append(1)
        return len(list(tmp_path.glob(".out.new-*/folder/*.txt"))) > 0

    with pytest.raises(CancelledError):
        write_release(request, prepared, Progress(cancelled=cancelled))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["informes"]


def test_a_new_vault_has_a_name_of_its_own(project):
    mark(project, "a1")
    first = default_vault(project, load_policy("research"), date(2026, 3, 1))
    assert first.name == "research-2026-03-01.vault" and first.parent.is_dir()
    first.write_text("")
    assert default_vault(project, load_policy("research"), date(2026, 3, 1)).name == "research-2026-03-01-2.vault"


@pytest.mark.parametrize("scope", list(Scope))
def test_a_look_is_what_the_check_gives_whatever_was_looked_at_before(signed, request_for, scope, monkeypatch):
    policy = replace(load_policy("research"), scope=scope)
    tags = replace(load_policy("meddocan-tags"), scope=scope)
    typed = {("project", "FECHAS", "12/03/2015"): "01/01/2001", ("report:a1", "FECHAS", "14/03/2015"): "02/02/2002"}
    plain = replace(request_for(signed), policy=policy, secret=b"x" * 32)
    gathered, looks = gather(signed, False, Progress()), Looks()
    made = []
    monkeypatch.setattr(
        "deid_studio.release.surrogates.surrogate_sets.Surrogates", lambda *rest: made.append(1) or Surrogates(*rest)
    )
    for request in (plain, replace(plain, policy=tags), replace(plain, remembered=typed), plain):
        assert looks.at(request, gathered, "a1") == check(request, gathered, Progress()).reports[0]
    assert len(made) == 1 + 4 * (1 if scope is Scope.PROJECT else 2)
    weekdays = replace(plain, policy=replace(policy, dates=DateKeeping.WEEKDAYS))
    assert looks.at(weekdays, gathered, "a1") == check(weekdays, gathered, Progress()).reports[0]
    with pytest.raises(KeyError):
        looks.at(plain, gathered, "a2")
