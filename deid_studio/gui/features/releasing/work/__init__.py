"""A release in the making, without widgets."""
