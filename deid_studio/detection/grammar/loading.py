"""Loading: the shipped grammar, or another, with every gazetteer there is for it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from deid_studio import paths
from deid_studio.detection.gazetteers import Gazetteer, read_gazetteers
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.measures import measures_path, read_measures
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.errors import ResourceError


def default_grammar() -> Path:
    """The grammar that is shipped."""
    return paths.resources() / "grammars" / "spanish.toml"


def grammar_gazetteers(imported: Path | None = None) -> tuple[Gazetteer, ...]:
    """The gazetteers that are shipped, the vocabulary as kind `common_word`, and those the user imported.

    `imported` is by default `paths.user_gazetteers()`; it need not exist. Raises `GazetteerError`.
    """
    shipped = paths.resources() / "gazetteers"
    imported = paths.user_gazetteers() if imported is None else imported
    folders = [*sorted(path for path in shipped.iterdir() if path.is_dir()), imported]
    own = [one for folder in folders if folder.is_dir() for one in read_gazetteers(folder)]
    return (*own, *_vocabulary(paths.resources() / "vocabulary"))


def load_grammar_detector(grammar: Path | None = None, imported: Path | None = None) -> GrammarDetector:
    """The detector of a grammar (by default the shipped one) with the measures beside it.

    The last ones are kept, and read again when a file of theirs has changed. Raises `GrammarError` or `GazetteerError`.
    """
    path = grammar or default_grammar()
    return _detector(path, _bytes(path), _bytes(measures_path(path)), grammar_gazetteers(imported))


@lru_cache(maxsize=2)
def _detector(path: Path, _grammar: bytes, _measures: bytes, gazetteers: tuple[Gazetteer, ...]) -> GrammarDetector:
    # Tests prove what is shipped, so that starting need not.
    shipped = path.parent == default_grammar().parent
    return GrammarDetector(read_grammar(path), gazetteers, read_measures(measures_path(path)), proven=shipped)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # reading it in earnest tells what is wrong


def _vocabulary(folder: Path) -> list[Gazetteer]:
    try:
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]
    except (OSError, UnicodeDecodeError) as error:
        raise ResourceError(path=folder, detail=str(error)) from error
    return [Gazetteer("common_word", "", tuple(text.split())) for text in texts]
