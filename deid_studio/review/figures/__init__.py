"""What the journal of a folder tells in figures: states, outcomes, reviewers, time."""
