"""Panels: the parts of the window; they know the controller and not each other."""
