"""Readings: a report's text as it would be written ordinarily, with the exact map back to the report."""
