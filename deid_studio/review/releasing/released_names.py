"""What released reports are called: names that no two share, and whether one tells whose report it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import PurePosixPath
from unicodedata import normalize

import regex

from deid_studio.formats.conversion.documents import SUFFIXES
from deid_studio.model.document import Document
from deid_studio.model.patient_fields import FieldKind, PatientFields, plain_id
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold
from deid_studio.people.kinship import names_in
from deid_studio.people.name_reading import read_words
from deid_studio.people.name_words import PARTICLES, TITLES
from deid_studio.people.traces import LEAST
from deid_studio.release.gate.standing import kind_of
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.draws import Draws
from deid_studio.review.certificate.release_certificate import CERTIFICATE

_NUMBERED = "report-{:04d}"
# `BelmonteNuria_20150312`: words begin with capitals as well.
_TOKEN = regex.compile(r"\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lu}\p{M}]+(?![\p{Ll}])|\d+")
_ABOUT_NAMES = PARTICLES | TITLES
_NAMES = frozenset((FieldKind.FULL_NAME, FieldKind.GIVEN_NAME, FieldKind.SURNAME))
_OF_DAY = 2  # figures
_DATES = ("%Y%m%d", "%d%m%Y", "%m%d%Y", "%y%m%d", "%d%m%y")


def released_names(reports: Iterable[str]) -> dict[str, str]:
    """A name for each report, by its own: that of a document (`carta.docx`) without its ending.

    No two are the same, on systems as well that do not tell small letters from capitals. Where two would be, the
    report that was no document keeps the name, and the others have their form in it (`carta-docx`) or a number.
    """
    own = sorted(reports, key=lambda name: (_bare(name) != name, name))
    wanted = Counter(_key(_bare(name)) for name in own)
    taken = {CERTIFICATE}
    found = {}
    for name in own:
        first = _bare(name)
        if first != name and wanted[_key(first)] > 1:
            first = f"{first}-{PurePosixPath(name).suffix[1:].lower()}"
        choices = chain((first,), (f"{first}-{number}" for number in count(2)))
        found[name] = next(one for one in choices if _key(one) not in taken)
        taken.add(_key(found[name]))
    return found


def numbered_names(reports: Iterable[str], secret: bytes) -> dict[str, str]:
    """A number for each report, not in the order of their names, which may be that of patients or of days."""
    shuffled = list(reports)
    Draws(secret, "names").random("order").shuffle(shuffled)
    return {name: _NUMBERED.format(number) for number, name in enumerate(shuffled, start=1)}


def by_released_name(known: dict[str, str]) -> dict[str, str]:
    """What is known by the names of reports, by those under which they leave as well."""
    plain = {plain_id(name): value for name, value in known.items()}
    return {_bare(name): value for name, value in plain.items()} | plain | known


def tells(doc: Document, tagset: TagSet, fields: PatientFields | None) -> bool:
    """Whether a report's name holds something decided, a word of somebody's name, or a field of the patient's.

    A short word of a name too, and one that is a word as well (`02_leon_alta`, `09_rey`): who gives names to files
    writes it there for the person.
    """
    letters = "".join(c for c in fold(doc.id) if c.isalnum())
    tokens = {fold(token) for token in _TOKEN.findall(doc.id)}
    digits = ("".join(c for c in run if c.isdigit()) for run in regex.findall(r"\d+(?:[-_. /]\d+)*", doc.id))
    days = {run for run in digits if 6 <= len(run) <= 8}
    for text, names in _telling(doc, tagset, fields):
        bare = "".join(c for c in fold(text) if c.isalnum())
        if len(bare) >= LEAST and bare in letters:
            return True
        if any(not tokens.isdisjoint(_words(name)) for name in names):
            return True
        if days and not days.isdisjoint(_written_days(text)):
            return True
    return False


def _telling(doc: Document, tagset: TagSet, fields: PatientFields | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a name must not hold, and the names in it, of which no word may be there."""
    for span in doc.spans:
        text, kind = span.text(doc.text), kind_of(tagset, span.phi_class)
        if kind == "date" and not _tells_day(text):
            continue
        of_relatives = tuple(text[start:end] for start, end in names_in(text)) if kind == "relative" else ()
        yield text, (text,) if kind == "person" else of_relatives
    for value in () if fields is None else fields.values:
        yield value.text, (value.text,) if value.kind in _NAMES else ()


def _words(name: str) -> Iterator[str]:
    """The words of a name, without initials, particles and forms of address, which are in the names of many files."""
    for word in read_words(name):
        if len(word.folded) > 1 and word.folded not in _ABOUT_NAMES:
            yield from (word.folded, "".join((*word.particles, word.folded)))


def _tells_day(text: str) -> bool:
    """Whether a date has a year, or a day and its month: nobody is told by `agosto`, `Pascua` or `viernes 3`."""
    read = read_date(text)
    is_day = None not in (read.said.day, read.said.month) and read.first_holiday is None
    return read.said.year is not None or is_day or sum(c.isdigit() for c in text) > _OF_DAY


def _written_days(text: str) -> Iterator[str]:
    """A full date as it is written in names of files, in digits alone."""
    read = read_date(text)
    day = read.on(Moment()) if read.said.is_full else None
    if day is not None:
        yield from (day.strftime(form) for form in _DATES)


def _bare(name: str) -> str:
    path = PurePosixPath(name)
    while path.suffix.lower() in SUFFIXES:
        path = path.with_suffix("")
    return str(path)


def _key(name: str) -> str:
    return normalize("NFC", name).casefold()
