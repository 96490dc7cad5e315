"""The classes of a folder changed under review: the files that say them, and everything annotated in them."""
