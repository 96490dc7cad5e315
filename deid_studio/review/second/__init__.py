"""Second readers: who reads a signed-off report as well, what they found, and what a sample says of the rest."""
