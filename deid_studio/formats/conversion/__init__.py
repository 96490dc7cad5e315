"""Documents that are not plain text, read as text: one pure function for each form, bytes -> Converted.

A *document* is here a file of one of these forms; `model.document.Document` is the text of a report.
"""
