"""Errors: both languages, the same facts in each, and no loss on the way between processes."""

from __future__ import annotations

import errno
import pickle
import string
from collections.abc import Iterator

import pytest

from deid_studio import errors
from deid_studio.errors import DeidError, reason
from deid_studio.texts import translated


def kinds(kind: type[DeidError] = DeidError) -> Iterator[type[DeidError]]:
    yield kind
    for sub in kind.__subclasses__():
        yield from kinds(sub)


KINDS = [kind for kind in kinds() if kind.__module__.startswith(f"{errors.__name__}.")]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_says_the_same_in_both_languages(kind: type[DeidError]) -> None:
    en_what, en_remedy = kind.texts
    es_what, es_remedy = (translated(text, "es") for text in kind.texts)
    assert fields(es_what) == fields(en_what)
    assert fields(es_remedy) == fields(en_remedy)
    for text in (es_what, es_remedy, en_what, en_remedy):
        assert text.endswith(".")
    assert es_what != en_what


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_filled_and_survives_the_way_between_processes(kind: type[DeidError]) -> None:
    names = fields("".join(kind.texts))
    error = kind(**{name: f"<{name}>" for name in names})
    for language in ("es", "en"):
        for name in names:
            assert f"<{name}>" in error.what(language) + error.remedy(language)
    assert error.what("fr") == error.what("es")  # as languages that nobody translated into fall back
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == str(error) == f"{error.what()} {error.remedy()}"


def test_every_code_is_its_own() -> None:
    assert len({kind.code for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_imported_from_one_place(kind: type[DeidError]) -> None:
    assert getattr(errors, kind.__name__) is kind


def test_what_the_system_says_in_the_machines_language_is_said_in_the_persons() -> None:
    told = reason(FileNotFoundError(errno.ENOENT, "Файл не найден"))
    assert told.said("es") == "no existe" and told.said("en") == "No such file or directory"
    assert reason(OSError(errno.EXDEV, "Invalid cross-device link")).said("es") == "Invalid cross-device link"
    assert reason(OSError()).said("en") == "OSError"
