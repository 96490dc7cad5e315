"""deid corpus: several annotators on the same reports."""
