"""A folder with classes of its own, through the real window from opening to what leaves, and read back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tqdm import tqdm

from deid_studio import paths
from deid_studio.cli.verbs import deid
from deid_studio.formats.brat import parse_ann
from deid_studio.formats.brat_conf import ANNOTATION, conf_files, read_conf
from deid_studio.gui.features.alike.alike_dialog import AlikeDialog
from deid_studio.gui.features.classes.class_chooser import ClassChooser
from deid_studio.gui.features.releasing.work import release_work as work
from deid_studio.gui.features.statistics.statistics_dialog import StatisticsDialog
from deid_studio.gui.words.wording import class_title
from deid_studio.model.tagset import shipped_tagset
from deid_studio.review.checking import final_check
from tests.gui.features.releasing.release_driver import Release

TEXT = (
    "Nombre: Eloísa Quintana Prado. NHC: 4763954.\n"
    "Fecha: 03/05/2019. Edad: 61 años.\n"
    "Acude la Sra. Quintana el 04/06/2019 desde Soria, antes Villabrezo.\n"
    "Otra vez QUINTANA PRADO, Eloísa.\n"
)
NAMES = ["Eloísa Quintana Prado", "Quintana", "QUINTANA PRADO, Eloísa"]
PLACES = ["Soria", "Villabrezo"]  # the second one is in no list
DATES = ["03/05/2019", "04/06/2019"]


@dataclass(frozen=True)
class Own:
    """A tag set: its files, and what its classes are for the people, dates, places and numbers of the report."""

    files: dict[str, bytes]
    person: str
    date: str
    place: str
    number: str = ""

    @property
    def accepted(self) -> set[tuple[str, str]]:
        """Every mention that is in the report, in these classes."""
        number = {("4763954", self.number)} if self.number else set()
        named = {(text, self.person) for text in NAMES} | {(text, self.date) for text in DATES}
        return named | {(text, self.place) for text in PLACES} | number


SETS = {
    "conf": Own({ANNOTATION: b"[entities]\nPACIENTE\nFECHA\nLUGAR\n"}, "PACIENTE", "FECHA", "LUGAR"),
    "radiology": Own(conf_files(shipped_tagset("radiology")), "NAME", "FECHA", "LOC", "NUM"),
}


@pytest.fixture(params=SETS)
def own(request: pytest.FixtureRequest) -> Own:
    return SETS[request.param]


@pytest.fixture
def folder(own: Own, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(paths, "user_policies", lambda: tmp_path / "policies")
    monkeypatch.setattr(final_check, "load_final_check", lambda _model, tagset: final_check.without_model(tagset))
    monkeypatch.setattr(tqdm, "monitor_interval", 0)  # no thread of its bar is to be left
    for wait in ("_PREVIEW_AFTER_MS", "_CHECK_AFTER_MS"):
        monkeypatch.setattr(work, wait, 1)
    reports = tmp_path / "consulta"
    reports.mkdir()
    for name, data in own.files.items():
        (reports / name).write_bytes(data)
    (reports / "uno.txt").write_text(TEXT, encoding="utf-8")
    return reports


def marked(path: Path, conf: Path) -> set[tuple[str, str]]:
    """What a pair of files says: texts with their classes, each of which its tag set has."""
    text = path.read_text(encoding="utf-8")
    spans = parse_ann(path.with_suffix(".ann").read_bytes(), text, path).spans
    assert {span.phi_class for span in spans} <= {one.name for one in read_conf(conf)}
    return {(span.text(text), span.phi_class) for span in spans}


def test_from_suggestions_to_what_leaves(studio, folder: Path, own: Own, tmp_path: Path) -> None:
    studio.open(folder)
    classes = {one.name for one in studio.controller.tagset}
    assert {one.span.phi_class for one in studio.controller.desk} <= classes
    assert set(studio.texts("pending")) == {text for text, _ in own.accepted} - {*NAMES[1:], *PLACES}

    studio.key("=")  # decide alike
    studio.qtbot.waitUntil(lambda: any(one.isVisible() for one in studio.window.findChildren(AlikeDialog)))
    alike = next(one for one in studio.window.findChildren(AlikeDialog) if one.isVisible())
    QTest.keyClick(alike.focusWidget() or alike, Qt.Key.Key_Return)
    assert studio.texts("accepted") == NAMES
    studio.controller.accept_all()

    studio.key("F7")  # the second sweep
    checking, bar, text = studio.window.checking, studio.window.check_panel, studio.controller.session.text
    studio.qtbot.waitUntil(lambda: checking.current is not None)
    while checking.current is not None:
        studio.qtbot.waitUntil(lambda: checking.known)  # what comes late closes what a person has opened
        finding = checking.current
        found = finding.span.text(text)
        assert finding.span.phi_class == own.place or found != "Soria"
        QTest.keyClick(bar, Qt.Key.Key_Return if found in PLACES else Qt.Key.Key_Backspace)
        if found == "Villabrezo":
            assert "which class" in bar.text.text()  # what it looks like has none here
            chooser = next(one for one in studio.window.findChildren(ClassChooser) if one.isVisible())
            studio.type(own.place, chooser.field)
            studio.key("Return", chooser.field)
        studio.qtbot.waitUntil(lambda at=finding.span: checking.current is None or checking.current.span != at)
    assert {(text, studio.mention(text).span.phi_class) for text in studio.texts("accepted")} == own.accepted

    studio.controller.sign_off()
    studio.save()
    assert marked(folder / "uno.txt", folder / ANNOTATION) == own.accepted

    studio.window.actions_by_id["statistics"].trigger()
    studio.qtbot.waitUntil(lambda: not studio.controller.jobs.running("statistics"))
    table = next(one for one in studio.window.children() if isinstance(one, StatisticsDialog)).table
    counts = {table.item(row, 0).text(): table.item(row, 1).text() for row in range(table.rowCount())}
    assert counts[class_title(studio.controller.tagset, own.date)] == "2"
    next(one for one in studio.window.children() if isinstance(one, StatisticsDialog)).close()

    release = Release(studio)
    assert release.work.names == ("uno",)
    release.release(tmp_path / "surrogates")
    left = marked(tmp_path / "surrogates" / "uno.txt", tmp_path / "surrogates" / ANNOTATION)
    assert {phi_class for _, phi_class in left} == {phi_class for _, phi_class in own.accepted}
    assert not {text for text, _ in left} & {text for text, _ in own.accepted}
    released = (tmp_path / "surrogates" / "uno.txt").read_text(encoding="utf-8")
    assert not any(text in released for text, _ in own.accepted) and "61 años" in released

    choice = release.policy.choice
    choice._choose(choice.policies.findData("meddocan-tags"))
    release.wait()
    release.release(tmp_path / "tags")
    release.window.close()
    covered = (tmp_path / "tags" / "uno.txt").read_text(encoding="utf-8")
    assert not any(text in covered for text, _ in own.accepted) and "[**" in covered

    told = CliRunner().invoke(deid, ["verify", str(folder)])
    assert told.exit_code == 0, told.output
    out = ("--out", str(tmp_path / "by-verb"), "--policy", "research")
    done = CliRunner().invoke(deid, ["release", str(folder), *out])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "by-verb" / "uno.txt").read_text(encoding="utf-8") == released
    assert marked(tmp_path / "by-verb" / "uno.txt", tmp_path / "by-verb" / ANNOTATION) == left
