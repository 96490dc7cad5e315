"""Deid Studio: de-identification of Spanish clinical reports, from an opened report to a reviewed one.

What a program of one's own may use is in `library.py` and here by the same names (docs/library.md).

The path of a report, and the rooms it goes through::

    formats     bytes of a report or `.ann` <-> Document, Span
    people      who and what a report mentions, in whatever spelling
    detection   Document -> Suggestions (sections, tokens, rules, gazetteers, CRF, merge)
    learning    annotated reports -> rules, CRF, figures
    release     decided spans -> the text that leaves, and attacks on it
    review      Suggestions + decisions -> decided spans, journalled and undoable, BRAT and retraining data
    batch       the same in worker processes
    exchange    annotated reports in the forms of other programs
    lab         what research measures and compares
    cli | gui   the same for a person

Imports go one way only; docs/architecture.md has the order, and no folder's files lead back to themselves.

Words (the field's): *report* one clinical document; *PHI* protected health information; *PHI class* one type of the
tag set; *span* ``[start, end)`` in code points of the report's text with a PHI class; *suggestion* a span proposed by
a detector; *decision* what a reviewer does to it; *evidence* why a suggestion exists; *gold* spans made final by a
person; *gazetteer* a list of known names.
"""

__version__ = "0.8.0"

__all__ = [
    "DeidError",
    "Document",
    "Evidence",
    "Span",
    "Suggestion",
    "detect",
    "detect_each",
    "evaluate",
    "open_pipeline",
    "read_annotated",
    "read_brat",
    "read_brat_folder",
    "release_folder",
    "write_annotated",
    "write_brat",
]


def __getattr__(name: str) -> object:
    # Loaded when first used: `deid --help` and a worker need nothing of it. Types are in __init__.pyi.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("deid_studio.library"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
