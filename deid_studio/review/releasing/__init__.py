"""Releasing a folder: which reports may leave, what holds them back, how they are written and brought back."""
