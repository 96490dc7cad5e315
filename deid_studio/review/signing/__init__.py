"""What a person signed, and what that leaves: the proof, the review file, data for training."""
