"""Context: a small network that reads a report's sentences, not only a word's neighbours."""
