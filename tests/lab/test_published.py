"""Token scores, and published figures beside one's own."""

import pytest

from deid_studio import paths
from deid_studio.detection.profile import load_profile, profile_names
from deid_studio.errors import ResourceError
from deid_studio.lab.published import figures_text, read_published, tables_text
from deid_studio.lab.token_scores import TokenScores, averages, count_tags, micro
from deid_studio.learning.scores import Counts
from deid_studio.model.document import Document
from deid_studio.model.span import Span

SHIPPED = sorted(path.stem for path in (paths.resources() / "published").glob("*.toml"))


def test_tags_are_counted_without_outside() -> None:
    table: dict[str, Counts] = {}
    count_tags(["B-X", "I-X", "O", "O", "B-Y"], ["B-X", "O", "B-X", "O", "B-X"], table)
    assert table == {"B-X": Counts(1, 2, 0), "I-X": Counts(0, 0, 1), "B-Y": Counts(0, 0, 1)}
    assert micro(table) == Counts(1, 2, 2)
    found = averages(table)
    assert found["micro"] == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert found["macro"] == pytest.approx((1 / 9, 1 / 3, 1 / 6))
    assert averages({})["macro"] == (0, 0, 0)


def test_scores_are_kept_by_section() -> None:
    text = "Nombre: Ana Gil.\nNHC: 12.\n\n" + "Acude por dolor de varios días de evolución sin otra clínica. " * 9
    name, word = Span(8, 15, "N"), Span(text.index("dolor"), text.index("dolor") + 5, "D")
    scores = TokenScores()
    scores.add(Document("r", text, (name, word)), [name])
    assert scores.tables["header"] == {"B-N": Counts(tp=1), "I-N": Counts(tp=1)}
    assert scores.tables["body"] == {"B-D": Counts(fn=1)}
    assert scores.tables["footer"] == {}
    assert micro(scores.tables["all"]) == Counts(tp=2, fn=1)


def test_every_profile_names_figures_that_are_there() -> None:
    named = {load_profile(name).published for name in profile_names()} - {""}
    assert named == set(SHIPPED)
    for name in named:
        assert read_published(name).source.keys() == {"es", "en"}
    with pytest.raises(ResourceError):
        read_published("nothing")


def test_figures_beside_ones_own() -> None:
    own = {name: Counts(97, 3, 3) for name in ("ner", "spans_strict", "spans_merged", "characters", "words")}
    for name in SHIPPED:
        for language in ("es", "en"):
            text = figures_text(read_published(name), own, language)
            assert "0.9700" in text or not read_published(name).figures
    assert "+0.0060" in figures_text(read_published("recrf"), own)


def test_the_thesis_tables_beside_ones_own() -> None:
    own = {"header": {"B-CALLE": Counts(9, 1, 1), "B-NEW": Counts(1, 0, 0)}, "all": {}}
    lines = tables_text(read_published("sectioned"), own).splitlines()
    street = next(line for line in lines if line.startswith("B-CALLE"))
    assert street.split() == ["B-CALLE", "0.90", "0.90", "0.90", "10", "|", "0.99", "0.99", "0.99", "490"]
    new = next(line for line in lines if line.startswith("B-NEW"))
    assert new.split()[-4:] == ["–"] * 4
    published = [line.split("|")[1].split() for line in lines if line.startswith("micro avg")]
    assert [row[2] for row in published] == ["0.99", "0.80", "0.78", "0.94"]
