"""What the window says: classes, evidence, rules, dates and counts in the window's language."""
