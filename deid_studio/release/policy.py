"""Release policy: what becomes of each class of PHI when reports are released, read from TOML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import tomli_w

from deid_studio import paths
from deid_studio.errors import PolicyError, WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.model.tagset import TagSet
from deid_studio.plain_files import plain_text, toml_of
from deid_studio.release.facts import Fact
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.repeating import Repeat
from deid_studio.texts import Text, in_language

_LARGEST = 1_000_000  # bytes
_LONGEST_NAME = 60
_MOST_DAYS = 36_500
REQUIRABLE = frozenset(("recipient", "purpose", "environment", "restricted"))


class Way(StrEnum):
    """What becomes of a span: it stays, goes, is covered, named by its class, replaced, coded or said less exactly."""

    KEEP = "keep"
    REMOVE = "remove"
    MASK = "mask"
    TAG = "tag"
    SURROGATE = "surrogate"
    CODE = "code"
    GENERALISE = "generalise"


class Scope(StrEnum):
    """Within what the same person or thing gets the same surrogate."""

    REPORT = "report"
    PATIENT = "patient"
    PROJECT = "project"


class Generalisation(StrEnum):
    """To what something is generalised."""

    AGE_BAND = "age-band"
    AGE_TOP = "age-top"
    YEAR = "year"
    MONTH = "month"
    PROVINCE = "province"


@dataclass(frozen=True, slots=True)
class Treatment:
    """A way with its options.

    `length` is how long a mask is in characters (0: as long as what it covers); `numbered` tells class tags of
    different things apart; `to`, `width` (years of an age band), `top` (the age from which on ages are one) and
    `inhabitants` (towns with at least as many stay) belong to generalising.
    """

    way: Way
    length: int = 0
    numbered: bool = True
    to: Generalisation = Generalisation.YEAR
    width: int = 5
    top: int = 90
    inhabitants: int = 0


@dataclass(frozen=True)
class Policy:
    """A named set of treatments: by class, else by kind (`PhiClass.kind`), else the default.

    Where a class gets surrogates, what it says of `facts` stays as it is written.
    `trim` names the parts of reports that are cut out ("header", "footer"). `claims` and `claims_not` say in sentences,
    by language, what a release by it may and may not be taken for; `requires` names what has to be said of the handover
    (`REQUIRABLE`), and a release expires after `expires_days` unless another day is said.
    """

    name: str
    title: Mapping[str, str] = field(default_factory=dict)
    version: str = "1"
    scope: Scope = Scope.PATIENT
    dates: DateKeeping = DateKeeping.INTERVALS
    repeat: Repeat = Repeat.SAME
    trim: frozenset[str] = frozenset()
    facts: frozenset[Fact] = frozenset(Fact)
    default: Treatment = Treatment(Way.TAG)
    kinds: Mapping[str, Treatment] = field(default_factory=dict)
    classes: Mapping[str, Treatment] = field(default_factory=dict)
    claims: Mapping[str, str] = field(default_factory=dict)
    claims_not: Mapping[str, str] = field(default_factory=dict)
    requires: frozenset[str] = frozenset()
    expires_days: int = 365

    def treatment(self, phi_class: str, tagset: TagSet) -> Treatment:
        """What becomes of a class; what the tag set says is never removed (a label of headers) is kept."""
        own = self.classes.get(phi_class)
        if own is not None:
            return own
        if phi_class not in tagset:
            return self.default
        known = tagset[phi_class]
        if known.kind in self.kinds:
            return self.kinds[known.kind]
        return Treatment(Way.KEEP) if known.release == Way.KEEP else self.default

    def codes(self, tagset: TagSet) -> bool:
        """Whether any class of a tag set becomes a code, which only a vault undoes."""
        return any(self.treatment(one.name, tagset).way is Way.CODE for one in tagset)

    @property
    def has_surrogates(self) -> bool:
        """Whether any kind or class gets surrogates."""
        return any(one.way is Way.SURROGATE for one in (self.default, *self.kinds.values(), *self.classes.values()))

    @property
    def way_of_names(self) -> Way:
        """What becomes of people's names, also in mentions of relatives that are kept but for them."""
        return self.kinds.get("person", self.default).way

    def title_in(self, language: str) -> str:
        """The title in a language, else in Spanish or English, else the name."""
        return in_language(self.title, language) or self.name

    def claims_in(self, language: str) -> tuple[str, str]:
        """What a release by it may and may not be taken for, in a language; empty: nothing is said."""
        return in_language(self.claims, language), in_language(self.claims_not, language)


def load_policy(name_or_path: str) -> Policy:
    """The policy of a name, shipped, for all users or the user's own, or in a file.

    Raises `PolicyError` naming what is wrong.

    Form: `name`, `version`, `scope`, `repeat`, `trim`, tables `title`, `claims` and `claims_not` per language,
    `dates.keep`, `facts.keep` (a list; all unless it is given), `handover.requires` and `handover.expires_days`, and
    tables `default`, `kinds.<kind>` and `classes.<class>`, each with `way` and its options.
    """
    if "/" not in name_or_path:
        for folder in (paths.resources() / "policies", paths.shared_policies(), paths.user_policies()):
            if (path := folder / f"{name_or_path}.toml").is_file():
                return replace(read_policy(path), name=name_or_path)
    path = Path(name_or_path)
    if not path.suffix and not path.exists():
        names = ", ".join(one.name for one in (*policies_for_all(), *own_policies()))
        raise PolicyError(path=path, detail=Text("there is no such file, and the policies are {names}", names=names))
    return read_policy(path)


def read_policy(path: Path) -> Policy:
    """The policy in a file; raises `PolicyError`."""
    try:
        return _policy_of(plain_text(path, _LARGEST), path)
    except OSError as error:
        raise PolicyError(path=path, detail=reason(error)) from error
    except ValueError as error:
        raise PolicyError(path=path, detail=Text("not TOML: {error}", error=error)) from error


@lru_cache(maxsize=8)  # a release, its gate and its check ask for the same
def _policy_of(text: str, path: Path) -> Policy:
    return policy_from(toml_of(text), path)


@cache  # they stay as they are while the program runs
def shipped_policies() -> tuple[Policy, ...]:
    """The policies that come with the program, in order of their names."""
    found = sorted((paths.resources() / "policies").glob("*.toml"))
    return tuple(read_policy(path) for path in found)


def policies_for_all() -> tuple[Policy, ...]:
    """The policies that every user has: the shipped ones, then those of an administrator that are not called like one
    of them."""
    shipped = shipped_policies()
    names = {one.name for one in shipped}
    return (*shipped, *(one for one in _policies_in(paths.shared_policies()) if one.name not in names))


def own_policies() -> tuple[Policy, ...]:
    """The policies made by this user, in order of their names; files that are none are left out."""
    return _policies_in(paths.user_policies())


def _policies_in(folder: Path) -> tuple[Policy, ...]:
    found = []
    for path in sorted(folder.glob("*.toml")):
        try:
            found.append(replace(read_policy(path), name=path.stem))
        except PolicyError:
            continue  # it stays where it is, for the person to mend
    return tuple(found)


def named_policy(policy: Policy, title: str) -> Policy:
    """A policy of one's own under a title; its name is the title in letters that file names may have.

    Raises ValueError for a title without letters and digits, or with the name of a policy that is shipped.
    """
    plain = unicodedata.normalize("NFKD", title.strip()).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME]
    taken = (folder / f"{name}.toml" for folder in (paths.resources() / "policies", paths.shared_policies()))
    if not name or any(one.is_file() for one in taken):
        raise ValueError(title)
    return replace(policy, name=name, version="1", title=dict.fromkeys(("es", "en"), title.strip()))


def keep_policy(policy: Policy) -> Path:
    """Keep a policy among the user's own, in place of one of its name; raises `WriteError`."""
    path = paths.user_policies() / f"{policy.name}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error
    write_file(path, policy_toml(policy))
    return path


def forget_policy(name: str) -> None:
    """Delete one of the user's own policies; raises `WriteError`."""
    path = paths.user_policies() / f"{name}.toml"
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise WriteError(path=path, detail=reason(error)) from error


def name_also(old: str, new: str) -> None:
    """Have the user's own policies do with a class `new` what they say of `old`; raises `WriteError`.

    What they say of `old` stays: they are for other folders too. What they say of `new` already holds.
    """
    for policy in own_policies():
        if old in policy.classes and new not in policy.classes:
            keep_policy(replace(policy, classes={**policy.classes, new: policy.classes[old]}))


def with_treatment(policy: Policy, phi_class: str, treatment: Treatment, tagset: TagSet) -> Policy:
    """The policy with another treatment of one class; one that it has anyway is not said twice."""
    others = {name: one for name, one in policy.classes.items() if name != phi_class}
    plain = replace(policy, classes=others)
    if plain.treatment(phi_class, tagset) == treatment:
        return plain
    return replace(policy, classes={**others, phi_class: treatment})


def without_claims(policy: Policy) -> Policy:
    """The policy as somebody changed it: what the texts of the one it was made of say need not hold any more."""
    return replace(policy, claims={}, claims_not={})


def policy_toml(policy: Policy) -> bytes:
    """The policy as a TOML file in UTF-8; `read_policy` gives it back."""
    return tomli_w.dumps(policy_values(policy)).encode()


def policy_from(data: Mapping[str, Any], path: Path = Path("-")) -> Policy:
    """The policy in TOML's values; raises `PolicyError`."""
    try:
        unknown = sorted(set(data) - _KEYS)
        if unknown:
            raise ValueError(f"unknown: {', '.join(unknown)}")
        trim = frozenset(map(str, data.get("trim", ())))
        if trim - {"header", "footer"}:
            raise ValueError(f"trim: {', '.join(sorted(trim))}")
        handover = dict(data.get("handover", {}))
        requires = frozenset(map(str, handover.pop("requires", ())))
        if requires - REQUIRABLE:
            raise ValueError(f"handover.requires: {', '.join(sorted(requires - REQUIRABLE))}")
        expires = handover.pop("expires_days", Policy.expires_days)
        if type(expires) is not int or not 1 <= expires <= _MOST_DAYS:
            raise ValueError(f"handover.expires_days: a whole number from 1 to {_MOST_DAYS}")
        if handover:
            raise ValueError(f"handover: unknown: {', '.join(sorted(handover))}")
        return Policy(
            name=str(data["name"]),
            title=_texts(data, "title"),
            version=str(data.get("version", "1")),
            scope=Scope(data.get("scope", Scope.PATIENT)),
            dates=DateKeeping(dict(data.get("dates", {})).get("keep", DateKeeping.INTERVALS)),
            repeat=Repeat(data.get("repeat", Repeat.SAME)),
            trim=trim,
            facts=frozenset(map(Fact, dict(data.get("facts", {})).get("keep", tuple(Fact)))),
            default=_treatment("default", data.get("default", {"way": "tag"})),
            kinds={str(k): _treatment(f"kinds.{k}", v) for k, v in dict(data.get("kinds", {})).items()},
            classes={str(k): _treatment(f"classes.{k}", v) for k, v in dict(data.get("classes", {})).items()},
            claims=_texts(data, "claims"),
            claims_not=_texts(data, "claims_not"),
            requires=requires,
            expires_days=expires,
        )
    except KeyError as error:
        raise PolicyError(path=path, detail=Text("{error} is missing", error=error)) from error
    except (ValueError, TypeError) as error:
        raise PolicyError(path=path, detail=str(error)) from error


def policy_values(policy: Policy) -> dict[str, Any]:
    """The policy as TOML's values; `policy_from` gives it back."""

    def values(one: Treatment) -> dict[str, Any]:
        plain = Treatment(one.way)
        names = ("length", "numbered", "to", "width", "top", "inhabitants")
        changed = {name: getattr(one, name) for name in names if getattr(one, name) != getattr(plain, name)}
        return {"way": one.way.value} | {k: v.value if isinstance(v, StrEnum) else v for k, v in changed.items()}

    return {
        "name": policy.name,
        "version": policy.version,
        "scope": policy.scope.value,
        "repeat": policy.repeat.value,
        "trim": sorted(policy.trim),
        "title": dict(policy.title),
        "claims": dict(policy.claims),
        "claims_not": dict(policy.claims_not),
        "handover": {"requires": sorted(policy.requires), "expires_days": policy.expires_days},
        "dates": {"keep": policy.dates.value},
        "facts": {"keep": [fact.value for fact in Fact if fact in policy.facts]},
        "default": values(policy.default),
        "kinds": {name: values(one) for name, one in policy.kinds.items()},
        "classes": {name: values(one) for name, one in policy.classes.items()},
    }


_KEYS = frozenset((
    "name", "title", "version", "scope", "repeat", "dates", "facts", "trim", "default", "kinds", "classes",
    "claims", "claims_not", "handover",
))  # fmt: skip


def _texts(data: Mapping[str, Any], key: str) -> dict[str, str]:
    return {str(k): " ".join(str(v).split()) for k, v in dict(data.get(key, {})).items()}


def _treatment(where: str, values: Any) -> Treatment:
    if not isinstance(values, Mapping):
        raise ValueError(f"{where}: a table with “way” is needed")
    rest = dict(values)
    try:
        way = Way(rest.pop("way"))
        to = Generalisation(rest.pop("to", Generalisation.YEAR))
    except KeyError as error:
        raise ValueError(f"{where}: “way” is missing") from error
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    numbered = rest.pop("numbered", True)
    if not isinstance(numbered, bool):
        raise ValueError(f"{where}.numbered: true or false")
    numbers = {name: rest.pop(name, default) for name, default in _NUMBERS.items()}
    for name, value in numbers.items():
        if type(value) is not int or not _LEAST[name] <= value <= 10_000_000:
            raise ValueError(f"{where}.{name}: a whole number from {_LEAST[name]}")
    if rest:
        raise ValueError(f"{where}: unknown: {', '.join(sorted(rest))}")
    return Treatment(way, numbered=numbered, to=to, **numbers)


_NUMBERS = {"length": 0, "width": 5, "top": 90, "inhabitants": 0}
_LEAST = {"length": 0, "width": 1, "top": 1, "inhabitants": 0}
