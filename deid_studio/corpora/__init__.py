"""Corpora: several annotators on the same reports, each in a layer; what they agree on, and gold made of it."""
