"""The window: everything that needs Qt, and nothing else."""
