"""Deid Studio: de-identification of Spanish clinical reports, from an opened report to a reviewed one.

The path of a report, and the rooms it goes through::

    formats     bytes of a report or `.ann` <-> Document, Span
    detection   Document -> Suggestions (sections, tokens, rules, gazetteers, CRF, merge)
    learning    annotated reports -> rules, CRF, figures
    review      Suggestions + decisions -> decided spans, journalled and undoable, BRAT and retraining data
    batch       the same in worker processes
    cli | gui   the same for a person

Imports go one way only: gui | cli -> batch | review -> release | learning -> detection | formats -> settings ->
model | paths | progress -> errors.

Words (the field's): *report* one clinical document; *PHI* protected health information; *PHI class* one type of the
tag set; *span* ``[start, end)`` in code points of the report's text with a PHI class; *suggestion* a span proposed by
a detector; *decision* what a reviewer does to it; *evidence* why a suggestion exists; *gold* spans made final by a
person; *gazetteer* a list of known names.
"""

__version__ = "0.1.0"
