"""Looks: what looks like PHI in any report, whatever its layout, for those who want to miss as little as possible."""
