"""Whatever a name is a word for, and however it is written, nothing of it is in its own surrogate."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest
import regex
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.people.kinship import KEPT, KIN, SAID
from deid_studio.people.name_words import PARTICLES, TITLES
from deid_studio.people.person import Sex
from deid_studio.release.policy import load_policy, shipped_policies
from deid_studio.release.released import Released, Releaser
from deid_studio.release.surrogates.name_lists import default_lists
from deid_studio.release.surrogates.professions import _professions
from deid_studio.release.surrogates.wordings import _SAID, _SEX, _STAGES, _exchanged

LISTS = default_lists()
NAMES = sorted({*LISTS.given(Sex.FEMALE).names, *LISTS.given(Sex.MALE).names, *LISTS.surnames.names})
TABLES = [*KIN, *SAID, *_SEX, *_STAGES, *_SAID, *_exchanged(), *_professions()]
# Every word that the program knows for somebody: for kin, ages, sexes and trades.
KNOWN = sorted({word for entry in TABLES for word in entry.split() if len(word) > 2 and word not in PARTICLES})
WRITTEN = (str.title, str.upper, str.lower)
DIGITS = "cero uno dos tres cuatro cinco seis siete ocho nueve".split()


def plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def report(*mentions: tuple[str, str]) -> Document:
    """A report of mentions, a line each, with their classes."""
    text, spans = "", []
    for own, phi_class in mentions:
        text += "- "
        spans.append(Span(len(text), len(text) + len(own), phi_class))
        text += f"{own}\n"
    return Document("a", text, tuple(spans))


def released(doc: Document, tagset: TagSet, policy: str = "research") -> Released:
    return Releaser([doc], load_policy(policy), tagset, b"s" * 32).release(doc)


def standing(doc: Document, made: Released, words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Replacements in which one of the words stands that stood there, alone or (from four letters) inside another."""
    for one in made.replacements:
        own, new = plain(doc.text[one.place.start : one.place.end]), plain(one.instead)
        code = regex.search(r"\d|@|_", own) is not None
        for word in map(plain, words):
            alone = all(regex.search(rf"\b{word}\b", text) for text in (own, new))
            if alone or (code and len(word) > 3 and word in own and word in new):
                yield own, new


def mentions_of(first: str, second: str, kin: str) -> list[tuple[str, str]]:
    """A name of two words in every place that a report has for one."""
    user = plain(f"{first[0]}{second}")
    return [
        (f"{first} {second}", "NOMBRE_SUJETO_ASISTENCIA"), (f"don {first} {second}", "NOMBRE_PERSONAL_SANITARIO"),
        (f"{second}, {first}", "NOMBRE_SUJETO_ASISTENCIA"), (second, "NOMBRE_PERSONAL_SANITARIO"),
        (f"su {kin}, don {first} {second}", "FAMILIARES_SUJETO_ASISTENCIA"),
        (f"su {kin} {first} {second}", "FAMILIARES_SUJETO_ASISTENCIA"),
        (f"su {kin} {second}", "FAMILIARES_SUJETO_ASISTENCIA"),
        (f"{first} {second}", "FAMILIARES_SUJETO_ASISTENCIA"), (second, "FAMILIARES_SUJETO_ASISTENCIA"),
        (f"{first} {second}", "OTROS_SUJETO_ASISTENCIA"), (second, "OTROS_SUJETO_ASISTENCIA"),
        (f"{user}04", "ID_EMPLEO_PERSONAL_SANITARIO"), (plain(f"{first}_{second}"), "ID_EMPLEO_PERSONAL_SANITARIO"),
        (plain(f"{first}.{second}@salud.es"), "CORREO_ELECTRONICO"),
        (f"{user}@{plain(second)}.es", "CORREO_ELECTRONICO"),
        (plain(f"https://www.{second}.es/{first}"), "URL_WEB"),
    ]  # fmt: skip


@settings(max_examples=25)
@given(
    st.sampled_from([*NAMES, *KNOWN]).filter(lambda word: plain(word) not in TITLES | KEPT),
    st.sampled_from([*NAMES, *KNOWN]).filter(lambda word: plain(word) not in KEPT),
    st.sampled_from(WRITTEN),
    st.sampled_from(["madre", "padre", "hermana", "hijo", "tía", "esposa"]),
)
def test_a_name_leaves_nothing_of_itself(tagset, first, second, write, kin):
    assume(kin not in map(plain, (first, second)) and plain(kin) not in map(plain, (first, second)))
    doc = report(*mentions_of(write(first), write(second), kin))
    assert list(standing(doc, released(doc, tagset), (first, second))) == []


@pytest.mark.parametrize(("write", "words"), [(str.lower, KNOWN), (str.title, KNOWN[::3]), (str.upper, KNOWN[1::3])])
def test_every_word_for_people_is_said_otherwise_or_is_a_name(tagset, write, words):
    """All of them in one report, so that most of the other words for them are taken."""
    classes = ("FAMILIARES_SUJETO_ASISTENCIA", "OTROS_SUJETO_ASISTENCIA", "NOMBRE_SUJETO_ASISTENCIA")
    alone = [(write(word), phi_class) for word in words for phi_class in classes]
    behind = [(f"su cuñado {write(word)}", "FAMILIARES_SUJETO_ASISTENCIA") for word in words if word != "cunado"]
    doc = report(*alone, *behind)
    made = released(doc, tagset)
    for word, one in zip([own for own, _ in (*alone, *behind)], made.replacements, strict=True):
        own = plain(word).removeprefix("su cunado ")
        instead = plain(one.instead).replace("[**familiares", "")  # a class tag says the same of whatever it is
        if own in KEPT and one.place.phi_class.startswith("FAMILIARES"):
            assert instead in (f"{own} suy{end}" for end in ("o", "a", "os", "as")) or own not in instead
            continue
        assert not regex.search(rf"\b{own}\b", instead), (word, one.instead)


@settings(max_examples=30)
@given(st.text("0123456789", min_size=9, max_size=9), st.integers(0, 9), st.integers(0, 9))
def test_a_number_that_is_said_in_words_is_another_one(tagset, number, start, end):
    spoken = [DIGITS[int(figure)] if start <= at < end else figure for at, figure in enumerate(number)]
    doc = report((" ".join(spoken), "NUMERO_TELEFONO"), (" ".join(spoken), "OTRO_NUMERO_IDENTIF"))
    for one in released(doc, tagset).replacements:
        if one.instead.startswith("[**"):
            continue
        said = {word for word in spoken if not word.isdigit()}
        assert said.isdisjoint(one.instead.split())
        figures = "".join(str(DIGITS.index(word)) if word in DIGITS else word for word in one.instead.split())
        assert all(number[at : at + 3] not in figures for at in range(7)), (spoken, one.instead)


@settings(max_examples=10)
@given(st.sampled_from([*NAMES, *KNOWN]), st.sampled_from(WRITTEN))
def test_other_tag_sets_are_held_to_the_same(first, write):
    tagset = load_tagset(paths.resources() / "tagsets" / "radiology.toml")
    own = write(first)
    doc = report(
        (f"{own} Alcaraz", "NAME"), (own, "NAME"), (f"{plain(own[0])}{plain(own)}12", "NUM"),
        (f"C/ {own}, 112", "DIR"), (f"Hospital {own}", "INST"),
    )  # fmt: skip
    assert list(standing(doc, released(doc, tagset, "radiology"), (first, "alcaraz", "112"))) == []


@pytest.mark.corpus
def test_nothing_marked_survives_in_the_corpus_under_any_policy(corpus, tagset):
    from tests.benchmarks.bench_survivals import judged, reports_in

    docs = reports_in(corpus / "dev")[::25]
    for policy in shipped_policies():
        found = judged(docs, policy, tagset)
        assert found.spans > 150 and found.refused == 0 and found.survivals == []


SIGNS = "de del la y su don Dr. Calle Hospital enero años 3º C/ @ www. , ( ) - / ext. raza Santa".split()
MIXED = st.lists(
    st.one_of(
        st.sampled_from([*NAMES, *KNOWN, *DIGITS]),
        st.sampled_from(SIGNS),
        st.integers(0, 10**9).map(str),
        st.text("áñ ªº.-_7B", min_size=1, max_size=4),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=12)
@given(MIXED, st.sampled_from(WRITTEN), st.sampled_from([" ", "", "-", "\n"]))
def test_whatever_is_marked_as_whatever_leaves_as_something_else(tagset, pieces, write, between):
    own = between.join(map(write, pieces)).strip()
    assume(plain(own).strip())
    doc = report(*((own, one.name) for one in tagset.classes))
    for one in released(doc, tagset).replacements:
        assert one.instead.strip() and plain(one.instead).strip() != plain(own).strip()
