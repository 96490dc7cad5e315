"""Review: a folder of reports, the decisions on them, and what is saved of those."""
