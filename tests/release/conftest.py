"""Reports and tag set for what is released."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deid_studio import paths
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet, load_tagset

SECRET = b"s" * 32

Marked = Callable[..., Document]


@pytest.fixture(scope="session")
def tagset() -> TagSet:
    """The 29 classes."""
    return load_tagset(paths.resources() / "tagsets" / "meddocan.toml")


@pytest.fixture(scope="session")
def marked() -> Marked:
    """Makes a report of `{CLASS|text}` marks."""

    def make(text: str, id: str = "a") -> Document:
        plain: list[str] = []
        spans: list[Span] = []
        at = 0
        while text:
            before, _, rest = text.partition("{")
            plain.append(before)
            at += len(before)
            if not rest:
                break
            inside, _, text = rest.partition("}")
            phi_class, _, own = inside.partition("|")
            spans.append(Span(at, at + len(own), phi_class))
            plain.append(own)
            at += len(own)
        return Document(id, "".join(plain), tuple(spans))

    return make
