"""Guidelines: every shipped class has a whole text, what falls back on what, and files that cannot be understood."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deid_studio.errors import GuidelinesError
from deid_studio.formats.brat_conf import conf_files, read_conf
from deid_studio.formats.guidelines_file import OWN, guidelines_for, own_texts, read_guidelines, write_own
from deid_studio.model.guidelines import ClassText, Guideline, Part
from deid_studio.model.kinds import Kind
from deid_studio.model.tagset import PhiClass, TagSet, shipped_names, shipped_tagset

LANGUAGES = ("es", "en")
MARKED = re.compile(r"\[([^\[\]]+)\]")


def _own(*classes: tuple[str, str]) -> TagSet:
    return TagSet("own", "1", tuple(PhiClass(name, {}, kind=kind) for name, kind in classes))


KINDS = _own(*((kind.name, kind.value) for kind in Kind if kind is not Kind.UNKNOWN))


@pytest.mark.parametrize("tagset", [*map(shipped_tagset, shipped_names()), KINDS], ids=lambda one: one.name)
def test_every_class_has_a_whole_text_in_both_languages(tagset):
    guidelines = guidelines_for(tagset)
    for one in tagset:
        found = guidelines.of(one.name)
        assert len(found.examples) == 3, one.name
        for language in LANGUAGES:
            text = found.texts[language]
            assert 0 < len(text.definition) <= 95 and text.definition.endswith("."), one.name
            assert all(text.of(part) for part in Part), one.name
        es, en = (found.texts[language] for language in LANGUAGES)
        assert all(len(es.of(part)) == len(en.of(part)) for part in Part), one.name


@pytest.mark.parametrize("tagset", [*map(shipped_tagset, shipped_names()), KINDS], ids=lambda one: one.name)
def test_examples_mark_what_could_be_a_mention(tagset):
    guidelines = guidelines_for(tagset)
    for one in tagset:
        for example in guidelines.of(one.name).examples:
            marked = MARKED.findall(example)
            assert marked and "[" not in MARKED.sub("", example), example
            for text in marked:
                assert text == text.strip(), example
                # A label keeps its colon, a quotation its marks; nothing else begins or ends with a sign.
                assert text.strip("«»:.")[0].isalnum() or text[0] == "+", example
                assert text[-1] not in ",;(", example


def test_classes_of_one_tag_set_have_definitions_of_their_own():
    for tagset in map(shipped_tagset, shipped_names()):
        guidelines = guidelines_for(tagset)
        for language in LANGUAGES:
            said = [guidelines.definition(one.name, language) for one in tagset]
            assert len(set(said)) == len(said)


def test_a_class_of_ones_own_has_the_text_of_its_kind():
    guidelines = guidelines_for(_own(("PACIENTE_X", "person"), ("CUANDO", "date"), ("ZZZ", "")))
    people = guidelines_for(KINDS)
    assert guidelines.of("PACIENTE_X") == people.of("PERSON")
    assert guidelines.of("CUANDO") == people.of("DATE")
    assert not guidelines.of("ZZZ") and guidelines.definition("ZZZ", "es") == ""


@pytest.mark.parametrize("name", shipped_names())
def test_a_shipped_class_keeps_its_text_in_an_annotation_conf_unless_it_means_something_else(tmp_path, name):
    tagset = shipped_tagset(name)
    for file, data in conf_files(tagset).items():
        (tmp_path / file).write_bytes(data)
    read = read_conf(tmp_path / "annotation.conf", tagset)
    assert guidelines_for(read).given == guidelines_for(tagset).given
    other = replace(read, classes=tuple(replace(one, kind="web", role="", subkind="") for one in read))
    webs = guidelines_for(KINDS).of("WEB")
    assert set(map(str, guidelines_for(other).given.values())) <= {
        str(webs),
        *(str(guidelines_for(tagset).of(one.name)) for one in tagset if one.kind == "web"),
    }


def test_the_nearest_file_holds_and_its_language_where_the_wanted_one_is_missing(tmp_path):
    folder = tmp_path / "hospital" / "urgencias"
    folder.mkdir(parents=True)
    tagset = shipped_tagset("radiology")
    (tmp_path / "hospital" / OWN).write_text('[LOC.es]\ndefinition = "Aquí, toda población."\n', encoding="utf-8")
    guidelines = guidelines_for(tagset, folder)
    assert guidelines.definition("LOC", "es") == guidelines.definition("LOC", "en") == "Aquí, toda población."
    assert guidelines.definition("NAME", "en") == guidelines_for(tagset).definition("NAME", "en")
    (folder / OWN).write_text("", encoding="utf-8")
    assert guidelines_for(tagset, folder).own == {}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[A.es]\ndefinition = "x"\n\n[B\n', 4, "not TOML"),
        ('[A.es]\ndefinition = "x"\n\n[B]\nexamples = "uno"\n', 4, "B: “examples” is no list"),
        ('[A.es]\ndefinition = "x"\n[B.es]\nbelongs = [1]\n', 3, "B: “belongs” is no list"),
        ("[A.es]\ndefinition = 3\n", 1, "A: “definition” is no text"),
        ('[A.es]\ndefinicion = "x"\n', 1, "“definicion” is none of definition, belongs, does_not, ends"),
        ('A = "x"\n', 1, "a table is needed"),
        ('\n[A]\nES = "x"\n', 2, "“ES” is neither"),
    ],
)
def test_a_broken_file_is_told_with_its_line_and_what_to_do(tmp_path, text, line, said):
    path = tmp_path / OWN
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GuidelinesError) as caught:
        read_guidelines(path)
    assert caught.value.params["line"] == line and said in caught.value.what()
    assert str(path) in caught.value.what("es") and "Corrija" in caught.value.remedy("es")
    told: list[Exception] = []
    guidelines = guidelines_for(shipped_tagset("radiology"), tmp_path, told.append)
    assert len(told) == 1 and guidelines.definition("NAME", "es")


def test_bytes_that_are_no_text_and_no_file_at_all(tmp_path):
    (tmp_path / OWN).write_bytes(b"\xff\xfe[A]")
    with pytest.raises(GuidelinesError):
        own_texts(tmp_path)
    assert own_texts(tmp_path.parent / "nowhere") == {}


_LINE = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
_LINES = st.lists(_LINE, min_size=1, max_size=3).map(tuple)
_TEXT = st.builds(ClassText, _LINE, st.dictionaries(st.sampled_from(Part), _LINES))
_GUIDELINE = st.builds(Guideline, st.dictionaries(st.sampled_from(LANGUAGES), _TEXT, min_size=1), _LINES)


@given(st.dictionaries(_LINE, _GUIDELINE, max_size=3))
def test_what_is_written_is_read_again(tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("texts")
    write_own(folder, texts)
    assert own_texts(folder) == texts


@given(_GUIDELINE, st.sampled_from(Part), _LINE, _LINE)
def test_a_point_more_changes_nothing_else(guideline, part, es, en):
    longer = guideline.with_point(part, {"es": es, "en": en})
    assert longer.texts.keys() == guideline.texts.keys() and longer.examples == guideline.examples
    for language, text in longer.texts.items():
        before = guideline.texts[language]
        assert text.of(part) == (*before.of(part), es if language == "es" else en)
        assert all(text.of(one) == before.of(one) for one in Part if one is not part)


def test_the_texts_of_a_set_of_ones_own_tell_people_apart_and_nothing_of_classes_of_other_sets():
    own = TagSet(
        "own",
        "1",
        (
            PhiClass("PACIENTE", {}, kind="person", role="patient"),
            PhiClass("FAMILIAR", {}, kind="person", role="relative"),
            PhiClass("PROFESIONAL", {}, kind="person", role="staff"),
            PhiClass("FECHA", {}, kind="date"),  # is called so in a shipped set that has no ages
            PhiClass("EDAD", {}, kind="age", role="patient"),
            PhiClass("PROFESION", {}, kind="profession"),  # as in one that has institutions beside it
        ),
    )
    guidelines, of_kinds = guidelines_for(own), guidelines_for(KINDS)
    people = [guidelines.of(name) for name in ("PACIENTE", "FAMILIAR", "PROFESIONAL")]
    for language in LANGUAGES:
        assert len({one.said(language).definition for one in people}) == 3
    assert len({one.examples for one in people}) == 3
    assert all(one.texts.keys() == set(LANGUAGES) and len(one.examples) == 3 for one in people)
    assert guidelines.of("FECHA") == of_kinds.of("DATE") and guidelines.of("PROFESION") == of_kinds.of("PROFESSION")
