"""Checks of an annotated corpus: places that are probably wrong, each found by a module of its own; pure."""
