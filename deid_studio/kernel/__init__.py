"""Kernel: what is hot in statistical detection, compiled; the Python beside it is its oracle."""
