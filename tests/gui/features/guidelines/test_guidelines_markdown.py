"""Guidelines as the window shows and prints them: every letter as it was written, what is annotated in bold."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from deid_studio.formats.guidelines_file import guidelines_for
from deid_studio.model.guidelines import ClassText, Guideline, Guidelines, Part
from deid_studio.model.guidelines_markdown import class_markdown, guidelines_markdown
from deid_studio.model.kinds import Kind
from deid_studio.model.tagset import PhiClass, TagSet, shipped_names, shipped_tagset

pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.quick]

KINDS = TagSet("kinds", "1", tuple(PhiClass(one.name, {}, kind=one.value) for one in Kind))
TAG_SETS = [*map(shipped_tagset, shipped_names()), KINDS]
_FEATURES = QTextDocument.MarkdownFeature.MarkdownNoHTML


def _read(markdown: str) -> QTextDocument:
    document = QTextDocument()
    document.setMarkdown(markdown, _FEATURES)
    return document


def _bold(document: QTextDocument) -> Iterator[str]:
    block = document.firstBlock()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            if pieces.fragment().charFormat().fontWeight() > 500:
                yield pieces.fragment().text()
            pieces += 1
        block = block.next()


@pytest.mark.parametrize("tagset", TAG_SETS, ids=lambda one: one.name)
@pytest.mark.parametrize("language", ["es", "en"])
def test_every_text_reads_as_it_was_written(tagset, language):
    guidelines = guidelines_for(tagset)
    read = _read(guidelines_markdown(guidelines, language)).toPlainText().split("\n")
    for one in tagset:
        guideline = guidelines.of(one.name)
        text = guideline.said(language)
        points = [point for part in Part for point in text.of(part)]
        examples = [example.replace("[", "").replace("]", "") for example in guideline.examples]
        assert {text.definition, *points, *examples} - {""} <= set(read)


@pytest.mark.parametrize("tagset", TAG_SETS, ids=lambda one: one.name)
def test_what_is_annotated_in_an_example_is_bold(tagset):
    guidelines = guidelines_for(tagset)
    for one in tagset:
        bold = list(_bold(_read(class_markdown(one, guidelines, "es"))))
        for example in guidelines.of(one.name).examples:
            for marked in example.split("[")[1:]:
                assert marked.split("]")[0] in bold, example


_POINT = st.text(st.characters(codec="latin-1", exclude_categories=("C", "Z")), min_size=1, max_size=9)


@given(st.lists(st.lists(_POINT, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=4))
def test_no_sign_that_a_person_types_is_taken_for_markdown(points):
    one = PhiClass("A", {})
    text = ClassText("d", {Part.ENDS: tuple(points)})
    guidelines = Guidelines(TagSet("own", "1", (one,)), {}, {"A": Guideline({"es": text})})
    read = _read(class_markdown(one, guidelines, "es")).toPlainText().split("\n")
    assert read[-len(points) :] == points
