"""Layer file: `layer.toml`, which tells of a folder of reports that it is one annotator's layer of a corpus.

A layer is complete in itself, so that it can be taken to another computer: the reports with the annotator's `.ann`
and journal, and in a `tasks.csv` which of them are read without suggestions.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tomli_w

from deid_studio.corpora.corpus_files import (
    GOLD,
    TASKS,
    Annotator,
    is_planted_share,
    is_seed,
    read_tasks,
    write_tasks,
)
from deid_studio.corpora.plan import Plan, Task
from deid_studio.errors import CorpusFileError
from deid_studio.formats.files import write_file
from deid_studio.formats.text import read_bytes_if_any
from deid_studio.plain_files import toml_of
from deid_studio.settings.toml import line_not_toml
from deid_studio.texts import Text

LAYER = "layer.toml"
_LIMIT_MB = 1.0


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer: of which corpus, whose (the name that sign-offs bear), and what there is to read, in order.

    The layer of adjudicated gold has no annotator. `planted` is the share of suggestions that are shown wrong, drawn by
    `seed`.
    """

    corpus: str
    annotator: Annotator
    tasks: tuple[Task, ...]
    planted: float = 0.0
    seed: str = Plan().seed

    @property
    def is_gold(self) -> bool:
        """Whether it holds what was adjudicated."""
        return self.annotator.folder == GOLD

    @property
    def blind(self) -> frozenset[str]:
        """The reports of which no suggestion is shown."""
        return frozenset(task.report for task in self.tasks if task.blind)


def read_layer(folder: Path) -> Layer | None:
    """The layer that a folder is; None where it is none.

    Raises `CorpusFileError`, or what `read_bytes` does, for one that cannot be understood: taken for a plain folder,
    it would show suggestions to who is to read without.
    """
    path = folder / LAYER
    raw = read_bytes_if_any(path, _LIMIT_MB)
    if raw is None:
        return None
    try:
        data = toml_of(raw.decode("utf-8-sig"))
    except ValueError as error:  # UTF-8 or TOML
        raise CorpusFileError(path=path, line=line_not_toml(error) or 1, detail=Text("it is not TOML")) from error
    values = [data.get(key) for key in ("corpus", "annotator", "folder")]
    if not all(isinstance(value, str) for value in values):
        raise CorpusFileError(path=path, line=1, detail=Text("corpus, annotator and folder are needed"))
    corpus, name, own = map(str, values)
    planted, seed = data.get("planted", 0.0), data.get("seed", Plan().seed)
    if not is_planted_share(planted) or not is_seed(seed):
        raise CorpusFileError(path=path, line=1, detail=Text("planted and seed are not what they were"))
    annotator = Annotator(name, own)
    return Layer(corpus, annotator, read_tasks(folder / TASKS, (annotator,)), float(planted), str(seed))


def write_layer(folder: Path, layer: Layer) -> None:
    """Say of a folder that it is a layer; raises `WriteError`."""
    write_tasks(folder / TASKS, layer.tasks)
    values: dict[str, str | float] = {
        "corpus": layer.corpus,
        "annotator": layer.annotator.name,
        "folder": layer.annotator.folder,
    }
    if layer.planted:
        values |= {"planted": layer.planted, "seed": layer.seed}
    write_file(folder / LAYER, tomli_w.dumps(values).encode("utf-8"))
