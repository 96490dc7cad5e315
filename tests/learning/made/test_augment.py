from deid_studio import paths
from deid_studio.learning.bio import unreachable
from deid_studio.learning.made.augment import Augmenter
from deid_studio.learning.made.invented import SLOT_MEANINGS
from deid_studio.model.document import Document
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet, shipped_tagset

TEXT = (
    "Nombre: Ana.\nApellidos: Gil Ruiz.\nNHC: 4455667.\nCP: 28012.\nMotivo de ingreso: dolor.\n"
    "Historia actual: mujer de 40 años que acude por " + "dolor abdominal persistente " * 12
)
VALUES = {
    "Ana": "NOMBRE_SUJETO_ASISTENCIA",
    "Gil Ruiz": "NOMBRE_SUJETO_ASISTENCIA",
    "4455667": "ID_SUJETO_ASISTENCIA",
    "28012": "TERRITORIO",
    "40 años": "EDAD_SUJETO_ASISTENCIA",
}
DOC = Document("a", TEXT, tuple(Span(TEXT.index(v), TEXT.index(v) + len(v), c) for v, c in VALUES.items()))


def made(count: int, seed: int = 1, documents: tuple[Document, ...] = (DOC,)) -> list[Document]:
    return Augmenter.load(paths.resources(), shipped_tagset("meddocan"), seed).reports(documents, count)


def test_spans_are_whole_values_of_known_classes(tagset: TagSet) -> None:
    classes = set()
    for doc in made(120):
        assert unreachable(doc) == []
        for span in doc.spans:
            value = span.text(doc.text)
            assert value == value.strip()
            classes.add(span.phi_class)
    assert classes <= {one.name for one in tagset}
    assert len(classes) > 20


def test_changed_reports_keep_what_is_annotated_in_the_body() -> None:
    changed = made(60)[1::2]
    for doc in changed:
        values = {span.text(doc.text).lower(): span.phi_class for span in doc.spans}
        assert values["40 años"] == "EDAD_SUJETO_ASISTENCIA"
        assert set(values) <= {value.lower() for value in VALUES}
    assert any("Nombre: Ana." not in doc.text for doc in changed)


def test_the_seed_decides() -> None:
    assert made(20) == made(20)
    assert made(20) != made(20, seed=2)


def test_every_slot_of_the_layouts_can_be_filled() -> None:
    import re
    import tomllib

    text = (paths.resources() / "augmentation" / "es.toml").read_text(encoding="utf-8")
    layouts = tomllib.loads(text)
    lines = [line for part in ("narrative", "letterhead", "signature") for line in layouts[part]["lines"]]
    slots = {slot.lower() for line in lines for slot in re.findall(r"\{(\w+)\}", line)} | set(layouts["fields"])
    assert slots - {"doctor_low", "time"} <= set(SLOT_MEANINGS)


def test_without_annotated_reports_all_are_composed() -> None:
    assert len(made(10, documents=())) == 10
