"""What other programs did to the files of a report: its text, and the `.ann` beside it."""
