"""Loading: the shipped grammar, or another, with every gazetteer there is for it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.detection.gazetteers import Gazetteer, read_gazetteer
from deid_studio.detection.grammar.expression import expand
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.grammar_tables import packed, tables_of, unpacked
from deid_studio.detection.grammar.lists import ScannedLists
from deid_studio.detection.grammar.measures import measures_path, read_measures
from deid_studio.detection.grammar.place_filters import PlaceFilter
from deid_studio.detection.grammar.rule_language import read_grammar
from deid_studio.detection.kept_tables import kept_table
from deid_studio.detection.munging import munge
from deid_studio.errors import ResourceError
from deid_studio.people.folded_text import FoldedText
from deid_studio.people.folding import fold
from deid_studio.plain_files import plain_bytes, toml_of

# The modules by which a grammar's tables are made.
_MADE_BY = tuple(
    one.__module__
    for one in (tables_of, ScannedLists, PlaceFilter, expand, read_grammar, read_gazetteer, munge, FoldedText, fold)
)


def default_grammar() -> Path:
    """The grammar that is shipped."""
    return paths.resources() / "grammars" / "spanish.toml"


def grammar_gazetteers(imported: Path | None = None) -> tuple[Gazetteer, ...]:
    """The gazetteers that are shipped, the vocabulary as kind `common_word`, and those that were imported.

    `imported` is a folder of them, by default those for all users and the user's own; it need not exist. Raises
    `GazetteerError`.
    """
    own = map(read_gazetteer, _gazetteer_files(imported))
    return (*own, *_vocabulary(paths.resources() / "vocabulary"))


def load_grammar_detector(grammar: Path | None = None, imported: Path | None = None) -> GrammarDetector:
    """The detector of a grammar (by default the shipped one) with the measures beside it.

    The last ones are kept, and read again when a file of theirs has changed. Raises `GrammarError` or `GazetteerError`.
    """
    path = grammar or default_grammar()
    lists = sorted((paths.resources() / "vocabulary").glob("*.txt")) + _gazetteer_files(imported)
    return _detector(path, _bytes(path), _bytes(measures_path(path)), tuple(map(_bytes, lists)), imported)


@lru_cache(maxsize=2)
def _detector(
    path: Path, written: bytes, _measures: bytes, lists: tuple[bytes, ...], imported: Path | None
) -> GrammarDetector:
    # Tests prove what is shipped, so that starting need not.
    shipped = path.parent == default_grammar().parent
    grammar = read_grammar(path, _parsed) if shipped else read_grammar(path)

    def make() -> dict[str, Any]:
        return packed(grammar, tables_of(grammar, grammar_gazetteers(imported)))

    tables = unpacked(kept_table(f"grammar {grammar.name}", (written, *lists), _MADE_BY, make))
    return GrammarDetector(grammar, tables, read_measures(measures_path(path)), proven=shipped)


def _parsed(text: str) -> dict[str, Any]:
    return dict(kept_table("grammar's TOML", (text.encode(),), (), lambda: toml_of(text)))


def _gazetteer_files(imported: Path | None) -> list[Path]:
    shipped = paths.resources() / "gazetteers"
    folders = [*sorted(path for path in shipped.iterdir() if path.is_dir())]
    folders += [paths.shared_gazetteers(), paths.user_gazetteers()] if imported is None else [imported]
    return [path for folder in folders for path in sorted(folder.glob("*.txt"))]


def _bytes(path: Path) -> bytes:
    try:
        return plain_bytes(path)
    except OSError:
        return b""  # reading it in earnest tells what is wrong


def _vocabulary(folder: Path) -> list[Gazetteer]:
    try:
        texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]
    except (OSError, UnicodeDecodeError) as error:
        raise ResourceError(path=folder, detail=str(error)) from error
    return [Gazetteer("common_word", "", tuple(text.split())) for text in texts]
