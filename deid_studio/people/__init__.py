"""People and things: who and what reports mention, in all forms; pure, and the one search for the same."""
