"""A report beside how it would leave."""
