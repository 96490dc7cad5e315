"""Restyler: annotated reports laid anew in one style, or two that go together; the same seed gives the same ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

from deid_studio import paths
from deid_studio.learning.made.invented import InventedValues
from deid_studio.learning.styles import conversations, layouts, surfaces, wordings
from deid_studio.learning.styles.mentions_kept import Mentions
from deid_studio.learning.styles.setting import Setting, read_texts
from deid_studio.learning.styles.tracked import Tracked
from deid_studio.model.document import Document
from deid_studio.model.tagset import TagSet
from deid_studio.progress import Progress

Style = Callable[[Tracked, Setting], Tracked]

# What is said, how it is laid, how it looks.
WORDINGS: Mapping[str, Style] = {
    "english": partial(wordings.in_language, language="english"),
    "catalan": partial(wordings.in_language, language="catalan"),
    "galician": partial(wordings.in_language, language="galician"),
    "basque": partial(wordings.in_language, language="basque"),
    "turned-names": wordings.names_turned,
    "recased-names": wordings.names_recased,
    "no-labels": wordings.without_labels,
    "handwriting": wordings.handwritten,
}
LAYOUTS: Mapping[str, Style] = {
    "columns": layouts.columns,
    "table": layouts.table,
    "key-value": layouts.key_value,
    "json": layouts.json_text,
    "xml": layouts.xml_text,
    "hl7": layouts.hl7,
    "csv": layouts.csv_rows,
    "device": layouts.device,
    "chat": conversations.chat,
    "mail": conversations.mail,
    "call": conversations.call,
}
SURFACES: Mapping[str, Style] = {
    "dictation": wordings.dictated,
    "capitals": surfaces.capitals,
    "cut-lines": surfaces.cut_lines,
    "scan": surfaces.scanned,
}
STYLES: Mapping[str, Style] = {**WORDINGS, **LAYOUTS, **SURFACES}
# These write letters and digits of a mention otherwise: wrong, in words, short, in another language.
REWRITING = frozenset(("english", "catalan", "galician", "basque", "handwriting", "dictation", "scan"))
# Which styles may be put upon one: nobody scans what an interface sends, and its escapes are in no capitals.
_UPON: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(WORDINGS, (*LAYOUTS, *SURFACES)),
    **dict.fromkeys(("columns", "table", "key-value", "device"), ("capitals", "cut-lines", "scan")),
    **dict.fromkeys(("chat", "mail", "call"), ("capitals", "dictation", "cut-lines", "scan")),
    "capitals": ("json", "xml", "hl7", "csv", "scan"),
}
_TWO_STYLES = 0.4


def restyled(
    documents: Sequence[Document], share: float, tagset: TagSet, seed: int, progress: Progress | None = None
) -> list[Document]:
    """`share` copies of each of the annotated reports for training, in styles drawn from `seed`."""
    count = round(share * len(documents))
    return Restyler(paths.resources(), tagset, seed).reports(documents, count, progress) if count else []


class Restyler:
    """Lays reports anew, in the classes of a tag set; `only` names the styles that it takes, all when empty."""

    def __init__(self, resources: Path, tagset: TagSet, seed: int, only: Sequence[str] = ()) -> None:
        self._texts = read_texts(resources)
        self._values = InventedValues.load(resources, self._texts.names, tagset, seed)
        self._tagset = tagset
        self._random = Random(seed)
        self._only = tuple(name for name in STYLES if name in only or not only)

    def reports(self, documents: Sequence[Document], count: int, progress: Progress | None = None) -> list[Document]:
        """`count` copies of the annotated reports, each of them once before one is taken again."""
        order: list[Document] = []
        while documents and len(order) < count:
            order += self._random.sample(documents, len(documents))
        made = []
        for number, doc in (progress or Progress()).each(enumerate(order[:count]), count, "restyling"):
            names = self._names()
            copy = self.report(doc, names)
            made.append(Document(f"restyled-{number}-{'-'.join(names)}", copy.text, copy.spans))
        return made

    def report(self, doc: Document, names: Sequence[str]) -> Document:
        """A report in the styles of these names, one upon the other."""
        mentions = Mentions(doc, self._tagset)
        setting = Setting(mentions, self._texts, self._values, self._random)
        text = Tracked.of(doc.text)
        for name in names:
            text = STYLES[name](text, setting)
        return mentions.document(doc.id, mentions.parted(text))

    def _names(self) -> tuple[str, ...]:
        """A style, and sometimes another that is put upon it."""
        first = self._random.choice(self._only)
        upon = [name for name in _UPON.get(first, ()) if name in self._only]
        return (first, self._random.choice(upon)) if upon and self._random.random() < _TWO_STYLES else (first,)
