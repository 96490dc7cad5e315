import subprocess
import sys
import time
from collections.abc import Callable

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.affixes import Affixes
from deid_studio.detection.spacy_library import spacy_library
from deid_studio.detection.tokens import MAX_TOKENS, Tokenizer, tokenizer
from deid_studio.people.pieces import CHUNK, pieces

_BLANK = regex.compile(r"\s")


@pytest.mark.parametrize(
    ("chunk", "expected"),
    [
        ("12/03/2019", ["12", "/", "03", "/", "2019"]),
        ("NºCol:28", ["Nº", "Col", ":", "28"]),
        ("GarcíaNHC", ["García", "NHC"]),
        ("DR.Francisco", ["DR", ".", "Francisco"]),
        ("DRAlberto", ["DR", "Alberto"]),
        ("EEII", ["EEII"]),
        ("añosingresó", ["años", "ingresó"]),
        ("años", ["años"]),
        ("CP28029", ["CP", "28029"]),
        ("a@b.es", ["a", "@", "b", ".", "es"]),
        ("Jose\u0301", ["Jose\u0301"]),
        ("👨‍👩‍👧x", ["👨‍👩‍👧", "x"]),
    ],
)
def test_pieces(chunk: str, expected: list[str]) -> None:
    assert pieces(chunk) == expected


def test_offsets_are_those_of_the_original_text() -> None:
    text = "\ufeffNombre: Ana\u00a0Ruiz.\r\n😀 Edad: 36 años\u2028CP:28029\x00fin"
    lines = tokenizer().lines(text)
    assert [line.words for line in lines] == [
        ["Nombre", ":", "Ana", "Ruiz", "."],
        ["😀", "Edad", ":", "36", "años"],
        ["CP", ":", "28029", "fin"],
    ]
    for line in lines:
        for word, start, end in zip(line.words, line.starts, line.ends, strict=True):
            assert text[start:end] == word


@given(st.text(alphabet=st.characters(), max_size=300))
@settings(max_examples=150)
def test_any_text_is_covered_without_overlap(text: str) -> None:
    at = 0
    for line in tokenizer().lines(text):
        for word, start, end in zip(line.words, line.starts, line.ends, strict=True):
            assert text[start:end] == word
            assert at <= start < end
            assert not any(c.isalnum() for c in text[at:start])
            at = end
    assert not any(c.isalnum() for c in text[at:])


def test_lone_surrogates_and_nothing() -> None:
    assert tokenizer().lines("") == []
    assert tokenizer().lines(" \r\n\u2029\x00") == []
    assert tokenizer().lines("a \ud800b")[0].words[0] == "a"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["(" * 100_000, "a" * 300_000, "dolor, " * 50_000, "x.\n" * 30_000])
def test_long_texts_take_bounded_time_and_give_bounded_sequences(text: str) -> None:
    before = time.process_time()
    lines = Tokenizer().lines(text)
    assert time.process_time() - before < 2
    assert max(len(line) for line in lines) <= MAX_TOKENS
    assert sum(end - start for line in lines for start, end in zip(line.starts, line.ends, strict=True)) == len(
        "".join(text.split())
    )


def test_a_report_is_not_split_again_after_it_was_read_in_another_case() -> None:
    own = Tokenizer()
    first = own.lines("Vino Ana.")
    assert own.lines("vino ana.") is not first
    assert own.lines("Vino Ana.") is first


def test_long_lines_are_cut_at_a_sentence_end() -> None:
    line, rest = tokenizer().lines("palabra " * (MAX_TOKENS - 200) + ". " + "otra " * 300)
    assert line.words[-1] == "."
    assert set(rest.words) == {"otra"}


@pytest.fixture(scope="module")
def spacys_words() -> Callable[[str], list[str]]:
    """How spaCy splits a chunk."""
    spanish = spacy_library().blank("es").tokenizer
    return lambda chunk: [token.text for token in spanish(chunk)]


_AFFIXES = Affixes()
# Letters, signs that spaCy splits off, blanks that are none to us, exceptions and what they are split into.
_SIGNS = "aAeEuUcmñÑıſЖ09٣.,:;()/-@#%&+*=<>_^|\\'\"’´°ºª¿¡…—“€$\x1c\u200b😀\u0301"
_PARTS = [part for part in (*_SIGNS, *_AFFIXES.exceptions) if not _BLANK.search(part)]
_CHUNKS = st.lists(st.sampled_from(_PARTS), min_size=1, max_size=8)


@given(_CHUNKS.map("".join) | st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12))
@example("(Dra.")
@example("EE.UU.,")
@example("https://www.hospital.es/cita?id=3,")
@example("n°-10a.m.")
@settings(max_examples=300)
def test_chunks_are_split_as_spacy_splits_them(spacys_words: Callable[[str], list[str]], chunk: str) -> None:
    assert _AFFIXES.split(chunk) == spacys_words(chunk)


# Letters, figures and signs that need not be asked for, and what spaCy knows of them.
_PLAIN = "aeEuUcmñÑßµª09.,:;()/-@#%&+*=<>_^|\\'\"’´°º²¿¡…—“€"
_UNITS = ["km", "m²", "kg", "US$", "C$", "°C", "mg", "km/h", "http://", "www.", ".es", "años", "pal"]


@given(
    _CHUNKS.map("".join)
    | st.lists(st.sampled_from([*_PLAIN, *_UNITS, *_AFFIXES.exceptions]), min_size=1, max_size=9).map("".join)
)
@example("(pal)")
@example("10km.")
@example("12a.m.")
@settings(max_examples=300)
def test_tokens_are_the_pieces_of_spacys_words(chunk: str) -> None:
    spacys = [word for part in CHUNK.findall(chunk) for word in _AFFIXES.split(part)]
    assert tokenizer().words(chunk) == [piece for word in spacys for piece in pieces(word)]


def test_our_rules_part_all_but_one_of_spacys_exceptions_as_it_does() -> None:
    ours = {one: [piece for word in words for piece in pieces(word)] for one, words in _AFFIXES.exceptions.items()}
    assert [one for one, words in ours.items() if words != pieces(one)] == ["pal"]


def test_words_of_real_reports_are_split_as_spacy_splits_them(spacys_words: Callable[[str], list[str]]) -> None:
    reports = (paths.resources() / "samples").glob("*.txt")
    chunks = {chunk for report in reports for chunk in report.read_text(encoding="utf-8").split()}
    assert len(chunks) > 500
    split = {chunk: spacys_words(chunk) for chunk in chunks}
    assert {chunk: _AFFIXES.split(chunk) for chunk in chunks} == split
    assert any(len(words) > 1 for words in split.values())


@pytest.mark.slow
def test_the_default_model_loads_neither_spacy_nor_scipy_and_spacy_comes_without_its_command_line() -> None:
    code = "import sys; import deid_studio; pipeline = deid_studio.open_pipeline(); "
    code += "deid_studio.detect('Nombre: Nuria Belmonte.', pipeline); "
    code += "heavy = {'spacy', 'thinc', 'sklearn', 'PySide6', 'faker', *(() if native is None else ('scipy',))}; "
    code += "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys(); "
    code = "from deid_studio.kernel.compiled import native; " + code
    # Who asks for spaCy has it without its command line, which can be loaded still.
    code += "from deid_studio.detection.spacy_library import spacy_library; spacy_library(); "
    code += "assert not {'requests', 'httpx', 'spacy.cli', 'spacy.cli.info'} & sys.modules.keys(); "
    code += "from spacy.cli.info import info; assert info.__module__ == 'spacy.cli.info'"
    subprocess.run([sys.executable, "-c", code], check=True)
