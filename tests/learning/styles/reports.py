"""Invented reports of a tag set that is not MEDDOCAN's, and what any style must keep of them."""

from __future__ import annotations

from random import Random

from deid_studio import paths
from deid_studio.learning.made.invented import InventedValues
from deid_studio.learning.styles.mentions_kept import Mentions
from deid_studio.learning.styles.restyler import REWRITING, STYLES
from deid_studio.learning.styles.setting import Setting, read_texts
from deid_studio.learning.styles.tracked import Mark, Phi, Tracked
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import PhiClass, TagSet

TAGSET = TagSet(
    "ward",
    "1",
    (
        PhiClass("PACIENTE", {}, kind="person", role="patient"),
        PhiClass("SANITARIO", {}, kind="person", role="staff"),
        PhiClass("DIA", {}, kind="date"),
        PhiClass("SITIO", {}, kind="place"),
        PhiClass("CENTRO", {}, kind="centre"),
        PhiClass("TELEFONO", {}, kind="phone"),
        PhiClass("CORREO", {}, kind="email"),
        PhiClass("NUMERO", {}, kind="number", role="patient"),
        PhiClass("EDAD", {}, kind="age"),
        PhiClass("CAMPO", {}, kind="label"),
    ),
)
_MARKED = """Hospital: [CENTRO Hospital Clínico de Olite].
Paciente: [PACIENTE María Ruiz Gil]. NHC: [NUMERO 4455667].   Edad: [EDAD 47 años]
Fecha de ingreso: [DIA 12/03/2021]. Teléfono: [TELEFONO 600 123 045]; Correo: [CORREO ana.gil@correo.example]

Motivo de consulta: la paciente acude con dolor abdominal y fiebre desde el [DIA 9 de marzo], sin mejoría con el \
tratamiento que indicó la Dra. [SANITARIO Inés Peña Otxoa] en el centro de salud. Vive en [SITIO Puente la Reina] \
con su hermana. "Refiere" aumento de peso de 4,5 kg en 3 meses.
Exploración física: abdomen blando, normal. La llama el doctor [SANITARIO Gil] por la tarde. Temperatura 37,2 \
tomada en la axila.
Firmado: Dr. [SANITARIO José de la Fuente Amor]
"""


def marked(text: str, id: str = "a") -> Document:
    """A report of which `[CLASS value]` marks a span."""
    parts, spans, at = text.split("["), [], 0
    plain = [parts[0]]
    at = len(parts[0])
    for part in parts[1:]:
        inner, _, rest = part.partition("]")
        phi_class, _, value = inner.partition(" ")
        spans.append(Span(at, at + len(value), phi_class))
        plain += [value, rest]
        at += len(value) + len(rest)
    return Document(id, "".join(plain), tuple(spans))


WARD = marked(_MARKED)


def styled(doc: Document, name: str, seed: int, tagset: TagSet = TAGSET) -> tuple[Document, tuple[Mark, ...]]:
    """A report in a style, and where each of its characters came from."""
    texts = read_texts(paths.resources())
    values = InventedValues.load(paths.resources(), texts.names, tagset, seed)
    mentions = Mentions(doc, tagset)
    made = STYLES[name](Tracked.of(doc.text), Setting(mentions, texts, values, Random(seed)))
    made = mentions.parted(made)
    return mentions.document(doc.id, made), made.marks


def keeps_its_mentions(doc: Document, name: str, seed: int, tagset: TagSet = TAGSET) -> None:
    """Fail when a letter or digit of a mention is not covered by its class, or one of no mention is covered."""
    made, marks = styled(doc, name, seed, tagset)
    classes: dict[int, set[str]] = {}
    for span in doc.spans:
        for start, end in span.fragments:
            for at in range(start, end):
                classes.setdefault(at, set()).add(span.phi_class)
    covered: list[set[str]] = [set() for _ in made.text]
    for span in made.spans:
        assert not span.gaps
        assert span.text(made.text) == span.text(made.text).strip() != ""
        assert len(span.text(made.text).splitlines()) == 1
        for at in range(span.start, span.end):
            covered[at].add(span.phi_class)
    for at, (character, mark) in enumerate(zip(made.text, marks, strict=True)):
        if character.isalnum():
            wanted = {mark.phi_class} if isinstance(mark, Phi) else set() if mark is None else classes.get(mark, set())
            assert covered[at] == wanted, (made.text[max(at - 20, 0) : at + 20], covered[at], wanted)
    if name not in REWRITING:
        kept = set(marks)
        assert all(at in kept for at in classes if doc.text[at].isalnum())
    else:
        # Words are written otherwise, but none of a mention is lost.
        for span in doc.spans:
            places = [at for a, b in span.fragments for at in range(a, b)]
            if any(doc.text[at].isalnum() for at in places):
                assert any(at in set(marks) for at in places)
