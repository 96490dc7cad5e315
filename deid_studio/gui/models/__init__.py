"""Models: rows for the lists of the window."""
