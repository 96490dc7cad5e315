"""Documents that are not plain text, read as text: one pure function for each form, bytes -> Converted."""
