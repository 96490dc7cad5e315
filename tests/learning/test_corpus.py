from pathlib import Path

import pytest

from deid_studio.errors import DeidError, TrainingDataError
from deid_studio.learning.corpus import corpus_hash, read_corpus, tag_set_entry
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet


def write(folder: Path, name: str, ann: str | None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_bytes(b"Ana Gil, 40.\r\n")
    if ann is not None:
        (folder / f"{name}.ann").write_text(ann, encoding="utf-8")


def test_annotated_reports_of_folders_and_subfolders(tmp_path: Path) -> None:
    write(tmp_path / "a", "1", "T1\tNAME 0 7\tAna Gil\n")
    write(tmp_path / "a" / "b", "2", "")
    write(tmp_path / "a", "3", None)
    write(tmp_path / "retraining" / "brat", "4", "T1\tNAME 0 3\tAna\n")
    documents = read_corpus([tmp_path / "a", tmp_path / "retraining"])
    assert [(doc.id, doc.spans) for doc in documents] == [
        ("1", (Span(0, 7, "NAME"),)),
        ("b/2", ()),
        ("brat/4", (Span(0, 3, "NAME"),)),
    ]
    assert documents[0].text == "Ana Gil, 40.\r\n"


def test_a_folder_without_annotated_reports_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "1", None)
    with pytest.raises(TrainingDataError):
        read_corpus([tmp_path])


def test_a_broken_pair_is_told(tmp_path: Path) -> None:
    write(tmp_path, "1", "T1\tNAME 0 3\tEva\n")
    with pytest.raises(DeidError):
        read_corpus([tmp_path])


def test_the_hash_depends_on_texts_and_spans_alone() -> None:
    doc = Document("a", "Ana", (Span(0, 3, "NAME"),))
    assert corpus_hash([doc]) == corpus_hash([Document("b", doc.text, doc.spans)])
    others = [Document("a", "Eva", doc.spans), Document("a", "Ana"), Document("a", "Ana", (Span(0, 2, "NAME"),))]
    assert len({corpus_hash([other]) for other in [doc, *others]} | {corpus_hash([doc, doc])}) == 5


def test_reports_with_classes_outside_of_the_tag_set_are_refused() -> None:
    tagset = TagSet("two", "3", (PhiClass("NAME", {}, kind="person"), PhiClass("AGE", {})))
    documents = [Document("1", "Ana Gil, 40.", (Span(0, 7, "NAME"),))]
    assert tag_set_entry(tagset, documents) == {
        "name": "two", "version": "3", "classes": ["NAME", "AGE"],
        "meanings": {"NAME": ["person", "", ""], "AGE": ["", "", ""]},
    }  # fmt: skip
    with pytest.raises(TrainingDataError, match="TOWN is not in the tag set two"):
        tag_set_entry(tagset, [*documents, Document("2", "Soria", (Span(0, 5, "TOWN"),))])
