"""Reports that are made for training: layouts that nobody annotated, filled with invented values."""
