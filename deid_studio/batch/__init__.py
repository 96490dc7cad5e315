"""Batch: detection in processes of their own."""
