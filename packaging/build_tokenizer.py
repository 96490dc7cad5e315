"""Writes down what spaCy's blank Spanish tokenizer is made of: resources/tokenizer/spanish.json.

    python packaging/build_tokenizer.py

detection/affixes.py splits words by it as spaCy does, without loading spaCy. Models are trained on these words: after
another version of spaCy the file stays as it is, unless models are trained anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import spacy
from spacy.symbols import ORTH

FILE = Path(__file__).resolve().parents[1] / "resources" / "tokenizer" / "spanish.json"


def told() -> dict[str, object]:
    """Expressions, and exceptions with their parts; `inside` are the exceptions that are looked for in a split chunk,
    with the words that they would be split into."""
    tokenizer = spacy.blank("es").tokenizer
    assert tokenizer.token_match is None
    rules = {chunk: [part[ORTH] for part in parts] for chunk, parts in sorted(tokenizer.rules.items())}

    def is_split(chunk: str) -> bool:
        return bool(tokenizer.find_prefix(chunk) or tokenizer.find_infix(chunk) or tokenizer.find_suffix(chunk))

    without = spacy.blank("es").tokenizer
    without.rules = {}
    return {
        "prefix": tokenizer.prefix_search.__self__.pattern,
        "suffix": tokenizer.suffix_search.__self__.pattern,
        "infix": tokenizer.infix_finditer.__self__.pattern,
        "whole": tokenizer.url_match.__self__.pattern,
        "exceptions": rules,
        "inside": [[t.text for t in without(chunk)] for chunk in rules if is_split(chunk) or " " in chunk],
        "spacy": spacy.__version__,
    }


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(told(), ensure_ascii=True, indent=1) + "\n", encoding="utf-8")
