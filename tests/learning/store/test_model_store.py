"""The model store: versions, which is used where, and one file that is read as a stranger's."""

from __future__ import annotations

import contextlib
import io
import json
import stat
import tempfile
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deid_studio import paths
from deid_studio.detection.crf_model import CrfModel, read_model
from deid_studio.detection.model_files import MANIFEST
from deid_studio.errors import (
    DeidError,
    ModelChoicesError,
    ModelFileError,
    ModelMissingError,
    ModelNotCleanError,
)
from deid_studio.learning.importance import IMPORTANCE
from deid_studio.learning.model_writing import CARD_DATA, manifest_bytes, write_model
from deid_studio.learning.store.choices import Choices, model_folder
from deid_studio.learning.store.model_archive import packed, unpacked
from deid_studio.learning.store.model_card import Figure, ModelCard, card_from
from deid_studio.learning.store.model_card_text import summary, to_text
from deid_studio.learning.store.model_store import ModelStore, plain_name

CARD = ModelCard(
    "hospital",
    base="default",
    command="deid learn",
    figures=(Figure("12 signed reports", "recall", 0.91, 0.95, 0.01, 0.07),),
    note="Sala 3, con Dra. Prueba",
    by="Ana",
)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelStore:
    monkeypatch.setattr(paths, "settings_file", lambda: tmp_path / "settings.toml")
    return ModelStore(tmp_path / "models")


@pytest.fixture
def candidate(small_model: CrfModel, tmp_path: Path) -> Path:
    """A model's folder as `deid train` writes it."""
    write_model(small_model, tmp_path / "candidate", extra={"MODEL_CARD.md": b"# Card"})
    return tmp_path / "candidate"


def _changed(folder: Path, **values: object) -> Path:
    manifest = json.loads((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_bytes(manifest_bytes(manifest | values))
    return folder


# --- versions ------------------------------------------------------------------------------------------------


def test_without_any_choice_the_shipped_model_is_used(store: ModelStore, tmp_path: Path) -> None:
    assert store.active().id == store.active(tmp_path).id == "default"
    assert store.active().clean and store.active().data[0].spans
    assert [one.id for one in store.versions()] == ["default"]
    assert store.back().id == "default"
    assert not (tmp_path / "models" / "active.json").exists()


def test_an_adopted_version_is_used_where_it_was_adopted_and_one_step_leads_back(
    store: ModelStore, candidate: Path, small_model: CrfModel, tmp_path: Path
) -> None:
    ward, other = tmp_path / "ward", tmp_path / "other"
    first = store.adopt(candidate, CARD, ward)
    assert (first.id, first.card.note, first.card.number) == ("hospital-1", CARD.note, 1)
    assert read_model(first.folder).tags == small_model.tags
    assert (first.folder / "MODEL_CARD.md").read_bytes() == b"# Card"
    assert stat.S_IMODE(first.folder.stat().st_mode) == 0o700
    assert store.active(ward).id == "hospital-1" and store.active(other).id == "default"
    assert store.adopt(_changed(candidate, seed=2), CARD, ward).id == "hospital-2"
    assert store.choices.where("hospital-2") == (str(ward),)
    store.use("hospital-1")
    assert store.active(ward).id == "hospital-2" and store.active(other).id == "hospital-1"
    assert store.back(ward).id == "hospital-1"
    assert store.back(ward).id == "hospital-1"  # what holds for all
    assert store.back().id == "default"
    assert [one.id for one in store.versions()] == ["default", "hospital-1", "hospital-2"]


def test_a_folder_of_before_is_a_version_and_the_next_one_follows_it(store: ModelStore, candidate: Path) -> None:
    candidate.rename(store.folder.parent / "m")
    store.folder.mkdir()
    (store.folder.parent / "m").rename(store.folder / "hospital")
    old = store.use("hospital")
    assert (old.card.name, old.card.number, old.card.figures) == ("hospital", 1, ())
    assert store.adopt(_changed(old.folder, seed=3), CARD).id == "hospital-2"
    assert store.back().id == "hospital"


def test_the_model_of_settings_of_before_holds_until_another_is_chosen(
    store: ModelStore, candidate: Path, tmp_path: Path
) -> None:
    store.add(candidate, CARD)
    (tmp_path / "settings.toml").write_text('model = "hospital-1"\n', encoding="utf-8")
    assert store.active().id == "hospital-1"
    store.use("default")
    assert store.active().id == "default"
    assert store.back().id == "hospital-1"


def test_a_candidate_that_is_damaged_comes_in_nowhere(store: ModelStore, candidate: Path) -> None:
    path = candidate / "weights.npy"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ModelFileError, match=r"weights\.npy"):
        store.adopt(candidate, CARD)
    assert [one.id for one in store.versions()] == ["default"] and store.active().id == "default"
    assert not [one for one in store.folder.iterdir() if one.is_dir()]
    with pytest.raises(ModelMissingError):
        store.use("hospital-1")


def test_one_that_cannot_be_read_is_listed_with_what_is_wrong(store: ModelStore, candidate: Path) -> None:
    version = store.add(candidate, CARD)
    (version.folder / CARD_DATA).write_bytes(b"[1]")
    [_, found] = store.versions()
    assert found.id == "hospital-1" and found.problem is not None
    with pytest.raises(DeidError):
        store.use("hospital-1")


@pytest.mark.parametrize("content", [b"\xff", b"[]", b'{"": "x"}', b'{"": [1]}', b'{"": []}', b"[" * 100_000])
def test_choices_that_cannot_be_read_are_told(store: ModelStore, content: bytes) -> None:
    store.folder.mkdir()
    (store.folder / "active.json").write_bytes(content)
    for ask in (store.active, lambda: store.use("default"), store.back):
        with pytest.raises(ModelChoicesError):
            ask()
    assert (store.folder / "active.json").read_bytes() == content


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from(["", "a", "b"]), st.sampled_from(["back", "one", "two", "three"])), max_size=20)
)
def test_choices_are_a_stack_for_each_place(steps: list[tuple[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as made:
        choices = Choices(Path(made) / "models")
        stacks: dict[str, list[str]] = {"": [], "a": [], "b": []}
        for place, model in steps:
            own, folder = stacks[place], Path(made, place) if place else None
            if model == "back":
                assert choices.back(folder) == bool(own)
                own[-1:] = []
            else:
                choices.choose(model, folder)
                own += [model] if not own or own[-1] != model else []
            for name, models in stacks.items():
                held = models or stacks[""]
                assert choices.model(Path(made, name) if name else None) in (held[-1:] or [None])
                assert choices.can_go_back(Path(made, name) if name else None) == bool(models)


@given(st.text())
def test_any_name_becomes_one_that_a_folder_can_have(name: str) -> None:
    plain = plain_name(name)
    assert plain and not plain.startswith(".") and not set(plain) & set('/\\:*?"<>|\n\0 ') and len(plain) <= 60
    assert plain_name(plain) == plain


def test_a_card_comes_back_as_it_was_written_and_others_are_refused() -> None:
    assert card_from(CARD.to_bytes()) == CARD
    for wrong in (
        b"[]",
        b"{",
        b'{"name": 3}',
        b'{"note": "\\u001b[2J"}',
        b'{"number": true}',
        b'{"evil": 1}',
        b'{"figures": [{"on": "x"}]}',
    ):
        with pytest.raises(ValueError):
            card_from(wrong)
    nan = CARD.to_bytes().replace(b"0.91", b"NaN")
    with pytest.raises(ValueError):
        card_from(nan)


def test_what_a_rehearsal_measured_is_on_the_card(store: ModelStore, candidate: Path) -> None:
    told = {
        "reports": 12,
        "characters_recall": [0.8, 0.9, 0.05, 0.15],
        "characters_precision": [0.95, 0.95, -0.01, 0.01],
    }
    whole = {on: told | {"ner": [0.7, 0.8, 0.0, 0.2]} for on in ("own", "home")}
    version = store.add(_changed(candidate, adapted=[{"reports": 12, "rehearsal": whole}]))
    assert Figure("own", "characters_recall", 0.8, 0.9, 0.05, 0.15) in version.figures and len(version.figures) == 6
    assert "recall, reports to learn from" in to_text(version, "en") and "+0.150" in to_text(version, "en")
    hostile = {"own": told | {"ner": ["\x1b", 1, 1, 1]}, "home": told}
    assert store.add(_changed(candidate, adapted=[{"rehearsal": hostile}])).figures == ()


# --- one file ------------------------------------------------------------------------------------------------


@pytest.fixture
def exported(store: ModelStore, candidate: Path, tmp_path: Path) -> Path:
    store.add(_changed(candidate, audit={"clean": True}), CARD)
    path = tmp_path / "hospital.deidmodel"
    path.write_bytes(store.export("hospital-1"))
    return path


def test_a_model_travels_as_one_file_without_what_is_the_persons(
    exported: Path, store: ModelStore, tmp_path: Path
) -> None:
    assert store.export("hospital-1") == exported.read_bytes()
    there = ModelStore(tmp_path / "elsewhere")
    version = there.import_file(exported)
    assert (version.id, version.card.figures, version.card.base) == ("hospital-1", CARD.figures, "default")
    assert (version.card.note, version.card.by, version.card.imported) == ("", "", True)
    assert version.fingerprint == store.version("hospital-1").fingerprint
    assert b"Prueba" not in b"".join(one.read_bytes() for one in version.folder.iterdir())
    assert there.active().id == "default"
    assert there.import_file(exported).id == "hospital-1"  # it is there already
    assert len(there.versions()) == 2
    assert there.use("hospital-1").id == "hospital-1"


def test_one_that_is_not_clean_leaves_only_on_purpose(store: ModelStore, candidate: Path) -> None:
    store.add(candidate, CARD)
    with pytest.raises(ModelNotCleanError):
        store.export("hospital-1")
    assert store.export("hospital-1", share=True)[:2] == b"PK"


Spoil = Callable[[dict[str, bytes]], list[tuple[zipfile.ZipInfo, bytes]]]


def _members(files: dict[str, bytes]) -> list[tuple[zipfile.ZipInfo, bytes]]:
    return [(zipfile.ZipInfo(name), data) for name, data in files.items()]


def _named(name: str) -> Spoil:
    return lambda files: [*_members(files), (zipfile.ZipInfo(name), b"x")]


def _linked(files: dict[str, bytes]) -> list[tuple[zipfile.ZipInfo, bytes]]:
    info = zipfile.ZipInfo("rules.json")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return [*_members({name: data for name, data in files.items() if name != info.filename}), (info, b"/etc/passwd")]


def _bomb(files: dict[str, bytes]) -> list[tuple[zipfile.ZipInfo, bytes]]:
    return _members(files | {"weights.npy": bytes(65_000_000)})


def _without(name: str) -> Spoil:
    return lambda files: _members({one: data for one, data in files.items() if one != name})


def _with(name: str, data: bytes) -> Spoil:
    return lambda files: _members(files | {name: data})


def _summed(name: str, data: bytes | Callable[[], bytes]) -> Spoil:
    """With sums that fit, as somebody hostile would write them."""

    def spoil(files: dict[str, bytes]) -> list[tuple[zipfile.ZipInfo, bytes]]:
        own = data if isinstance(data, bytes) else data()
        inside = {one: content for one, content in files.items() if one != "contents.json"} | {name: own}
        sums = {one: {"size": len(content), "sha256": sha256(content).hexdigest()} for one, content in inside.items()}
        contents = json.loads(files["contents.json"]) | {"files": sums}
        return _members(inside | {"contents.json": json.dumps(contents).encode()})

    return spoil


def _packed_zeros() -> bytes:
    with io.BytesIO() as made:
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("rows.npy", bytes(100_000_001))
        return made.getvalue()


HOSTILE: dict[str, Spoil] = {
    "a path up": _named("../evil.py"),
    "a path of the root": _named("/etc/evil"),
    "a path of Windows": _named("..\\evil"),
    "a folder": _named("rules.json/"),
    "a hidden name": _named("rules.json\0.py"),
    "a program": _named("evil.py"),
    "a second manifest": _named("manifest.json"),
    "a link": _linked,
    "a bomb": _bomb,
    "no contents": _without("contents.json"),
    "no manifest": _without("manifest.json"),
    "no weights": _without("weights.npy"),
    "other weights": _with("weights.npy", b"x"),
    "contents of another kind": _with("contents.json", b"[]"),
    "contents nested deeply": _with("contents.json", b"[" * 100_000),
    "weights with sums that fit": _summed("weights.npy", b"x"),
    "a manifest with sums that fit": _summed("manifest.json", b"{}"),
    "a manifest that is a list": _summed("manifest.json", b"[]"),
    "a card of another kind": _summed("card.json", b'{"name": ["../../evil"]}'),
    "importance of another kind": _summed(IMPORTANCE, b"PK"),
    "a bomb within": _summed(IMPORTANCE, _packed_zeros),
}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused_and_leaves_nothing(what: str, exported: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(exported) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    made = tmp_path / "hostile.deidmodel"
    with zipfile.ZipFile(made, "w") as archive:
        for info, data in HOSTILE[what](files):
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)
    there = ModelStore(tmp_path / "elsewhere" / "models")
    with pytest.raises(ModelFileError) as told:
        there.import_file(made)
    assert "hostile.deidmodel" in told.value.what() and told.value.remedy("es")
    assert [one.id for one in there.versions()] == ["default"]
    assert not list((tmp_path / "elsewhere").rglob("evil*"))


def test_a_name_of_a_card_cannot_lead_out_of_the_store(exported: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(exported) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    made = tmp_path / "hostile.deidmodel"
    with zipfile.ZipFile(made, "w") as archive:
        for info, data in _summed(CARD_DATA, ModelCard("../../evil").to_bytes())(files):
            archive.writestr(info, data)
    there = ModelStore(tmp_path / "elsewhere" / "models")
    assert there.import_file(made).folder.parent == there.folder


@settings(max_examples=40)
@given(data=st.data())
def test_no_damage_of_a_byte_goes_unnoticed(data: st.DataObject) -> None:
    files = {MANIFEST: b'{"a": 1}' * 20, "rules.json": b"[]"}
    whole = bytearray(packed(files))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= 1 << data.draw(st.integers(0, 7))
    with tempfile.TemporaryDirectory() as made:
        path = Path(made, "m.deidmodel")
        path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))] if data.draw(st.booleans()) else whole)
        with contextlib.suppress(ModelFileError):
            assert unpacked(path) == files  # dates and the like


def test_what_is_no_file_is_refused(store: ModelStore, tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    for path in (tmp_path, tmp_path / "none", tmp_path / "empty"):
        with pytest.raises(ModelFileError):
            store.import_file(path)
    with io.BytesIO() as made, pytest.raises(ModelFileError):
        (tmp_path / "long").write_bytes(made.getvalue() + b"PK" * 1000)
        store.import_file(tmp_path / "long")


# --- for all users ---------------------------------------------------------------------------------------------


def test_a_model_for_all_users_is_listed_used_and_never_written_into(
    store: ModelStore, candidate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    monkeypatch.setattr(paths, "shared_models", lambda: shared)
    shared.mkdir()
    candidate.rename(shared / "hospital-1")
    before = {path: path.read_bytes() for path in shared.rglob("*") if path.is_file()}
    assert [(one.id, one.for_all) for one in store.versions()] == [("default", False), ("hospital-1", True)]
    assert summary(store.version("hospital-1"), "es").endswith("; para todos los usuarios")
    assert store.use("hospital-1").folder == shared / "hospital-1" == model_folder("hospital-1")
    own = store.add(shared / "hospital-1", CARD)
    assert own.id == "hospital-2", "a name for all users is nobody's own"
    (store.folder / "hospital-2").rename(store.folder / "hospital-1")
    monkeypatch.chdir(store.folder)
    assert store.version("hospital-1").folder == shared / "hospital-1", "and no folder of that name takes its place"
    assert [one.id for one in store.versions()] == ["default", "hospital-1"]
    assert store.version(Path("hospital-1").absolute()).folder.parent == store.folder
    assert model_folder("..") != shared / ".."
    assert before == {path: path.read_bytes() for path in shared.rglob("*") if path.is_file()}
