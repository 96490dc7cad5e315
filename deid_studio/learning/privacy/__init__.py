"""What a model shows of the reports that it was trained on: what it may, and what it does."""
