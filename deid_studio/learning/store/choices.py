"""Choices: which model is used where, with what was used there before, in a file of the person's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock

from deid_studio import paths
from deid_studio.errors import DeidError, FixedSettingError, ModelChoicesError, WriteError, reason
from deid_studio.formats.files import write_file
from deid_studio.formats.folder_swap import bring_back
from deid_studio.formats.private_folder import make_private
from deid_studio.plain_files import plain_bytes
from deid_studio.settings import held_settings, setting_named

SHIPPED = "default"
EVERYWHERE = ""
_FILE, _LOCK = "active.json", "active.lock"
_LARGEST_FILE = 10_000_000
_REMEMBERED = 20  # models of one place


def model_folder(model: str | Path | None, own_models: Path | None = None) -> Path:
    """The folder of the shipped model, of one for all users or one's own by its name, or of one anywhere; it need not
    exist. A name for all users is nobody's own, nor a folder's: an administrator may have fixed it."""
    if model is None or model == SHIPPED:
        return paths.default_model()
    if isinstance(model, str) and is_shared(model):
        return paths.shared_models() / model
    own, path = (own_models or paths.user_models()) / model, Path(model).expanduser()
    with suppress(OSError):  # who cannot put it back is told that there is none
        bring_back(own)
        bring_back(path)
    return own if not path.exists() and own.is_dir() else path


def is_shared(name: str) -> bool:
    """Whether this is the name of a model for all users."""
    with suppress(OSError):  # who may not look there has none
        return name == Path(name).name != ".." and (paths.shared_models() / name).is_dir()
    return False


def model_of_all() -> Path:
    """The folder of the model to use where a folder of reports has none of its own."""
    with suppress(DeidError):  # told where a folder is opened
        return model_folder(Choices().model())
    return model_folder(None)


class Choices:
    """For each folder of reports, and for all others (`EVERYWHERE`), the models used there, the last one now.

    Several programs may ask and choose at the same time. Where an administrator has fixed the model it is used
    everywhere, and to choose or to go back raises `FixedSettingError`.
    """

    def __init__(self, own_models: Path | None = None) -> None:
        self._path = (own_models or paths.user_models()) / _FILE

    def model(self, folder: Path | None = None) -> str | None:
        """What was chosen for a folder, else for all; None where nobody has. Raises `ModelChoicesError`."""
        places = self._read()
        here = places.get(_place(folder)) or places.get(EVERYWHERE)
        return here[-1] if here else _chosen_before()

    def where(self, model: str) -> tuple[str, ...]:
        """The places where a model is used: folders, and `EVERYWHERE` for all that are none of them."""
        used = {place: models[-1] for place, models in self._read().items()}
        used.setdefault(EVERYWHERE, _chosen_before() or SHIPPED)
        return tuple(place for place, one in sorted(used.items()) if one == model)

    def models(self) -> frozenset[str]:
        """All that are used somewhere."""
        return frozenset(models[-1] for models in self._read().values()) | {self.model() or SHIPPED}

    def choose(self, model: str, folder: Path | None = None) -> None:
        """Use a model in a folder, or everywhere. Raises `ModelChoicesError` or `WriteError`."""
        with self._changing() as places:
            own = places.setdefault(_place(folder), [])
            if not own and folder is None and (before := _chosen_before()):
                own.append(before)
            if not own or own[-1] != model:
                own.append(model)
                del own[:-_REMEMBERED]

    def back(self, folder: Path | None = None) -> bool:
        """Use what was used before in a folder, or everywhere; False where nothing was chosen. Raises as `choose`."""
        if not self.can_go_back(folder):
            return False
        with self._changing() as places:
            own = places.pop(_place(folder), [])[:-1]
            if own:
                places[_place(folder)] = own
        return True

    def can_go_back(self, folder: Path | None = None) -> bool:
        """Whether something was chosen for a folder, or for all."""
        return _fixed() is None and _place(folder) in self._read()

    @contextmanager
    def _changing(self) -> Iterator[dict[str, list[str]]]:
        if _fixed() is not None:
            raise FixedSettingError(name=setting_named("model").title_alone, by=held_settings()[0].fixed_by)
        try:
            make_private(self._path.parent)
            with FileLock(self._path.with_name(_LOCK)):
                places = self._read()
                yield places
                write_file(self._path, json.dumps(places, ensure_ascii=False, indent=1).encode(), private=True)
        except OSError as error:
            raise WriteError(path=self._path, detail=reason(error)) from error

    def _read(self) -> dict[str, list[str]]:
        if fixed := _fixed():
            return {EVERYWHERE: [fixed]}
        try:
            places = json.loads(plain_bytes(self._path, _LARGEST_FILE))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            raise ModelChoicesError(path=self._path) from error
        if not isinstance(places, dict) or not all(map(_are_names, places.values())):
            raise ModelChoicesError(path=self._path)
        return places


def _place(folder: Path | None) -> str:
    return EVERYWHERE if folder is None else str(folder.expanduser().resolve())


def _are_names(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) and one for one in value)


def _chosen_before() -> str | None:
    """What a person's settings say, which had the model until there were choices by folder."""
    before = held_settings()[0].model
    return None if before == SHIPPED else before


def _fixed() -> str | None:
    """The model that an administrator has fixed for everything."""
    settings = held_settings()[0]
    return settings.model if "model" in settings.fixed else None
