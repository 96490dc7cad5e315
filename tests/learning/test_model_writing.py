import contextlib
import copy
import hashlib
import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from deid_studio import paths
from deid_studio.detection import crf_model
from deid_studio.detection.crf_model import ARRAYS, ATTRIBUTES, RULES, CrfModel, read_model, read_stored
from deid_studio.detection.gazetteers import Gazetteer, GazetteerIndex, shipped_gazetteers
from deid_studio.detection.model_files import MANIFEST
from deid_studio.errors import ModelDamagedError, ModelMissingError, WouldOverwriteError, WriteError
from deid_studio.learning import model_writing
from deid_studio.learning.model_writing import manifest_bytes, model_files, refuse_to_replace, write_model


def test_a_model_comes_back_as_it_was_written(small_model: CrfModel, tmp_path: Path) -> None:
    write_model(small_model, tmp_path / "m", extra={"MODEL_CARD.md": b"card"})
    found = read_model(tmp_path / "m")
    assert found.tags == small_model.tags
    assert found.rules.rules == small_model.rules.rules
    assert (found.transitions == small_model.transitions).all()
    names = [name for name, number in small_model.attributes.items() if small_model.weights[number].any()]
    assert sorted(found.attributes) == sorted(names)
    for name in names:
        assert (found.weights[found.attributes[name]] == small_model.weights[small_model.attributes[name]]).all()
    assert model_files(found) == model_files(small_model)
    assert (tmp_path / "m" / "MODEL_CARD.md").read_bytes() == b"card"
    assert [p.name for p in tmp_path.iterdir()] == ["m"]


def test_no_model(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ModelMissingError):
            read_model(path)


@pytest.fixture
def written(small_model: CrfModel, tmp_path: Path) -> Path:
    write_model(small_model, tmp_path / "m")
    return tmp_path / "m"


@pytest.mark.parametrize("name", [ATTRIBUTES, RULES, *(f"{array}.npy" for array in ARRAYS)])
@pytest.mark.parametrize("harm", ["missing", "empty", "cut", "one bit"])
def test_any_damage_is_noticed(written: Path, name: str, harm: str) -> None:
    path = written / name
    data = path.read_bytes()
    if harm == "missing":
        path.unlink()
    else:
        flipped = data[:-1] + bytes([data[-1] ^ 1])
        path.write_bytes({"empty": b"", "cut": data[: len(data) // 2], "one bit": flipped}[harm])
    with pytest.raises(ModelDamagedError):
        read_model(written)


@pytest.mark.parametrize(
    "manifest",
    [b"", b"[]", b"null", b"{", b"{}", b"\xff", b"[" * 100_000, b'{"format_version": 1, "features_version": 1}'],
)
def test_any_broken_manifest_is_noticed(written: Path, manifest: bytes) -> None:
    (written / MANIFEST).write_bytes(manifest)
    with pytest.raises(ModelDamagedError):
        read_model(written)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format_version", 99),
        ("features_version", 0),
        ("tags", ["O"]),
        ("tags", ["O", 3]),
        ("tags", None),
        ("files", {}),
        ("layouts", "three words here"),
        ("layouts", [["three", "words", "here"]]),
    ],
)
def test_a_manifest_that_does_not_fit_is_noticed(written: Path, key: str, value: object) -> None:
    path = written / MANIFEST
    path.write_bytes(manifest_bytes(json.loads(path.read_text()) | {key: value}))
    with pytest.raises(ModelDamagedError):
        read_model(written)


@pytest.mark.slow
def test_any_bit_of_the_manifest_that_changes_it_is_noticed(written: Path) -> None:
    path = written / MANIFEST
    data = path.read_bytes()
    for place in range(0, len(data), 7):  # every bit of a byte comes up; all bytes would take ten seconds
        flipped = data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :]
        path.write_bytes(flipped)
        try:
            read_model(written)
        except ModelDamagedError:
            continue
        assert json.loads(flipped) == json.loads(data), f"byte {place} as {flipped[place]:#x}"


def test_a_manifest_without_its_hash_is_noticed(written: Path) -> None:
    manifest = json.loads((written / MANIFEST).read_text())
    del manifest["manifest_sha256"]
    (written / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(ModelDamagedError):
        read_model(written)


def test_tags_outside_of_the_tag_set_are_noticed(written: Path) -> None:
    manifest = json.loads((written / MANIFEST).read_text())
    manifest["tag_set"]["classes"].remove("FECHAS")
    (written / MANIFEST).write_bytes(manifest_bytes(manifest))
    with pytest.raises(ModelDamagedError, match="not of its tag set"):
        read_model(written)


@pytest.mark.slow
def test_other_gazetteers_than_the_models_are_noticed(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = shipped_gazetteers(paths.resources())
    index = GazetteerIndex(reversed(shipped))
    monkeypatch.setattr(crf_model, "default_gazetteers", lambda: index)
    assert read_model(written).tags, "the order of the files says nothing"
    other = GazetteerIndex([*shipped, Gazetteer("town", "TERRITORIO", ("Villanueva del Ensayo",))])
    monkeypatch.setattr(crf_model, "default_gazetteers", lambda: other)
    with pytest.raises(ModelDamagedError, match="other gazetteers"):
        read_model(written)


@pytest.mark.parametrize("name", ["default", "sectioned"])
def test_the_shipped_models_are_as_this_version_writes_them(name: str) -> None:
    folder = paths.resources() / "models" / name
    files = model_files(read_model(folder))
    assert {name: (folder / name).read_bytes() for name in files} == files


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_weights_that_are_no_numbers_are_noticed(small_model: CrfModel, tmp_path: Path, value: float) -> None:
    weights = small_model.weights.copy()
    weights[0, 0] = value
    write_model(replace(small_model, weights=weights), tmp_path / "m")
    with pytest.raises(ModelDamagedError, match="not numbers"):
        read_model(tmp_path / "m")


def resealed(folder: Path, name: str, data: bytes) -> None:
    """Put another file into a model, with the manifest that says so."""
    (folder / name).write_bytes(data)
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"][name] = hashlib.sha256(data).hexdigest()
    (folder / MANIFEST).write_bytes(manifest_bytes(manifest))


def test_weights_in_any_order_are_the_same_model(written: Path) -> None:
    before, stored = read_model(written), read_stored(written)
    order = np.random.default_rng(1).permutation(len(stored.values))
    for name in ("rows", "tags", "weights"):
        shuffled = io.BytesIO()
        np.save(shuffled, np.load(written / f"{name}.npy")[order])
        resealed(written, f"{name}.npy", shuffled.getvalue())
    after = read_model(written)
    assert after.attributes == before.attributes and np.array_equal(after.weights, before.weights)
    for name in ("names", "rows", "columns", "values"):
        assert np.array_equal(getattr(read_stored(written), name), getattr(stored, name))


@pytest.mark.parametrize("shape", ["(9999999999999,)", f"({'9' * 30},)", "(-1,)", "()", "(1, 1, 1)"])
@pytest.mark.parametrize("array", ARRAYS)
def test_an_array_that_says_another_shape_is_noticed(written: Path, array: str, shape: str) -> None:
    data = (written / f"{array}.npy").read_bytes()
    head = re.sub(rb"\([\d, ]*\)", shape.encode(), data[:128], count=1).rstrip().ljust(200) + b"\n"
    resealed(written, f"{array}.npy", head[:8] + (len(head) - 10).to_bytes(2, "little") + head[10:] + data[128:])
    with pytest.raises(ModelDamagedError):
        read_model(written)


@pytest.mark.parametrize("array", ARRAYS)
def test_any_head_of_an_array_is_read_or_noticed(written: Path, array: str) -> None:
    data = (written / f"{array}.npy").read_bytes()
    for place in range(0, 128, 3):
        resealed(written, f"{array}.npy", data[:place] + bytes([data[place] ^ 1 << place % 7]) + data[place + 1 :])
        with contextlib.suppress(ModelDamagedError):
            read_model(written)


@pytest.mark.parametrize("name", [RULES, ATTRIBUTES, MANIFEST])
@pytest.mark.parametrize("value", [None, -1, 1e308, "x", [], {}, [[]], ["[0-9"], "\ud800"])
def test_any_value_of_any_field_is_read_or_noticed(written: Path, name: str, value: object) -> None:
    whole = json.loads((written / name).read_text())
    fields = list(whole) if isinstance(whole, dict) else [0]
    inner = [(0, field) for field in whole[0]] if name == RULES else []
    for path in [(field,) for field in fields] + inner:
        changed = copy.deepcopy(whole)
        holder = changed if len(path) == 1 else changed[path[0]]
        holder[path[-1]] = value
        data = manifest_bytes(changed) if name == MANIFEST and value != "\ud800" else json.dumps(changed).encode()
        resealed(written, name, data) if name != MANIFEST else (written / name).write_bytes(data)
        with contextlib.suppress(ModelDamagedError):
            assert read_model(written).tags


@pytest.mark.parametrize("value", [1e30, -1e30])
def test_weights_that_no_training_gives_are_noticed(small_model: CrfModel, tmp_path: Path, value: float) -> None:
    weights = small_model.weights.copy()
    weights[0, 0] = value
    write_model(replace(small_model, weights=weights), tmp_path / "m")
    with pytest.raises(ModelDamagedError, match="impossible"):
        read_model(tmp_path / "m")


def test_pickles_are_not_loaded(small_model: CrfModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pickled(array: np.ndarray) -> bytes:
        import io

        out = io.BytesIO()
        np.save(out, array.astype(object), allow_pickle=True)
        return out.getvalue()

    monkeypatch.setattr(model_writing, "_npy", pickled)
    write_model(small_model, tmp_path / "m")
    with pytest.raises(ModelDamagedError):
        read_model(tmp_path / "m")


def test_an_existing_model_is_replaced_only_on_request(small_model: CrfModel, written: Path) -> None:
    before = (written / MANIFEST).read_bytes()
    with pytest.raises(WouldOverwriteError):
        write_model(small_model, written)
    other = replace(small_model, manifest=small_model.manifest | {"note": "other"})
    write_model(other, written, replace=True)
    assert (written / MANIFEST).read_bytes() != before
    assert [p.name for p in written.parent.iterdir()] == ["m"]


def test_when_the_disk_refuses_the_old_model_stays(
    small_model: CrfModel, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {p.name: p.read_bytes() for p in written.iterdir()}

    def refused(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(model_writing, "write_file", refused)
    with pytest.raises(WriteError):
        write_model(small_model, written, replace=True)
    assert {p.name: p.read_bytes() for p in written.iterdir()} == before
    assert [p.name for p in written.parent.iterdir()] == ["m"]


def test_a_copied_model_works(written: Path, tmp_path: Path) -> None:
    shutil.copytree(written, tmp_path / "copy")
    assert read_model(tmp_path / "copy").tags


@pytest.mark.parametrize("name", ["file/m", "file/deeper/m", "n" * 300, "d/" * 3000])
def test_a_place_where_no_model_can_be_written_is_told_before_training(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WriteError):
        refuse_to_replace(tmp_path / name)
    refuse_to_replace(tmp_path / "new" / "folder" / "m")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
