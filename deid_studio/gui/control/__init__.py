"""What is open and how it changes: the folder, the report, the current mention, jobs; no widgets."""
