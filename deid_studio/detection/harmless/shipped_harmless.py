"""What is harmless by the shipped lists and vocabularies."""

from __future__ import annotations

from functools import cache

from deid_studio import paths
from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.detection.harmless.harmless import Harmless
from deid_studio.detection.harmless.inflection import Inflection
from deid_studio.people.vocabulary import default_vocabulary, read_vocabulary

# Endings of occupations: rare words that end so may be somebody's.
_OCCUPATIONS = ("dor", "dora", "ero", "era", "ista")


@cache
def default_harmless() -> Harmless:
    """What is weighed by the shipped lists; raises `ResourceError`."""
    folder = paths.resources() / "vocabulary"
    everyday, dictionary = default_vocabulary(), read_vocabulary(folder / "dictionary")
    inflection = Inflection((everyday, dictionary))

    def is_word(folded: str) -> bool:
        return folded in everyday if folded.endswith(_OCCUPATIONS) else inflection.is_form(folded)

    return Harmless(default_gazetteers(), is_word, read_vocabulary(folder / "looks"))
