"""The verbs of `deid lab`: what research runs."""
