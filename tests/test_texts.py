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
import collect_texts
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


@pytest.mark.slow
def test_every_text_of_the_program_is_in_the_catalogue_and_nothing_else(spanish, found):
    own = {one for one, message in spanish.items() if not any(name.startswith("<") for name, _ in message.locations)}
    assert set(found) - set(spanish) == set(), "make i18n collects them"
    assert own - set(found) == set(), "make i18n takes them out"


def test_every_text_is_translated_with_the_same_places_to_fill_in(spanish):
    for one, message in spanish.items():
        english = (one,) if isinstance(one, str) else one
        said = (message.string,) if isinstance(message.string, str) else message.string
        assert len(said) == len(english) and all(said), one
        for form, (own, theirs) in enumerate(zip(english, said, strict=True)):
            assert places(theirs) <= places(own), own
            # Of one, a language may speak without a figure.
            of_one = len(said) > 1 and not form
            assert theirs.count("%n") == own.count("%n") or (of_one and "%n" not in theirs), own


@pytest.mark.slow
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


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    """Makes a third language, beside the Spanish one: its code, what it says, and whether somebody checked it."""

    def make(code: str, said: str, checked: bool) -> None:
        (tmp_path / "i18n").mkdir(exist_ok=True)
        for one, path in ((code, None), ("es", CATALOGUE.with_suffix(".mo"))):
            folder = tmp_path / "i18n" / one / "LC_MESSAGES"
            folder.mkdir(parents=True)
            with (folder / "messages.mo").open("wb") as file:
                if path is None:
                    head = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8"\n\n'
                    write_mo(file, read_po(io.BytesIO(head + said.encode())))
                else:
                    file.write(path.read_bytes())
        (tmp_path / "i18n" / "checked.txt").write_text(f"es\n{code if checked else ''}\n")

    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    texts.catalogue.cache_clear()
    yield make
    texts.catalogue.cache_clear()


def test_what_a_third_language_lacks_is_said_in_spanish_and_what_nobody_has_in_english(made_up):
    made_up("xx", 'msgid "Check the encoding."\nmsgstr "Xeck."\n\nmsgid "date"\nmsgstr "xate"\n', checked=True)
    assert languages() == ["en", "es", "xx"]
    assert spoken(["xx_ES.UTF-8"]) == "xx"
    told = [translated(one, "xx") for one in ("date", "not a regular file", "what nobody has")]
    assert told == ["xate", "no es un archivo normal", "what nobody has"]
    assert [counted("1 report", "{count} reports", n, "xx") for n in (1, 3)] == ["1 informe", "3 informes"]


def test_nothing_that_nobody_checked_is_shipped():
    checked = {"en", *(CATALOGUES / "checked.txt").read_text(encoding="utf-8").split()}
    compiled = {path.parents[1].name for path in CATALOGUES.rglob("*.mo")}
    manuals = {path.name for path in (CATALOGUES.parent / "manual").iterdir() if path.is_dir()}
    assert compiled == checked and manuals <= checked
    for language in checked - {"en"}:
        with (CATALOGUES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
            fuzzy = [one.id for one in read_po(file) if one.id and one.fuzzy]
        assert fuzzy == [], "somebody is not sure of these"


def test_a_language_that_nobody_checked_is_neither_offered_nor_spoken(made_up):
    made_up("xx", 'msgid "date"\nmsgstr "xate"\n', checked=False)
    assert languages() == ["en", "es"]
    assert spoken(["xx_ES.UTF-8", "es"]) == "es"


def test_a_catalogue_of_a_new_language_has_its_plural_forms_and_nothing_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(collect_texts, "CATALOGUES", tmp_path)
    found = {"date": ["a"], "en": ["a"], "English": ["a"], ("1 report", "{count} reports"): ["b"]}
    for language, name in (("ca", "Català"), ("gl", "Galego"), ("eu", "Euskara")):
        with collect_texts.begun(language).open("rb") as file:
            catalogue = collect_texts.updated(read_po(file), found)
        assert catalogue.num_plurals == 2 and {one.id for one in catalogue if one.id} == set(found)
        assert (catalogue["en"].string, catalogue["English"].string, catalogue["date"].string) == (language, name, "")
        assert [path.name for path in tmp_path.rglob(f"{language}/**/*.*o")] == ["messages.po"]


def test_the_language_is_the_first_of_the_system_that_is_spoken():
    assert [spoken([one]) for one in ("es_MX.UTF-8", "Spanish_Spain.1252", "en_GB", "C", "fr-FR")] == [
        "es",
        "es",
        "en",
        "en",
        "en",
    ]
    assert spoken(["fr-FR", "es-ES", "en"]) == "es"
