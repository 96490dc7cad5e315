"""The certificate of a release: what it says of the handover, and that it is issued again with what attacks found."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from deid_studio.errors import AttackFiguresError, NoCertificateError, NotInLedgerError, ReleaseChangedError
from deid_studio.formats.conversion.pdf import read_pdf
from deid_studio.model.edits import Accept, Add
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.progress import Progress
from deid_studio.release.policy import load_policy, without_claims
from deid_studio.review.certificate import certifying
from deid_studio.review.certificate.attack_figures import Attack
from deid_studio.review.certificate.certificate_page import certificate_page, html_bytes
from deid_studio.review.certificate.certifying import certify
from deid_studio.review.certificate.ledger import Ledger, compared
from deid_studio.review.certificate.reader_sample import release_digest
from deid_studio.review.certificate.release_certificate import VaultMark, certificate_from
from deid_studio.review.handover import Environment, Handover
from deid_studio.review.project import Project
from deid_studio.review.releasing.release_preparation import prepare
from deid_studio.review.releasing.release_request import ReleaseRequest
from deid_studio.review.releasing.release_writing import write_release

TEXT = "Paciente: Nuria Belmonte\nIngresa el 12/03/2015.\n"
FOR = Handover("Biobanco de prueba", "estudio de la sepsis", Environment.CONTROLLED, "convenio 7")
MODEL = f"default@{'a' * 64}+hybrid@{'b' * 64}"


@pytest.fixture
def project(tmp_path, tagset):
    (tmp_path / "informes").mkdir()
    (tmp_path / "informes" / "a1.txt").write_text(TEXT)
    opened = Project(tmp_path / "informes", tagset, "Dra. Prueba")
    session = opened.open("a1")
    session.offer([Suggestion(Span(10, 24, "NOMBRE_SUJETO_ASISTENCIA"), 0.9, (Evidence("crf", "", "0.90"),))], MODEL)
    for mention in list(session.desk.pending):
        session.perform(Accept(mention.id))
    session.perform(Add(session.desk.next_id, Span(36, 46, "FECHAS")))
    session.save()
    session.sign_off()
    yield opened
    opened.close()


@pytest.fixture
def release(project, tmp_path):
    def make(policy="eu-pseudonymisation", **more):
        chosen = load_policy(policy) if isinstance(policy, str) else policy
        request = ReleaseRequest(project, chosen, tmp_path / "out", **{"handover": FOR, **more})
        return write_release(request, prepare(request, Progress()), Progress())

    return make


@pytest.fixture
def figures(tmp_path):
    def make(certificate, name="figures.json", **parts):
        digest = release_digest({line.name: line.sha256_after for line in certificate.reports})
        values = {"format": 1, "release": {"reports": 1, "sha256": digest}, **parts}
        path = tmp_path / name
        path.write_text(json.dumps(values))
        return path

    return make


LINKAGE = {"people": 240, "least_k": 5, "holds": False, "linked": 0, "smallest_k": 3, "below": 1, "mean_risk": 0.25,
           "reports": [{"report": "a1", "linked": ["P-77"]}]}  # fmt: skip
READER = {"readers": ["Ana"], "sources": ["prensa"], "hours": 2.5, "reports": 1, "sampled": 1, "attempts": 4,
          "hits": 0, "share_95": [0.0, 0.97], "share_at_most": 0.95}  # fmt: skip


@pytest.mark.slow
def test_the_certificate_says_for_whom_and_until_when_it_is_and_what_its_policy_claims(release, tmp_path):
    certificate = release()
    values = json.loads((tmp_path / "out" / "certificate.json").read_bytes())
    assert values["handover"]["recipient"] == "Biobanco de prueba" and values["handover"]["environment"] == "controlled"
    assert values["detectors"] == [
        {"model": "default", "model_sha256": "a" * 64, "profile": "hybrid", "profile_sha256": "b" * 64}
    ]
    said, denied = load_policy("eu-pseudonymisation").claims_in("es")
    expires = certificate.handover.expires.strftime("%d/%m/%Y")
    page = read_pdf((tmp_path / "out" / "certificate.pdf").read_bytes()).text.replace("\n", " ")
    stated = ("Biobanco de prueba", "estudio de la sepsis", "convenio 7", expires, said, denied, certificate.number)
    assert [words for words in stated if words not in page] == []
    for bare in ("a" * 64, "b" * 64, certificate.contents):
        assert bare in (tmp_path / "out" / "certificate.html").read_text()


def test_codes_are_called_reversible_only_where_a_vault_undoes_them(release, tmp_path):
    def page_of(certificate):
        page = certificate_page(certificate, "es")
        return dict(page.facts)["Originales recuperables"], html_bytes(page).decode()

    certificate = release()
    told, page = page_of(certificate)
    assert "no se ha hecho un archivo que los deshaga" in told and "conserva los originales" in told
    assert ">código<" in page and "código reversible" not in page
    told, page = page_of(replace(certificate, vault=VaultMark("n", 1)))
    assert told.startswith("sí") and ">código reversible<" in page


def test_what_was_not_said_and_a_changed_policy_claim_nothing(release, tmp_path):
    release(without_claims(load_policy("research")), handover=Handover())
    page = (tmp_path / "out" / "certificate.html").read_text()
    assert "no se ha declarado" in page and "no dice nada de sí misma" in page and "k alcanzado" in page


def test_a_certificate_is_read_back_from_its_json_without_loss(release, tagset, project):
    certificate = replace(release(), remarks=())
    again = certificate_from(json.loads(json.dumps(certificate.values())), tagset)
    assert again.values() == certificate.values()
    for language in ("es", "en"):
        assert certificate_page(again, language) == certificate_page(certificate, language)


def test_what_attacks_found_stands_on_the_certificate_that_is_issued_again(release, figures, project, tmp_path):
    first, out = release(), tmp_path / "out"
    before = {path.name: path.read_bytes() for path in out.iterdir() if not path.name.startswith("certificate")}
    certify(project, out, [figures(first, **LINKAGE)], Progress())
    second = certify(project, out, [figures(first, "sheet.json", reader_sample=READER)], Progress())
    assert [one.by for one in second.attacks] == [Attack.LINKAGE, Attack.READER] and second.smallest_k == 3
    assert second.made_at == first.made_at and second.issued_at
    values = json.loads((out / "certificate.json").read_bytes())
    assert values["smallest_k"] == 3 and values["attacks"][0]["figures"]["people"] == 240
    # Ids of people and names of reports stay with who releases.
    assert b"P-77" not in (out / "certificate.json").read_bytes()
    page = read_pdf((out / "certificate.pdf").read_bytes()).text.replace("\n", " ")
    assert "Con una lista de 240 personas" in page and "4 intentos, 0 aciertos" in page and "95,00" in page
    assert {name: (out / name).read_bytes() for name in before} == before
    (entry,) = Ledger(project).entries()
    assert len(entry.issues) == 3
    found = compared((entry,), out, Progress())
    assert found.is_same and not found.outdated


def test_the_same_figures_are_taken_in_once(release, figures, project, tmp_path):
    path = figures(release(), **LINKAGE)
    for _ in range(2):
        certificate = certify(project, tmp_path / "out", [path, path], Progress())
    assert len(certificate.attacks) == 1


def test_an_issue_that_was_cut_short_is_known_and_made_again(release, figures, project, tmp_path, monkeypatch):
    path, out = figures(release(), **LINKAGE), tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr(certifying, "write_file", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            certify(project, out, [path], Progress())
    found = compared(Ledger(project).entries(), out, Progress())
    assert found.is_same and set(found.outdated) == {"certificate.json", "certificate.html", "certificate.pdf"}
    assert len(certify(project, out, [path], Progress()).attacks) == 1
    assert not compared(Ledger(project).entries(), out, Progress()).outdated


@pytest.mark.parametrize(
    "values",
    [
        {"release": {"sha256": "0" * 64}, "format": 1, **LINKAGE}, {"format": 2}, [], {"format": 1, "release": None},
        {"format": 1, "release": {"sha256": ""}}, {"smallest_k": "<b>"}, {"people": -1}, {"mean_risk": "nan"},
    ],
)  # fmt: skip
def test_figures_of_another_release_or_of_none_are_refused(release, figures, project, tmp_path, values):
    certificate, path = release(), tmp_path / "figures.json"
    if isinstance(values, dict) and "format" not in values:
        figures(certificate, **{**LINKAGE, **values})
    else:
        path.write_text(json.dumps(values))
    before = (tmp_path / "out" / "certificate.json").read_bytes()
    with pytest.raises(AttackFiguresError):
        certify(project, tmp_path / "out", [path], Progress())
    assert (tmp_path / "out" / "certificate.json").read_bytes() == before


def test_a_changed_a_strange_and_an_unreviewed_folder_get_no_certificate(release, figures, project, tmp_path):
    path, out = figures(release(), **LINKAGE), tmp_path / "out"
    with pytest.raises(NotInLedgerError):
        certify(project, project.folder, [path], Progress())
    (out / "a1.txt").write_text("another")
    with pytest.raises(ReleaseChangedError):
        certify(project, out, [path], Progress())
    release(unreviewed=True)
    with pytest.raises(NoCertificateError):
        certify(project, out, [path], Progress())


def test_the_page_escapes_what_a_person_said(release, tmp_path):
    certificate = release(handover=replace(FOR, recipient="<script>alert(1)</script>"))
    page = html_bytes(certificate_page(certificate, "en")).decode()
    assert "<script>" not in page and "&lt;script&gt;" in page


def test_the_contents_are_what_sha256sum_prints(release, tmp_path):
    certificate, out = release(), tmp_path / "out"
    names = sorted(path.name for path in out.iterdir() if not path.name.startswith("certificate."))
    lines = "".join(f"{sha256((out / name).read_bytes()).hexdigest()}  {name}\n" for name in names)
    assert sha256(lines.encode()).hexdigest() == certificate.contents
