"""The types that every room speaks: frozen, without I/O, without Qt."""
