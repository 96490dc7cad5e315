"""A corpus on the disk: plan, layers, and what each has signed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.corpora.corpus_files import GOLD, read_corpus_file, read_tasks
from deid_studio.corpora.corpus_folder import CorpusFolder, annotators_named, make_corpus
from deid_studio.corpora.layer_file import read_layer
from deid_studio.corpora.plan import Plan, Shown
from deid_studio.errors import CorpusFileError, CorpusTextChangedError, JournalMissingError, WouldOverwriteError
from deid_studio.model.edits import Add
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.project import Project

TEXT = "Paciente: Nuria Belmonte\r\nIngresa el 12/03/2015.\r\n"
OWN = TagSet("own", "1", (PhiClass("PERSONA", {}), PhiClass("FECHA", {})))
NAMES = ("Ana Ruiz", "Luis Ñíguez")


@pytest.fixture
def corpus(tmp_path):
    reports = tmp_path / "informes"
    (reports / "uci").mkdir(parents=True)
    for name in ("a", "b", "uci/c"):
        (reports / f"{name}.txt").write_bytes(TEXT.encode())
    (reports / "a.ann").write_text("T1\tPERSONA 10 24\tNuria Belmonte\n")
    return make_corpus(tmp_path / "corpus", "Altas", reports, annotators_named(NAMES), Plan(), OWN)


def sign(folder, report: str, *spans: Span) -> None:
    project = Project(folder, OWN, "Ana Ruiz")
    session = project.open(report)
    for span in spans:
        session.perform(Add(session.desk.next_id, span))
    session.sign_off()
    project.close()


def test_each_annotator_has_a_folder_with_the_texts_byte_for_byte_and_no_annotation(corpus):
    assert [one.folder for one in corpus.corpus.annotators] == ["ana-ruiz", "luis-niguez"]
    for annotator in corpus.corpus.annotators:
        folder = corpus.layer(annotator)
        layer = read_layer(folder)
        assert layer is not None and layer.annotator == annotator and layer.corpus == "Altas" and not layer.is_gold
        assert layer.blind == {"a", "b", "uci/c"}
        project = Project(folder, OWN, annotator.name)
        assert [entry.name for entry in project.entries] == ["a", "b", "uci/c"]
        assert [one.name for one in project.tagset] == ["PERSONA", "FECHA"]
        assert not project.open("a").desk
        project.close()
        assert (folder / "uci" / "c.txt").read_bytes() == TEXT.encode()


def test_what_is_written_reads_back_as_it_was(corpus):
    again = CorpusFolder(corpus.folder)
    assert again.corpus == corpus.corpus and again.tasks == corpus.tasks
    assert again.corpus.plan.seed != Plan().seed  # chance is the corpus's own


def test_a_signed_report_is_read_with_its_spans_and_counted(corpus):
    ana, luis = corpus.corpus.annotators
    name = Span(10, 24, "PERSONA")
    sign(corpus.layer(ana), "a", name)
    assert dict(corpus.signed_spans(ana.folder, OWN)) == {"a": (name,)}
    assert dict(corpus.signed_spans(luis.folder, OWN)) == {}
    first, second = corpus.standings()
    assert (first.tasks, first.begun, first.signed) == (3, 1, 1) and (second.begun, second.signed) == (0, 0)


def test_a_damaged_layer_is_not_taken_for_one_that_nobody_began(corpus):
    ana = corpus.corpus.annotators[0]
    sign(corpus.layer(ana), "a")
    assert corpus.standings()[0].signed == 1
    (corpus.layer(ana) / ".deid-studio" / "project.db").unlink()
    with pytest.raises(JournalMissingError):
        dict(corpus.signed_spans(ana.folder, OWN))
    with pytest.raises(JournalMissingError):
        corpus.standings()


def test_a_text_that_is_another_is_refused(corpus):
    ana = corpus.corpus.annotators[0]
    (corpus.layer(ana) / "b.txt").write_bytes(TEXT.replace("12", "13").encode())
    with pytest.raises(CorpusTextChangedError, match=r"b\.txt"):
        corpus.fill_layers()


def test_later_reports_are_given_out_and_nothing_else_changes(corpus):
    before = corpus.tasks
    (corpus.folder / "reports" / "d.txt").write_bytes(b"Otro.\n")
    again = CorpusFolder(corpus.folder)
    assert again.plan_new() == 1
    assert again.tasks[: len(before)] == before and CorpusFolder(corpus.folder).tasks == again.tasks
    assert all((corpus.layer(one) / "d.txt").read_bytes() == b"Otro.\n" for one in corpus.corpus.annotators)
    assert CorpusFolder(corpus.folder).plan_new() == 0


def test_gold_is_a_layer_of_its_own(corpus):
    corpus.fill_gold("Eva Lidera", ["b"])
    layer = read_layer(corpus.gold)
    assert layer is not None and layer.is_gold and layer.annotator.name == "Eva Lidera"
    sign(corpus.gold, "b", Span(10, 24, "PERSONA"))
    assert list(dict(corpus.signed_spans(GOLD, OWN))) == ["b"]


def test_nothing_is_written_over_a_folder_with_something_in_it(tmp_path, corpus):
    before = sorted(corpus.folder.rglob("*"))
    with pytest.raises(WouldOverwriteError):
        make_corpus(corpus.folder, "x", tmp_path / "informes", corpus.corpus.annotators, Plan(), OWN)
    assert sorted(corpus.folder.rglob("*")) == before


def test_names_without_letters_and_alike_get_folders_of_their_own():
    folders = [one.folder for one in annotators_named(["Gold", "gold!", "李", "王", "A/../b"])]
    assert folders == ["gold-2", "gold-2-2", "annotator", "annotator-2", "a-b"]


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("nonsense", 1),
        ('name = ""', 1),
        ('name = "x"\nannotators = []', 2),
        ('name = "x"\n[[annotators]]\nname = "A"\nfolder = "../a"', 2),
        ('name = "x"\n[[annotators]]\nname = "A"\nfolder = "gold"', 2),
        ('name = "x"\n[[annotators]]\nname = "A"\nfolder = "a"\n[[annotators]]\nname = "A"\nfolder = "b"', 2),
        ('name = "x"\n[plan]\nreaders = 2\n[[annotators]]\nname = "A"\nfolder = "a"', 2),
        ('name = "x"\n[plan]\nshown = "all"\n[[annotators]]\nname = "A"\nfolder = "a"', 2),
        ('name = "x"\n[plan]\nseed = "zz"\n[[annotators]]\nname = "A"\nfolder = "a"', 2),
        ("x = " + "[" * 5000, 1),
    ],
)
def test_what_is_wrong_in_a_corpus_file_is_told_with_its_line(tmp_path, said, line):
    path = tmp_path / "corpus.toml"
    path.write_text(said)
    with pytest.raises(CorpusFileError) as refused:
        read_corpus_file(path)
    assert refused.value.params["line"] == line


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("", 1),
        ("report,who\n", 1),
        ("report,annotator,shown\na,nobody,blind\n", 2),
        ("report,annotator,shown\na,ana,blind\na,ana,suggestions\n", 3),
        ("report,annotator,shown\na,ana,perhaps\n", 2),
        ("report,annotator,shown,order\na,ana,blind\n", 2),
        ("report,annotator,shown,order\na,ana,blind,whenever\n", 2),
        ('report,annotator,shown\n"a,ana,blind\n', 2),
    ],
)
def test_what_is_wrong_in_tasks_is_told_with_its_line(tmp_path, said, line):
    path = tmp_path / "tasks.csv"
    path.write_text(said)
    with pytest.raises(CorpusFileError) as refused:
        read_tasks(path, annotators_named(["Ana"]))
    assert refused.value.params["line"] == line


def test_tasks_that_a_spreadsheet_wrote_are_read(tmp_path):
    path = tmp_path / "tasks.csv"
    path.write_bytes("\ufeffreport;annotator;shown\r\na b;ana;blind\r\n".encode())
    (task,) = read_tasks(path, annotators_named(["Ana"]))
    assert (task.report, task.annotator, task.blind) == ("a b", "ana", True)


@given(data=st.binary(max_size=300))
def test_whatever_stands_in_a_layer_file_is_read_or_refused(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("layer")
    (folder / "layer.toml").write_bytes(data)
    with pytest.raises(CorpusFileError):
        read_layer(folder)


def test_seeing_suggestions_is_kept_in_the_layer(tmp_path, corpus):
    made = make_corpus(
        tmp_path / "second",
        "x",
        corpus.folder / "reports",
        corpus.corpus.annotators,
        Plan(shown=Shown.SUGGESTIONS),
        OWN,
    )
    assert read_layer(made.layer(made.corpus.annotators[0])).blind == set()
