"""Training of context models (detection/context)."""
