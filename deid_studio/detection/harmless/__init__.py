"""Harmless: what in a report speaks against PHI, for those detectors that suggest whatever is barely possible."""
