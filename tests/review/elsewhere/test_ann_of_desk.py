"""What an `.ann` says of mentions: changed with them in one step, kept in the journal, and undone with them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio.errors import BratSpanNeededError, EditError
from deid_studio.formats.brat import parse_ann
from deid_studio.model.edits import Accept, Add, Edit, Reject, Relabel, Remove, Reopen, Resize, Restate
from deid_studio.model.mentions import Decision
from deid_studio.model.span import Span
from deid_studio.model.statements import Change, attribute, relation
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.project import Project
from deid_studio.review.session import ReviewSession

TEXT = "Ana Gil, hermana de Luis Roa, ingresa en Lugo el lunes.\r\nVive en Soria."
SHIP = TagSet("barco", "1", (PhiClass("TRIPULANTE", {}), PhiClass("PUERTO", {})))
BEGIN = (
    "T1\tTRIPULANTE 0 7\tAna Gil\r\nT2\tTRIPULANTE 20 28\tLuis Roa\r\nT3\tPUERTO 41 45\tLugo\r\n"
    "T5\tTRIPULANTE 20 28\tLuis Roa\r\nR1\tHermana Arg1:T1 Arg2:T2\t\r\n"
    "E1\tIngreso:T3 Quien:T1\r\nA1\tSeguro E1 poco\r\n"
    "#1\tAnnotatorNotes T1\tvista\r\n#2\tOtra T2\tcosa\r\nN1\tRef T3 Wikidata:Q11125\tLugo\r\n*\tEquiv T1 T2 T3\r\n"
    "A2\tDudoso T5\r\n"
)
ANA, LUIS, LUGO = 1, 2, 3
Opening = Callable[[], ReviewSession]


@pytest.fixture
def ship(tmp_path: Path) -> Path:
    return launched(tmp_path)


def launched(place: Path) -> Path:
    folder = place / "barco"
    folder.mkdir()
    (folder / "uno.txt").write_bytes(TEXT.encode())
    (folder / "uno.ann").write_bytes(BEGIN.encode())
    return folder


@pytest.fixture
def open_ship(ship: Path) -> Iterable[Opening]:
    projects: list[Project] = []

    def opening() -> ReviewSession:
        for project in projects:
            project.close()
        projects.append(Project(ship, SHIP, "Cap. Prueba"))
        return projects[-1].open("uno")

    yield opening
    for project in projects:
        project.close()


def rows(session: ReviewSession) -> list[str]:
    return session.ann_bytes().decode().split("\r\n")


def test_rejecting_takes_along_what_needs_the_span_and_one_undo_brings_it_back(ship: Path, open_ship: Opening) -> None:
    session = open_ship()
    session.perform(Reject(LUIS))
    assert session.save()
    assert (ship / "uno.ann").read_bytes().decode() == (
        "T1\tTRIPULANTE 0 7\tAna Gil\r\nT3\tPUERTO 41 45\tLugo\r\nE1\tIngreso:T3 Quien:T1\r\nA1\tSeguro E1 poco\r\n"
        "#1\tAnnotatorNotes T1\tvista\r\nN1\tRef T3 Wikidata:Q11125\tLugo\r\n*\tEquiv T1 T3\r\n"
    )
    again = open_ship()
    again.undo()
    again.save()
    back = parse_ann((ship / "uno.ann").read_bytes(), TEXT, Path("uno.ann"))
    assert len(back.spans) == 3
    luis = back.ids[Span(20, 28, "TRIPULANTE")][0]
    for line in (f"R1\tHermana Arg1:T1 Arg2:{luis}\t", f"#2\tOtra {luis}\tcosa", f"*\tEquiv T1 {luis} T3"):
        assert line in rows(again)
    assert f"A2\tDudoso {luis}" in rows(again) and "*\tEquiv T1 T3" not in rows(again)
    assert set(again.statements) == set(open_ship().statements)


def test_an_event_loses_an_argument_or_goes_with_its_trigger(open_ship: Opening) -> None:
    session = open_ship()
    session.perform(Reopen(ANA))
    assert "E1\tIngreso:T3" in rows(session) and "A1\tSeguro E1 poco" in rows(session)
    session.undo()
    session.perform(Reject(LUGO))
    assert not [row for row in rows(session) if row.startswith(("E", "N", "A1"))]
    session.undo()
    assert session.ann_bytes() == BEGIN.encode()


def test_what_is_said_of_a_new_mention_finds_it_when_it_is_written(ship: Path, open_ship: Opening) -> None:
    session = open_ship()
    soria = session.desk.next_id
    session.perform(Add(soria, Span(65, 70, "PUERTO")))
    session.perform(Restate(Change((), (relation("R2", "Vive", ("Quien", ANA), ("Donde", soria)),))))
    session.save()
    assert (ship / "uno.ann").read_bytes().decode() == (
        BEGIN + "T4\tPUERTO 65 70\tSoria\r\nR2\tVive Quien:T1 Donde:T4\r\n"
    )
    again = open_ship()
    assert again.statements.of(soria)[0].targets == (ANA, soria)
    again.perform(Remove(soria))
    again.save()
    assert (ship / "uno.ann").read_bytes().decode() == BEGIN
    again.undo()
    again.undo()
    again.undo()
    assert again.ann_bytes().decode() == BEGIN


def test_taking_another_programs_lines_can_be_undone_with_what_they_say(ship: Path, open_ship: Opening) -> None:
    session = open_ship()
    (one,) = (one for one in session.statements if one.id == "A2")
    session.perform(Restate(Change((one,), (one.saying("mucho"),))))
    session.save()
    theirs = BEGIN.replace("R1\tHermana Arg1:T1 Arg2:T2\t\r\n", "R1\tPrima Arg1:T1 Arg2:T2\r\n")
    (ship / "uno.ann").write_bytes(theirs.encode())
    mine = set(session.statements)
    session.take_theirs(ship / "aside.ann")
    assert session.ann_bytes().decode() == theirs and not session.unsaved
    session.undo()
    assert set(session.statements) == mine
    session.save()
    assert "R1\tHermana Arg1:T1 Arg2:T2\t" in rows(session) and "A2\tDudoso T5 mucho" in rows(session)


def test_a_new_text_takes_along_what_was_said_and_not_saved(ship: Path, open_ship: Opening) -> None:
    session = open_ship()
    session.perform(Restate(Change((), (attribute("A7", "Seguro", ANA),))))
    session.perform(Reject(LUIS))
    (ship / "uno.txt").write_bytes(("Informe.\r\n" + TEXT).encode())
    session.take_new_text(session.new_text(), ship / "aside.ann")
    assert not session.lost_lines
    session.save()
    again = open_ship()
    assert (
        "A7\tSeguro T1" in rows(again)
        and "*\tEquiv T1 T3" in rows(again)
        and "T1\tTRIPULANTE 10 17\tAna Gil" in rows(again)
    )


def test_a_rejection_of_earlier_versions_leaves_its_relation_to_be_removed(ship: Path, open_ship: Opening) -> None:
    session = open_ship()
    session._whole = lambda edit: edit  # type: ignore[method-assign]
    session.perform(Reject(LUIS))
    with pytest.raises(BratSpanNeededError):
        session.save()
    again = open_ship()
    with pytest.raises(BratSpanNeededError):
        again.save()
    again.perform(Restate(again.statements.without([LUIS])))
    assert again.save() and "*\tEquiv T1 T3" in rows(again)


mentions = st.sampled_from([ANA, LUIS, LUGO, 4])
edits = st.one_of(
    st.builds(Accept, mentions),
    st.builds(Reject, mentions),
    st.builds(Reopen, mentions),
    st.builds(Relabel, mentions, st.sampled_from(["TRIPULANTE", "PUERTO"])),
    st.builds(lambda mention, shift: Resize(mention, shift, shift + 6), mentions, st.integers(0, 40)),
    st.builds(lambda a, b, n: Restate(Change((), (relation(f"R{n}", "Con", ("Arg1", a), ("Arg2", b)),))),
              mentions, mentions, st.integers(5, 7)),
    st.just(None),
    st.integers(0, 8),
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(edits, max_size=5), st.booleans())
def test_undoing_everything_brings_everything_back(steps: list[Edit | int | None], saved: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        ship = launched(Path(folder))
        _undo_everything(Project(ship, SHIP, "Cap. Prueba"), steps, saved)


def _undo_everything(project: Project, steps: list[Edit | int | None], saved: bool) -> None:
    session = project.open("uno")
    before = set(session.statements)
    done = 0
    for step in steps:
        if step is None:
            session.save() if saved else None
            continue
        if isinstance(step, int):
            statements = session.statements.all
            if not statements:
                continue
            step = Restate(session.statements.removing(statements[step % len(statements)]))
        elif isinstance(step, Restate) and {one.id for one in step.change.come} & {
            one.id for one in session.statements
        }:
            continue  # what a person says has an id that is free (`model/stating`)
        try:
            session.perform(step)
        except EditError:
            continue
        done += 1
        accepted = {m.id for m in session.desk if m.decision is Decision.ACCEPTED}
        if isinstance(step, Restate) and not session.statements.mentions <= accepted:
            session.undo()  # nobody can say anything of what is not accepted
            done -= 1
            continue
        read = parse_ann(session.ann_bytes(), TEXT, Path("uno.ann"))
        assert set(read.spans) == set(session.desk.decided_spans)
        assert len(read.statements({})) == len(set(session.statements))
    for _ in range(done):
        session.undo()
    assert set(session.statements) == before
    if not saved:
        assert session.ann_bytes().decode() == BEGIN
    session.save()
    again = project.open("uno")
    project.close()
    assert again.statements.all and set(again.statements) == before
    assert set(parse_ann(again.ann_bytes(), TEXT, Path("uno.ann")).spans) == set(again.desk.decided_spans)
