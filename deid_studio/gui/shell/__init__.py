"""What every feature may need of the window: actions and keys, panels and messages, jobs; it knows no feature."""
