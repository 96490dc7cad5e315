"""Deciding on one report: intents and their edits, the steps done, and which suggestions are shown when; pure."""
