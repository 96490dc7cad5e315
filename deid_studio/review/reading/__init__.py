"""Reading: which passages were on the screen, and what a reviewer saw of what was planted."""
