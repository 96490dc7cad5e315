"""Whether what a release invents agrees with itself and with what it leaves, judged without the program's own readings.

    python tests/benchmarks/bench_coherence.py [FOLDER …] [--policy research] [--show]

Without a folder the project's own foreign reports (dev, second), every report a patient of its own. Told are: names
whose sex is another one in the surrogate; e-mail addresses and user names that were made of a name of their report and
are not made of its surrogate in the same way; and contradictions that the original has not: an age against birth date
and other dates, a word for the sex or a form of address against the name, a postal code against the town, dates that
no calendar has or that lie a day off a real one, and facts that are not as they were. Names are of the sex that the
lists below and the library Faker say; dates, ages and addresses are read here.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from bench_survivals import reports_in
from faker.providers.person.es_ES import Provider

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet, load_tagset
from deid_studio.release.policy import Policy, load_policy
from deid_studio.release.released import Released, Releaser

_FOREIGN = Path(__file__).resolve().parents[1] / "foreign"
_PATIENT = "NOMBRE_SUJETO_ASISTENCIA"
_HERS = """
adoracion ainhoa aina aissatou aitana alejandra amalia amparito amparo ana andrea angeles anna anneke anneliese asun
begona belen blanca brenda candela candelaria candelas caridad carme carmen catalina chantal charo chelo chidinma
citlali clemencia consuelo cristina deisy desamparats desislava dolca dolores dosinda elena elvira emily encarnacion
estefania ester eulalia fanta fatima fatoumata felicitas fernanda francisca garazi gemma gertrudis giuliana gregoria
guadalupe herminia hortensia ikram inmaculada ioana iratxe iria iris itxaso itziar itzel izaskun josefa julia kadiatou
kathy kerstin laura leidy leire lola lourdes lua lucia macarena maddi maialen maite margalida margot maria marina marisa
marisol menchu merche milagros millaray mireia monica montserrat nelida nerea neus nieves nilda nora nuria paca paola
patricia petronila pilar purificacion quimeta raquel rayen remedios rocio rosa rosario roxana sabela samira sandra sara
saray sheila sole soledad sonia susana tere tomasa trini uxia vera veronica violeta xenia ximena yaiza yasna yohana
yolanda yuli yurena yurleidy concepcion mercedes juani fefa chayito raquel rosalia esperanza
"""
_HIS = """
adrian afonso agapito airam alejandro alfonso amador andres andresico angel anselmo anton antonio aurelio bakary
bartomeu bernabe bernardo beto bilal blas brais brayan camilo celso cristobal damian dani dario didac domingo echedey
eduardo efrain eladio emmanuel eudald eulogio eusebio ezequiel fabian faustino fermin fidel florencio gabino gheorghe
goyo gregorio guillem guillermo hadriano hamza hendrik hilario ibrahima ignacio iker illan inigo iulian jesus joaquim
jon joost jose josep josu julian kaloyan kevin koffi luis luismi mamadou manuel marc marius mikel mohamed nacho nestor
nicolas oliver omar oriol osvaldo ovidio paco pascual pepe pere piet policarpo rafael ramiro ramon rolando ruben said
sancho santiago saturnino sebastian segundo serafin tariq teodoro teofilo tinin tito tomas tony txema ulises unai vasile
vicente wilmar wilmer xaime xurxo yeray juan pedro carlos francisco chano cheikh
"""
_MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
_NUMERIC = re.compile(r"\b(\d{1,2})\s?[/.-]\s?(\d{1,2})\s?[/.-]\s?(\d{4})\b")
_WORDED = re.compile(rf"\b(\d{{1,2}})(?:\s+de)?\s+({'|'.join(_MONTHS)})(?:\s+(?:de|del))?\s+(\d{{4}})\b")
_YEARS = re.compile(r"^\s*(\d{1,3})\s*(?:anos|a\.?|anys|urte)?\s*$")
_BORN = re.compile(r"(?i)(?:nac(?:imiento|id[oa]|\.)?|naixement|jaio\w*|fn|f\.\s?n\.?)[^\n]{0,16}$")
_SHE = re.compile(r"(?i)(?:\b(?:dra|sra|srta|dña|doña)\.?|\bD\.?ª\.?)\s*$")
_HE = re.compile(r"(?i)\b(?:dr|sr|don|D)\.?\s*$")
_FACTS = frozenset("sex age relative country profession".split())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="*", default=[_FOREIGN / "dev", _FOREIGN / "second"])
    parser.add_argument("--policy", default="research")
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    all_found: Counter[str] = Counter()
    for folder in args.folders:
        found, told = judged(reports_in(folder), load_policy(args.policy), tagset)
        tell(str(folder.name), found)
        all_found += found
        for line in told if args.show else ():
            print(f"    {line}")
    tell("all", all_found)


def tell(name: str, found: Counter[str]) -> None:
    flips = found["sex flips"] / max(found["names of known sex"], 1)
    contradictions = sum(count for what, count in found.items() if what.startswith("contradiction"))
    print(
        f"{name}: {found['sex flips']} of {found['names of known sex']} names of known sex flipped ({flips:.1%}),"
        f" {found['followed']} of {found['made of names']} addresses and user names follow, {contradictions}"
        f" contradictions, {found['other facts']} of {found['facts']} facts are not as they were"
    )
    for what, count in sorted(found.items()):
        if what.startswith(("contradiction", "looked at")):
            print(f"  {what}: {count}")


def judged(docs: list[Document], policy: Policy, tagset: TagSet) -> tuple[Counter[str], list[str]]:
    """What was found in the release of some reports, and a line on each."""
    found: Counter[str] = Counter()
    told: list[str] = []
    releaser = Releaser(docs, policy, tagset, b"c" * 32)
    for doc in docs:
        released = releaser.release(doc)
        pairs = [
            (doc.text[r.place.start : r.place.end], r.instead, r.place.start, r.place.phi_class)
            for r in released.replacements
        ]
        for what, line in (*of_names(doc, pairs, tagset), *of_handles(pairs, tagset), *of_facts(pairs, tagset)):
            found[what] += 1
            told += [f"{doc.id}: {what}: {line}"] if line else []
        for what, line in (*of_dates(doc, pairs, tagset), *of_places(doc, released, tagset)):
            found[what] += 1
            told += [f"{doc.id}: {what}: {line}"] if line else []
    return found, told


Pairs = list[tuple[str, str, int, str]]


def plain(text: str) -> str:
    """A text in small letters without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


# --- names -------------------------------------------------------------------------------------------------------


def sex_of(name: str, drawn: bool = False) -> str:
    """What the first word that tells one tells; empty where none does."""
    hers, his = set(_HERS.split()), set(_HIS.split())
    if drawn:
        # Of single names alone: José María is no woman.
        women, men = ({plain(n) for n in some} for some in (Provider.first_names_female, Provider.first_names_male))
        hers, his = women - men | {"maria"}, men - women | {"jose"}
    if re.match(r"\W*(?:mª|m\.ª|ma\.) ", plain(name)):
        return "F"
    for word in re.findall(r"[^\W\d_]+", plain(name)):
        if word in hers or word in his:
            return "F" if word in hers else "M"
    return ""


def like(own: str, new: str) -> str:
    """Of a surrogate the words from where the original tells a sex, where both have as many."""
    before, after = (re.findall(r"[^\W\d_]+", text) for text in (own, new))
    first = next((at for at, word in enumerate(before) if sex_of(word) or word == "Mª"), 0)
    return " ".join(after[first:]) if len(before) == len(after) else new


def of_names(doc: Document, pairs: Pairs, tagset: TagSet) -> Iterator[tuple[str, str]]:
    for own, new, start, phi_class in pairs:
        kind = tagset[phi_class].kind
        if kind not in ("person", "relative", "other") or own == new:
            continue
        was, now = sex_of(own), sex_of(like(own, new), drawn=True)
        if not was or (kind != "person" and not re.search(r"\b[A-ZÁÉÍÓÚÑ]", own)):
            continue
        yield "names of known sex", ""
        if now and was != now:
            yield "sex flips", f"{own!r} -> {new!r}"
        before = doc.text[max(start - 8, 0) : start]
        address = "F" if _SHE.search(before) else "M" if _HE.search(before) else ""
        if address and now and address == was:
            yield "looked at: forms of address", ""
            if address != now:
                yield "contradiction: form of address", f"{before!r} {own!r} -> {new!r}"
    patient = next(((own, new) for own, new, _, c in pairs if c == _PATIENT and sex_of(own)), None)
    words = [plain(new) for _, new, _, c in pairs if tagset[c].kind == "sex"]
    said = {"F" if re.match(r"muj|fem|hembra|nina|f$|dona", w) else "M" for w in words if re.match(
        r"muj|fem|hembra|nina|f$|dona|var|hombre|masc|nino", w)}  # fmt: skip
    if patient and len(said) == 1 and sex_of(patient[0]) in said:
        yield "looked at: words for the sex", ""
        now = sex_of(like(*patient), drawn=True)
        if now and now not in said:
            yield "contradiction: word for the sex", f"{patient} {words}"


def of_handles(pairs: Pairs, tagset: TagSet) -> Iterator[tuple[str, str]]:
    """User names and addresses that are made of a name of the report, and whether they are made of its surrogate."""
    people = []
    for own, new, _, phi_class in pairs:
        if tagset[phi_class].kind == "person":
            before, after = (re.findall(r"[^\W\d_]+", plain(text)) for text in (own, new))
            if len(before) == len(after) > 1:
                people.append(list(zip(before, after, strict=True)))
    for own, new, _, phi_class in pairs:
        kind = tagset[phi_class].kind
        if kind not in ("email", "number") or (kind == "number" and not re.search(r"[a-z]{4}", own)):
            continue
        user, made = (re.sub(r"[^a-z]", "", plain(text.partition("@")[0])) for text in (own, new))
        ways = [way for words in people if (way := pieces(user, words)) is not None]
        if not ways:
            continue
        yield "made of names", ""
        if any("".join(w[:n] if n else w for _, w, n in way) == made for way in ways):
            yield "followed", ""
        else:
            yield "not followed", f"{own!r} -> {new!r}; {ways}"


def pieces(user: str, words: list[tuple[str, str]], least: int = 3) -> list[tuple[str, str, int]] | None:
    """A user name cut into whole words (0) and first letters (1) of a name, in any order; None where it cannot be."""
    if not user:
        return [] if least == 0 else None
    for at, (old, new) in enumerate(words):
        rest = words[:at] + words[at + 1 :]
        for length in (0, 1):
            piece = old[:length] if length else old
            if len(old) > 1 and user.startswith(piece):
                found = pieces(user[len(piece) :], rest, 0 if not length and len(old) >= 3 else least)
                if found is not None:
                    return [(old, new, length), *found]
    return None


# --- facts, dates, places ----------------------------------------------------------------------------------------


def of_facts(pairs: Pairs, tagset: TagSet) -> Iterator[tuple[str, str]]:
    for own, new, _, phi_class in pairs:
        kind = tagset[phi_class].kind
        named = kind == "relative" and (sex_of(own) or re.search(r"\b[A-ZÁÉÍÓÚÑ]", own))
        if kind not in _FACTS or named or re.search(r"9\d|1\d\d", own):
            continue
        yield "facts", ""
        if own != new:
            yield "other facts", f"{own!r} -> {new!r}"


def days_in(text: str) -> list[tuple[int, int, int]]:
    """Day, month and year of the full dates of a text, whether or not a calendar has them."""
    low = plain(text)
    found = [(int(d), int(m), int(y)) for d, m, y in _NUMERIC.findall(low)]
    return found + [(int(d), _MONTHS.index(m) + 1, int(y)) for d, m, y in _WORDED.findall(low)]


def day_of(said: tuple[int, int, int]) -> date | None:
    try:
        return date(said[2], said[1], said[0])
    except ValueError:
        return None


def age_on(day: date, born: date) -> int:
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def of_dates(doc: Document, pairs: Pairs, tagset: TagSet) -> Iterator[tuple[str, str]]:
    dates = [(o, n, s) for o, n, s, c in pairs if tagset[c].kind == "date"]
    real = {day for o, _, _ in dates for said in days_in(o) if (day := day_of(said))}
    near = {day + timedelta(days=step) for day in real for step in (-1, 0, 1)}
    for own, new, _ in dates:
        for said in days_in(new):
            yield "looked at: dates", ""
            day = day_of(said)
            if day is None and all(map(day_of, days_in(own))):
                yield "contradiction: impossible date", f"{own!r} -> {new!r}"
            if day in near:
                yield "contradiction: a real date or a day off one", f"{own!r} -> {new!r}"
    ages = [(own, new) for own, new, _, c in pairs if tagset[c].kind == "age" and _YEARS.match(plain(own))]
    for old_age, new_age in ages:
        sides = []
        for which, said in ((0, old_age), (1, new_age)):
            born = [d for pair in dates if _BORN.search(doc.text[max(pair[2] - 40, 0) : pair[2]])
                    for one in days_in(pair[which]) if (d := day_of(one))]  # fmt: skip
            others = [d for pair in dates for one in days_in(pair[which]) if (d := day_of(one)) and d not in born]
            years = _YEARS.match(plain(said))
            sides.append(
                None if not born or not others or years is None
                else any(age_on(day, born[0]) == int(years.group(1)) for day in others)
            )  # fmt: skip
        if sides[0]:
            yield "looked at: ages against birth", ""
            if sides[1] is False:
                yield "contradiction: age against birth", f"{old_age!r} -> {new_age!r}: {dates}"


def of_places(doc: Document, released: Released, tagset: TagSet) -> Iterator[tuple[str, str]]:
    """A postal code right before a town: of the province that the table of towns says."""
    lines = (paths.resources() / "release" / "places.csv").read_text(encoding="utf-8").splitlines()
    province = {plain(row.split(",")[3]): row.split(",")[0] for row in lines if row.count(",") == 5}
    for pattern_text, own in ((doc.text, True), (released.text, False)):
        for code, town in re.findall(r"\b(\d{5})[ ,-]+([A-ZÁÉÍÓÚÑ][\w-]+(?: [A-ZÁÉÍÓÚÑ][\w-]+)?)", pattern_text):
            known = province.get(plain(town)) or province.get(plain(town.split()[0]))
            if known is None or own:
                continue
            yield "looked at: postal codes", ""
            if known != code[:2]:
                yield "contradiction: postal code against town", f"{code} {town}"


if __name__ == "__main__":
    main()
