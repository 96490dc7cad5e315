"""Invented values: names, dates, addresses and numbers that fill the slots of augmented training reports."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from deid_studio.detection.gazetteers import shipped_gazetteers
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold

_UNLISTED = 0.35

_PATIENT, _STAFF = Meaning(Kind.PERSON, Role.PATIENT), Meaning(Kind.PERSON, Role.STAFF)
_RELATIVE = Meaning(Kind.RELATIVE, Role.RELATIVE)
_DATE, _PLACE, _STREET = Meaning(Kind.DATE), Meaning(Kind.PLACE), Meaning(Kind.STREET)
_PATIENT_NUMBER = Meaning(Kind.NUMBER, Role.PATIENT, Subkind.PATIENT_NUMBER)
# What each slot means; slots without a meaning are no PHI.
SLOT_MEANINGS: Mapping[str, Meaning] = {
    "patient": _PATIENT,
    "patient_first": _PATIENT,
    "patient_last": _PATIENT,
    "doctor": _STAFF,
    "doctor_last": _STAFF,
    "doctor_short": _STAFF,
    "age": Meaning(Kind.AGE, Role.PATIENT),
    "sex": Meaning(Kind.SEX, Role.PATIENT),
    "date": _DATE,
    "day": _DATE,
    "day_month": _DATE,
    "month": _DATE,
    "weekday": _DATE,
    "season": _DATE,
    "town": _PLACE,
    "postal": Meaning(Kind.PLACE, subkind=Subkind.POSTAL_CODE),
    "region": _PLACE,
    "country": Meaning(Kind.COUNTRY),
    "street": _STREET,
    "road": _STREET,
    "hospital": Meaning(Kind.CENTRE, subkind=Subkind.HOSPITAL),
    "health_centre": Meaning(Kind.CENTRE, subkind=Subkind.HEALTH_CENTRE),
    "institution": Meaning(Kind.INSTITUTION),
    "phone": Meaning(Kind.PHONE),
    "fax": Meaning(Kind.PHONE, subkind=Subkind.FAX),
    "email": Meaning(Kind.EMAIL),
    "web": Meaning(Kind.WEB, subkind=Subkind.URL),
    "record": _PATIENT_NUMBER,
    "dni": _PATIENT_NUMBER,
    "group": _PATIENT_NUMBER,
    "insurance": Meaning(Kind.NUMBER, Role.PATIENT, Subkind.INSURANCE),
    "episode": Meaning(Kind.NUMBER, Role.PATIENT, Subkind.EPISODE),
    "licence": Meaning(Kind.NUMBER, Role.STAFF, Subkind.LICENCE),
    "employee": Meaning(Kind.NUMBER, Role.STAFF, Subkind.EMPLOYEE),
    "profession": Meaning(Kind.PROFESSION),
    "plate": Meaning(Kind.NUMBER, subkind=Subkind.VEHICLE),
    "device": Meaning(Kind.NUMBER, subkind=Subkind.DEVICE),
    "kin": _RELATIVE,
    "kins": _RELATIVE,
    "relative_name": Meaning(Kind.PERSON, Role.RELATIVE),
    # In any form: given name, surname, both, an initial.
    "patient_any": _PATIENT,
    "staff": _STAFF,
    "staff_first": _STAFF,
    "relative": Meaning(Kind.PERSON, Role.RELATIVE),
    "kin_named": _RELATIVE,
    "other": Meaning(Kind.OTHER, Role.PATIENT),
    "relative_age": _RELATIVE,
}
_KIN = (
    "madre padre hermano hermana hijo hija marido mujer esposa pareja abuela abuelo tía tío nieta nieto prima".split()
)
_KINS = "hijos hijas hermanos hermanas nietos sobrinos".split()
_NUMBERS = "dos tres cuatro cinco 2 3 4".split()
_DATES = (
    "{d:02}/{m:02}/{y}",
    "{d}/{m}/{y}",
    "{d:02}-{m:02}-{y}",
    "{d:02}.{m:02}.{y}",
    "{d}/{m:02}/{s:02}",
    "{d:02}/{m:02}/{s:02}",
    "{d:02}-{m:02}-{s:02}",
    "{d} de {n} de {y}",
    "{d} de {n} de {y}",
    "{d} de {n}",
    "{n} de {y}",
    "{n} del {y}",
    "{y}",
    "{y}",
    "{d}/{a}/{y}",
    "{d}-{a}-{s:02}",
    "{n}",
    "{d}/{m}",
    "{y}-{m:02}-{d:02}",
    "{d} {n} {y}",
    "{N} {y}",
    "{d:02} {m:02} {y}",
)

# Forms of numbers (`#` a digit) and the digits that they may begin with.
_NUMBER_FORMS: dict[str, tuple[Sequence[str], str]] = {
    "phone": (("### ### ###", "#########", "### ## ## ##", "## ### ## ##", "+34 ### ### ###", "(###) ### ####"), "679"),
    "fax": (("### ### ###", "#########", "### ## ## ##"), "9"),
    "record": (("######", "#######", "########", "###.###", "AN-######", "SIP######"), "123456789"),
    "dni": (("########A", "########-B", "##.###.###-K", "X#######L", "## ### ### H"), "123456789"),
    "insurance": (("## ######## ##", "##/########/##", "############", "##-########-##", "ABCD ##########"), "1234"),
    "episode": (("#######", "########", "U####/######", "####-####"), "12345"),
    "licence": (("## ## #####", "#########", "##/#######", "####", "######", "## #####"), "1234"),
    "employee": (("#####", "######", "E-####"), "1234567"),
    "plate": (("#### ZXW", "####-BCD", "M-####-XT"), "0123456789"),
    "device": (("SN-######", "XN-#####", "########", "AB######C"), "123456789"),
}


class InventedValues:
    """Makes values; a report's patient keeps its name until `new_patient`.

    `classes` has the class of each slot in the tag set, empty where it has none: then it is no PHI there. `unlisted` is
    the share of names that stand in no list: they are put together from two that do.
    """

    def __init__(
        self,
        lists: dict[str, Sequence[str]],
        names: dict[str, Sequence[str]],
        tagset: TagSet,
        seed: int,
        unlisted: float = _UNLISTED,
    ) -> None:
        self.classes = {slot: class_for(meaning, tagset) for slot, meaning in SLOT_MEANINGS.items()}
        self._unlisted = unlisted
        self._lists = lists
        self._names = names
        self._random = random.Random(seed)
        self.new_patient()

    @classmethod
    def load(cls, resources: Path, names: dict[str, Sequence[str]], tagset: TagSet, seed: int) -> InventedValues:
        """Values drawn from the gazetteers of a resources folder."""
        lists: dict[str, Sequence[str]] = {}
        for gazetteer in shipped_gazetteers(resources):
            lists.setdefault(gazetteer.kind, gazetteer.entries)
        return cls(lists, names, tagset, seed)

    def slots_for(self, phi_class: str, value: str, among: Iterable[str]) -> list[str]:
        """Which slots a value of a class may fill: towns and postal codes may share one."""
        slots = [slot for slot in among if phi_class and self.classes[slot] == phi_class]
        return [slot for slot in slots if (slot == "postal") == value.isdigit()] if "postal" in slots else slots

    def new_patient(self) -> None:
        """Forget the patient's name."""
        self._patient = (self._first(), self._last())

    def make(self, slot: str) -> list[tuple[str, str]]:
        """The slot's text in stretches, each with its class or an empty string; unknown slots raise KeyError.

        A slot name in capitals gives capitals (`HOSPITAL`), one that begins with a capital a capital (`Sex`), one that
        ends with `_low` small letters.
        """
        plain = slot.lower()
        if plain.endswith("_low"):
            plain = plain.removesuffix("_low")
            return [(self._value(plain).lower(), self.classes[plain])]
        if plain == "time":
            return [(f"{self._number(0, 23):02}:{self._number(0, 59):02}", "")]
        if plain == "patient" and self._random.random() < 0.12:
            first, last = self._patient
            name = self.classes["patient"]
            return [(last, name), (", ", ""), (first, name)]
        value = self._value(plain)
        if slot.isupper():
            value = value.upper()
        elif slot[0].isupper():
            value = value[:1].upper() + value[1:]
        return [(value, self.classes[plain])]

    def _value(self, slot: str) -> str:
        makers: dict[str, Callable[[], str]] = {
            "patient": lambda: " ".join(self._patient),
            "patient_first": lambda: self._patient[0],
            "patient_last": lambda: self._patient[1],
            "doctor": self._doctor,
            "doctor_last": lambda: self._last().split()[0],
            "doctor_short": lambda: f"{self._first()[0]}. {self._last()}",
            "age": self._age,
            "sex": lambda: self._pick("varón mujer hombre mujer niño niña H M V masculino femenino".split()),
            "date": self._date,
            "day": lambda: str(self._number(1, 30)),
            "day_month": lambda: f"{self._number(1, 30)} de {self._pick(self._lists['month'][:12])}",
            "month": lambda: self._pick(self._lists["month"][:12]),
            "weekday": lambda: self._pick(self._lists["weekday"][:7]),
            "season": lambda: self._pick(self._lists["season"][:4]),
            "town": lambda: self._listed("town"),
            "postal": lambda: f"{self._number(1, 52):02}{self._number(0, 999):03}",
            "region": lambda: self._pick(self._lists["region"]),
            "country": lambda: self._pick(self._lists["country"]) if self._random.random() < 0.5 else "España",
            "street": self._street,
            "road": lambda: f"{self._pick(['A', 'N', 'AP', 'M', 'CV'])}-{self._number(1, 500)}",
            "hospital": lambda: self._named("hospitals"),
            "health_centre": lambda: self._named("health_centres"),
            "institution": lambda: self._named("institutions"),
            "email": self._email,
            "web": lambda: f"www.{fold(self._pick(self._lists['last_name']).replace(' ', ''))}.example",
            "group": lambda: self._pick(self._names["groups"]),
            "profession": lambda: self._pick(
                self._names["professions"] if self._random.random() < 0.5 else self._lists["profession"]
            ),
            "kin": lambda: self._pick(_KIN),
            "kins": lambda: f"{self._pick(_NUMBERS)} {self._pick(_KINS)}",
            "relative_name": lambda: self._listed("first_name"),
            "relative_age": lambda: f"{self._number(2, 90)} años",
            "patient_any": lambda: self._any_form(*self._patient),
            "staff": lambda: self._any_form(self._first(), self._last()),
            "staff_first": self._first,
            "relative": lambda: self._any_form(self._first(), self._last()),
            "kin_named": lambda: f"{self._pick(_KIN)} {self._listed('first_name')}",
            "other": lambda: self._any_form(self._first(), self._last()),
        }
        if slot in _NUMBER_FORMS:
            return self._digits(*_NUMBER_FORMS[slot])
        return makers[slot]()

    def _pick(self, choices: Sequence[str]) -> str:
        return self._random.choice(choices)

    def _number(self, least: int, most: int) -> int:
        return self._random.randint(least, most)

    def _listed(self, kind: str) -> str:
        """An entry, or what two entries give together: names that no gazetteer holds occur too."""
        name = self._pick(self._lists[kind]).partition(",")[0]
        if self._random.random() > self._unlisted or " " in name or len(name) < 5:
            return name
        other = self._pick(self._lists[kind]).partition(",")[0]
        return name[: len(name) // 2] + other[len(other) // 2 :].lower() if other.isalpha() else name

    def _first(self) -> str:
        name = self._listed("first_name")
        return f"{name} {self._pick(self._lists['first_name'])}" if self._random.random() < 0.2 else name

    def _last(self) -> str:
        name = self._listed("last_name")
        return f"{name} {self._listed('last_name')}" if self._random.random() < 0.75 else name

    def _any_form(self, first: str, last: str) -> str:
        surname = last.split()[0]
        forms = (first, first, surname, f"{first} {surname}", f"{first} {last}", f"{first[0]}. {surname}")
        return self._pick(forms)

    def _doctor(self) -> str:
        way = self._random.random()
        if way < 0.12:
            return f"{self._first()[0]}. {self._last()}"
        return f"{self._first()} {self._last()}"

    def _age(self) -> str:
        way = self._random.random()
        if way < 0.7:
            return f"{self._number(16, 96)} años"
        if way < 0.8:
            return f"{self._number(1, 15)} {self._pick(['meses', 'días', 'semanas', 'años'])}"
        return f"{self._number(18, 95)}{self._pick(['', ' a', 'a', ' AÑOS', 'años'])}"

    def _date(self) -> str:
        month = self._number(1, 12)
        name = self._lists["month"][month - 1 if month < 9 else month]
        year = self._number(1930, 2027)
        return self._pick(_DATES).format(
            d=self._number(1, 28), m=month, y=year, s=year % 100, n=name, N=name.capitalize(), a=name[:3]
        )

    def _street(self) -> str:
        x = self._listed("last_name" if self._random.random() < 0.6 else "town")
        floor = self._pick(self._names["floors"])
        return self._pick(self._names["streets"]).format(x=x, n=self._number(1, 180), f=floor)

    def _named(self, kind: str) -> str:
        x = self._listed(self._pick(["last_name", "town", "town"]))
        return self._pick(self._names[kind]).format(x=x)

    def _email(self) -> str:
        user = fold(f"{self._first()[0]}{self._last().split()[0]}{self._pick(['', '', '1', '77'])}")
        host = fold(self._pick(self._lists["last_name"]).replace(" ", ""))
        host = self._pick(["hospital", "salud", "correo", host])
        return f"{user}@{host}.{self._pick(['es', 'com', 'example', 'org'])}"

    def _digits(self, forms: Sequence[str], opening: str) -> str:
        form = self._pick(forms)
        first = True
        made = []
        for character in form:
            if character == "#":
                made.append(self._pick(opening) if first else str(self._number(0, 9)))
                first = False
            else:
                made.append(character)
        return "".join(made)
