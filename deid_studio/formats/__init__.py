"""Bytes of reports and annotations <-> Document and Span."""
