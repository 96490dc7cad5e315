"""Class names: what the classes of corpora are called, and what such a class means, for one that does not say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from unicodedata import combining, normalize

from deid_studio import paths
from deid_studio.model.kinds import Kind, Role, Subkind

_PREFIX = re.compile(r"^(?:[bieslu][-_]|(?:phi|pii|phi:)[-_ ])(?=.{2})")
_BETWEEN = re.compile(r"[\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def meaning_of_name(name: str) -> tuple[Kind, Role, Subkind] | None:
    """What a class of this name usually means; None where no corpus that is known has one.

    Case, accents, plurals, hyphens and a prefix such as `B-` do not matter.
    """
    known = _known()
    return next((known[form] for form in _forms(name) if form in known), None)


def _forms(name: str) -> Iterator[str]:
    plain = _CAMEL.sub("_", normalize("NFC", name)) if not name.isupper() else name
    plain = "".join(one for one in normalize("NFD", plain.casefold()) if not combining(one))
    for own in (plain, _PREFIX.sub("", plain)):
        words = [word for word in _BETWEEN.split(own) if word]
        yield "".join(words)
        yield "".join(word.removesuffix("s") for word in words)
        yield "".join(word.removesuffix("es") for word in words)


@cache
def _known() -> dict[str, tuple[Kind, Role, Subkind]]:
    data = tomllib.loads((paths.resources() / "ontology" / "class_names.toml").read_text(encoding="utf-8"))
    known: dict[str, tuple[Kind, Role, Subkind]] = {}
    for one in data["names"]:
        meaning = Kind(one["kind"]), Role(one.get("role", "")), Subkind(one.get("subkind", ""))
        for name in one["names"]:
            plain, singular, _ = (*_forms(name),)[:3]
            for form in (plain, singular):
                known.setdefault(form, meaning)
    return known
