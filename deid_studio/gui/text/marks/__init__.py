"""How the mentions of a report are shown in its text: which, which is current, where they lie and how they look."""
