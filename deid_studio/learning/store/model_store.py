"""ModelStore: a person's models in versions, which of them is used where, and how one comes in and leaves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from filelock import FileLock

from deid_studio import paths
from deid_studio.detection.crf_model import read_model
from deid_studio.detection.model_files import MANIFEST, manifest_of, reading
from deid_studio.errors import DeidError, ModelDamagedError, ModelFileError, ModelNotCleanError, WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.formats.folder_swap import whole_folder
from deid_studio.formats.private_folder import make_private
from deid_studio.learning.importance import read_importance
from deid_studio.learning.model_writing import CARD_DATA, CRF_FILES
from deid_studio.learning.privacy.audit import is_clean
from deid_studio.learning.store.choices import SHIPPED, Choices, is_shared, model_folder
from deid_studio.learning.store.model_archive import LARGEST_FILE, packed, unpacked
from deid_studio.learning.store.model_card import DataSet, Figure, ModelCard, card_from, data_of, rehearsed
from deid_studio.texts import Text

_LOCK = "store.lock"
_NOT_IN_A_NAME = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Version:
    """A model that can be used: `id` is what it is called in `--model`, `manifest` what its training wrote.

    `problem` says why it cannot be read; card and manifest are empty then.
    """

    id: str
    folder: Path
    card: ModelCard = field(default_factory=ModelCard)
    manifest: Mapping[str, Any] = field(default_factory=dict)
    problem: DeidError | None = None

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of its manifest, which holds those of its files."""
        return str(self.manifest.get("manifest_sha256", ""))

    @property
    def data(self) -> list[DataSet]:
        """The sets of reports it was trained on, the first one's first."""
        return data_of(self.manifest)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """What was measured before and after: what its card tells, else what its manifest does."""
        return self.card.figures or rehearsed(self.manifest)

    @property
    def for_all(self) -> bool:
        """Whether an administrator put it there for all users."""
        return self.folder.parent == paths.shared_models()

    @property
    def clean(self) -> bool:
        """Whether its audit found nothing of its reports."""
        return is_clean(self.manifest)


class ModelStore:
    """The versions in the folder of a person's models, and in that for all users, which nothing is written into; what
    is shipped is one of them, `default`.

    Several programs may use it at the same time. Whatever is asked of a version that there is not raises
    `ModelMissingError`, of one that is not whole `ModelDamagedError`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = paths.user_models() if folder is None else folder
        self.choices = Choices(self.folder)

    # --- which there are -------------------------------------------------------------------------------------

    def versions(self) -> list[Version]:
        """The shipped one, then all others by name and number, also what is used from elsewhere or has gone."""
        found: dict[str, Path] = {}
        for folder in (self.folder, paths.shared_models()):
            with suppress(OSError):  # there is no folder yet
                found |= {one.name: one for one in folder.iterdir() if (one / MANIFEST).is_file()}
        own = [_listed(id, folder) for id, folder in found.items()]
        used = self.choices.models() - {SHIPPED, *(one.id for one in own)}
        own += [_listed(one, self.folder_of(one)) for one in used]
        own.sort(key=lambda one: (one.card.name, one.card.number, one.id))
        return [_listed(SHIPPED, paths.default_model()), *own]

    def version(self, model: str | Path) -> Version:
        """The version of an id, or the model in any folder."""
        folder = self.folder_of(model)
        return _read_version(SHIPPED if folder == paths.default_model() else self._id_of(folder), folder)

    def folder_of(self, model: str | Path | None) -> Path:
        """The folder of a version, or of a model anywhere; it need not exist."""
        return model_folder(model, self.folder)

    # --- which is used where ---------------------------------------------------------------------------------

    def active(self, folder: Path | None = None) -> Version:
        """The version that is used for a folder of reports, or where a folder has none of its own."""
        return self.version(self.choices.model(folder) or SHIPPED)

    def where(self, version: Version) -> tuple[str, ...]:
        """The folders that a version was chosen for, and `EVERYWHERE` where it is used for all others."""
        return self.choices.where(version.id)

    def use(self, model: str, folder: Path | None = None) -> Version:
        """Use a version for a folder of reports, or everywhere; it is read whole before."""
        version = self.version(model)
        read_model(version.folder)
        self.choices.choose(version.id, folder)
        return version

    def back(self, folder: Path | None = None) -> Version:
        """Use what was used before for a folder, or everywhere; the same as now where nothing was chosen."""
        self.choices.back(folder)
        return self.active(folder)

    # --- coming in and leaving -------------------------------------------------------------------------------

    def adopt(self, candidate: Path, card: ModelCard, folder: Path | None = None) -> Version:
        """Put the model in a folder into the store as the next version of `card.name`, and use it.

        The candidate is checked byte by byte and stays where it is.
        """
        version = self.add(candidate, card)
        self.choices.choose(version.id, folder)
        return version

    def add(self, candidate: Path, card: ModelCard | None = None) -> Version:
        """The same without using it; without a card it keeps its own."""
        before = self.version(candidate)
        return self._put(_files(before.folder), card or replace(before.card, number=1), before.folder)

    def export(self, model: str, share: bool = False) -> bytes:
        """A version as one file, without what its card has of the person.

        Raises `ModelNotCleanError` for one whose audit is not clean, unless it is to be shared all the same.
        """
        version = self.version(model)
        read_model(version.folder)
        if not (version.clean or share):
            raise ModelNotCleanError(path=version.id)
        return packed(_files(version.folder) | {CARD_DATA: version.card.to_hand_on().to_bytes()})

    def import_file(self, path: Path) -> Version:
        """Put an exported model into the store; one that is there already is given back. Raises `ModelFileError`."""
        files = unpacked(path)
        try:
            card = card_from(files.get(CARD_DATA, b"{}"))
            manifest = json.loads(files[MANIFEST])
            there = [one for one in self.versions() if one.fingerprint == str(manifest["manifest_sha256"])]
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise ModelFileError(path=path, detail=Text("its manifest or its card is not what is written")) from error
        return there[0] if there else self._put(files, replace(card, imported=True), path)

    def _put(self, files: Mapping[str, bytes], card: ModelCard, source: Path) -> Version:
        name = plain_name(card.name or source.stem)
        with self._alone():
            number = 1 + max((one.card.number for one in self.versions() if one.card.name == name), default=0)
            while is_shared(f"{name}-{number}"):
                number += 1
            card = replace(card, name=name, number=number, made=card.made or date.today().isoformat())
            target = self.folder / f"{name}-{number}"
            try:
                with whole_folder(target) as fresh:
                    for one, data in {**files, CARD_DATA: card.to_bytes()}.items():
                        write_file(fresh / one, data, private=True)
                    read_importance(fresh, read_model(fresh))  # all there is to read
            except ModelDamagedError as error:
                raise ModelFileError(path=source, detail=error.params["detail"]) from error
            target.chmod(0o700)
        return _read_version(target.name, target)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            make_private(self.folder)
            with FileLock(self.folder / _LOCK):
                yield
        except OSError as error:
            raise WriteError(path=self.folder, detail=reason(error)) from error

    def _id_of(self, folder: Path) -> str:
        return folder.name if folder.parent in (self.folder, paths.shared_models()) else str(folder)


def plain_name(name: str) -> str:
    """A name that can be a folder's: letters, figures, `.`, `-` and `_`."""
    plain = _NOT_IN_A_NAME.sub("-", name)[:_LONGEST_NAME].strip(".-")
    return plain or "model"


def _listed(id: str, folder: Path) -> Version:
    try:
        return _read_version(id, folder)
    except DeidError as error:
        return Version(id, folder, ModelCard(folder.name), problem=error)


def _read_version(id: str, folder: Path) -> Version:
    with reading(folder):
        manifest = manifest_of(folder)
        path = folder / CARD_DATA
        return Version(id, folder, card_from(path.read_bytes()) if path.exists() else ModelCard(folder.name), manifest)


def _files(folder: Path) -> dict[str, bytes]:
    """The files of a model's folder by name; what else lies there is left."""
    with reading(folder):
        found = [folder / name for name in sorted(CRF_FILES) if (folder / name).is_file()]
        if any(one.stat().st_size > LARGEST_FILE for one in found):
            raise ValueError(str(LARGEST_FILE))
        return {one.name: one.read_bytes() for one in found}
