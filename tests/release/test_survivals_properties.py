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
from deid_studio.people.kinship import kin_words, names_in, said_words
from deid_studio.people.name_words import PARTICLES, TITLES
from deid_studio.people.person import Sex
from deid_studio.release.facts import described, facts_in
from deid_studio.release.policy import Way, load_policy, shipped_policies
from deid_studio.release.released import Released, Releaser
from deid_studio.release.surrogates.name_lists import default_lists
from deid_studio.release.surrogates.professions import _professions
from deid_studio.release.treating import treatment_of

LISTS = default_lists()
SEXES = "varón hombre mujer niño niña chico chica anciano anciana lactante gestante".split()
NAMES = sorted({*LISTS.given(Sex.FEMALE).names, *LISTS.given(Sex.MALE).names, *LISTS.surnames.names})
TABLES = [*kin_words(), *said_words(), *_professions(), *SEXES]
# Every word that the program knows for somebody: for kin, ages, sexes and trades.
KNOWN = sorted({word for entry in TABLES for word in entry.split() if len(word) > 2 and word not in PARTICLES})
WRITTEN = (str.title, str.upper, str.lower)
DIGITS = "cero uno dos tres cuatro cinco seis siete ocho nueve".split()


def is_of_kin(word: str) -> bool:
    """Whether a word alone is one for a relative, or is said of one: where it is marked as that it may stay."""
    return bool(facts_in(word, "relative")) or not names_in(f"su tía {word}")


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
        (f"{user}04", "ID_EMPLEO_PERSONAL_SANITARIO"), (plain(f"{first}_{second}"), "ID_EMPLEO_PERSONAL_SANITARIO"),
        (plain(f"{first}.{second}@salud.es"), "CORREO_ELECTRONICO"),
        (f"{user}@{plain(second)}.es", "CORREO_ELECTRONICO"),
        (plain(f"https://www.{second}.es/{first}"), "URL_WEB"),
    ]  # fmt: skip


@settings(max_examples=25)
@given(
    st.sampled_from([*NAMES, *KNOWN]).filter(lambda word: plain(word) not in TITLES and not is_of_kin(word)),
    st.sampled_from([*NAMES, *KNOWN]).filter(lambda word: not is_of_kin(word)),
    st.sampled_from(WRITTEN),
    st.sampled_from(["madre", "padre", "hermana", "hijo", "tía", "esposa"]),
)
def test_a_name_leaves_nothing_of_itself(tagset, first, second, write, kin):
    assume(kin not in map(plain, (first, second)) and plain(kin) not in map(plain, (first, second)))
    doc = report(*mentions_of(write(first), write(second), kin))
    assert list(standing(doc, released(doc, tagset), (first, second))) == []


@settings(max_examples=15)
@given(st.sampled_from([*NAMES, *KNOWN]), st.sampled_from([*NAMES, *KNOWN]), st.sampled_from(WRITTEN))
def test_what_somebody_is_called_is_a_name_whatever_word_it_is(tagset, first, second, write):
    own = write(f"{first} {second}")
    text = f"La llaman {own}."
    doc = Document("a", text, (Span(10, 10 + len(own), "OTROS_SUJETO_ASISTENCIA"),))
    assert list(standing(doc, released(doc, tagset), (first, second))) == []


@pytest.mark.slow
@pytest.mark.parametrize("write", WRITTEN)
def test_every_word_for_people_is_kept_as_a_fact_or_is_replaced(tagset, write):
    """All of them in one report; as a name none is left."""
    doc = report(*((write(word), "NOMBRE_SUJETO_ASISTENCIA") for word in KNOWN))
    for word, one in zip(KNOWN, released(doc, tagset).replacements, strict=True):
        assert not regex.search(rf"\b{plain(word)}\b", plain(one.instead)), (word, one.instead)
    doc = report(*((write(word), "OTROS_SUJETO_ASISTENCIA") for word in KNOWN))
    for word, one in zip(KNOWN, released(doc, tagset).replacements, strict=True):
        kept = one.instead == write(word)
        assert kept == bool(described(write(word), "- ")), (word, one.instead)
        assert kept or not regex.search(rf"\b{plain(word)}\b", plain(one.instead)), (word, one.instead)


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
@given(st.sampled_from([*NAMES, *KNOWN]).filter(lambda word: plain(word) not in TITLES), st.sampled_from(WRITTEN))
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


@pytest.mark.slow
@settings(max_examples=12)
@given(MIXED, st.sampled_from(WRITTEN), st.sampled_from([" ", "", "-", "\n"]))
def test_whatever_is_marked_as_whatever_leaves_as_something_else(tagset, pieces, write, between):
    own = between.join(map(write, pieces)).strip()
    assume(plain(own).strip())
    doc = report(*((own, one.name) for one in tagset.classes))
    for one in released(doc, tagset).replacements:
        if one.way in (Way.KEEP, Way.GENERALISE):
            assert treatment_of(load_policy("research"), tagset, one.place.phi_class, own, "- ").way is one.way
            continue
        assert one.instead.strip() and plain(one.instead).strip() != plain(own).strip()
