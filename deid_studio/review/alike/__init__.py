"""The same person or thing elsewhere: one decision for all of it, in a report and in a folder."""
