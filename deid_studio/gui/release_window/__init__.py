"""The window in which reports are released: what leaves, how, what it looks like, what is still in it, and where to."""
