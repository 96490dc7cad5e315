"""One catalogue says every text of the program in each language."""

from __future__ import annotations

import gettext
import io
import string
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from deid_studio import paths, texts
from deid_studio.errors import ReportUnreadableError
from deid_studio.texts import Text, counted, day, figures, joined, languages, spoken, translated

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))
from collect_texts import CATALOGUES, collected, counts

CATALOGUE = CATALOGUES / "es" / "LC_MESSAGES" / "messages.po"


@pytest.fixture(scope="module")
def spanish():
    with CATALOGUE.open("rb") as file:
        return {m.id if isinstance(m.id, str) else tuple(m.id): m for m in read_po(file) if m.id and m.context is None}


@pytest.fixture(scope="module")
def found():
    """The texts of the program, as `make i18n` collects them."""
    return collected()


def places(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:  # no template: `{…}` stands there for itself
        return set()


def test_every_text_of_the_program_is_in_the_catalogue_and_nothing_else(spanish, found):
    own = {one for one, message in spanish.items() if not any(name.startswith("<") for name, _ in message.locations)}
    assert set(found) - set(spanish) == set(), "make i18n collects them"
    assert own - set(found) == set(), "make i18n takes them out"


def test_every_text_is_translated_with_the_same_places_to_fill_in(spanish):
    for one, message in spanish.items():
        english = (one,) if isinstance(one, str) else one
        said = (message.string,) if isinstance(message.string, str) else message.string
        assert len(said) == len(english) and all(said), one
        for own, theirs in zip(english, said, strict=True):
            assert places(theirs) <= places(own) and own.count("%n") == theirs.count("%n"), own


def test_english_has_a_form_for_one_of_all_that_the_window_counts(found):
    with (CATALOGUES / "en" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        english = {tuple(m.id): m.string for m in read_po(file) if m.id}
    assert set(english) == {one for one in found if counts(one)}
    assert all(all(forms) for forms in english.values())


def test_the_compiled_catalogue_is_that_of_the_source():
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    shipped = CATALOGUE.with_suffix(".mo").open("rb")
    with shipped:
        assert (
            gettext.GNUTranslations(compiled)._catalog.items()
            >= {key: value for key, value in gettext.GNUTranslations(shipped)._catalog.items() if key}.items()
        )


def test_a_text_is_said_in_the_language_that_is_asked_for_with_texts_inside():
    told = Text("{drew} reports were drawn, not {count}", drew=3, count=4)
    assert str(told) == "3 reports were drawn, not 4" and "informes" in told.said("es")
    assert joined([Text("date"), "x"]).said("es") == "fecha, x"
    assert [figures("1,234,567.5").said(one) for one in ("en", "es")] == ["1,234,567.5", "1.234.567,5"]
    assert [day("2026-03-09").said(one) for one in ("en", "es")] == ["2026-03-09", "09/03/2026"]
    assert [counted("1 report", "{count} reports", n, "es") for n in (1, 3)] == ["1 informe", "3 informes"]
    error = ReportUnreadableError(path="a.txt", detail=Text("not a regular file"))
    assert "not a regular file" in error.what("en") and "no es un archivo normal" in error.what("es")


def test_a_third_language_is_a_folder_and_what_it_lacks_is_said_in_english(tmp_path, monkeypatch):
    folder = tmp_path / "i18n" / "ca" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = read_po(
        io.BytesIO(b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8"\n\nmsgid "date"\nmsgstr "data"\n')
    )
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    texts.catalogue.cache_clear()
    try:
        assert languages() == ["en", "ca"]
        assert [translated(one, "ca") for one in ("date", "place")] == ["data", "place"]
    finally:
        texts.catalogue.cache_clear()


def test_the_language_is_the_first_of_the_system_that_is_spoken():
    assert [spoken([one]) for one in ("es_MX.UTF-8", "Spanish_Spain.1252", "en_GB", "C", "fr-FR")] == [
        "es",
        "es",
        "en",
        "en",
        "en",
    ]
    assert spoken(["fr-FR", "es-ES", "en"]) == "es"
