"""Whether what is kept of a folder is whole, and what can be made whole again."""
