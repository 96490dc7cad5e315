"""The final check: what is left to look at in a report before it is signed off, by what is expected of it."""
